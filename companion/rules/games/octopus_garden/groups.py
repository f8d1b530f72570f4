"""Groups of plants and the bonus fish that they attract (section 8.2)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.rules.game import Seat
from companion.rules.games.octopus_garden.board import Space
from companion.rules.games.octopus_garden.box import BONUSES
from companion.rules.games.octopus_garden.garden import Garden
from companion.rules.games.octopus_garden.position import Fish, P, Position, entitled_to, replaced, told
from companion.rules.games.octopus_garden.tokens import GROUP_KINDS, GroupKind, Token

Group = tuple[Space, ...]


@lru_cache(maxsize=256)
def groups(garden: Garden, kind: GroupKind, *, mimics: bool = True, fresh: str = "") -> tuple[Group, ...]:
    """Give the connected groups of anemones, or of seagrasses, the largest first.

    Covered tokens count (OG-R11). Used mimics count as what they were declared to be; without
    ``mimics`` only the one called ``fresh`` does (OG-M02).
    """

    def counts(token: Token) -> bool:
        return token.code == kind or (token.acts_as == kind and (mimics or token.name == fresh))

    left = {space: None for space, token in garden.tokens() if counts(token)}
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


def entitlement(p: Position, seat: Seat, kind: GroupKind, fresh: str = "") -> int:
    """Give ``E`` of section 8.2: for every group its size over the group size, rounded down."""
    size = p.table.box.group_size[kind]
    found = groups(p.garden[seat - 1], kind, mimics=p.table.mimic_stays, fresh=fresh)
    return sum(len(group) // size for group in found)


def fish_left(p: Position, kind: GroupKind) -> tuple[int, ...]:
    """Give the values still in the stack that a kind of plant attracts, top first."""
    return p.stack[GROUP_KINDS.index(kind)]


def with_bonuses(p: P, seat: Seat, at: Space | None = None, fresh: str = "") -> P:
    """Check a garden's groups and take the bonus fish that are due.

    Parameters
    ----------
    at : Space, optional
        Where the change was: the group there is the one that is remembered with the fish.
    fresh : str
        The name of the mimic that is being declared.
    """
    for kind in GROUP_KINDS:
        due = entitlement(p, seat, kind, fresh) - entitled_to(p, seat, kind)
        for _ in range(due):
            p = _granted(p, seat, kind, _group(p, seat, kind, at, fresh))
    return p


def _group(p: Position, seat: Seat, kind: GroupKind, at: Space | None, fresh: str) -> Group:
    """Find the group that a fish is for: the one there, or one that has brought fewer than its size says.

    A coconut octopus moves several tokens before the groups are checked: no one space stands for all.
    """
    found = groups(p.garden[seat - 1], kind, mimics=p.table.mimic_stays, fresh=fresh)
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
