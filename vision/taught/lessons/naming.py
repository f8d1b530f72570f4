"""Proposes names for found pieces, by their size and by the looks of named pieces.

The colours of our printed set do not count, because another box has other colours.

Convention: boxes are (x, y, width, height) in px of `Ground.flat`; sizes in mm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np

from companion.boxes.teach_file import UNNAMED, Shape
from companion.sighting import EMPTY
from vision.ports import Image
from vision.taught.cutting import Cut, cut_box
from vision.taught.lessons.apart import Box
from vision.taught.lessons.ground import Ground
from vision.taught.looks import Example, Looks
from vision.taught.pieces import crops
from vision.taught.pieces.calibrated import COVERED, NONE, Odds

LIKELY: Final = 0.5
"""A name is proposed from these odds on."""

ASPECT, SIZE = 1.3, 1.6
"""How far a piece's aspect, and its size where known, may be from those of its kind."""

LEAST_PX = 8.0


def learn_shown(cuts: Sequence[tuple[str, Cut]], shapes: Mapping[str, Shape]) -> Looks | None:
    """Learn the looks of pieces that were shown and named; None where none were."""
    named = [(kind, cut) for kind, cut in cuts if kind != UNNAMED]
    if not named:
        return None
    forms = {
        kind: crops.Shape(shapes[kind].shape, shapes[kind].size_mm, shapes[kind].height_mm)
        for kind, _ in named
    }
    return Looks.learn([Example(kind, cut.patch, cut.mask, 0.0) for kind, cut in named], forms)


def propose_names(
    ground: Ground, boxes: Sequence[Box], looks: Looks | None, shapes: Mapping[str, Shape]
) -> list[tuple[str, float]]:
    """Give the likeliest kind of each piece and how sure that is; `UNNAMED` where nothing is likely.

    Parameters
    ----------
    ground
        The photograph.
    boxes
        The pieces in it.
    looks
        The looks of named pieces; None where there are none.
    shapes
        The shapes of the kinds.
    """
    if looks is None:
        return [(UNNAMED, 0.0)] * len(boxes)
    return [_by_looks(ground, box, looks, shapes) for box in boxes]


def _by_looks(ground: Ground, box: Box, looks: Looks, shapes: Mapping[str, Shape]) -> tuple[str, float]:
    """Name a piece by itself: all pieces of a photograph were shown in this light."""
    best = (UNNAMED, 0.0)
    for shape in looks.groups:
        kinds = sorted(kind for kind in looks.known if looks.shapes[kind] == shape)
        if not _may_be(ground, box, shapes[kinds[0]]):
            continue
        (odds,) = looks.read([_patch(ground.flat, box)], [kinds], [None])
        name, sure = _likeliest(odds)
        if sure >= max(LIKELY, best[1]):
            best = (name, sure)
    return best


def _likeliest(odds: Odds) -> tuple[str, float]:
    found = {name: p for name, p in odds.log_p.items() if name not in (COVERED, NONE, EMPTY)}
    kind = max(found, key=lambda name: found[name])
    return kind, float(np.exp(found[kind]))


def cut_found(ground: Ground, box: Box, shape: Shape) -> Cut:
    """Cut out a found piece."""
    return cut_box(ground.flat, box, shape)


def _may_be(ground: Ground, box: Box, shape: Shape) -> bool:
    """Whether a piece's aspect, and its size where known, allow a kind."""
    if max(box[2:]) < LEAST_PX:
        return False
    wide, high = shape.size_mm
    seen, said = max(box[2], box[3]) / min(box[2], box[3]), max(wide, high) / min(wide, high)
    # A square that lies turned takes a square box, too, up to half as large again.
    if shape.shape == "rect" and not 1 / ASPECT < seen / said < ASPECT:
        return False
    if shape.shape != "rect" and seen / said > ASPECT:
        return False
    if ground.px_per_mm is None:
        return True
    return 1 / SIZE < max(box[2], box[3]) / ground.px_per_mm / max(wide, high) < SIZE


def _patch(image: Image, box: Box) -> Image:
    """Cut a square round a piece as `Looks` wants it."""
    x, y, wide, high = box
    side = max(wide, high)
    span = round(crops.SPAN * side)
    corner = np.array([x + wide / 2, y + high / 2]) - 0.5 - (span - 1) / 2
    patch: Image = cv2.warpAffine(
        image,
        np.array([(1.0, 0.0, corner[0]), (0.0, 1.0, corner[1])]),
        (span, span),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return patch
