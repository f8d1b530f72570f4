"""Tables on which things lie that are no dice: what is told of them is told wrongly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.training import decoys
from vision.training.balls import draw_ball
from vision.training.camera import develop, light
from vision.training.grounds import ground
from vision.training.laying import lay
from vision.training.scenes import Image, Props, Rng, away, lamp_of, lay_drawn, lay_thing

Array = NDArray[np.floating]

SIDE_PX, THINGS_PX = 480, (14, 90)
"""Of a picture, and of the things on it."""

REACH = 1.15
"""How far a thing reaches from its middle at most, in its size: a domino's corners do."""


def things(rng: Rng) -> Image:
    """Draw a table with up to fifteen things on it."""
    picture = ground(rng, SIDE_PX)
    for _ in range(int(rng.integers(0, 16))):
        patch, _ = decoys.decoy(rng, float(np.exp(rng.uniform(*np.log(THINGS_PX)))))
        lay(picture, patch, *rng.uniform(0, SIDE_PX, 2))
    return develop(rng, light(rng, np.clip(picture, 0, 255)))


def keyboard(rng: Rng) -> Image:
    """Draw a table with four keys of one keyboard."""
    picture = ground(rng, SIDE_PX)
    patch, _ = decoys.as_seen(rng, decoys.keyboard, float(np.exp(rng.uniform(*np.log(THINGS_PX)))))
    lay(picture, patch, *rng.uniform(0.2 * SIDE_PX, 0.8 * SIDE_PX, 2))
    return develop(rng, light(rng, np.clip(picture, 0, 255)))


def bare(rng: Rng, props: Props, count: int, *, balls: bool = False) -> Image:
    """Draw a table with things of all kinds, or with balls alone, and the shadows that one lamp throws.

    They lie apart, and wholly in the picture: half a domino may be half of one, or a die. Where there is no
    room there are fewer than ``count``.
    """
    picture = ground(rng, SIDE_PX, props.mats)
    up = away(rng)
    first = props.bank.draw(rng)
    lamp = lamp_of(rng, first, up)
    for at, own in _apart(rng, count):
        if balls:
            lay_drawn(rng, picture, decoys.as_seen(rng, draw_ball, own), at, own, lamp)
        else:
            lay_thing(rng, props, picture, at, own, first.steep, up, lamp)
    return develop(rng, light(rng, np.clip(picture, 0, 255)))


def _apart(rng: Rng, count: int) -> Iterator[tuple[Array, float]]:
    """Draw places (2,) and sizes of things that lie apart, and wholly in the picture."""
    laid: list[tuple[Array, float]] = []
    for _ in range(count):
        own = float(np.exp(rng.uniform(*np.log(THINGS_PX))))
        at = rng.uniform(REACH * own, SIDE_PX - REACH * own, 2)
        if all(np.hypot(*(at - other)) > REACH * (own + size) for other, size in laid):
            laid.append((at, own))
            yield at, own
