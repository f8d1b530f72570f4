"""Rules of Star Baker that no worked example shows."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from sb_table import action, after, bakery, fills, legal, rule

from companion.games.star_baker.rules import fillable

NAMES = {1: "Anna", 2: "Ben"}
ADVANCED, REQUIRED, ALL = {"advanced": "on"}, {"reserve": "required"}, {"bonus_fill_uses": "all"}


def turn(hand: str = "C1b C1c", **more: Any) -> Any:
    return bakery(hand, "C2b C2c", time=("C1a", "C2a"), **({"book": "R01 R02 R12"} | more))


def refused(state: Any, line: str) -> str:
    return str(state.why_not(action(line)).sentence(NAMES))


def test_SB_07_who_arrives_early_with_a_time_may_fill() -> None:
    state = bakery("C1b", "C2b", time=("C1c R51", "C2a"), book="R12", options=ADVANCED)
    assert fills(state) == ["fill R12 < C1b"]
    assert rule(state, "1 fill R12 < C1b") == ""


def test_SB_24_without_a_time_nothing_can_be_filled_whatever_is_in_hand() -> None:
    turned = {"time": ("R51", ""), "discard": ("", "C2a"), "order": (2, 1), "turn_index": 1}
    state = bakery("R52", "C2b", book="R01", options=ADVANCED, **turned)
    assert state.card("R52").fillings == state.card("R01").requires
    assert (fillable(state), fills(state)) == ((), [])


def test_SB_18_every_chain_of_bonus_fills_is_offered_once() -> None:
    assert fills(turn(book="R08 R12 R13")) == [
        "fill R08 < C1b",
        "fill R12 < C1b",
        "fill R13 < C1b",
        "fill R13 < C1b; bonus R12",
    ]
    chain = bakery("C4b C5b", "C2b", time=("C4a", "C2a"), book="R11 R12 R13", sound=False)
    assert [text for text in fills(chain) if text.count("bonus") == 2] == [
        "fill R11 < C4b C5b; bonus R13; bonus R12",
        "fill R13 < C4b C5b; bonus R11; bonus R12",
    ]


def test_SB_18_with_all_fillings_again_no_card_is_played_for_the_bonus_alone() -> None:
    state = turn("C1b R09", book="R08 R13 R27", options=ALL)
    assert rule(state, "1 fill R27 < C1b R09; bonus R08") == ""
    assert refused(state, "1 fill R13 < C1b R09; bonus R27") == "Jam Penny pays for nothing (SB-13)."
    assert set(fills(state)) >= {"fill R27 < C1b R09; bonus R08", "fill R13 < C1b; bonus R08"}
    assert "fill R13 < C1b R09; bonus R27" not in fills(state)


@pytest.mark.parametrize(
    ("uses", "what"), [("leftover", "fillings that are left"), ("all", "fillings of these cards")]
)
def test_SB_18_what_does_not_pay_for_the_bonus_is_told(uses: str, what: str) -> None:
    state = turn(book="R10 R13", options={"bonus_fill_uses": uses})
    told = refused(state, "1 fill R13 < C1b; bonus R10")
    assert told == f"The {what} do not pay for the bonus fill (SB-18)."


def test_SB_16_where_a_card_must_be_reserved_there_must_be_one() -> None:
    reserving = ["restock reserve R01", "restock reserve R02"]
    for options, alone in (({}, ["restock"]), (REQUIRED, [])):
        full = turn(book="R01 R02", options=options)
        assert [text for text in legal(full) if text.startswith("restock")] == [*alone, *reserving]
    empty = turn(book="", options=REQUIRED)
    assert (legal(empty), rule(empty, "1 restock")) == (["restock"], "")


def test_resets_are_counted_until_somebody_fills() -> None:
    """The stalemate guard of section 10."""
    state = bakery("C1b C1c", "C2b C2c", time=("C1a", "C2a"), book="R01 R12", resets=3)
    assert after(state, "1 restock").resets == 3
    assert after(state, "1 fill R12 < C1b").resets == 0


def test_SB_16_the_card_that_was_reserved_last_is_said_to_lie_on_top() -> None:
    state = after(turn(), "1 restock reserve R01", "2 restock reserve R12")
    assert refused(state, "chance refill R01") == "Choc Chip Cookie was reserved and lies on top (SB-16)."


def test_SB_01_chef_cards_of_a_colour_that_there_is_not_are_told() -> None:
    state = bakery("R01", "R02", phase="OVER", book="R03 R04")
    (found,) = replace(state, chefs=("pink", "orange")).problems()
    assert found.message.render({}) == "The pink chef cards cannot be given out so."


def test_SB_20_the_last_card_in_hand_is_kept() -> None:
    state = after(turn("C1b", book="R57", options=ADVANCED), "1 fill R57 < C1b")
    assert state.problems() == ()
    kept = "Your hand may not be left empty: choose from your discard pile (SB-20)."
    assert refused(state, "1 toss R57") == kept


def test_SB_22_a_day_on_which_nobody_fills_is_told_of() -> None:
    before = after(turn(), "1 restock")
    idle = after(before, "2 restock").followed(before, action("2 restock"))
    assert [each.render(NAMES) for each in idle] == ["Day 3 is over: nobody has filled a recipe."]
    before = after(turn(), "1 fill R12 < C1b")
    busy = after(before, "2 restock").followed(before, action("2 restock"))
    assert [each.render(NAMES) for each in busy] == ["Day 3 is over."]


def test_a_card_of_the_deck_is_as_likely_as_any_other_when_but_one_is_unseen() -> None:
    """Section 7, after a reset."""
    won = " ".join(f"R{number:02}" for number in range(1, 48))
    state = bakery(won, "C2a", "C3a", "C4a", "C5a", seen=("R48", "R49"), phase="REFILL", sound=False)
    state = replace(state, returned=("R48", "R49"), deck=3)
    assert state.problems() == ()
    assert [(str(each), weight) for each, weight in state.odds()] == [
        ("refill R48", 1),
        ("refill R49", 1),
        ("refill R50", 1),
    ]


@pytest.mark.parametrize("seat", [1, 2])
def test_SB_09_whose_time_card_is_missing_is_told(seat: int) -> None:
    picks = tuple(() if seat == player else (f"C{player}a",) for player in (1, 2))
    (found,) = replace(turn(), time_pick=picks).problems()
    assert (found.rule, found.message.render({seat: "Anna"})) == (
        "SB-09",
        "Anna's time card is not where it must be.",
    )


def test_SB_G29_whose_last_card_lies_face_down_has_nothing_to_change() -> None:
    state = after(bakery("C1a", "C2a C2b", book="R01 R02 R03"), "1 time C1a")
    assert [state.seen_by(seat).actors for seat in (None, 1, 2)] == [(2,)] * 3
    assert state.actors == (2,)
    more = after(bakery("C1a C1b", "C2a C2b", book="R01 R02 R03"), "1 time C1a")
    assert [more.seen_by(seat).actors for seat in (None, 1, 2)] == [(1, 2)] * 3


def test_the_automatic_chef_is_told_of_when_it_does_something_else() -> None:
    """Section 10."""

    def says(position: Any, line: str) -> str:
        return str(position.why_not(action(line)).message.render(NAMES))

    state = bakery("C1b C1c", chef_deck="C2b C2c", discard=("", "C2a"), book="R01 R24 R07")
    state = after(state, "1 time C1b", "chance chef time C2b", "chance order 2 1")
    assert says(state, "chance chef take R01") == "Chef Ada takes Blueberry Danish."
    cards_left = "Chef Ada has cards left and takes a recipe."
    assert says(state, "chance chef restock R24") == cards_left
    empty = replace(state, hand=(state.hand[0], ()))
    assert says(empty, "chance chef take R24") == "Chef Ada restocks now."
    assert says(empty, "chance chef restock R01") == "Chef Ada reserves Blueberry Danish."
    bookless = replace(empty, book=())
    assert says(bookless, "chance chef restock R01") == "Chef Ada reserves nothing."


def test_the_last_reset_is_announced_the_day_before() -> None:
    """The stalemate guard is a rule of ours: nobody is to be surprised by it."""
    before = after(bakery("C1a C1b R16", "C2a C2b", phase="PICK", book="R01 R02 R03"))
    warned = replace(before, resets=4, all_restock_days=1)
    text = "If everybody restocks again today, the game ends. This rule is ours (Stalemate guard)."
    assert text in [each.render({}) for each in warned.prompts()[1].told]
    for calm in (replace(warned, all_restock_days=0), replace(warned, resets=3)):
        assert text not in [each.render({}) for each in calm.prompts()[1].told]
