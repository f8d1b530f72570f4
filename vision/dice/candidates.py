"""Where dice may be: the finder's looks at a picture at the scales that it takes.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.sighting import SheetSighting
from vision.dice.cuts.crops import resized
from vision.dice.networks import Finder, Peak
from vision.dice.reading import overlap
from vision.ports import Image

LOOK_PX = 768
"""The long side of the largest picture that is looked at when the size of the dice is not known: a larger one
takes more time, and finds no more (docs/accuracy.md)."""

ENLARGED_AT_MOST = 2.0
"""Small pictures are enlarged: a die of 10 px is too small for the finder, but can be read."""

SMALL_PICTURE_PX = 480
"""In pictures that are no larger the sizes between are looked at, too: that takes next to no time, and finds
more of the dice that fill a picture."""

SMALLEST_LOOK_PX = 48

CLOSER_LOOK_PX = 2048
"""The long side of one more look, where the first has found nothing, or dice that are small."""

LARGE_PICTURE_PX = 2200
"""In pictures that are larger the first look may be too coarse for the dice, whatever it has found."""

SMALL_PX = 19.0
"""Dice smaller than this in the first look are worth the closer one."""

DIE_MM = 16.0
"""Side of the die that is likeliest on a sheet; 12 to 25 mm are found."""

KNOWN_LOOK_PX, KNOWN_CLOSER_PX = 28.0, 38.0
"""Sizes at which a die is looked for when the scale is known: at first, and closer."""

PLAUSIBLE_MM = (9.0, 30.0)

SAME_PLACE, SAME_SIZE = 0.5, 1.7
"""Two peaks are the same die when they are nearer than this part of a side, and about as large."""

AT_MOST = 80
"""Candidates that are kept: no table holds more dice, and noise must not cost time without end."""


def candidates(
    finder: Finder, image: Image, sheets: Sequence[SheetSighting] = (), *, closer: bool = False
) -> list[Peak]:
    """Find what may be a top face, the likeliest first, each die once for every size that it may have.

    Where the scale is known, a ``closer`` look sees dice of which the first one saw too little.
    """
    if sheets:
        px_per_mm = float(np.median([sheet.px_per_mm for sheet in sheets]))
        look_px = KNOWN_CLOSER_PX if closer else KNOWN_LOOK_PX
        found = finder.look(image, min(look_px / (DIE_MM * px_per_mm), ENLARGED_AT_MOST))
        low, high = (px_per_mm * size_mm for size_mm in PLAUSIBLE_MM)
        return distinct([peak for peak in found if low <= peak.size_px <= high])
    first = min(ENLARGED_AT_MOST, LOOK_PX / max(image.shape[:2]))
    found = _in_halves(finder, image, first)
    if max(image.shape[:2]) <= SMALL_PICTURE_PX:
        found += _in_halves(finder, image, first / np.sqrt(2))
    finest = min(1.0, CLOSER_LOOK_PX / max(image.shape[:2]))
    coarse = max(image.shape[:2]) > LARGE_PICTURE_PX or not found
    if finest > 1.2 * first and (coarse or any(peak.size_px * first < SMALL_PX for peak in parted(found)[0])):
        found += finder.look(image, finest)
    return distinct(found)


def _in_halves(finder: Finder, image: Image, scale: float) -> list[Peak]:
    """Look at a picture at this scale, at half of it, and so on, as far as there is something to see."""
    found, smaller = [], resized(image, scale)
    while max(smaller.shape[:2]) >= SMALLEST_LOOK_PX:
        found += [_seen_whole(peak, scale) for peak in finder.look(smaller, 1.0)]
        scale, smaller = scale / 2, resized(smaller, 0.5)
    return found


def _seen_whole(peak: Peak, scale: float) -> Peak:
    """Give a peak of the picture that was reduced by ``scale`` in pixels of the whole one."""
    x, y = ((place + 0.5) / scale - 0.5 for place in (peak.x_px, peak.y_px))
    return peak._replace(x_px=x, y_px=y, size_px=peak.size_px / scale)


def distinct(peaks: list[Peak]) -> list[Peak]:
    """Keep the strongest of peaks that are the same die at the same size."""
    kept: list[Peak] = []
    for peak in sorted(peaks, key=lambda each: -each.seen):
        if len(kept) < AT_MOST and not any(_same(peak, other) for other in kept):
            kept.append(peak)
    return kept


def _same(peak: Peak, other: Peak) -> bool:
    apart = np.hypot(peak.x_px - other.x_px, peak.y_px - other.y_px)
    ratio = max(peak.size_px, other.size_px) / min(peak.size_px, other.size_px)
    return bool(apart < SAME_PLACE * max(peak.size_px, other.size_px) and ratio < SAME_SIZE)


def parted(peaks: Sequence[Peak]) -> tuple[list[Peak], list[Peak]]:
    """Part peaks where the finder sees nothing likelier from those, such as pips, where it does."""
    first: list[Peak] = []
    others: list[Peak] = []
    for peak in sorted(peaks, key=lambda each: -each.seen):
        hidden = any(overlap(peak, other) for other in first)
        (others if hidden else first).append(peak)
    return first, others
