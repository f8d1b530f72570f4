"""Tables whose light is followed (`vision.training.light_paths`): what stands on them, and who looks on.

Dice stand apart, touching or in rows; some lean against another, on something low or on nothing, some lie on
others. With them stand balls, coins, pieces, bare cubes and dominoes.

Convention: as in `vision.training.bodies`; pixels have their origin top left, x right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.classes import COCKED, STACKED
from vision.training.decoys import Face, decoy
from vision.training.grounds import ground
from vision.training.laying import lay
from vision.training.scenes import IGNORED, INSIDE, KEYBOARDS, Truth
from vision.training.store import Own
from vision.training.things import (
    Make,
    Piece,
    lay_ball,
    lay_coin,
    lay_cube,
    lay_die,
    lay_domino,
    lay_flat,
    lay_pawn,
    lay_pile,
    makes_of_dice,
)
from vision.training.tracing import leads_through
from vision.training.views import about

Array = NDArray[np.floating]
Rng = np.random.Generator

MOST_BODIES = 26
"""On one table: light is followed to all of them, on every table."""

COUNTS, COUNT_SHARES = (0, 1, 3, 6, 10, 15), (0.05, 0.15, 0.25, 0.25, 0.2, 0.1)
"""How many dice are laid at most, and on which share of the tables."""

ROWS, COCKED_SHARE, STACKED_SHARE = 0.2, 0.14, 0.16
"""Shares of tables with rows; of dice, on the other tables, that lean and that lie on others."""

LEAN_DEG = (13.0, 45.0)

LOWEST = 0.04
"""Of what dice lean on, in sides."""

LEVEL = 0.1
"""How much an axis of a die that lies flat may rise."""

HIDDEN = 0.08
"""A top face of which more is hidden teaches nothing: a pip may be."""

OPAQUE = 0.94
"""How far from its middle a body hides what is behind, in what it reaches: its edges are rounded."""

TOUCHING = 1e-4
"""Outlines share no more than this where bodies only touch, in sides of a die, squared."""

GROUND_PX = 288
FOCAL_PX, OFF_AXIS, STEEPEST = (600.0, 1900.0), 0.35, 62.0
"""Of cameras: their focal length; how far from the axis of its lens a picture's middle may be; from how far
beside they look at most, in degrees."""


class Eye(NamedTuple):
    """A pinhole that looks on a table, for one picture of ``side_px``; see `light_paths.Camera`."""

    eye: Array
    basis: Array
    focal_px: float
    off_px: Array
    side_px: int

    @classmethod
    def random(cls, rng: Rng, size_px: float, side_px: int) -> Eye:
        """Draw one to which a die appears about as large as ``size_px``."""
        while True:
            most, power = (15.0, 1.0) if rng.random() < 0.3 else (56.0, 1.2)
            tilt, way = np.deg2rad(most * rng.uniform(0, 1) ** power), rng.uniform(0, 2 * np.pi)
            back = np.array([np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), np.cos(tilt)])
            right = np.array([-np.sin(way), np.cos(way), 0.0])
            roll = rng.normal(0, 0.25) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
            basis = about((0, 0, 1), roll) @ np.stack([right, np.cross(-back, right), -back])
            focal_px = float(rng.uniform(*FOCAL_PX))
            off = rng.uniform(-OFF_AXIS, OFF_AXIS, 2) * (rng.random() < 0.7)
            seen = np.array([*off, 1.0]) @ basis
            away = focal_px / size_px * float(np.linalg.norm(seen)) + 1.0
            eye = -away * seen / np.linalg.norm(seen)
            if eye[2] > away * np.cos(np.deg2rad(STEEPEST)):
                return cls(eye, basis, focal_px, off * focal_px, side_px)

    def project(self, points: Array) -> Array:
        """Give where points (N, 3) are seen, (N, 2) px."""
        seen = (np.asarray(points, float) - self.eye) @ self.basis.T
        return self.focal_px * seen[:, :2] / seen[:, 2:] - self.off_px + (self.side_px - 1) / 2

    def on_table(self, x_px: float, y_px: float) -> Array:
        """Give the place (2,) on the table that is seen at a pixel."""
        place = (np.array([x_px, y_px]) - (self.side_px - 1) / 2 + self.off_px) / self.focal_px
        way = np.array([*place, 1.0]) @ self.basis
        return (self.eye - self.eye[2] / way[2] * way)[:2]


@dataclass
class Standing:
    """A table before light falls on it."""

    eye: Eye
    ground: NDArray[np.float32]
    per_side_px: float
    pieces: list[Piece] = field(default_factory=list)
    printed: list[Face] = field(default_factory=list)

    @classmethod
    def random(
        cls, rng: Rng, own: Own, side_px: int, sizes_px: tuple[float, float], leaning: float = 0.0
    ) -> Standing:
        """Draw a table; ``leaning`` is the share of dice that lean or lie on others beyond the usual one."""
        size_px = float(np.exp(rng.uniform(*np.log(sizes_px))))
        table = cls(Eye.random(rng, size_px, side_px), ground(rng, GROUND_PX, own.mats), size_px)
        table._print(rng, own)
        makes = makes_of_dice(rng)
        most = int(rng.choice(COUNTS, p=COUNT_SHARES))
        if most > 1 and rng.random() < ROWS:
            table._lay_rows(rng, makes, most)
        else:
            table._lay_anyhow(rng, makes, most, leaning)
        for _ in range(int(rng.choice([0, 1, 3, 6], p=(0.25, 0.25, 0.3, 0.2)))):
            table._lay_thing(rng)
        return table

    def truth(self) -> tuple[list[Truth], list[Face]]:
        """Give the top faces of the dice, and what else may be taken for one."""
        things = [quad for piece in self.pieces if not piece.is_die for quad in self._told(piece)]
        seen = [_square(self.eye.project(quad)) for quad in things]
        return [self._truth(die) for die in self.pieces if die.is_die], seen + self._prints()

    def _told(self, thing: Piece) -> list[Array]:
        """Give what of a thing may be taken for a die; half a domino cannot be known for what it is."""
        quads = thing.parts
        if len(quads) > 1 and not all(self._is_seen(quad, thing) for quad in quads):
            return []
        return quads

    def _is_seen(self, quad: Array, owner: Piece) -> bool:
        x, y, side = _square(self.eye.project(quad))
        inside = all(INSIDE * side < place < self.eye.side_px - INSIDE * side for place in (x, y))
        return inside and self._hidden(quad, owner) <= HIDDEN

    def _print(self, rng: Rng, pictures: Own) -> None:
        """Paint things on the table as they are drawn for other scenes: prints, some with painted light."""
        for _ in range(int(rng.choice([0, 1, 3], p=(0.5, 0.25, 0.25)))):
            size = float(np.clip(self.per_side_px * np.exp(rng.normal(0, 0.35)), 8, 90))
            patch, faces = decoy(rng, size, pictures.tokens, pictures.mats, keyboards=KEYBOARDS)
            at = rng.uniform(0.2, 0.8, 2) * GROUND_PX
            lay(self.ground, patch, *at)
            self.printed += [(at[0] + right, at[1] + down, side) for right, down, side in faces]

    def _prints(self) -> list[Face]:
        out = []
        for x, y, side in self.printed:
            place = (np.array([x, y]) + 0.5 - GROUND_PX / 2) / self.per_side_px * (1, -1)
            half = side / 2 / self.per_side_px
            quad = [(*(place + half * np.array(way)), 0.0) for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            out.append(_square(self.eye.project(np.array(quad))))
        return out

    def _truth(self, die: Piece) -> Truth:
        x, y, size = _square(self.eye.project(die.top))
        middle = die.top.mean(axis=0)
        foot, above = self.eye.project(np.stack([middle, 2 * middle + middle - 2 * die.middle]))
        rise = (above - foot) / size
        teaches = not self._bears(die) and self._hidden(die.top, die) <= HIDDEN
        return Truth(die.label if teaches else IGNORED, x, y, size, float(rise[0]), float(rise[1]))

    def _bears(self, die: Piece) -> bool:
        """Say whether another die lies on it."""
        above = [
            other for other in self.pieces if other.label == STACKED and other.middle[2] > die.middle[2] + 0.9
        ]
        return any(cv2.intersectConvexConvex(die.outline, other.outline)[0] > TOUCHING for other in above)

    def _hidden(self, quad: Array, owner: Piece) -> float:
        """Say which part of a face (4, 3) others hide: which ways to the eye lead through one."""
        first, right, ahead = quad[0], quad[1] - quad[0], quad[3] - quad[0]
        along = np.linspace(0.1, 0.9, 5)
        points = np.array([first + a * right + b * ahead for a in along for b in along])
        hidden = np.zeros(len(points), bool)
        for other in self.pieces:
            if other is not owner:
                start, way = (points - other.middle) @ other.turn, (self.eye.eye - points) @ other.turn
                hidden |= leads_through(start, way, OPAQUE * np.array(other.shape.half))
        return float(hidden.mean())

    def _anywhere(self, rng: Rng) -> Array:
        return self.eye.on_table(*rng.uniform(-0.08, 1.08, 2) * self.eye.side_px)

    def _free(self, pieces: list[Piece], but: Piece | None = None) -> bool:
        if len(self.pieces) + len(pieces) > MOST_BODIES:
            return False
        there = [piece.outline for piece in self.pieces if piece is not but]
        return not any(
            cv2.intersectConvexConvex(piece.outline, other)[0] > TOUCHING
            for piece in pieces
            for other in there
        )

    def _lay_rows(self, rng: Rng, makes: list[Make], most: int) -> None:
        wide, yaw = int(rng.integers(1, 7)), rng.uniform(0, 2 * np.pi)
        step = 1 + rng.uniform(0.002, 0.04 if rng.random() < 0.7 else 0.25)
        begin = self.eye.on_table(*rng.uniform(0.2, 0.8, 2) * self.eye.side_px)
        for nth in range(most):
            place = np.array([nth % wide - (wide - 1) / 2, nth // wide - (most // wide - 1) / 2]) * step
            at = begin + about((0, 0, 1), yaw)[:2, :2] @ place
            if rng.random() < 0.92:
                die = lay_flat(rng, makes, at, yaw + int(rng.integers(4)) * np.pi / 2)
                self.pieces.append(die)

    def _lay_anyhow(self, rng: Rng, makes: list[Make], most: int, leaning: float) -> None:
        cocked, stacked = COCKED_SHARE + leaning / 2, STACKED_SHARE + leaning / 2
        close = rng.random() < 0.5
        for _ in range(most):
            draw = rng.random()
            dice = [piece for piece in self.pieces if 1 <= piece.label <= 6]
            if draw < cocked:
                self._lean(rng, makes, dice)
            elif draw < cocked + stacked:
                pile = lay_pile(rng, makes, self._anywhere(rng))
                self.pieces += pile if self._free(pile) else []
            elif close and dice:
                self._touch(rng, makes, dice[int(rng.integers(len(dice)))])
            else:
                die = lay_flat(rng, makes, self._anywhere(rng), rng.uniform(0, 2 * np.pi))
                self.pieces += [die] if self._free([die]) else []

    def _touch(self, rng: Rng, makes: list[Make], beside: Piece) -> None:
        """Push a die towards another until they touch."""
        way, alike = rng.uniform(0, 2 * np.pi), rng.random() < 0.3
        yaw = np.arctan2(*_level(beside)[0][1::-1]) if alike else rng.uniform(0, 2 * np.pi)
        die = lay_flat(rng, makes, np.zeros(2), yaw)
        for far in np.arange(0.98, 1.6, 0.02) + rng.uniform(0, 0.02):
            at = beside.middle[:2] + far * np.array([np.cos(way), np.sin(way)])
            moved = die._replace(middle=np.array([*at, 0.5]))
            if self._free([moved]):
                self.pieces.append(moved)
                return

    def _lean(self, rng: Rng, makes: list[Make], dice: list[Piece]) -> None:
        """Lay a die that leans: against another, or by itself."""
        lean = np.deg2rad(rng.uniform(*LEAN_DEG))
        make = makes[int(rng.integers(len(makes)))]
        if dice and rng.random() < 0.5:
            self._lean_against(rng, make, lean, dice[int(rng.integers(len(dice)))])
        else:
            self._lean_low(rng, make, lean)

    def _lean_against(self, rng: Rng, make: Make, lean: float, by: Piece) -> None:
        """Lay a die whose upper edge touches another's side, and whose lower one stands that far off."""
        out = _level(by)[int(rng.integers(2))] * rng.choice([-1.0, 1.0])
        across = np.array([-out[1], out[0], 0.0])
        turn = about(tuple(across), -lean) @ about((0, 0, 1), float(np.arctan2(out[1], out[0])))
        off = 0.5 + np.sin(lean) + 0.5 * (np.cos(lean) - np.sin(lean))
        at = by.middle[:2] + off * out[:2] + rng.uniform(-0.7, 0.7) * across[:2]
        die = lay_die(rng, make, at, turn, COCKED)
        self.pieces += [die] if self._free([die], but=by) else []

    def _lean_low(self, rng: Rng, make: Make, lean: float) -> None:
        """Lay a die on an edge, with something low below it if there is room, or on a corner."""
        yaw, on_edge = rng.uniform(0, 2 * np.pi), rng.random() < 0.6
        around = yaw + int(rng.integers(4)) * np.pi / 2 if on_edge else rng.uniform(0, 2 * np.pi)
        turn = about((np.cos(around), np.sin(around), 0), lean) @ about((0, 0, 1), yaw)
        die = lay_die(rng, make, self._anywhere(rng), turn, COCKED)
        if not self._free([die]):
            return
        self.pieces.append(die)
        prop = _prop(rng, die, around, lean) if on_edge else None
        self.pieces += [prop] if prop and self._free([prop], but=die) else []

    def _lay_thing(self, rng: Rng) -> None:
        """Lay something that is no die."""
        at, size = self._anywhere(rng), float(np.exp(rng.normal(0, 0.35)))
        yaw = about((0, 0, 1), rng.uniform(0, 2 * np.pi))
        pieces = [lay_ball, lay_coin, lay_pawn, lay_cube, lay_domino][
            int(rng.choice(5, p=(0.3, 0.22, 0.13, 0.15, 0.2)))
        ](rng, at, yaw, size)
        self.pieces += pieces if self._free(pieces) else []


def _square(quad: Array) -> Face:
    x, y = quad.mean(axis=0)
    return float(x), float(y), float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))


def _prop(rng: Rng, die: Piece, around: float, lean: float) -> Piece | None:
    """Give something low on which a die lies that leans about an edge, turned ``around``, by ``lean`` rad.

    None where there is no room for it.
    """
    raised = np.array([-np.sin(around), np.cos(around)])
    far = rng.uniform(0.4, 0.9) * np.cos(lean)  # from the edge that stands on the table
    rounded_off = 0.5 * (np.cos(lean) + np.sin(lean)) - die.middle[2]
    high, deep, wide = far * np.tan(lean) - rounded_off, rng.uniform(0.1, 0.4), rng.uniform(0.2, 0.5)
    if high < LOWEST:
        return None
    at = die.middle[:2] + (far + deep - 0.5 * (np.cos(lean) - np.sin(lean))) * raised
    thing = Make.thing(rng, (float(wide), float(deep), float(high / 2)))
    return Piece(*thing, np.array([*at, high / 2]), about((0, 0, 1), around))


def _level(die: Piece) -> list[Array]:
    """Give the two axes of a die that lies flat along which it does not rise."""
    return [axis for axis in die.turn.T if abs(axis[2]) < LEVEL]
