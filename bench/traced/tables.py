"""What lies on a path-traced table, and where the camera stands.

Convention: lengths in mm, z up from the table, the camera looks at the origin from its -y side; pixels
have their origin top left, x right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.traced.dice import Make, axes
from vision.dice.classes import COCKED, STACKED
from vision.training.scenes import IGNORED
from vision.training.views import about

Array = NDArray[np.floating]
Rng = np.random.Generator

WIDTH_PX, HEIGHT_PX = 1280, 960
SIDES_MM, SIDES_PX = (12.0, 25.0), (24.0, 90.0)
ROWS_SHARE, CLOSE_SHARE = 0.15, 0.3
LEAN_DEG = (15.0, 42.0)
CORNER = 0.72
"""Radius of a die's outline from above, in its sides."""

UPWARDS = (0.0, 0.0, 1.0)
BESIDE = ("coin", "counter", "bead", "cube", "card")


class Crowd(NamedTuple):
    """How full tables are.

    ``few`` is the share of tables with up to six dice, ``some`` of those with up to thirteen, the others
    bear up to thirty; ``bare`` and ``full`` the shares of those with no other thing and with eight.
    ``cocked`` and ``stacked`` are the shares of the fallen dice that lean or bear another.
    """

    few: float
    some: float
    cocked: float
    stacked: float
    bare: float
    full: float


USUAL = Crowd(few=0.65, some=0.25, cocked=0.04, stacked=0.03, bare=0.4, full=0.2)
BUSY = Crowd(few=0.1, some=0.45, cocked=0.12, stacked=0.1, bare=0.1, full=0.5)
"""As tables are that are measured on, and those that are learned from: a picture costs hardly more with many
dice than with few."""


@dataclass(frozen=True)
class Camera:
    """A pinhole ``away_mm`` from the origin, ``tilt_deg`` from straight down."""

    tilt_deg: float
    away_mm: float
    view_deg: float

    @property
    def eye(self) -> Array:
        """Where it stands (3,)."""
        tilt = np.deg2rad(self.tilt_deg)
        return self.away_mm * np.array([0, -np.sin(tilt), np.cos(tilt)])

    @property
    def up(self) -> Array:
        """What way is up in the picture (3,)."""
        tilt = np.deg2rad(self.tilt_deg)
        return np.array([0, np.cos(tilt), np.sin(tilt)])

    def may_see(self, middle: Array, radius_mm: float) -> bool:
        """Say whether a ball about ``middle`` (3,) reaches into the cone that holds all that is seen."""
        seen = middle - self.eye
        away_mm = max(float(np.linalg.norm(seen)), radius_mm)
        off_rad = np.arccos(np.clip(-(seen @ self.eye) / (away_mm * self.away_mm), -1, 1))
        half_rad = np.arctan(np.tan(np.deg2rad(self.view_deg / 2)) * np.hypot(1, HEIGHT_PX / WIDTH_PX))
        return bool(off_rad < half_rad + np.arcsin(radius_mm / away_mm))

    def project(self, points: Array) -> Array:
        """Give where points (N, 3) are seen, (N, 2) px."""
        ahead, focal_px = -self.eye / self.away_mm, WIDTH_PX / 2 / np.tan(np.deg2rad(self.view_deg / 2))
        right = np.cross(ahead, self.up)
        seen = np.atleast_2d(points) - self.eye
        places = np.stack([seen @ right, seen @ np.cross(ahead, right)], 1) / (seen @ ahead)[:, None]
        return focal_px * places + (WIDTH_PX / 2 - 0.5, HEIGHT_PX / 2 - 0.5)


class Die(NamedTuple):
    """A die: the number of its make, its middle (3,) and rotation (3, 3), and what is to be read there.

    ``label`` is a value or a class of `vision.dice.classes`, or `IGNORED`; ``quad`` (4, 3) its top face.
    """

    make: int
    middle: Array
    rotation: Array
    label: int
    quad: Array


class Thing(NamedTuple):
    """Something that is no die: its kind, where it stands, and how large it is."""

    kind: str
    x: float
    y: float
    radius: float


@dataclass
class Table:
    """A table before it is painted."""

    camera: Camera
    side_mm: float
    makes: list[Make]
    crowd: Crowd = USUAL
    dice: list[Die] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)

    @classmethod
    def random(cls, rng: Rng, crowd: Crowd = USUAL) -> Table:
        """Draw a table with 1 to 30 dice, apart, touching or in rows, and up to eight other things."""
        side, side_px, view = (
            rng.uniform(*SIDES_MM),
            np.exp(rng.uniform(*np.log(SIDES_PX))),
            rng.uniform(35, 65),
        )
        tilt = rng.uniform(*((0, 15), (15, 40), (40, 55))[int(rng.choice(3, p=(0.5, 0.35, 0.15)))])
        away = side * WIDTH_PX / (2 * np.tan(np.deg2rad(view / 2))) / side_px
        makes = [Make.random(rng) for _ in range(int(rng.choice([1, 2, 5], p=(0.55, 0.25, 0.2))))]
        table = cls(Camera(float(tilt), float(away), float(view)), float(side), makes, crowd)
        span = 0.4 * HEIGHT_PX / side_px * side
        few, some, many = rng.integers(1, 7), rng.integers(6, 14), rng.integers(14, 31)
        shares = (crowd.few, crowd.some, 1 - crowd.few - crowd.some)
        count = int((few, some, many)[int(rng.choice(3, p=shares))])
        if rng.random() < ROWS_SHARE:
            table._lay_rows(rng, count)
        else:
            table._lay_anyhow(rng, count, span)
        table._lay_things(rng, span)
        return table

    def _lay_rows(self, rng: Rng, count: int) -> None:
        yaw, wide = rng.uniform(0, 90), int(rng.integers(2, 8))
        step = self.side_mm * (1 + rng.uniform(0.003, 0.03 if rng.random() < 0.7 else 0.2))
        for nth in range(count):
            at = np.array([nth % wide - (wide - 1) / 2, nth // wide - (count // wide) / 2]) * step
            x, y = (about(UPWARDS, np.deg2rad(yaw)) @ (*at, 0))[:2]
            self._lay(rng, x, y, yaw + 90 * int(rng.integers(4)))

    def _lay_anyhow(self, rng: Rng, count: int, span: float) -> None:
        close, places = rng.random() < CLOSE_SHARE, []
        for _ in range(60 * count):
            if close and places and rng.random() < 0.6:
                beside, way = places[int(rng.integers(len(places)))], rng.uniform(0, 2 * np.pi)
                at = beside + 2 * CORNER * self.side_mm * np.array([np.cos(way), np.sin(way)])
            else:
                at = rng.uniform(-1, 1, 2) * (1.2 * span, 0.95 * span)
            if all(np.hypot(*(at - other)) > 1.99 * CORNER * self.side_mm for other in places):
                places.append(at)
                self._lay(rng, *at, rng.uniform(0, 360), fallen=True)
            if len(places) == count:
                return

    def _lay(self, rng: Rng, x: float, y: float, yaw: float, *, fallen: bool = False) -> None:
        """Lay a die; one that has fallen leans now and then, or bears another."""
        make, value = int(rng.integers(len(self.makes))), int(rng.integers(1, 7))
        lean = np.eye(3)
        draw = rng.random() if fallen else 1.0
        if draw < self.crowd.cocked:
            way = rng.uniform(0, 2 * np.pi)
            lean = about((np.cos(way), np.sin(way), 0), np.deg2rad(rng.uniform(*LEAN_DEG)))
        rotation = lean @ about(UPWARDS, np.deg2rad(yaw)) @ np.stack([*axes(value)[1:], axes(value)[0]])
        cocked = draw < self.crowd.cocked
        lowest = (self.makes[make].mesh.points @ rotation.T)[:, 2].min() if cocked else -0.5
        middle = np.array([x, y, -self.side_mm * lowest])
        if cocked:
            self._put(make, middle, rotation, COCKED)
        elif draw < self.crowd.cocked + self.crowd.stacked:
            self._put(make, middle, rotation, IGNORED)
            upper = np.array([*rng.uniform(-0.2, 0.2, 2), 1.0]) * self.side_mm
            self._put(make, middle + upper, about(UPWARDS, rng.uniform(0, 2 * np.pi)) @ rotation, STACKED)
        else:
            self._put(make, middle, rotation, value)

    def _put(self, make: int, middle: Array, rotation: Array, label: int) -> None:
        top = max(range(1, 7), key=lambda value: (rotation @ axes(value)[0])[2])
        normal, right, above = (rotation @ axis for axis in axes(top))
        corners = [normal + a * right + b * above for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        quad = middle + self.side_mm / 2 * np.array(corners)
        self.dice.append(Die(make, middle, rotation, label, quad))

    def _lay_things(self, rng: Rng, span: float) -> None:
        taken = [(*die.middle[:2], CORNER * self.side_mm) for die in self.dice]
        shares = (self.crowd.bare, 1 - self.crowd.bare - self.crowd.full, self.crowd.full)
        for _ in range(int(rng.choice([0, 3, 8], p=shares))):
            radius, kind = rng.uniform(5, 14), str(rng.choice(BESIDE))
            for _ in range(60):
                x, y = rng.uniform(-1, 1, 2) * (1.3 * span, span)
                if all(np.hypot(x - a, y - b) > 1.5 * radius + r for a, b, r in taken):
                    self.things.append(Thing(kind, x, y, radius))
                    taken.append((x, y, 1.5 * radius))
                    break
