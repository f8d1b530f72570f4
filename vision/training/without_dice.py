"""Tables on which things lie that are no dice: what is told of them is told wrongly."""

from __future__ import annotations

import numpy as np

from vision.training import decoys
from vision.training.camera import develop, light
from vision.training.grounds import ground
from vision.training.laying import lay
from vision.training.scenes import Image, Rng

SIDE_PX, THINGS_PX = 480, (14, 90)
"""Of a picture, and of the things on it."""


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
