"""What came of an action by itself, as the log tells it afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.caterpillar_filler.rules.actions import Join, Shift, Wasp
from companion.games.caterpillar_filler.rules.position import Position
from companion.rules.game import Action
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Value


def followed(before: Position, action: Action, after: Position) -> Iterator[Message]:
    """Tell whose caterpillar grew, was bitten or left the garden, and where flowers grew instead."""
    if after.grew_on and not isinstance(action, (Wasp, Shift)):
        values: dict[str, Value] = {"taken": after.pairs[-1], "grown": after.grew_on}
        yield Message("{taken} is taken: the flower grows on {grown}.", values)
    if isinstance(action, Join):
        yield _body(after, action)
    for i in range(after.seats):
        seats = {"who": i + 1}
        if after.wasps[i] > before.wasps[i]:
            yield Message("{who} gets the flower as a wasp.", seats=seats)
        if after.lengths[i] > before.lengths[i]:
            yield Message("{who}'s caterpillar grows to {n}.", {"n": after.lengths[i]}, seats)
        if after.away[i] and not before.away[i]:
            yield _left(before, after, i)
    if after.tiles_out and not before.tiles_out:
        yield Message("No tiles are left: the first player alone in the lead wins.")


def _body(after: Position, join: Join) -> Message:
    """Say where the body lies behind a head that has come back, if there is one."""
    body = after.chain(join.by)[1:]
    if not body:
        return Message("The head comes back alone.")
    return Message("The body lies on {spaces}.", {"spaces": listed(body, "and")})


def _left(before: Position, after: Position, i: int) -> Message:
    seats = {"who": i + 1}
    if after.lengths[i] < before.lengths[i]:
        text = "{who}'s caterpillar loses a piece, has {n} left, and leaves the garden."
        return Message(text, {"n": after.lengths[i]}, seats)
    return Message("{who}'s caterpillar leaves the garden.", seats=seats)
