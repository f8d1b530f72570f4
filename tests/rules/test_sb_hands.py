"""What a seat holds, and where the game has a card that it does not hold."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sb_table import bakery

from companion.games.star_baker.rules.position import in_order

NAMES = {1: "Anna", 2: "Ben"}
HANDS = ("C1a C1b R02", "C2a C2b")


def says(state, card: str, seat: int = 1) -> str:
    return state.seen_by(seat).whereabouts(f"card-{card}", seat).render(NAMES)


@pytest.fixture
def table():
    piles = bakery(*HANDS, time=("C1c", "C2c"), discard=("R03", "R05"), book="R10 R11 R12", sound=False)
    seen = in_order((*piles.seen, "R13", "R14"))
    state = replace(piles, reserved=("R13",), returned=("R14",), seen=seen)
    assert state.problems() == ()
    return state


def test_a_seat_holds_what_is_in_its_hand_and_nothing_of_others(table) -> None:
    assert table.seen_by(1).held(1) == ("card-C1a", "card-C1b", "card-R02")
    assert table.seen_by(1).held(2) == ()
    assert table.seen_by(None).held(1) == ()


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("R10", "Custard Cream lies in the recipe book."),
        ("R13", "Blueberry Bar is in the recipe deck."),
        ("R14", "Strawberry Tartlet is in the recipe deck."),
        ("R03", "Blueberry Puff is in your discard pile."),
        ("R05", "Custard Cup is in Ben's discard pile."),
        ("C1c", "“Ada on the late shift” is in your time slot."),
        ("C2c", "“Bruno on the late shift” is in Ben's time slot."),
        ("C2a", "“Bruno opens up” is one of Ben's cards."),
        ("C5a", "“Esme opens up” is of a chef set that nobody has."),
        ("R40", "Marble Berry Loaf has not been turned up yet."),
    ],
)
def test_where_a_card_is(table, card: str, sentence: str) -> None:
    assert says(table, card) == sentence


def test_a_card_in_a_hand_that_is_not_seen_is_only_not_yours(table) -> None:
    assert says(table, "R02", seat=2) == "Cocoa Twist is not in your hand."
    opened = bakery("C1a C1b C1c R02", "C2a C2b C2c", book="R10 R11 R12", options={"open_hands": "on"})
    assert says(opened, "R02", seat=2) == "Cocoa Twist is in Anna's hand."
    assert says(opened, "C2a", seat=1) == "“Bruno opens up” is in Ben's hand."


def test_a_card_that_was_tossed_and_the_automatic_chef() -> None:
    alone = bakery(
        "C1a C1b C1c", chef_deck="C2a C2b C2c", book="R10 R11 R12", box_seen=("R07",), seen=("R07",)
    )
    assert says(alone, "R07") == "Chocolate Drop is out of the game."
    assert says(alone, "C2a") == "“Bruno opens up” is in Chef Ada's deck."
    assert (
        alone.whereabouts("card-back", 1).render(NAMES)
        == "A card that lies face down cannot be told from others."
    )
