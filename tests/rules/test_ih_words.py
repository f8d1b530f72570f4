"""What the table is told and shown: prompts, log, score sheet, views, what lies where, problems."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ih_table import GAME, TWO, action, after, final, mounds
from msgspec.structs import replace

from companion.rules import BadPosition, UnreadableAction
from companion.rules.game import Action, HelpsReferee
from companion.rules.games.it_happens.actions import AnyAction, Place
from companion.rules.games.it_happens.evaluation import evaluate
from companion.rules.games.it_happens.state import State
from companion.rules.games.it_happens.telling import tell

NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}
FREE = {"M03": "", "M08": "", "M11": ""}
STUCK = {"M02": "G4", "M04": "R2 | G6", "M07": "R1 | Y5 | G2"}


def told(state: State, seat: int = 1) -> str:
    prompt = state.prompts()[seat]
    return f"{prompt.kind}: {prompt.message.render(NAMES)}"


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
        assert told(state) == "act: Round 1 of 4: show the three new mounds to the camera."

    def test_mounds_from_the_program(self) -> None:
        state = after(GAME.new(3, {"mound_source": "software"}), "chance first 1")
        assert told(state, 3) == "act: Round 1 of 4: three mounds are drawn."
        state = after(state, "chance reveal M03 M08 M11")
        assert told(state) == (
            "act: Round 1 of 4: lay out these three mounds: M03, M08 and M11. "
            "Anna: roll, or pay a worm to pass."
        )
        assert "lay out" not in told(after(state, "chance roll 3", "1 place M03"), 2)

    def test_roll(self) -> None:
        assert told(mounds(3, FREE)) == "act: Anna: roll, or pay a worm to pass."
        assert told(mounds(3, FREE), 2) == "wait: It is Anna's turn."
        poor = mounds(3, FREE, worms=(0, 2, 2), worm_supply=20)
        assert told(poor) == "act: Anna: roll one die."

    @pytest.mark.parametrize(
        ("source", "more"), [("tap", " Tap what the die shows."), ("software", " The program rolls it.")]
    )
    def test_where_rolls_come_from(self, source: str, more: str) -> None:
        state = mounds(3, FREE, rolled="Y3", options={"dice_source": source})
        assert told(after(state, "1 reroll")) == f"act: Anna: roll the yellow die.{more}"
        assert told(after(state, "1 pass"), 2) == f"act: Ben: roll, or pay a worm to pass.{more}"

    def test_two_players(self) -> None:
        hands = [{"Y": 5, "W": 2}, {"R": 5, "W": 2}]
        state = mounds(2, FREE, hands=hands, options=TWO)
        assert told(state) == "act: Anna: pick a colour to roll (yellow 5, white 2), or pay a worm to pass."
        poor = replace(state, worms=(0, 0, 0))
        assert told(poor) == "act: Anna: pick a colour to roll (yellow 5, white 2)."
        state = after(state, "1 roll W")
        assert told(state) == "act: Anna: roll the white die."
        assert told(after(state, "chance roll W 4")) == (
            "act: Anna rolled 4 with a white die: place it on M03 column 1, M08 column 1 or M11 column 1."
        )
        alone = replace(poor, hand=((5, 0, 0), (0, 5, 2)))
        assert told(alone) == "act: Anna: roll one yellow die."

    def test_rolled(self) -> None:
        state = mounds(3, {"M03": "R1 | Y2", "M08": "", "M11": "G1 | R2"}, rolled="Y4")
        text = "act: Anna rolled 4: place it on M03 column 2, M08 column 1 or M11 column 3."
        assert told(state) == f"{text} Pay a worm: reroll / pass."
        early = mounds(3, FREE, rolled="Y4", options={"pass_timing": "before_roll"})
        assert told(early).endswith("Pay a worm: reroll.")

    def test_pictures(self) -> None:
        state = mounds(3, {"M06": "", "M08": "", "M09": "R1 | G2"}, rolled="Y4")
        assert told(after(state, "1 place M06")) == "act: Take a map tile."
        assert told(after(state, "1 place M06"), 2) == "act: Ben: roll, or pay a worm to pass."
        assert told(after(state, "1 place M06", "chance roll 5")) == "wait: It is Ben's turn."
        worm = mounds(3, {"M02": "", "M08": "", "M09": ""}, rolled="Y4")
        assert told(after(worm, "1 place M02")) == "act: Take a worm tile."
        assert told(after(worm, "1 place M09")) == "act: Take an eyeglasses tile."
        white = mounds(
            2,
            {"M02": "", "M08": "", "M09": ""},
            rolled="W4",
            hands=[{"Y": 5, "W": 2}, {"R": 5, "W": 2}],
            options=TWO,
        )
        assert told(after(white, "1 place M09")) == "act: Take an eyeglasses tile for the imaginary player."

    def test_skipped(self) -> None:
        state = mounds(3, STUCK, active=2, rolled="R3")
        assert told(state, 3) == "wait: Cleo has no legal space left: skipped this round."

    def test_alone_and_found(self) -> None:
        """Who moves again at once is told both."""
        state = mounds(
            3, {"M06": "", "M08": "", "M11": ""}, rolled="Y4", hands=[{"Y": 5}, {}, {}], sound=False
        )
        assert told(after(state, "1 place M06")) == "act: Take a map tile. Anna: roll, or pay a worm to pass."

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
                "act: M03: Anna takes the Queen (5), Cleo the General (2), Ben takes a worm. "
                "M08: Cleo takes the Queen (7), nobody the General (4). M11: nobody is there. "
                "Take back all dice. Ben starts round 2. "
                "Round 2 of 4: show the three new mounds to the camera."
            )
        )

    def test_the_end(self) -> None:
        data = final(2, TWO, yellow={"items": {"map": 2}, "worms": 1, "queens": [9]}, red={"generals": [3]})
        assert told(GAME.decode(data), 2) == (
            "over: Final scores: Anna 25 (items 5, worms 1, Queens 9, Generals 0, variety 10); "
            "Ben 3 (items 0, worms 0, Queens 0, Generals 3, variety 0); "
            "the imaginary player 0 (items 0, worms 0, Queens 0, Generals 0, variety 0). "
            "Anna wins with 25 points."
        )


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
            ("1 place M03", "First a die is rolled (section 6)."),
            ("1 roll 4", "That is for chance to decide (section 7)."),
            ("2 pass", "It is Anna's turn (section 6)."),
            ("chance first 1", "First a die is rolled (section 6)."),
            ("chance roll W 4", "A yellow die is rolled (IH-R26)."),
        ],
    )
    def test_before_the_roll(self, line: str, sentence: str) -> None:
        assert refused(mounds(3, FREE), line) == sentence

    def test_after_the_roll(self) -> None:
        laid = {"M08": "R4 | G2", "M03": "Y1", "M02": "Y1"}
        state = mounds(3, laid, rolled="Y5")
        where = "That die belongs in column {} of {}, lowest free space ({})."
        assert refused(state, "1 place M08.C4.1") == where.format(3, "M08", "IH-R01")
        assert refused(state, "1 place M03.C1.1") == where.format(1, "M03", "IH-R02")
        assert refused(state, "1 place M03.C2.1") == where.format(1, "M03", "section 8.3")
        assert refused(state, "1 place M08.C3.1").startswith("The space follows from the rules: place M08")
        assert refused(state, "1 place M12") == "M12 is not on the table (IH-R06)."
        assert refused(state, "1 place M02") == (
            "That colour's column on M02 is full, and it gets no second one there (IH-R03)."
        )
        assert refused(state, "chance roll 4") == "The roll stands: first the die is placed (section 6)."

    def test_revealing(self) -> None:
        state = after(GAME.new(3), "chance first 1")
        assert refused(state, "chance reveal M01 M02 M13") == "There is no mound M13 (section 4)."
        assert (
            refused(state, "chance reveal M01 M02 M02") == "Three different mounds are revealed (section 6)."
        )
        again = replace(state, deck=state.deck[1:])
        assert refused(again, "chance reveal M01 M02 M03") == "M01 has been on the table already (section 6)."
        assert refused(GAME.new(3), "chance first 4") == "There is no seat 4 (IH-R34)."
        over = GAME.decode(final(3))
        assert refused(over, "1 pass") == "The game is over (section 6)."

    def test_what_is_no_action_of_this_game(self) -> None:
        reason = mounds(3, FREE).why_not(Action(1))
        assert reason is not None
        assert reason.sentence() == "That is not an action of It Happens (section 6)."


TOLD = {
    (0, "first 2"): "Ben begins.",
    (0, "reveal M03 M08 M11"): "The mounds M03, M08 and M11 are revealed.",
    (1, "roll W"): "Anna rolls a white die.",
    (0, "roll 4"): "The die shows 4.",
    (0, "roll W 4"): "The white die shows 4.",
    (1, "reroll"): "Anna pays a worm and rolls again.",
    (1, "pass"): "Anna pays a worm and passes.",
    (1, "place M03"): "Anna places the die on M03.",
    (1, "place M03.C4.1"): "Anna places the die on M03, C4.1.",
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
            tell(Action(1))

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


def lines(state: State, seat: int = 1) -> list[tuple[str, int | None]]:
    return [(line.message.render(NAMES), line.points) for line in state.sheet().lines[seat]]


class TestSheet:
    def test_every_point_is_explained(self) -> None:
        items = {"map": 2, "sneaker": 1}
        state = GAME.decode(final(3, yellow={"items": items, "worms": 3, "queens": [9, 4], "generals": [3]}))
        assert lines(state) == [
            ("Types of item owned twice or more: 2 map and 1 sneaker", 5),
            ("Worms left: 3", 3),
            ("Queens: 9 + 4", 13),
            ("Generals: 3", 3),
            ("Most different types of item: 2", 10),
        ]
        assert lines(state, 2) == [
            ("Types of item owned twice or more: none", 0),
            ("Worms left: 0", 0),
            ("Queens: none", 0),
            ("Generals: none", 0),
            ("Most different types of item: 0", 0),
        ]

    def test_mounds_as_they_stand_and_as_they_were_scored(self) -> None:
        state = mounds(3, {"M03": "R5 | Y4 Y3 | G6", "M08": "Y2", "M11": "R3"})
        assert lines(state)[5:] == [
            ("M03: 7 pips, as it stands the Queen (5)", None),
            ("M08: 2 pips, as it stands the Queen (7)", None),
        ]
        assert lines(state, 2)[5] == ("M03: 5 pips, as it stands a worm", None)
        assert state.sheet().lines[1][5].where == ("M03/C2.1", "M03/C2.2")
        assert lines(evaluate(state))[5] == ("M03: 7 pips, the Queen (5)", None)
        assert lines(evaluate(state), 3)[5] == ("M03: 6 pips, the General (2)", None)
        short = replace(state, worm_supply=0)
        assert lines(evaluate(short), 2)[5] == ("M03: 5 pips, nothing", None)

    def test_the_imaginary_player_is_told_of(self) -> None:
        state = GAME.decode(final(2, TWO, white={"queens": [9], "worms": 1}))
        text = "The imaginary player, white: 10 (items 0, worms 1, Queens 9, Generals 0, variety 0)"
        assert lines(state)[-1] == lines(state, 2)[-1] == (text, None)


class TestViews:
    def test_tiles_lie_face_down(self) -> None:
        state = mounds(3, FREE, queens=((9, 4), (5,), ()), generals=((), (2,), (3,)), sound=False)
        mine, public = state.seen_by(1), state.seen_by(None)
        assert (mine.queens, mine.generals) == (((9, 4), (0,), ()), ((), (0,), (0,)))
        assert (public.queens, public.generals) == (((0, 0), (0,), ()), ((), (0,), (0,)))
        assert lines(mine)[2] == ("Queens: 9 + 4", 13)
        assert lines(mine, 2)[2:4] == [("Queens: 1 face down", None), ("Generals: 1 face down", None)]
        assert list(GAME.secrets(state, 1)) == ['"red":[5]', '"red":[2]', '"green":[3]']
        assert list(GAME.secrets(state, None)) == ['"yellow":[9,4]', *GAME.secrets(state, 1)]

    def test_nobody_looks_at_the_imaginary_players(self) -> None:
        hands = [{"Y": 5, "W": 2}, {"R": 5, "W": 2}]
        state = mounds(2, FREE, hands=hands, options=TWO, queens=((), (), (9, 8)), sound=False)
        assert state.seen_by(1).queens == ((), (), (0, 0))
        text = "The imaginary player, white: Queens 2, Generals 0, face down"
        assert lines(state.seen_by(1))[-1] == (text, None)

    def test_at_the_end_all_is_turned_up(self) -> None:
        state = GAME.decode(final(3, yellow={"queens": [9]}))
        assert state.seen_by(2) == state.seen_by(None) == state
        assert list(GAME.secrets(state, None)) == []


class TestTable:
    def test_what_lies_where(self) -> None:
        assert GAME.new(3).lying() == {"tray": {}}
        state = mounds(3, {"M03": "R5 | Y4 Y3", "M08": "", "M11": ""}, rolled="Y6")
        assert state.lying() == {
            "M03": {"C1.1": "die-red-5", "C2.1": "die-yellow-4", "C2.2": "die-yellow-3"},
            "M08": {},
            "M11": {},
            "tray": {"1": "die-yellow-6"},
        }

    def test_dice_lie_until_the_next_mounds_come(self) -> None:
        last = mounds(
            3, {"M03": "", "M08": "", "M11": ""}, rolled="Y3", hands=[{"Y": 1}, {}, {}], sound=False
        )
        state = after(last, "1 place M03")
        assert (state.phase, state.lying()["M03"]) == ("REVEAL", {"C1.1": "die-yellow-3"})
        state = after(state, "chance reveal M01 M02 M04")
        assert state.lying() == {"M01": {}, "M02": {}, "M04": {}, "tray": {}}

    def test_whose_dice(self) -> None:
        assert GAME.new(2, TWO).seated() == {
            1: tuple(f"die-yellow-{n}" for n in range(1, 7)),
            2: tuple(f"die-red-{n}" for n in range(1, 7)),
        }


class TestAttempts:
    def attempted(self, state: State, changes: dict[str, dict[str, str]]) -> list[tuple[str, str]]:
        seen = {zone: cells | changes.get(zone, {}) for zone, cells in state.lying().items()}
        return [
            (f"{a.action.by} {a.action}", refused(state, f"{a.action.by or 'chance'} {a.action}"))
            for a in state.attempts(seen)
            if state.why_not(a.action)
        ]

    def test_a_die_on_a_wrong_space(self) -> None:
        state = mounds(3, {"M08": "R4 | G2", "M03": "", "M11": ""}, rolled="Y5")
        assert isinstance(state, HelpsReferee)
        sentence = "That die belongs in column 3 of M08, lowest free space (IH-R01)."
        found = self.attempted(state, {"M08": {"C4.1": "die-yellow-5"}})
        assert ("1 place M08.C4.1", sentence) in found
        wrong = [a for a in state.attempts({"M08": {"C4.1": "die-yellow-5"}}) if isinstance(a.action, Place)]
        assert wrong[0].lying["M08"] == state.lying()["M08"] | {"C4.1": "die-yellow-5"}

    def test_a_die_of_somebody_else(self) -> None:
        state = mounds(3, FREE, rolled="Y5")
        found = self.attempted(state, {"M03": {"C1.1": "die-red-5"}})
        assert ("2 place M03.C1.1", "It is Anna's turn (section 6).") in found
        white = mounds(2, FREE, rolled="Y5", hands=[{"Y": 5, "W": 2}, {"R": 5, "W": 2}], options=TWO)
        assert self.attempted(white, {"M03": {"C2.1": "die-white-5"}})[-1][0] == "1 place M03.C2.1"

    def test_a_roll_out_of_turn(self) -> None:
        state = mounds(3, FREE, rolled="Y5")
        found = self.attempted(state, {"tray": {"1": "die-yellow-2"}})
        assert found == [("0 roll 2", "The roll stands: first the die is placed (section 6).")]
        two = mounds(2, FREE, rolled="Y5", hands=[{"Y": 5, "W": 2}, {"R": 5, "W": 2}], options=TWO)
        assert self.attempted(two, {"tray": {"1": "die-white-2"}})[0][0] == "0 roll W 2"

    def test_what_tells_rolls_apart(self) -> None:
        state = mounds(3, FREE, rolled="Y5")
        again = after(state, "1 reroll", "chance roll 2")
        passed = after(state, "1 pass", "chance roll 2")
        asked = again.tell_apart([again, passed])
        assert asked is not None
        question, answers = asked
        assert question.render({}) == "Which die was rolled?"
        assert [answer.render({}) for answer in answers] == ["The yellow one", "The red one"]
        assert again.tell_apart([again, state]) is None
        assert again.tell_apart([again, mounds(3, FREE)]) is None


def bad(document: dict[str, Any]) -> str:
    with pytest.raises(BadPosition) as caught:
        GAME.score(json.dumps(document).encode())
    assert caught.value.code == "bad-position"
    return caught.value.sentence


class TestPositions:
    def test_names_of_section_5(self) -> None:
        document = json.loads(GAME.encode(mounds(3, {"M03": "R5 | Y4", "M08": "", "M11": ""}, rolled="Y6")))
        assert document["board"]["M03"] == [[["red", 5]], [["yellow", 4]], [], [], []]
        assert (document["rolled"], document["hand"][0]) == (["yellow", 6], {"yellow": 4})
        assert set(document["deck"]) == {f"M{n:02}" for n in range(1, 13)} - {"M03", "M08", "M11"}
        assert (document["worms"], document["worm_supply"]) == ({"yellow": 2, "red": 2, "green": 2}, 18)

    @pytest.mark.parametrize(
        ("document", "sentence"),
        [
            ({}, "cannot be read"),
            ({"n": 7}, "two to five players"),
            ({"n": 3, "options": {"colours": "pink"}}, "Option colours"),
            ({"n": 3, "colour": ["red", "yellow", "green"]}, "contradicts itself: colour"),
            ({"n": 3, "worms": {"white": 1}}, "no colour 'white'"),
            ({"n": 3, "items": {"red": {"hat": 1}}}, "no item 'hat'"),
            ({"n": 3, "deck": ["M99"]}, "no mound 'M99'"),
            ({"n": 3, "slots": ["M01"]}, "three mounds lie in the slots"),
            ({"n": 3, "board": {"M01": []}}, "no mound 'M01'"),
            ({"n": 3, "slots": ["M01", "M02", "M03"], "board": {"M01": [[]]}}, "M01 has 5 columns"),
            ({"n": 3, "hand": []}, "there are 3 hands"),
            ({"n": 3, "found": {"by": 1, "colour": "red", "what": "hat", "taken": True}}, "no picture 'hat'"),
            ({"n": 3, "worms": {"red": 25}}, "25 worm tiles instead of 24"),
            ({"n": 3, "items": {"red": {"map": 5}}}, "5 tiles with a map instead of 4"),
            ({"n": 3, "queens": {"red": [9, 9, 9]}}, "more Queen tiles of 9"),
            ({"n": 3, "generals": {"red": [9]}}, "more General tiles of 9"),
            ({"n": 3, "unclaimed": []}, "0 victory tiles of 12 scored mounds instead of 24"),
            ({"n": 3, "unclaimed": [9] * 24}, "are not those of the scored mounds"),
            ({"n": 3, "queens": {"red": [0]}}, "Turn up all victory tiles"),
            ({"n": 3, "round": 3}, "In round 3 of 4"),
            ({"n": 3, "slots": ["M01", "M01", "M02"]}, "A mound is there twice"),
        ],
    )
    def test_what_cannot_be_scored(self, document: dict[str, Any], sentence: str) -> None:
        assert sentence in bad(document)

    @pytest.mark.parametrize(
        ("changes", "rule", "where"),
        [
            ({"phase": "ROLLED"}, "section 6", ()),
            ({"phase": "ROLL"}, "section 6", ()),
            ({"start_seat": 0}, "section 6", ()),
            ({"active_seat": 0}, "section 5", ()),
            ({"rolling": 1, "phase": "ROLL"}, "IH-R26", ()),
        ],
    )
    def test_what_contradicts_itself(
        self, changes: dict[str, Any], rule: str, where: tuple[str, ...]
    ) -> None:
        found = replace(mounds(3, FREE), **changes).problems()
        assert [(problem.rule, problem.where) for problem in found] == [(rule, where)]

    def test_a_stuck_seat_is_not_at_turn(self) -> None:
        found = mounds(3, STUCK, active=3, sound=False).problems()
        assert [problem.rule for problem in found] == ["IH-R04"]

    def test_where_dice_lie_wrong(self) -> None:
        state = mounds(3, {"M01": "Y1 Y1 Y1", "M08": "Y1 | | R1", "M11": "G1 | G2 R1"}, sound=False)
        found = [(problem.rule, problem.where) for problem in state.problems()]
        assert found == [
            ("IH-P04", ("M01/C1.1", "M01/C1.2")),
            ("IH-P03", ("M08/C3.1",)),
            ("IH-P03", ("M11/C2.1", "M11/C2.2")),
            ("IH-P03", ()),
        ]

    @given(st.binary())
    def test_any_bytes_are_refused(self, data: bytes) -> None:
        with pytest.raises(BadPosition):
            GAME.score(data)
