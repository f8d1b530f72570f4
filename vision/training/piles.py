"""Dice that lie on others: one across another, turned or not, or across two.

Convention: lengths in sides of the die, z up; as in `vision.training.solid`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.training.shapes import Shape
from vision.training.solid import Sprite, seen
from vision.training.tracing import Body
from vision.training.views import View, about

Array = NDArray[np.floating]
Rng = np.random.Generator

TOP = np.array([0.0, 0.0, 0.5])
"""Where the middle of a top face is from that of its die."""

SQUARE, SQUARE_DEG = 0.3, 4.0
"""Share of the dice that are turned as the one below, and how exactly."""

FARTHEST = 0.42
"""How far the middle of a die may be from that of the one that bears it, so that it does not fall."""

BRIDGES = 0.2
"""Share of the dice that lie across two."""

BRIDGED = (1.02, 1.42, 1.5)
"""How far these two are apart at least, side to side and turned anyhow, and at most."""

SAME_SET = 0.85
"""Share of the piles whose dice are of one form."""


class Pile(NamedTuple):
    """A die and what bears it; ``along`` of each below leads there from the middle of the upper one's top."""

    upper: Sprite
    below: tuple[Sprite, ...]


def render(rng: Rng, size_px: float) -> Pile:
    """Trace a pile; ``size_px`` is the side of its top face if it were seen from straight above."""
    casino = rng.random() < 0.15
    shape = _form(rng, casino=casino)
    forms = [shape if rng.random() < SAME_SET else _form(rng, casino=casino) for _ in range(2)]
    spin = rng.uniform(0, 2 * np.pi)
    upper = _body(rng, shape, "stacked", spin, np.zeros(3), lean=abs(rng.normal(0, 1.0)))
    below = [_body(rng, forms[nth], "below", *place) for nth, place in enumerate(places(rng, spin))]
    view = View.random(rng, size_px)
    top = seen(rng, upper, view, size_px)
    middle = view.project(TOP[None])[0]
    return Pile(top, tuple(_seen_below(rng, each, view, size_px, upper, middle) for each in below))


def _seen_below(rng: Rng, body: Body, view: View, size_px: float, upper: Body, middle: Array) -> Sprite:
    sprite = seen(rng, body, view, size_px, above=[upper])
    return sprite._replace(along=view.project((body.middle + TOP)[None])[0] - middle)


def _form(rng: Rng, *, casino: bool) -> Shape:
    return Shape.casino(rng) if casino else Shape.random(rng)


def places(rng: Rng, spin: float) -> list[tuple[float, Array]]:
    """Give the turns in rad of what is below a die turned by ``spin``, and the ways to their middles."""
    if rng.random() < BRIDGES:
        way, share, square = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 0.65), rng.random() < 0.5
        at = np.array([np.cos(way), np.sin(way)]) * rng.uniform(BRIDGED[not square], BRIDGED[2])
        turns = [way if square else float(rng.uniform(0, 2 * np.pi)) for _ in range(2)]
        ends = (share * at, (share - 1) * at)
        return [(turn, np.array([*end, -1.0])) for turn, end in zip(turns, ends, strict=True)]
    turn = _turn(rng, spin)
    off = about((0, 0, 1), turn)[:2, :2] @ rng.uniform(-FARTHEST, FARTHEST, 2) * rng.uniform(0.1, 1)
    return [(turn, np.array([*off, -1.0]))]


def _turn(rng: Rng, like: float) -> float:
    if rng.random() < SQUARE:
        return float(like + np.deg2rad(rng.normal(0, SQUARE_DEG)))
    return float(rng.uniform(0, 2 * np.pi))


def _body(rng: Rng, shape: Shape, kind: str, turn: float, middle: Array, lean: float = 0.0) -> Body:
    around = rng.uniform(0, 2 * np.pi)
    leaning = about((np.cos(around), np.sin(around), 0), np.deg2rad(lean))
    value = int(rng.integers(1, 7))
    return Body(shape, kind, value, about((0, 0, 1), turn), leaning, middle, table=-1.5)
