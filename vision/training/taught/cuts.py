"""Draws the cuts from which the embedding learns, and keeps them in one file.

Every box gives some kinds, every kind some views: the first in the light of teaching, the others in any.

``python -m vision.training.taught.cuts OUT.npz [--boxes N] [--seed N] [--gardens FOLDER]``
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from vision.ports import Floats, Image
from vision.taught.pieces.crops import SPAN, Shape, cut
from vision.taught.pieces.embedding import LARGE_SIDE
from vision.taught.pieces.light_of_patch import from_log, log_colours, on_paper, shifts_by_ground
from vision.training.taught.boxes import Drawn, DrawnBox, draw_box, draw_patch, sizes
from vision.training.taught.marks import SIDE, Rng
from vision.training.taught.views import Setting, outline_mask

KINDS, VIEWS = 12, 4
GARDEN_SHARE = 0.12
FORMS = ("disc", "square", "rect", "hex", "free")


def garden_tiles(folder: Path) -> list[Floats]:
    """Give the tiles of photographed gardens (5x5 tiles each) as faces; the last third is left alone."""
    files = sorted(folder.glob("*.jpg"))
    tiles = []
    for file in files[: len(files) * 2 // 3]:
        garden = cv2.imread(str(file))
        edges = np.linspace(0, garden.shape[0], 6).round().astype(int)
        for top, bottom in pairwise(edges):
            for left, right in pairwise(edges):
                tile = cv2.resize(garden[top + 3 : bottom - 3, left + 3 : right - 3], (SIDE, SIDE))
                tiles.append(tile.astype(np.float32) / 255)
    return tiles


def garden_box(rng: Rng, tiles: list[Floats]) -> DrawnBox:
    """Make a box of photographed tiles that are not too much alike."""
    chosen: list[Floats] = []
    for nth in rng.permutation(len(tiles)):
        small = cv2.resize(tiles[nth], (12, 12), interpolation=cv2.INTER_AREA)
        others = [cv2.resize(each, (12, 12), interpolation=cv2.INTER_AREA) for each in chosen]
        if all(abs(small - other).mean() > 0.09 for other in others):
            chosen.append(tiles[nth])
        if len(chosen) == KINDS:
            break
    shape = Shape("square", (60.0, 60.0))
    return DrawnBox(chosen, [outline_mask(shape)] * len(chosen), shape, "scenery")


def as_read(drawn: Drawn, shape: Shape, paper: bool, rng: Rng) -> Image:
    """Cut the piece out of a patch as the reader does, a little beside where it lies."""
    ground = cv2.resize(drawn.empty, drawn.patch.shape[1::-1], interpolation=cv2.INTER_AREA)
    log = log_colours(drawn.patch)
    log = log + shifts_by_ground([log], [log_colours(ground)], 1 / SPAN)[0]
    middle = tuple(rng.normal(0, 0.015, 2))
    out = cut(log, shape, LARGE_SIDE, spans_mm=SPAN * max(shape.size_mm), middle=middle)
    return from_log(on_paper(out[None], shape.shape)[0] if paper else out)


def main() -> None:
    """Draw the cuts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--boxes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gardens", type=Path)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    tiles = garden_tiles(given.gardens) if given.gardens else []
    cuts = np.zeros((given.boxes, KINDS, VIEWS, LARGE_SIDE, LARGE_SIDE, 3), np.uint8)
    counts, forms, large = (np.zeros(given.boxes, np.int16) for _ in range(3))
    for nth in range(given.boxes):
        rng = np.random.default_rng((given.seed, nth))
        box = garden_box(rng, tiles) if tiles and rng.random() < GARDEN_SHARE else draw_box(rng, KINDS)
        box_sizes = sizes(box.style)
        taught = Setting.random(rng, box_sizes, 0.6)
        counts[nth], forms[nth] = len(box.faces), FORMS.index(box.shape.shape)
        large[nth] = box_sizes[1] > 100
        paper = box.style == "counted" and rng.random() < 0.7
        for kind in range(len(box.faces)):
            for view in range(VIEWS):
                setting = taught if view == 0 else Setting.random(rng, box_sizes)
                turn = rng.normal(0, 0.07)
                drawn = draw_patch(rng, box, kind, setting, taught=taught, turn_rad=turn, off=0.03)
                cuts[nth, kind, view] = as_read(drawn, box.shape, paper, rng)
        if nth % 50 == 49:
            print(f"{nth + 1} boxes", flush=True)
    np.savez(given.out, cuts=cuts, counts=counts, forms=forms, large=large)


if __name__ == "__main__":
    main()
