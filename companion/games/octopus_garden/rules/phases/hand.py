"""The hand: planting tokens, and what there is no room for (sections 8.1, 10.2.5 and 10.2.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Plant
from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import Code
from companion.games.octopus_garden.rules.flow import enter_moves
from companion.games.octopus_garden.rules.position import (
    P,
    Position,
    into_bag,
    out_of_game,
    told,
    with_garden,
)
from companion.games.octopus_garden.rules.results.groups import with_bonuses
from companion.games.octopus_garden.rules.sentences.words import called
from companion.rules.game import Reason
from companion.rules.kit.words import reason

SWEPT: Final = frozenset({"TR", "RE"})
"""What a diver takes out of the game."""


def room_for(p: Position, code: Code) -> tuple[Space, ...]:
    """Give the spaces on which the active seat may plant a token."""
    return p.own.free_anemones() if code == "BX" else p.own.empty


def legal_plants(p: Position, seat: int) -> Iterator[Plant]:
    """Every token of the hand on every space that is open to it."""
    for code in dict.fromkeys(p.hand):
        for space in room_for(p, code):
            yield Plant(seat, code, space)


def explain_plant(p: Position, action: Plant) -> Reason:
    """Why that token may not be planted there."""
    if action.code not in p.hand:
        return reason("8.1", "There is no {what} in your hand.", what=called(action.code))
    if action.space in p.own.board.printed:
        return reason("OG-R02", "Nothing is planted on a printed oyster.")
    if action.code == "BX":
        return reason("OG-M28", "A boxer crab goes onto an anemone without an animal.")
    return reason("OG-R14", "{space} is not an empty space.", space=action.space)


def plant(p: P, action: Plant) -> P:
    """Lay a token of the hand into the garden, with what follows from it."""
    left = list(p.hand)
    left.remove(action.code)
    p = laid(replace(p, hand=tuple(left)), action.code, action.space)
    return plant_on(p)


def laid(p: P, code: Code, space: Space) -> P:
    """Lay a token into the active garden: a diver clears it, groups attract their fish."""
    if code == "DV":
        return _dived(p)
    p = with_garden(p, p.active, p.own.planted(code, space))
    return with_bonuses(p, p.active, space)


def _dived(p: P) -> P:
    found = [token.code for _, token in p.own.tokens() if token.code in SWEPT]
    return out_of_game(with_garden(p, p.active, cleared(p.own)), "DV", *found)


def cleared(garden: Garden) -> Garden:
    """Take away all trash and relics, carried homes too, as a diver does (OG-M20)."""
    names = [token.name for _, token in garden.tokens() if token.code in SWEPT]
    return garden.without(*names).linked()


def plant_on(p: P) -> P:
    """Go on with the hand: open the next chest, plant the next token, or lose what has no room."""
    if p.chests:
        return replace(p, phase="CHEST")
    if any(room_for(p, code) for code in p.hand):
        return replace(p, phase="PLANT")
    if p.hand:
        p = told(p, p.active, f"lost {','.join(p.hand)}")
    crabs = tuple(code for code in p.hand if code == "BX")
    others = tuple(code for code in p.hand if code != "BX")
    return enter_moves(replace(out_of_game(into_bag(p, *crabs), *others), hand=()))
