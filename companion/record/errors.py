"""What can go wrong with a game in progress: a stable code and a sentence each."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.rules.errors import GameError
from companion.rules.message import Message


class StoreError(GameError):
    """The games cannot be read from, or written to, the disk.

    ``code`` tells which: ``store-missing``, ``store-unwritable``, ``store-full``, ``store-busy``,
    ``store-damaged``, ``store-newer``, ``store-foreign``, ``store-failed`` or ``session-unplayable``.
    """

    def __init__(self, code: str, sentence: str | Message, **values: object) -> None:
        CompanionError.__init__(self, code, sentence, **values)


class UnknownSession(GameError, LookupError):
    """No game in progress, or finished, has this name."""

    code = "unknown-session"


class StaleAction(GameError):
    """Somebody acted on a page that the game has already left behind."""

    code = "stale-action"


class CannotUndo(GameError):
    """There is nothing of that player's to take back, or no request to answer."""

    code = "cannot-undo"


class NotYourSeat(GameError):
    """Only whoever sits there may do that."""

    code = "not-your-seat"


class BadCorrection(GameError, ValueError):
    """The place to be corrected does not exist, or what is to stand there is not allowed there."""

    code = "bad-correction"

    def __init__(self, sentence: str | Message, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


class BadDraw(GameError, ValueError):
    """Chance is not to act here, or nothing is left to draw from."""

    code = "bad-draw"
