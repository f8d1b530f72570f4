"""What can go wrong at a hub: a stable code and a sentence each."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.rules.errors import GameError


class HubError(GameError):
    """Something is wrong with the hub, its database, or what somebody asks of it."""

    def __init__(self, code: str, sentence: str, status: int = 400) -> None:
        CompanionError.__init__(self, code, sentence)
        self.status = status
