"""What came of an action by itself, as the log tells it afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.star_baker.rules.actions import Order
from companion.games.star_baker.rules.position import Position
from companion.games.star_baker.rules.sentences.prompts import times
from companion.rules.game import Action
from companion.rules.message import Message


def followed(before: Position, action: Action, after: Position) -> Iterator[Message]:
    """Tell when everybody arrives on a day, and that it is over."""
    if isinstance(action, Order):
        yield Message("{times}.", {"times": times(after, after.order)})
    if before.order and not after.order:
        # Not by `actions_today`: where the book is full the next day has begun, and forgotten them.
        idle = after.all_restock_days > before.all_restock_days
        text = "Day {day} is over: nobody has filled a recipe." if idle else "Day {day} is over."
        yield Message(text, {"day": before.day})
