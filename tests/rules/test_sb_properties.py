"""The property checks SB-P01..P12 notice what they are there for; the shipped cards; paying."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import chain, combinations, permutations
from typing import Any

import pytest
from msgspec.structs import replace
from sb_table import GAME, action, after, bakery, fills

from companion.games.star_baker.rules.checks.properties import DAY_BOUND
from companion.games.star_baker.rules.data.card_file import SHIPPED
from companion.games.star_baker.rules.data.cards import clock
from companion.games.star_baker.rules.phases import turns
from companion.games.star_baker.rules.results.scoring import score
from companion.rules.record import history
from companion.rules.testing import check_game, random_record


def broken(before: Any, line: str, **changes: Any) -> set[str]:
    """The numbers of the properties that are broken when the step ends in a changed state."""
    taken = action(line)
    found = GAME.properties(before, taken, replace(before.after(taken), **changes))
    return {sentence.split()[0].rstrip(":") for sentence in found}


def turn(**more: Any) -> Any:
    return bakery("C1b C1c", "C2b C2c", time=("C1a", "C2a"), **({"book": "R01 R02 R12"} | more))


def test_every_property_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_SB_P")]
    assert {int(name.removeprefix("test_SB_P")[:2]) for name in names} == set(range(1, 13))


def test_a_right_end_of_a_day_breaks_none() -> None:
    assert broken(after(turn(), "1 restock"), "2 restock") == set()


@pytest.mark.parametrize(
    "line", ["1 fill R12 < C1b", "1 fill R02 < C1b", "1 restock", "1 restock reserve R02"]
)
def test_a_right_step_breaks_none(line: str) -> None:
    assert broken(turn(), line) == set()


def test_SB_P01_every_card_is_somewhere_once() -> None:
    assert "SB-P01" in broken(turn(), "1 restock", box_seen=("C1a",))
    assert "SB-P01" in broken(turn(), "1 restock", book=("R01", "R02"))
    assert "SB-P01" in broken(turn(), "1 restock", deck=16)


def test_SB_P02_hands_and_book_in_the_morning() -> None:
    state = after(bakery("C1a C1b", "C2a C2b", book="R01 R02 R03"), "1 time C1a")
    assert "SB-P02" in broken(state, "1 time C1b", book=("R01", "R02"), deck=18)
    assert "SB-26" in broken(state, "1 time C1b", hand=((), ("C2a", "C2b")), time_pick=((), ()))


def test_SB_P03_arrivals_differ() -> None:
    state = bakery("C1b", "C1b", time=("C1a", "C1a"), book="R01", phase="REVEAL", order=(), sound=False)
    assert "SB-P03" in broken(state, "chance order 1 2")
    assert "SB-P03" not in broken(replace(state, time_pick=(("C1a",), ("C2a",))), "chance order 1 2")
    early = bakery("C1a", "C3a", time=("C1c R51", "C3b"), book="R01", phase="REVEAL", order=(), sound=False)
    assert "SB-P03" not in broken(early, "chance order 1 2")
    timeless = replace(early, time_pick=(("R51",), ("R52",)))
    assert "SB-P03" not in broken(timeless, "chance order 1 2")


def test_SB_P04_cards_pay() -> None:
    for line in ("1 fill R12 < C1c", "1 fill R12 < C1b C1c", "1 fill R31 < C1c"):
        state = turn(book="R12 R31 R01")
        assert state.why_not(action(line)) is not None
        assert "SB-P04" in broken(state, line)
    again = bakery(
        "C1b R09", "C2b C2c", time=("C1a", "C2a"), book="R08 R27", options={"bonus_fill_uses": "all"}
    )
    assert broken(again, "1 fill R27 < C1b R09; bonus R08") == set()
    again = replace(again, book=("R15", "R27"))
    assert "SB-P04" in broken(again, "1 fill R27 < C1b R09; bonus R15")


def test_SB_P05_fill_or_restock() -> None:
    assert "SB-P05" in broken(turn(), "1 restock", actions_today=("fill", ""))
    assert "SB-P05" in broken(turn(actions_today=("fill", "")), "1 restock")
    assert "SB-P05" in broken(turn(book="R11 R01 R02"), "1 fill R11 < C1a")


def test_SB_P06_cards_stay() -> None:
    assert "SB-P06" in broken(turn(), "1 restock", hand=(("C1a", "C1b"), ("C2b", "C2c")))
    assert "SB-P06" in broken(turn(), "1 fill R02 < C1b", discard=((), ()))
    wrong = after(turn(book="R57", options={"advanced": "on"}), "1 fill R57 < C1b")
    assert broken(wrong, "1 toss C1c") == set()
    assert "SB-P06" in broken(wrong, "1 toss C1c", hand=wrong.hand)


def test_SB_P07_recipes_only_fall() -> None:
    assert "SB-P07" in broken(turn(), "1 restock", deck=18)
    assert "SB-P07" in broken(turn(), "1 fill R02 < C1b", deck=18)


def test_SB_P08_the_game_ends_in_time() -> None:
    assert "SB-P08" in broken(turn(), "1 restock", phase="OVER", order=(), time_pick=((), ()))
    assert "SB-P08" in broken(turn(), "1 restock", phase="REFILL", deck=0, book=("R01",))
    stale = after(turn(all_restock_days=1, resets=4), "1 restock", "2 restock")
    assert broken(stale, "chance reset") == set()
    assert "SB-P08" in broken(replace(stale, resets=3), "chance reset", phase="OVER")


@pytest.mark.parametrize("seats", range(1, 7))
def test_SB_P08_nine_or_ten_recipes_a_player_are_won(seats: int) -> None:
    state = history(random_record(GAME, seats, {"stalemate_guard": "off"}, seed=seats))[-1]
    players = state.table.players
    won = state.table.deck_size - state.deck - len(state.book)
    assert 9 * players <= won <= 10 * players


def test_SB_P09_the_score_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.games.star_baker.rules.checks.properties.score", lambda *_: 99)
    assert broken(turn(), "1 fill R02 < C1b") == {"SB-P09"}
    monkeypatch.setattr(
        "companion.games.star_baker.rules.checks.properties.score",
        lambda p, player: 99 if player == 1 else score(p, player),
    )
    assert broken(turn(), "1 fill R02 < C1b") == {"SB-P09"}


def test_SB_P10_days_of_restocking() -> None:
    assert "SB-P10" in broken(turn(), "1 restock", all_restock_days=2)


def test_SB_P11_the_shipped_cards() -> None:
    """The facts of section 2."""
    cards = list(SHIPPED.cards.values())
    times = {card.time_min for card in cards if card.time_min is not None}
    assert (len(cards), len(times), clock(min(times)), clock(max(times))) == (78, 73, "5:08", "8:36")
    sets = [[SHIPPED[card] for card in SHIPPED.chef_set(colour)] for colour in SHIPPED.colours]
    for chefs in sets:
        assert sorted(filling for card in chefs for filling in card.fillings) == sorted(
            ["vanilla", "chocolate", "blueberry", "strawberry", "custard"]
        )
    assert len({sum(card.time_min for card in chefs) for chefs in sets}) == 1
    standard = [card for card in cards if card.kind == "recipe"]
    assert set(Counter(filling for card in standard for filling in card.requires).values()) == {22}
    assert Counter(symbol for card in standard for symbol in card.symbols) == {
        "coin": 24,
        "star": 23,
        "trophy": 23,
    }
    assert Counter(card.ability for card in standard) == {"none": 35, "bonus_fill": 7, "bonus_restock": 8}
    assert Counter(len(card.requires) for card in standard) == {1: 15, 2: 15, 3: 15, 4: 5}
    advanced = Counter(card.ability for card in cards if card.kind == "advanced")
    assert advanced == {"arrive_early": 5, "somethings_wrong": 5}
    assert GAME.info.score_range == (0, 87 + 2 * 29)
    assert max(n for card in cards for n in [*Counter(card.requires).values(), 0]) == 2


def test_SB_P12_games_end() -> None:
    assert broken(turn(), "1 restock", day=DAY_BOUND + 1) == {"SB-P12"}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seats", range(2, 7))
def test_SB_P12_many_games_end(seats: int) -> None:
    """The 840 games of the specification, a part of them, with the guard off."""
    tables = [{"advanced": "on", "stalemate_guard": "off"}, {"stalemate_guard": "off"}]
    assert check_game(GAME, seats=[seats], options=tables, seeds=range(30)).games == 60


def pays(state: Any, chain_: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    """By trying every way to give each requirement a filling of its own (SB-12, SB-13)."""
    asked = [filling for card in chain_ for filling in state.card(card).requires]
    printed = [(card, filling) for card in cards for filling in state.card(card).fillings]
    return any(
        all(filling == wanted for (_, filling), wanted in zip(chosen, asked, strict=True))
        and {card for card, _ in chosen} == set(cards)
        for chosen in permutations(printed, len(asked))
    )


def test_payments_are_those_that_trying_finds() -> None:
    rng = random.Random(7)
    compared = 0
    recipes = SHIPPED.recipes(advanced=False)
    for _ in range(40):
        book = tuple(sorted(rng.sample(recipes, 3)))
        hand = tuple(sorted(rng.sample([card for card in recipes if card not in book], 4)))
        state = bakery(" ".join(hand), "C2b", time=("C1a", "C2a"), book=" ".join(book))
        expected = {
            f"fill {card} < {' '.join(cards)}"
            for card in book
            for cards in chain.from_iterable(combinations(hand, n) for n in range(1, 5))
            if pays(state, (card,), cards)
        }
        assert {text for text in fills(state) if ";" not in text} == expected
        assert set(turns.fillable(state)) == {text.split()[1] for text in expected}
        bonus = [each for each in state.legal(1) if isinstance(each, turns.Fill) and each.bonus]
        assert all(pays(state, each.won, each.cards) for each in bonus)
        compared += len(expected)
    assert compared > 40
