"""Every game keeps the promises of the contract, with every choice of seats and options."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.rules.errors import BadOption
from companion.rules.game import Game
from companion.rules.games import GAMES, load_game
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
"""Game -> values for the options that take free text; a game without such options is not named."""


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


def in_turn(tables: list[tuple[str, int, dict[str, str]]]) -> list[tuple[str, int, dict[str, str]]]:
    """Give every option of every game once, with the numbers of players taken in turn."""
    seats_of: dict[str, dict[str, list[int]]] = {}
    for slug, seats, options in tables:
        seats_of.setdefault(slug, {}).setdefault(str(options), []).append(seats)
    chosen = {
        (slug, name, numbers[turn % len(numbers)])
        for slug, options in seats_of.items()
        for turn, (name, numbers) in enumerate(options.items())
    }
    return [table for table in tables if (table[0], str(table[2]), table[1]) in chosen]


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
        assert free == set(SAMPLES.get(slug, {}))


@pytest.mark.parametrize(("slug", "seats", "options"), in_turn(EVERY_TABLE), ids=str)
def test_every_option_by_itself(slug: str, seats: int, options: dict[str, str]) -> None:
    report = check_game(load_game(slug), seats=[seats], options=[options], seeds=[seats])
    assert report.games == 1
    assert report.actions > 0


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_options_combined(slug: str, seed: int) -> None:
    game = load_game(slug)
    # About six games, whether a game is for one number of players or for six.
    number = max(1, 6 // len(game.info.seats))
    report = check_game(game, options=combinations(game, number, seed), seeds=[seed])
    assert report.games == number * len(game.info.seats)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_many_options_combined(slug: str, seed: int) -> None:
    game = load_game(slug)
    number = max(2, 24 // len(game.info.seats))
    check_game(game, options=combinations(game, number, 100 + seed), seeds=[seed])


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("slug", "seats", "options"), EVERY_TABLE, ids=str)
def test_many_games_of_every_option(slug: str, seats: int, options: dict[str, str]) -> None:
    check_game(load_game(slug), seats=[seats], options=[options], seeds=[seats, 10, 11])
