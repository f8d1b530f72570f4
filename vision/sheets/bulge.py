"""A sheet that is not flat: how far its places lie from where a plane and a lens would have them.

Convention: mm of the sheet, x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.ports import Floats

STIFFNESS = np.array([0.001, 0.002, 0.002, 0.01, 0.01, 0.01])
"""How strongly each term is held near 0: paper bends little, and far from all landmarks not at all."""

LEAST = 8
"""Landmarks; with fewer nothing is said."""

LIKELY_MM = 0.1
ROUNDS = 8


@dataclass(frozen=True, eq=False)
class Bulge:
    """``terms`` is (6, 2): the shifts along x and y by 1, x, y, xy, xx, yy from -1 to 1 over the sheet."""

    terms: Floats
    size_mm: tuple[float, float]

    def shift(self, points_mm: Floats) -> Floats:
        """Give the (..., 2) shifts in mm of (..., 2) points."""
        return _powers(points_mm, self.size_mm) @ self.terms


def fit_bulge(
    points_mm: Floats, found_mm: Floats, size_mm: tuple[float, float]
) -> tuple[Bulge, Floats] | None:
    """Fit a bulge to landmarks, robustly: what lies on the sheet misleads some of them.

    Returns
    -------
    tuple or None
        The bulge, and how far (n,) each landmark lies from it in mm; None where there are too few.
    """
    if len(points_mm) < LEAST:
        return None
    powers, shifts = _powers(points_mm, size_mm), found_mm - points_mm
    weight, terms = np.ones(len(points_mm)), np.zeros((6, 2))
    missed = np.hypot(*(shifts - np.median(shifts, axis=0)).T)
    for _ in range(ROUNDS):
        spread = max(float(np.median(missed)), LIKELY_MM)
        weight = 1 / (1 + (missed / (1.5 * spread)) ** 2) ** 2
        weighted = powers * weight[:, None]
        terms = np.linalg.solve(weighted.T @ powers + np.diag(STIFFNESS) * weight.sum(), weighted.T @ shifts)
        missed = np.hypot(*(shifts - powers @ terms).T)
    return Bulge(terms, size_mm), missed


def _powers(points_mm: Floats, size_mm: tuple[float, float]) -> Floats:
    x, y = np.moveaxis(2 * np.asarray(points_mm) / np.array(size_mm) - 1, -1, 0)
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)
