"""Groups of plants and the bonus fish that they attract (section 8.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from companion.games.octopus_garden.rules.data.board import Space
from companion.games.octopus_garden.rules.data.box import BONUSES
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import GROUP_KINDS, GroupKind, Token
from companion.games.octopus_garden.rules.position import (
    Fish,
    P,
    Position,
    entitled_to,
    replaced,
    told,
    with_garden,
)
from companion.rules.game import Seat

Group = tuple[Space, ...]

BY_SIZE: Final = "1"
"""The version of the rules in which the sizes of all groups together told how many fish were due."""


@lru_cache(maxsize=256)
def groups(
    garden: Garden, kind: GroupKind, *, mimics: bool = True, declared: tuple[str, ...] = ()
) -> tuple[Group, ...]:
    """Give the connected groups of anemones, or of seagrasses, the largest first.

    Covered tokens count (OG-R11). Used mimics count as what they were declared to be; without
    ``mimics`` only those called ``declared`` do (OG-M02).
    """
    left = {space: None for space, token in garden.tokens() if counts_as(token, kind, mimics, declared)}
    found = []
    while left:
        group = [left.popitem()[0]]
        for space in group:
            near = [other for other in garden.board.neighbours[space] if other in left]
            group += near
            for other in near:
                del left[other]
        found.append(tuple(sorted(group, key=garden.board.place.__getitem__)))
    return tuple(sorted(found, key=lambda group: (-len(group), garden.board.place[group[0]])))


def counts_as(token: Token, kind: GroupKind, mimics: bool, declared: tuple[str, ...]) -> bool:
    """Whether a token counts in groups of that kind."""
    return token.code == kind or (token.acts_as == kind and (mimics or token.name in declared))


def entitlement(p: Position, seat: Seat, kind: GroupKind, declared: tuple[str, ...] = ()) -> int:
    """Give ``E`` of section 8.2: for every group its size over the group size, rounded down."""
    size = p.table.box.group_size[kind]
    found = groups(p.garden[seat - 1], kind, mimics=p.table.mimic_stays, declared=declared)
    return sum(len(group) // size for group in found)


def fish_left(p: Position, kind: GroupKind) -> tuple[int, ...]:
    """Give the values still in the stack that a kind of plant attracts, top first."""
    return p.stack[GROUP_KINDS.index(kind)]


def with_bonuses(p: P, seat: Seat, at: Space | None = None, declared: tuple[str, ...] = ()) -> P:
    """Check a garden's groups and take the bonus fish that are due (OG-R08).

    Parameters
    ----------
    at : Space, optional
        Where the change was: of several groups to which a fish is due the one there is the first.
    declared : tuple of str
        The names of the mimics that are being declared.
    """
    for kind in GROUP_KINDS:
        while earner := next_earner(p, seat, kind, at, declared):
            group, used = earner
            p = with_garden(p, seat, p.garden[seat - 1].used_up(*used))
            p = _granted(p, seat, kind, group)
    return p


Earner = tuple[Group, tuple[str, ...]]
"""A group to which a fish is due, and the names of the tokens that it uses up."""


def next_earner(
    p: Position, seat: Seat, kind: GroupKind, at: Space | None = None, declared: tuple[str, ...] = ()
) -> Earner | None:
    """Give a group with enough tokens that are not used up: those longest in the garden are (OG-R08)."""
    garden, mimics = p.garden[seat - 1], p.table.mimic_stays
    size = p.table.box.group_size[kind]
    # A mimic that does not keep counting leaves its group one token short for good (OG-M02).
    by_size = p.table.rules == BY_SIZE or not mimics
    if by_size and entitlement(p, seat, kind, declared) <= entitled_to(p, seat, kind):
        return None
    if p.table.rules == BY_SIZE:
        return _short_group(p, seat, kind, at, declared), ()
    found = groups(garden, kind, mimics=mimics, declared=declared) if len(garden.fresh) >= size else ()
    for group in sorted(found, key=lambda group: at not in group):
        there = {t.name for s in group for t in garden.at(s) if counts_as(t, kind, mimics, declared)}
        unused = tuple(name for name in garden.fresh if name in there)
        if len(unused) >= size:
            return group, unused[:size]
    return None


def _short_group(
    p: Position, seat: Seat, kind: GroupKind, at: Space | None, declared: tuple[str, ...]
) -> Group:
    """Find the group that a fish is for: the one there, or one that has brought fewer than its size says.

    A coconut octopus moves several tokens before the groups are checked: no one space stands for all.
    """
    found = groups(p.garden[seat - 1], kind, mimics=p.table.mimic_stays, declared=declared)
    won = [fish.spaces for fish in p.won[seat - 1] if fish.bonus == BONUSES[kind]]
    size = p.table.box.group_size[kind]
    short = (g for g in found if len(g) // size > sum(not set(g).isdisjoint(spaces) for spaces in won))
    return next((g for g in found if at in g), None) or next(short, found[0])


def _granted(p: P, seat: Seat, kind: GroupKind, group: Group) -> P:
    """Grant one entitlement; it lapses where the stack is empty (OG-R12)."""
    number = GROUP_KINDS.index(kind)
    granted = replaced(p.entitled[seat - 1], number, p.entitled[seat - 1][number] + 1)
    p = replace(p, entitled=replaced(p.entitled, seat - 1, granted))
    values = fish_left(p, kind)
    if not values:
        return p
    fish = Fish(BONUSES[kind], values[0], group)
    p = replace(
        p,
        stack=replaced(p.stack, number, values[1:]),
        won=replaced(p.won, seat - 1, (*p.won[seat - 1], fish)),
    )
    return told(p, seat, f"bonus {fish.bonus} {fish.value}")
