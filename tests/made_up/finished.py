"""Games that have ended, and tables that are scored afterwards."""

from __future__ import annotations

import random

from companion.finals.finished_table import begin
from companion.layouts import layout_of
from companion.rules import CHANCE
from companion.rules.abilities import piles_of
from companion.rules.boxes import at_table
from companion.rules.catalogue import load_game
from companion.simulation.table import SimulatedTable

NAMES = {1: "Ann", 2: "Ben"}


def ended(slug, seed=1, **options):
    """A game of two that chance has played to its end."""
    game, rng = load_game(slug), random.Random(seed)
    state = game.new(2, options)
    while state.actors:
        actor = rng.choice(state.actors)
        if actor == CHANCE:
            outcomes, weights = zip(*state.odds(), strict=True)
            state = state.after(rng.choices(outcomes, weights)[0])
        else:
            state = state.after(rng.choice(list(state.legal(actor))))
    return state


def asked_about(slug, **options):
    game = at_table(load_game(slug), options)
    return begin(game, layout_of(game), NAMES, options)


def picture_of(slug, state):
    table = SimulatedTable(layout_of(load_game(slug)).for_seats(2))
    table.lay(piles_of(state))
    return table.picture()
