"""What any game must pass: `check_game` plays random games and checks the contract at every step.

The rules themselves know no randomness; the random players here bring their own generator, so
that a seed gives the same games everywhere. ``python -m companion.rules.testing`` plays the
suite from the command line and, with ``--golden DIR``, writes the golden records anew.
"""

from companion.rules.testing.conformance import Failure, Report, check_game, single_options
from companion.rules.testing.playout import choose, playout, random_record

__all__ = ["Failure", "Report", "check_game", "choose", "playout", "random_record", "single_options"]
