"""What the finder sees of a candidate that it is shown by itself, at one size and in the middle.

The whole picture shows dice of any size, and each at one place of the finder's grid.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.dice.cuts.crops import Pyramid
from vision.dice.networks import Finder, Peak
from vision.dice.reading import Reading

SHOWN_PX, SHOWN_TOP_PX = 96, 26.0
"""Side of the cut that is shown to the finder, and of the top face in it."""

WEAK = 0.3
"""What the finder gives less than this is shown to it by itself, and left out if it is not seen there. Of
5,914 candidates on photographs that are no dice that leaves out 28 of 100, of 2,623 dice that are told none.
With 0.35, and at least 0.3 by itself, 44 of 100 would be, but dice of a kind that the finder has not learned
would be missed, too (vision/training/NOTES.md)."""

WITHIN, ALIKE = 0.4, 1.6
"""How far from the middle of a cut, in sides, what is seen may be, and how much smaller or larger."""


def look_again(finder: Finder, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    """Look at what has been read, at the place and the size that the close looks have told."""
    for reading, seen in zip(readings, _seen(finder, pyramid, readings), strict=True):
        reading.again = seen


def still_seen(finder: Finder, pyramid: Pyramid, begun: Sequence[Reading]) -> list[Reading]:
    """Leave out what the finder hardly saw in the whole picture, and does not see by itself."""
    weak = [each for each in begun if each.peak.seen < WEAK]
    seen = zip(weak, _seen(finder, pyramid, weak), strict=True)
    left_out = {each for each, peak in seen if peak is None}
    return [each for each in begun if each not in left_out]


def _seen(finder: Finder, pyramid: Pyramid, readings: Sequence[Reading]) -> Iterator[Peak | None]:
    """Give what the finder sees in the middle of each cut; None where it sees nothing there."""
    middle, reach = (SHOWN_PX - 1) / 2, WITHIN * SHOWN_TOP_PX
    cuts = [
        pyramid.cut(each.x_px, each.y_px, each.size_px, top_px=SHOWN_TOP_PX, side_px=SHOWN_PX)
        for each in readings
    ]
    for peaks in finder.look_at(cuts):
        there = (
            peak
            for peak in peaks
            if np.hypot(peak.x_px - middle, peak.y_px - middle) < reach
            and 1 / ALIKE < peak.size_px / SHOWN_TOP_PX < ALIKE
        )
        yield max(there, key=lambda peak: peak.seen, default=None)
