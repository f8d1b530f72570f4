"""The ground on which pieces are shown: a sheet that was taught, or the bare table.

Convention: px of the photograph; `Ground.flat` shows the sheet from straight above, its own px.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.boxes.teach_file import TaughtSheet
from vision.ports import Floats, Image
from vision.prints.sheet_print import laid_flat
from vision.sheets.registration import Registration
from vision.taught.cutting import MOST_PX, ROUND
from vision.taught.sharpness import refuse_blurred
from vision.taught.teaching import find_sheet, sheet_picture

UNEVEN = 6
ROUNDS = 4


@dataclass(frozen=True, eq=False)
class Ground:
    """A photograph of pieces on its ground.

    ``flat`` is the picture in which pieces are cut out: the sheet from straight above, or the photograph.
    ``bare`` is the same view without pieces, in the light of the photograph; None on the bare table.
    """

    flat: Image
    bare: Image | None = None
    registration: Registration | None = None
    px_per_mm: float | None = None

    def box_px(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """Map a box (x, y, width, height) from `flat` to the photograph."""
        if self.registration is None or self.px_per_mm is None:
            return box
        corners = (_corners(box) + 0.5) / self.px_per_mm
        return _round_box(self.registration.to_frame(corners))

    def box_flat(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """Map a box from the photograph to `flat`."""
        if self.registration is None or self.px_per_mm is None:
            return box
        middles = _side_middles(box)
        return _round_box(self.registration.to_sheet(middles, 0.0) * self.px_per_mm - 0.5)

    def crop(self, box: tuple[float, float, float, float]) -> Image:
        """Cut a piece out of `flat` with some ground round it, no larger than a box keeps it."""
        x, y, wide, high = box
        middle = (x + wide / 2, y + high / 2)
        size = (round((1 + 2 * ROUND) * wide), round((1 + 2 * ROUND) * high))
        cut = cv2.getRectSubPix(self.flat, size, middle)
        scale = min(1.0, MOST_PX / max(size))
        smaller: Image = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return smaller


def ground_of(
    image: Image, taught: TaughtSheet | None, sheet_image: Image | None, name: str = "photograph"
) -> Ground:
    """Find the ground in a photograph of pieces.

    Parameters
    ----------
    image
        The photograph.
    taught, sheet_image
        The sheet on which the pieces lie, and its own photograph; None for the bare table.
    name
        What the photograph is called.

    Raises
    ------
    BoxError
        ``sheet-not-found`` or ``picture-blurred``.
    """
    if taught is None or sheet_image is None:
        return Ground(image)
    picture = sheet_picture(sheet_image, taught)
    registration = find_sheet(image, taught, picture, name)
    px_per_mm = max(registration.px_per_mm, picture.shape[1] / taught.size_mm[0])
    flat, _ = laid_flat(image, registration, px_per_mm)
    refuse_blurred([flat], name)
    bare = cv2.resize(picture, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_AREA)
    return Ground(flat, _in_light_of(bare, flat), registration, px_per_mm)


def _in_light_of(bare: Image, flat: Image) -> Image:
    """Give the bare sheet in the light of another photograph: brighter or darker, evenly or to one side."""
    small = (bare.shape[1] // UNEVEN, bare.shape[0] // UNEVEN)
    known, seen = (
        cv2.resize(each, small, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32) + 4
        for each in (bare, flat)
    )
    y, x = np.divmod(np.arange(small[0] * small[1]), small[0])
    terms = np.stack([np.ones(len(x)), x / small[0] - 0.5, y / small[1] - 0.5], axis=-1)
    gain = np.log(seen / known)
    weight = np.ones(len(x))
    fitted = np.zeros((3, 3))
    for _ in range(ROUNDS):
        fitted = np.linalg.lstsq(terms * weight[:, None], gain * weight[:, None], rcond=None)[0]
        missed = np.abs(gain - terms @ fitted).max(axis=1)
        weight = 1 / (1 + (missed / max(float(np.median(missed)), 0.03)) ** 2)
    field = np.exp(terms @ fitted).reshape(small[1], small[0], 3).astype(np.float32)
    whole = cv2.resize(field, (bare.shape[1], bare.shape[0]), interpolation=cv2.INTER_LINEAR)
    lit: Image = np.clip(bare.astype(np.float32) * whole, 0, 255).astype(np.uint8)
    return lit


def _corners(box: tuple[float, float, float, float]) -> Floats:
    x, y, wide, high = box
    return np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])


def _side_middles(box: tuple[float, float, float, float]) -> Floats:
    x, y, wide, high = box
    across, down = x + wide / 2, y + high / 2
    return np.array([(across, y), (x + wide, down), (across, y + high), (x, down)])


def _round_box(points: Floats) -> tuple[float, float, float, float]:
    low, high = points.min(axis=0), points.max(axis=0)
    x, y, wide, tall = (round(float(each), 1) for each in (*low, *(high - low)))
    return x, y, wide, tall
