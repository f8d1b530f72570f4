"""Our own tables without dice, as ``companion read`` reads them: nothing there may be told as a die."""

from __future__ import annotations

from companion.cli.assembly.parts import all_readers, read_any
from companion.layouts import games_with_layout, load_layout
from companion.rules.catalogue import load_game
from companion.rules.habits import habits_of
from companion.simulation.evening import Evening

ACTIONS = 60
"""So far each game is played, by bots."""

VIEWS = 4
"""Of each game that are read, evenly spread."""


def own_tables(games: int) -> dict[str, int]:
    """Read tables of so many games of each kind that has no dice, by the readers of all kinds."""
    readers = all_readers()
    pictures = told = 0
    for slug in games_with_layout():
        if any(kind.shape == "die" for kind in load_layout(slug).kinds.values()):
            continue
        game, habits = load_game(slug), habits_of(slug)
        for seed in range(games):
            seats = game.info.seats[seed % len(game.info.seats)]
            layout, state = load_layout(slug).for_seats(seats), game.new(seats, habits.options(seed))
            evening = Evening(layout, state, seed, most_actions=ACTIONS)
            views = [moment.picture for moment in evening.play() if not moment.photo]
            for view in views[:: max(1, len(views) // VIEWS)][:VIEWS]:
                pictures += 1
                told += len(read_any(view, readers)[1].dice)
    return {"pictures": pictures, "dice reported": told}
