"""Worm and item tiles going to and fro between the supply and the colours."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.it_happens.rules.data.mounds import WORM
from companion.games.it_happens.rules.position import Find, P, Position, changed, put
from companion.games.it_happens.rules.table import Colour
from companion.rules.game import Seat


def collects(p: Position, colour: Colour) -> bool:
    """Whether a colour takes items and worms at all (IH-R23)."""
    return colour != p.table.neutral or p.table.imaginary_collects_all


def take_worm(p: P, colour: Colour) -> P:
    """Give a colour a worm tile. The supply must have one."""
    return replace(p, worms=changed(p.worms, colour, 1), worm_supply=p.worm_supply - 1)


def pay_worm(p: P, colour: Colour) -> P:
    """Put one of a colour's worm tiles back (section 8.6)."""
    return replace(p, worms=changed(p.worms, colour, -1), worm_supply=p.worm_supply + 1)


def take_picture(p: P, seat: Seat, colour: Colour, picture: str) -> P:
    """Take the tile that a die found, if the supply has one (section 8.7, 8.8)."""
    if not collects(p, colour):
        return p
    if picture == WORM:
        found = Find(seat, colour, WORM, p.worm_supply > 0)
        return replace(take_worm(p, colour) if found.taken else p, found=found)
    kind = p.table.mounds.types.index(picture)
    found = Find(seat, colour, picture, p.item_supply[kind] > 0)
    return replace(_take_item(p, colour, kind) if found.taken else p, found=found)


def _take_item(p: P, colour: Colour, kind: int) -> P:
    items = put(p.items, colour, changed(p.items[colour], kind, 1))
    return replace(p, items=items, item_supply=changed(p.item_supply, kind, -1))
