"""The shared rules core: pure values and functions.

No I/O, no clock, no randomness, and nothing of ours is imported from outside this
package. ``import companion.rules`` needs only the standard library and msgspec.
"""

from companion.rules.abilities import Attempt, HelpsReferee
from companion.rules.bundle import CONTRACT, Bundle
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import (
    BadData,
    BadOption,
    BadPosition,
    BadRecord,
    GameError,
    IllegalAction,
    UnknownGame,
    UnreadableAction,
)
from companion.rules.game import (
    CHANCE,
    Action,
    Actor,
    Game,
    GameInfo,
    Lying,
    Option,
    Outcome,
    Problem,
    Prompt,
    Reason,
    Seat,
    State,
    play,
)
from companion.rules.message import Message
from companion.rules.sheet import Line, Sheet

__all__ = [
    "CHANCE",
    "CONTRACT",
    "GAMES",
    "Action",
    "Actor",
    "Attempt",
    "BadData",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Bundle",
    "Game",
    "GameError",
    "GameInfo",
    "HelpsReferee",
    "IllegalAction",
    "Line",
    "Lying",
    "Message",
    "Option",
    "Outcome",
    "Problem",
    "Prompt",
    "Reason",
    "Seat",
    "Sheet",
    "State",
    "UnknownGame",
    "UnreadableAction",
    "load_game",
    "play",
]
