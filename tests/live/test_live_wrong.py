"""The running table while something on it is wrong: what is told, learned, and put right."""

from __future__ import annotations

import pytest
from gardens import LAYOUT
from live_house import House
from msgspec.structs import replace
from views import cell

from companion.live.schedule import HALF_DONE_S, PATIENCE_S, REST_S
from companion.live.turnover import CHOICE_S
from companion.record.errors import StaleAction
from companion.sighting import EMPTY

ALARM_S = 3.0
"""Of rest, until people are told that the table is wrong; the readings come on top."""


def test_something_forbidden_is_told_with_its_rule(house):
    house.play("0 roll 1")
    house.table.lying["garden"]["A9"] = "wasp"
    house.rest(3)
    status = house.live.status
    assert (status.state, status.code, status.where) == ("wrong", "illegal", ("garden/A9",))
    said = "A wasp may not lie on the outside edge (CF-31). Put the table right: the wasp away from A9."
    assert status.message.render({}) == said


def odd_cell(house, cell_name="K9"):
    """The camera sees a black piece there, and says that this is wrong."""
    kinds = LAYOUT.find("garden")[1].kinds
    house.wrong = {("garden", cell_name): cell(kinds, "body-black")}
    house.rest(3)
    assert (house.live.status.state, house.live.status.code) == ("wrong", "disagree")


def told_meanwhile(house, seconds=25):
    """What is told while nothing moves and the table is read again and again."""
    reads = house.reads
    house.statuses.clear()
    house.pass_time(seconds)
    assert house.reads >= reads + 2
    return {(each.state, each.code, each.where, each.since) for each in house.statuses}


@pytest.mark.whole
@pytest.mark.parametrize("state", ["wrong", "waiting"])
def test_what_is_wrong_stays_told_as_it_is_while_the_table_at_rest_is_read_again(house, state):
    odd_cell(house)
    if state == "waiting":
        house.live.put_right()
    said = house.live.status
    assert told_meanwhile(house) == {(state, said.code, said.where, said.since)}
    assert house.live.status.frame > said.frame
    house.hand = True
    house.pass_time(1)
    assert (house.live.status.state, house.live.status.code) == ("hand", "")


def test_what_is_half_done_stays_told_while_the_table_at_rest_is_read_again(house):
    house.play("0 roll 4")
    house.session.act(house.session.game.parse(1, "A14-B14-C14-D14-E14"))
    house.rest(3)
    assert {told[:2] for told in told_meanwhile(house)} == {("waiting", "half-done")}


def test_what_is_wrong_gives_way_to_what_another_look_finds_and_to_nothing_before(house):
    odd_cell(house)
    house.statuses.clear()
    house.wrong, house.table.lying["garden"]["A9"] = {}, "wasp"  # creeps in: nobody is seen to move
    house.pass_time(14)
    assert [each.code for each in house.statuses if each.state != "wrong"] == []
    assert house.live.status.where == ("garden/A9",)


def test_who_wants_another_look_sees_that_there_is_one(house):
    odd_cell(house)
    house.statuses.clear()
    house.live.retry()
    house.pass_time(1)
    assert [each.state for each in house.statuses][:2] == ["waiting", "reading"]
    assert house.live.status.state == "wrong"


def test_a_question_says_nothing_of_what_was_to_be_put_back_before(house):
    odd_cell(house)
    house.live.put_right()
    house.wrong = {}
    house.table.roll(4)
    house.table.dice = [replace(house.table.dice[0], odds={4: 0.6, 6: 0.3, 5: 0.1}, accepted=False)]
    house.pass_time(14)
    assert (house.live.status.state, house.live.status.code, house.live.status.where) == ("ask", "", ())


def test_where_the_camera_misread_the_reader_learns_and_nothing_is_to_be_put_back(house):
    odd_cell(house)
    house.live.misread()
    assert house.taught == [("garden", "K9", "empty")]
    house.pass_time(2)
    assert (house.live.status.state, house.live.status.code) == ("still", "")
    assert house.live.figures.corrected == 1


@pytest.mark.whole
def test_where_the_table_is_wrong_nothing_is_learned_and_what_to_put_back_is_told_until_it_is(house):
    odd_cell(house)
    house.live.put_right()
    for _ in range(2):
        said = house.live.status
        assert (said.state, said.code, said.where) == ("waiting", "put-back", ("garden/K9",))
        assert said.message.render({}) == "Put the table right: the black body piece away from K9."
        house.rest(3)  # something moved, but not that
    assert house.taught == []
    assert house.live.figures.corrected == 0
    house.wrong = {}
    house.rest(2)
    assert (house.live.status.state, house.live.status.code) == ("still", "")
    odd_cell(house)


@pytest.mark.whole
def test_what_is_put_right_in_part_is_told_less_and_what_is_new_is_wrong(house):
    house.play("0 roll 4")
    garden = house.table.lying["garden"]
    head = garden.pop("A14")
    garden["H8"] = head
    house.rest(3)
    assert house.live.status.code == "illegal"
    house.live.put_right()
    del garden["H8"]
    garden["A14"] = "body-black"
    house.rest(3)
    assert (house.live.status.code, house.live.status.where) == ("put-back", ("garden/A14",))
    garden["A14"], garden["K9"] = head, "body-black"
    house.rest(3)
    assert (house.live.status.code, house.live.status.where) == ("disagree", ("garden/K9",))


@pytest.mark.whole
def test_no_turn_is_passed_on_while_the_table_is_put_right(store):
    house = House(store)
    house.play("0 roll 4")
    house.play("1 A14-B14-C14-D14-E14")
    odd_cell(house)
    house.live.put_right()
    house.pass_time(2 * CHOICE_S)
    assert house.live.status.code == "put-back"
    assert house.line[-1] == "1 A14-B14-C14-D14-E14"


@pytest.mark.parametrize("answer", ["misread", "put_right"])
def test_a_roll_that_lies_there_still_counts_when_a_cell_was_wrong(house, answer):
    kinds = LAYOUT.find("garden")[1].kinds
    house.wrong = {("garden", name): cell(kinds, "body-black") for name in ("K9", "L9", "M9")}
    house.table.roll(4)
    house.rest(3)
    assert house.live.status.code == "disagree"
    getattr(house.live, answer)()
    if answer == "put_right":
        house.wrong = {}
    house.rest(3)
    assert house.line[-1] == "0 roll 4"


def test_a_roll_that_nobody_was_to_make_does_not_count_when_they_say_so(house):
    house.play("0 roll 4")
    house.table.roll(6)
    house.rest(6)
    assert (house.live.status.state, house.live.status.code) == ("wrong", "illegal-roll")
    house.live.no_roll()
    house.pass_time(3)
    assert (house.live.status.state, house.line[-1], house.taught) == ("still", "0 roll 4", [])


@pytest.mark.parametrize("answer", ["misread", "put_right", "no_roll"])
def test_what_is_not_told_to_be_wrong_any_more_cannot_be_settled(house, answer):
    with pytest.raises(StaleAction):
        getattr(house.live, answer)()
    odd_cell(house)
    house.wrong = {}
    house.rest(2)
    with pytest.raises(StaleAction):
        getattr(house.live, answer)()
    assert house.taught == []


@pytest.mark.parametrize("answer", ["misread", "put_right", "no_roll"])
def test_what_is_said_of_one_thing_that_was_wrong_settles_nothing_else(house, answer):
    garden = house.table.lying["garden"]
    first, second = list(garden)[:2]
    piece = garden.pop(first)
    house.rest(4)
    shown = house.live.status
    garden[first] = piece  # put right meanwhile; and something else is missing now
    del garden[second]
    house.rest(4)
    complaint = house.live.status
    assert (complaint.state, complaint.where) == ("wrong", (f"garden/{second}",))
    with pytest.raises(StaleAction):
        getattr(house.live, answer)(shown.told)
    assert (house.taught, house.live.status) == ([], complaint)
    getattr(house.live, answer)(complaint.told)


@pytest.mark.parametrize(
    "moved",
    [
        {"A9": "wasp"},
        {"A14": EMPTY, "F14": "head-yellow"},
        {"E5": EMPTY, "F6": "flower"},
        {"P3": EMPTY, "P4": "head-brown"},
    ],
    ids=["forbidden space", "too far", "flower moved", "another's head"],
)
def test_a_table_that_is_wrong_is_told_within_three_seconds_of_rest(house, moved):
    house.play("0 roll 4")
    garden = house.table.lying["garden"] | moved
    house.table.lying["garden"] = {name: kind for name, kind in garden.items() if kind != EMPTY}
    house.rest(3)
    assert house.live.status.state == "wrong"


def test_who_stops_half_way_is_told_within_three_seconds_what_is_wrong():
    assert REST_S + max(HALF_DONE_S, PATIENCE_S) <= ALARM_S
