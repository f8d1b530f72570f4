"""What came of an action by itself, as the log tells it afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.game import Action
from companion.rules.games.star_baker.actions import Order
from companion.rules.games.star_baker.position import Position
from companion.rules.games.star_baker.prompts import times
from companion.rules.message import Message


def followed(before: Position, action: Action, after: Position) -> Iterator[Message]:
    """Tell when everybody arrives on a day, and that it is over."""
    if isinstance(action, Order):
        text, values, names = times(after, after.order)
        yield Message(f"{text}.", values, names)
    if before.order and not after.order:
        idle = set(after.actions_today) == {"restock"}
        text = "Day {day} is over: nobody has filled anything." if idle else "Day {day} is over."
        yield Message(text, {"day": before.day})
