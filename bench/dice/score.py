"""Counts what a dice reader says against the truth of a set of photographs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.sighting import DieSighting
from vision.dice import DiceReader
from vision.images.loading import load_image
from vision.training.labels import Label, entries, paired

Pair = tuple[DieSighting | None, int | None]
"""A die that was read, and the true value; None where one is missing."""


@dataclass
class Score:
    """Pictures and dice of one or more sets."""

    images: int = 0
    exact: int = 0
    pairs: list[Pair] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Take another score in."""
        self.images, self.exact = self.images + other.images, self.exact + other.exact
        self.pairs += other.pairs
        self.ms += other.ms

    def figures(self) -> dict[str, float | int]:
        """Give the figures that docs/accuracy.md states."""
        real = [(die, value) for die, value in self.pairs if value is not None]
        dice = max(len(real), 1)
        accepted = [(die, value) for die, value in self.pairs if die is not None and die.accepted]
        wrong = sum(die.value != value for die, value in accepted)
        asked = sum(die is not None and not die.accepted for die, _ in real)
        return {
            "images": self.images,
            "dice": len(real),
            "images exact %": _percent(self.exact, self.images),
            "dice found %": _percent(sum(die is not None for die, _ in real), dice),
            "dice right %": _percent(
                sum(die is not None and die.value == value for die, value in real), dice
            ),
            "asked %": _percent(asked, dice),
            "wrong accepted": wrong,
            "wrong accepted per 1000 accepted": round(1000 * wrong / max(len(accepted), 1), 2),
            "false dice": sum(value is None for _, value in self.pairs),
            "ms an image (median)": round(float(np.median(self.ms)), 1) if self.ms else 0.0,
        }


def score_set(folder: Path, reader: DiceReader, most: int | None = None) -> Score:
    """Read a set of photographs."""
    return read_set(folder, reader, most).score()


@dataclass
class ReadSet:
    """What was read in each photograph of a set, by its file's name."""

    folder: Path
    dice: dict[str, tuple[DieSighting, ...]]
    ms: list[float]

    def score(self, *, as_published: bool = False) -> Score:
        """Compare with the labels, mended (`vision.training.labels`) or as they were published."""
        score = Score(ms=list(self.ms))
        for entry in entries(self.folder.parent, self.folder.name, as_published=as_published):
            if entry["file"] in self.dice:
                dice = self.dice[entry["file"]]
                score.images += 1
                score.exact += is_exact(dice, entry["dice"])
                score.pairs += matched(dice, entry["dice"])
        return score


def read_set(folder: Path, reader: DiceReader, most: int | None = None) -> ReadSet:
    """Read about ``most`` photographs of a set, evenly spread, or all."""
    result = ReadSet(folder, {}, [])
    for entry in entries(folder.parent, folder.name, most):
        image = load_image(folder / entry["file"])
        start_s = time.perf_counter()
        result.dice[entry["file"]] = reader.read(image)
        result.ms.append(1000 * (time.perf_counter() - start_s))
    return result


def is_exact(dice: Sequence[DieSighting], truth: Sequence[Label]) -> bool:
    """Say whether the values that are told are those of the labels, no more and no less."""
    return Counter(die.value for die in dice if die.value is not None) == Counter(
        die["value"] for die in truth
    )


def matched(dice: tuple[DieSighting, ...], truth: list[dict[str, Any]]) -> list[Pair]:
    """Pair each die with the value of the box that its centre lies in, the surest first."""
    surest_first = sorted(dice, key=lambda each: -each.confidence)
    meant, left = paired([die.centre_px for die in surest_first], truth)
    pairs: list[Pair] = [
        (die, label["value"] if label else None) for die, label in zip(surest_first, meant, strict=True)
    ]
    return pairs + [(None, label["value"]) for label in left]


def curve(pairs: list[Pair]) -> dict[str, str]:
    """Say for several shares of dice asked about how many of 1000 accepted would be wrong."""
    read = sorted(
        ((die.confidence, die.value == value) for die, value in pairs if die is not None and not die.flags),
        reverse=True,
    )
    dice = sum(value is not None for _, value in pairs)
    wrong = np.cumsum([not right for _, right in read])
    lines = {}
    for asked in (0, 1, 2, 3, 5, 10, 15, 20, 30, 40):
        taken = min(len(read), round(dice * (1 - asked / 100)))
        if taken:
            threshold = read[taken - 1][0]
            lines[f"{asked} % asked"] = f"{1000 * wrong[taken - 1] / taken:.1f} (threshold {threshold:.4f})"
    return lines


def _percent(count: int, of: int) -> float:
    return round(100 * count / max(of, 1), 1)
