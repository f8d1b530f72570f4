"""Pictures that were read, and crops of them: what a question is about, as a small JPEG."""

from __future__ import annotations

from io import BytesIO
from typing import Final, NamedTuple, cast

import numpy as np
from PIL import Image as Pillow

from companion.frames.ports import Image
from companion.layout import Layout
from companion.sighting import Sighting

MARGIN: Final = 1.2
"""The surroundings that are shown, in sizes of the cell."""

LEAST_PX: Final = 48
QUALITY: Final = 85

Box = tuple[float, float, float, float]


class View(NamedTuple):
    """A picture, and what was read in it."""

    image: Image
    sighting: Sighting


def crop(layout: Layout, view: View, where: str) -> bytes | None:
    """Give the surroundings of ``zone/cell`` (or of a die: ``tray/1``) as JPEG; None if not in view."""
    image, sighting = view
    zone, _, cell = where.partition("/")
    box = _cell_box(layout, sighting, zone, cell) or _die_box(sighting, cell)
    if box is None:
        return None
    height, width = image.shape[:2]
    left, top, right, bottom = _widened(box)
    left, top = max(0, left), max(0, top)
    part = image[top : min(bottom, height), left : min(right, width), ::-1]
    return jpeg(part) if part.size else None


def jpeg(rgb: Image) -> bytes:
    """Give a picture, red, green, blue, as JPEG."""
    buffer = BytesIO()
    Pillow.fromarray(np.ascontiguousarray(rgb)).save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()


def _cell_box(layout: Layout, sighting: Sighting, zone: str, cell: str) -> Box | None:
    try:
        sheet, found = layout.find(zone)
    except KeyError:
        return None
    seen = next((seen for seen in sighting.sheets if seen.sheet == sheet.id), None)
    outline = next((one.outline_mm for one in found.cells if one.id == cell), None)
    if seen is None or outline is None:
        return None
    corners = np.array([(x, y, 1.0) for x, y in outline])
    mapped = corners @ np.array(seen.homography).reshape(3, 3).T
    xy = mapped[:, :2] / mapped[:, 2:]
    return cast("Box", (*xy.min(axis=0).tolist(), *xy.max(axis=0).tolist()))


def _die_box(sighting: Sighting, number: str) -> Box | None:
    if not number.isdigit() or not 0 < int(number) <= len(sighting.dice):
        return None
    x, y, width, height = sighting.dice[int(number) - 1].box_px
    return x, y, x + width, y + height


def _widened(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    side = max(right - left, bottom - top, LEAST_PX / (1 + 2 * MARGIN)) * (0.5 + MARGIN)
    x, y = (left + right) / 2, (top + bottom) / 2
    return round(x - side), round(y - side), round(x + side), round(y + side)
