"""Mimic octopuses: declared to be an anemone or a seagrass (10.2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.game import Reason, Seat
from companion.rules.games.octopus_garden.actions import Mimic
from companion.rules.games.octopus_garden.board import Space
from companion.rules.games.octopus_garden.garden import Garden
from companion.rules.games.octopus_garden.groups import entitlement, fish_left, with_bonuses
from companion.rules.games.octopus_garden.position import P, Position, entitled_to, with_garden
from companion.rules.games.octopus_garden.tokens import GROUP_KINDS, GroupKind, Token
from companion.rules.words import reason


def _unused(garden: Garden, space: Space) -> Token | None:
    """Give the mimic on a space that was not declared yet."""
    return next((t for t in garden.at(space) if t.code == "MO" and not t.acts_as), None)


def _declared(p: P, seat: Seat, space: Space, mimic: Token, kind: GroupKind) -> P:
    garden = p.garden[seat - 1].swapped(replace(mimic, acts_as=kind))
    return with_bonuses(with_garden(p, seat, garden), seat, space, mimic.name)


def _completes(p: Position, seat: Seat, mimic: Token, kind: GroupKind) -> bool:
    """Whether the declaration earns a bonus at once (OG-M01)."""
    garden = p.garden[seat - 1].swapped(replace(mimic, acts_as=kind))
    after = with_garden(p, seat, garden)
    return entitlement(after, seat, kind, mimic.name) > entitled_to(p, seat, kind)


def legal_mimics(p: Position, seat: Seat) -> Iterator[Mimic]:
    """Every declaration that earns a fish at once (OG-M01)."""
    if "mimic" not in p.table.modules:
        return
    for space, mimic in p.garden[seat - 1].having("MO"):
        for kind in GROUP_KINDS:
            if not mimic.acts_as and fish_left(p, kind) and _completes(p, seat, mimic, kind):
                yield Mimic(seat, space, kind)


def may_declare(p: Position, seat: Seat) -> bool:
    """Whether a seat has a mimic that could be declared now."""
    return next(legal_mimics(p, seat), None) is not None


def explain_mimic(p: Position, action: Mimic) -> Reason:
    """Why that may not be declared."""
    mimic = _unused(p.garden[action.by - 1], action.space)
    if mimic is None:
        return reason("10.2.1", "There is no unused mimic octopus on {space}.", space=action.space)
    if not fish_left(p, action.kind):
        return reason("10.2.1", "There is no bonus fish left for it.")
    return reason("OG-M01", "The mimic octopus would not complete a group.")


def declare(p: P, action: Mimic) -> P:
    """Turn the mimic over and take the fish."""
    mimic = _unused(p.garden[action.by - 1], action.space)
    return p if mimic is None else _declared(p, action.by, action.space, mimic, action.kind)
