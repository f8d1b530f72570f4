"""Positions of a game in its middle, as hands have laid them: what the path-traced tables show.

A position is settled by its seed. What it shows lies where the hands of the simulated table have put it;
none of that table's pictures is used.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.layout import Layout
from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.rules.game import State
from companion.rules.habits import habits_of
from companion.simulation.evening import Evening
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.render import Thing
from companion.simulation.table import SimulatedTable
from companion.simulation.unmarked.artwork import unmarked_layout

ACTIONS = (4, 90)
"""Into the game: nearly nothing lies there, or nearly everything."""


@dataclass(frozen=True)
class Position:
    """What lies where: the things with their places, the sheets in view, and the game's own words for it."""

    layout: Layout
    state: State
    options: dict[str, str]
    things: list[Thing]
    sheets: list[str]

    def truth(self) -> dict[str, object]:
        """Give what is to be read, as the files in which it is kept have it."""
        shown = {zone.id for sheet, zone in self.layout.zones() if sheet.id in self.sheets}
        lying = {zone: dict(cells) for zone, cells in self.state.lying().items() if zone in shown}
        dice = sorted(thing.kind for thing in self.things if self.layout.kinds[thing.kind].shape == "die")
        return {
            "game": self.layout.game,
            "seats": self.state.seats,
            "options": self.options,
            "lying": lying,
            "dice": dice,
        }


def position_of(slug: str, seed: int, *, unmarked: bool = False) -> Position:
    """Play a game of bots into its middle, with the printed set or an unmarked one."""
    game, habits = load_game(slug), habits_of(slug)
    seats = game.info.seats[seed % len(game.info.seats)]
    options = habits.options(seed)
    layout = load_layout(slug).for_seats(seats)
    layout = unmarked_layout(layout) if unmarked else layout
    table = _Unseen(layout, seed=seed)
    most = int(np.random.default_rng(seed).integers(*ACTIONS))
    evening = Evening(layout, game.new(seats, options), seed, most_actions=most, table=table)
    for _ in evening.play():
        pass
    return Position(layout, evening.state, options, table.things(), list(table.sheets()))


class _Unseen(SimulatedTable):
    """A table of which nobody takes a picture."""

    def picture(self) -> Array:
        """Give one black pixel."""
        return np.zeros((1, 1, 3), np.uint8)
