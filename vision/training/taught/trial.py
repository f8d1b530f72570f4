"""Teaches a drawn box under one lamp, and reads a table of its pieces under another.

On the table lie every kind, bare places, places that something hides, and pieces of
another box in that style.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.ports import Image
from vision.taught.looks import COVERED, EMPTY, NONE, Example, Looks
from vision.training.taught.boxes import SMALL, DrawnBox, draw_box, draw_patch
from vision.training.taught.marks import Rng
from vision.training.taught.views import Setting

HARSH = 0.8
"""How far lamps and focus of a trial are from good ones, of what the network has learned from."""

TURNED = {"square": 4, "rect": 2, "hex": 6}


@dataclass(frozen=True)
class Trial:
    """What was taught, and the table: patches, their bare places, what is there and how it lies."""

    box: DrawnBox
    looks: Looks
    patches: tuple[Image, ...]
    empty: tuple[Image, ...]
    kinds: tuple[str, ...]
    under: tuple[str, ...]
    turns_rad: tuple[float, ...]


def seen_px(style: str) -> tuple[float, float]:
    """Give between what lengths in px the pieces of a style are seen: 60 px and more where they bear art."""
    return (30.0, 70.0) if style in SMALL else (62.0, 150.0)


def trial(seed: int, style: str, count: int, examples: int) -> Trial:
    """Draw a box of ``count`` kinds, teach it with so many examples of each, and lay out a table."""
    rng = np.random.default_rng((77, seed))
    box, other = draw_box(rng, count, style), draw_box(rng, 8, style)
    lamp, table = (Setting.random(rng, seen_px(style), HARSH) for _ in range(2))
    shown = [
        Example(kind, draw_patch(rng, box, nth, lamp, turn_rad=rng.normal(0, 0.04), off=0.02).patch)
        for nth, kind in enumerate(box.kinds)
        for _ in range(examples)
    ]
    looks = Looks.learn(shown, dict.fromkeys(box.kinds, box.shape))
    laid = list(_laid(rng, box, other, lamp, table))
    return Trial(box, looks, *(tuple(each) for each in zip(*laid, strict=True)))


def _laid(
    rng: Rng, box: DrawnBox, other: DrawnBox, lamp: Setting, table: Setting
) -> Iterator[tuple[Image, Image, str, str, float]]:
    """Give patches with what is read there at best, the kind that lies there, and its turn."""
    fields = TURNED.get(box.shape.shape)
    for nth, kind in enumerate(box.kinds):
        turn = rng.integers(fields) * 2 * np.pi / fields if fields else rng.uniform(0, 2 * np.pi)
        turn += rng.normal(0, 0.05)
        drawn = draw_patch(rng, box, nth, table, taught=lamp, turn_rad=turn, off=0.08)
        yield drawn.patch, drawn.empty, kind, kind, float(turn)
    for _ in range(len(box.kinds) // 3):
        drawn = draw_patch(rng, box, None, table, taught=lamp)
        yield drawn.patch, drawn.empty, EMPTY, EMPTY, 0.0
        nth = int(rng.integers(len(box.kinds)))
        drawn = draw_patch(rng, box, nth, table, taught=lamp, over=True)
        yield drawn.patch, drawn.empty, COVERED, box.kinds[nth], 0.0
        stranger = int(rng.integers(len(other.faces)))
        face = (other.faces[stranger], other.masks[stranger])
        drawn = draw_patch(rng, box, None, table, taught=lamp, face=face)
        yield drawn.patch, drawn.empty, NONE, NONE, 0.0
