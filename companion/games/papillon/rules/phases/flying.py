"""Butterflies fly to the flowers, and what a bonus token brings (R35 to R41, R51)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Bonus, Fly
from companion.games.papillon.rules.flow import after_flight
from companion.games.papillon.rules.phases.perching import (
    on_flower,
    sources,
    take_butterfly,
    why_no_butterfly,
)
from companion.games.papillon.rules.position import P, Perched, Position, put
from companion.games.papillon.rules.sentences.words import COLOUR_NAMES, flower_called, part_called
from companion.rules.game import Reason
from companion.rules.kit.words import reason

BONUS_SIZE: Final = 3
"""A patch of so many tiles takes the flower's bonus token (R38)."""


def _waiting(p: Position, key: str) -> Perched | None:
    return next((patch for patch in p.on_patch[p.to_move - 1] if patch.key == key), None)


def legal_flights(p: Position) -> Iterator[Fly]:
    """Every patch with a butterfly, to every flower of its colour (R36)."""
    for patch in p.on_patch[p.to_move - 1]:
        for flower in p.flower:
            if flower.colour == patch.colour:
                yield Fly(p.to_move, patch.key, flower.id)


def why_not_fly(p: Position, action: Fly) -> Reason | None:
    """Why that butterfly cannot fly there."""
    patch = _waiting(p, action.patch)
    if patch is None:
        where = part_called(action.patch, p.box)
        return reason("R36", "No butterfly of yours waits on the {patch}.", patch=where)
    flower = p.flower_of(action.flower)
    if flower is None:
        return reason("R54", "The {flower} is not in this game.", flower=flower_called(action.flower))
    if flower.colour != patch.colour:
        colour = COLOUR_NAMES[patch.colour]
        return reason("R36", "The butterfly of a {colour} patch flies to a {colour} flower.", colour=colour)
    return None


def apply_fly(p: P, action: Fly) -> P:
    """Let a butterfly fly; a patch of three or more takes the token that is there (R37, R38)."""
    seat = action.by
    left = tuple(patch for patch in p.on_patch[seat - 1] if patch.key != action.patch)
    flown = on_flower(replace(p, on_patch=put(p.on_patch, seat, left)), seat, action.flower, 1)
    patch, flower = _waiting(p, action.patch), p.flower_of(action.flower)
    if patch and flower and flower.token and patch.size >= BONUS_SIZE:
        flowers = (replace(f, token=False) if f.id == action.flower else f for f in flown.flower)
        return replace(flown, flower=tuple(flowers), phase="BONUS", bonus_at=action.flower)
    return after_flight(flown)


def legal_bonuses(p: Position) -> Iterator[Bonus]:
    """One more from the supply or from another flower, or none (R40)."""
    seat = p.to_move
    for source in sources(p, seat):
        if source != p.bonus_at:
            yield Bonus(seat, source)
    yield Bonus(seat, "none")


def why_not_bonus(p: Position, action: Bonus) -> Reason | None:
    """Why the extra butterfly cannot come from there."""
    if action.source == "none":
        return None
    if action.source == p.bonus_at:
        return reason("R40", "The extra butterfly comes from your supply or from another flower.")
    return why_no_butterfly(p, action.by, action.source)


def apply_bonus(p: P, action: Bonus) -> P:
    """Add the extra butterfly to the same flower; it triggers nothing (R40, R41)."""
    if action.source == "none":
        return after_flight(p)
    return after_flight(on_flower(take_butterfly(p, action.by, action.source), action.by, p.bonus_at, 1))
