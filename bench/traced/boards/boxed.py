"""Unmarked sets that are photographed by path tracing with a phone, and taught from that.

The phone stands in another room than the camera of the table, so what is read has never been seen in its
light or by its lens. Boxes are kept in a folder: photographs for one take some minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from bench.traced.boards.cameras import PROFILES
from bench.traced.boards.laid import Setting, trace
from bench.traced.boards.rooms import ROOMS, Room
from companion.boxes.taught_box import unpack_box
from companion.cli.assembly.demo_box import DemoBox, taught_by
from companion.layout import Layout, Sheet
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.render import Artwork, Thing
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.styles import style_named

TEACHING_ROOM, TEACHING_CAMERA = "window", "phone"
RAYS = 4

BOXES = "boxes"
"""The folder within a folder of pictures where boxes are kept."""


class TracingPhotographer:
    """Photographs sheets with a phone, each lying alone on the table of one room."""

    def __init__(self, artwork: Artwork, room: Room, seed: int) -> None:
        self._artwork, self._room, self._seed = artwork, room, seed
        self._rng = np.random.default_rng((seed, 29))

    def over(self, alone: Layout, sheet: Sheet) -> _TracedView:
        """Hang the camera over one sheet."""
        profile = PROFILES[TEACHING_CAMERA]
        setting = Setting.of(alone, [sheet.id], self._room, profile, self._seed, artwork=self._artwork)
        return _TracedView(self._rng, setting, sheet.id)


class _TracedView:
    def __init__(self, rng: np.random.Generator, setting: Setting, sheet: str) -> None:
        self._rng, self._setting, self._sheet = rng, setting, sheet

    def photograph(self, things: Sequence[Thing]) -> Array:
        return trace(self._rng, self._setting, list(things), rays=RAYS)

    def seen_px(self, at_mm: tuple[float, float], height_mm: float = 0.0) -> tuple[float, float]:
        x, y = self._setting.seen_px(self._sheet, np.array([at_mm]), height_mm)[0]
        return float(x), float(y)


def traced_demo(layout: Layout, style: str, folder: Path, seed: int = 0) -> DemoBox:
    """Give an unmarked set and its box; see `traced_box`."""
    kept = traced_box(layout, style, folder, seed)
    return DemoBox(
        unmarked_layout(layout), UnmarkedArtwork(style_named(style)), unpack_box(kept.read_bytes())
    )


def traced_box(layout: Layout, style: str, folder: Path, seed: int = 0) -> Path:
    """Photograph an unmarked set and teach it, unless its box is kept already; give the box's file.

    Parameters
    ----------
    layout
        The layout of the game.
    style
        The name of a style.
    folder
        Where boxes are kept.
    seed
        The room in which the photographs are taken.
    """
    shown = repr([(sheet.id, sheet.size_mm) for sheet in layout.sheets]).encode()
    kept = folder / f"{layout.game}-{style}-{blake2b(shown, digest_size=4).hexdigest()}-{seed}.zip"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        room = ROOMS[TEACHING_ROOM](np.random.default_rng((seed, 31)))
        photographer = TracingPhotographer(UnmarkedArtwork(style_named(style)), room, seed)
        kept.write_bytes(taught_by(photographer, layout, name=f"traced-{style}", seed=seed))
    return kept
