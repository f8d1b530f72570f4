"""Says in words where a lamp is mirrored, and that most pieces of a sheet are not read surely."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

import cv2
import numpy as np

from companion.layout import Sheet
from companion.sighting import EMPTY, CellSighting, Named, ViewProblem
from vision.light.light import Light
from vision.ports import Floats, Image
from vision.sheets.registration import Registration

GLARE_SHARE: Final = 0.004
GLARE_STEP_MM: Final = 5.0
SATURATED: Final = 250

SURE: Final = 0.95
"""A piece with smaller odds is in doubt."""

FEW: Final = 6
"""Of fewer pieces half may be in doubt by chance: one question settles that."""

COLOURED: Final = float(np.log(2.5))
"""Where the strongest channel of the light is so much stronger than the weakest, whiter light would help."""

SMALL_PX_PER_MM: Final = 1.8
"""Prints of pieces grow soft below this."""

_HELP: Final = {
    "nearer": "Move the camera nearer.",
    "whiter": "Whiter light would help most.",
    "more sides": "Light from several sides would help most.",
}


def glare_problems(image: Image, registration: Registration, light: Light) -> list[ViewProblem]:
    """Say that a lamp is mirrored in a sheet, and near which space.

    Convention: places are millimetres of the sheet, the picture is BGR.

    Parameters
    ----------
    image
        The frame, (H, W, 3) uint8.
    registration
        Where the sheet lies in it.
    light
        The light over the sheet.
    """
    places, burnt = _burnt(image, registration, light)
    if burnt.mean() <= GLARE_SHARE:
        return []
    sheet = registration.sheet
    near = nearest_cell(sheet, places[burnt])
    if not near:
        said = "A lamp is mirrored in {sheet}. Turn it aside."
        return [ViewProblem("glare", said, sheet.id, {"sheet": sheet.title})]
    said = "A lamp is mirrored in {sheet}, near {space}. Turn it aside."
    return [ViewProblem("glare", said, sheet.id, {"sheet": sheet.title, "space": near})]


def _burnt(image: Image, registration: Registration, light: Light) -> tuple[Floats, np.ndarray]:
    """Give places all over the sheet, (h, w, 2) mm, and which are brighter than its own white can be."""
    places, bright = _saturated(image, registration)
    expected = light.white_at(places).max(axis=-1)
    return places, bright & (expected < SATURATED - 8)


def saturated_share(image: Image, registration: Registration) -> float:
    """Say which share of a sheet is as bright as the camera can tell, in all channels."""
    return float(_saturated(image, registration)[1].mean())


def _saturated(image: Image, registration: Registration) -> tuple[Floats, np.ndarray]:
    """Give places all over the sheet, (h, w, 2) mm, and which the frame shows as white as it can."""
    places, at = registration.once(_all_over)
    return places, (cv2.remap(image, at, None, cv2.INTER_NEAREST) >= SATURATED).all(axis=-1)


def _all_over(registration: Registration) -> tuple[Floats, Floats]:
    """Give places all over the sheet, (h, w, 2) mm, and where they are seen, (h, w, 2) px."""
    width, height = registration.sheet.size_mm
    x, y = np.meshgrid(np.arange(2, width, GLARE_STEP_MM), np.arange(2, height, GLARE_STEP_MM))
    places = np.stack([x, y], axis=-1)
    return places, registration.to_frame(places).astype(np.float32)


def nearest_cell(sheet: Sheet, places_mm: Floats) -> str:
    """Name the space in the middle of these places, (n, 2) mm; "" where none is within two of its widths.

    It is the space nearest to that one of the places that is nearest to their mean, so that of two
    gleams one is named and not the ground between them.
    """
    cells = [cell for zone in sheet.zones for cell in zone.cells]
    if not cells or not len(places_mm):
        return ""
    middle = places_mm[np.argmin(np.linalg.norm(places_mm - places_mm.mean(axis=0), axis=1))]
    off_mm = [float(np.linalg.norm(np.array(cell.centre_mm) - middle)) for cell in cells]
    best = int(np.argmin(off_mm))
    outline = np.array(cells[best].outline_mm)
    return cells[best].id if off_mm[best] <= 2 * float(np.ptp(outline, axis=0).max()) else ""


def doubt_problems(
    registration: Registration, light: Light, cells: Mapping[str, Mapping[str, CellSighting]]
) -> list[ViewProblem]:
    """Say that most pieces on a sheet are in doubt, and what would help most.

    It is for views of which nothing else is wrong: the cause would be told already.

    Parameters
    ----------
    registration
        Where the sheet lies in the frame.
    light
        The light over it.
    cells
        What was read, zone -> cell -> odds.
    """
    seen = [cell for zone in cells.values() for cell in zone.values()]
    pieces = [cell for cell in seen if cell.covered or cell.best()[0] != EMPTY]
    doubtful = [cell for cell in pieces if cell.covered or exp(cell.best()[1]) < SURE]
    if len(pieces) < FEW or 2 * len(doubtful) <= len(pieces):
        return []
    sheet = registration.sheet
    named: Named = {"read": len(pieces) - len(doubtful), "all": len(pieces), "sheet": sheet.title}
    said = "I can read {read} of the {all} spaces on {sheet} that are not plainly empty."
    if not named["read"]:
        said = "I can read none of the {all} spaces on {sheet} that are not plainly empty."
    return [ViewProblem("doubtful", said, sheet.id, named, _HELP[_help(registration, light)])]


def _help(registration: Registration, light: Light) -> str:
    if registration.px_per_mm < SMALL_PX_PER_MM:
        return "nearer"
    return "whiter" if light.cast() > COLOURED else "more sides"
