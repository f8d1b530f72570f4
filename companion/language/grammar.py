"""The forms of a noun, as its catalogue entry lists them.

An entry begins with the noun itself, then its plural after a comma; more forms follow, each by its name::

    fleur, fleurs; a=une fleur; the=la fleur

A sentence asks for a form by names with dots between them, as in ``{what:dat.pl}``. The entry is searched for
the most special form that it has. A language whose nouns decline by rules has an own grammar, as `german`.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, Protocol

import msgspec

from companion.rules.phrases import Article

PLURAL: Final = "pl"
ARTICLES: Final = {"def": "the", "ind": "a", "bare": ""}
"""Forms by which a sentence chooses another article than the one its value has."""


class Entry(msgspec.Struct, frozen=True):
    """A noun's catalogue entry."""

    singular: str
    plural: str
    forms: dict[str, str]


class Grammar(Protocol):
    """How the nouns of a language decline."""

    def term(self, entry: Entry, article: Article, form: str) -> str:
        """Give a noun with its article in a form."""
        ...

    def count(self, entry: Entry, number: int, none: str, form: str) -> str:
        """Give a number with its noun; ``none`` is the word for zero, or empty."""
        ...


def entry_of(text: str) -> Entry:
    """Read a catalogue entry."""
    head, *more = [part.strip() for part in text.split(";")]
    singular, _, plural = head.partition(", ")
    forms = dict(part.split("=", 1) for part in more if "=" in part)
    return Entry(singular, plural or singular, {key.strip(): value.strip() for key, value in forms.items()})


def article_in(form: str, article: Article) -> Article:
    """Give the article that a form asks for, or else the noun's own."""
    asked = [ARTICLES[each] for each in form.split(".") if each in ARTICLES]
    return asked[0] if asked else article  # type: ignore[return-value]


class ListedForms:
    """The grammar of every language without rules of its own: an entry lists what there is."""

    def term(self, entry: Entry, article: Article, form: str) -> str:
        """Give the most special form that the entry has."""
        names = [each for each in (article, *form.split(".")) if each and each not in ARTICLES]
        found = _most_special(entry, names)
        return found or (entry.plural if PLURAL in names else entry.singular)

    def count(self, entry: Entry, number: int, none: str, form: str) -> str:
        """Give the number with the noun."""
        noun = self.term(entry, "", form if number == 1 else f"{form}.{PLURAL}".strip("."))
        return f"{number or none or number} {noun}"


def _most_special(entry: Entry, names: list[str]) -> str:
    for size in range(len(names), 0, -1):
        for some in combinations(names, size):
            if ".".join(some) in entry.forms:
                return entry.forms[".".join(some)]
    return ""
