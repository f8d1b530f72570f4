"""Where the dice of a synthesised table lie: apart, touching, or in rows and blocks, side to side.

Convention: pixels, origin top left, x right, y down; ``up`` (2,) is the way in the picture that leads
upwards from the table; a die's size is the side of a square as large as its top face appears.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.training.bank import FROM_ABOVE, Bank
from vision.training.looks import Look
from vision.training.solid import Sprite

Rng = np.random.Generator
Array = NDArray[np.floating]

LEAST_GAP = 1.04
"""Distance of two dice that touch side to side but are not turned alike, in sides, with a little play."""

CASINO_TABLES = 0.14
"""Share of tables with casinos' dice."""

IN_ROWS = 0.3
"""Share of tables on which players have put dice in rows, as one does to count them: they have neighbours as
the halves of a domino have."""

FLUSH, LOOSE = 0.04, 0.25
"""Widest gap in most rows, and in others, in sides."""

LEFT_OUT = 0.12
"""Share of the places of a row that stay empty."""

WITHIN = 0.56
"""How far from the middle of a picture a die's may lie, in sides of the picture."""


STACKS = 0.05
"""Share of the dice that lie on others, where any were traced so."""

ALIKE = 0.75
"""Share of the dice below another that are of its make."""


class Placed(NamedTuple):
    """A die on the table: ``at`` (2,) where its top face is seen, ``turn`` of its sprite in rad.

    ``below`` are the dice that it lies on, each with its look.
    """

    sprite: Sprite
    look: Look
    at: Array
    size_px: float
    turn: float
    below: tuple[tuple[Sprite, Look], ...] = ()

    def way(self, vector: Array) -> Array:
        """Give a way (..., 2) of the sprite as it is seen in the picture."""
        return self.size_px / self.sprite.size_px * vector @ bend(self.turn).T

    def parts(self) -> list[Placed]:
        """Give the dice below, the farthest first, and then this one, each by itself."""
        below = []
        for sprite, look in sorted(self.below, key=lambda each: float(each[0].along @ -self.sprite.up)):
            size_px = self.size_px * sprite.size_px / self.sprite.size_px
            below.append(Placed(sprite, look, self.at + self.way(sprite.along), size_px, self.turn))
        return [*below, self._replace(below=())]

    def far(self, up: Array) -> float:
        """Say how far behind in the picture it stands on the table."""
        return float(np.max([each.at @ up for each in self.parts()[:-1] or [self]]))


def place_dice(
    rng: Rng,
    bank: Bank,
    size_px: int,
    size: float,
    steep: float,
    up: Array,
    *,
    tinted: float = 0.0,
    leaning: float = 0.0,
) -> list[Placed]:
    """Choose dice and where they lie, so that none is in another.

    ``size_px`` is the picture's, ``size`` that of a die seen from straight above, ``steep`` how high one side
    of height appears, in sides of the top face, ``tinted`` the share of makes whose pips differ in tint
    alone, ``leaning`` that of the dice that lean or lie on others beyond those that usually do.
    """
    looks = [Look.random(rng) for _ in range(int(rng.integers(1, 5)))]
    if tinted:
        looks = [Look.tinted(rng) if rng.random() < tinted else look for look in looks]
    kind = "die"
    if rng.random() < CASINO_TABLES:
        kind, looks = "casino", [Look.random(rng, casino=True) for _ in looks]
    if rng.random() < IN_ROWS:
        return _in_rows(rng, bank, bank.draw(rng, kind, near=steep), looks, size_px, size, up)
    return _anyhow(rng, bank, kind, looks, size_px, size, steep, up, leaning)


def turn_of(rng: Rng, sprite: Sprite, up: Array) -> float:
    """Give the turn in rad that lets a sprite lean as the picture does; any where it hardly leans."""
    if sprite.steep < FROM_ABOVE:
        return float(rng.uniform(0, 2 * np.pi))
    return _way(up) - _way(sprite.up)


def bend(turn: float) -> Array:
    """Give the rotation (2, 2) by an angle in rad."""
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _in_rows(
    rng: Rng, bank: Bank, first: Sprite, looks: list[Look], size_px: int, size: float, up: Array
) -> list[Placed]:
    """Lay one or more rows of dice that are turned alike, as ``first`` is."""
    seen_px = size * np.sqrt(_flat(first.steep))
    turn = turn_of(rng, first, up)
    play = rng.uniform(0, LOOSE if rng.random() < 0.3 else FLUSH, 2)
    steps = seen_px / first.size_px * (1 + play[:, None]) * (first.edges @ bend(turn).T)
    long, rows = int(rng.integers(2, 9)), int(rng.choice([1, 2, 3, 5], p=(0.4, 0.25, 0.2, 0.15)))
    begin = rng.uniform(0.1, 0.9, 2) * size_px - 0.5 * ((long - 1) * steps[0] + (rows - 1) * steps[1])
    staggered, crooked = rng.random() < 0.2, rng.uniform(0, play.min() + 0.01)
    placed: list[Placed] = []
    for row in range(rows):
        shift = rng.uniform(0, 1) if staggered else 0.0
        for nth in range(long):
            at = begin + (nth + shift) * steps[0] + row * steps[1] + rng.normal(0, crooked, 2) * seen_px / 3
            if rng.random() > LEFT_OUT and _seen(at, size_px):
                sprite = bank.draw_beside(rng, first)
                own_turn = _turn_beside(rng, sprite, first, turn, up) + rng.normal(0, crooked / 2)
                look = looks[int(rng.integers(len(looks)))]
                placed.append(Placed(sprite, look, at, seen_px, own_turn))
    return placed


def _turn_beside(rng: Rng, sprite: Sprite, first: Sprite, turn: float, up: Array) -> float:
    """Give the turn in rad with which a sprite's sides are parallel to those of the first, turned so."""
    if min(first.steep, sprite.steep) > FROM_ABOVE:  # then both lean as the picture does
        return turn_of(rng, sprite, up)
    return turn + _way(first.edges[0]) - _way(sprite.edges[0]) + int(rng.integers(4)) * np.pi / 2


def _anyhow(
    rng: Rng,
    bank: Bank,
    plain: str,
    looks: list[Look],
    size_px: int,
    size: float,
    steep: float,
    up: Array,
    leaning: float,
) -> list[Placed]:
    """Lay dice as they fall: apart or touching, some leaning or on others, some with figures."""
    flat, across = _flat(steep), np.array([-up[1], up[0]])
    touching, square = rng.random() < 0.4, rng.random() < 0.5
    placed: list[Placed] = []
    ground_at: list[Array] = []
    for _ in range(int(rng.choice([0, 1, 3, 6, 10, 16], p=(0.1, 0.15, 0.25, 0.25, 0.15, 0.1)))):
        own = size * (rng.uniform(0.92, 1.08) if rng.random() < 0.8 else rng.uniform(0.75, 1.3))
        if touching and placed:
            step = rng.integers(0, 4) * np.pi / 2 if square else rng.uniform(0, 2 * np.pi)
            gap = own * rng.uniform(LEAST_GAP, 1.2 if square else 1.45)
            at = ground_at[int(rng.integers(len(ground_at)))] + gap * np.array([np.cos(step), np.sin(step)])
        else:
            at = rng.uniform(-0.05, 1.05, 2) * size_px - size_px / 2
            at[1] /= flat
        seen = size_px / 2 + at[0] * across + at[1] * flat * up
        # A sprite is as large as its top face from straight above; at a tilt it appears smaller.
        die = _fallen(rng, bank, plain, looks, seen, own * np.sqrt(flat), steep, up, leaning)
        own_at = [_on_table(each.at - size_px / 2, across, up, flat) for each in die.parts()[:-1]] or [at]
        if any(np.hypot(*(one - other)) < LEAST_GAP * own for one in own_at for other in ground_at):
            continue
        if not _seen(die.at, size_px):
            continue
        ground_at += own_at
        placed.append(die)
    return placed


def _on_table(off: Array, across: Array, up: Array, flat: float) -> Array:
    """Give where on the table, as seen from straight above, lies what is seen so far off the middle."""
    return np.array([off @ across, off @ up / flat])


def _fallen(
    rng: Rng,
    bank: Bank,
    plain: str,
    looks: list[Look],
    at: Array,
    size_px: float,
    steep: float,
    up: Array,
    leaning: float,
) -> Placed:
    """Draw a die, or one with others below it: then the first of these lies where a die would lie."""
    look, draw = looks[int(rng.integers(len(looks)))], rng.random()
    if draw < STACKS + leaning / 2 and (pile := bank.draw_pile(rng, steep)):
        upper, below = pile
        others = tuple((each, look if rng.random() < ALIKE else Look.random(rng)) for each in below)
        die = Placed(upper, look, at, size_px, turn_of(rng, upper, up), others)
        return die._replace(at=at - die.way(below[0].along))
    kind = plain if rng.random() < 0.87 else "cocked" if rng.random() < 0.65 else "numeral"
    if draw > 1 - leaning / 2:
        kind = "cocked"
    sprite = bank.draw(rng, kind, near=steep)
    return Placed(sprite, look, at, size_px, turn_of(rng, sprite, up))


def _flat(steep: float) -> float:
    """Say how much shorter the table appears on the way to the camera."""
    return float(np.cos(np.arctan(min(steep, 1.6))))


def _seen(at: Array, size_px: int) -> bool:
    return bool((np.abs(at - size_px / 2) <= WITHIN * size_px).all())


def _way(vector: Array) -> float:
    return float(np.arctan2(vector[1], vector[0]))
