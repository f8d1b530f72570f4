"""Synthesised scenes on disk, in folders of a few thousand, so that every training draws on the same.

A folder holds ``pictures.bin`` (N, 160, 160, 3) and ``truth.npz``: rows of scene, class, x, y,
size, rise; and rows of scene, x, y, size of the things that are no dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.training.bank import Bank
from vision.training.scenes import Image, Props, Rng, Scene, Truth, scene

SIDE_PX = 160
SIZES_PX = (12.0, 62.0)
"""Of dice as the finder learns them."""

TINY, TINY_PX = 0.08, (4.0, 9.5)
HUGE, HUGE_PX = 0.08, (70.0, 190.0)
"""Shares of scenes with dice of other sizes: a picture is looked at reduced and enlarged, too, where a heap
of dice looks like one die with pips, and a pip like a die."""

SEEDS_APART = 1_000_003


class Own(NamedTuple):
    """Pictures of our own mats (BGR) and tokens (BGRA)."""

    mats: Sequence[Image] = ()
    tokens: Sequence[Image] = ()


def load_own(folder: Path | None) -> Own:
    """Open the mats (mat-*.png) and tokens (token-*.png) of our games, if a folder is given."""
    found = sorted(folder.glob("*.png")) if folder else []
    return Own(
        [cv2.imread(str(path)) for path in found if path.name.startswith("mat-")],
        [cv2.imread(str(path), cv2.IMREAD_UNCHANGED) for path in found if path.name.startswith("token-")],
    )


def load_props(banks: list[Path], props: Path | None, tinted: float = 0.0, leaning: float = 0.0) -> Props:
    """Open the sprites, and the mats and tokens of our games."""
    return Props(Bank(banks), *load_own(props), tinted, leaning)


def draw_scene(rng: Rng, props: Props) -> Scene:
    """Draw one scene; five of six with dice of sizes that the finder learns."""
    draw = rng.random()
    sizes = TINY_PX if draw < TINY else HUGE_PX if draw < TINY + HUGE else SIZES_PX
    return scene(rng, props, SIDE_PX, sizes)


def fill(folder: Path, props: Props, seed: int, count: int) -> None:
    """Draw ``count`` scenes into a folder."""
    cv2.setNumThreads(1)
    save(folder, (draw_scene(np.random.default_rng(seed * SEEDS_APART + nth), props) for nth in range(count)))


def save(folder: Path, scenes: Iterable[Scene]) -> None:
    """Write scenes into a folder, one by one."""
    folder.mkdir(parents=True, exist_ok=True)
    truth, decoys = [], []
    with (folder / "pictures.bin").open("wb") as file:
        for nth, drawn in enumerate(scenes):
            file.write(drawn.picture.tobytes())
            truth += [(nth, *each) for each in drawn.truth]
            decoys += [(nth, *each) for each in drawn.decoys]
    of_a_die = np.array(truth, float).reshape(-1, 7)
    np.savez(folder / "truth.npz", truth=of_a_die, decoys=np.array(decoys, float).reshape(-1, 4))


class Store:
    """The scenes of all folders in a folder.

    Raises
    ------
    ValueError
        When there is none.
    """

    sound = True

    def __init__(self, folder: Path) -> None:
        filled = [path.parent for path in sorted(folder.glob("*/truth.npz")) if _fills(path.parent)]
        if not filled:
            raise ValueError(f"there are no scenes in {folder}")
        self._parts = [_Part(each) for each in filled]

    def __len__(self) -> int:
        return sum(len(part.pictures) for part in self._parts)

    def draw(self, rng: Rng) -> Scene:
        """Draw one scene."""
        part = self._parts[int(rng.integers(len(self._parts)))]
        return part.scene(int(rng.integers(len(part.pictures))))


def _fills(folder: Path) -> bool:
    """Whether a folder holds a scene: where nothing is taken for a die it does not."""
    return (folder / "pictures.bin").stat().st_size > 0


class _Part:
    def __init__(self, folder: Path) -> None:
        flat: Image = np.memmap(folder / "pictures.bin", np.uint8, "r")
        self.pictures = flat.reshape(-1, SIDE_PX, SIDE_PX, 3)
        rows = np.load(folder / "truth.npz")
        self._truth, self._decoys = rows["truth"], rows["decoys"]
        scenes = np.arange(len(self.pictures) + 1)
        self._truth_from = np.searchsorted(self._truth[:, 0], scenes)
        self._decoys_from = np.searchsorted(self._decoys[:, 0], scenes)

    def scene(self, nth: int) -> Scene:
        truth = self._truth[self._truth_from[nth] : self._truth_from[nth + 1]]
        decoys = self._decoys[self._decoys_from[nth] : self._decoys_from[nth + 1]]
        return Scene(
            np.array(self.pictures[nth]),
            [Truth(int(row[1]), *row[2:].tolist()) for row in truth],
            [(float(row[1]), float(row[2]), float(row[3])) for row in decoys],
        )
