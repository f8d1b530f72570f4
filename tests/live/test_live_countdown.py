"""The countdown at whose end a turn passes on: what runs it, stops it, and keeps it in view."""

from __future__ import annotations

import pytest
from live_house import House
from msgspec.structs import replace

from companion.live.turnover import ALONE_S, CHOICE_S
from companion.record.errors import StaleAction


def test_a_tap_stops_the_countdown_which_stays_told_until_it_may_run_again(store):
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    countdown = house.live.status.countdown
    assert (countdown.by, countdown.action, countdown.total_s) == (1, "end", CHOICE_S)
    house.live.cancel_countdown()
    assert house.live.status.countdown == replace(countdown, stopped=True)
    house.pass_time(2 * CHOICE_S)
    assert house.line[-1] == "1 A14-B14-C14-D14-E14"
    house.rest(2)
    stopped = house.live.status.countdown
    assert (stopped.by, stopped.stopped) == (1, True), "it stays told that nothing is counted"
    house.live.resume_countdown()
    house.pass_time(CHOICE_S - 2)
    assert not house.live.status.countdown.stopped
    assert house.line[-1] == "1 A14-B14-C14-D14-E14", "it begins anew"
    house.pass_time(3)
    assert house.line[-1] == "1 end"


def test_a_tap_on_the_countdown_before_leaves_the_next_players_as_it_is(store):
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    before = house.live.status.countdown
    house.pass_time(CHOICE_S + 1)
    assert house.line[-1] == "1 end"
    house.play("0 roll 2")
    house.play(f"2 {next(house.session.state.legal(2))}")
    countdown = house.live.status.countdown
    assert (countdown.by, countdown.stopped) == (2, False)
    for say in (house.live.cancel_countdown, house.live.resume_countdown):
        with pytest.raises(StaleAction):
            say(before.started_s)
    assert house.live.status.countdown == countdown
    house.live.cancel_countdown(countdown.started_s)
    assert house.live.status.countdown == replace(countdown, stopped=True)


def test_a_tap_stops_a_countdown_also_while_a_movement_begins_it_anew(store):
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    seen = house.live.status.countdown
    house.hand = True
    house.pass_time(1)
    house.live.cancel_countdown(seen.started_s)
    house.hand = False
    house.rest(2)
    assert house.live.status.countdown.stopped


def test_a_turn_that_was_taken_back_does_not_end_again_by_itself(store):
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    house.pass_time(CHOICE_S + 1)
    assert house.line[-1] == "1 end"
    house.session.undo(1)
    house.rest(2)
    countdown = house.live.status.countdown
    assert (house.line[-1], countdown.stopped) == ("1 A14-B14-C14-D14-E14", True)
    house.pass_time(2 * CHOICE_S)
    assert house.line[-1] == "1 A14-B14-C14-D14-E14"
    house.live.resume_countdown()
    house.pass_time(CHOICE_S + 1)
    assert house.line[-1] == "1 end"


def test_a_countdown_that_nobody_stops_ends_the_turn_and_a_movement_begins_it_anew(store):
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    house.pass_time(CHOICE_S - 3)
    house.rest(1.5)
    house.pass_time(CHOICE_S - 3)
    assert house.line[-1] == "1 A14-B14-C14-D14-E14"
    house.pass_time(4)
    assert house.line[-1] == "1 end"
    assert ALONE_S < CHOICE_S


def test_a_countdown_stays_in_view_while_the_table_is_looked_at(store):
    """Else it would be gone and back, with the board, under the finger of who stops it."""
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    house.pass_time(1)
    assert house.live.status.countdown is not None
    counted = len(house.statuses)
    house.pass_time(8)
    later = house.statuses[counted:]
    assert "reading" in {status.state for status in later}
    assert all(status.countdown is not None for status in later)


def test_a_countdown_ends_with_the_turn_that_somebody_taps(store):
    """Nobody is shown another's turn ending while their own has begun."""
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    house.pass_time(1)
    assert house.live.status.countdown.by == 1
    house.session.act(house.session.game.parse(1, "end"))
    counted = len(house.statuses)
    house.pass_time(8)
    assert "reading" in {status.state for status in house.statuses[counted:]}
    assert house.live.status.countdown is None
    assert not any(status.countdown for status in house.statuses[counted:])
