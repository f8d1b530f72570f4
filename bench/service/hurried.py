"""The command of the program with bots that hurry: ``python -m bench.service.hurried PACE WORDS ...``."""

from __future__ import annotations

import sys

from companion.cli.main import main
from companion.simulation import driver

PAUSES = ("STEP_S", "POLL_S")
"""What a bot waits between two things that its hand does, and before it looks again."""


def hurry(pace: float) -> None:
    """Let the bots of this process pause for a part of their usual time."""
    for pause in PAUSES:
        setattr(driver, pause, getattr(driver, pause) / pace)


if __name__ == "__main__":
    hurry(float(sys.argv.pop(1)))
    main()
