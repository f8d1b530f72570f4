"""What came of an action by itself, as the log tells it afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.filler_tiles.rules.actions import New
from companion.games.filler_tiles.rules.position import Position
from companion.rules.game import Action
from companion.rules.message import Message


def followed(action: Action, after: Position) -> Iterator[Message]:
    """Tell what a new group has cost, and who can place nothing now."""
    left = after.starts_left[action.by - 1] if isinstance(action, New) else None
    if left is not None:
        one = Message(
            "{who} has {n} start left.", {"n": left}, {"who": action.by}, many="{who} has {n} starts left."
        )
        yield one if left else Message("{who} has no starts left.", seats={"who": action.by})
    if after.passed:
        yield Message("{who} cannot place.", seats={"who": after.passed})
