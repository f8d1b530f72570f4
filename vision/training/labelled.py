"""Where in a label's box the top face is, and how large: the box holds side faces, too.

Convention: pixels, origin top left, x right, y down; a box is (left, top, width, height).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import Finder, Peak
from vision.training.scenes import IGNORED, Truth

Image = NDArray[np.uint8]
Box = Sequence[float]

PIP_BOX_SIZE_PX = 54.0
"""matteo_webcam's boxes enclose the pips, not the die; its dice are all about this large."""

FILL = {"roboflow_table": 0.72, "n3_grey": 0.85, "casino_crops": 0.72, "byler_tray": 0.75}
"""Side of the top face as a share of the mean side of the box."""

ALIGN_PX = (26.0, 38.0)
"""Sizes at which a labelled die is looked at to find its top face."""

SEEN_AT_LEAST = 0.3
WITHIN = 0.4
"""How far from the middle of the box a top face's may be, in sides of the box, or of the face."""

SIZES = (0.5, 1.5)
"""A top face is so large, in sides of what the box lets expect."""

TALL = 1.1
"""A box that is so much taller than wide holds a front face, too, in pictures that stand upright."""

BELOW = 0.08
"""What is as far as this below the middle of a tall box, in its heights, is the front face."""


def guessed(name: str, value: int, box: Box) -> Truth:
    """Guess the top face from the box alone, as the boxes of a set are."""
    x, y, width, height = box
    size = PIP_BOX_SIZE_PX if name == "matteo_webcam" else FILL[name] * (width + height) / 2
    return Truth(value, x + width / 2 - 0.5, y + height / 2 - 0.5, size)


def found(image: Image, box: Box, die: Truth, finder: Finder) -> Truth:
    """Give the top face where a finder sees it in the box.

    In a tall box the upper of two faces is the top; where only the front face is seen there, or none, the die
    teaches nothing (`IGNORED`, as large as the box): its value at the middle of it would be another face's.
    In any other box the guess stands where the finder sees none.
    """
    _, _, width, height = box
    tall = height > max(TALL * width, die.size_px)  # matteo_webcam's boxes hold no sides
    seen = list(_seen(image, box, die, finder))
    best = max(seen, key=lambda peak: peak.seen, default=None)
    if best and tall:
        above = [peak for peak in seen if peak.y_px < best.y_px - 0.5 * best.size_px]
        best = max(above, key=lambda peak: peak.seen, default=best)
        best = best if best.y_px - die.y_px < BELOW * height else None
    if best:
        return Truth(die.label, best.x_px, best.y_px, best.size_px)
    return die._replace(label=IGNORED, size_px=height) if tall else die


def _seen(image: Image, box: Box, die: Truth, finder: Finder) -> Iterator[Peak]:
    """Give what a finder sees in the box that may be its top face."""
    reach = 2.0 * die.size_px
    left, top = max(0, int(die.x_px - reach)), max(0, int(die.y_px - reach))
    around = image[top : int(die.y_px + reach) + 1, left : int(die.x_px + reach) + 1]
    far_x, far_y = (WITHIN * max(side, die.size_px) for side in box[2:])
    for wanted in ALIGN_PX:
        for peak in finder.look(around, wanted / die.size_px):
            x, y = peak.x_px + left, peak.y_px + top
            near = abs(x - die.x_px) < far_x and abs(y - die.y_px) < far_y
            if near and SIZES[0] < peak.size_px / die.size_px < SIZES[1] and peak.seen > SEEN_AT_LEAST:
                yield peak._replace(x_px=x, y_px=y)
