"""A playing card with up to ten signs, as a thing on the table that is no die.

Convention: as in `vision.training.decoys`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.looks import dark_colour

Rng = np.random.Generator
Canvas = NDArray[np.uint8]
Places = tuple[tuple[float, float], ...]

HEIGHT = 88 / 63
"""Of a card, in its widths."""

_OUTER = (-0.19, 0.19)
"""The columns beside the middle one."""

SIGNS_AT: dict[int, Places] = {
    1: ((0, 0),),
    2: ((0, -0.32), (0, 0.32)),
    3: ((0, -0.32), (0, 0), (0, 0.32)),
    4: tuple((u, v) for u in _OUTER for v in (-0.32, 0.32)),
    5: (*((u, v) for u in _OUTER for v in (-0.32, 0.32)), (0, 0)),
    6: tuple((u, v) for u in _OUTER for v in (-0.32, 0, 0.32)),
    7: (*((u, v) for u in _OUTER for v in (-0.32, 0, 0.32)), (0, -0.16)),
    8: (*((u, v) for u in _OUTER for v in (-0.32, 0, 0.32)), (0, -0.16), (0, 0.16)),
    9: (*((u, v) for u in _OUTER for v in (-0.34, -0.11, 0.11, 0.34)), (0, 0)),
    10: (*((u, v) for u in _OUTER for v in (-0.34, -0.11, 0.11, 0.34)), (0, -0.22), (0, 0.22)),
}
"""Where the signs of a card are, as parts of its width and height."""

SIGNS: tuple[NDArray[np.float64], ...] = (
    np.array([(0, -1.2), (0.9, 0), (0, 1.2), (-0.9, 0)]),
    np.array([(0, 1.1), (-1, 0), (-0.9, -0.7), (-0.4, -0.9), (0, -0.5), (0.4, -0.9), (0.9, -0.7), (1, 0)]),
    np.array([(0, -1.1), (0.9, 0.2), (0.7, 0.7), (0.2, 0.5), (0.4, 1.1), (-0.4, 1.1), (-0.2, 0.5),
              (-0.7, 0.7), (-0.9, 0.2)]),
    np.array([(0, -1.1), (0.5, -0.8), (0.4, -0.3), (0.9, -0.2), (1, 0.4), (0.6, 0.7), (0.2, 0.4), (0.4, 1.1),
              (-0.4, 1.1), (-0.2, 0.4), (-0.6, 0.7), (-1, 0.4), (-0.9, -0.2), (-0.4, -0.3), (-0.5, -0.8)]),
)  # fmt: skip
"""Diamond, heart, spade and club, 1 in half their width."""


def draw_card(rng: Rng, canvas: Canvas, width: float) -> None:
    """Draw a card in the middle of a canvas: signs in columns, and its value in two corners."""
    middle = np.array(canvas.shape[1::-1]) / 2
    half = np.array([width, width * HEIGHT]) / 2
    paper = np.clip(np.full(3, rng.uniform(190, 255)) * np.exp(rng.normal(0, 0.05, 3)), 0, 255)
    red = rng.random() < 0.5
    ink = tuple(map(float, (40, 30, 200) if red else dark_colour(rng)))
    (left, top), (right, bottom) = ((middle + side * half).astype(int).tolist() for side in (-1, 1))
    cv2.rectangle(canvas, (left, top), (right, bottom), tuple(map(float, paper)), -1, cv2.LINE_AA)
    sign = SIGNS[int(rng.integers(2)) + (0 if red else 2)] * width * rng.uniform(0.08, 0.11)
    value = int(rng.choice(list(SIGNS_AT)))
    for u, v in SIGNS_AT[value]:
        upright = -1 if v > 0 else 1
        _fill(canvas, middle + (u * width, v * width * HEIGHT) + upright * sign, ink)
    for side in (-1, 1):
        at = middle + side * half * (0.84, 0.7)
        _fill(canvas, at - side * sign * 0.45, ink)
        _write(canvas, str(value), at + np.array([0, side * 0.16 * width]), 0.13 * width, ink)


def _fill(canvas: Canvas, outline: NDArray[np.float64], ink: tuple[float, ...]) -> None:
    cv2.fillPoly(canvas, [np.round(outline).astype(np.int32)], ink, cv2.LINE_AA)


def _write(canvas: Canvas, text: str, at: NDArray[np.float64], height: float, ink: tuple[float, ...]) -> None:
    weight = max(1, int(height / 5))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, height / 22, weight)
    corner = (int(at[0] - wide / 2), int(at[1] + high / 2))
    cv2.putText(canvas, text, corner, cv2.FONT_HERSHEY_SIMPLEX, height / 22, ink, weight, cv2.LINE_AA)
