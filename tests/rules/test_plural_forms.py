"""One is told as one: no *1 pearls*, no *there are 1 boxer crab*, and no *2 pearl* either."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from sweeps import slow

from companion.rules.abilities import GivesAdvice
from companion.rules.booklet import booklet_of
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE, Action, Game, State
from companion.rules.message import Message

NOT_PLURAL = (
    "octopus|seagrass|bonus|is|was|has|as|its|this|pays|scores|costs|wins|leaves|holds|lies|goes|shows"
    "|carries|besides"
)
"""Words that end in an *s* and yet may follow a 1: one of something, or what one does."""

BEFORE = (
    "more|other|negative|free|hermit|boxer|sea|body|set|butterfly|caterpillar|worm|victory|bonus|new"
    "|different"
)
"""Words that may stand between a number and what is counted."""

ONE = re.compile(rf"(?<![\w.,:/\u2212-])(?<!\d and )1 (?:(?:{BEFORE}) )?(?!(?:{NOT_PLURAL})\b)[a-z]{{3,}}s\b")
ARE = re.compile(r"\b[Tt]here are (?:1|one)\b|(?<![\w.,:-])1 [a-z]+(?: [a-z]+)? are\b")
NOUNS = "pearl|point|tile|token|worm|caterpillar|butterfly|die|space|piece|symbol|star|coin|card|recipe|turn"
MANY = re.compile(rf"(?<![\w.,:/-])(?:[2-9]|[1-9]\d+) (?:(?:{BEFORE}) )?(?:{NOUNS})\b(?! (?:each|[a-z]+s)\b)")

ALL_MODULES = "mimic+coconut+shark+parrot+diver+lionfish+chest+boxer"
PLAYED: list[tuple[str, int, dict[str, str]]] = [
    ("octopus-garden", 2, {}),
    ("octopus-garden", 3, {"modules": ALL_MODULES}),
    ("papillon", 2, {}),
    ("papillon", 3, {"expert": "on", "perch": "optional"}),
    ("caterpillar-filler", 3, {}),
    ("it-happens", 2, {}),
    ("it-happens", 4, {}),
    ("filler-tiles", 2, {}),
    ("star-baker", 1, {}),
    ("star-baker", 3, {}),
]


def wrong(text: str) -> bool:
    return any(pattern.search(text) for pattern in (ONE, ARE, MANY))


@pytest.mark.parametrize(
    "text",
    [
        "You have 1 pearls.",
        "With 50 points and 1 negative tiles Ann wins.",
        "There are 1 boxer crab instead of 0.",
        "1 tile are left.",
        "Take 2 pearl.",
        "Draw 12 tile.",
    ],
)
def test_a_wrong_form_is_noticed(text: str) -> None:
    assert wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 seagrass at C1",
        "Row 1 holds no tile.",
        "Negative tiles: 1",
        "1 piece of trash",
        "R1 costs 3.",
        "1 x 2",
    ],
)
def test_a_right_form_is_left_alone(text: str) -> None:
    assert not wrong(text)


def sentences(game: Game, before: State, action: Action, after: State) -> Iterator[Message]:
    """All that people read when somebody has acted."""
    yield game.tell(action)
    yield from after.followed(before, action) if hasattr(after, "followed") else ()
    for prompt in after.prompts().values():
        yield from (prompt.message, *prompt.told, *prompt.hands)
    sheet = after.sheet()
    for lines in (*sheet.lines.values(), *(other.lines for other in sheet.others)):
        yield from (line.message for line in lines)
    if isinstance(after, GivesAdvice):
        for seat in range(1, after.seats + 1):
            yield from (each.message for each in after.advice(seat))
    if after.outcome is not None:
        yield from filter(None, (after.outcome.message, after.outcome.why))


def refusals(state: State, tried: list[Action]) -> Iterator[Message]:
    for action in tried:
        reason = state.why_not(action)
        if reason is not None:
            yield reason.message


@pytest.mark.whole
@pytest.mark.parametrize("games", [1, *slow(3)])
@pytest.mark.parametrize(("slug", "seats", "options"), PLAYED)
def test_every_sentence_of_a_game_has_the_right_forms(
    slug: str, seats: int, options: dict[str, str], games: int
) -> None:
    game, rng = load_game(slug), random.Random(f"{slug}-{seats}")
    names = {seat: ("Ann", "Ben", "Cid", "Dot")[seat - 1] for seat in range(1, seats + 1)}
    found: set[str] = set()
    heard = 0
    for _ in range(games):
        state: State = game.new(seats, options)
        tried: list[Action] = []
        for number in range(500):
            if not state.actors:
                break
            actor = rng.choice(state.actors)
            odds = [action for action, _ in islice(state.odds(), 400)] if actor == CHANCE else []
            legal = odds or list(islice(state.legal(actor), 400))
            action = rng.choice(legal)
            tried = [*tried[-40:], *rng.sample(legal, min(3, len(legal)))]
            after = state.after(action)
            said = [
                *sentences(game, state, action, after),
                *(refusals(after, tried) if number % 3 == 0 else ()),
            ]
            texts = [message.render(names) for message in said]
            heard += len(texts)
            found |= {text for text in texts if wrong(text)}
            state = after
    assert heard > 100
    assert sorted(found) == []


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_told_before_a_game_has_the_right_forms(slug: str) -> None:
    game = load_game(slug)
    texts = [
        str(text)
        for option in game.info.options
        for text in (option.label, option.help, *option.choice_labels, *option.choice_helps)
    ]
    booklet = booklet_of(game)
    texts += [each.text for section in booklet.sections for each in section.paragraphs] if booklet else []
    assert [text for text in texts if wrong(text)] == []
