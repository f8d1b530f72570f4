"""What can go wrong with rules, actions and records: a stable code and a sentence each."""

from __future__ import annotations

from typing import Any

from companion.errors import CompanionError


class GameError(CompanionError):
    """An error of a game, whose code is that of its class."""

    code = "game-error"

    def __init__(self, sentence: Any, **values: object) -> None:
        super().__init__(self.code, sentence, **values)


class UnreadableAction(GameError, ValueError):
    """The notation is not that of any action of this game."""

    code = "unreadable-action"


class IllegalAction(GameError, ValueError):
    """The action can be read, but the rules do not allow it now."""

    code = "illegal-action"

    def __init__(self, sentence: Any, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


class BadOption(GameError, ValueError):
    """An option is unknown, has an impossible value, or the seats do not fit the game."""

    code = "bad-option"


class BadRecord(GameError, ValueError):
    """A game record cannot be read or does not replay; ``line`` counts from 1."""

    code = "bad-record"

    def __init__(self, sentence: Any, line: int = 0, **values: object) -> None:
        super().__init__(sentence, **values)
        self.line = line


class BadPosition(GameError, ValueError):
    """A position given for scoring cannot stand in this game."""

    code = "bad-position"


class BadData(GameError, ValueError):
    """A game's data file, such as an owner's own tiles, is not as it must be."""

    code = "bad-data"


class UnknownGame(GameError, LookupError):
    """No game of that name is installed."""

    code = "unknown-game"
