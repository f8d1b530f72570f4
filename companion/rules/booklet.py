"""The rules of a game in players' words, for whoever has no rulebook at hand.

They stand in ``booklet.md`` in the folder of the game, in other languages in ``booklet.de.md`` and the like,
paragraph by paragraph the same. ``## A title`` begins a
section, an empty line ends a paragraph. One that tells certain rules begins with their numbers, as
``[CF-30, CF-31]``: by them a page finds what a move was refused for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from companion.rules.catalogue import GAMES
from companion.rules.errors import BadData
from companion.rules.game import Game

FILE: Final = "booklet.md"

_NUMBERS: Final = re.compile(r"\[([^\]]+)\]\s+")


class Paragraph(msgspec.Struct, frozen=True):
    """Some sentences, and the numbers of the rules that they tell."""

    text: str
    rules: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A title and its paragraphs."""

    title: str
    paragraphs: tuple[Paragraph, ...]


class Booklet(msgspec.Struct, frozen=True):
    """The rules of a game."""

    sections: tuple[Section, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of all rules that are told, in their order."""
        return tuple(rule for section in self.sections for each in section.paragraphs for rule in each.rules)

    def telling(self, rule: str) -> Paragraph | None:
        """Give the paragraph that tells a rule."""
        paragraphs = (each for section in self.sections for each in section.paragraphs)
        return next((each for each in paragraphs if rule in each.rules), None)


def booklet_of(game: Game, language: str = "") -> Booklet | None:
    """Give the rules of a game; None for one that does not tell them. Raises `BadData`.

    ``language`` is a tag such as ``de``; where the game does not tell them in it, they are in English.
    """
    return (_booklet_of(game.info.slug, language) if language else None) or _booklet_of(game.info.slug, "")


def is_told_in(game: Game, language: str) -> bool:
    """Whether a game tells its rules in a language, such as ``de``; in English all do."""
    return language.partition("-")[0] == "en" or _booklet_of(game.info.slug, language) is not None


@cache
def _booklet_of(slug: str, language: str) -> Booklet | None:
    name = f"{FILE.removesuffix('.md')}.{language}.md" if language else FILE
    file = resources.files(GAMES[slug].package).joinpath(name) if slug in GAMES else None
    return parse_booklet(file.read_text(encoding="utf-8")) if file and file.is_file() else None


def parse_booklet(text: str) -> Booklet:
    """Read a booklet. Raises `BadData` with what is wrong."""
    sections = tuple(_sections(text))
    if not sections:
        raise BadData("A booklet has a section at least: begin it with ## and its title.")
    booklet = Booklet(sections)
    twice = sorted({rule for rule in booklet.rules if booklet.rules.count(rule) > 1})
    if twice:
        raise BadData(f"Told twice: {', '.join(twice)}.")
    return booklet


def _sections(text: str) -> Iterator[Section]:
    before, *parts = re.split(r"^## +", text, flags=re.MULTILINE)
    if before.strip():
        raise BadData(f"“{before.strip().splitlines()[0]}” stands before the first section.")
    for part in parts:
        title, _, body = part.partition("\n")
        paragraphs = tuple(_paragraph(each) for each in re.split(r"\n\s*\n", body) if each.strip())
        if not title.strip() or not paragraphs:
            raise BadData(f"The section “{title.strip()}” has no title or no text.")
        yield Section(title.strip(), paragraphs)


def _paragraph(text: str) -> Paragraph:
    said = " ".join(text.split())
    found = _NUMBERS.match(said)
    if found is None:
        return Paragraph(said)
    rules = tuple(rule.strip() for rule in found[1].split(","))
    if not all(rules) or not said[found.end() :]:
        raise BadData(f"“{said[:40]}” lacks a number or a text.")
    return Paragraph(said[found.end() :], rules)
