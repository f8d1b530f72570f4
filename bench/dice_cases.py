"""Pictures for the bench of the dice reader: the sets, and scenes that hold no dice."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.layouts import load_layout
from companion.rules.games import load_game
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.images import load_image
from vision.ports import Image
from vision.training import decoys
from vision.training.camera import develop, light
from vision.training.grounds import ground
from vision.training.laying import lay

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "photos"
SETS = ("byler_tray", "roboflow_table", "matteo_webcam", "n3_grey", "casino_crops")
NO_DICE = ("boards/set_cards", "boards/scrabble_boards", "boards/apriltag_real")

SLUG = "caterpillar-filler"
TABLES = 50
"""So many of the drawn scenes are whole simulated tables with mat, tray and tokens."""

SIDE_PX, THINGS_PX = 480, (14, 90)
"""Of a drawn scene, and of the things on it."""

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


def things(rng: np.random.Generator) -> Image:
    """Draw a table on which things lie that are no dice."""
    picture = ground(rng, SIDE_PX)
    for _ in range(int(rng.integers(0, 16))):
        patch, _ = decoys.decoy(rng, float(np.exp(rng.uniform(*np.log(THINGS_PX)))))
        lay(picture, patch, *rng.uniform(0, SIDE_PX, 2))
    return develop(rng, light(rng, np.clip(picture, 0, 255)))


def keyboards(reader: DiceReader, count: int) -> dict[str, int]:
    """Count dice reported on tables with four keys of one keyboard."""
    counts = {"images": 0, "dice reported": 0, "dice accepted": 0}
    for nth in range(count):
        rng = np.random.default_rng(SEED + nth)
        picture = ground(rng, SIDE_PX)
        patch, _ = decoys.as_seen(rng, decoys.keyboard, float(np.exp(rng.uniform(*np.log(THINGS_PX)))))
        lay(picture, patch, *rng.uniform(0.2 * SIDE_PX, 0.8 * SIDE_PX, 2))
        _count(reader, develop(rng, light(rng, np.clip(picture, 0, 255))), counts)
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
    "things",
]
