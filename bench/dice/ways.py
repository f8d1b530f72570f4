"""Three ways to read dice on the same photographs: blobs in groups, the finder alone, and both networks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.dice.classical import read_blobs
from vision.dice import DiceReader
from vision.dice.candidates import candidates
from vision.dice.networks import FINDER_FILE, Finder, Peak
from vision.images.loading import load_image
from vision.ports import Image
from vision.training.labels import entries

SEEN_AT_LEAST = 0.4
"""From here on the finder alone calls it a die: about as many false ones as missed ones."""

APART = 0.5

Values = Callable[[Image], list[int]]


def compare(folder: Path, networks: Path, most: int) -> dict[str, str]:
    """Say for each way how many pictures are wholly right, and how many dice, as multisets."""
    finder, reader = Finder(networks / FINDER_FILE), DiceReader(networks)
    ways: dict[str, Values] = {
        "blobs in groups": lambda image: [value for value, _, _ in read_blobs(image)],
        "one stage": lambda image: _one_stage(candidates(finder, image)),
        "two stages": lambda image: [die.value for die in reader.read(image) if die.value is not None],
    }
    labelled = entries(folder.parent, folder.name, most)
    return {name: _share(folder, labelled, read) for name, read in ways.items()}


def _share(folder: Path, labelled: list[dict], read: Values) -> str:
    exact = right = told = dice = 0
    for entry in labelled:
        truth = Counter(die["value"] for die in entry["dice"])
        values = Counter(read(load_image(folder / entry["file"])))
        exact += values == truth
        right += (values & truth).total()
        told, dice = told + values.total(), dice + truth.total()
    return (
        f"exact {100 * exact / len(labelled):.0f} %, dice right {100 * right / dice:.0f} %, "
        f"of those told {100 * right / max(told, 1):.0f} %"
    )


def _one_stage(peaks: list[Peak]) -> list[int]:
    kept: list[Peak] = []
    for peak in peaks:
        near = (
            np.hypot(peak.x_px - k.x_px, peak.y_px - k.y_px) < APART * max(peak.size_px, k.size_px)
            for k in kept
        )
        if peak.seen >= SEEN_AT_LEAST and not any(near):
            kept.append(peak)
    return [int(peak.odds.argmax()) + 1 for peak in kept]
