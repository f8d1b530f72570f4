"""The print of a sheet: windows of it that are looked for where the sheet is believed to lie.

How many windows are found, and how well they agree, says whether this is the sheet at all. Where they are
found says to a fraction of a millimetre where it lies.

Convention: mm of the sheet, x to the right, y down; a picture's pixel i covers i to i + 1 over its px a mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Sheet
from vision.ports import Floats, Image
from vision.prints.print_windows import Window, contrast, is_copy, windows_of
from vision.sheets.landmarks import frame_positions
from vision.sheets.registration import Registration

COARSE_PX, FINE_PX = 320, 640
"""The longer side of a sheet laid flat, for the first look and for the exact one."""

REACH_PX = 7
ALIKE = 0.55
AGREE_PX = 2.2
LEAST_FOUND = 9
LEAST_SHARE, LEAST_ALONE = 0.18, 0.34
LEAST_SPREAD = 0.12
"""A sheet is found when so many windows in view agree, and they span this share of it; of those that look
like no other place of the sheet this share must agree, too. Boards of the same grid share the others."""

PART_SPREAD, PART_SHARE = 0.3, 0.3
"""Where they span less than that, this share must agree: a tile of one board may lie on another, too."""

ENOUGH_OWN, OWN_SHARE, OWN_SPREAD, OWN_ALONE = 24, 0.25, 0.45, 0.1
"""Or else this share of the windows agrees, all over the sheet, that no other sheet and no mirror has there,
and so many of the others: a grid that is a cell off, or another board of it, shows none of these. Cards of
one design reach a share of 0.05, boards of which two fifths are covered 0.33."""

ENOUGH_ALONE, SURE_SHARE = 6, 0.45
"""Where fewer of them are in view, so many of all windows must agree."""

TRACKED_FOUND, TRACKED_ALONE = 6, 0.15
"""Where a sheet was, so much less says that it is still there."""


class Match(NamedTuple):
    """Windows found: (n, 2) middles in mm and where they are by the registration, and how many could be.

    ``alone`` counts those that look like no other place of the sheet, ``own`` those that look like no other
    sheet in that place.
    """

    points_mm: Floats
    found_mm: Floats
    possible: int
    spread: float
    alone: int
    alone_possible: int
    own: int = 0
    own_possible: int = 0

    @property
    def share(self) -> float:
        """The share of the windows in view that agree."""
        return len(self.points_mm) / max(self.possible, 1)

    @property
    def is_still_there(self) -> bool:
        """Whether that is enough of a sheet that was found in this very place before."""
        return (
            len(self.points_mm) >= TRACKED_FOUND
            and self.spread >= LEAST_SPREAD / 2
            and self.alone >= TRACKED_ALONE * self.alone_possible
        )

    @property
    def is_sheet(self) -> bool:
        """Whether enough of the print is there, and not in one corner alone."""
        if len(self.points_mm) < LEAST_FOUND or self.spread < LEAST_SPREAD:
            return False
        if self._shows_its_own:
            return True
        if self.alone_possible < ENOUGH_ALONE:
            return self.share >= SURE_SHARE
        least_share = PART_SHARE if self.spread < PART_SPREAD else LEAST_SHARE
        return self.share >= least_share and self.alone >= LEAST_ALONE * self.alone_possible

    @property
    def _shows_its_own(self) -> bool:
        many = self.own_possible >= ENOUGH_OWN and self.own >= OWN_SHARE * self.own_possible
        return many and self.spread >= OWN_SPREAD and self.alone >= OWN_ALONE * self.alone_possible


class SheetPrint:
    """A sheet and how it looks from straight above.

    Parameters
    ----------
    sheet
        Its place in the layout.
    picture
        (H, W, 3) blue, green, red, the whole sheet.
    mates
        Other sheets of the same size that may lie in its stead, as such pictures.
    """

    def __init__(self, sheet: Sheet, picture: Image, mates: Sequence[Image] = ()) -> None:
        self.sheet, self.picture = sheet, picture
        grey, *others = (
            np.asarray(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), np.uint8) for each in (picture, *mates)
        )
        self._coarse = windows_of(grey, sheet, COARSE_PX)
        others = [other for other in others if not is_copy(self._coarse, other, sheet)]
        self._fine = windows_of(grey, sheet, FINE_PX, others)

    def match(self, grey: Image, registration: Registration, *, fine: bool) -> Match:
        """Look for every window where a registration says that it is, in the frame's (H, W) grey."""
        scale = self._fine if fine else self._coarse
        flat, inside = laid_flat(grey, registration, scale.px_per_mm)
        seen = cv2.copyMakeBorder(contrast(flat), REACH_PX, REACH_PX, REACH_PX, REACH_PX, cv2.BORDER_CONSTANT)
        points, found, possible, kept = (
            list[tuple[float, float]](),
            list[Floats](),
            list[Window](),
            list[Window](),
        )
        for window in scale.windows:
            x, y = window.middle_px
            if not inside[y, x]:
                continue
            possible.append(window)
            off = _look_for(window, seen, scale.px_per_mm)
            if off is not None:
                kept.append(window)
                points.append(window.middle_mm)
                found.append(np.add(window.middle_mm, off))
        agreeing = _agreeing(points, found, AGREE_PX / scale.px_per_mm)
        points_mm = np.array(points, dtype=float).reshape(-1, 2)[agreeing]
        spread = _hull(points_mm) / (self.sheet.size_mm[0] * self.sheet.size_mm[1])
        found_mm = np.array(found, dtype=float).reshape(-1, 2)[agreeing]
        agreed = [window for window, agrees in zip(kept, agreeing, strict=True) if agrees]
        return Match(points_mm, found_mm, len(possible), spread, *_counts(agreed, possible))


def _counts(agreed: Sequence[Window], possible: Sequence[Window]) -> tuple[int, int, int, int]:
    """Count the windows that look like no other place, and those that look like no other sheet."""
    alone = [sum(window.alone for window in windows) for windows in (agreed, possible)]
    own = [sum(window.own for window in windows) for windows in (agreed, possible)]
    return alone[0], alone[1], own[0], own[1]


def laid_flat(image: Image, registration: Registration, px_per_mm: float) -> tuple[Image, NDArray[np.bool_]]:
    """Give the sheet as seen from straight above, and which of its pixels lie within the frame.

    Parameters
    ----------
    image
        The frame, (H, W, 3) or (H, W).
    registration
        Where the sheet lies in it.
    px_per_mm
        Pixels for each millimetre of the sheet, in the picture from above.
    """
    at = frame_positions(registration, px_per_mm)
    seen: Image = cv2.remap(
        softened(image, registration.px_per_mm, px_per_mm), at, None, cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    rows, columns = image.shape[:2]
    inside: NDArray[np.bool_] = np.all((at >= 0) & (at <= (columns - 1, rows - 1)), axis=2)
    return seen, inside


def softened(image: Image, px_per_mm: float, wanted: float) -> Image:
    """Blur a frame that is seen larger than it is wanted: fine print would turn into noise."""
    smaller = px_per_mm / wanted
    return cv2.GaussianBlur(image, (0, 0), 0.45 * smaller) if smaller > 1.3 else image


def _look_for(window: Window, seen: Floats, px_per_mm: float) -> tuple[float, float] | None:
    """Give how far from its place, in mm, a window lies; None where it is not found."""
    (x, y), side = window.middle_px, len(window.print)
    left, top = x - side // 2, y - side // 2
    area = seen[top : top + side + 2 * REACH_PX, left : left + side + 2 * REACH_PX]
    if area.shape != (side + 2 * REACH_PX,) * 2:
        return None
    likeness = cv2.matchTemplate(area, window.print, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(likeness)
    if best < ALIKE or not (0 < column < 2 * REACH_PX and 0 < row < 2 * REACH_PX):
        return None
    across, down = _peak(likeness[row, column - 1 : column + 2]), _peak(likeness[row - 1 : row + 2, column])
    return (column + across - REACH_PX) / px_per_mm, (row + down - REACH_PX) / px_per_mm


def _peak(three: Floats) -> float:
    """Give where between three values, from -1 to 1, the top of the parabola through them is."""
    before, middle, after = three
    bend = before - 2 * middle + after
    return float(0.5 * (before - after) / bend) if bend < 0 else 0.0


def _agreeing(points: list[tuple[float, float]], found: list[Floats], near_mm: float) -> NDArray[np.bool_]:
    """Say which windows one and the same plane explains."""
    if len(points) < 5:
        return np.zeros(len(points), dtype=bool)
    cv2.setRNGSeed(1)
    matrix, good = cv2.findHomography(
        np.array(points, dtype=np.float64), np.array(found, dtype=np.float64), cv2.USAC_MAGSAC, near_mm
    )
    if matrix is None:
        return np.zeros(len(points), dtype=bool)
    return np.asarray(good).ravel().astype(bool)


def _hull(points_mm: Floats) -> float:
    if len(points_mm) < 3:
        return 0.0
    return float(cv2.contourArea(cv2.convexHull(points_mm.astype(np.float32))))
