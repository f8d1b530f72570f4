"""What a table is told of its choices, in every game: what changes, and what may be typed."""

from __future__ import annotations

import random
import re

import pytest

from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import BadOption
from companion.rules.game import Option, State
from companion.rules.kit.options import read_number
from companion.rules.testing import choose

OPTIONS = [(slug, option) for slug in GAMES for option in load_game(slug).info.options]
FEWEST, MOST = 5, 55
"""Words of a help: fewer say nothing, more are not read."""


def each(test):
    return pytest.mark.parametrize(
        ("slug", "option"), OPTIONS, ids=[f"{slug}-{option.key}" for slug, option in OPTIONS]
    )(test)


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?: |$)", text))


@each
def test_every_choice_is_explained_in_one_or_two_sentences(slug: str, option: Option) -> None:
    helps = (option.help, *map(str, option.choice_helps))
    assert [text for text in helps if sentences(text) not in (1, 2) or text[-1] != "."] == []
    words = [len(text.split()) for text in helps]
    assert FEWEST <= words[0] <= MOST, f"the help of {option.key} has {words[0]} words"
    assert max(words) <= MOST, f"a help of {option.key} has more than {MOST} words"


@each
def test_what_may_be_ticked_is_explained_one_by_one(slug: str, option: Option) -> None:
    if option.several:
        assert option.choice_helps, "each of them is a thing of its own"
    assert len(option.choice_helps) in (0, len(option.choices))
    assert all(option.choice_helps)


@each
def test_what_is_typed_says_of_what_it_is_made(slug: str, option: Option) -> None:
    if option.choices or option.several:
        assert (option.bounds, option.parts, option.each) == (None, (), "")
    elif option.each:
        each_own = option.default.split(",")
        assert len(set(each_own)) == len(each_own) >= max(load_game(slug).info.seats)
    elif option.bounds is not None:
        assert option.bounds[0] <= option.bounds[1]
        assert option.default.isalpha(), "the default is a word"
    else:
        assert set(option.default.split(",")) <= set(option.parts)


def read(state: State) -> tuple[object, ...]:
    names = {seat: f"Player {seat}" for seat in range(1, state.seats + 1)}
    prompts = [(seat, prompt.kind, prompt.message.render(names)) for seat, prompt in state.prompts().items()]
    ended = state.outcome and (state.outcome.winners, state.outcome.message.render(names))
    return prompts, state.sheet(), ended


@each
def test_what_matters_to_some_numbers_of_players_changes_nothing_else(slug: str, option: Option) -> None:
    game = load_game(slug)
    assert set(option.seats) < set(game.info.seats)
    told = re.match(r"With [a-z ]+ players:|.*when you play alone", option.help)
    assert bool(option.seats) == bool(told), "an option with `seats` has a help that begins With ... players:"
    for seats in set(game.info.seats) - set(option.seats) if option.seats else ():
        usual, other = (game.new(seats, {option.key: choice}) for choice in option.choices[:2])
        rng = random.Random(seats)
        while usual.actors:
            assert read(usual) == read(other)
            action = choose(usual, rng)
            assert other.why_not(action) is None
            usual, other = usual.after(action), other.after(action)
        assert read(usual) == read(other)


LIMIT = Option("limit", "Limit", "off", "", bounds=(2, 50))


@pytest.mark.parametrize("text", ["", "1", "51", "-3", "2.5", "2 ", "five", "none", "1e1", "²"])
def test_a_number_out_of_bounds_is_refused_with_what_may_be_given(text: str) -> None:
    with pytest.raises(BadOption) as caught:
        read_number(LIMIT, text)
    assert caught.value.sentence == "Option limit: give a whole number from 2 to 50, or off."


def test_a_number_within_its_bounds_or_narrower_ones_is_read() -> None:
    assert [read_number(LIMIT, text) for text in ("2", "50", "off")] == [2, 50, None]
    assert read_number(LIMIT, "9", least=9, most=9) == 9
    with pytest.raises(BadOption, match="from 3 to 8, or off"):
        read_number(LIMIT, "9", least=3, most=8)
