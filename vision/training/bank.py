"""A bank of ray-traced dice on disk: a sprite takes a tenth of a second, a bank serves all trainings.

The layers of all sprites stand one after the other in ``layers.bin``, with ``sprites.npz`` to tell
where each begins; both are read through a memory map, so that processes share them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.training import piles
from vision.training.solid import LAYERS, Rng, Sprite, render, slant_deg

KINDS = ("die", "cocked", "numeral", "casino", "domino", "cube", "below", "stacked")
SHARES = (0.64, 0.08, 0.05, 0.11, 0.09, 0.03)
SIZES_PX = (40.0, 64.0)
"""Sizes at which dice are traced; the painter reduces and enlarges them."""

NEAR, BESIDE = 15, 150
"""How far from the wanted lean a sprite is drawn, in places of their order, and one that stands in a row with
another; less far in a small bank."""

ALIKE_DEG = 5.0
"""Dice of a row are turned alike up to this."""

FROM_ABOVE = 0.12
"""A camera that sees less of the sides, in sides of the top face, may see them from anywhere."""

TOLD = 44
"""Numbers that are kept of a sprite; those that were traced before its feet were among them have fewer."""


def build(folder: Path, seed: int, count: int, kind: str | None = None) -> None:
    """Trace ``count`` dice into a folder, of all kinds, or of one."""
    save(folder, (_one(seed, nth, kind) for nth in range(count)))


def build_piles(folder: Path, seed: int, count: int) -> None:
    """Trace ``count`` piles into a folder: what is below comes before what lies on it."""
    save(folder, (each for nth in range(count) for each in _pile(seed, nth)))


def _one(seed: int, nth: int, kind: str | None) -> Sprite:
    rng = np.random.default_rng((seed, nth))
    # A golden-section walk: even a small bank holds some of every kind.
    drawn = KINDS[int(np.searchsorted(np.cumsum(SHARES), (nth * 0.618034) % 1))]
    return render(rng, float(rng.uniform(*SIZES_PX)), kind or drawn)


def _pile(seed: int, nth: int) -> tuple[Sprite, ...]:
    rng = np.random.default_rng((seed, nth, 1))
    pile = piles.render(rng, float(rng.uniform(*SIZES_PX)))
    return *pile.below, pile.upper


def save(folder: Path, sprites: Iterable[Sprite]) -> None:
    """Write sprites into a folder, one by one."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[list[float]] = []
    start = 0
    with (folder / "layers.bin").open("wb") as file:
        for sprite in map(_trimmed, sprites):
            height, width = sprite.layers.shape[:2]
            place = (sprite.x_px, sprite.y_px, sprite.size_px, *sprite.up, *sprite.shadow, *sprite.along)
            place += (*sprite.edges.ravel(), *sprite.axis, *sprite.feet.ravel())
            rows.append([start, height, width, sprite.value, KINDS.index(sprite.kind), *place])
            file.write(sprite.layers.tobytes())
            start += sprite.layers.size
    np.savez(folder / "sprites.npz", rows=np.array(rows))


class Bank:
    """Sprites from one or more folders.

    Parameters
    ----------
    folders
        Where `build` has left them.

    Raises
    ------
    ValueError
        When they were built by another version, which told other things of every sprite.
    """

    def __init__(self, folders: list[Path]) -> None:
        self._maps = [np.memmap(folder / "layers.bin", np.uint8, "r") for folder in folders]
        tables = [np.load(folder / "sprites.npz")["rows"] for folder in folders]
        old = [str(folder) for folder, rows in zip(folders, tables, strict=True) if rows.shape[1:] != (TOLD,)]
        if old:
            raise ValueError(f"the dice of {', '.join(old)} do not tell what is asked: trace them anew")
        self._rows = np.concatenate(tables)
        self._from = np.concatenate([np.full(len(rows), nth) for nth, rows in enumerate(tables)])
        self._by_kind = {kind: np.flatnonzero(self._rows[:, 4] == nth) for nth, kind in enumerate(KINDS)}
        tilt = np.hypot(self._rows[:, 8], self._rows[:, 9]) / self._rows[:, 7]
        self._tilt_order = {kind: of[np.argsort(tilt[of])] for kind, of in self._by_kind.items()}
        self._tilts = {kind: tilt[order] for kind, order in self._tilt_order.items()}
        self._slants = np.array([slant_deg(row[14:16], row[8:10]) for row in self._rows])

    def __len__(self) -> int:
        return len(self._rows)

    def draw(self, rng: Rng, kind: str = "die", near: float | None = None) -> Sprite:
        """Draw a sprite; one that leans as the camera does in ``near`` (height over size), if given."""
        if near is None:
            return self[int(rng.choice(self._by_kind[kind]))]
        order, tilts = self._tilt_order[kind], self._tilts[kind]
        reach = min(NEAR, len(order) // 12)
        at = int(np.searchsorted(tilts, near)) + int(rng.integers(-reach, reach + 1))
        return self[int(order[np.clip(at, 0, len(order) - 1)])]

    def draw_pile(self, rng: Rng, near: float) -> tuple[Sprite, tuple[Sprite, ...]] | None:
        """Draw a die that lies on others, and these, seen as `draw` sees; None where no pile was traced."""
        order, tilts = self._tilt_order["stacked"], self._tilts["stacked"]
        if not len(order):
            return None
        reach = min(NEAR, len(order) // 12)
        at = int(np.searchsorted(tilts, near)) + int(rng.integers(-reach, reach + 1))
        upper = below = int(order[np.clip(at, 0, len(order) - 1)])
        while below and KINDS[int(self._rows[below - 1, 4])] == "below":
            below -= 1
        return self[upper], tuple(self[nth] for nth in range(below, upper))

    def draw_beside(self, rng: Rng, first: Sprite) -> Sprite:
        """Draw a die that may stand in a row with another, seen as that one is; that one where none is."""
        order, tilts = self._tilt_order[first.kind], self._tilts[first.kind]
        at, reach = int(np.searchsorted(tilts, first.steep)), min(BESIDE, len(order) // 12)
        near = order[max(at - reach, 0) : at + reach]
        turned = np.abs((self._slants[near] - first.slant + 45) % 90 - 45)
        alike = near[turned < ALIKE_DEG] if first.steep > FROM_ABOVE else near
        return self[int(rng.choice(alike))] if len(alike) else first

    def __getitem__(self, nth: int) -> Sprite:
        row = self._rows[nth]
        start, height, width, value, kind = (int(each) for each in row[:5])
        layers = self._maps[self._from[nth]][start : start + height * width * len(LAYERS)]
        x, y, size, *ways = (float(each) for each in row[5:])
        shape = layers.reshape(height, width, len(LAYERS))
        up, shadow, along, *edges, axis = np.array(ways[:12]).reshape(6, 2)
        feet = np.array(ways[12:]).reshape(8, 3)
        return Sprite(shape, value, KINDS[kind], x, y, size, up, shadow, along, np.stack(edges), axis, feet)


def _trimmed(sprite: Sprite) -> Sprite:
    """Cut off the empty edge."""
    rows, columns = np.nonzero(sprite.layers[..., 0])
    top, left = rows.min(), columns.min()
    inner = np.ascontiguousarray(sprite.layers[top : rows.max() + 1, left : columns.max() + 1])
    return sprite._replace(layers=inner, x_px=sprite.x_px - left, y_px=sprite.y_px - top)
