"""What the reader takes for dice on drawn tables without any: the hardest things to learn from.

Convention: as in `vision.training.scenes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.dice.company import Picture
from vision.dice.confidence import die_probability
from vision.dice.cuts.crops import Pyramid
from vision.dice.reader import DiceReader
from vision.training.camera import develop, light
from vision.training.decoys import as_seen, decoy, keyboard
from vision.training.grounds import ground
from vision.training.laying import lay
from vision.training.scenes import Image, Props, Rng, Scene
from vision.training.store import SEEDS_APART, SIDE_PX, save

TABLE_PX, THINGS_PX, MOST_THINGS = 480, (12.0, 110.0), 16
"""Side of a table, and the sizes and the number of the things on it."""

KEYBOARDS = 0.12
"""Share of tables with nothing but a keyboard."""

LEAST_DIE = 0.03
"""What is less likely a die than this is learned well enough."""

SHOWN_PX = (28.0, 56.0)
"""Larger things are shown as large as this."""


def fill(folder: Path, reader: DiceReader, props: Props, seed: int, count: int) -> None:
    """Draw ``count`` tables without dice, and keep what a reader takes for dice, each as its own scene."""
    cv2.setNumThreads(1)
    rngs = (np.random.default_rng(seed * SEEDS_APART + nth) for nth in range(count))
    save(folder, (scene for rng in rngs for scene in _taken(rng, reader, table(rng, props))))


def table(rng: Rng, props: Props) -> Image:
    """Draw a table on which all kinds of things lie, our own among them, and no dice."""
    picture = ground(rng, TABLE_PX, props.mats)
    if rng.random() < KEYBOARDS:
        patch, _ = as_seen(rng, keyboard, _size(rng))
        lay(picture, patch, *rng.uniform(0.2 * TABLE_PX, 0.8 * TABLE_PX, 2))
    else:
        for _ in range(int(rng.integers(1, MOST_THINGS))):
            patch, _ = decoy(rng, _size(rng), props.tokens, props.mats)
            lay(picture, patch, *rng.uniform(0, TABLE_PX, 2))
    return develop(rng, light(rng, np.clip(picture, 0, 255)))


def _size(rng: Rng) -> float:
    return float(np.exp(rng.uniform(*np.log(THINGS_PX))))


def _taken(rng: Rng, reader: DiceReader, image: Image) -> Iterator[Scene]:
    readings = reader.apart(image)
    seen, pyramid = Picture.of(readings, image.shape[:2]), Pyramid(image)
    for each in readings:
        if die_probability(each, seen) > LEAST_DIE:
            shown_px = min(each.size_px, float(rng.uniform(*SHOWN_PX)))
            cut = pyramid.cut(each.x_px, each.y_px, each.size_px, top_px=shown_px, side_px=SIDE_PX)
            middle = (SIDE_PX - 1) / 2
            yield Scene(cut, [], [(middle, middle, shown_px)])
