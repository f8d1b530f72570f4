"""What the table of Star Baker is told, and what is refused."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from sb_table import GAME, action, after, bakery, legal, rule, settled

from companion.games.star_baker.rules import fillable
from companion.games.star_baker.rules.actions import AnyAction
from companion.games.star_baker.rules.data.cards import CardSet
from companion.games.star_baker.rules.sentences.telling import tell
from companion.rules import Action, BadOption, BadPosition, UnreadableAction

NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}
ADVANCED = {"advanced": "on"}


def told(state: Any, seat: int = 1) -> str:
    prompt = state.prompts()[seat]
    return f"{prompt.kind}: {' | '.join(each.render(NAMES) for each in (prompt.message, *prompt.told))}"


def turn(hand: str = "C1b C1c", book: str = "R01 R02 R12", **more: Any) -> Any:
    return bakery(hand, "C2b C2c", time=("C1a", "C2a"), book=book, **more)


class TestPrompts:
    """Section 13, in its words."""

    def test_set_up(self) -> None:
        state = GAME.new(2)
        assert told(state) == "act: Draw a colour at random: Anna takes the three chef cards of that colour."
        state = GAME.new(2, {"deal_chefs": "choose"})
        assert told(state) == "act: Anna: choose a colour of chef cards."
        assert told(state, 2) == "wait: It is Anna's turn."
        state = after(state, "1 chefs 1 red", "2 chefs 2 blue")
        assert told(state, 2) == "act: Turn up 3 cards."
        assert told(after(state, "chance refill R01", "chance refill R02")) == "act: Turn up 1 card."

    def test_pick_and_reveal(self) -> None:
        state = bakery("C1b C1c", "C2a", "C3c", book="R01 R02 R03 R04")
        assert told(state) == "act: Everyone: choose a time card, face down."
        state = after(state, "1 time C1b", "2 time C2a")
        assert told(state) == "may: Your time card lies face down. You may change it until all have chosen."
        assert told(state, 2) == "wait: Your time card lies face down."
        assert state.actors == (1, 3)
        state = after(state, "1 time C1c", "1 time C1b", "3 time C3c")
        assert told(state) == "act: Turn all time cards face up. Ben 6:07, Anna 6:56, Cleo 7:46."

    def test_the_times_are_told_until_somebody_acts(self) -> None:
        """The order follows from the cards, so that nobody is asked to turn them over."""
        state = bakery("C1b C1c", "C2a C2b", "C3c", book="R01 R02 R03 R04")
        state = settled(after(state, "1 time C1b", "2 time C2a", "3 time C3c"))
        turned = "Turn all time cards face up. Ben 6:07, Anna 6:56, Cleo 7:46."
        assert state.mover == 2
        assert all(turned in told(state.seen_by(seat), seat) for seat in (1, 2, 3))
        assert GAME.decode(GAME.encode(state)) == state
        assert turned not in told(after(state, "2 restock"), 1)

    def test_turn(self) -> None:
        discard = "Discard your time card first."
        reserve = "When you restock you may reserve one recipe: put it on the deck."
        can = "Recipes that you can fill: Cocoa Twist or Choc Chip Cookie."
        assert told(turn()) == f"act: Anna: fill a recipe or restock. | {discard} | {can} | {reserve}"
        assert told(turn(), 2) == "wait: It is Anna's turn. Then Ben 6:07."
        assert told(after(turn(), "1 restock")) == "wait: It is Ben's turn."
        waiting = bakery("C1b", "C2b", "C3b", time=("C1a", "C2a", "C3a"), book="R01 R02 R03 R04")
        assert told(waiting, 3) == "wait: It is Anna's turn. Then Ben 6:07, Cleo 6:12."
        poor = told(turn(book="R01 R06 R11"))
        nothing = "You can pay for no recipe: take your discard pile back."
        assert poor == f"act: Anna: restock. | {discard} | {nothing} | {reserve}"
        must = told(turn(options={"reserve": "required"}))
        assert must.endswith("When you restock you must reserve one recipe: put it on the deck.")
        assert told(turn(book="", order=(1, 2))).endswith("take your discard pile back.")

    def test_a_turn_seen_from_outside(self) -> None:
        assert told(turn().seen_by(None)) == (
            "act: Anna: fill a recipe or restock. | Discard your time card first. | "
            "When you restock you may reserve one recipe: put it on the deck."
        )

    def test_no_time(self) -> None:
        state = bakery("R51", "C2b", time=("R52", "C2a"), book="R01", order=(2, 1), turn_index=1,
                       sound=False, options=ADVANCED)  # fmt: skip
        assert "Anna: restock. " in told(state)
        assert "Without a time you cannot fill a recipe: take your discard pile back." in told(state)
        assert fillable(state) == ()
        reveal = replace(state, phase="REVEAL", order=())
        assert told(reveal) == "act: Turn all time cards face up. Ben 6:07, Anna last."

    def test_something_is_wrong(self) -> None:
        state = after(turn(book="R57", options=ADVANCED), "1 fill R57 < C1b")
        assert told(state) == "act: The ability Something's wrong: put one of your cards in the box."

    def test_reserved_cards_that_come_by_themselves(self) -> None:
        """They count: the hands at the table turn them up (SB-16, SB-23, E16)."""
        state = bakery("C1b", "C2a C2c", "C3b", time=("C1a", "C2b", "C3c"), book="R07 R16 R31 R45")
        state = settled(after(state, "1 restock reserve R31", "2 fill R07 < C2a", "3 restock reserve R45"))
        assert told(state) == "act: Turn up 3 cards: Custard Flan, Berry Custard Plait and the next card."
        assert GAME.decode(GAME.encode(state)) == state
        state = after(state, "chance refill R01")
        assert told(state) == "act: Everyone: choose a time card, face down."
        state = bakery("C1b", "C2a C2c", "C3b", time=("C1a", "C2b", "C3c"), book="R07 R13 R31 R45")
        state = settled(after(state, "1 restock reserve R31", "2 fill R07 < C2a", "3 restock"))
        assert told(state) == "act: Turn up 2 cards: Berry Custard Plait and the next card."
        assert replace(state, since=()).prompts() != state.prompts()

    def test_only_reserved_cards_are_due(self) -> None:
        """Who has yet to choose a time card reads of them, whoever has chosen before."""
        state = settled(after(turn(), "1 restock reserve R12", "2 restock reserve R01"))
        wanted = (
            "act: Everyone: choose a time card, face down. | Turn up Vanilla Bun and Choc Chip Cookie first."
        )
        assert told(state) == wanted
        assert told(state, 2) == told(state)
        state = after(state, "1 time C1b")
        assert told(state, 2) == wanted
        assert told(state.seen_by(2), 2) == told(state, 2)
        assert after(state, "2 time C2b").since != ()
        turned = after(state, "2 time C2b", "chance order 2 1")
        assert "Turn up" not in told(turned, 1) + told(turned, 2)

    def test_a_reset_that_comes_by_itself(self) -> None:
        """The row is shuffled by hands, and all of it is turned up anew (SB-22)."""
        state = settled(after(turn(all_restock_days=1), "1 restock reserve R12", "2 restock"))
        assert state.phase == "REFILL"
        assert (
            told(state)
            == "act: Nobody filled a recipe for two days: shuffle the row into the deck, turn up 3 cards."
        )
        assert GAME.decode(GAME.encode(state)) == state
        assert told(after(state, "chance refill R50")) == "act: Turn up 2 cards."
        shuffled = [each.render(NAMES) for each in state.prompts()[2].hands]
        assert shuffled == ["Nobody filled a recipe for two days: shuffle the row into the deck."]
        assert after(state, "chance refill R50").prompts()[1].hands == ()

    def test_reset_and_end(self) -> None:
        state = turn(all_restock_days=1)
        state = after(state, "1 restock", "2 restock")
        assert (
            told(state)
            == "act: Nobody filled a recipe for two days: shuffle the row into the deck, turn up 3 cards."
        )
        last = replace(state, resets=4)
        assert (
            told(last) == "act: Nobody filled a recipe for two days, for the fifth time: count your points."
        )
        stale = after(last, "chance reset")
        assert told(stale) == (
            "over: Anna and Ben: 0 points and 3 cards each: a shared victory. | "
            "5 times the row was shuffled away, and nobody filled a recipe: count your points. "
            "This rule is ours (Stalemate guard)."
        )
        unguarded = turn(all_restock_days=1, resets=40, options={"stalemate_guard": "off"})
        assert after(unguarded, "1 restock", "2 restock", "chance reset").phase == "REFILL"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 fill R03 < C1b", "Blueberry Puff is not in the book (SB-12)."),
        ("1 fill R12 < C1b; bonus R02", "Choc Chip Cookie gives no bonus fill (SB-18)."),
        ("1 fill R12 < C1b; bonus R12", "A recipe can be won only once (SB-18)."),
        ("1 fill R12 < C2b", "You do not have “Bruno at the bench” in hand (SB-12)."),
        ("1 fill R12 < C1a", "“Ada opens up” gave your time: it cannot pay today (SB-09)."),
        ("1 fill R12 < C1b C1b", "Each card is named once, in the order of the cards (SB-12)."),
        ("1 fill R12 < C1c", "Choc Chip Cookie asks for chocolate more than these cards have (SB-12)."),
        ("1 fill R12 < C1b C1c", "“Ada on the late shift” pays for nothing (SB-13)."),
        ("1 fill R12 < C1b R02", "You do not have Cocoa Twist in hand (SB-12)."),
        ("2 restock", "It is Anna's turn (SB-08)."),
        ("2 chefs 1 red", "Now players fill recipes or restock, in order of time."),
        ("1 restock reserve R03", "Blueberry Puff is not in the book (SB-16)."),
        ("1 chef take R02", "It is Anna's turn (SB-08)."),
    ],
)
def test_why_not(line: str, sentence: str) -> None:
    assert turn().why_not(action(line)).sentence(NAMES) == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 time C2a", "You do not have “Bruno opens up” in hand (SB-06)."),
        ("1 time R51", "Early-bird Brioche has no time: choose a card with a time (SB-06)."),
        ("1 time C1b +C1c", "“Ada on the late shift” is no Arrive early card (SB-07)."),
        ("1 time C1b +R52 +R51", "Each Arrive early card is named once, in the order of the cards (SB-07)."),
        ("1 time C1b +R51 +R51", "Each Arrive early card is named once, in the order of the cards (SB-07)."),
        ("3 time C1b", "Only players choose a time card (SB-06)."),
        ("2 time C2a", "That is what you have put down already (SB-06)."),
        ("1 restock", "First everybody chooses a time card."),
    ],
)
def test_why_not_that_time(line: str, sentence: str) -> None:
    state = bakery("C1b C1c R51 R52", "C2a C2b", book="R01 R02 R03", options=ADVANCED)
    state = after(state, "2 time C2a")
    assert state.why_not(action(line)).sentence(NAMES) == sentence


def test_why_not_at_other_times() -> None:
    start = GAME.new(2)
    assert rule(start, "chance chefs 2 red") == "SB-01"
    assert rule(start, "chance chefs 1 pink") == "SB-01"
    assert rule(start, "1 chefs 1 red") == "section 7"
    assert rule(after(start, "chance chefs 1 red"), "chance chefs 2 red") == "SB-01"
    assert rule(GAME.new(2, {"deal_chefs": "choose"}), "2 chefs 1 red") == "SB-01"
    dealt = after(start, "chance chefs 1 red", "chance chefs 2 blue")
    assert rule(dealt, "chance refill R51") == "SB-23"
    reveal = after(bakery("C1a", "C2a", book="R01 R02 R03"), "1 time C1a", "2 time C2a")
    assert rule(reveal, "chance order 2 1") == "SB-08"
    must = turn(options={"reserve": "required"})
    assert (rule(must, "1 restock"), legal(must)[-3:]) == (
        "SB-16",
        ["restock reserve R01", "restock reserve R02", "restock reserve R12"],
    )
    assert turn().why_not(Action(1)).rule == "section 6"
    over = bakery("C1a", "C2a", book="R01", phase="OVER")
    assert rule(over, "1 restock") == "SB-25"
    wrong = after(turn(book="R57", options=ADVANCED), "1 fill R57 < C1b")
    assert (
        wrong.why_not(action("1 toss C2b")).sentence()
        == "“Bruno at the bench” is not one of your cards (SB-20)."
    )
    late = bakery("C1a R08", "C2b", time=("R51", "C2a"), book="R01", order=(2, 1), turn_index=1,
                  sound=False, options=ADVANCED)  # fmt: skip
    assert rule(late, "1 fill R01 < C1a") == "SB-24"


def test_more_cards_than_can_pay() -> None:
    """Each of three cards could pay for a chocolate, but only two are asked for."""
    state = turn(hand="C1b R09 R19", book="R01 R27 R31", sound=True)
    assert rule(state, "1 fill R27 < C1b R09") == ""
    reason = state.why_not(action("1 fill R27 < C1b R09 R19"))
    assert reason.sentence() == "More cards are played than pay for something (SB-13)."


TOLD = {
    (0, "chefs 2 red"): "Ben takes the red chef cards.",
    (1, "chefs 1 red"): "Anna takes the red chef cards.",
    (0, "refill R33"): "Midnight Trifle is turned up.",
    (0, "refill Z9"): "Z9 is turned up.",
    (1, "time C1c"): "Anna puts “Ada on the late shift” face down as time card.",
    (1, "time C1c +R51 +R52"): (
        "Anna puts “Ada on the late shift” face down as time card, "
        "and Early-bird Brioche and Dawn Croissant with it."
    ),
    (0, "order 2 1 3"): "The time cards are turned face up. Ben plays first, then Anna, then Cleo.",
    (1, "fill R02 < C1b"): "Anna fills Cocoa Twist with “Ada at the bench”.",
    (1, "fill R13 < C1b R09; bonus R12"): (
        "Anna fills Blueberry Bar with “Ada at the bench” and Jam Penny, and as a bonus Choc Chip Cookie."
    ),
    (2, "restock"): "Ben restocks.",
    (2, "restock reserve R31"): "Ben restocks and reserves Berry Custard Plait.",
    (1, "toss C1a"): "Anna puts “Ada opens up” in the box.",
    (0, "reset"): "The book is shuffled into the deck.",
    (0, "chef time C2b"): "The automatic chef's time card is “Bruno at the bench”.",
    (0, "chef take R16"): "The automatic chef takes Marble Bun.",
    (0, "chef restock"): "The automatic chef restocks.",
    (0, "chef restock R31"): "The automatic chef restocks and reserves Berry Custard Plait.",
}


@pytest.mark.parametrize(("written", "sentence"), TOLD.items(), ids=[text for _, text in TOLD])
def test_every_action_is_told_and_read_back(written: tuple[int, str], sentence: str) -> None:
    taken = GAME.parse(*written)
    assert GAME.tell(taken).render(NAMES) == sentence
    assert str(taken) == written[1]
    assert GAME.action_from_json(msgspec.json.encode(taken)) == taken


def test_another_order_than_that_of_the_times_is_refused_by_the_names() -> None:
    reveal = replace(turn(), phase="REVEAL", order=())
    refused = reveal.why_not(action("chance order 2 1")).sentence(NAMES)
    assert refused == "Anna plays first, then Ben (SB-08)."


def test_what_a_hand_lacks_is_counted() -> None:
    advice = [each.message.render(NAMES) for each in turn("C1b", "R26 R29 R45").advice(1)]
    assert [told.partition("your hand ")[2] for told in advice] == [
        "lacks 2 vanillas.", "lacks 2 strawberries.", "lacks 2 custards and vanilla.",
    ]  # fmt: skip


def test_a_set_bonus_without_a_set_multiplies_nothing() -> None:
    lines = [line.message.render({}) for line in turn().sheet().lines[1]]
    assert "Set bonus" in lines
    assert "Sets: 0" in lines


def test_no_kind_of_action_is_left_out() -> None:
    assert {type(GAME.parse(*written)) for written in TOLD} == set(get_args(AnyAction))
    for by in (0, 1):
        with pytest.raises(TypeError, match="no action of Star Baker"):
            tell(Action(by), GAME.box)


WORDS = ["time ", "fill ", " < ", "; bonus ", "restock", " reserve ", "R01", " +", "C1a", " "]


@given(st.text() | st.lists(st.sampled_from(WORDS)).map("".join))
def test_any_text_is_refused_or_read_back(text: str) -> None:
    try:
        taken = GAME.parse(2, text)
    except UnreadableAction:
        return
    assert str(taken) == text


@pytest.mark.parametrize(
    "text",
    ["", "time", "time c1a", "fill R01", "fill R01 <", "fill R1 < C1a;bonus R2", "bonus R12", "restock R01"],
)
def test_other_notations_are_refused(text: str) -> None:
    with pytest.raises(UnreadableAction, match="is not an action of Star Baker"):
        GAME.parse(1, text)


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (7, {}, "for 1 to 6 players, not 7"),
        (0, {}, "for 1 to 6 players, not 0"),
        (2, {"hands": "open"}, "no option 'hands'"),
        (2, {"automatic_chef": "gordon"}, "'gordon' is none of ada"),
    ],
)
def test_bad_options_are_refused(seats: int, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        GAME.new(seats, options)
    assert GAME.candidates("advanced", {}) == ()


def test_what_lies_there() -> None:
    state = turn(discard=("R20 R09",), options=ADVANCED)
    book = {"book-1": "card-R01", "book-2": "card-R02", "book-3": "card-R12"}
    assert state.lying() == {"deck": {"deck": "card-back"}, "book": book}
    assert state.spaces_in_play() == {"book": ("book-1", "book-2", "book-3")}
    assert state.seated()[2] == ("card-C2a", "card-C2b", "card-C2c")
    assert GAME.new(2).seated() == {1: (), 2: ()}
    filled = after(state, "1 fill R02 < C1b").lying()
    assert filled["book"] == {"book-1": "card-R01", "book-2": "card-R12"}


class TestDocument:
    """Section 5, and scoring a table that was not followed."""

    def test_the_names_of_section_5(self) -> None:
        data = json.loads(GAME.encode(turn()))
        assert data.keys() >= {
            "deck",
            "book",
            "discard",
            "box_seen",
            "hand",
            "time_pick",
            "order",
            "turn_index",
        }
        assert data.keys() >= {"day", "actions_today", "all_restock_days", "advanced", "options", "over"}

    def test_hands_and_discards_are_enough(self) -> None:
        chefs = b'"n": 2, "hand": [["C1a", "C1b", %s], ["C4b", "C4c"]], "discard": [["C1c"], ["C4a", "R16"]]'
        assert GAME.score(b"{%s}" % (chefs % b'"R46"')).totals() == {1: 5, 2: 2}
        assert GAME.score(b'{"advanced": true, %s}' % (chefs % b'"R57"')).totals() == {1: 3, 2: 2}

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"[]", "cannot be read"),
            (b'{"hand": [["?"], []], "discard": [[], []]}', "every card of a hand must be named"),
            (b'{"hand": [["C1a"], ["C1a"]], "discard": [[], []]}', "C1a is there 2 times"),
            (b'{"hand": [["C1a"], ["C1b"]], "discard": [[], []]}', "The red chef cards cannot"),
            (b'{"hand": [["C1a", "C2a"], []], "discard": [[], []]}', "C2a belongs to somebody else"),
            (b'{"hand": [["R57"], []], "discard": [[], []]}', "R57 is not among the cards"),
            (b'{"hand": [["Z9"], []], "discard": [[], []]}', "Z9 is not among the cards"),
            (b'{"hand": [[], []], "discard": [[]]}', "discard does not have 2 entries"),
            (b'{"hand": [[], []], "discard": [[], []], "options": {"reserve": "x"}}', "'x' is none of"),
            (b'{"hand": [[], []], "discard": [[], []], "phase": "PICK", "over": true}', "over is True"),
            (b'{"hand": [[], []], "discard": [[], []], "deck": 60}', "cannot hold 60"),
            (b'{"hand": [["R01"], []], "discard": [[], []], "deck": 3}', "4 recipes in the game"),
            (b'{"hand": [["R01"], []], "discard": [[], []], "seen": []}', "some are missing"),
            (b'{"hand": [[], []], "discard": [[], []], "book": ["R01", "R02", "R03", "R04"]}', "4 cards"),
            (b'{"hand": [[], []], "discard": [[], []], "all_restock_days": 2}', "have been reset"),
        ],
    )
    def test_bad_positions_are_refused(self, data: bytes, sentence: str) -> None:
        with pytest.raises(BadPosition, match=sentence):
            GAME.score(data)

    @pytest.mark.parametrize(
        ("changes", "number"),
        [
            ({"time_pick": (("C1a",), ())}, "SB-09"),
            ({"order": (1, 1)}, "SB-08"),
            ({"turn_index": 2}, "SB-08"),
            ({"phase": "CHEFS"}, "SB-01"),
            ({"phase": "PICK", "book": ("R01", "R02"), "deck": 18}, "SB-P02"),
            ({"all_restock_days": 2}, "SB-P10"),
            ({"hand": ((), ("C2b", "C2c")), "time_pick": ((), ("C2a",))}, "SB-26"),
        ],
    )
    def test_problems(self, changes: dict[str, Any], number: str) -> None:
        assert number in [each.rule for each in replace(turn(), **changes).problems()]


def test_a_card_is_called_by_the_name_printed_on_it() -> None:
    assert GAME.called("R34") == "Forest Crown"
    assert str(GAME.called("C1a")) == "“Ada opens up”", "it is half a sentence"
    assert str(GAME.called("restock")) == "restock"
    cards = GAME.box.cards
    assert len({GAME.called(card) for card in cards}) == len(cards)
    twins = {**cards, "R01": replace(cards["R01"], name="Fraisier"), "R02": replace(cards["R02"], name="")}
    box = CardSet(twins, "twins")
    assert [box.called(card) for card in ("R01", "R02", "R35")] == ["R01 Fraisier", "R02", "R35 Fraisier"]
