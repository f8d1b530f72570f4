"""Synthesised tables whose truth is exact, with dice of makes that no training has drawn on, and without."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench.dice.score import Pair, Score
from companion.sighting import DieSighting
from vision.dice import DiceReader
from vision.dice.classes import COCKED, STACKED
from vision.training.bank import Bank, build, build_piles
from vision.training.scenes import Image, Props, Scene, Truth, scene
from vision.training.without_dice import bare

SEED = 7_500_000
"""Far from the seeds of the training's dice and scenes."""

SPRITES, PILES = 600, 120
VALUES = range(1, 7)
SIDE_PX, SIZES_PX = 480, (22.0, 64.0)
"""Of a picture, and of the dice in it."""

MOST_THINGS = 15
"""On a table without dice."""


@dataclass
class Leaning:
    """Dice that lie on an edge, or on another, and how many of each were asked about or accepted."""

    dice: Counter[int] = field(default_factory=Counter)
    flagged_or_asked: Counter[int] = field(default_factory=Counter)
    accepted: Counter[int] = field(default_factory=Counter)

    def figures(self) -> dict[str, str]:
        """Give the figures that docs/accuracy.md states."""
        counts = {
            "cocked, stacked": self.dice,
            "of them flagged or asked": self.flagged_or_asked,
            "of them accepted": self.accepted,
        }
        return {what: f"{of[COCKED]}, {of[STACKED]}" for what, of in counts.items()}


def tables_with_dice(reader: DiceReader, count: int) -> dict[str, Any]:
    """Read ``count`` tables; dice with figures in place of pips, and those cut off, are not counted."""
    score, leaning = Score(), Leaning()
    with _makes() as props:
        for nth in range(count):
            drawn = scene(np.random.default_rng(SEED + nth), props, SIDE_PX, SIZES_PX)
            add(score, leaning, drawn, reader)
    return score.figures() | leaning.figures()


def tables_without_dice(reader: DiceReader, count: int) -> dict[str, dict[str, int]]:
    """Count what is told on ``count`` tables with things of all kinds, and on as many with balls alone.

    Everything throws its shadow: with one, what is no die looks more like one.
    """
    counts = {}
    with _makes() as props:
        for kind, balls in (("all kinds", False), ("balls", True)):
            read = [reader.read(_table(props, nth, balls=balls)) for nth in range(count)]
            told = [die for dice in read for die in dice]
            accepted = sum(die.accepted for die in told)
            counts[kind] = {"images": count, "dice reported": len(told), "dice accepted": accepted}
    return counts


def _table(props: Props, nth: int, *, balls: bool) -> Image:
    rng = np.random.default_rng((SEED, nth, balls))
    return bare(rng, props, int(rng.integers(1, MOST_THINGS, endpoint=True)), balls=balls)


@contextmanager
def _makes() -> Iterator[Props]:
    """Trace makes of dice that no training has drawn on."""
    with tempfile.TemporaryDirectory() as folder:
        dice, piles = (Path(folder) / name for name in ("dice", "piles"))
        build(dice, SEED, SPRITES)
        build_piles(piles, SEED, PILES)
        yield Props(Bank([dice, piles]))


def add(score: Score, leaning: Leaning, drawn: Scene, reader: DiceReader) -> None:
    """Read one picture whose truth is exact, and count."""
    start_s = time.perf_counter()
    seen = reader.read(drawn.picture)
    score.ms.append(1000 * (time.perf_counter() - start_s))
    told, truth = list(seen), []
    height, width = drawn.picture.shape[:2]
    for die in drawn.truth:
        reach = 0.5 * die.size_px
        whole = reach < die.x_px < width - 1 - reach and reach < die.y_px < height - 1 - reach
        if die.label in VALUES and whole:
            truth.append(die)
            continue
        near = [each for each in seen if die.is_at(*each.centre_px)]
        if die.label in (COCKED, STACKED) and whole:
            leaning.dice[die.label] += 1
            leaning.flagged_or_asked[die.label] += any(not each.accepted for each in near)
            leaning.accepted[die.label] += any(each.accepted for each in near)
        told = [each for each in told if each not in near]
    pairs = _paired(told, truth)
    score.images += 1
    score.exact += all(die is not None and die.value == value for die, value in pairs)
    score.pairs += pairs


def _paired(told: list[DieSighting], truth: list[Truth]) -> list[Pair]:
    """Pair what is told, the surest first, with the nearest die that it may be about."""
    pairs: list[Pair] = []
    for each in sorted(told, key=lambda one: -one.confidence):
        near = [die for die in truth if die.is_at(*each.centre_px)]
        if near:
            best = min(near, key=lambda die: die.apart_px(*each.centre_px))
            truth = [die for die in truth if die is not best]
        pairs.append((each, best.label if near else None))
    return pairs + [(None, die.label) for die in truth]
