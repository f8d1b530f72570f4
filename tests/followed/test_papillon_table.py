"""Papillon followed from the table: staircase, bids, lines of tiles, and whole games."""

from __future__ import annotations

import random

import pytest
from papillon_house import BOARD, FLOWERS, GAME, LAYOUT, SLUG, Watched, accepted, begun, drafting, fills
from views import Table
from watched import played

from companion.live.follow import Follower
from companion.live.photos import with_photo
from companion.live.response.judging import Judging
from companion.printing import artwork
from companion.referee.referee import Referee
from companion.referee.verdict import Accept, Ask, HalfDone, NoChange
from companion.rules.game import CHANCE
from companion.simulation.bots import bots
from companion.simulation.evening import Evening
from vision.view.reader import TableReader


def test_the_staircase_is_filled_space_by_space_or_all_at_once() -> None:
    bare = played(
        GAME, GAME.new(3), *[f"0 pair {f}=PL{n}" for n, f in enumerate(FLOWERS.split(), 1)], "0 order 1"
    )
    house = Watched(bare)
    house.put("staircase", A1="T17")
    assert accepted(house.judge()) == ["fill A1=T17"]
    house.put("staircase", B1="T18", C1="T93")
    assert accepted(house.judge()) == ["fill A1=T17", "fill B1=T18", "fill C1=T93"]


def test_what_was_drawn_while_the_table_was_bare_is_still_to_be_laid(store) -> None:
    """Nineteen draws, more than a table is ever taken back by; it is neither wrong nor anybody's doing."""
    session = store.new_session(SLUG, ["Anna", "Ben", "Cleo"])
    pairs = [f"pair {flower}=PL{nth}" for nth, flower in enumerate(FLOWERS.split(), 1)]
    for text in (*pairs, "order 1", *(each.partition(" ")[2] for each in fills(BOARD))):
        session.act(session.game.parse(CHANCE, text))
    verdict = Judging(session, Referee(LAYOUT), None).judge(Table(LAYOUT).look())
    assert isinstance(verdict, HalfDone)
    assert len(verdict.missing) > len(BOARD.split())


def test_a_gnome_that_is_turned_up_is_read() -> None:
    before = played(GAME, GAME.new(3), *[f"0 pair {f}=PL{n}" for n, f in enumerate(FLOWERS.split(), 1)])
    before = played(GAME, before, "0 order 1", *fills(BOARD))
    house = Watched(before)
    house.put("rounds", **{"1": None}).put("shed", C3="gnome-3")
    assert accepted(house.judge()) == ["gnome 3"]


def test_bids_and_the_slide_of_the_zeros_are_seen() -> None:
    house = Watched(begun())
    house.put("order", **{"1": None}).put("bids", **{"4": "gardener-white"})
    assert accepted(house.judge()) == ["bid 4"]
    house = Watched(begun("1 bid 0"))
    house.put("order", **{"2": None}).put("bids", Z1="gardener-black", Z2="gardener-white")
    assert accepted(house.judge()) == ["bid 0"]


def test_a_bid_on_a_taken_space_is_refused_by_its_rule() -> None:
    house = Watched(begun("1 bid 2", seats=4))
    house.put("order", **{"2": None}).put("bids", **{"2": "gardener-black"})
    assert not isinstance(house.judge(), (Accept, NoChange))
    poor = Watched(played(GAME, begun("1 bid 5"), "2 bid 4", "3 bid 0"))
    assert poor.judge() == NoChange()


def last_bid():
    """The last of three bids, which is seen on the bid track before the gardeners go back."""
    house = Watched(begun("1 bid 2", "2 bid 0"))
    house.put("order", **{"3": None}).put("bids", **{"1": "gardener-green"})
    return house


def test_the_last_bid_is_seen_before_the_gardeners_go_back() -> None:
    house = last_bid()
    half = house.judge()
    assert isinstance(half, HalfDone)
    assert str(half.begun) == "bid 1"
    house.show(played(GAME, house.state, "3 bid 1"))
    verdict = house.judge()
    assert accepted(verdict) == ["bid 1"]
    assert verdict.confidence > 0.99


def test_a_last_bid_that_nobody_saw_is_asked_for_with_the_reason() -> None:
    house = Watched(begun("1 bid 2", "2 bid 0"))
    house.show(played(GAME, house.state, "3 bid 1"))
    asked = house.judge()
    assert isinstance(asked, Ask)  # whether 0 or 1 was bid the order is the same
    why = "The gardeners stand in the same order after several bids."
    assert asked.question.render({3: "Carla"}) == f"{why} How many caterpillars does Carla have now?"
    assert {choice.label.render({}): str(choice.actions[0]) for choice in asked.choices} == {
        "9": "bid 1",
        "11": "bid 0",
    }
    house.show(played(GAME, house.state, "3 bid 5"))
    assert isinstance(house.judge(), Ask)


def test_a_last_bid_that_was_taken_back_is_forgotten() -> None:
    house = last_bid()
    assert isinstance(house.judge(), HalfDone)
    house.show(house.state)
    assert house.judge() == NoChange()
    house.show(played(GAME, house.state, "3 bid 1"))
    assert isinstance(house.judge(), Ask)


@pytest.mark.whole
def test_of_two_last_bids_the_later_one_counts() -> None:
    house = last_bid()
    house.judge()
    house.put("bids", **{"1": None, "Z1": "gardener-green", "Z2": "gardener-black"})
    half = house.judge()
    assert isinstance(half, HalfDone)
    house.show(played(GAME, house.state, "3 bid 0"))
    assert isinstance(house.judge(), Accept | Ask)


def test_the_last_tile_of_a_column_may_be_the_first_of_a_row() -> None:
    state = drafting("1 draft A", "3 draft 2")
    house = Watched(state)
    house.show(played(GAME, state, "2 draft D"))
    assert isinstance(house.judge(), HalfDone)
    house.show(played(GAME, state, "2 draft 1"))
    assert accepted(house.judge()) == ["draft 1"]


def test_a_drafted_line_is_seen_and_half_of_it_is_half_done() -> None:
    state = drafting()
    house = Watched(state)
    house.show(played(GAME, state, "1 draft 2"))
    assert accepted(house.judge()) == ["draft 2"]
    house = Watched(state)
    house.put("staircase", A1=None, B1=None)
    assert isinstance(house.judge(), HalfDone)


def test_the_gnome_tells_two_lines_of_one_tile_apart() -> None:
    state = drafting("1 draft A", "3 draft 2")
    house = Watched(state)
    house.show(played(GAME, state, "2 draft 3"))
    assert accepted(house.judge()) == ["draft 3"]
    house.show(played(GAME, state, "2 draft B"))
    verdict = house.judge()
    assert isinstance(verdict, Accept)
    assert accepted(verdict) == ["draft B"]


def test_bots_finish_a_game_by_worth_not_by_turning_tiles_about() -> None:
    state, rng, players, count = GAME.new(2), random.Random(8), bots(2, 8), 0
    while state.actors:
        seat = next((actor for actor in state.actors if actor != CHANCE), None)
        state = state.after(
            players[seat].choose(state) if seat else rng.choice([action for action, _ in state.odds()])
        )
        count += 1
    assert count < 600
    assert all(len(garden) > 12 for garden in state.garden)


@pytest.mark.slow
def test_a_short_game_of_bots_is_followed_from_pictures_alone() -> None:
    """Only what no picture shows is tapped; gardens come from photographs at any angle."""
    layout = LAYOUT.for_seats(2)
    state = GAME.new(2, {})
    evening = Evening(layout, state, 3, most_actions=24)
    reader, follower = TableReader(layout, artwork), Follower(layout, state)
    seen, untold, photos = None, [], 0
    for moment in evening.play():
        if moment.told:
            untold += moment.actions
            continue
        follower.tell(*untold)
        untold.clear()
        sighting = (TableReader(layout, artwork) if moment.photo else reader).read(moment.picture)
        view = with_photo(layout, sighting, seen) if moment.photo else sighting
        seen, photos = (seen, photos + 1) if moment.photo else (sighting, photos)
        follower.see(view)
        assert follower.state == moment.state or follower.state.alike(moment.state), moment.actions
    assert photos >= 2
