"""Dice on photographs that are cut by an edge: which value is told of what is left of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from vision.dice import DiceReader
from vision.dice.confidence import ACCEPT_THRESHOLD, Told, told_of
from vision.dice.reading import Reading
from vision.images.loading import load_image
from vision.ports import Image
from vision.training.labels import entries, paired

LEFT = (0.2, 0.25, 0.3, 0.35, 0.4)
"""How much of a top face is left beyond its middle, in its sides."""

SURE, LEAST_PX = 0.96, 18.0
"""Dice are cut that are read right and at least so surely when they are whole, and no smaller ones."""


def cut_by_an_edge(folder: Path, reader: DiceReader, most: int) -> dict[float, Counter[str]]:
    """Cut a die on each of about ``most`` photographs of a set, on each side in turn; count what is told."""
    rng = np.random.default_rng(5)
    counts = {left: Counter[str]() for left in LEFT}
    for nth, entry in enumerate(entries(folder.parent, folder.name, most)):
        image = load_image(folder / entry["file"])
        whole = _right(_told(reader, image), entry["dice"])
        if whole:
            die = whole[int(rng.integers(len(whole)))]
            for left in LEFT:
                part, at = _cut(image, die, nth % 4, left * die.size_px)
                counts[left].update(_outcome(_told(reader, part), die, at))
    return counts


def figures(counts: dict[float, Counter[str]]) -> dict[str, str]:
    """Give the figures that docs/accuracy.md states."""
    return {
        f"{left} sides left": f"{of['cut']} cut, {of['told']} told, {of['right']} right, "
        f"{of['sure'] - of['surely right']} wrong of {of['sure']} sure ones"
        for left, of in counts.items()
    }


def _told(reader: DiceReader, image: Image) -> list[Told]:
    return told_of(reader.apart(image), image.shape[:2])


def _right(told: list[Told], labels: list[dict]) -> list[Reading]:
    told = sorted(told, key=lambda each: -each.confidence)
    meant, _ = paired([(each.reading.x_px, each.reading.y_px) for each in told], labels)
    return [
        each.reading
        for each, label in zip(told, meant, strict=True)
        if label and label["value"] == each.reading.value
        if each.confidence > SURE and each.reading.size_px > LEAST_PX
    ]


def _cut(image: Image, die: Reading, side: int, reach_px: float) -> tuple[Image, tuple[float, float]]:
    """Give the picture without what is farther than that on one side of a die, and where the die is there."""
    height, width = image.shape[:2]
    left, top, right, bottom = 0, 0, width, height
    if side == 0:
        left = max(0, round(die.x_px + 0.5 - reach_px))
    elif side == 1:
        right = round(die.x_px + 0.5 + reach_px)
    elif side == 2:
        top = max(0, round(die.y_px + 0.5 - reach_px))
    else:
        bottom = round(die.y_px + 0.5 + reach_px)
    return np.ascontiguousarray(image[top:bottom, left:right]), (die.x_px - left, die.y_px - top)


def _outcome(told: list[Told], die: Reading, at: tuple[float, float]) -> list[str]:
    """Say what became of a die that was cut."""
    for each in told:
        if np.hypot(each.reading.x_px - at[0], each.reading.y_px - at[1]) < 0.4 * die.size_px:
            right, sure = each.reading.value == die.value, each.confidence >= ACCEPT_THRESHOLD
            said = {"right": right, "sure": sure, "surely right": right and sure}
            return ["cut", "told", *(name for name, holds in said.items() if holds)]
    return ["cut"]
