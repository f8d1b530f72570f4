"""What somebody may have meant whose table looks otherwise; and positions that are alike.

A garden has no outside by which its cells could be named: turned as a whole, or counted from another
tile, it is the same garden (property I18).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Bid, Draft, Fly, Lay, Perch
from companion.games.papillon.rules.checks.lying import butterfly, gardener, lying
from companion.games.papillon.rules.data.board import FLOWERS, HIGHEST_BID, LINES, SPACES, ZEROS
from companion.games.papillon.rules.data.garden import Garden, Laid, Spot
from companion.games.papillon.rules.phases.bidding import legal_bids
from companion.games.papillon.rules.phases.drafting import lying_in, wins_gnome
from companion.games.papillon.rules.phases.perching import newly_closed, on_flower
from companion.games.papillon.rules.position import Position
from companion.rules.abilities import Attempt
from companion.rules.game import Action, Lying, Seat
from companion.rules.message import Message, together

_Shape = tuple[tuple[str, int, int, int, int], ...]


def attempts(p: Position, seen: Lying) -> Iterator[Attempt]:
    """Give what may have been meant, the plainest first."""
    match p.phase:
        case "GARDEN":
            for seat in p.gardening:
                yield from _lays(p, seat, seen)
                yield from _perches(p, seat, seen)
        case "BID":
            yield from _bids(p, seen)
        case "DRAFT":
            yield from _drafts(p, seen)
        case "FLY":
            yield from _flights(p, seen)


def _lays(p: Position, seat: Seat, seen: Lying) -> Iterator[Attempt]:
    """Each tile that lies in a garden and not in the record, wherever it lies."""
    zone, now = f"garden-{seat}", lying(p)
    held = now[zone]
    for cell, kind in seen.get(zone, {}).items():
        if held.get(cell) != kind:
            tile, _, turns = kind.rpartition("-")
            x, y = map(int, cell.split(","))
            meant = {**now, zone: {**held, cell: kind}}
            yield Attempt(Lay(seat, tile, Spot(x, y, int(turns))), meant)


def _perches(p: Position, seat: Seat, seen: Lying) -> Iterator[Attempt]:
    """A butterfly was lifted off a flower for a patch that is closed, before the garden is finished."""
    for key in () if p.done[seat - 1] else newly_closed(p, seat):
        for flower in p.flower:
            zone, mine = f"clips-{flower.id}", butterfly(p, seat)
            if zone in seen and list(seen[zone].values()).count(mine) == flower.count[seat - 1] - 1:
                yield Attempt(
                    Perch(seat, key, flower.id), lying(on_flower(p, seat, flower.id, -1)), begun=True
                )


def _bids(p: Position, seen: Lying) -> Iterator[Attempt]:
    """The bidder's gardener stands on a bid space; the last one's way back to the order is still to come."""
    bidder, now = gardener(p, p.to_move), lying(p)
    order = {place: kind for place, kind in now["order"].items() if kind != bidder}
    for place, kind in seen.get("bids", {}).items():
        if kind == bidder and place not in ZEROS[1:]:
            amount = 0 if place in ZEROS else int(place)
            bid = Bid(p.to_move, min(amount, HIGHEST_BID))
            zeros = (p.to_move, *p.bid_zero) if not amount else p.bid_zero
            track = {zero: gardener(p, seat) for zero, seat in zip(ZEROS, zeros, strict=False)}
            numbers = {name: who for name, who in now["bids"].items() if name not in ZEROS}
            meant = {**now, "order": order, "bids": {**numbers, **track, place: kind}}
            yield Attempt(bid, meant, begun=amount in [each.amount for each in legal_bids(p)])


def _drafts(p: Position, seen: Lying) -> Iterator[Attempt]:
    """Some tiles of a line have been taken, and others of it still lie there."""
    now = lying(p)
    left, leaves = set(seen.get("staircase", {})), set(seen.get("tokens", {}))
    there = {space for space, tile in zip(SPACES, p.board, strict=True) if tile}
    gone = there - left
    for line, spaces in LINES.items():
        if gone and gone <= set(spaces):
            meant = {
                **now,
                "staircase": {space: kind for space, kind in now["staircase"].items() if space in left},
                "tokens": {space: kind for space, kind in now["tokens"].items() if space in leaves},
                "shed": seen.get("shed", {}),
            }
            yield Attempt(Draft(p.to_move, line), meant, begun=True)


def only_begins(p: Position, action: Action) -> bool:
    """Whether all that an action shows may be the beginning of another, or of none.

    So it is with the last tile of a line, where the other line through its space holds more; a gnome that
    goes with it tells which line it was. And a butterfly that is lifted off a flower may still be held in
    hand: none on a patch is seen (2.4), and who has not said to be done may yet move tiles (R28).
    """
    if isinstance(action, Perch):
        return action.source in FLOWERS
    if not isinstance(action, Draft) or wins_gnome(p, action.line):
        return False
    tiles = set(lying_in(p, action.line))
    return len(tiles) == 1 and any(tiles < set(lying_in(p, line)) for line in LINES)


def _flights(p: Position, seen: Lying) -> Iterator[Attempt]:
    """A butterfly has come to a flower to which no patch of its owner sends it."""
    now, mine = lying(p), butterfly(p, p.to_move)
    for flower in p.flower:
        zone = f"clips-{flower.id}"
        new = {cell for cell, kind in seen.get(zone, {}).items() if kind == mine} - set(now[zone])
        if not new:
            continue
        for patch in p.on_patch[p.to_move - 1]:
            cells = {**now[zone], min(new): mine}
            waiting = {key: kind for key, kind in now[f"perched-{p.to_move}"].items() if key != patch.key}
            meant = {**now, zone: cells, f"perched-{p.to_move}": waiting}
            yield Attempt(Fly(p.to_move, patch.key, flower.id), meant)


def tell_apart(positions: Sequence[Position]) -> tuple[Message, tuple[Message, ...]] | None:
    """Ask for a purse, where several bids lead to the same order: that of the last bidder tells most."""
    purses = {seat: [p.cat[seat - 1] for p in positions] for seat in range(1, positions[0].seats + 1)}
    telling = [seat for seat, held in purses.items() if len(set(held)) == len(positions)]
    if not telling:
        return None
    seat = max(telling, key=lambda each: max(purses[each]) - min(purses[each]))
    question = together(
        Message("The gardeners stand in the same order after several bids."),
        Message("How many caterpillars does {who} have now?", seats={"who": seat}),
    )
    return question, tuple(Message("{n}", {"n": p.cat[seat - 1]}) for p in positions)


def alike(p: Position, other: Position) -> bool:
    """Whether two positions differ in nothing but how gardens are turned and counted."""
    p = replace(p, news=other.news)
    if p.garden == other.garden:
        return p == other
    shapes = [tuple(map(_shape, each.garden)) for each in (p, other)]
    return shapes[0] == shapes[1] and replace(p, garden=other.garden) == other


def _shape(garden: Garden) -> _Shape:
    """Give a garden in one of its turns, counted from its corner: the same for all that are alike."""
    if not garden:
        return ()
    return min(_from_corner(_turned(garden, turns)) for turns in range(4))


def _turned(garden: Garden, turns: int) -> list[Laid]:
    """Turn a garden clockwise by quarter turns."""
    tiles = list(garden)
    for _ in range(turns):
        tiles = [replace(laid, x=-laid.y, y=laid.x, rot=(laid.rot + 1) % 4) for laid in tiles]
    return tiles


def _from_corner(garden: list[Laid]) -> _Shape:
    left, top = min(laid.x for laid in garden), min(laid.y for laid in garden)
    return tuple(sorted((laid.tile, laid.x - left, laid.y - top, laid.rot, laid.round) for laid in garden))
