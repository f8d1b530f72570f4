"""The score sheet (CF-43) and the outcome (CF-40, CF-41, CF-G34)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from companion.games.caterpillar_filler.rules.position import Position
from companion.rules.game import Outcome, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Value, marked
from companion.rules.sheet import Line, Sheet


def sheet(p: Position, unknown: AbstractSet[str] = frozenset()) -> Sheet:
    """Itemise every seat's length; the other lines are for information.

    ``unknown`` are variables of the position that nobody has told: no line speaks of them.
    """
    return Sheet({seat: _lines(p, seat, unknown) for seat in range(1, p.seats + 1)})


def _cells(spaces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"garden/{space}" for space in spaces)


def _lines(p: Position, seat: Seat, unknown: AbstractSet[str]) -> tuple[Line, ...]:
    i = seat - 1
    chain = p.chain(seat)
    body = len(p.body[i]) + p.in_hand[i]
    told = (
        ("lengths", Message("Length: {n}", _number(p.lengths, i))),
        ("reserve", Message("Body pieces in reserve: {n}", _number(p.reserve, i))),
        ("flowers_eaten", Message("Flowers eaten: {n}", _number(p.flowers_eaten, i))),
        ("bites_given", Message("Bites given: {n}", _number(p.bites_given, i))),
        ("bites_suffered", Message("Bites suffered: {n}", _number(p.bites_suffered, i))),
        ("wasps_placed", Message("Wasps placed: {n}", _number(p.wasps_placed, i))),
        ("wasps", Message("Wasps unused: {n}", _number(p.wasps, i))),
    )
    return (
        Line(Message("Head in the garden" if chain else "Head in hand"), 1, _cells(chain[:1])),
        Line(
            Message("Body pieces in the garden" if chain else "Body pieces in hand"), body, _cells(chain[1:])
        ),
        *(Line(message) for name, message in told if name not in unknown),
    )


def _number(of_seats: Sequence[int], i: int) -> dict[str, Value]:
    return {"n": of_seats[i]}


def outcome(p: Position) -> Outcome | None:
    """Who has won and why: full size, alone in the lead with no tiles left, or the turn limit."""
    if not p.over:
        return None
    if len(p.longest) > 1:
        winners = listed([Message("{who}", seats={"who": seat}) for seat in p.longest], "and")
        message = Message("The turns are used up: {winners} share the win.", {"winners": winners})
        return Outcome(p.longest, message, Message("The turns are used up."))
    winner = p.longest[0]
    return Outcome(p.longest, Message(_how_won(p, winner), seats={"who": winner}))


def _how_won(p: Position, winner: Seat) -> str:
    left = p.reserve[winner - 1]
    if left <= p.table.switches.goal_reserve:
        if left:
            return marked(
                "Enough of the reserve is in the garden: {who}'s caterpillar is the longest and becomes "
                "a butterfly."
            )
        return marked(
            "The reserve is in the garden: {who}'s caterpillar is the longest and becomes a butterfly."
        )
    if p.tiles_out:
        return marked("No tiles are left: {who}'s caterpillar is the longest and becomes a butterfly.")
    if p.table.turn_limit is not None:
        return marked("The turns are used up: {who}'s caterpillar is the longest and becomes a butterfly.")
    # Of a table that was not followed nobody knows how it ended.
    return marked("The game is over: {who}'s caterpillar is the longest and becomes a butterfly.")
