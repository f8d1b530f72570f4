"""Butterflies for closed patches: from the supply or off a flower (R31 to R33, G12, G29)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Perch, Source
from companion.games.papillon.rules.data.box import Node
from companion.games.papillon.rules.data.regions import closed_patches
from companion.games.papillon.rules.flow import after_gardening
from companion.games.papillon.rules.position import Flower, P, Perched, Position, added, put
from companion.games.papillon.rules.sentences.words import flower_called, part_called
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import reason


def with_patches_due(p: P, seat: Seat) -> P:
    """Let the patches that are closed and not yet rewarded get their due (R31)."""
    return _without_butterflies(replace(p, due=put(p.due, seat, newly_closed(p, seat))), seat)


def newly_closed(p: Position, seat: Seat) -> tuple[Node, ...]:
    """Find the patches of a garden that are closed and not yet rewarded."""
    closed = [region.key for region in closed_patches(p.box, p.garden[seat - 1])]
    return tuple(key for key in closed if key not in p.closed_seen[seat - 1])


def _without_butterflies(p: P, seat: Seat) -> P:
    """Where no butterfly is left at all, the patches due get none (R32)."""
    if next(_carriers(p, seat), None) is not None:
        return p
    seen = tuple(sorted((*p.closed_seen[seat - 1], *p.due[seat - 1])))
    return replace(p, due=put(p.due, seat, ()), closed_seen=put(p.closed_seen, seat, seen))


def _carriers(p: Position, seat: Seat) -> Iterator[Source]:
    if p.bf[seat - 1]:
        yield "supply"
    for flower in p.flower:
        if flower.count[seat - 1]:
            yield flower.id


def sources(p: Position, seat: Seat) -> tuple[Source, ...]:
    """Give where a butterfly can come from: the supply, and flowers that carry one of the seat's."""
    return tuple(_carriers(p, seat))


def take_butterfly(p: P, seat: Seat, source: Source) -> P:
    """Take a butterfly from there; off a flower it counts no longer, from this moment (R46)."""
    if source == "supply":
        return replace(p, bf=added(p.bf, seat, -1))
    return on_flower(p, seat, source, -1)


def on_flower(p: P, seat: Seat, name: str, change: int) -> P:
    """Add butterflies of a seat to a flower."""
    return replace(p, flower=tuple(_changed(flower, seat, name, change) for flower in p.flower))


def _changed(flower: Flower, seat: Seat, name: str, change: int) -> Flower:
    return replace(flower, count=added(flower.count, seat, change)) if flower.id == name else flower


def why_no_butterfly(p: Position, seat: Seat, source: Source) -> Reason | None:
    """Why no butterfly can be taken from there."""
    if source == "supply" and not p.bf[seat - 1]:
        return reason("R32", "Your supply is empty: take a butterfly from a flower.")
    if source not in sources(p, seat):
        return reason("R31", "The {flower} carries no butterfly of yours.", flower=flower_called(source))
    return None


def legal_perches(p: Position, seat: Seat) -> Iterator[Perch]:
    """Every patch due with every butterfly; none at all with ``perch`` optional (O8)."""
    found: tuple[Source, ...] = sources(p, seat)
    if p.table.may_leave_patch:
        found = (*found, "none")
    return (Perch(seat, key, source) for key in p.due[seat - 1] for source in found)


def why_not_perch(p: Position, action: Perch) -> Reason | None:
    """Why that butterfly cannot be put on that patch."""
    if action.patch in p.closed_seen[action.by - 1]:
        return reason("R33", "That patch has had its butterfly.")
    if not p.done[action.by - 1] and action.patch in newly_closed(p, action.by):
        return reason("R31", "A patch gets its butterfly when all tiles are laid, and you have said so.")
    if action.patch not in p.due[action.by - 1]:
        return reason("R31", "You have not closed the {patch}.", patch=part_called(action.patch, p.box))
    if action.source == "none":
        if p.table.may_leave_patch:
            return None
        return reason("R32", "Every closed patch gets a butterfly.")
    return why_no_butterfly(p, action.by, action.source)


def apply_perch(p: P, action: Perch) -> P:
    """Put a butterfly on a patch; after the last one of all gardens the butterflies fly."""
    seat, key = action.by, action.patch
    perched = replace(
        p,
        due=put(p.due, seat, tuple(other for other in p.due[seat - 1] if other != key)),
        closed_seen=put(p.closed_seen, seat, tuple(sorted((*p.closed_seen[seat - 1], key)))),
    )
    if action.source != "none":
        waiting = (*p.on_patch[seat - 1], _perched(p, seat, key))
        perched = replace(
            take_butterfly(perched, seat, action.source),
            on_patch=put(p.on_patch, seat, tuple(sorted(waiting, key=lambda patch: patch.key))),
        )
    return after_gardening(_without_butterflies(perched, seat))


def _perched(p: Position, seat: Seat, key: Node) -> Perched:
    patch = next(patch for patch in closed_patches(p.box, p.garden[seat - 1]) if patch.key == key)
    return Perched(key, patch.type, patch.size)
