"""What is printed on the faces of dice beside pips: figures in their place, and makers' logos.

Convention: a face's own two axes run from -0.5 to 0.5, origin in its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator

SIDE_PX = 96
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)
LETTERS = tuple("ABCDEFGHKLMNOPRSTUWXYZ*&#")


@dataclass(frozen=True)
class Print:
    """A picture (96, 96) uint8 that covers a face: 255 where there is ink."""

    ink: NDArray[np.uint8]

    def at(self, places: NDArray[np.floating]) -> NDArray[np.floating]:
        """Say how much ink there is at places (N, 2) of the face."""
        column, row = np.clip(((places + 0.5) * SIDE_PX).astype(int), 0, SIDE_PX - 1).T
        return self.ink[row, column] / 255


def numerals(rng: Rng) -> dict[int, Print]:
    """Draw the figures 1 to 6 in one hand."""
    font, scale, weight = int(rng.choice(FONTS)), rng.uniform(1.3, 2.4), int(rng.integers(3, 8))
    return {value: Print(_written(str(value), font, scale, weight)) for value in range(1, 7)}


def logo(rng: Rng) -> dict[int, Print]:
    """Draw a maker's mark on one or two faces: a ring of letters, a ring, a disc, a star."""
    faces = rng.permutation(6)[: int(rng.integers(1, 3))] + 1 if rng.random() < 0.4 else np.array([1, 2])
    draw = (_letters, _rings, _star)[int(rng.integers(3))]
    mark = Print(draw(rng))
    return {int(face): mark for face in faces}


def casino_marks(rng: Rng) -> dict[int, Print]:
    """Draw what casinos print: letters round the 1, a sign on the 2, a number along the 6 or across."""
    marks = {1: Print(_letters(rng)), 2: Print(_monogram(rng))}
    if rng.random() < 0.6:
        ink = _written(
            "".join(rng.choice(list("0123456789"), 3)), 0, rng.uniform(0.6, 0.9), int(rng.integers(1, 4))
        )
        marks[6] = Print(np.ascontiguousarray(np.rot90(ink)) if rng.random() < 0.5 else ink)
    return marks


def _monogram(rng: Rng) -> NDArray[np.uint8]:
    return _written(
        "".join(rng.choice(LETTERS, int(rng.integers(1, 3)))),
        0,
        rng.uniform(0.8, 1.5),
        int(rng.integers(2, 6)),
    )


def _written(text: str, font: int, scale: float, weight: int) -> NDArray[np.uint8]:
    ink = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    (width, height), _ = cv2.getTextSize(text, font, scale, weight)
    at = (int((SIDE_PX - width) / 2), int((SIDE_PX + height) / 2))
    cv2.putText(ink, text, at, font, scale, 255, weight, cv2.LINE_AA)
    return ink


def _letters(rng: Rng) -> NDArray[np.uint8]:
    """Write letters round the middle, as casinos do."""
    ink = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    count, radius = int(rng.integers(5, 12)), rng.uniform(15, 30)
    start, scale, weight = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 0.7), int(rng.integers(1, 4))
    for nth in range(count):
        angle = start + nth * rng.uniform(0.9, 1.0) * 2 * np.pi / count
        at = np.array([np.cos(angle), np.sin(angle)]) * radius + SIDE_PX / 2 - (6, -5)
        letter = str(rng.choice(LETTERS))
        cv2.putText(ink, letter, (int(at[0]), int(at[1])), 0, scale, 255, weight, cv2.LINE_AA)
    return ink


def _rings(rng: Rng) -> NDArray[np.uint8]:
    """Draw a disc or rings, as on dice whose 1 is a target."""
    ink = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    radius, weight = int(rng.uniform(18, 42)), -1 if rng.random() < 0.5 else int(rng.integers(2, 7))
    cv2.circle(ink, (SIDE_PX // 2, SIDE_PX // 2), radius, 255, weight, cv2.LINE_AA)
    return ink


def _star(rng: Rng) -> NDArray[np.uint8]:
    """Draw a star, a crown of spikes or a blot."""
    ink = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    spikes, reach = int(rng.integers(3, 9)), rng.uniform(16, 38)
    angles = np.linspace(0, 2 * np.pi, 2 * spikes, endpoint=False) + rng.uniform(0, 7)
    radii = np.where(np.arange(2 * spikes) % 2, reach, reach * rng.uniform(0.3, 0.8))
    points = np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None] + SIDE_PX / 2
    cv2.fillPoly(ink, [points.round().astype(np.int32)], 255, cv2.LINE_AA)
    return ink
