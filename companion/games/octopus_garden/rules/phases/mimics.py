"""Mimic octopuses: declared to be an anemone or a seagrass (10.2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Mimic
from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import GROUP_KINDS, GroupKind, Token
from companion.games.octopus_garden.rules.position import P, Position, with_garden
from companion.games.octopus_garden.rules.results.groups import BY_SIZE, fish_left, next_earner, with_bonuses
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import listed, reason


def _unused(garden: Garden) -> dict[Space, Token]:
    """Give the mimics that were not declared yet, by their spaces."""
    return {space: mimic for space, mimic in garden.having("MO") if not mimic.acts_as}


def _declared(p: P, seat: Seat, mimics: Sequence[Token], kind: GroupKind) -> P:
    garden = p.garden[seat - 1]
    for mimic in mimics:
        garden = garden.swapped(replace(mimic, acts_as=kind))
    return with_garden(p, seat, garden)


def _completes(p: Position, seat: Seat, mimics: Sequence[Token], kind: GroupKind) -> bool:
    """Whether these declarations together earn a bonus at once (OG-M01)."""
    names = tuple(mimic.name for mimic in mimics)
    return next_earner(_declared(p, seat, mimics, kind), seat, kind, declared=names) is not None


def legal_mimics(p: Position, seat: Seat) -> Iterator[Mimic]:
    """Every declaration that earns a fish at once, of one mimic or of several together (OG-M01).

    Several are declared together only where each of them is needed.
    """
    for kind in GROUP_KINDS if "mimic" in p.table.modules else ():
        if fish_left(p, kind) and _may_declare_as(p, seat, kind):
            for spaces in _needed_together(p, seat, kind):
                yield Mimic(seat, spaces[0], kind, spaces[1:])


def _needed_together(p: Position, seat: Seat, kind: GroupKind) -> Iterator[tuple[Space, ...]]:
    unused = _unused(p.garden[seat - 1])
    found: list[frozenset[Space]] = []
    for number in range(1, _most_together(p, kind) + 1):
        for spaces in combinations(unused, number):
            enough = any(known <= set(spaces) for known in found)
            if not enough and _completes(p, seat, [unused[space] for space in spaces], kind):
                found.append(frozenset(spaces))
                yield in_order(spaces)


def _most_together(p: Position, kind: GroupKind) -> int:
    return 1 if p.table.rules == BY_SIZE else p.table.box.group_size[kind]


def in_order(spaces: Sequence[Space]) -> tuple[Space, ...]:
    """Put spaces in the order in which the notation names them: by row, then by number."""
    return tuple(sorted(spaces, key=lambda space: (space[0], int(space[1:]))))


def _may_declare_as(p: Position, seat: Seat, kind: GroupKind) -> bool:
    unused = list(_unused(p.garden[seat - 1]).values())
    if p.table.rules == BY_SIZE:
        return any(_completes(p, seat, [mimic], kind) for mimic in unused)
    # Where some of them complete a group, all of them do.
    return bool(unused) and _completes(p, seat, unused, kind)


def may_declare(p: Position, seat: Seat) -> bool:
    """Whether a seat has mimics that could be declared now."""
    if "mimic" not in p.table.modules:
        return False
    return any(fish_left(p, kind) and _may_declare_as(p, seat, kind) for kind in GROUP_KINDS)


def explain_mimic(p: Position, action: Mimic) -> Reason:
    """Why that may not be declared."""
    unused = _unused(p.garden[action.by - 1])
    if len(set(action.spaces)) < len(action.spaces):
        return reason("10.2.1", "A mimic octopus is named twice.")
    missing = [space for space in action.spaces if space not in unused]
    if missing:
        return reason("10.2.1", "There is no unused mimic octopus on {space}.", space=missing[0])
    if not fish_left(p, action.kind):
        return reason("10.2.1", "There is no bonus fish left for it.")
    needless = [
        space
        for space in action.spaces
        if _completes(p, action.by, [unused[other] for other in action.spaces if other != space], action.kind)
    ]
    if needless:
        text = "The group is complete without the mimic octopus on {space}."
        return reason("OG-M01", text, space=listed(needless))
    if len(action.spaces) > 1:
        return reason("OG-M01", "These mimic octopuses would not complete a group together.")
    return reason("OG-M01", "The mimic octopus would not complete a group.")


def declare(p: P, action: Mimic) -> P:
    """Turn the mimics over and take the fish."""
    unused = _unused(p.garden[action.by - 1])
    mimics = [unused[space] for space in action.spaces if space in unused]
    names = tuple(mimic.name for mimic in mimics)
    return with_bonuses(_declared(p, action.by, mimics, action.kind), action.by, action.space, names)
