"""What players are told names no rule by its number, no card by its code, no cell that is printed nowhere."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import BadOption
from companion.rules.game import CHANCE, Action, Game, State

RULE = re.compile(r"\b(OG|CF|IH|SB|FT)-[A-Z]?\d|\([RO]\d+\)|[Ss]ection \d")
CELL = re.compile(r"\bbook-\d|\bZ\d\b|\bC\d\.\d|\bT\d\d\.[a-z]|\b(market|garden-\d)/")
CODE = re.compile(r"\b(M\d\d|R\d\d|C\d[abc])\b")
"""By what the notation calls mounds and cards; a garden has spaces of such names."""

CODED = re.compile(r"\bF[RBYP][12]\b|\bPL\d\b|\bT\d\d\.[a-d]\b|-?\d,-?\d|\bcc?w\b|\b(cell|zone)\b")
"""By what the notation calls flowers, planters, patches, spaces of a garden and ways round."""

TURNS = 150


def plain(text: str) -> bool:
    return not RULE.search(text) and not CELL.search(text)


@pytest.mark.parametrize("slug", GAMES)
def test_a_choice_for_the_table_is_explained_without_the_numbers_of_rules(slug: str) -> None:
    for option in load_game(slug).info.options:
        for text in (option.label, option.help, *option.choice_labels, *map(str, option.choice_helps)):
            assert plain(text), option.key


def told(game: Game, state: State, rng: random.Random) -> tuple[list[str], State]:
    """Do something at random: what that sounds like, and what everybody is told then."""
    actor = rng.choice(state.actors)
    actions = [action for action, _ in state.odds()] if actor == CHANCE else list(state.legal(actor))
    action = rng.choice(actions)
    state = state.after(action)
    names = {seat: f"Player {seat}" for seat in range(1, state.seats + 1)}
    prompts = state.prompts().values()
    said = [game.tell(action), *(each for prompt in prompts for each in (prompt.message, *prompt.told))]
    said += [line.message for lines in state.sheet().lines.values() for line in lines]
    return [message.render(names) for message in said], state


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_told_in_a_game_is_plain(slug: str) -> None:
    game, rng = load_game(slug), random.Random(5)
    state: State = game.new(2)
    for _ in range(TURNS):
        if not state.actors:
            break
        texts, state = told(game, state, rng)
        assert [text for text in texts if not plain(text)] == []
        if slug in ("it-happens", "star-baker"):
            assert [text for text in texts if CODE.search(text)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_not_possible_is_refused_in_plain_words(slug: str) -> None:
    """Actions of earlier positions, tried where they may not be legal any more."""
    game, rng = load_game(slug), random.Random(11)
    state: State = game.new(2)
    tried: list[Action] = []
    refused: set[str] = set()
    for _ in range(TURNS):
        if not state.actors:
            break
        actor = rng.choice(state.actors)
        tried += islice(state.legal(actor), 3)
        reasons = [state.why_not(action) for action in tried[-30:]]
        refused |= {reason.message.render({}) for reason in reasons if reason is not None}
        _, state = told(game, state, rng)
    assert [text for text in refused if not plain(text) or CODED.search(text)] == []
    assert len(refused) > 3


def doubled(state: State) -> list[str]:
    """Lines of the sheet that end with the very points that stand in the column beside them."""
    lines = [line for lines in state.sheet().lines.values() for line in lines if line.points]
    ends = [(line, re.search(r"\{(\w+)\}$", line.message.text)) for line in lines]
    return [
        line.message.render({})
        for line, end in ends
        if end is not None and type(value := line.message.values.get(end[1])) is int and value == line.points
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_a_line_of_the_sheet_leaves_its_points_to_the_column_beside_it(slug: str) -> None:
    game, rng = load_game(slug), random.Random(7)
    state: State = game.new(2)
    for _ in range(TURNS):
        assert doubled(state) == [], "a line says what the points are for: how many stands beside it"
        if not state.actors:
            break
        _, state = told(game, state, rng)


@pytest.mark.parametrize(
    ("slug", "seats", "options"),
    [
        ("papillon", 2, {"colours": "white,white"}),
        ("star-baker", 6, {"advanced_cards": "no"}),
    ],
)
def test_a_choice_that_does_not_fit_is_refused_in_plain_words(
    slug: str, seats: int, options: dict[str, str]
) -> None:
    with pytest.raises(BadOption) as refused:
        load_game(slug).new(seats, options)
    assert plain(str(refused.value))
