"""What was seen in a picture, as `companion read` prints it: as JSON, and in words."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any, Final

from companion.sighting import EMPTY, CellSighting, LoosePiece, SheetSighting, Sighting
from vision.dice import ACCEPT_THRESHOLD

MOST_ODDS: Final = 6
"""So many kinds of a cell are told with their odds."""


def described(path: Path, sighting: Sighting, ms: float) -> dict[str, Any]:
    """Give what `read --json` prints for one picture."""
    return {
        "file": str(path),
        "size": list(sighting.size_px),
        "ms": round(ms, 1),
        "dice": [
            {
                "value": die.value,
                "odds": {str(value): round(odds, 4) for value, odds in die.odds.items()},
                "box": [round(number, 1) for number in die.box_px],
                "colour": die.colour,
                "confidence": round(die.confidence, 4),
                "accepted": die.accepted,
                "flags": list(die.flags),
            }
            for die in sighting.dice
        ],
        "sheets": [
            {
                "sheet": sheet.sheet,
                "px_per_mm": round(sheet.px_per_mm, 3),
                "homography": [float(f"{number:.9g}") for number in sheet.homography],
                "corners": [[round(x, 1), round(y, 1)] for x, y in sheet.corners_px],
                **_cells(sheet),
            }
            for sheet in sighting.sheets
        ],
        "mosaics": [
            [
                {
                    "tile": piece.kind,
                    "x": piece.x,
                    "y": piece.y,
                    "rot": piece.turns,
                    "off_mm": round(piece.off_mm, 1),
                    "askew_deg": round(piece.askew_deg, 1),
                    "centre": [round(number, 1) for number in piece.centre_px],
                }
                for piece in mosaic.pieces
            ]
            for mosaic in sighting.mosaics
        ],
        "pieces": [_loose(piece) for piece in sighting.pieces],
        "view": [problem.sentence for problem in sighting.view],
    }


def _loose(piece: LoosePiece) -> dict[str, Any]:
    """Give a piece that lies on no cell."""
    kind, log_p = piece.best()
    confidence = 0.0 if piece.strange else math.exp(log_p)
    likeliest = sorted(piece.log_p.items(), key=lambda each: -each[1])[:MOST_ODDS]
    return {
        "zone": piece.zone,
        "kind": "none-of-these" if piece.strange else kind,
        "confidence": round(confidence, 4),
        "accepted": confidence >= ACCEPT_THRESHOLD,
        "turn_deg": round(math.degrees(piece.turn_rad) % 360, 1),
        "centre": [round(number, 1) for number in piece.centre_px],
        "box": [round(number, 1) for number in piece.box_px],
        "odds": {name: round(math.exp(value), 5) for name, value in likeliest},
    }


def _cells(sheet: SheetSighting) -> dict[str, Any]:
    """Give the cells of a sheet by zone, and all in one; there an id of two zones is ``zone/cell``."""
    zones = {zone: {cell: _cell(seen) for cell, seen in cells.items()} for zone, cells in sheet.cells.items()}
    times = Counter(cell for cells in zones.values() for cell in cells)
    named = {
        cell if times[cell] == 1 else f"{zone}/{cell}": seen
        for zone, cells in zones.items()
        for cell, seen in cells.items()
    }
    return {"cells": named, "zones": zones}


def _cell(seen: CellSighting) -> dict[str, Any]:
    more = _of_taught(seen)
    if seen.covered:
        kind = "none-of-these" if seen.strange else "covered"
        return {"kind": kind, "confidence": 0.0, "accepted": False, **more}
    kind, log_p = seen.best()
    confidence = math.exp(log_p)
    accepted = confidence >= ACCEPT_THRESHOLD
    return {"kind": kind, "confidence": round(confidence, 4), "accepted": accepted, **more}


def _of_taught(seen: CellSighting) -> dict[str, Any]:
    """Give what a taught box says besides: the cell's place, the piece's turn, the likeliest kinds."""
    if seen.centre_px is None:
        return {}
    likeliest = sorted(seen.log_p.items(), key=lambda each: -each[1])[:MOST_ODDS]
    more: dict[str, Any] = {
        "centre": [round(number, 1) for number in seen.centre_px],
        "odds": {kind: round(math.exp(log_p), 5) for kind, log_p in likeliest},
    }
    if seen.turn_rad is not None and seen.best()[0] != EMPTY:
        more["turn_deg"] = round(math.degrees(seen.turn_rad) % 360, 1)
    return more


def in_words(path: Path, sighting: Sighting, ms: float) -> str:
    """Give what `read` prints for one picture."""
    dice = ", ".join(
        f"{' or '.join(map(str, die.likeliest)) or '?'} {die.colour} ({die.confidence:.0%})"
        + ("" if die.accepted else " - please check")
        for die in sighting.dice
    )
    number = "1 die" if len(sighting.dice) == 1 else f"{len(sighting.dice)} dice"
    lines = [f"{path}: {number}{': ' if dice else ''}{dice}  [{ms:.0f} ms]"]
    lines += [f"  sheet {sheet.sheet}, {sheet.px_per_mm:.1f} px a millimetre" for sheet in sighting.sheets]
    for mosaic in sighting.mosaics:
        laid = " ".join(f"{each.kind}@{each.x},{each.y}/{each.turns}" for each in mosaic.pieces)
        lines.append(f"  {len(mosaic.pieces)} joined tiles: {laid}")
    lines += [f"  {_loose(piece)['kind']} in {piece.zone or 'the picture'}" for piece in sighting.pieces]
    lines += [f"  {problem.sentence}" for problem in sighting.view]
    return "\n".join(lines)
