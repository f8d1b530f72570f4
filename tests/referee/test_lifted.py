"""A piece that somebody takes up for a move, and still holds: no game goes on before it lies down again."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from views import Table

from companion.layout import Layout
from companion.layouts import load_layout
from companion.referee.referee import Referee
from companion.referee.verdict import HalfDone, NoChange
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE, Action, State
from companion.simulation.bots import bots

LOOKS = 40
EARLIER = 8


def evening(slug: str) -> Iterator[tuple[list[State], Action]]:
    """Let bots play: the positions so far, and what comes next."""
    rng, players = random.Random(1), bots(2, 1)
    states = [load_game(slug).new(2)]
    while (state := states[-1]).actors:
        seat = next((actor for actor in state.actors if actor != CHANCE), None)
        if state.actors[0] == CHANCE or seat is None:
            actions, weights = zip(*state.odds(), strict=True)
            action = rng.choices(actions, weights)[0]
        else:
            action = players[seat].choose(state)
            yield states, action
        states.append(state.after(action))


def taken_up(layout: Layout, state: State, action: Action) -> list[tuple[str, str]]:
    """The cells whose piece an action takes away, or elsewhere."""
    forms = {zone.id: zone.form for _, zone in layout.zones()}
    before, after = state.lying(), state.after(action).lying()
    return [
        (zone, cell)
        for zone, cells in before.items()
        for cell, kind in cells.items()
        if forms.get(zone) not in (None, "tray", "area") and after.get(zone, {}).get(cell) != kind
    ]


@pytest.mark.whole
@pytest.mark.parametrize("slug", ["caterpillar-filler", "octopus-garden", "papillon"])
def test_a_piece_in_hand_is_waited_for(slug: str) -> None:
    layout, looks = load_layout(slug).for_seats(2), 0
    for states, action in evening(slug):
        for zone, cell in taken_up(layout, states[-1], action)[:1]:
            table, referee = Table(layout), Referee(layout)
            table.lay(states[-1].lying())
            if "tray" in table.lying:
                table.roll(6)
            referee.remember_dice(table.look())
            del table.lying[zone][cell]
            verdict = referee.judge(states[-1], table.look(), earlier=states[-2 : -2 - EARLIER : -1])
            assert isinstance(verdict, HalfDone | NoChange), (str(action), zone, cell)
            looks += 1
        if looks >= LOOKS:
            return
    assert looks
