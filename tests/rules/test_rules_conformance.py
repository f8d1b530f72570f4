"""Every game keeps the promises of the contract, with every choice of seats and options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle

import pytest

from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import BadOption
from companion.rules.game import Game
from companion.rules.testing import check_game, single_options

SAMPLES = {
    "caterpillar-filler": {
        "start_flowers": ("B9,G6,J11,O8",),
        "die": ("1,2,3,3,3,3",),
        "turn_limit": ("1", "40"),
        "heads": ("white,purple,brown,yellow",),
        "bodies": ("black,green,blue,red",),
    },
    "filler-tiles": {"tiles_per_player": ("5", "full")},
    "it-happens": {"colours": ("blue,green,red,yellow,white",)},
    "papillon": {"colours": ("orange,green,black,white",)},
}
"""Game -> values for the options without ``choices`` (text, numbers); a game that has none is not named."""


MOST_TOGETHER = 4
"""So many options at once are changed in the quick games."""

MOST_GAMES = 5
"""So many are played until one is long enough to show something: of a small game one may be over soon."""

ALONE = {("turn_limit", "1")}
"""A game that is over at once shows nothing of the other options."""


def sets_up(game: Game, seats: int, options: dict[str, str]) -> bool:
    """Whether these choices go together, with that many players."""
    try:
        game.new(seats, options)
    except BadOption:
        return False
    return True


EVERY_TABLE = [
    (slug, seats, options)
    for slug in GAMES
    for seats in load_game(slug).info.seats
    for options in single_options(load_game(slug), SAMPLES.get(slug, {}))
    if sets_up(load_game(slug), seats, options)
]


def together(
    game: Game, tables: list[tuple[str, int, dict[str, str]]]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Give few games in which every option has every value once, and every number of players is there.

    Each game takes some of the values that were in none before and go together with its number of players,
    so options also meet those without which they change nothing.
    """
    left = {(key, value) for _, _, options in tables for key, value in options.items()}
    several = {option.key for option in game.info.options if option.several}
    for turn, seats in enumerate(cycle(game.info.seats)):
        if turn >= len(game.info.seats) and not left:
            return
        chosen: dict[str, str] = {}
        for key, value in sorted(left):
            if len(chosen) < MOST_TOGETHER and (key not in chosen or key in several):
                more = {**chosen, key: f"{chosen[key]}+{value}" if key in chosen else value}
                if sets_up(game, seats, more) and (key, value) not in ALONE:
                    chosen = more
        chosen = chosen or dict(sorted(left)[:1])
        left -= {(key, value) for key, text in chosen.items() for value in (text, *text.split("+"))}
        yield seats, chosen


FEW_TABLES = [
    (slug, *table)
    for slug in GAMES
    for table in together(load_game(slug), [each for each in EVERY_TABLE if each[0] == slug])
]


def combinations(game: Game, number: int, seed: int) -> Iterator[dict[str, str]]:
    """Give random choices of all options at once that go together with any number of players."""
    rng = random.Random(seed)
    while number:
        chosen = {}
        for option in game.info.options:
            values = option.choices or SAMPLES[game.info.slug][option.key]
            if option.several:
                some = rng.sample(values, rng.randint(1, len(values)))
                chosen[option.key] = "+".join(value for value in values if value in some)
            elif rng.random() < 0.5:
                chosen[option.key] = rng.choice(values)
        if "several_rule_tiles" in {option.key for option in game.info.options}:
            chosen["several_rule_tiles"] = "on"
        if all(sets_up(game, seats, chosen) for seats in game.info.seats):
            yield chosen
            number -= 1


def test_there_are_samples_for_every_free_option() -> None:
    for slug in GAMES:
        free = {option.key for option in load_game(slug).info.options if not option.choices}
        assert free == set(SAMPLES.get(slug, {})), f"{slug}: put values of {free} into SAMPLES"


def test_the_few_tables_leave_out_no_value_of_any_option_and_no_number_of_players() -> None:
    def values(tables: list[tuple[str, int, dict[str, str]]]) -> set[tuple[str, ...]]:
        several = {
            (slug, each.key) for slug in GAMES for each in load_game(slug).info.options if each.several
        }
        return {
            (slug, key, value)
            for slug, _, options in tables
            for key, text in options.items()
            for value in (text.split("+") if (slug, key) in several else [text])
        }

    assert values(FEW_TABLES) == values(EVERY_TABLE)
    assert {table[:2] for table in FEW_TABLES} == {table[:2] for table in EVERY_TABLE}


@pytest.mark.parametrize(("slug", "seats", "options"), FEW_TABLES, ids=str)
def test_every_option_with_others(slug: str, seats: int, options: dict[str, str]) -> None:
    """Quick: every value of every option, and every number of players, in as few games as it takes."""
    game, few = load_game(slug), range(seats, seats + MOST_GAMES)
    played = (check_game(game, seats=[seats], options=[options], seeds=[seed]).actions for seed in few)
    assert any(actions > 10 for actions in played) or ALONE & set(options.items())


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_many_options_combined(slug: str, seed: int) -> None:
    game = load_game(slug)
    number = max(2, 24 // len(game.info.seats))
    check_game(game, options=combinations(game, number, 100 + seed), seeds=[seed])


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("slug", "seats", "options"), EVERY_TABLE, ids=str)
def test_every_option_by_itself_with_every_number_of_players(
    slug: str, seats: int, options: dict[str, str]
) -> None:
    report = check_game(load_game(slug), seats=[seats], options=[options], seeds=[seats])
    assert report.games == 1
    assert report.actions > 0
