"""Alone against the automatic chef."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from sb_table import GAME, after, bakery, legal, refill, rule, settled

from companion.games.star_baker.rules.phases.chef import chosen
from companion.rules import CHANCE

NAMES = {1: "Anna"}
BOOK = "R01 R24 R53"


def solo(chef: str = "ada", hand: str = "C1b C1c", deck: str = "C2b C2c", **more: Any) -> Any:
    """Alone, with these cards in hand and in the chef's deck, everybody yet to choose."""
    values = {"discard": ("", "C2a"), "book": BOOK} | more
    return bakery(hand, chef_deck=deck, options={"automatic_chef": chef, "advanced": "on"}, **values)


def test_the_set_up_is_that_of_two_players() -> None:
    state = GAME.new(1)
    assert (state.seats, state.actors, state.table.deck_size) == (1, (CHANCE,), 20)
    state = refill(after(state, "chance chefs 1 red", "chance chefs 2 blue"))
    assert (len(state.book), state.deck, state.hand[1]) == (3, 17, ("C5a", "C5b", "C5c"))
    chosen_by_me = GAME.new(1, {"deal_chefs": "choose"})
    assert chosen_by_me.actors == (1,)
    assert after(chosen_by_me, "1 chefs 1 red").actors == (CHANCE,)


def test_a_day() -> None:
    state = after(solo(), "1 time C1b")
    assert (state.phase, state.prompts()[1].message.render(NAMES)) == (
        "CHEF",
        "For Chef Ada: turn up its time card.",
    )
    assert legal(state, CHANCE) == ["chef time C2b", "chef time C2c"]
    assert rule(state, "chance chef time C2a") == "section 10"
    state = after(state, "chance chef time C2b")
    assert (state.hand[1], state.discard[1]) == (("C2c",), ("C2a", "C2b"))
    assert (
        state.prompts()[1].message.render(NAMES) == "Turn all time cards face up. Chef Ada 6:53, Anna 6:56."
    )
    state = after(state, "chance order 2 1")
    assert (
        state.prompts()[1].message.render(NAMES)
        == "For Chef Ada: take Blueberry Danish and put it on its discard pile."
    )
    assert (state.actors, legal(state, CHANCE), legal(state, 1)) == ((CHANCE,), ["chef take R24"], [])
    assert (rule(state, "chance chef take R01"), rule(state, "chance chef restock R24")) == (
        "section 10",
        "section 10",
    )
    state = after(state, "chance chef take R24")
    assert (state.book, state.discard[1], state.mover) == (("R01", "R53"), ("C2a", "C2b", "R24"), 1)
    assert state.actions_today == ("", "fill")


def test_it_is_told_of_by_what_it_is_and_by_no_number() -> None:
    def told(text: str, names: dict[int, str]) -> str:
        return GAME.tell(GAME.parse(CHANCE, text)).render(names)

    turned = "The time cards are turned face up."
    assert told("order 1 2", NAMES) == f"{turned} Anna plays first, then the automatic chef."
    assert told("order 2 1", NAMES) == f"{turned} The automatic chef plays first, then Anna."
    assert told("order 2 1", {1: "Anna", 2: "Ben"}) == f"{turned} Ben plays first, then Anna."
    assert told("chefs 2 blue", NAMES) == "The automatic chef takes the blue chef cards."
    assert told("chefs 2 blue", {1: "Anna", 2: "Ben"}) == "Ben takes the blue chef cards."


TAKES = "First for Chef Ada: take Blueberry Danish and put it on its discard pile."
RESTOCKS = "First for Chef Ada: shuffle its discard pile as its deck, put {} on the recipe deck."


def prompt(state: Any) -> str:
    """What is asked, and after ``|`` each thing that has happened before."""
    said = state.prompts()[1]
    return " | ".join(each.render(NAMES) for each in (said.message, *said.told))


def test_what_it_does_by_itself_is_told_with_what_comes_next() -> None:
    """All of its turn is taken down at once, but people have to carry it out."""
    first = settled(after(solo(), "1 time C1b", "chance chef time C2b"))
    assert first.mover == 1
    times = "Turn all time cards face up. Anna 6:56."
    assert prompt(first).startswith(f"Anna: restock. | {times} | {TAKES} | Discard your time card first.")
    assert GAME.decode(GAME.encode(first)) == first
    assert prompt(settled(after(first, "1 restock"))) == "Turn up 1 card."
    last = settled(after(solo(hand="C1a C1b"), "1 time C1a", "chance chef time C2b"))
    assert prompt(settled(after(last, "1 restock reserve R01"))) == (
        f"Turn up 2 cards: Vanilla Bun and the next card. | {TAKES}"
    )


BOTH = "Turn up First-bus Bagel and Blueberry Danish first."


def test_its_restocking_is_told_with_what_comes_next() -> None:
    state = settled(after(solo(deck="C2b", hand="C1a C1b"), "1 time C1a", "chance chef time C2b"))
    again = settled(after(replace(state, all_restock_days=1), "1 restock"))
    state = settled(after(state, "1 restock reserve R24"))
    assert (state.phase, prompt(state)) == (
        "PICK",
        f"Choose a time card, face down. | {RESTOCKS.format('First-bus Bagel')} | {BOTH}",
    )
    shuffle = "Nobody filled a recipe for two days: shuffle the row into the deck, turn up 3 cards."
    assert prompt(again) == f"{shuffle} | {RESTOCKS.format('Blueberry Danish')}"


def test_what_it_took_on_the_last_day_is_told_at_the_end() -> None:
    state = settled(after(solo(hand="C1a C1b"), "1 time C1a", "chance chef time C2b"))
    empty = replace(state, deck=0)
    assert prompt(settled(after(empty, "1 restock"))).endswith(
        " | Today Chef Ada took Blueberry Danish."
        " | The deck has too few cards for a new row: count your points."
    )


def test_what_it_takes_is_a_fill_to_the_stalemate_guard() -> None:
    state = after(solo(resets=4), "1 time C1b", "chance chef time C2b", "chance order 2 1")
    assert state.resets == 4
    assert after(state, "chance chef take R24").resets == 0


def test_it_restocks_when_its_deck_is_empty() -> None:
    state = after(solo(deck="C2b"), "1 time C1b", "chance chef time C2b", "chance order 2 1")
    assert legal(state, CHANCE) == ["chef restock R24"]
    assert state.prompts()[1].message.render(NAMES) == (
        "For Chef Ada: shuffle its discard pile as its deck, put Blueberry Danish on the recipe deck."
    )
    assert rule(state, "chance chef take R24") == "section 10"
    state = after(state, "chance chef restock R24")
    assert (state.hand[1], state.discard[1], state.reserved) == (("C2a", "C2b"), (), ("R24",))


def test_it_restocks_when_the_book_is_empty() -> None:
    state = replace(solo(), phase="TURN", order=(1, 2), turn_index=1, book=())
    assert legal(state, CHANCE) == ["chef restock"]
    said = "For Chef Ada: shuffle its discard pile and what is left of its deck as its deck."
    assert state.prompts()[1].message.render(NAMES) == said
    assert rule(state, "chance chef restock R08") == "section 10"
    assert after(state, "chance chef restock").hand[1] == ("C2a", "C2b", "C2c")


def test_an_arrive_early_card_makes_it_go_last() -> None:
    state = solo(deck="C2b R51", book="R01 R24 R52")
    state = after(state, "1 time C1c", "chance chef time R51")
    assert legal(state, CHANCE) == ["order 1 2"]
    assert (
        state.prompts()[1].message.render(NAMES) == "Turn all time cards face up. Anna 7:50, Chef Ada last."
    )


@pytest.mark.parametrize(
    ("chef", "book", "recipe"),
    [
        ("ada", "R01 R06 R18", "R18"),  # most symbols
        ("ada", "R06 R18 R22", "R18"),  # ties by lower id
        ("bruno", "R06 R31 R46", "R46"),  # most requirements
        ("celeste", "R06 R31 R46", "R06"),  # fewest requirements
        ("dmitri", "R08 R10 R34", "R08"),  # it has a coin only: of star and trophy the star
        ("dmitri", "R10 R24 R31", "R31"),
        ("dmitri", "R08 R17 R32", "R32"),
        ("dmitri", "R08 R17 R18", "R18"),  # of those with one star the one with most symbols
        ("esme", "R06 R21 R46", "R21"),  # most fillings
        ("farid", "R08 R19 R25", "R25"),  # latest time
        ("farid", "R08 R25 R51", "R51"),  # no time is the latest
    ],
)
def test_every_personality_chooses_in_its_own_way(chef: str, book: str, recipe: str) -> None:
    state = solo(chef, book=book, discard=("", "C2a R09"))
    assert chosen(state) == recipe


@pytest.mark.parametrize(
    ("mine", "winners", "sentence"),
    [
        ("R46", (1,), "Anna: 3 symbols + 1 set = 5. Star Baker!"),
        ("R09", (), "Chef Ada: 3 symbols + 0 sets = 3. Star Baker!"),
        ("C1a C1b C1c R08 R18", (1,), "Anna and Chef Ada: 3 points and 5 cards each: a shared victory."),
        (
            "C1a C1b R08 R18",
            (),
            "Chef Ada: 3 symbols + 0 sets = 3, and the most cards. Star Baker!",
        ),
    ],
)
def test_the_end(mine: str, winners: tuple[int, ...], sentence: str) -> None:
    state = solo(hand=mine, discard=("", "C2a R07 R22"), book="R01 R02 R04", phase="OVER")
    assert (state.outcome.winners, state.outcome.message.render(NAMES)) == (winners, sentence)
    assert any("Anna has lost with" in each.render(NAMES) for each in state.prompts()[1].told) == (
        not winners
    )
    (chef,) = state.sheet().others
    assert (str(chef.name), chef.total) == ("Chef Ada", 3)
    assert [line.points for line in chef.lines if line.points] == [1, 2]


@pytest.mark.parametrize(("mine", "points"), [("R09", "1 point"), ("C1a C1b R08 R18", "3 points")])
def test_who_has_lost_is_told_the_own_points(mine: str, points: str) -> None:
    state = solo(hand=mine, discard=("", "C2a R07 R22"), book="R01 R02 R04", phase="OVER")
    told = [each.render(NAMES) for each in state.prompts()[1].told]
    assert f"Anna has lost with {points}." in told


def test_the_heading_names_the_winners_where_they_are_all_people() -> None:
    """Else the whole sentence is told."""
    chef = {"discard": ("", "C2a R07 R22"), "book": "R01 R02 R04", "phase": "OVER"}
    alone = solo(hand="R46", **chef).outcome
    assert alone.why.render(NAMES) == "3 symbols + 1 set = 5. Star Baker!"
    assert solo(hand="C1a C1b C1c R08 R18", **chef).outcome.why is None


@pytest.mark.parametrize("phase", ["REVEAL", "TURN"])
def test_a_day_on_which_it_has_no_time_card_is_told(phase: str) -> None:
    state = after(solo(), "1 time C1b", "chance chef time C2b")
    day = {"phase": phase, "order": (1, 2) if phase == "TURN" else ()}
    assert replace(state, **day).problems() == ()
    lost = replace(state, hand=(state.hand[0], ("C2a", "C2b", "C2c")), discard=((), ()), **day)
    assert [each.message.render({}) for each in lost.problems()] == [
        "The automatic chef's time card is not on its discard pile."
    ]


def test_the_log_calls_the_automatic_chef_by_its_name() -> None:
    game = GAME.at_table({"automatic_chef": "dmitri"})
    lines = ("chefs 2 blue", "order 2 1", "chef time C2b", "chef take R16", "chef restock")
    said = [game.tell(game.parse(CHANCE, line)).render({1: "Anna"}) for line in lines]
    assert said[0] == "Chef Dmitri takes the blue chef cards."
    assert all("Chef Dmitri" in each and "automatic" not in each for each in said)
