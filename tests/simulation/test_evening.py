"""Hands, bots and whole evenings on the simulated table."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import NamedTuple

import pytest

from bench import watcher
from companion.layouts import load_layout
from companion.rules.abilities import piles_of
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE, Lying
from companion.rules.habits import PLAIN
from companion.simulation.bots import bots
from companion.simulation.driver import TRIES, Driver
from companion.simulation.evening import Evening
from companion.simulation.hands import perform, steps
from companion.simulation.table import SimulatedTable
from companion.simulation.unmarked.artwork import unmarked_layout

LAYOUT = load_layout("caterpillar-filler")
GAME = load_game("caterpillar-filler")
SIZE_PX = (410, 308)


def play_by_hand(seats: int, seed: int, most: int, **options: str):
    """Play bots against each other without pictures; give the last state and all actions."""
    evening = Evening(LAYOUT, GAME.new(seats, options), seed, size_px=SIZE_PX, most_actions=most)
    evening.table.picture = lambda: None  # only the pieces matter here
    for _ in evening.play():
        found = {spot: piece.kind for spot, piece in evening.table.taken().items()}
        lying = evening.state.lying()
        assert found == {(z, c): kind for z in lying if z != "tray" for c, kind in lying[z].items()}
    return evening.state, evening.truth


def test_after_every_action_the_table_is_as_the_game_says() -> None:
    state, truth = play_by_hand(3, 1, 150)
    assert len(truth) == 150 or state.outcome is not None


def test_gardens_without_markers_are_tapped(monkeypatch) -> None:
    layout = unmarked_layout(load_layout("papillon").for_seats(2))
    evening = Evening(layout, load_game("papillon").new(2, {}), 0, size_px=SIZE_PX, most_actions=28)
    monkeypatch.setattr(evening.table, "picture", lambda: None)
    moments = list(evening.play())
    assert not any(moment.photo for moment in moments)
    in_gardens = {action for action in evening.truth if str(action).startswith("lay")}
    assert in_gardens
    assert in_gardens <= {action for moment in moments for action in moment.told}


def test_hands_end_where_the_action_ends() -> None:
    state = GAME.new(2, {}).after(GAME.parse(CHANCE, "first 1")).after(GAME.parse(CHANCE, "roll 2"))
    route = next(action for action in state.legal(1) if not str(action).endswith("*"))
    after = state.after(route)
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX)
    table.lay(state.lying())
    todo = steps(LAYOUT, state.lying(), after.lying())
    assert todo
    for step in todo:
        perform(table, step)
    before = table.pieces()
    table.lay(after.lying())
    assert table.pieces() == before


def test_bots_are_lively_over_a_few_games() -> None:
    notation: list[str] = []
    for seats, seed in ((2, 1), (3, 2), (4, 3), (4, 4)):
        state = GAME.new(seats, {})
        players = bots(seats, seed)
        rng = players[1]._rng
        while state.actors and len(notation) < 4000:
            if (CHANCE in state.actors and rng.random() < 0.7) or state.actors == (CHANCE,):
                action = rng.choice([outcome for outcome, _ in state.odds()])
            else:
                action = players[max(state.actors)].choose(state)
            notation.append(str(action))
            state = state.after(action)
        assert state.outcome is not None
    assert any("*" in text for text in notation), "nobody ate a flower"
    assert any("x" in text.split(" ")[0] for text in notation if "-" in text), "nobody bit anybody"
    assert any(text.startswith("join") for text in notation), "nobody came back"
    assert any(text.startswith("wasp") for text in notation), "nobody laid a wasp"


def test_the_same_seed_makes_the_same_evening() -> None:
    assert play_by_hand(2, 5, 40)[1] == play_by_hand(2, 5, 40)[1]


def test_a_bot_without_anything_to_do_says_so() -> None:
    state = GAME.new(2, {})
    with pytest.raises(ValueError, match="nothing to do"):
        bots(2, 0)[1].choose(state)


def test_bots_play_a_running_game_by_hand_alone() -> None:
    """Somebody who watches only the table can follow: here the pieces themselves are watched."""
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=2)
    held = {"state": GAME.new(2, {}).after(GAME.parse(CHANCE, "first 1"))}
    table.lay(held["state"].lying())
    tapped: list[str] = []
    before = set(threading.enumerate())  # those of other tests may linger

    def tap(action) -> None:
        tapped.append(str(action))
        held["state"] = held["state"].after(action)

    driver = Driver(table, lambda: held["state"], tap, seed=1)
    driver.set_bots(on=True)
    assert driver.bots
    deadline_s = time.monotonic() + 60
    while not any(piece.kind.startswith("die-") or piece.kind == "wasp" for piece in table.pieces()):
        assert time.monotonic() < deadline_s, "the bots did nothing"
        time.sleep(0.05)
    driver.set_bots(on=False)
    assert not driver.bots
    assert len(set(threading.enumerate()) - before) < 3


def test_bots_that_two_phones_call_at_once_all_stop(monkeypatch) -> None:
    state = GAME.new(2, {})
    driver = Driver(SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=2), lambda: state, lambda _: None)
    monkeypatch.setattr(driver, "_act", lambda stop: stop.wait(0.01))
    begun, start, both = [], threading.Thread.start, threading.Barrier(2)

    def late(thread: threading.Thread) -> None:
        """Wait whether the other phone has found, too, that no bots play."""
        if thread.name == "bots":
            with suppress(threading.BrokenBarrierError):
                both.wait(0.3)
            begun.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", late)
    phones = [threading.Thread(target=driver.set_bots, kwargs={"on": True}) for _ in range(2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    driver.set_bots(on=False)
    for thread in begun:
        thread.join(60)
    assert begun
    assert not any(thread.is_alive() for thread in begun)


def test_the_page_can_do_what_hands_do() -> None:
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=2)
    state = GAME.new(2, {})
    driver = Driver(table, lambda: state, lambda _: None)
    assert driver.tidy()
    assert not driver.tidy(), "everything lies as the game says"
    wasp = table.add("wasp", "garden", "H8")
    driver.flip(wasp)
    assert table.at("garden", "H8").kind == "flower"
    driver.remove(wasp)
    assert table.at("garden", "H8") is None
    driver.roll()
    assert sum(piece.kind.startswith("die-") for piece in driver.pieces()) == 1
    driver.set_switch("glare", on=True)
    assert driver.switches()["glare"]


def test_the_bench_follows_a_game_of_which_it_knows_nothing(monkeypatch) -> None:
    monkeypatch.setattr(watcher, "habits_of", lambda _: PLAIN)
    following = watcher.Watcher(watcher.Job("filler-tiles", 1))
    assert following.evening.state == load_game("filler-tiles").new(2)
    assert not following.habits.follows(["take 1"], "A1")


class Lies(NamedTuple):
    """A position of which only what lies there matters."""

    pieces: Lying

    def lying(self) -> Lying:
        return self.pieces


def test_only_who_has_drawn_tiles_shows_them_not_who_puts_one_away() -> None:
    layout = load_layout("papillon").for_seats(2)
    evening = Evening(layout, load_game("papillon").new(2, {}), 3, size_px=SIZE_PX)
    with_tile, without = Lies({"hand-2": {"1": "T37"}}), Lies({"hand-2": {}})
    assert evening._draws(without, with_tile)
    assert not evening._draws(with_tile, without)


def test_bots_lay_what_the_program_draws_after_a_move(monkeypatch) -> None:
    state = GAME.new(2, {})
    for text in ("first 1", "roll 6"):
        state = state.after(GAME.parse(CHANCE, text))
    eats = GAME.parse(1, "A14-B14-C14-D14-E14-E13-E12*")
    drawn = state.after(eats).after(GAME.parse(CHANCE, "tile H8"))
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=2)
    table.lay(piles_of(state))

    def now():
        """The move is in the record as soon as the camera can see it, and the tile with it."""
        return drawn if table.at("garden", "E12").kind == "head-yellow" else state

    driver = Driver(table, now, lambda _: None)
    monkeypatch.setattr(driver, "_choice", lambda _: eats)
    driver._act(threading.Event())
    assert table.at("garden", "H8").kind == "flower"


def test_bots_lay_what_is_drawn_with_a_roll_that_they_call_for() -> None:
    """A wasp may be put before the roll, so that the program waits; a 3 lets a flower grow at once."""
    states = [GAME.new(2, {})]
    for text in ("first 1", "roll 3", "tile H8"):
        states.append(states[-1].after(GAME.parse(CHANCE, text)))
    now = [states[1]]
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=2)
    table.lay(piles_of(now[0]))

    def call() -> bool:
        now.append(states[-1])
        return True

    driver = Driver(table, lambda: now[-1], lambda _: None, call=call)
    driver._choice = lambda _: GAME.parse(CHANCE, "roll 3")
    driver._act(threading.Event())
    assert table.at("garden", "H8").kind == "flower"


def test_a_bot_calls_for_the_draw_that_waits_for_it():
    game, layout = load_game("it-happens"), load_layout("it-happens")
    state = game.new(3)
    for text in ("first 1", "reveal M03 M08 M01"):
        state = state.after(game.parse(CHANCE, text))
    called = []
    table = SimulatedTable(layout)
    table.lay(piles_of(state))
    driver = Driver(table, lambda: state, lambda _: None, call=lambda: not called.append(1))
    driver.set_bots(on=True)
    deadline = time.monotonic() + 60
    while not called and time.monotonic() < deadline:
        time.sleep(0.02)
    driver.set_bots(on=False)
    assert called
    assert not table.pieces()


def test_a_bot_taps_what_may_as_well_begin_something_else(monkeypatch) -> None:
    game, layout = load_game("octopus-garden"), load_layout("octopus-garden").for_seats(2)
    state, tapped = game.new(2), []
    for code in ("AN", "TR", "RE", "SS", "SG", "SH", "SG", "SG", "CO"):
        state = state.after(game.parse(CHANCE, f"draw {code}"))
    state = state.after(game.parse(CHANCE, "first 1"))
    table = SimulatedTable(layout, size_px=SIZE_PX)
    table.lay(piles_of(state))
    driver = Driver(table, lambda: state, lambda action: tapped.append(str(action)))
    monkeypatch.setattr(driver, "_choice", lambda state: game.parse(1, "pass 12"))
    driver._act(threading.Event())
    assert tapped == ["pass 12"]
    assert table.at("market", "12") is None


def test_a_bot_taps_a_choice_that_is_not_understood_again_and_again(monkeypatch) -> None:
    """Nobody answers what a table asks where bots play alone."""
    monkeypatch.setattr("companion.simulation.driver.PATIENCE_S", 0.0)
    state = GAME.new(2, {}).after(GAME.parse(CHANCE, "first 1")).after(GAME.parse(CHANCE, "roll 2"))
    route = next(action for action in state.legal(1) if not str(action).endswith("*"))
    table = SimulatedTable(LAYOUT, size_px=SIZE_PX)
    table.lay(state.lying())
    laid, tapped = table.pieces(), []
    driver = Driver(table, lambda: state, tapped.append)
    monkeypatch.setattr(driver, "_choice", lambda state: route)
    for _ in range(TRIES):
        driver._act(threading.Event())
        assert tapped == []
        assert len(table.pieces()) == len(laid), "it is laid as the game has it, to be done again"
    driver._act(threading.Event())
    assert tapped == [route]


def test_bots_wait_while_somebody_corrects(monkeypatch) -> None:
    state = GAME.new(2, {})
    driver = Driver(SimulatedTable(LAYOUT, size_px=SIZE_PX, seed=2), lambda: state, lambda _: None)
    acted = threading.Event()

    def act(stop: threading.Event) -> None:
        acted.set()
        stop.wait(0.01)

    monkeypatch.setattr(driver, "_act", act)
    # Time stands still: only a release lets bots go on, whatever the machine is busy with.
    monkeypatch.setattr("companion.simulation.driver.time.monotonic", lambda: 100.0)
    driver.set_bots(on=True)
    assert acted.wait(60)
    driver.hold_bots()
    assert driver._idle.is_set(), "what a bot has begun ends before the page is shown"
    acted.clear()
    assert not acted.wait(0.5)
    driver.release_bots()
    assert acted.wait(60)
    driver.set_bots(on=False)
