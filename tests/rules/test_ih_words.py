"""What the table is told: prompts, outcome, reasons, notation and log."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ih_table import GAME, TWO, action, after, final, mounds
from msgspec.structs import replace

from companion.games.it_happens.rules.actions import AnyAction, Place
from companion.games.it_happens.rules.data.mounds import SHIPPED
from companion.games.it_happens.rules.game import ItHappens
from companion.games.it_happens.rules.state import State
from companion.rules import UnreadableAction
from companion.rules.errors import BadData
from companion.rules.game import Action

NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}
FREE = {"M03": "", "M08": "", "M11": ""}
STUCK = {"M02": "G4", "M04": "R2 | G6", "M07": "R1 | Y5 | G2"}


def told(state: State, seat: int = 1) -> str:
    """What a seat is asked, and after ``|`` each thing that has happened before."""
    prompt = state.prompts()[seat]
    return f"{prompt.kind}: {' | '.join(each.render(NAMES) for each in (prompt.message, *prompt.told))}"


def refused(state: State, line: str) -> str:
    reason = state.why_not(action(line))
    assert reason is not None
    return reason.sentence(NAMES)


class TestPrompts:
    """Section 13, in its words."""

    def test_opening(self) -> None:
        assert told(GAME.new(3), 2) == "act: Who is the hungriest? That player begins."
        assert told(GAME.new(3, {"start_player": "random"})) == "act: The first player is drawn."
        state = after(GAME.new(3), "chance first 2")
        assert told(state) == "act: Round 1 of 4: lay out three new mounds."

    def test_mounds_from_the_program(self) -> None:
        state = after(GAME.new(3, {"mound_source": "software"}), "chance first 1")
        assert told(state, 3) == "act: Round 1 of 4: lay out three new mounds."
        state = after(state, "chance reveal M03 M08 M11")
        assert told(state) == (
            "act: Round 1 of 4: lay out these three mounds. Anna: roll, or pay a worm to pass."
        )
        placed = told(after(state, "chance roll 3", "1 place M03"), 2)
        assert "lay out" not in placed

    def test_roll(self) -> None:
        assert told(mounds(3, FREE)) == "act: Anna: roll, or pay a worm to pass."
        assert told(mounds(3, FREE), 2) == "wait: It is Anna's turn."
        poor = mounds(3, FREE, worms=(0, 2, 2), worm_supply=20)
        assert told(poor) == "act: Anna: roll one die."

    @pytest.mark.parametrize("source", ["tap", "software"])
    def test_who_rolls_is_not_told_since_it_may_change_during_the_game(self, source: str) -> None:
        state = mounds(3, FREE, rolled="Y3", options={"dice_source": source})
        assert told(after(state, "1 reroll")) == "act: Anna: roll the yellow die."
        assert told(after(state, "1 pass"), 2) == "act: Ben: roll, or pay a worm to pass."

    def test_two_players(self) -> None:
        hands = [{"Y": 5, "W": 2}, {"R": 5, "W": 2}]
        state = mounds(2, FREE, hands=hands, options=TWO)
        offered = "act: Anna: pick a colour to roll (5 yellow, 2 white)"
        assert told(state) == f"{offered}, or pay a worm to pass."
        poor = replace(state, worms=(0, 0, 0))
        assert told(poor) == f"{offered}."
        state = after(state, "1 roll W")
        assert told(state) == "act: Anna: roll the white die."
        assert told(after(state, "chance roll W 4")) == (
            "act: Anna: place the white die (4). | "
            "On Sneaker Stack column 1, Lost Key Ridge column 1 or Low Door Lodge column 1."
        )
        alone = replace(poor, hand=((5, 0, 0), (0, 5, 2)))
        assert told(alone) == "act: Anna: roll one yellow die."

    def test_rolled(self) -> None:
        state = mounds(3, {"M03": "R1 | Y2", "M08": "", "M11": "G1 | R2"}, rolled="Y4")
        text = "On Sneaker Stack column 2, Lost Key Ridge column 1 or Low Door Lodge column 3."
        assert told(state) == f"act: Anna: place your 4. | {text} | Pay a worm: reroll / pass."
        early = mounds(3, FREE, rolled="Y4", options={"pass_timing": "before_roll"})
        assert told(early).endswith("Pay a worm: reroll.")

    def test_pictures(self) -> None:
        state = mounds(3, {"M06": "", "M08": "", "M09": "R1 | G2"}, rolled="Y4")
        assert told(after(state, "1 place M06")) == "act: Anna: take a map tile."
        found = "Anna takes a map tile."
        assert told(after(state, "1 place M06"), 2) == f"act: Ben: roll, or pay a worm to pass. | {found}"
        rolled = after(state, "1 place M06", "chance roll 5")
        assert told(rolled) == f"wait: It is Ben's turn. | {found}"
        assert told(after(rolled, "2 reroll")) == "wait: It is Ben's turn."
        worm = mounds(3, {"M02": "", "M08": "", "M09": ""}, rolled="Y4")
        assert told(after(worm, "1 place M02")) == "act: Anna: take a worm tile."
        assert told(after(worm, "1 place M09")) == "act: Anna: take an eyeglasses tile."
        white = mounds(
            2,
            {"M02": "", "M08": "", "M09": ""},
            rolled="W4",
            hands=[{"Y": 5, "W": 2}, {"R": 5, "W": 2}],
            options=TWO,
        )
        state = after(white, "1 place M09")
        assert told(state) == "act: Anna: take an eyeglasses tile for the imaginary player."
        assert told(state, 2).endswith(" | The imaginary player takes an eyeglasses tile.")

    def test_where_there_is_no_tile_left_there_is_nothing_to_do(self) -> None:
        state = mounds(3, {"M06": "", "M02": "", "M03": ""}, rolled="Y3", item_supply=(0,) * 8, sound=False)
        assert told(after(state, "1 place M06")) == "wait: It is Ben's turn. | No map tiles left."

    def test_skipped(self) -> None:
        state = mounds(3, STUCK, active=2, rolled="R3")
        assert told(state, 3) == "wait: Cleo has no legal space left: skipped this round."
        none = replace(state, hand=(*state.hand[:2], (0, 0, 0)))
        assert told(none, 3) == "wait: Cleo has no die left: skipped this round."

    def test_alone_and_found(self) -> None:
        """Who moves again at once is told both."""
        state = mounds(
            3, {"M06": "", "M08": "", "M11": ""}, rolled="Y4", hands=[{"Y": 5}, {}, {}], sound=False
        )
        assert told(after(state, "1 place M06")) == (
            "act: Anna: roll, or pay a worm to pass. | Anna takes a map tile."
        )

    def test_end_of_a_round(self) -> None:
        last = mounds(
            3,
            {"M03": "R5 | Y4 | G6", "M08": "G1", "M11": ""},
            rolled="Y3",
            hands=[{"Y": 1}, {}, {}],
            sound=False,
        )
        state = after(last, "1 place M03")
        assert (
            told(state)
            == told(state, 2)
            == (
                "act: Everybody: take your dice off the mounds. Then lay out three new mounds. | "
                "Sneaker Stack: Anna takes the Queen (5), Cleo the General (2), Ben takes a worm. | "
                "Lost Key Ridge: Cleo takes the Queen (7), nobody the General (4). | "
                "Low Door Lodge: nobody is there. | Ben starts round 2."
            )
        )

    def test_a_round_that_is_over_is_told_until_somebody_acts(self) -> None:
        """The program may have drawn the next mounds, and rolled, before any page shows what was won."""
        options = {"mound_source": "software"}
        dice = {"M03": "R5 | Y4 | G6", "M08": "G1", "M11": ""}
        hands = [{"Y": 1}, {}, {}]
        last = mounds(3, dice, rolled="Y3", hands=hands, options=options, worms=(0, 0, 0), sound=False)
        state = after(last, "1 place M03", "chance reveal M01 M02 M04")
        scored = (
            "Sneaker Stack: Anna takes the Queen (5), Cleo the General (2), Ben takes a worm. | "
            "Lost Key Ridge: Cleo takes the Queen (7), nobody the General (4). | "
            "Low Door Lodge: nobody is there. | Ben starts round 2."
        )
        laid = "Round 2 of 4: lay out these three mounds. "
        assert told(state) == f"wait: It is Ben's turn. | {scored}"
        assert told(state, 2) == f"act: {laid}Ben: roll, or pay a worm to pass. | {scored}"
        assert told(after(state, "chance roll 4"), 3) == f"wait: It is Ben's turn. | {scored}"
        assert told(after(state, "2 pass"), 3).startswith("act: Cleo: "), "they lie there by then"

    def test_the_end(self) -> None:
        data = final(2, TWO, yellow={"items": {"map": 2}, "worms": 1, "queens": [9]}, red={"generals": [3]})
        assert told(GAME.decode(data), 2) == "over: Anna wins with 25 points."

    def test_what_the_last_round_paid_is_told_after_who_has_won(self) -> None:
        last = mounds(
            3, {"M03": "R5 | Y4 | G6", "M08": "G1", "M06": ""}, rolled="Y3", hands=[{"Y": 1}, {}, {}],
            sound=False,
        )  # fmt: skip
        over = after(replace(last, round=4), "1 place M06")
        headline, found, *paid = told(over, 2).split(" | ")
        assert (headline, found) == ("over: Anna wins with 18 points.", "Anna takes a map tile.")
        assert [line.partition(":")[0] for line in paid] == [
            "Sneaker Stack",
            "Lost Key Ridge",
            "Loudmouth Heap",
        ]


class TestOutcome:
    @pytest.mark.parametrize(
        ("yellow", "red", "words"),
        [
            (
                {"queens": [6, 5]},
                {"queens": [9], "worms": 2},
                "Anna wins with 11 points and the most Queens.",
            ),
            (
                {"queens": [6], "generals": [4]},
                {"queens": [8], "worms": 2},
                "Anna wins with 10 points and the most Generals.",
            ),
        ],
    )
    def test_tie_chain(self, yellow: dict[str, Any], red: dict[str, Any], words: str) -> None:
        outcome = GAME.decode(final(3, yellow=yellow, red=red)).outcome
        assert outcome is not None
        assert (outcome.winners, outcome.message.render(NAMES)) == ((1,), words)

    def test_shared_with_the_imaginary_player(self) -> None:
        outcome = GAME.decode(final(2, TWO, red={"queens": [7]}, white={"queens": [7]})).outcome
        assert outcome is not None
        assert outcome.winners == (2,)
        text = "Ben and the imaginary player share the win with 7 points, equal in everything."
        assert outcome.message.render(NAMES) == text


class TestWhyNot:
    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("1 place M03", "First a die is rolled (IH-R06)."),
            ("1 roll 4", "That is for chance to decide (IH-R06)."),
            ("2 pass", "It is Anna's turn (IH-R18)."),
            ("chance first 1", "First a die is rolled (IH-R06)."),
            ("chance roll W 4", "A yellow die is rolled (IH-R26)."),
        ],
    )
    def test_before_the_roll(self, line: str, sentence: str) -> None:
        assert refused(mounds(3, FREE), line) == sentence

    def test_after_the_roll(self) -> None:
        laid = {"M08": "R4 | G2", "M03": "Y1", "M02": "Y1"}
        state = mounds(3, laid, rolled="Y5")
        where = "That die belongs in column {} of {}, lowest free space{}."
        assert refused(state, "1 place M08.C4.1") == where.format(3, "Lost Key Ridge", " (IH-R01)")
        assert refused(state, "1 place M03.C1.1") == where.format(1, "Sneaker Stack", " (IH-R02)")
        assert refused(state, "1 place M03.C2.1") == where.format(1, "Sneaker Stack", " (IH-R02)")
        assert refused(state, "1 place M08.C3.1").startswith("The space follows from the rules: place M08")
        assert refused(state, "1 place M12") == "Map Tower is not on the table (IH-R06)."
        assert refused(state, "1 place M02") == (
            "That colour's column on Twin Drain is full, and it gets no second one there (IH-R03)."
        )
        assert refused(state, "chance roll 4") == "The roll stands: first the die is placed (IH-R07)."

    def test_revealing(self) -> None:
        state = after(GAME.new(3), "chance first 1")
        assert refused(state, "chance reveal M01 M02 M13") == "There is no mound M13."
        assert refused(state, "chance reveal M01 M02 M02") == "Three different mounds are revealed."
        again, table = replace(state, deck=state.deck[1:]), "{} has been on the table already."
        assert refused(again, "chance reveal M01 M02 M03") == table.format("Pebble Knoll")
        assert refused(GAME.new(3), "chance first 4") == "There is no seat 4 (IH-R34)."
        over = GAME.decode(final(3))
        assert refused(over, "1 pass") == "The game is over."

    def test_what_is_no_action_of_this_game(self) -> None:
        reason = mounds(3, FREE).why_not(Action(1))
        assert reason is not None
        assert reason.sentence() == "That is not an action of It Happens."


TOLD = {
    (0, "first 2"): "Ben begins.",
    (0, "reveal M03 M08 M11"): "The mounds Sneaker Stack, Lost Key Ridge and Low Door Lodge are revealed.",
    (1, "roll W"): "Anna rolls a white die.",
    (0, "roll 4"): "The die shows 4.",
    (0, "roll W 4"): "The white die shows 4.",
    (1, "reroll"): "Anna pays a worm and rolls again.",
    (1, "pass"): "Anna pays a worm and passes.",
    (1, "place M03"): "Anna places the die on Sneaker Stack.",
    (1, "place M03.C4.1"): "Anna places the die on Sneaker Stack, column 4, space 1.",
}


class TestNotation:
    @pytest.mark.parametrize(("written", "words"), TOLD.items(), ids=[text for _, text in TOLD])
    def test_every_action_is_read_and_told(self, written: tuple[int, str], words: str) -> None:
        taken = GAME.parse(*written)
        assert (taken.by, str(taken)) == written
        assert GAME.action_from_json(msgspec.json.encode(taken)) == taken
        assert GAME.tell(taken).render(NAMES) == words

    def test_no_kind_of_action_is_left_out(self) -> None:
        assert {type(GAME.parse(*written)) for written in TOLD} == set(get_args(AnyAction))
        with pytest.raises(TypeError, match="no action of It Happens"):
            GAME.tell(Action(1))

    @pytest.mark.parametrize(
        "text",
        ["", "roll", "roll 0", "roll 7", "roll y", "roll P", "roll W  4", "roll 4 W", "first 0", "first 6",
         "reveal M01 M02", "reveal M01 M02 M03 M04", "place", "place 03", "place M03.C7.1", "place M03.C1",
         "place M03\n", "Pass", "reroll 2", "score M03"],
    )  # fmt: skip
    def test_anything_else_is_refused(self, text: str) -> None:
        with pytest.raises(UnreadableAction) as caught:
            GAME.parse(1, text)
        assert caught.value.code == "unreadable-action"

    @given(
        st.lists(st.sampled_from(["roll", "place", "reveal", "M03", "W", "4", ".", "C1.1", " "])).map("".join)
    )
    def test_any_text_is_refused_or_read_back(self, text: str) -> None:
        try:
            taken = GAME.parse(2, text)
        except UnreadableAction:
            return
        assert str(taken) == text

    def test_no_question_about_legality_raises(self) -> None:
        states = [GAME.new(2, TWO), after(GAME.new(3), "chance first 1"), mounds(3, FREE)]
        states += [mounds(3, FREE, rolled="Y3"), GAME.decode(final(4))]
        for by, text in TOLD:
            for actor in (-1, by, 1, 9):
                for state in states:
                    taken = GAME.parse(actor, text)
                    listed = text in [str(each) for each in state.legal(actor)]
                    assert (state.why_not(taken) is None) == listed
        assert states[3].why_not(Place(1, "nowhere", "up")) is not None


def named(*names: str) -> ItHappens:
    """The game with an owner's cards: the first bear these names, the others none."""
    cards = msgspec.json.decode(msgspec.json.encode(SHIPPED))
    for number, card in enumerate(cards["mounds"], 1):
        card |= {"id": f"B{number:02}", "name": dict(enumerate(names, 1)).get(number, "")}
    with_them = GAME.with_mounds(msgspec.json.encode(cards | {"data_set": "box"}))
    return with_them.at_table({"mound_data": "box"})


class TestNamesOfMounds:
    """A mound is called by what is printed on it; the notation has its code."""

    def test_one_that_bears_a_name(self) -> None:
        assert GAME.called("M03") == "Sneaker Stack"
        assert named("The old oak").called("B01") == "The old oak"

    def test_one_that_bears_none_is_found_by_its_worm_number_and_an_item(self) -> None:
        assert named().called("B03") == "B03 (worm number 5, map)"
        twins = named("Heap", "Heap")
        assert twins.called("B01") == "Heap B01 (worm number 6, speaker)"
        assert twins.called("B02") == "Heap B02 (worm number 5, glove)"

    def test_one_that_is_named_like_another_or_like_its_code_is_told_from_it(self) -> None:
        alike = named("Heap", "HEAP", "B01")
        assert alike.called("B02").startswith("HEAP B02 (")
        assert alike.called("B03").startswith("B01 B03 (")

    @pytest.mark.parametrize("name", [" ", " Heap", "Heap "])
    def test_a_name_has_no_blank_at_its_ends(self, name: str) -> None:
        with pytest.raises(BadData, match="no blank at either end"):
            named(name)

    def test_a_name_does_not_tell_what_lies_face_down(self) -> None:
        assert all(word not in named().called("B12") for word in ("Queen", "General"))

    def test_what_is_no_mound_is_called_as_it_is_written(self) -> None:
        assert GAME.called("W") == "W"

    def test_a_name_that_would_spoil_a_sentence_is_refused(self) -> None:
        with pytest.raises(BadData, match="no curly brackets"):
            named("{who}")
