"""Synthesised tables with dice whose truth is exact, with makes of dice that no training has drawn on."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from bench.dice_score import Pair, Score
from companion.sighting import DieSighting
from vision.dice import DiceReader
from vision.dice.classes import COCKED, STACKED
from vision.training.bank import Bank, build
from vision.training.scenes import Props, Scene, Truth, scene

SEED = 7_500_000
"""Far from the seeds of the training's dice and scenes."""

SPRITES = 600
VALUES = range(1, 7)
SIDE_PX, SIZES_PX = 480, (22.0, 64.0)
"""Of a picture, and of the dice in it."""

ON_ITS_PLACE = 0.5
"""What is told is about a die when their middles are nearer than this part of its side."""


def tables_with_dice(reader: DiceReader, count: int) -> dict[str, Any]:
    """Read ``count`` tables; dice with figures in place of pips, and those cut off, are not counted."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), SEED, SPRITES)
        props = Props(Bank([Path(folder)]))
        score, leaning = (
            Score(),
            {"cocked or stacked": 0, "of them flagged or asked": 0, "of them accepted": 0},
        )
        for nth in range(count):
            drawn = scene(np.random.default_rng(SEED + nth), props, SIDE_PX, SIZES_PX)
            _add(score, leaning, drawn, reader)
    figures = score.figures()
    told = {name: figures[name] for name in figures if not name.startswith(("images exact", "ms "))}
    return told | leaning


def _add(score: Score, leaning: dict[str, int], drawn: Scene, reader: DiceReader) -> None:
    seen = reader.read(drawn.picture)
    told, truth = list(seen), []
    for die in drawn.truth:
        reach = 0.5 * die.size_px
        whole = all(reach < place < SIDE_PX - 1 - reach for place in (die.x_px, die.y_px))
        if die.label in VALUES and whole:
            truth.append(die)
            continue
        near = [each for each in seen if _on(each, die)]
        if die.label in (COCKED, STACKED) and whole:
            leaning["cocked or stacked"] += 1
            leaning["of them flagged or asked"] += any(not each.accepted for each in near)
            leaning["of them accepted"] += any(each.accepted for each in near)
        told = [each for each in told if each not in near]
    score.images += 1
    score.pairs += _paired(told, truth)


def _paired(told: list[DieSighting], truth: list[Truth]) -> list[Pair]:
    """Pair what is told, the surest first, with the nearest die that it may be about."""
    pairs: list[Pair] = []
    for each in sorted(told, key=lambda one: -one.confidence):
        near = [die for die in truth if _on(each, die)]
        if near:
            best = min(near, key=lambda die: _apart(each, die))
            truth = [die for die in truth if die is not best]
        pairs.append((each, best.label if near else None))
    return pairs + [(None, die.label) for die in truth]


def _apart(told: DieSighting, die: Truth) -> float:
    return float(np.hypot(told.centre_px[0] - die.x_px, told.centre_px[1] - die.y_px))


def _on(told: DieSighting, die: Truth) -> bool:
    return _apart(told, die) < ON_ITS_PLACE * die.size_px
