"""The camera's questions: answers that somebody understands who never saw the notation."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from companion.layouts import load_layout
from companion.referee.addressee import NONE
from companion.referee.case import ANSWERS
from companion.referee.verdict import Ask, Choice, TakenBack
from companion.referee.wording import answers, told
from companion.rules import BadOption
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import Action, Game, State
from companion.rules.message import Message
from companion.rules.testing import playout, single_options

NAMES = dict(enumerate(("Anna", "Ben", "Carla", "Dora", "Emil", "Fina"), 1))

PRINTED = {
    "star-baker": r"C\d[a-c]|R\d\d",
    "it-happens": r"M\d\d",
    "papillon": r"T\d\d|F[RBYP]\d|[A-D]\d",
    "octopus-garden": r"[A-G]\d|[RK][1-3]",
}
"""Game -> what is printed on its spaces, tiles and cards, where that is not just the names of all cells."""

SIGNS = re.compile(r"[<>=@;*_+#|{}]|->|\d-|[.,:]\S")
"""What stands in notations and in no sentence."""

ABBREVIATED = {"cw", "ccw", "coco", "noshark", "lion"}

SHORT = 40
"""So many actions are played with each of the options; a game without any is played to its end."""

CONSIDERED = 400
"""Of so many possible actions of an actor some are asked about."""


ENOUGH = 100
"""Of fewer questions no sentence is tried; of a small game several are played."""

MOST_GAMES = 20


def tables(game: Game, seats: int, seed: int) -> Iterator[State]:
    """The positions of random games: a whole one, and the beginnings of those with some option."""
    for options in ({}, *single_options(game, {})):
        try:
            state = game.new(seats, options)
        except BadOption:
            continue
        yield state
        limit = SHORT if options else game.info.max_actions
        yield from (after for _, after in playout(state, random.Random(seed), limit))


def questions(state: State, rng: random.Random) -> Iterator[tuple[Choice, ...]]:
    """What may be asked of a position: which action it was, and what came next with it."""
    for actor in state.actors:
        possible = list(islice(state.legal(actor), CONSIDERED))
        chosen = rng.sample(possible, min(ANSWERS, len(possible)))
        yield tuple(Choice((action,)) for action in chosen)
        yield tuple(Choice((action, *one_more(state.after(action), rng))) for action in chosen)
        yield tuple(Choice((chosen[0], action)) for action in next_ones(state.after(chosen[0])))


def one_more(state: State, rng: random.Random) -> tuple[Action, ...]:
    possible = next_ones(state)
    return (rng.choice(possible),) if possible else ()


def next_ones(state: State) -> tuple[Action, ...]:
    return tuple(islice(state.legal(state.actors[0]), ANSWERS)) if state.actors else ()


def assert_plain(slug: str, words: str) -> None:
    """A sentence of words, and of the names that everybody can read on the table."""
    assert words[:1].isupper(), words
    assert not SIGNS.search(words.replace("'s", "")), words
    for word in re.findall(r"[\w']+", words):
        assert word not in ABBREVIATED, words
        coded = (word.upper() == word and len(word) > 1) or re.search(r"\d", word)
        assert word.isdigit() or not coded or is_printed(slug, word), (
            f"{words!r}: where is {word} printed? Names of cells are known, others go into PRINTED"
        )


@cache
def cells_of(slug: str) -> frozenset[str]:
    """The names of all cells of the layout, which people read on the sheets."""
    return frozenset(cell.id for _, zone in load_layout(slug).zones() for cell in zone.cells)


def is_printed(slug: str, word: str) -> bool:
    if slug in PRINTED:
        return re.fullmatch(PRINTED[slug], word) is not None
    return word in cells_of(slug)


def tables_of_games() -> Iterator[Any]:
    """Every game with any number of players; all but the fewest are slow."""
    for slug in GAMES:
        allowed = sorted(load_game(slug).info.seats)
        for seats in allowed:
            yield pytest.param(slug, seats, marks=[pytest.mark.slow] if seats > allowed[0] else [])


@pytest.mark.whole
@pytest.mark.parametrize(("slug", "seats"), list(tables_of_games()))
def test_every_answer_is_in_words_and_no_two_of_one_question_read_alike(slug: str, seats: int) -> None:
    game, rng, asked = load_game(slug), random.Random(seats), 0
    for seed in range(seats, seats + MOST_GAMES):
        asked += sum(asked_in_plain_words(game, state, rng) for state in tables(game, seats, seed))
        if asked > ENOUGH:
            break
    assert asked > ENOUGH, "hardly anything is asked: every actor has but one thing to do"


def asked_in_plain_words(game: Game, state: State, rng: random.Random) -> int:
    """Try every sentence of what may be asked of a position; give how many questions have several answers."""
    asked = 0
    for choices in questions(state, rng):
        open_ones = [choice for choice in choices if not any(action.secret for action in choice.actions)]
        labels = [label.render(NAMES) for label in answers(game, open_ones)]
        assert len(set(labels)) == len(labels), labels
        for label in labels:
            assert_plain(game.info.slug, label)
        asked += len(labels) > 1
    return asked


def of_caterpillars(*texts: str, undone: int = 0) -> Choice:
    game = load_game("caterpillar-filler")
    pairs = (text.split(" ", 1) for text in texts)
    return Choice(tuple(game.parse(int(by), text) for by, text in pairs), undone)


def said(*choices: Choice) -> list[str]:
    return [label.render(NAMES) for label in answers(load_game("caterpillar-filler"), choices)]


def test_what_all_answers_begin_with_is_not_said() -> None:
    one, other = of_caterpillars("0 roll 4", "1 stuck"), of_caterpillars("0 roll 4", "1 wasp D6", "1 end")
    assert said(one, other) == [
        "Anna gives up the move",
        "Anna places a wasp on D6. Anna passes the turn on.",
    ]
    assert said(one) == ["The die shows 4. Anna gives up the move."]
    question = Ask(Message("Which of these was it?"), (one, other, NONE))
    asked = told(question, load_game("caterpillar-filler")).render(NAMES)
    assert asked == "The die shows 4. Which of these was it?", "and yet it is recorded"
    none = Choice(label=Message("No"))
    assert said(one, none) == ["The die shows 4. Anna gives up the move.", "No"]
    assert said(one, none, other)[::2] == said(one, other)


def test_an_answer_that_is_the_beginning_of_another_is_said() -> None:
    one, other = of_caterpillars("0 roll 4"), of_caterpillars("0 roll 4", "1 stuck")
    assert said(one, other) == ["The die shows 4", "The die shows 4. Anna gives up the move."]


def test_what_was_taken_back_is_said() -> None:
    one, other = of_caterpillars(undone=1), of_caterpillars("2 wasp D6", undone=2)
    back = "The last 2 actions were taken back."
    assert said(one, other) == ["The last action was taken back", f"{back} Ben places a wasp on D6."]
    verdict = TakenBack(2, other.actions)
    assert told(verdict, load_game("caterpillar-filler")).render(NAMES) == said(one, other)[1]


def test_a_secret_is_told_as_others_see_it() -> None:
    game = load_game("star-baker")
    (label,) = answers(game, [Choice((game.parse(1, "time C1c"),))])
    assert label.render(NAMES) == "Anna has put a time card face down"
