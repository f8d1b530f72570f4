"""A language as the program speaks it: by catalogues and grammar, each sentence else in English."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from babel import Locale
from babel.lists import format_list

from companion.language.catalogue import SCRIPT, TERM, Translations
from companion.language.german import German
from companion.language.grammar import Entry, Grammar, ListedForms, entry_of
from companion.language.templates import says_nothing
from companion.rules.phrases import ENGLISH, Article

GRAMMARS: Final[dict[str, Grammar]] = {"de": German()}
"""Languages whose nouns decline by rules; all others list the forms of each."""

_log = logging.getLogger(__name__)


class Translated:
    """A language with catalogues.

    Parameters
    ----------
    tag
        The language as browsers name it: ``de``, ``pt-BR``.
    translations
        What its catalogues say.
    """

    def __init__(self, tag: str, translations: Translations) -> None:
        self.tag, self._said = tag, translations
        self.locale = Locale.parse(tag, sep="-")
        self._grammar: Grammar = GRAMMARS.get(self.locale.language, ListedForms())
        self._failed: set[str] = set()
        self._entry = lru_cache(maxsize=None)(self._read_entry)

    def template(self, text: str, many: str = "", number: int = 1) -> str:
        """Give the template in this language, or in English where it has none."""
        found = self._said.texts.get(("", text))
        if found is None or says_nothing(text):
            return ENGLISH.template(text, many, number)
        return found[min(self._said.plural_of(number), len(found) - 1)] if many else found[0]

    def term(self, word: str, article: Article, form: str) -> str:
        """Give a noun in a form, or in English where its entry is missing."""
        entry = self._entry(word)
        return self._grammar.term(entry, article, form) if entry else ENGLISH.term(word, article, form)

    def count(self, number: int, one: str, many: str, none: str, form: str) -> str:
        """Say how many there are of something, or so in English where the noun's entry is missing."""
        entry = self._entry(one)
        if entry is None:
            return ENGLISH.count(number, one, many, none, form)
        return self._grammar.count(entry, number, self.term(none, "", form) if none else "", form)

    def listed(self, words: Sequence[str], last: str) -> str:
        """Join words as this language does."""
        style: Literal["or", "standard"] = "or" if last == "or" else "standard"
        return format_list(list(words), style, self.locale) if words else ""

    def scripts(self) -> dict[str, str]:
        """Give what scripts say: the English sentence -> its translation."""
        return {text: said[0] for (context, text), said in self._said.texts.items() if context == SCRIPT}

    def fails(self, text: str, error: Exception) -> None:
        """Note in the log that a translation could not be filled in, once."""
        if text not in self._failed:
            self._failed.add(text)
            _log.warning("The %s translation of “%s” fails: %r.", self.tag, text, error)

    def _read_entry(self, word: str) -> Entry | None:
        found = self._said.texts.get((TERM, word))
        return entry_of(found[0]) if found else None
