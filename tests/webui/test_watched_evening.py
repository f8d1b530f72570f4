"""A whole evening at a table that is watched: hands lay the pieces, and phones see what the camera reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from evenings import Evening, WatchedService
from test_whole_evenings import is_said_once, look_back, undo, watch_the_film

from companion.rules.game import Action, State
from companion.simulation.driver import Driver

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1500)]

SLUG: Final = "filler-tiles"
BOARD: Final = "board"
SMALL: Final = {"rows": "4", "cols": "4"}
"""A game of sixteen tiles: the camera reads each of them."""

ALARM: Final = "#live.live-wrong form button"


@pytest.fixture
def evening(chromium, tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(chromium, WatchedService(tmp_path), SLUG, SMALL)
    yield evening
    evening.close()


def test_an_evening_at_a_table_that_is_watched(evening: Evening) -> None:
    """Nobody taps a move. One is forbidden, one is taken back by hand, and one by tapping."""
    hands = evening.service.hub.table.simulation
    for _ in range(3):
        play(evening, hands)
    break_a_rule(evening, hands)
    take_back(evening, hands)
    undo(evening)
    hands.tidy()
    while evening.session.state.actors:
        play(evening, hands)
    for screen in evening.screens:
        assert screen.complaints == []
        is_said_once(screen.said)
    assert {entry.source for entry in evening.session.line} == {"camera"}
    look_back(evening)
    watch_the_film(evening)


def play(evening: Evening, hands: Driver) -> None:
    """Lay a tile, as the rules allow it; every screen shows it once the camera has read it."""
    state, before = evening.session.state, evening.session.seq
    hands.table.lay(state.after(evening.rng.choice(moves(state))).lying())
    evening.wait_for(lambda: evening.session.seq > before)
    evening.all_show_the_same()


def moves(state: State) -> list[Action]:
    return list(state.legal(state.actors[0]))


def break_a_rule(evening: Evening, hands: Driver) -> None:
    """Lay a tile of whoever has no turn: every phone says so until it is gone, and nothing is played."""
    line, state = evening.session.line, evening.session.state
    lying, after = state.lying()[BOARD], state.after(moves(state)[0]).lying()[BOARD]
    ((cell, kind),) = after.items() - lying.items()
    (other,) = {*lying.values()} - {kind}
    hands.table.lay({BOARD: {**lying, cell: other}})
    for phone in evening.phones:
        phone.page.locator(ALARM).first.wait_for()
        assert phone.page.locator(ALARM).count() > 1
    hands.tidy()
    for phone in evening.phones:
        phone.page.locator(ALARM).first.wait_for(state="detached")
    assert evening.session.line == line


def take_back(evening: Evening, hands: Driver) -> None:
    """Take the last tile off the table: the camera reads that, and no phone shows the move any more."""
    session, lying = evening.session, evening.session.state.lying()
    play(evening, hands)
    played = len(session.line)
    hands.table.lay(lying)
    evening.wait_for(lambda: len(session.line) < played)
    evening.all_show_the_same()
    assert session.state.lying() == lying
