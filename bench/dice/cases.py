"""Pictures for the bench of the dice reader: the sets, and scenes that hold no dice."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.images.loading import load_image
from vision.ports import Image
from vision.training.without_dice import keyboard, things

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"
SETS = ("byler_tray", "roboflow_table", "matteo_webcam", "n3_grey", "casino_crops")
NO_DICE = ("boards/set_cards", "boards/scrabble_boards", "boards/apriltag_real")

SLUG = "caterpillar-filler"
TABLES = 50
"""So many of the drawn scenes are whole simulated tables with mat, tray and tokens."""

SEED = 9_000_000_000
"""Far from the seeds of the training's scenes."""


def drawn_without_dice(reader: DiceReader, count: int) -> dict[str, int]:
    """Count dice reported on simulated tables, and on tables with coins, beads, tokens, cubes and cards."""
    counts = {"images": 0, "dice reported": 0, "dice accepted": 0}
    tables = [_table(seed) for seed in range(TABLES)]
    for nth in range(count):
        _count(reader, tables[nth] if nth < TABLES else things(np.random.default_rng(SEED + nth)), counts)
    return counts


def photographs_without_dice(folder: Path, reader: DiceReader, most: int = 60) -> dict[str, int]:
    """Count dice reported in photographs that hold none."""
    counts = {"images": 0, "dice reported": 0, "dice accepted": 0}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in (".jpg", ".png", ".jpeg") and counts["images"] < most:
            _count(reader, load_image(path), counts)
    return counts


def keyboards(reader: DiceReader, count: int) -> dict[str, int]:
    """Count dice reported on tables with four keys of one keyboard."""
    counts = {"images": 0, "dice reported": 0, "dice accepted": 0}
    for nth in range(count):
        _count(reader, keyboard(np.random.default_rng(SEED + nth)), counts)
    return counts


def _table(seed: int) -> Image:
    layout, lying = load_layout(SLUG), load_game(SLUG).new(2 + seed % 3, {}).lying()
    table = SimulatedTable(layout, seed=seed)
    if seed % 2:
        table.lay(lying)
    return table.picture()


def _count(reader: DiceReader, image: Image, counts: dict[str, int]) -> None:
    dice = reader.read(image)
    counts["images"] += 1
    counts["dice reported"] += len(dice)
    counts["dice accepted"] += sum(die.accepted for die in dice)


__all__ = [
    "NO_DICE",
    "PHOTOS",
    "SETS",
    "drawn_without_dice",
    "keyboards",
    "photographs_without_dice",
]
