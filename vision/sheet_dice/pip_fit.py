"""A second opinion on a die that lies on a sheet: a cube of known size, stood where it explains the picture.

Where the sheet is known, so are the plane of a die's top face and its size, and which of its sides the
camera sees. For every way in which the cube may stand near the place that was found, the top is compared
with the six faces, and each visible side with the four that may be beside such a top. A side that is taken
for the top leaves the other faces unexplained; so does one pip of a 2 that is taken for a 1. A learned
reading that the count bears out is surer, and one that a plain count contradicts gives way to it.

Convention: mm of the sheet, x to the right, y down, and the height above the sheet; a place on the cube in
sides of the die from the middle of its foot.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np

from companion.layout import Point
from companion.sighting import DieSighting
from vision.ports import Floats, Image
from vision.sheet_dice import pip_lattice
from vision.sheets.registration import Registration

BESIDE_MM = (-2.4, -1.2, 0.0, 1.2, 2.4)
LEANING = (0.0, 0.25, 0.5, 0.75, 1.0)
"""How far the learned reading may be off: in any direction, and in a slanted view towards the camera, where
the sides of the die are seen below its top. The middle of all that is seen lies off by half their reach."""

FINER_MM = (-0.6, 0.0, 0.6)
"""Steps about the best place, so that how like a face its top is does not depend on where the others fall."""

TURNS_DEG = tuple(np.arange(0.0, 90.0, 7.5))
"""All of them: where other edges are near, the turn of a die is hardly measured."""

CANDIDATES = 8
"""So many ways to stand are looked at from all sides for each top face: those with the likest top."""

SLANTED = 0.2
"""A side is looked at from this slope of the view on (the tangent of its angle): else it is too narrow."""

READABLE = 0.65
"""Likeness (1 is perfect) from which on the pips of a top are a face and no chance."""

SHARPNESS = 80.0
"""What a whole likeness is worth in natural logarithms. A 4 is as like a 5 as 0.87, so in a view from 35
degrees, with two sides to be seen, the right one of the two leads by 0.06."""

PLAIN = 0.06
"""By how much the likest face of a plain count leads, at least."""

DOUBT_IN_READING = 0.01
"""The least that is thought of a value, however sure the reading is: it may be a reading of a side."""

AGREED, CONTRADICTED = 0.1, 0.5
"""What is left of the doubt in a reading that is borne out, and of the trust in one that is not."""

COUNTED = 0.9
"""The trust in a count that outdoes the reading. In the rooms of `bench.vision`, eight of them the most
slanted of 300, all 382 dice that were taken were right."""


class PipFit(NamedTuple):
    """The face that fits best, how like it the top is, and how well the cube fits with each on top, (6,).

    ``centre_mm`` is where the top of that cube lies.
    """

    value: int
    top: float
    likeness: Floats
    centre_mm: Point

    @property
    def stands(self) -> bool:
        """Whether a cube stands there, whatever it shows: it is like its top and all that is seen of it."""
        return self.top >= READABLE and bool(self.likeness.max() >= READABLE)

    @property
    def plain(self) -> bool:
        """Whether the top is a face, and no other face fits nearly as well."""
        second, best = np.sort(self.likeness)[-2:]
        return self.top >= READABLE and bool(best - second >= PLAIN)


def fit_pips(
    image: Image, registration: Registration, centre_mm: tuple[float, float], side_mm: float
) -> PipFit:
    """Compare a die whose top face lies ``side_mm`` above this place of the sheet with all dice that may be.

    Parameters
    ----------
    image
        (H, W, 3) uint8.
    registration
        Of the sheet on which the die stands.
    centre_mm
        Where its top was found.
    side_mm
        How long its sides are.
    """
    reach_mm = _reach_of_sides(registration, centre_mm, side_mm)
    cubes = side_mm * _CUBES
    shifts = np.concatenate([np.array(centre_mm) + _shifts(reach_mm), np.zeros((_SHIFTS, 1))], axis=1)
    tops = _likeness(image, registration, cubes[:, None, 0] + shifts[None, :, None]).reshape(-1, 6)
    chosen = np.unique(np.argpartition(-tops, CANDIDATES, axis=0)[:CANDIDATES])
    cube, shift = np.divmod(chosen, _SHIFTS)
    sides = _likeness(image, registration, cubes[cube, 1:] + shifts[shift, None, None])
    seen = _slope_of_sides(-reach_mm / side_mm)[cube]
    whole = tops[chosen] + (seen[:, :, None] * pip_lattice.beside(sides)).sum(axis=1)
    fits = whole / (1 + seen.sum(axis=1, keepdims=True))
    likeness = fits.max(axis=0)
    best = int(likeness.argmax())
    x, y, _ = shifts[shift[int(fits[:, best].argmax())]]
    best_cube, best_shift = divmod(int(tops[:, best].argmax()), _SHIFTS)
    finer = _likeness(image, registration, cubes[best_cube, 0] + shifts[best_shift] + _FINER[:, None])
    return PipFit(best + 1, float(finer[:, best].max()), likeness, (float(x), float(y)))


def second_opinion(die: DieSighting, fit: PipFit, *, flat: bool = False) -> DieSighting:
    """Give the die with the odds and the confidence that both opinions leave.

    A die of which the reading says that it leans or is covered has no value to be borne out, but one that
    somebody put down ``flat`` has: there a plain count is more than that.
    """
    if fit.top < READABLE or (die.value is None and not (flat and fit.plain)):
        return die
    weights = {
        value: max(die.odds.get(value, 0.0), DOUBT_IN_READING)
        * float(np.exp(SHARPNESS * (fit.likeness[value - 1] - fit.likeness.max())))
        for value in range(1, 7)
    }
    total = sum(weights.values())
    odds = {value: weight / total for value, weight in weights.items()}
    value = max(odds, key=lambda each: odds[each])
    agreed = value == die.value == fit.value
    if agreed:
        confidence = 1 - AGREED * (1 - die.confidence)
    else:
        confidence = COUNTED * odds[value] if value == fit.value else CONTRADICTED * die.confidence
    flags = die.flags if die.value is not None else ()
    return msgspec.structs.replace(
        die, value=value, odds=odds, confidence=confidence, accepted=die.accepted and agreed, flags=flags
    )


def _cubes() -> Floats:
    """Give the (cubes, 5, 41, 3) places on top and sides for every turn and spacing, in sides."""
    from_top = np.stack([pip_lattice.five_faces(spacing) for spacing in pip_lattice.SPACINGS])
    straight = from_top + np.array((0.0, 0.0, 1.0))
    flat = np.einsum("sfkc,tcd->tsfkd", straight[..., :2], _TURNS)
    height = np.broadcast_to(straight[..., 2:], (*flat.shape[:-1], 1))
    return np.concatenate([flat, height], axis=-1).reshape(-1, *straight.shape[1:])


_ANGLES = np.radians(TURNS_DEG)
_TURNS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES), -np.sin(_ANGLES), np.cos(_ANGLES)], -1).reshape(-1, 2, 2)
"""Matrices by which places are multiplied from the right."""
_CUBES = _cubes()
_FINER = np.array([(right, down, 0.0) for right in FINER_MM for down in FINER_MM])
_SHIFTS = len(LEANING) * len(BESIDE_MM) ** 2


def _likeness(image: Image, registration: Registration, places_mm: Floats) -> Floats:
    """Give how like each of the six faces is what is seen at (..., 41, 3) places with their heights."""
    at_px = registration.solid_to_frame(places_mm.reshape(-1, 3))
    return pip_lattice.likeness(image, at_px.reshape(*places_mm.shape[:-1], 2))


def _reach_of_sides(registration: Registration, centre_mm: tuple[float, float], side_mm: float) -> Floats:
    """Give the (2,) mm from where the foot of a die is seen, in the plane of its top, to that top."""
    centre = np.array(centre_mm)
    reach_mm: Floats = registration.to_sheet(registration.to_frame(centre, side_mm), 0.0) - centre
    return reach_mm


def _shifts(reach_mm: Floats) -> Floats:
    """Give the (shifts, 2) mm by which the top may lie off the place where it was found."""
    beside = np.stack(np.meshgrid(BESIDE_MM, BESIDE_MM), axis=-1).reshape(-1, 2)
    return np.concatenate([beside + share * reach_mm for share in LEANING])


def _slope_of_sides(towards_camera: Floats) -> Floats:
    """Give the (cubes, 4) weights of the sides: the slope at which each is seen, 1 at most."""
    slope = np.clip(pip_lattice.OUTWARD @ _TURNS @ towards_camera, 0.0, 1.0)
    return np.repeat(np.where(slope < SLANTED, 0.0, slope), len(pip_lattice.SPACINGS), axis=0)
