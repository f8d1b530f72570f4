"""Reads markers again whose outline `cv2.aruco` found, but whose bits it took for none.

It flattens a marker to four pixels a bit before it tells black from white, so noise, a soft lens and a corner
that is half a pixel off cost it markers of 16 to 30 px that the eye reads at once. Here the corners are
refined first, and each bit is what the middle of its square shows.

Convention: corners in px of the picture, clockwise; bits are 1 where a marker is white.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np

from vision.ports import Floats, Image, Mask

MOST_WRONG: Final = 2
"""Bits that may differ: two of these markers differ in 11 or more."""

LEAST_CONTRAST = 20.0
"""Levels from a marker's black to its white, at least."""

SMALLEST_SIDE_PX, LONGEST_SIDE = 10.0, 2.5
"""An outline with a shorter side, or a side so many times longer than another, is no marker."""

MOST_OUTLINES: Final = 30_000
"""`cv2.remap` takes no more rows at once; a picture with so many outlines shows noise."""

RIM_WHITE = 6
"""Squares of the rim that may look white before the corners are refined."""


class MarkerBits:
    """The bits of all markers of one dictionary, each in four turns."""

    def __init__(self, dictionary: Any) -> None:
        self._side = dictionary.markerSize
        codes = [
            dictionary.getBitsFromByteList(dictionary.bytesList[[number]], self._side)
            for number in range(len(dictionary.bytesList))
        ]
        turned = [np.rot90(code, -turn) for code in codes for turn in range(4)]
        self._codes = np.array(turned, np.float32).reshape(len(turned), -1)
        squares = np.arange(self._side + 2) + 0.5
        self._middles = np.stack(np.meshgrid(squares, squares), -1).reshape(-1, 2)
        self._rim = np.pad(np.zeros((self._side, self._side), bool), 1, constant_values=True).ravel()

    def read(self, grey: Image, outlines: Floats) -> dict[int, Floats]:
        """Give number and corners (4, 2) of the markers among (n, 4, 2) outlines in a picture, (H, W) grey.

        A marker with several outlines is given where its bits fit best.
        """
        outlines = _like_markers(outlines)[:MOST_OUTLINES]
        white, has_contrast = self._white_squares(grey, outlines)
        near = outlines[has_contrast & (white[:, self._rim].sum(axis=1) <= RIM_WHITE)]
        refined = np.array([_refined(grey, outline, self._side + 2) for outline in near]).reshape(-1, 4, 2)
        white, has_contrast = self._white_squares(grey, refined)
        is_marker = has_contrast & ~white[:, self._rim].any(axis=1)
        inner = white[:, ~self._rim].astype(np.float32)
        wrong = inner.sum(axis=1)[:, None] + self._codes.sum(axis=1) - 2 * inner @ self._codes.T
        found: dict[int, Floats] = {}
        for at in np.argsort(wrong.min(axis=1)):
            number, turn = divmod(int(wrong[at].argmin()), 4)
            if is_marker[at] and wrong[at].min() <= MOST_WRONG and number not in found:
                found[number] = np.roll(refined[at], -turn, axis=0)
        return found

    def _white_squares(self, grey: Image, outlines: Floats) -> tuple[Mask, Mask]:
        """Say which squares of each outline are white, (n, squares), and which have contrast, (n,)."""
        if not len(outlines):
            return np.zeros((0, len(self._rim)), bool), np.zeros(0, bool)
        at = _within(outlines, self._middles / (self._side + 2)).astype(np.float32)
        levels = cv2.remap(grey, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        black = levels[:, self._rim].mean(axis=1)
        white = np.percentile(levels[:, ~self._rim], 85, axis=1)
        return levels > ((black + white) / 2)[:, None], white - black >= LEAST_CONTRAST


def _like_markers(outlines: Floats) -> Floats:
    sides = np.linalg.norm(outlines - np.roll(outlines, 1, axis=1), axis=2)
    shortest, longest = sides.min(axis=1), sides.max(axis=1)
    likely: Floats = outlines[(shortest >= SMALLEST_SIDE_PX) & (longest <= LONGEST_SIDE * shortest)]
    return likely


def _within(outlines: Floats, places: Floats) -> Floats:
    """Give where places (m, 2) of the unit square lie in (n, 4, 2) outlines seen slantwise: (n, m, 2).

    Source: P. Heckbert, Fundamentals of Texture Mapping (1989), square to quadrilateral.
    """
    a, b, c, d = outlines.transpose(1, 0, 2)
    across, down, off = b - c, d - c, a - b + c - d
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g = ((off[:, 0] * down[:, 1] - off[:, 1] * down[:, 0]) / area)[:, None]
    h = ((across[:, 0] * off[:, 1] - across[:, 1] * off[:, 0]) / area)[:, None]
    u, v = places.T[:, :, None]
    along_u, along_v = b - a + g * b, d - a + h * d
    above = u * along_u[:, None] + v * along_v[:, None] + a[:, None]
    below = u * g[:, None] + v * h[:, None] + 1
    inside: Floats = above / np.where(np.abs(below) < 1e-9, 1e-9, below)
    return inside


def _refined(grey: Image, outline: Floats, squares: int) -> Floats:
    """Settle the corners of an outline; one that runs away stays where it was."""
    square_px = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1).mean() / squares
    reach = max(2, round(0.7 * square_px))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    corners = outline.astype(np.float32).reshape(-1, 1, 2)
    settled = cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop).reshape(4, 2)
    ran = np.linalg.norm(settled - outline, axis=1) > 1.5 * reach
    refined: Floats = np.where(ran[:, None], outline, settled).astype(np.float64)
    return refined
