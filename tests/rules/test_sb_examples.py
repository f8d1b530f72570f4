"""Every worked example of the specification of Star Baker, section 14, under its number."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import sys
from typing import Any

import pytest
from sb_table import GAME, after, bakery, cards, fills, legal, own, refill, rule

from companion.rules import CHANCE, BadOption

ADVANCED = {"advanced": "on"}


def test_every_example_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_SB_E")]
    assert {int(name.removeprefix("test_SB_E")[:2]) for name in names} == set(range(1, 30))


def set_up(seats: int, options: dict[str, str] | None = None) -> Any:
    """The morning of day 1."""
    state = GAME.new(seats, options)
    while state.phase == "CHEFS":
        state = state.after(next(state.legal(state.actors[0])))
    return refill(state)


def test_SB_E01_four_players() -> None:
    state = set_up(4)
    assert (state.table.deck_size, len(state.book), state.deck) == (40, 5, 35)
    assert len(state.table.in_use) - state.table.deck_size == 10
    assert [len(hand) for hand in state.hand] == [3, 3, 3, 3]
    assert (state.phase, state.day, state.discard) == ("PICK", 1, ((), (), (), ()))


def ordered(state: Any, *lines: str) -> Any:
    """Put down time cards; the order in which they are turned over."""
    state = after(state, *lines)
    assert state.phase == "REVEAL"
    (action,) = state.legal(CHANCE)
    return action.seats


BOOK3 = "R01 R02 R03 R04"


def test_SB_E02_the_earliest_goes_first() -> None:
    state = bakery("C1b C1c", "C2a C2b", "C3b C3c", book=BOOK3)
    assert ordered(state, "1 time C1b", "2 time C2a", "3 time C3c") == (2, 1, 3)


def test_SB_E03_arrive_early() -> None:
    state = bakery("C1c R51", "C2b C2c", book="R01 R02 R03", options=ADVANCED)
    assert ordered(state, "1 time C1c +R51", "2 time C2b") == (1, 2)
    assert ordered(state, "1 time C1c", "2 time C2b") == (2, 1)


def test_SB_E04_equal_arrivals() -> None:
    state = bakery("C1c R51", "C2c C2b", "C3b C3a", book=BOOK3, options=ADVANCED)
    assert ordered(state, "1 time C1c +R51", "2 time C2c", "3 time C3b") == (1, 3, 2)


def test_SB_E05_two_arrive_early_cards() -> None:
    state = bakery("C1c R51 R52", "R14 C2a", book="R01 R02 R03", options=ADVANCED)
    assert ordered(state, "1 time C1c +R51 +R52", "2 time R14") == (1, 2)


def test_SB_E06_nothing_but_arrive_early() -> None:
    state = bakery("C1a C1b", "R53 R54", "C3a C3b", book="R02 R05 R09 R15", options=ADVANCED)
    assert legal(state, 2) == ["time R53", "time R54"]
    assert rule(state, "2 time R53 +R54") == "SB-24"
    state = after(state, "1 time C1a", "2 time R53", "3 time C3a", "chance order 1 3 2")
    state = after(state, "1 restock", "3 restock")
    assert fills(state, 2) == []
    assert rule(state, "2 fill R15 < R54") == "SB-24"
    assert rule(state, "2 restock reserve R02") == ""


def e07(**more: Any) -> Any:
    book = more.pop("book", "R01 R12 R31")
    return bakery("C1b C1c", "C2b C2c", time=("C1a", "C2a"), book=book, **more)


def test_SB_E07_bonus_restock() -> None:
    state = after(e07(), "1 fill R12 < C1b")
    assert own(state) == ("C1a C1b C1c R12", "")
    assert state.actions_today == ("fill", "")


def test_SB_E08_the_time_card_does_not_pay() -> None:
    state = e07(book="R08 R11 R31")
    assert not [text for text in fills(state) if "R11" in text]
    assert rule(state, "1 fill R11 < C1a") == "SB-09"
    assert rule(state, "1 fill R11 < C1b") == "SB-12"


def test_SB_E09_left_over_fillings_are_lost() -> None:
    state = bakery("C1a C1b", "C2b C2c", time=("C1c", "C2a"), book="R16 R45 R46")
    assert fills(state) == ["fill R16 < C1a C1b"]
    assert own(after(state, "1 fill R16 < C1a C1b")) == ("R16", "C1c C1a C1b")


def test_SB_E10_every_card_pays() -> None:
    state = e07(book="R20 R01 R04")
    assert rule(state, "1 fill R20 < C1b C1c") == "SB-13"
    assert rule(state, "1 fill R20 < C1b") == ""


def test_SB_E11_an_exact_cover() -> None:
    state = e07(book="R46 R01 R02")
    assert own(after(state, "1 fill R46 < C1b C1c")) == ("R46", "C1a C1b C1c")


def test_SB_E12_a_filling_asked_for_twice() -> None:
    def table(hand: str) -> Any:
        return bakery("C1b C1c", "C2b C2c", hand, time=("C1a", "C2a", "C3c"), book="R26 R31", order=(3, 1, 2))

    assert fills(table("C3a C3b"), 3) == []
    state = table("C3a C3b R08")
    assert fills(state, 3) == ["fill R26 < C3b R08"]
    assert own(after(state, "3 fill R26 < C3b R08"), 3) == ("C3a C3b C3c R08 R26", "")


def test_SB_E13_a_bonus_fill() -> None:
    state = after(e07(book="R08 R12 R13"), "1 fill R13 < C1b; bonus R12")
    assert own(state) == ("C1a C1b C1c R12 R13", "")
    assert (state.book, state.actions_today[0]) == (("R08",), "fill")


def test_SB_E14_a_filling_pays_once() -> None:
    line = "1 fill R13 < C1b; bonus R08"
    assert rule(e07(book="R08 R12 R13"), line) == "SB-18"
    again = e07(book="R08 R12 R13", options={"bonus_fill_uses": "all"})
    assert own(after(again, line)) == ("C1c R08 R13", "C1a C1b")
    assert rule(again, "1 fill R13 < C1b C1c; bonus R09") == "SB-12"


def test_SB_E15_a_chain_of_bonus_fills() -> None:
    state = bakery(
        "C4b C5b R09", "C2b C2c", time=("C1a", "C2a"), book="R11 R12 R13", discard=("C1b",), sound=False
    )
    state = after(state, "1 fill R11 < C4b C5b; bonus R13; bonus R12")
    assert own(state) == ("C1a C1b C4b C5b R09 R11 R12 R13", "")


def test_SB_E16_reserved_cards_lie_on_top() -> None:
    state = bakery(
        "C1b C1c", "C2b C2c", "C3b C3c", time=("C1a", "C2a", "C3a"), book="R08 R16 R31 R45", deck=26
    )
    state = after(state, "1 restock reserve R31", "2 fill R08 < C2b")
    assert rule(state, "3 fill R31 < C3b C3c") == "SB-12"
    state = after(state, "3 restock reserve R45")
    assert (state.deck, state.reserved, state.book, state.phase) == (28, ("R31", "R45"), ("R16",), "REFILL")
    assert legal(state, CHANCE) == ["refill R45"]
    assert rule(state, "chance refill R31") == "SB-16"
    state = after(state, "chance refill R45", "chance refill R31", "chance refill R50")
    assert (state.deck, state.book, state.phase, state.day) == (25, cards("R16 R31 R45 R50"), "PICK", 4)


def day5(**more: Any) -> Any:
    values = {"book": "R12 R16 R19", "day": 5, "all_restock_days": 1}
    return bakery("C1b C1c", "C2b C2c", time=("C1a", "C2a"), **(values | more))


def test_SB_E17_the_book_is_reset() -> None:
    state = after(day5(), "1 restock", "2 restock reserve R19")
    assert (state.phase, legal(state, CHANCE)) == ("RESET", ["reset"])
    state = after(state, "chance reset")
    assert (state.book, state.deck, state.reserved, state.returned) == ((), 20, (), cards("R12 R16 R19"))
    assert (state.all_restock_days, state.resets) == (0, 1)
    # Each of the 20 cards is equally likely to be next: three known ones, and 17 of 47 unseen.
    odds = {str(each): weight for each, weight in state.odds()}
    assert (odds["refill R19"], odds["refill R01"], sum(odds.values())) == (47, 17, 47 * 20)
    state = refill(state)
    assert (len(state.book), state.deck, state.day) == (3, 17, 6)


def test_SB_E18_a_bonus_restock_is_a_fill() -> None:
    state = after(day5(), "1 fill R12 < C1b", "2 restock")
    assert (state.phase, state.all_restock_days) == ("REFILL", 0)


def late(deck: int) -> Any:
    """The end of a day with one card left in the book, three players."""
    won = [f"R{number:02}" for number in range(2, 31 - deck)]
    return bakery(
        f"C1b {' '.join(won)}", "C2b", "C3b", time=("", "", "C3a"), book="R01", order=(1, 2, 3), turn_index=2
    )


def test_SB_E19_the_deck_cannot_refill_the_book() -> None:
    state = after(late(2), "3 restock")
    assert (state.phase, state.deck, state.book) == ("OVER", 2, ("R01",))
    assert [each.text for each in state.prompts()[1].told] == [
        "The deck has too few cards for a new row: count your points."
    ]


def test_SB_E20_exactly_enough() -> None:
    state = after(late(3), "3 restock")
    state = refill(state)
    assert (state.phase, len(state.book), state.deck) == ("PICK", 4, 0)


def e21(hand: str) -> Any:
    return bakery(
        hand, "C2b C2c", time=("C1a", "C2a"), book="R01 R57 R31", box_seen=("C1c",) * (hand == "C1b"),
        options=ADVANCED,
    )  # fmt: skip


def test_SB_E21_the_hand_is_not_left_empty() -> None:
    state = after(e21("C1b"), "1 fill R57 < C1b")
    assert (own(state), state.phase, state.actors) == (("R57", "C1a C1b"), "TOSS", (1,))
    assert legal(state) == ["toss C1a", "toss C1b"]
    assert rule(state, "1 toss R57") == "SB-20"
    state = after(state, "1 toss C1a")
    assert (own(state), state.box_seen, state.mover) == (("R57", "C1b"), ("C1a", "C1c"), 2)


def test_SB_E22_any_card_may_go() -> None:
    state = after(e21("C1b C1c"), "1 fill R57 < C1b")
    assert legal(state) == ["toss C1a", "toss C1b", "toss C1c", "toss R57"]


def scored(*hands: str) -> Any:
    return bakery(*hands, phase="OVER", book="R01 R02")


def test_SB_E23_claire() -> None:
    # R18 coin star, R22 trophy coin, R49 coin coin star, R31 trophy star: 4 coins, 3 stars, 2 trophies.
    state = scored("R18 R22 R49 R31", "C2a")
    assert state.sheet().totals()[1] == 13


def told(state: Any, seat: int) -> list[str]:
    """The lines of a seat's sheet; those that score with their points."""
    lines = state.sheet().lines[seat]
    return [
        line.message.render({}) + (f" = {line.points}" if line.points is not None else "") for line in lines
    ]


def test_SB_E24_the_score_sheet() -> None:
    state = scored("C1a C1b C1c R16 R20 R22 R49", "C2a")
    assert told(state, 1) == [
        "Coins = 4", "Stars = 3", "Trophies = 2", "Symbols: 9", "Sets: 2", "Set bonus: 2 x 2 = 4", "Cards: 7",
    ]  # fmt: skip
    assert state.sheet().totals()[1] == 13


def test_SB_E25_one_set() -> None:
    state = scored("C1a", "C2a C2b C2c R07 R10 R33 R34 R48")
    assert told(state, 2)[:3] == ["Coins = 2", "Stars = 1", "Trophies = 6"]
    assert (state.sheet().totals()[2], told(state, 2)[-1]) == (11, "Cards: 8")


def test_SB_E26_ties() -> None:
    red, orange = "C1a C1b C1c R31 R35 R39 R47", "C2a C2b C2c R16 R20 R22 R49"
    state = scored(red, orange)
    assert told(state, 1)[:3] == ["Coins = 3", "Stars = 2", "Trophies = 4"]
    assert (state.sheet().totals(), state.outcome.winners) == ({1: 13, 2: 13}, (1, 2))
    assert state.outcome.message.render({1: "Anna", 2: "Ben"}) == (
        "Anna and Ben: 13 points and 7 cards each: a shared victory."
    )
    more = scored(f"{red} R03", orange)
    assert more.outcome.winners == (1,)
    assert more.outcome.message.render({1: "Anna"}) == (
        "Anna: 9 symbols + 2 sets = 13, and the most cards. Star Baker!"
    )


def test_SB_E27_two_recipes_on_one_day() -> None:
    won = " ".join(f"R{number}" for number in (20, 22, 24, 31, 35, 39, 47, 48))
    state = bakery("C1b C1c", f"C2b {won}", time=("C1a", "C2a"), book="R08 R12 R13", all_restock_days=1)
    assert state.deck == 9
    state = after(state, "1 fill R13 < C1b; bonus R12", "2 restock")
    assert (len(state.book), state.all_restock_days) == (1, 0)
    state = refill(state)
    assert (len(state.book), state.deck) == (3, 7)


def test_SB_E28_an_empty_book() -> None:
    state = bakery("C1b", "C2b", time=("", "C2a"), book="", order=(1, 2), turn_index=1)
    assert legal(state, 2) == ["restock"]
    assert rule(state, "2 restock reserve R01") == "SB-17"


def test_SB_E29_six_need_the_advanced_cards() -> None:
    with pytest.raises(BadOption, match="6 players need the advanced cards: 60 in all"):
        GAME.new(6, {"advanced": "off"})
    assert GAME.new(6).table.advanced
    assert not GAME.new(5).table.advanced
    assert [GAME.new(seats).table.deck_size for seats in (2, 3, 6)] == [20, 30, 60]
