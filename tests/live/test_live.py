"""The running table, with made-up frames, rest and readings, and a clock that stands still."""

from __future__ import annotations

import threading

import pytest
from gardens import LAYOUT, after
from live_house import House
from msgspec.structs import replace
from views import cell
from watched import played

from companion.record.errors import StaleAction
from companion.sighting import EMPTY, CellSighting


def test_what_happens_on_the_table_enters_the_game(house):
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    house.play("1 end", "0 roll 2")
    assert house.line == ["0 first 1", "0 roll 4", "1 A14-B14-C14-D14-E14", "1 end", "0 roll 2"]
    assert {entry.source for entry in house.session.line[1:]} == {"camera"}
    assert house.live.status.state == "still"
    assert house.live.figures.auto_percent == 100.0
    assert [reading.what for reading in house.live.readings] == ["accepted"] * 3


def test_nothing_is_read_while_something_moves_and_a_quiet_table_costs_next_to_nothing(house):
    reads = house.reads
    house.rested_s = -5.0
    house.pass_time(5)
    assert house.reads == reads
    house.pass_time(1)
    assert house.reads == reads + 1
    house.pass_time(60)
    assert house.reads <= reads + 1 + 7


def test_what_was_accepted_is_looked_at_twice_more_and_then_as_seldom_as_before(house):
    house.play("0 roll 4")
    reads = house.reads
    house.pass_time(5)
    assert house.reads == reads + 2
    house.pass_time(60)
    assert house.reads <= reads + 2 + 7


def test_a_hand_is_told_and_nothing_is_read_under_it(house):
    house.hand = True
    reads = house.reads
    house.pass_time(2)
    assert house.live.status.state == "hand"
    assert house.reads == reads


def test_a_question_waits_for_a_second_look_and_is_answered_with_a_tap(house):
    house.table.roll(4)
    die = house.table.dice[0]
    house.table.dice = [replace(die, odds={4: 0.6, 6: 0.3, 5: 0.1}, accepted=False)]
    house.rest(1.0)
    assert house.live.status.question is None
    house.pass_time(2)
    question = house.live.status.question
    assert house.live.status.state == "ask"
    assert [choice.render({}) for choice in question.choices[:2]] == ["The die shows 4", "The die shows 6"]
    assert house.session.timeline.question.seq == question.id
    house.live.answer(question.id, 1)
    assert house.line[-1] == "0 roll 6"
    assert house.session.timeline.question is None
    with pytest.raises(StaleAction):
        house.live.answer(question.id, 1)
    house.pass_time(2)
    assert house.live.status.question is None
    assert house.live.figures.asked == 1


def test_an_open_question_stays_as_it_is_until_another_look_finds_others_likeliest(house):
    house.table.roll(4)
    die = replace(house.table.dice[0], accepted=False, confidence=0.6)
    house.table.dice = [replace(die, odds={4: 0.6, 6: 0.3, 5: 0.04, 3: 0.03, 2: 0.02, 1: 0.01})]
    house.rest(3)
    question = house.live.status.question
    house.table.dice = [replace(die, odds={4: 0.6, 6: 0.3, 1: 0.04, 2: 0.03, 3: 0.02, 5: 0.01})]
    house.pass_time(11)
    assert house.live.status.question == question
    house.table.dice = [replace(die, value=6, odds={6: 0.6, 4: 0.3, 1: 0.04, 2: 0.03, 3: 0.02, 5: 0.01})]
    house.pass_time(11)
    asked = house.live.status.question
    assert [choice.render({}) for choice in asked.choices[:2]] == ["The die shows 6", "The die shows 4"]
    house.live.answer(asked.id, 5)
    assert house.line[-1] == "0 roll 5"


def asked_whether_a_turn_was_taken_back(house):
    """Anna moves and ends; then the table is as before, and the camera asks whether that was taken back."""
    house.play("0 roll 4")
    before = house.session.state
    house.play("1 A14-B14-C14-D14-E14")
    house.session.act(house.session.game.parse(1, "end"))
    house.lay()
    house.rest(2)
    house.lay(before)
    house.rest(5)
    question = house.live.status.question
    assert "taken back" in question.text.render(house.session.names)
    return question


@pytest.mark.parametrize("go_on", [True, False])
def test_an_answer_that_comes_after_the_record_has_gone_on_changes_nothing(house, go_on):
    question = asked_whether_a_turn_was_taken_back(house)
    if go_on:
        house.session.act(house.session.game.parse(0, "roll 5"), "tap")
    else:
        house.session.undo(1)
    line = list(house.line)
    with pytest.raises(StaleAction):
        house.live.answer(question.id, 0)
    assert house.line == line
    assert house.live.status.question is None


def test_a_question_goes_when_the_table_answers_it(house):
    house.table.roll(4)
    die = house.table.dice[0]
    house.table.dice = [replace(die, odds={4: 0.6, 6: 0.3, 5: 0.1}, accepted=False)]
    house.rest(3)
    assert house.live.status.question is not None
    house.table.roll(4)
    house.rest(2)
    assert house.live.status.question is None
    assert house.line[-1] == "0 roll 4"


def test_an_early_misreading_is_repaired_quietly(house):
    house.table.roll(4)
    die = house.table.dice[0]
    house.table.dice = [replace(die, value=5, odds={5: 0.99, 4: 0.01})]
    house.rest(1.0)
    assert house.line[-1] == "0 roll 5"
    house.table.dice = [die]
    house.pass_time(4)
    assert house.line[-1] == "0 roll 4"
    assert house.live.figures.repaired == 1
    assert house.live.status.question is None


def test_a_die_that_is_rolled_again_does_not_replace_the_roll_that_stands(house):
    """A second throw is no misreading of the first: the rules say whether it counts."""
    house.play("0 roll 4")
    for value in (1, 6):
        house.table.roll(value)
        house.rest(6)
        assert house.line[-1] == "0 roll 4"
        assert house.live.status.state == "wrong"
        assert "The roll stands" in house.live.status.message.render({})
    assert house.live.figures.repaired == 0


def test_half_done_names_what_is_missing(house):
    house.play("0 roll 4")
    state = after(house.session.state, "1 A14-B14-C14-D14-E14")
    house.lay(state)
    del house.table.lying["garden"]["E14"]
    house.rest(2)
    assert (house.live.status.state, house.live.status.code) == ("waiting", "half-done")


def test_a_move_that_is_taken_back_on_the_table_is_taken_back_in_the_game(house):
    house.play("0 roll 4")
    before = house.session.state
    house.play("1 A14-B14-C14-D14-E14")
    house.lay(before)
    house.rest(4)
    assert house.line == ["0 first 1", "0 roll 4"]
    assert house.live.readings[-1].what == "taken-back"


def test_what_was_read_last_is_not_what_was_undone_since(house):
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    read = [house.live.last_read.text.render(house.session.names)]
    house.session.undo(1)
    read.append(house.live.last_read.text.render(house.session.names))
    assert read == ["Anna moves 4 spaces over B14, C14 and D14 to E14.", "The die shows 4."]


def test_a_move_that_was_undone_on_a_phone_is_not_taken_up_again_from_the_pieces(house):
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    house.session.undo(1)
    house.rest(4)
    assert house.line == ["0 first 1", "0 roll 4"]
    assert house.live.status.message.text == "Taken back. Put the pieces where they were."
    house.lay()
    house.rest(2)
    house.play("1 A14-B14-C14-D14-E14")
    assert house.line[-1] == "1 A14-B14-C14-D14-E14"


def test_what_is_tapped_is_waited_for_on_the_table(house):
    house.play("0 roll 4")
    house.session.act(house.session.game.parse(1, "A14-B14-C14-D14-E14"))
    house.rest(3)
    assert house.live.status.code == "half-done"
    assert house.live.status.message.render({}).startswith("Still to do: ")
    house.lay()
    house.rest(2)
    assert house.live.status.state == "still"


def _house_that_draws_flowers(store):
    """A game in which the program draws where flowers come, always on K9; a 6 has been rolled."""
    house = House(store, opening=("0 first 1", "0 roll 6"), seed="flowers", countdown=False)
    house.session.change_settings(replace(house.session.settings, chance={"tile": "software"}))
    return house


def test_what_the_program_draws_after_a_move_is_still_to_be_laid(store):
    """Nobody has taken back a flower that the table never showed."""
    house = _house_that_draws_flowers(store)
    house.play("1 A14-B14-C14-D14-E14-E13-E12*")
    drawn = house.line[-1]
    assert drawn.startswith("0 tile ")
    house.pass_time(30)
    assert house.live.status.code == "half-done"
    assert f"a flower on {drawn.split()[-1]}" in house.live.status.message.render({})
    house.lay()
    house.rest(30)
    assert house.live.status.state == "still"
    assert house.line[-2:] == ["1 A14-B14-C14-D14-E14-E13-E12*", drawn]
    assert (house.live.figures.asked, house.live.figures.repaired) == (0, 0)
    assert not house.session.timeline.set_aside, "the draw stands as it was drawn"


@pytest.mark.whole
def test_a_flower_is_nowhere_but_where_the_program_draws_it(store):
    """Whoever lays it with the move, on a space of their own, has drawn nothing."""
    house = _house_that_draws_flowers(store)
    house.play("1 A14-B14-C14-D14-E14-E13-E12*", "0 tile D3")
    house.pass_time(30)
    assert house.line[-2] == "1 A14-B14-C14-D14-E14-E13-E12*"
    assert house.line[-1] != "0 tile D3"
    assert house.session.line[-1].source == "software"
    assert (house.live.status.state, house.live.status.code) == ("wrong", "disagree")
    assert "a flower lies on D3, where nothing should" in house.live.status.message.render({})


@pytest.mark.whole
def test_a_flower_that_the_program_drew_is_not_drawn_again_by_taking_it_away(store):
    house = _house_that_draws_flowers(store)
    house.play("1 A14-B14-C14-D14-E14-E13-E12*")
    house.lay()
    house.rest(30)
    drawn = house.line[-1]
    house.lay(house.session.states[-2])
    house.rest(30)
    assert house.line[-1] == drawn
    assert (house.live.status.state, house.live.status.code) == ("wrong", "disagree")


def test_a_move_whose_flower_is_still_to_be_drawn_and_laid_may_be_taken_back(store):
    """Once the table has shown what was tapped, it may show what was before it."""
    house = _house_that_draws_flowers(store)
    before = house.session.state
    house.session.act(house.session.game.parse(1, "A14-B14-C14-D14-E14-E13-E12*"))
    house.lay(before)
    house.rest(30)
    assert house.live.status.code == "half-done", "nothing that was tapped has been laid"
    house.lay(house.session.states[-2])
    house.rest(30)
    assert house.live.status.code == "half-done", "the flower is to be laid"
    house.lay(before)
    house.rest(30)
    assert house.live.status.question is not None
    assert house.live.status.message.render({}).startswith("Was this taken back?")


def test_a_drawn_flower_on_another_space_is_wrong_and_nothing_is_taken_back(store):
    house = _house_that_draws_flowers(store)
    house.play("1 A14-B14-C14-D14-E14-E13-E12*")
    drawn = house.line[-1]
    before = house.session.states[-2]
    other = next(str(action) for action, _ in before.odds() if f"0 {action}" != drawn)
    house.lay(played(house.session.game, before, f"0 {other}"))
    house.rest(30)
    assert house.line[-1] == drawn
    assert (house.live.status.state, house.live.status.code) == ("wrong", "disagree")


def test_a_software_die_is_not_read_from_the_table(store):
    house = House(store, countdown=False)
    settings = replace(house.session.settings, chance={"roll": "software"})
    house.session.change_settings(settings)
    assert not house.line[-1].startswith("0 roll"), "a wasp may be put before"
    house.session.draw()
    assert house.line[-1].startswith("0 roll")
    length = len(house.line)
    house.table.roll(1)
    house.rest(4)
    assert len(house.line) == length


def test_a_die_thrown_with_a_move_is_no_roll_where_the_program_rolls(store):
    """Also where no view yet has shown a position in which the program was about to roll."""
    house = House(store, opening=("0 first 1", "0 roll 4"), countdown=False)
    settings = replace(house.session.settings, chance={"roll": "software"})
    house.session.change_settings(settings)
    house.play("1 A14-B14-C14-D14-E14", "1 end", "0 roll 3")
    house.rest(3)
    taken = [each.event for each in house.session.events if getattr(each.event, "source", "") == "camera"]
    assert [str(event.text) for event in taken] == ["A14-B14-C14-D14-E14"]


def test_a_correction_of_what_was_still_to_be_laid_teaches_the_reader_nothing(house):
    house.play("0 roll 1")
    house.session.act(house.session.game.parse(1, "A14-B14"))
    house.rest(3)
    assert house.live.status.code == "half-done"
    house.session.correct(2, [house.session.game.parse(1, "A14-A13")], removed=1)
    house.pass_time(12)
    assert house.taught == []
    assert house.live.status.code == "half-done"


def test_a_correction_of_what_was_read_teaches_the_reader(house):
    kinds = LAYOUT.find("garden")[1].kinds
    house.wrong = {("garden", "D6"): cell(kinds, "empty"), ("garden", "D7"): cell(kinds, "wasp")}
    house.play("1 wasp D6")
    assert house.line[-1] == "1 wasp D7"
    house.session.correct(1, [house.session.game.parse(1, "wasp D6")])
    house.pass_time(3)
    assert house.line[-1] == "1 wasp D6"
    assert set(house.taught) == {("garden", "D6", "wasp"), ("garden", "D7", "empty")}
    assert house.live.status.state == "still"
    assert house.live.figures.corrected == 1


def test_a_correction_after_which_moves_are_set_aside_teaches_nothing(house):
    """What was set aside still lies there, and the reader sees it rightly."""
    house.play("0 roll 1")
    house.play("1 A14-B14")
    house.session.correct(1, [house.session.game.parse(0, "roll 2")])
    house.pass_time(3)
    assert house.line[-1] == "0 roll 2"
    assert house.taught == []


def test_a_failing_listener_harms_nobody(house, caplog):
    def fail(status):
        raise RuntimeError("no")

    unsubscribe = house.live.subscribe(fail)
    house.play("0 roll 4")
    assert house.line[-1] == "0 roll 4"
    unsubscribe()
    assert "A subscriber failed" in caplog.text


def test_a_table_whose_thread_cannot_be_started_can_be_let_go(house, monkeypatch):
    def none_left(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", none_left)
    with pytest.raises(RuntimeError, match="new thread"):
        house.live.start()
    house.live.stop()
    assert not house.opened


def wasp_like(log_p_empty):
    """A free space that looks like a wasp; ``log_p_empty`` says how little like its ground."""
    kinds = dict.fromkeys((EMPTY, *LAYOUT.find("garden")[1].kinds), -11.5)
    return {("garden", "C3"): CellSighting({**kinds, EMPTY: log_p_empty, "wasp": -0.05})}


def test_what_was_denied_is_not_asked_again_while_the_space_looks_alike(house):
    house.wrong = wasp_like(-3.6)
    house.pass_time(12)
    asked = house.live.status.question
    assert asked is not None
    house.live.answer(asked.id, len(asked.choices) - 1)
    house.pass_time(12)
    assert house.live.status.question is None
    for log_p_empty in (-2.9, -3.6):
        house.wrong = wasp_like(log_p_empty)
        house.pass_time(12)
        assert house.live.status.question is None


def test_what_was_denied_is_asked_when_it_was_away_and_comes_again(house):
    house.wrong = wasp_like(-3.6)
    house.pass_time(12)
    asked = house.live.status.question
    house.live.answer(asked.id, len(asked.choices) - 1)
    for wrong in ({}, wasp_like(-3.6)):
        house.wrong = wrong
        house.pass_time(12)
    assert house.live.status.question is not None
