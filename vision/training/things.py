"""What stands on a table whose light is followed: dice, alone and in piles, and what is no die.

Convention: as in `vision.training.bodies`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.classes import COCKED, STACKED
from vision.training import piles
from vision.training.bodies import LEAST_ROUNDING
from vision.training.looks import Look
from vision.training.scenes import IGNORED
from vision.training.shapes import Shape
from vision.training.solid import FOOT, UPWARDS, corners
from vision.training.tracing import with_top
from vision.training.views import about

Array = NDArray[np.floating]
Rng = np.random.Generator

CASINO = 0.2
"""Share of tables with casinos' dice."""

THREE_HIGH = 0.1
"""Share of the piles on which one more lies."""


class Piece(NamedTuple):
    """A body on the table: its form, its look, how it lies, and, of a die, what is to be read there.

    ``holes`` are drilled, or printed, in the flat sides of what is round.
    """

    shape: Shape
    look: Look
    middle: Array
    turn: Array
    label: int = IGNORED
    is_die: bool = False
    is_round: bool = False
    metal: bool = False
    holes: int = 0

    @property
    def top(self) -> Array:
        """Corners (4, 3) of its top face."""
        upwards = np.abs(self.turn[2]).argmax()
        half = np.array(self.shape.half)
        side = np.zeros(3)
        side[upwards] = np.sign(self.turn[2, upwards]) * half[upwards]
        one, other = (np.eye(3)[nth] * half[nth] for nth in range(3) if nth != upwards)
        around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return self.middle + np.array([side + a * one + b * other for a, b in around]) @ self.turn.T

    @property
    def parts(self) -> list[Array]:
        """What of its top may be taken for a die's: the halves of a domino, else all of it."""
        if not self.shape.halves:
            return [self.top]
        long = 0.5 * (self.shape.half[0] * self.turn[:, 0])
        small = self._replace(
            shape=replace(self.shape, half=(0.5 * self.shape.half[0], *self.shape.half[1:]))
        )
        return [small.top - long, small.top + long]

    @property
    def outline(self) -> Array:
        """Where it stands, seen from straight above: the hull (N, 2) of its corners."""
        points = self.middle + corners(self.shape) / FOOT @ self.turn.T
        return cv2.convexHull(points[:, :2].astype(np.float32))[:, 0]


class Make(NamedTuple):
    """A make of dice, or another thing."""

    shape: Shape
    look: Look

    @classmethod
    def thing(cls, rng: Rng, half: tuple[float, float, float], rounding: float | None = None) -> Make:
        """Draw something of one colour."""
        shape = Shape.cube(rng)
        most = 0.9 * min(half)
        own = min(most, float(rng.uniform(0.01, 0.1))) if rounding is None else rounding
        bare = {"rounding": own, "ball": 9.0, "half": half, "pillow": 0.0, "ring": 0.0, "one": 1.0}
        return cls(replace(shape, **bare), Look.random(rng, casino=False))


def makes_of_dice(rng: Rng) -> list[Make]:
    """Draw up to four makes of dice; casinos' lie among themselves."""
    casino = rng.random() < CASINO
    count = int(rng.choice([1, 2, 4], p=(0.5, 0.25, 0.25)))
    shapes = [Shape.casino(rng) if casino else Shape.random(rng) for _ in range(count)]
    return [Make(replace(shape, prints={}), Look.random(rng, casino=casino)) for shape in shapes]


def lay_die(rng: Rng, make: Make, at: Array, turn: Array, label: int, value: int | None = None) -> Piece:
    """Lay a die, turned so, on the table."""
    own = turn @ with_top(int(rng.integers(1, 7)) if value is None else value)
    high = _reach_down(make.shape, own) if label == COCKED else 0.5
    return Piece(*make, np.array([*at, high]), own, label, is_die=True)


def _reach_down(shape: Shape, turn: Array) -> float:
    """Say how far below its middle a die reaches that is turned so."""
    rounding = max(shape.rounding, LEAST_ROUNDING)
    core = np.array(shape.half) - rounding
    return min(float(np.abs(turn[2]) @ core) + rounding, shape.ball)


def lay_flat(rng: Rng, makes: list[Make], at: Array, yaw: float) -> Piece:
    """Lay a die flat."""
    value = int(rng.integers(1, 7))
    return lay_die(rng, makes[int(rng.integers(len(makes)))], at, about((0, 0, 1), yaw), value, value)


def lay_pile(rng: Rng, makes: list[Make], at: Array) -> list[Piece]:
    """Lay a die on another, or across two; now and then one more on it."""
    spin = rng.uniform(0, 2 * np.pi)
    pile = [lay_flat(rng, makes, at + off[:2], turn) for turn, off in piles.places(rng, spin)]
    pile.append(_lifted(lay_flat(rng, makes, at, spin), 1))
    if rng.random() < THREE_HIGH:
        aside = rng.uniform(-0.3, 0.3, 2)
        pile.append(_lifted(lay_flat(rng, makes, at + aside, rng.uniform(0, 2 * np.pi)), 2))
    return pile


def _lifted(die: Piece, by: int) -> Piece:
    """Give a die that lies so many sides higher, on others."""
    return die._replace(middle=die.middle + by * UPWARDS, label=STACKED)


def lay_ball(rng: Rng, at: Array, turn: Array, size: float) -> list[Piece]:
    """Lay a bead or a marble."""
    half = 0.45 * size
    return [Piece(*Make.thing(rng, (half,) * 3, rounding=half), np.array([*at, half]), turn)]


def lay_coin(rng: Rng, at: Array, turn: Array, size: float) -> list[Piece]:
    """Lay a coin, a counter or a button: with a rim, a dot or holes, or none."""
    thing = Make.thing(rng, (0.6 * size, 0.6 * size, float(rng.uniform(0.03, 0.15)) * size))
    holes = int(rng.choice([0, 1, 2, 4], p=(0.4, 0.25, 0.15, 0.2)))
    told = {"pip_radius": float(rng.uniform(0.04, 0.12)) * size, "spread": 0.14 * size} if holes else {}
    plate = {"plate": float(rng.uniform(0.3, 0.55)) * size, "power": 2.0} if rng.random() < 0.5 else {}
    shape, metal = replace(thing.shape, **told, **plate), bool(rng.random() < 0.4)
    middle = np.array([*at, thing.shape.half[2]])
    return [Piece(shape, thing.look, middle, turn, is_round=True, metal=metal, holes=holes)]


def lay_pawn(rng: Rng, at: Array, turn: Array, size: float) -> list[Piece]:
    """Lay a pawn: a ball on a post."""
    high, thick, head = (
        rng.uniform(0.3, 0.8) * size,
        rng.uniform(0.15, 0.4) * size,
        rng.uniform(0.2, 0.4) * size,
    )
    post = Make.thing(rng, (float(thick), float(thick), float(high)))
    ball = Make(replace(post.shape, half=(float(head),) * 3, rounding=float(head)), post.look)
    return [
        Piece(*post, np.array([*at, high]), turn, is_round=True),
        Piece(*ball, np.array([*at, 2 * high + 0.7 * head]), turn),
    ]


def lay_cube(rng: Rng, at: Array, turn: Array, size: float) -> list[Piece]:
    """Lay a bare cube."""
    half = 0.5 * size
    return [Piece(*Make.thing(rng, (half,) * 3), np.array([*at, half]), turn)]


def lay_domino(rng: Rng, at: Array, turn: Array, _size: float) -> list[Piece]:
    """Lay a domino, whose halves are as large as dice."""
    shape = Shape.domino(rng)
    return [Piece(shape, Look.random(rng, casino=False), np.array([*at, shape.half[2]]), turn)]
