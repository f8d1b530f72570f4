"""A second opinion on a die that lies on a sheet: its pips, counted where they must be.

Where the sheet is known, so are the plane of the top face and its size. Seen straight from above,
pips lie on a lattice of three by three, dark on light or light on dark. That is compared with the
six faces; a learned reading that this bears out is surer, and one that it contradicts is less sure.

Convention: mm of the sheet from the middle of the top face, x to the right, y down.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from companion.sighting import DieSighting
from vision.likeness import standardised
from vision.ports import Floats, Image
from vision.registration import Registration

FACES = (
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
)
"""Row and column of the pips of 1 to 6, in one of the two ways in which a 2, a 3 and a 6 may lie."""

SPACINGS = (0.23, 0.27)
"""From pip to pip, in sides of the die."""

RIM = 0.4
"""Round the pips the face is plain, up to this many sides from its middle. What lies further out is
not looked at: so one pip of a 2 is no 1, because its surroundings reach over the edge."""

ALONG = (-0.3, -0.1, 0.1, 0.3)
"""Where along each side of the rim it is looked at."""

BESIDE_MM = (-2.4, -1.2, 0.0, 1.2, 2.4)
LEANING = (0.0, 0.25, 0.5)
"""How far the learned reading may be off: in any direction, and in a slanted view towards the camera, where
the sides of the die are seen below its top. The middle of all that is seen lies off by half their reach."""

TURNS_DEG = (-8.0, 0.0, 8.0)
SOFTNESS_PX = 0.8

READABLE = 0.8
"""Likeness (1 is perfect) from which on the pips are a face and no chance. Of 546 rolls in 45 rooms of the
simulated table, in six lights, 507 had as much; one of those was counted wrong, a 2 as a 1."""

SHARPNESS = 40.0
"""What a whole likeness is worth in natural logarithms: a 4 is as like a 5 as 0.87."""

AGREED, CONTRADICTED = 0.1, 0.5
"""What is left of the doubt in a reading that is borne out, and of the trust in one that is not."""


class PipFit(NamedTuple):
    """The face that fits best, and how well each of the six fits, (6,), at most 1."""

    value: int
    likeness: Floats


def fit_pips(
    image: Image, registration: Registration, centre_mm: tuple[float, float], turn_deg: float, side_mm: float
) -> PipFit:
    """Compare the top face that lies ``side_mm`` above this place of the sheet with the six faces."""
    looks = _looks(turn_deg, side_mm, _reach_of_sides(registration, centre_mm, side_mm))
    places = (looks.reshape(-1, 2) + np.array(centre_mm)).astype(np.float64)
    at = registration.to_frame(places, side_mm).astype(np.float32)
    left, top = np.floor(at.min(axis=0)).astype(int) - 4
    right, bottom = np.ceil(at.max(axis=0)).astype(int) + 5
    left, top = max(0, left), max(0, top)
    face = image[top:bottom, left:right]
    if not face.size:
        return PipFit(1, np.zeros(6))
    soft = cv2.GaussianBlur(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), SOFTNESS_PX)
    maps = (at - np.array([left, top], np.float32)).reshape(*looks.shape)
    seen = cv2.remap(soft, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    likeness = np.abs(standardised(seen) @ _PATTERNS.T).max(axis=0)
    by_value = likeness.reshape(2, 6).max(axis=0)
    return PipFit(int(by_value.argmax()) + 1, by_value)


def second_opinion(die: DieSighting, fit: PipFit) -> DieSighting:
    """Give the die with the odds and the confidence that both opinions leave."""
    best = float(fit.likeness.max())
    if die.value is None or best < READABLE:
        return die
    weights = {
        value: odds * float(np.exp(SHARPNESS * (fit.likeness[value - 1] - best)))
        for value, odds in die.odds.items()
    }
    total = sum(weights.values())
    odds = {value: weight / total for value, weight in weights.items()}
    value = max(odds, key=lambda each: odds[each])
    agreed = value == die.value == fit.value
    confidence = 1 - AGREED * (1 - die.confidence) if agreed else CONTRADICTED * die.confidence
    return msgspec.structs.replace(
        die, value=value, odds=odds, confidence=confidence, accepted=die.accepted and agreed
    )


def _patterns() -> Floats:
    """Give the (12, 41) patterns: pips on every second place of five by five, in both ways they may lie.

    The sixteen places of the rim never hold a pip.
    """
    upright = np.zeros((6, 5, 5))
    for face, pips in enumerate(FACES):
        for row, column in pips:
            upright[face, 2 * row, 2 * column] = 1
    both = np.concatenate([upright, np.rot90(upright, axes=(1, 2))])
    rim = np.zeros((12, 4 * len(ALONG)))
    return standardised(np.concatenate([both.reshape(12, 25), rim], axis=1))


_PATTERNS = _patterns()


def _reach_of_sides(registration: Registration, centre_mm: tuple[float, float], side_mm: float) -> Floats:
    """Give the (2,) mm from where the foot of a die is seen, in the plane of its top, to that top."""
    centre = np.array(centre_mm)
    return registration.to_sheet(registration.to_frame(centre, side_mm), 0.0) - centre


def _looks(turn_deg: float, side_mm: float, reach_mm: Floats) -> Floats:
    """Give the (looks, 41, 2) places for every spacing, turn and shift."""
    steps = np.arange(-2, 3)
    y, x = np.meshgrid(steps, steps, indexing="ij")
    lattice = np.stack([x, y], axis=-1).reshape(-1, 2) / 2
    edge = np.array([(along, RIM) for along in ALONG])
    rim = np.concatenate([edge, -edge, edge[:, ::-1], -edge[:, ::-1]])
    angles = np.radians(turn_deg + np.array(TURNS_DEG))
    turns = np.stack([np.cos(angles), np.sin(angles), -np.sin(angles), np.cos(angles)], -1).reshape(-1, 2, 2)
    sized = side_mm * np.stack([np.concatenate([spacing * lattice, rim]) for spacing in SPACINGS])
    turned = np.einsum("skc,tcd->stkd", sized, turns).reshape(-1, len(sized[0]), 2)
    beside = np.stack(np.meshgrid(BESIDE_MM, BESIDE_MM), axis=-1).reshape(-1, 2)
    shifts = np.concatenate([beside + share * reach_mm for share in LEANING])
    return (turned[:, None] + shifts[None, :, None]).reshape(-1, len(sized[0]), 2)
