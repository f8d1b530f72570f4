"""Measures a sheet on its photograph: by its longer side, or by a sheet of A4 that lies beside it.

Convention: corners are pixels of the photograph, clockwise from the sheet's top left; sizes in mm.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.boxes.placing import Floats, homography, through
from companion.boxes.teach_file import Corners
from companion.layout import Point

A4_MM: Final = (297.0, 210.0)
SQUARE_ON: Final = 0.05
"""Vanishing points this near to infinity, as a share of the picture, tell nothing of the lens."""


def size_by_side(corners: Corners, picture_px: tuple[int, int], longer_mm: float) -> Point:
    """Give width and height of a sheet whose longer side is so long.

    Source: Zhang and He, Whiteboard scanning and image enhancement (2007), section 3. The camera is taken to
    look through the middle of its picture.
    """
    aspect = _aspect(np.array(corners, dtype=float), np.array(picture_px, dtype=float))
    if aspect >= 1:
        return round(longer_mm, 1), round(longer_mm / aspect, 1)
    return round(longer_mm * aspect, 1), round(longer_mm, 1)


def size_by_paper(corners: Corners, paper: Corners) -> Point:
    """Give width and height of a sheet that lies in one plane with a sheet of A4, by the corners of both."""
    seen = np.array(paper, dtype=float)
    first, second = np.linalg.norm(seen[0] - seen[1]), np.linalg.norm(seen[1] - seen[2])
    wide, high = A4_MM if first >= second else A4_MM[::-1]
    to_mm = homography(seen, np.array([(0, 0), (wide, 0), (wide, high), (0, high)], dtype=float))
    a, b, c, d = through(to_mm, np.array(corners, dtype=float))
    across = (np.linalg.norm(a - b) + np.linalg.norm(d - c)) / 2
    down = (np.linalg.norm(b - c) + np.linalg.norm(a - d)) / 2
    return round(float(across), 1), round(float(down), 1)


def _aspect(corners: Floats, picture_px: Floats) -> float:
    """Give width over height of a rectangle in space by its corners in a picture."""
    scale = float(picture_px.max())
    a, b, c, d = (np.array([x, y, 1.0]) for x, y in (corners - picture_px / 2) / scale)
    # The paper's m1, m2, m3, m4 are top left, top right, bottom left, bottom right.
    k2 = np.cross(a, c) @ d / (np.cross(b, c) @ d)
    k3 = np.cross(a, c) @ b / (np.cross(d, c) @ b)
    across, down = k2 * b - a, k3 * d - a
    sides = _mean_sides(corners)
    if abs(across[2] * down[2]) < SQUARE_ON**2:
        # One of the sides is seen square on: its vanishing point tells nothing of the lens.
        return (
            sides
            if abs(across[2]) < SQUARE_ON and abs(down[2]) < SQUARE_ON
            else _with_usual_lens(across, down)
        )
    focal2 = -(across[0] * down[0] + across[1] * down[1]) / (across[2] * down[2])
    if not 0.3 < focal2 < 9:
        return _with_usual_lens(across, down)
    return _length(across, focal2) / _length(down, focal2)


def _with_usual_lens(across: Floats, down: Floats) -> float:
    """Use the focal length that phones and webcams have about, in longer sides of the picture."""
    return _length(across, 0.64) / _length(down, 0.64)


def _length(side: Floats, focal2: float) -> float:
    return float(np.sqrt((side[0] ** 2 + side[1] ** 2) / focal2 + side[2] ** 2))


def _mean_sides(corners: Floats) -> float:
    a, b, c, d = corners
    across = np.linalg.norm(a - b) + np.linalg.norm(d - c)
    return float(across / (np.linalg.norm(b - c) + np.linalg.norm(a - d)))
