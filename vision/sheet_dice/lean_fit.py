"""Whether a die in the tray leans: a cube that stands on an edge is compared with one that lies flat.

A picture of a die alone does not tell: leaning, it looks as a flat one does from another side. Where the
sheet is known, so is the side from which the camera looks, and so is how a flat die must appear.

Convention: mm of the sheet, x to the right, y down, and the height above the sheet; a pose is (turn, lean,
way) in rad: the die is turned about the vertical, and leans by ``lean`` about one of its own edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from companion.layout import Point
from companion.sighting import DieSighting
from vision.ports import Floats, Image
from vision.sheet_dice import pip_lattice
from vision.sheets.registration import Registration

LEANS_DEG = (18.0, 32.0, 46.0, 60.0)
"""Beyond 45 degrees a side of a leaning die was taken for its top."""

FLAT_TURNS_DEG, LEANING_TURNS_DEG = np.arange(0.0, 90.0, 7.5), np.arange(0.0, 90.0, 10.0)
WAYS_DEG = (0.0, 90.0, 180.0, 270.0)

SIZES = (0.7, 0.8, 0.9, 1.0, 1.12, 1.25)
"""Sizes of a flat die, as a multiple of what it should be: who plays with dice of another size is not to hear
that they lean."""

BESIDE_MM = tuple(np.arange(-3.6, 3.7, 1.2))
"""How far off the place that was found the face may be: a leaning one is not as high as a flat one."""

FINER_FLAT_DEG = ((-5.0, -2.5, 0.0, 2.5, 5.0), (0.0,), (0.0,))
FINER_LEANING_DEG = ((-6.0, 0.0, 6.0), (-7.0, 0.0, 7.0), (-12.0, 0.0, 12.0))
FINER_MM = (-0.6, 0.0, 0.6)
"""Steps of turn, lean and way, and of place, about the best of the first comparison."""

SEEN = 0.25
"""A face is looked at from this cosine of the angle at which it is seen on: else it is too narrow."""

CHANCE = 0.5
"""So like one of the faces is anything. What a pose explains is added up beyond that, face by face: by the
mean of its faces a die explains most that turns all but one of them away."""

CANDIDATES = 96
"""So many poses and places, those with the likest top, are looked at from all sides."""

APART_MM = 2.0
"""Between the points from which it is told how the picture changes along each axis."""

DOUBTED, LEANS = 0.15, 0.18
"""By how much more a leaning cube explains, from which on a die is asked about, and is said to lean."""

DOUBT = 0.5
"""The most that is thought of a die that may lean."""


class _Place(NamedTuple):
    """Where a die is seen: its top in px, (2, 3) px a mm along the axes, the way (3,) to the camera."""

    middle_px: Floats
    px_per_mm: Floats
    towards: Floats
    side_mm: float


class _Fit(NamedTuple):
    explained: float
    pose: Floats
    shift_mm: Floats


def lean_lead(image: Image, registration: Registration, places_mm: Sequence[Point], side_mm: float) -> float:
    """Say how much more of what is seen a die explains that leans than one that lies flat.

    Where neither explains more than chance does, as with pips of another make, it is not above 0.

    Parameters
    ----------
    image
        (H, W, 3) uint8.
    registration
        Of the sheet on which the die lies.
    places_mm
        Where its top may be, as if it lay flat: where the picture was read, and where its pips were counted.
    side_mm
        How long its sides are; a flat die may be smaller or larger (`SIZES`).

    Returns
    -------
    float
        Above 0 where it rather leans; see `DOUBTED`.
    """
    places = [_place(registration, at_mm, side_mm) for at_mm in places_mm]
    leaning = max(_most_explained(image, place, _LEANING, _FINER_LEANING) for place in places)
    sizes = (place._replace(side_mm=size * side_mm) for place in places for size in SIZES)
    flat = max(_most_explained(image, size, _FLAT, _FINER_FLAT) for size in sizes)
    return leaning - max(flat, 0.0)


def looks_leaning(die: DieSighting) -> bool:
    """Say whether a die looks as if it leaned, and nothing else is the matter with it."""
    return die.flags == ("cocked",)


def with_lean(die: DieSighting, lead: float) -> DieSighting:
    """Give the die with what `lean_lead` says of it: flagged, or doubted, or as it was.

    One that looked as if it leaned, and is explained by a flat one, is doubted, with its likeliest value.
    """
    doubted = msgspec.structs.replace(die, confidence=min(die.confidence, DOUBT), accepted=False)
    if looks_leaning(die):
        likeliest = max(die.odds, key=lambda value: die.odds[value])
        return die if lead >= DOUBTED else msgspec.structs.replace(doubted, value=likeliest, flags=())
    if lead < DOUBTED:
        return die
    if lead < LEANS:
        return doubted
    return msgspec.structs.replace(doubted, value=None, flags=(*die.flags, "cocked"))


def _place(registration: Registration, centre_mm: tuple[float, float], side_mm: float) -> _Place:
    """Say how the picture changes about a face: a die is so small that one slope serves for all of it."""
    middle = np.array([*centre_mm, side_mm])
    steps = APART_MM / 2 * np.eye(3)
    ahead, behind = (registration.solid_to_frame(middle + way * steps) for way in (1, -1))
    px_per_mm = (ahead - behind).T / APART_MM
    towards = np.cross(*px_per_mm)
    towards *= np.sign(towards[2]) / np.linalg.norm(towards)
    return _Place(registration.solid_to_frame(middle[None])[0], px_per_mm, towards, side_mm)


def _most_explained(image: Image, place: _Place, poses: Floats, finer: Floats) -> float:
    coarse = _best(image, place, poses, _grid(BESIDE_MM), _USUAL)
    fine = [
        _best(image, place, coarse.pose + finer, coarse.shift_mm + _grid(FINER_MM), faces) for faces in _FACES
    ]
    return max(fit.explained for fit in (coarse, *fine))


def _best(image: Image, place: _Place, poses: Floats, shifts_mm: Floats, faces: Floats) -> _Fit:
    """Find the pose (of (n, 3)) and the shift (of (m, 2)) with which a cube explains most of what is seen."""
    turns = _rotations(poses)
    weights = place.towards @ turns @ _NORMALS.T
    weights = np.where(weights < SEEN, 0.0, weights)
    # The shifts are in the picture's plane: farther towards the camera a die looks the same.
    shifts_px = shifts_mm * np.sqrt(abs(np.linalg.det(place.px_per_mm[:, :2])))
    on_die = faces * place.side_mm @ turns.transpose(0, 2, 1)[:, None]
    at_px = place.middle_px + on_die @ place.px_per_mm.T
    tops = pip_lattice.likeness(image, at_px[:, None, 0] + shifts_px[:, None]).reshape(-1, 6)
    chosen = np.argsort(-tops.max(axis=1))[:CANDIDATES]
    pose, shift = np.divmod(chosen, len(shifts_px))
    sides = pip_lattice.likeness(image, at_px[pose, 1:] + shifts_px[shift, None, None])
    seen = weights[pose]
    whole = seen[:, :1] * tops[chosen] + (seen[:, 1:, None] * pip_lattice.beside(sides)).sum(axis=1)
    explained = (whole - CHANCE * seen.sum(axis=1, keepdims=True)).max(axis=1)
    best = int(explained.argmax())
    return _Fit(float(explained[best]), poses[pose[best]], shifts_mm[shift[best]])


def _rotations(poses: Floats) -> Floats:
    """Give the (n, 3, 3) rotations of poses (n, 3)."""
    turn, lean, way = poses.T
    return _about_z(turn + way) @ _about_x(lean) @ _about_z(-way)


def _about_z(angle: Floats) -> Floats:
    cos, sin, no, one = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([cos, -sin, no, sin, cos, no, no, no, one], axis=-1).reshape(-1, 3, 3)


def _about_x(angle: Floats) -> Floats:
    cos, sin, no, one = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([one, no, no, no, cos, -sin, no, sin, cos], axis=-1).reshape(-1, 3, 3)


def _all(*steps_deg: Floats | tuple[float, ...]) -> Floats:
    """Give all (n, 3) combinations of steps, in rad."""
    turns: Floats = np.radians(np.stack(np.meshgrid(*steps_deg), axis=-1).reshape(-1, 3))
    return turns


def _grid(steps: tuple[float, ...]) -> Floats:
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


_NORMALS = np.vstack([(0.0, 0.0, 1.0), np.column_stack([pip_lattice.OUTWARD, np.zeros(4)])])
_USUAL = pip_lattice.five_faces(float(np.mean(pip_lattice.SPACINGS)))
_FACES = [pip_lattice.five_faces(spacing) for spacing in pip_lattice.SPACINGS]
_FLAT, _FINER_FLAT = _all(FLAT_TURNS_DEG, (0.0,), (0.0,)), _all(*FINER_FLAT_DEG)
_LEANING, _FINER_LEANING = _all(LEANING_TURNS_DEG, LEANS_DEG, WAYS_DEG), _all(*FINER_LEANING_DEG)
