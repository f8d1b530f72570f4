"""Synthesised tables with dice whose truth is exact, with makes of dice that no training has drawn on."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from bench.dice_score import Score, matched
from vision.dice import DiceReader
from vision.dice.classes import COCKED, STACKED
from vision.training.bank import Bank, build
from vision.training.scenes import Props, Scene, scene

SEED = 7_500_000
"""Far from the seeds of the training's dice and scenes."""

SPRITES = 240
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
    return {name: figures[name] for name in figures if not name.startswith("images exact")} | leaning


def _add(score: Score, leaning: dict[str, int], drawn: Scene, reader: DiceReader) -> None:
    told = list(reader.read(drawn.picture))
    boxes = []
    for die in drawn.truth:
        near = [each for each in told if _on(each.centre_px, die)]
        reach = 0.5 * die.size_px
        whole = all(reach < place < SIDE_PX - 1 - reach for place in (die.x_px, die.y_px))
        if 1 <= die.label <= 6 and whole:
            half = ON_ITS_PLACE * die.size_px
            boxes.append({"value": die.label, "box": [die.x_px - half, die.y_px - half, 2 * half, 2 * half]})
            continue
        if die.label in (COCKED, STACKED) and whole:
            leaning["cocked or stacked"] += 1
            leaning["of them flagged or asked"] += any(not each.accepted for each in near)
            leaning["of them accepted"] += any(each.accepted for each in near)
        told = [each for each in told if each not in near]
    score.images += 1
    score.pairs += matched(tuple(told), boxes)


def _on(at: tuple[float, float], die: Any) -> bool:
    return bool(np.hypot(at[0] - die.x_px, at[1] - die.y_px) < ON_ITS_PLACE * die.size_px)
