"""A tile that somebody has drawn out of a bag and lays down, or shows to a phone.

While a seat is about to draw a tile, any tile in view that may come is the drawn one. It may lie beside the
garden, among waiting tiles, or alone before a lens. If two tiles in view may come, the referee does not
guess.
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.layout import Layout
from companion.rules.game import CHANCE, Lying, State
from companion.sighting import EMPTY, CellSighting, MosaicSighting, SheetSighting, Sighting

SURELY: Final = 1e-5
"""How often the reader confuses two markers."""


class Awaited(NamedTuple):
    """The tiles that chance may bring now: their zone, and what lies there after each kind."""

    zone: str
    outcomes: dict[str, dict[str, str]]


def awaited(layout: Layout, state: State) -> Awaited | None:
    """Say which tiles chance may bring to those that wait, and into which zone; None where it brings none."""
    if layout.mosaic is None or CHANCE not in state.actors:
        return None
    before = state.lying()
    zone, outcomes = "", dict[str, dict[str, str]]()
    for action, _ in state.odds():
        after = state.after(action).lying()
        zone = zone or _changed(before, after)
        if not zone.startswith(f"{layout.mosaic.waiting}-"):
            return None
        cells = after.get(zone, {})
        new = Counter(cells.values()) - Counter(before.get(zone, {}).values())
        outcomes |= dict.fromkeys(new, cells)
    return Awaited(zone, outcomes) if outcomes else None


def _changed(before: Lying, after: Lying) -> str:
    """Name the only zone in which two positions differ."""
    zones = [zone for zone in {**before, **after} if before.get(zone, {}) != after.get(zone, {})]
    return zones[0] if len(zones) == 1 else ""


def split_off(sighting: Sighting, expected: Awaited) -> tuple[Sighting, SheetSighting | None]:
    """Separate the tiles that may come now from the joined ones; give the zone of the drawn tile."""
    drawn = [
        (seen, piece) for seen in sighting.mosaics for piece in seen.pieces if piece.kind in expected.outcomes
    ]
    if not drawn:
        return sighting, None
    rest = tuple(left for seen in sighting.mosaics if (left := _without(seen, expected)).pieces)
    sighting = replace(sighting, mosaics=rest)
    if len(drawn) > 1:
        return sighting, None
    seen, piece = drawn[0]
    cells = {
        cell: CellSighting({kind: log(1 - SURELY), EMPTY: log(SURELY)}, covered=kind != piece.kind)
        for cell, kind in expected.outcomes[piece.kind].items()
    }
    at = (piece.centre_px,) * 4
    return sighting, SheetSighting(
        expected.zone, at, seen.homography, 0.0, {expected.zone: cells}, elsewhere=True
    )


def _without(seen: MosaicSighting, expected: Awaited) -> MosaicSighting:
    return replace(seen, pieces=tuple(each for each in seen.pieces if each.kind not in expected.outcomes))
