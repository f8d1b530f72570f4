"""The styles of unmarked artwork: colours, grounds and how spaces are drawn.

Convention: pictures are (H, W, 3) blue, green, red; colours are given the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Levels = NDArray[np.floating[Any]]
Bgr = tuple[int, int, int]


@dataclass(frozen=True)
class Style:
    """How a boxed game is drawn.

    ``grounds`` are mixed by soft noise; ``spaces`` alternate over the cells of a zone; ``ink`` draws lines
    and ornaments; ``grain`` is the paper's noise in levels; ``ornaments`` how many a square dm.
    """

    name: str
    grounds: tuple[Bgr, Bgr, Bgr]
    spaces: tuple[Bgr, Bgr]
    ink: Bgr
    grain: float
    ornaments: float
    rounded: bool
    framed: bool


STYLES: Final = (
    Style("meadow", ((96, 168, 124), (70, 140, 96), (120, 196, 170)), ((150, 214, 196), (128, 196, 170)),
          (40, 84, 52), 7.0, 5.0, True, False),
    Style("parchment", ((170, 208, 228), (150, 190, 214), (186, 222, 238)),
          ((186, 220, 236), (160, 200, 222)), (40, 64, 104), 5.0, 3.0, False, True),
    Style("night", ((92, 54, 38), (70, 40, 30), (120, 76, 60)), ((130, 92, 70), (108, 74, 56)),
          (190, 220, 240), 5.0, 4.0, True, True),
    Style("plain", ((214, 206, 196), (212, 204, 194), (216, 208, 198)), ((226, 220, 212), (198, 190, 178)),
          (96, 72, 60), 2.0, 1.2, False, True),
    Style("tiles", ((90, 120, 190), (60, 96, 170), (120, 150, 210)), ((140, 176, 226), (104, 140, 200)),
          (44, 36, 70), 9.0, 6.0, False, False),
)  # fmt: skip


def style_named(name: str) -> Style:
    """Give a style. Raises KeyError."""
    return {style.name: style for style in STYLES}[name]


def soft_noise(rng: np.random.Generator, size: tuple[int, int], across: int) -> Levels:
    """Give smooth noise (h, w) from 0 to 1 with about so many hills across."""
    height, width = size
    rows = max(2, round(across * height / width))
    coarse = rng.random((rows + 1, across + 1)).astype(np.float32)
    smooth = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    even: Levels = np.clip(smooth, 0.0, 1.0)
    return even


def mixed(colours: Sequence[Bgr], part: Levels) -> Levels:
    """Mix neighbouring colours of a list by a picture of numbers from 0 to 1: (h, w, 3)."""
    known = np.array(colours, np.float32)
    place = part * (len(known) - 1)
    low = np.clip(place.astype(int), 0, len(known) - 2)
    rest = (place - low)[..., None]
    between: Levels = known[low] * (1 - rest) + known[low + 1] * rest
    return between


def shade(colour: Bgr, factor: float) -> Bgr:
    """Give a colour so many times as bright."""
    blue, green, red = (int(np.clip(level * factor, 0, 255)) for level in colour)
    return blue, green, red
