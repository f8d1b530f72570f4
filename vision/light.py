"""Undoes the light: white, black and grey of a sheet, as they are printed and as they are seen.

The quiet zones of the markers are white and their frames black, in every corner of the sheet;
printed patches add white and grey between them. From these come, per colour channel, a smooth
field of white, a level of black and a tone curve. What is left (a shadow's edge, a small cast)
is the cell reader's to allow for.

Convention: levels run from 0 (printed black) to 1 (printed white), channels blue, green, red.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.ports import Floats, Image
from vision.registration import Registration

MIN_SPAN = 8.0
"""Levels between black and white; with fewer there is nothing to tell apart."""

BITS_ACROSS = 8
"""An AprilTag 36h11 is 8 bits wide within its black frame, which is one bit."""

ALONG = (0.2, 0.4, 0.6, 0.8)
"""Where along a marker's side samples are taken."""


@dataclass(frozen=True)
class Light:
    """The light over one sheet.

    ``white`` is (4, 3): per channel the coefficients of 1, x, y, xy of the log of white, with x
    and y from -1 to 1 across the sheet; ``black`` and ``tone`` are (3,).
    """

    white: Floats
    black: Floats
    tone: Floats
    size_mm: tuple[float, float]

    def white_at(self, points_mm: Floats) -> Floats:
        """Give the level of white, 0..255, at (..., 2) places: (..., 3)."""
        return np.exp(_terms(points_mm, self.size_mm) @ self.white)

    def undo(self, seen: Image, points_mm: Floats) -> Floats:
        """Give levels as printed, (n, k, 3), from (n, k, 3) as seen; row n lies at ``points_mm[n]``.

        The white is taken as even over one row, that is one cell. The tone curve of a quotient
        is the quotient of the tone curves, so a table of 256 levels does the slow part.
        """
        table = np.maximum(np.arange(256.0)[:, None] - self.black, 0.0) ** self.tone
        toned = cv2.LUT(seen, table.astype(np.float32).reshape(1, 256, 3))
        span = np.maximum(self.white_at(points_mm) - self.black, MIN_SPAN) ** self.tone
        return toned / span[:, None, :].astype(np.float32)

    def cast(self) -> float:
        """Give how far the lamp is from white: the log of the strongest over the weakest channel."""
        return float(np.ptp(self.white[0]))


def measure_light(image: Image, registration: Registration) -> Light:
    """Measure the light over a registered sheet in a frame."""
    sheet = registration.sheet
    soft = image if registration.px_per_mm < 1.5 else cv2.blur(image, (3, 3))
    white_mm, black_mm = _marker_places(registration)
    patches = [patch for patch in sheet.patches if patch.name == "white"]
    patches_mm = np.array([patch.centre_mm for patch in patches]).reshape(-1, 2)
    printed = np.array([patch.rgb[::-1] for patch in patches]).reshape(-1, 3) / 255
    printed = np.concatenate([np.ones((len(white_mm), 3)), printed])
    white_mm = np.concatenate([white_mm, patches_mm])
    whites = sample(soft, registration.to_frame(white_mm)) / printed
    blacks = sample(soft, registration.to_frame(black_mm))
    black = np.nanmedian(np.concatenate([blacks, np.zeros((1, 3), np.float32)]), axis=0) if len(blacks) else 0
    known = np.isfinite(whites).all(axis=1)
    white = _fit_field(_terms(white_mm[known], sheet.size_mm), np.log(np.maximum(whites[known], 1.0)))
    plain = Light(white, np.asarray(black, dtype=np.float64), np.ones(3), sheet.size_mm)
    return Light(white, plain.black, _tone(soft, registration, plain), sheet.size_mm)


def sample(image: Image, points_px: Floats) -> Floats:
    """Give the (n, 3) levels at (n, 2) places of a frame; not a number outside of it."""
    maps = points_px.astype(np.float32).reshape(-1, 1, 2)
    levels = cv2.remap(image, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = image.shape[:2]
    inside = ((points_px >= 0) & (points_px <= (width - 1, height - 1))).all(axis=1)
    return np.where(inside[:, None], levels.reshape(-1, 3), np.nan).astype(np.float32)


def _marker_places(registration: Registration) -> tuple[Floats, Floats]:
    """Give places in mm in the quiet zones and in the black frames of the markers that were found."""
    seen = {marker.id for marker in registration.markers}
    white, black = [], []
    for marker in registration.sheet.markers:
        if marker.id not in seen:
            continue
        corners = np.array(marker.corners_mm)
        middle = corners.mean(axis=0)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            side = start + np.outer(ALONG, end - start)
            outward = ((start + end) / 2 - middle) / (BITS_ACROSS / 2)
            white.append(side + 0.5 * outward)
            black.append(side - 0.5 * outward)
    return np.concatenate(white), np.concatenate(black)


def _terms(points_mm: Floats, size_mm: tuple[float, float]) -> Floats:
    x, y = np.moveaxis(2 * points_mm / np.array(size_mm) - 1, -1, 0)
    return np.stack([np.ones_like(x), x, y, x * y], axis=-1)


def _fit_field(terms: Floats, levels: Floats) -> Floats:
    """Fit a smooth field, robustly: a shadow over one marker must not bend it.

    Least squares with a weak pull to evenness, reweighted three times by Cauchy's function.
    """
    even = np.diag([0.0, 0.05, 0.05, 0.2]) * len(terms)
    field = np.zeros((4, 3))
    field[0] = np.median(levels, axis=0)
    for _ in range(4):
        miss = np.abs(levels - terms @ field).mean(axis=1)
        weight = 1 / (1 + (miss / max(float(np.median(miss)), 0.03)) ** 2)
        weighted = terms * weight[:, None]
        field = np.linalg.solve(weighted.T @ terms + even * weight.mean(), weighted.T @ levels)
    return field


def _tone(image: Image, registration: Registration, plain: Light) -> Floats:
    """Give the exponents that bring the grey patches to their printed level."""
    greys = [patch for patch in registration.sheet.patches if patch.name == "grey"]
    if not greys:
        return np.ones(3)
    places = np.array([patch.centre_mm for patch in greys])
    seen = sample(image, registration.to_frame(places))
    known = np.isfinite(seen).all(axis=1)
    if not known.any():
        return np.ones(3)
    level = np.median(plain.undo(seen[known, None].astype(np.uint8), places[known])[:, 0], axis=0)
    printed = np.median([patch.rgb[::-1] for patch in greys], axis=0) / 255
    usable = (level > 0.05) & (level < 0.95)
    tone = np.log(printed) / np.log(np.where(usable, level, printed))
    return np.clip(np.where(usable, tone, 1.0), 0.7, 1.4)
