"""Placing the rolled die (section 6; IH-R01..R03, R06, R32)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.it_happens.rules.actions import Place
from companion.games.it_happens.rules.data.spaces import Space, own_column, target, targets
from companion.games.it_happens.rules.data.tiles import take_picture
from companion.games.it_happens.rules.flow import next_turn
from companion.games.it_happens.rules.position import Die, P, Position, changed, put
from companion.rules.game import Reason
from companion.rules.kit.words import reason


def _rolled(p: Position) -> Die:
    assert p.rolled is not None  # noqa: S101 - the phase is ROLLED
    return p.rolled


def legal_places(p: Position) -> Iterator[Place]:
    """Every mound that is open to the rolled die."""
    return (Place(p.active_seat, name) for name in targets(p, _rolled(p).colour))


def why_not_place(p: Position, action: Place) -> Reason | None:
    """Why the die cannot go there."""
    if action.mound not in p.slots:
        return reason("IH-R06", "{mound} is not on the table.", mound=p.called(action.mound))
    slot = p.slots.index(action.mound)
    colour = _rolled(p).colour
    space = target(p, colour, slot)
    if space is None:
        if own_column(p.board[slot], colour) is not None:
            text = "That colour's column on {mound} is full, and it gets no second one there."
            return reason("IH-R03", text, mound=p.called(action.mound))
        return reason("IH-R32", "No column of {mound} is free.", mound=p.called(action.mound))
    if action.space:
        return _why_not_there(p, action, slot, space)
    return None


def _why_not_there(p: Position, action: Place, slot: int, space: Space) -> Reason:
    """Say where a die belongs that was put on a space by name (section 13)."""
    if action.space == str(space):
        # This speaks of the notation, in which nobody at the table plays.
        text = "The space follows from the rules: place {mound} says it."
        return reason("section 6", text, mound=action.mound)
    in_column = action.space.startswith(f"C{space.column}.")
    first = own_column(p.board[slot], _rolled(p).colour) is None
    rule = "IH-R01" if first and not in_column else "IH-R02"
    text = "That die belongs in column {column} of {mound}, lowest free space."
    return reason(rule, text, column=space.column, mound=p.called(action.mound))


def apply_place(p: P, action: Place) -> P:
    """Put the die on its target, take the picture's tile, end the turn (IH-R11)."""
    die, seat, slot = _rolled(p), p.active_seat, p.slots.index(action.mound)
    space = target(p, die.colour, slot)
    assert space is not None  # noqa: S101 - the mound is open
    columns, at = p.board[slot], space.column - 1
    columns = (*columns[:at], (*columns[at], die), *columns[at + 1 :])
    placed = replace(
        p,
        board=(*p.board[:slot], columns, *p.board[slot + 1 :]),
        hand=put(p.hand, seat - 1, changed(p.hand[seat - 1], die.colour, -1)),
        rolled=None,
    )
    picture = p.mounds[slot].columns[at][space.level - 1]
    return next_turn(take_picture(placed, seat, die.colour, picture) if picture else placed)
