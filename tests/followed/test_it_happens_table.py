"""It Happens followed from the table: cards that come and go, dice of many colours that are put down."""

from __future__ import annotations

import pytest
import watched
from msgspec.structs import replace
from watched import accepted, played

from companion.layouts import load_layout
from companion.live.follow import Follower
from companion.live.turnover import Turnover
from companion.printing import artwork
from companion.referee.hypothesis import costs
from companion.referee.verdict import Accept, Ask, Disagree, HalfDone, Illegal, NoChange, TakenBack
from companion.rules.catalogue import load_game
from companion.simulation.evening import Evening
from companion.simulation.unmarked.artwork import unmarked_layout
from vision.dice import DiceReader
from vision.view.reader import TableReader

GAME, LAYOUT = load_game("it-happens"), load_layout("it-happens")


def after(state, *lines):
    return played(GAME, state, *lines)


def three(*lines):
    """Yellow, red and green before the first turn of round 1, and further."""
    return after(GAME.new(3), "0 first 1", "0 reveal M03 M08 M01", *lines)


class Watched(watched.Watched):
    """The same, with dice that are put down."""

    def __init__(self, state, layout=LAYOUT):
        super().__init__(layout, state)

    def put_die(self, mound, cell, kind):
        """Put a die on a space; it comes from the tray."""
        self.put(mound, **{cell: kind})
        self.table.dice = []


def test_the_cards_that_lie_there_are_revealed_from_left_to_right():
    house = Watched(after(GAME.new(3), "0 first 1"))
    house.table.lay({"M08": {}, "M01": {}, "M03": {}})
    assert accepted(house.judge()) == ["0 reveal M08 M01 M03"]


def test_two_cards_are_half_of_what_is_to_be_done():
    house = Watched(after(GAME.new(3), "0 first 1"))
    house.table.lay({"M08": {}, "M01": {}})
    assert isinstance(house.judge(), HalfDone)


def test_a_card_that_is_taken_away_is_missed():
    house = Watched(three())
    house.table.lay({"M03": {}, "M08": {}})
    verdict = house.judge()
    assert isinstance(verdict, Disagree)
    told = "Table and game disagree: Pebble Knoll should lie on the table and is not there."
    assert verdict.message.render({}) == told


def test_cards_without_markers_are_revealed_as_they_are_found():
    house = Watched(after(GAME.new(3), "0 first 1"), unmarked_layout(LAYOUT))
    house.table.lay({"M08": {}, "M01": {}, "M03": {}})
    assert accepted(house.judge()) == ["0 reveal M08 M01 M03"]


def test_a_card_without_markers_that_is_not_found_is_not_missed():
    """Dice may cover most of what it is found by."""
    house = Watched(three(), unmarked_layout(LAYOUT))
    house.table.lay({"M03": {}, "M08": {}})
    assert house.judge() == NoChange()
    house.table.roll(4, colour="yellow")
    assert accepted(house.judge()) == ["0 roll 4"]


def test_a_card_without_markers_that_was_not_found_is_never_guessed():
    house = Watched(after(GAME.new(3), "0 first 1"), unmarked_layout(LAYOUT))
    house.table.lay({"M08": {}, "M01": {}})
    assert not isinstance(house.judge(), Accept | TakenBack)


def test_a_table_without_marked_cards_is_played_by_tapping():
    house = Watched(three())
    house.table.lay({})
    assert house.judge() == NoChange()
    house.table.roll(4, colour="yellow")
    assert accepted(house.judge()) == ["0 roll 4"]


def test_a_die_is_rolled_and_put_on_its_space():
    house = Watched(three())
    house.table.roll(4, colour="yellow")
    assert accepted(house.judge()) == ["0 roll 4"]
    house.state = three("0 roll 4")
    house.put_die("M08", "C1.1", "die-yellow-4")
    assert accepted(house.judge()) == ["1 place M08"]


def test_a_die_that_was_put_down_before_anybody_saw_it_rolled_shows_its_roll():
    house = Watched(three())
    house.put_die("M08", "C1.1", "die-yellow-4")
    assert accepted(house.judge()) == ["0 roll 4", "1 place M08"]


def test_a_die_on_another_space_than_its_own_is_told_where_it_belongs():
    house = Watched(three("0 roll 4"))
    house.put_die("M08", "C3.1", "die-yellow-4")
    verdict = house.judge()
    assert isinstance(verdict, Illegal)
    assert verdict.reason.sentence() == (
        "That die belongs in column 1 of Lost Key Ridge, lowest free space (IH-R01)."
    )


def test_a_die_that_shows_another_value_than_was_rolled_was_misread_or_rolled_again():
    before = three()
    house = Watched(three("0 roll 4"))
    house.put_die("M08", "C1.1", "die-yellow-5")
    verdict = house.judge(earlier=[before])
    assert isinstance(verdict, Ask)
    offers = [(choice.undone, [str(action) for action in choice.actions]) for choice in verdict.choices]
    assert (1, ["roll 5", "place M08"]) in offers
    assert (0, ["reroll", "roll 5", "place M08"]) in offers


def test_without_a_worm_it_was_misread():
    before = three()
    no_worms = (0, *before.worms[1:])
    before = replace(before, worms=no_worms, worm_supply=before.worm_supply + 2)
    house = Watched(after(before, "0 roll 4"))
    house.put_die("M08", "C1.1", "die-yellow-5")
    verdict = house.judge(earlier=[before])
    assert isinstance(verdict, TakenBack)
    assert [str(action) for action in verdict.actions] == ["roll 5", "place M08"]


def test_a_worm_is_never_spent_unasked():
    """Red's die in the tray on Yellow's turn: Yellow may have passed, or Red was too quick."""
    house = Watched(three())
    house.table.roll(2, colour="red")
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert verdict.question.text == "The table does not show this. Was it so?"
    assert [str(action) for action in verdict.choices[0].actions] == ["pass", "roll 2"]
    assert not verdict.choices[1].actions


def test_a_second_roll_is_a_reroll_if_somebody_says_so():
    house = Watched(three("0 roll 4"))
    house.table.roll(6, colour="yellow")
    house.referee.dice = None
    assert house.judge() == NoChange()
    house.table.roll(2, colour="yellow")
    verdict = house.judge()
    assert isinstance(verdict, Ask)
    assert [str(action) for action in verdict.choices[0].actions] == ["reroll", "roll 2"]


def test_the_colour_of_the_die_tells_which_was_chosen():
    """Two players: the white dice are the imaginary player's."""
    state = after(GAME.new(2, {"colours": "yellow,red,white"}), "0 first 1", "0 reveal M03 M08 M01")
    house = Watched(state)
    house.table.roll(3, colour="white")
    assert accepted(house.judge()) == ["1 roll W", "0 roll W 3"]


def test_no_countdown_spends_a_worm():
    state = three("0 roll 4")
    passing = GAME.parse(1, "pass")
    assert costs(state, passing)
    turnover = Turnover(frozenset({"tray"}))
    assert turnover.rest(state, 0.0) is None
    assert turnover.countdown is None


@pytest.mark.whole
@pytest.mark.parametrize(("seats", "seed"), [(3, 5)])
def test_a_game_is_followed_from_its_pictures(seats, seed):
    state = GAME.new(seats)
    evening = Evening(LAYOUT, state, seed, most_actions=14, size_px=(1280, 960))
    reader, follower = TableReader(LAYOUT, artwork, DiceReader()), Follower(LAYOUT, state)
    placed = 0
    for moment in evening.play():
        if moment.told:
            follower.tell(*moment.actions)
            continue
        follower.see(reader.read(moment.picture), lambda question: question.choices[0])
        assert follower.state == moment.state
        placed += sum(str(action).startswith("place") for action in moment.actions)
    assert placed >= 2
