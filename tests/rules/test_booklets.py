"""Every game tells its rules in players' words, and all that a move may be refused for."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games as games_room
from companion.rules.booklet import Booklet, Paragraph, booklet_of, parse_booklet
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import BadData

NUMBER = re.compile(r"[A-Z]{2}-[A-Z]?\d+|[A-Z]\d+|\d+(\.\d+)+")
"""How rules are numbered. A section of the specification is none that a player could look up."""

TELLING = [slug for slug in GAMES if booklet_of(load_game(slug)) is not None]

LONGEST = 420
"""Letters of a paragraph that somebody reads in the middle of a game."""


def room_of(slug: str) -> Path:
    return Path(games_room.__file__).parent / slug.replace("-", "_")


def refused_for(slug: str) -> Iterator[str]:
    """The numbers of rules that the game's code gives as reasons."""
    for path in (*room_of(slug).glob("rules/**/*.py"), *room_of(slug).glob("rules.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            rules: ast.expr | None = None
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("reason", "Reason"):
                rules = node.args[0] if node.args else None
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "rule":
                rules = node.value
            for found in ast.walk(rules) if rules is not None else ():
                named = found.value if isinstance(found, ast.Constant) else None
                if isinstance(named, str) and named and not named.startswith("section"):
                    yield named


def booklet(slug: str) -> Booklet:
    found = booklet_of(load_game(slug))
    assert found is not None
    return found


@pytest.mark.parametrize("slug", TELLING)
def test_whatever_a_move_is_refused_for_can_be_looked_up(slug: str) -> None:
    needed = set(refused_for(slug))
    assert [rule for rule in needed if not NUMBER.fullmatch(rule)] == [], "these are no numbers of rules"
    assert len(needed) > 2, "else the reasons are not found"
    untold = sorted(needed - set(booklet(slug).rules))
    assert not untold, f"a move is refused for a rule that booklet.md does not tell: [{', '.join(untold)}]"


@pytest.mark.parametrize("slug", TELLING)
def test_a_booklet_is_read_at_the_table(slug: str) -> None:
    sections = booklet(slug).sections
    assert 3 <= len(sections) <= 16
    assert [section.title for section in sections if len(section.title) > 32] == []
    texts = [each.text for section in sections for each in section.paragraphs]
    assert [text for text in texts if len(text) > LONGEST] == [], f"a paragraph has {LONGEST} letters at most"
    assert [text for text in texts if not text.endswith((".", ":", "!", "?"))] == []
    assert [text for text in texts if re.search(r"[*`_#|]|\.\.|\s-\s", text)] == []
    assert 100 < sum(len(text.split()) for text in texts) < 2500
    wrong = [rule for rule in booklet(slug).rules if not NUMBER.fullmatch(rule)]
    assert wrong == []


TRANSLATED = [
    (slug, path.name.split(".")[1]) for slug in TELLING for path in sorted(room_of(slug).glob("booklet.*.md"))
]


@pytest.mark.parametrize(("slug", "language"), TRANSLATED)
def test_a_translated_booklet_tells_the_same_rules_paragraph_by_paragraph(slug: str, language: str) -> None:
    english, other = booklet(slug), booklet_of(load_game(slug), language)
    assert other is not None
    assert other != english
    file = f"booklet.{language}.md of {slug}"
    assert len(other.sections) == len(english.sections), f"{file} has other sections than booklet.md"
    for said, wanted in zip(other.sections, english.sections, strict=True):
        where = f"{file}, section “{said.title}”"
        lacking = [rule for each in wanted.paragraphs for rule in each.rules if rule not in other.rules]
        assert not lacking, f"{where} lacks {lacking}, which booklet.md tells under “{wanted.title}”"
        assert len(said.paragraphs) == len(wanted.paragraphs), f"{where} has more or fewer paragraphs"
    assert other.rules == english.rules, f"{file} tells other rules than booklet.md, or in another order"
    for said, wanted in zip(other.sections, english.sections, strict=True):
        assert [each.rules for each in said.paragraphs] == [each.rules for each in wanted.paragraphs]
        numbers = re.compile(r"\d+")
        for one, model in zip(said.paragraphs, wanted.paragraphs, strict=True):
            figures = [sorted(numbers.findall(each.text)) for each in (one, model)]
            assert figures[0] == figures[1], f"other figures in {file} than in booklet.md: {one.text}"


def test_every_game_of_ours_tells_its_rules_in_german() -> None:
    assert {slug for slug, language in TRANSLATED if language == "de"} == set(TELLING)


def test_a_language_that_nobody_has_reads_english() -> None:
    game = load_game("filler-tiles")
    assert booklet_of(game, "tlh") == booklet_of(game)
    german = booklet_of(game, "de")
    assert german is not None
    assert german.telling("FT-13").text.startswith("Wenn du ein Plättchen legen kannst")
    assert german.telling("FT-99") is None


def test_every_game_tells_its_rules() -> None:
    assert len(TELLING) > 5
    assert [slug for slug in GAMES if slug not in TELLING] == []


def test_a_game_that_is_in_no_folder_need_not_tell_its_rules() -> None:
    info = type("Info", (), {"slug": "no-such-game"})
    assert booklet_of(type("Game", (), {"info": info})()) is None


def test_a_booklet_is_sections_of_paragraphs_with_numbers() -> None:
    booklet = parse_booklet("## One\nA word\nor two.\n\n[X1, X2] Three.\n## Two\n\n[10.2] Four.\n")
    assert [section.title for section in booklet.sections] == ["One", "Two"]
    assert booklet.sections[0].paragraphs == (
        Paragraph("A word or two."),
        Paragraph("Three.", ("X1", "X2")),
    )
    assert booklet.rules == ("X1", "X2", "10.2")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has a section at least"),
        ("Hello.\n## One\nA.", "“Hello.” stands before"),
        ("## One\n\n## Two\nA.", "The section “One” has no"),
        ("## \nA.", "has no title"),
        ("## One\n[X1] A.\n\n[X1] B.", "Told twice: X1"),
        ("## One\n[X1,] A.", "lacks a number"),
    ],
)
def test_what_is_wrong_with_a_booklet_is_said(text: str, sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        parse_booklet(text)


@pytest.mark.parametrize("slug", ["octopus-garden", "it-happens"])
def test_a_move_out_of_turn_leads_to_the_rule_of_whose_turn_it_is(slug: str) -> None:
    """Whatever another seat tries, and whatever is tried too early, at every step of a game."""
    game, rng, told = load_game(slug), random.Random(5), booklet(slug).rules
    state, tried = game.new(3), set[str]()
    while state.outcome is None and len(tried) < 60:
        actor = rng.choice(state.actors)
        action = next(iter(rng.sample(list(state.legal(actor)), 1)))
        for by in {1, 2, 3} - {*state.actors}:
            if action.by and (refused := state.why_not(game.parse(by, str(action)))):
                assert refused.rule in told, (by, str(action), refused.sentence({}))
                tried.add(str(action))
        state = state.after(action)
    assert len(tried) > 10
