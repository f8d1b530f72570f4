"""Labels of layouts in sentences: what sheets, zones, cells and pieces are called, in any language.

A layout has its labels in English, as *the reserve*, *die showing 4* or *column 2, space 1 of Pebble Knoll*.
Their words are terms of the catalogues; numbers and names in them stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from companion.rules.message import Message
from companion.rules.phrases import ENGLISH, Article, Audience, Phrase, Quoted, Series, Term

_NUMBERED: Final = re.compile(r"(?P<what>.*[^\W\d_]) (?P<n>[A-Z]{0,2}[\d/]+|[A-Z])")
_ON_SHEET: Final = re.compile(r"(?P<what>.+) \((?P<where>[^()]+)\)")
_PART: Final = re.compile(r"(?P<part>space|column|place) (?P<n>\d+) of (?P<where>.+)")
_PARTS: Final = {
    "space": "space {n} of {where}",
    "column": "column {n} of {where}",
    "place": "place {n} of {where}",
}
_AWAY: Final = re.compile(r"(?P<number>\d+) (?P<way>left|right|up|down)")
_WAYS: Final = {
    "left": "{number} left",
    "right": "{number} right",
    "up": "{number} up",
    "down": "{number} down",
}


class Label(msgspec.Struct, frozen=True):
    """A label of a layout, said in any language; ``article`` is what a sentence puts before a piece's."""

    text: str
    article: Article = ""

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the form that the sentence asks for."""
        if audience.speech is ENGLISH:
            return str(self)
        return _phrase(self.text, self.article, _all_names).say(audience, form)

    def __str__(self) -> str:
        return str(Term(self.text, self.article))


_names: dict[str, frozenset[str]] = {}
"""Where names come from -> the names that people gave to things there."""

_all_names: frozenset[str] = frozenset()
"""All of them: replaced as a whole, because phones read it meanwhile."""


def keep_names(whose: str, names: Iterable[str]) -> None:
    """Say names that people gave as they are in every label, also one that is a word of the catalogues.

    Parameters
    ----------
    whose
        Where the names come from, as a game; the names that came from there before are let go.
    names
        What labels call things there.
    """
    global _all_names
    _names[whose] = frozenset(names)
    _all_names = frozenset().union(*tuple(_names.values()))


@lru_cache(maxsize=4096)
def _phrase(text: str, article: Article, names: frozenset[str]) -> Phrase:
    if text in names:
        return Message("{name}", {"name": text})
    head, comma, rest = text.partition(", ")
    if comma:
        return Series((_phrase(head, article, names), _phrase(rest, "", names)))
    if found := _ON_SHEET.fullmatch(text):
        what, where = _phrase(found["what"], article, names), _phrase(found["where"], "", names)
        return Message("{what:*} ({where})", {"what": what, "where": where})
    head, colon, rest = text.partition(": ")
    if colon:
        return Series((_phrase(head, article, names), _phrase(rest, "", names)), ": ")
    if found := _PART.fullmatch(text):
        where = _phrase(found["where"], "", names)
        return Message(_PARTS[found["part"]], {"n": found["n"], "where": where})
    if found := _AWAY.fullmatch(text):
        return Message(_WAYS[found["way"]], {"number": found["number"]})
    if found := _NUMBERED.fullmatch(text):
        return Message("{what:*} {n}", {"what": _phrase(found["what"], article, names), "n": found["n"]})
    if text.startswith("“") and text.endswith("”"):
        return Quoted(text[1:-1])
    if text.startswith("the "):
        return Term(text.removeprefix("the "), "the")
    return Term(text, article)


WORDS: Final = (
    Term("nothing"),
    Term("face down"),
    Term("row"),
    Term("column"),
    Term("Dice tray"),
    Term("dice tray"),
)
"""Words of more than one layout, for translators."""
