"""A sheet laid flat in the light of its own photograph, and patches cut out of it.

Convention: mm of the sheet, x to the right, y down; pixel i of a flat picture covers i to i + 1
over its px a mm.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.light.light import Light, sample
from vision.light.palette import Palette
from vision.ports import Floats, Image
from vision.prints.sheet_print import softened
from vision.sheets.landmarks import frame_positions
from vision.sheets.registration import Registration
from vision.taught.pieces.light_of_patch import Pairs, log_colours, sheet_pairs

MOST_PX_PER_MM, LEAST_PX_PER_MM = 4.0, 1.2
STEP = 0.25
"""Scales are rounded to steps, so that the taught sheet is resized only once."""

LEAST_FREE = 30
"""Fewer places between the spaces of a sheet tell nothing of its light."""


@dataclass(frozen=True, eq=False)
class Flat:
    """A sheet from straight above: its picture (H, W, 3) at the height of pieces, and its scale."""

    picture: Image
    px_per_mm: float

    def patches(self, centres_mm: Floats, side_mm: float) -> list[Image]:
        """Cut squares (k, k, 3) round (n, 2) places; beyond the edge the edge is repeated."""
        side = max(8, round(side_mm * self.px_per_mm))
        return [self._patch(centre * self.px_per_mm - 0.5, side) for centre in np.asarray(centres_mm)]

    def _patch(self, centre_px: Floats, side: int) -> Image:
        shift = centre_px - (side - 1) / 2
        move = np.array([(1.0, 0.0, shift[0]), (0.0, 1.0, shift[1])])
        patch: Image = cv2.warpAffine(
            self.picture,
            move,
            (side, side),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return patch


class PrintBetween:
    """The places of a sheet between its spaces, where pieces seldom lie: they tell in what light it is."""

    def __init__(self, palette: Palette) -> None:
        self._places_mm, self._rarity = palette.places_mm[palette.free], palette.weights[palette.free]

    def pairs(self, flat: Flat, bare: Flat) -> Pairs | None:
        """Pair their colours as seen with those that were taught; None where they are too few."""
        if len(self._places_mm) < LEAST_FREE:
            return None
        seen, known = (
            log_colours(sample(cv2.blur(each.picture, (3, 3)), self._places_mm * each.px_per_mm - 0.5))
            for each in (flat, bare)
        )
        inside = np.isfinite(seen).all(axis=1) & np.isfinite(known).all(axis=1)
        return sheet_pairs(seen[inside], known[inside], self._rarity[inside])


def flat_scale(registration: Registration) -> float:
    """Give the px a mm in which a sheet is laid flat: about what the frame has."""
    wanted = STEP * np.ceil(registration.px_per_mm / STEP)
    return float(np.clip(wanted, LEAST_PX_PER_MM, MOST_PX_PER_MM))


def lay_flat(image: Image, registration: Registration, light: Light, height_mm: float) -> Flat:
    """Lay the plane at a height above a sheet flat, in the light of the sheet's own photograph."""
    px_per_mm = flat_scale(registration)
    at = frame_positions(registration, px_per_mm, height_mm)
    soft = softened(image, registration.px_per_mm, px_per_mm)
    seen = cv2.remap(soft, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Flat(_in_own_light(seen, light, px_per_mm), px_per_mm)


def _in_own_light(seen: Image, light: Light, px_per_mm: float) -> Image:
    """Undo the light block by block: it changes little over a few millimetres."""
    block = max(8, round(10 * px_per_mm))
    height, width = seen.shape[:2]
    rows, columns = -(-height // block), -(-width // block)
    padded = cv2.copyMakeBorder(
        seen, 0, rows * block - height, 0, columns * block - width, cv2.BORDER_REPLICATE
    )
    blocks = padded.reshape(rows, block, columns, block, 3).swapaxes(1, 2).reshape(-1, block * block, 3)
    y, x = np.divmod(np.arange(rows * columns), columns)
    middles = (np.stack([x, y], axis=-1) + 0.5) * block / px_per_mm
    levels = light.undo(blocks, middles)
    undone = np.clip(255 * levels, 0, 255).astype(np.uint8)
    whole = undone.reshape(rows, columns, block, block, 3).swapaxes(1, 2)
    flat: Image = np.ascontiguousarray(whole.reshape(rows * block, columns * block, 3)[:height, :width])
    return flat
