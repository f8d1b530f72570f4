"""An evening of bots on a path-traced table: the simulated table's hands, seen by other light and lenses."""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.traced.boards.boxed import BOXES, traced_demo
from bench.traced.boards.cameras import Profile
from bench.traced.boards.laid import Setting, develop_light, trace_windows
from bench.traced.boards.patches import changed_windows
from bench.traced.boards.rooms import ROOMS, Rng
from bench.watcher import Job, Watcher
from companion.layout import Layout
from companion.layouts import load_layout
from companion.printing import artwork as printed
from companion.rules.catalogue import load_game
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.render import Artwork, Thing
from companion.simulation.table import SimulatedTable


@dataclass(frozen=True)
class _Lit:
    """What lay on the table, and the linear light (height, width, 3) that came from it."""

    sheets: list[str]
    things: list[Thing]
    light: Array = field(default_factory=lambda: np.empty(0))


class TracedTable(SimulatedTable):
    """A table whose pictures are path-traced, one room and one camera for the whole evening.

    From one picture to the next, only what changed is traced again. Pictures in the folder ``kept`` are not
    traced at all: their names say what lies on the table, how it is lit, and what looks at it.
    """

    def __init__(
        self,
        layout: Layout,
        room: str,
        profile: Profile,
        seed: int,
        *,
        rays: int,
        kept: Path | None,
        artwork: Artwork = printed,
        style: str = "",
    ) -> None:
        super().__init__(layout, seed=seed, artwork=artwork)
        self._style = style
        self._room = ROOMS[room](np.random.default_rng((seed, 13)))
        self._profile, self._rays, self._kept = profile, rays, kept
        self._last: tuple[str, Array] | None = None
        self._lit: _Lit | None = None

    def picture(self) -> Array:
        """Trace the table; one that has not changed is not traced again."""
        things, sheets = self.things(), list(self.sheets())
        shown = (things, sheets, self._room.name, self._profile.name, self._seed, self._rays)
        shown += (self._style,) if self._style else ()
        name = f"{self.layout.game}-{hashlib.blake2b(repr(shown).encode(), digest_size=8).hexdigest()}"
        if self._last is None or self._last[0] != name:
            self._last = name, self._pictured(name, things, sheets)
        return self._last[1]

    def _pictured(self, name: str, things: list[Thing], sheets: list[str]) -> Array:
        path = self._kept / f"{name}.png" if self._kept else None
        if path and path.exists():
            return np.asarray(cv2.imread(str(path)))
        rng = np.random.default_rng((self._seed, 17, int(name[-16:], 16)))
        setting = Setting.of(
            self.layout, sheets, self._room, self._profile, self._seed, artwork=self._artwork
        )
        self._lit = self._lighted(rng, setting, _Lit(sheets, things))
        picture = develop_light(rng, setting, self._lit.light)
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(path), picture)
        return picture

    def _lighted(self, rng: Rng, setting: Setting, lit: _Lit) -> _Lit:
        last = self._lit
        if last and last.sheets == lit.sheets:
            windows, light = changed_windows(setting, last.things, lit.things), last.light.copy()
        else:
            every = setting.whole
            windows, light = [every], np.zeros((every.height, every.width, 3), np.float32)
        traced = trace_windows(rng, setting, lit.things, windows, rays=self._rays)
        for (left, top, width, height), part in zip(windows, traced, strict=True):
            light[top : top + height, left : left + width] = part
        return replace(lit, light=light)


def follow_evening(slug: str, room: str, profile: Profile, options: argparse.Namespace) -> dict[str, Any]:
    """Follow the first actions of one game; give the figures of `bench.watcher`."""
    game = load_game(slug)
    layout = load_layout(slug).for_seats(game.info.seats[options.seed % len(game.info.seats)])
    kept = options.keep or Path("build/traced")
    demo = traced_demo(layout, options.style, kept / BOXES) if options.style else None
    table = TracedTable(
        demo.layout if demo else layout,
        room,
        profile,
        options.seed,
        rays=options.rays,
        kept=options.keep,
        artwork=demo.artwork if demo else printed,
        style=options.style,
    )
    return Watcher(Job(slug, options.seed, options.actions), table, demo).run().figures()
