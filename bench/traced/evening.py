"""An evening of bots on a path-traced table: the simulated table's hands, seen by other light and lenses."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from bench.traced.cameras import Profile
from bench.traced.laid import Setting, trace
from bench.traced.rooms import ROOMS
from bench.watcher import Job, Watcher
from companion.layout import Layout
from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.simulation.rendering.camera_model import Array
from companion.simulation.table import SimulatedTable


class TracedTable(SimulatedTable):
    """A table whose pictures are path-traced, one room and one camera for the whole evening."""

    def __init__(self, layout: Layout, room: str, profile: Profile, seed: int, rays: int) -> None:
        super().__init__(layout, seed=seed)
        self._room = ROOMS[room](np.random.default_rng((seed, 13)))
        self._profile, self._rays = profile, rays
        self._noise = np.random.default_rng((seed, 17))
        self._last: tuple[object, Array] | None = None

    def picture(self) -> Array:
        """Trace the table; one that has not changed is not traced again."""
        things, sheets = self.things(), list(self.sheets())
        key = (tuple(things), tuple(sheets))
        if self._last is None or self._last[0] != key:
            setting = Setting.of(self.layout, sheets, self._room, self._profile, self._seed)
            seen = trace(self._noise, setting, things, rays=self._rays)
            self._last = key, seen
        return self._last[1]


def follow_evening(slug: str, room: str, profile: Profile, options: argparse.Namespace) -> dict[str, Any]:
    """Follow the first actions of one game; give the figures of `bench.watcher`."""
    game = load_game(slug)
    layout = load_layout(slug).for_seats(game.info.seats[options.seed % len(game.info.seats)])
    table = TracedTable(layout, room, profile, options.seed, options.rays)
    return Watcher(Job(slug, options.seed, options.actions), table).run().figures()
