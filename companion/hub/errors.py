"""What can go wrong at a hub: a stable code and a sentence each."""

from __future__ import annotations

from typing import Any

from companion.errors import CompanionError
from companion.rules.errors import GameError


class HubError(GameError):
    """Something is wrong with the hub, its database, or what somebody asks of it."""

    def __init__(self, code: str, sentence: Any, status: int = 400, **values: object) -> None:
        CompanionError.__init__(self, code, sentence, **values)
        self.status = status
