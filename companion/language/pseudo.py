"""Languages that nobody speaks: English in brackets and longer, to see what comes from no catalogue.

Only what stands in the catalogues' templates gets brackets, so a sentence without them was never extracted.
Values of a sentence stand between the brackets, so a word that no catalogue knows has none either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from babel import Locale

from companion.language.catalogue import SCRIPT, TERM, Key
from companion.language.templates import says_nothing
from companion.rules.phrases import ENGLISH, Article

TAG: Final = "en-XA"
"""As browsers and phones call such a language."""

DIRECTIONS: Final = {TAG: "ltr", "ar-XB": "rtl"}
"""The second is written from right to left: it shows whether pages lie well in Arabic or Hebrew."""

OPENS: Final = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}"
CLOSES: Final = "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
LONGER: Final = 0.4
KEPT: Final = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&nbsp;)")
"""What stands between the words of a sentence: values and marks."""

FILL: Final = "one two three four five six seven eight nine ten "


class Pseudo:
    """Speaks English in brackets, as far as the catalogues know the sentence."""

    def __init__(self, tag: str, known: frozenset[Key]) -> None:
        self.tag, self._known, self.locale = tag, known, Locale("en")

    def template(self, text: str, many: str = "", number: int = 1) -> str:
        """Give the template in brackets."""
        said = ENGLISH.template(text, many, number)
        if says_nothing(text) or ("", text) not in self._known:
            return said
        address, colon, rest = said.partition("}: ")
        if colon and said.startswith("{") and " " not in address:
            return f"{address}{colon}{_bracketed(rest)}"
        return _bracketed(said)

    def term(self, word: str, article: Article, form: str) -> str:
        """Give the word in brackets."""
        said = ENGLISH.term(word, article, form)
        return _bracketed(said) if (TERM, word) in self._known else said

    def count(self, number: int, one: str, many: str, none: str, form: str) -> str:
        """Give the number and the noun in brackets."""
        said = ENGLISH.count(number, one, many, none, form)
        return _bracketed(said) if (TERM, one) in self._known else said

    def listed(self, words: Sequence[str], last: str) -> str:
        """Join the words with brackets around the last conjunction."""
        return ENGLISH.listed(words, f"{OPENS}{last}{CLOSES}")

    def scripts(self) -> dict[str, str]:
        """Give what scripts say: the English sentence -> the same in brackets."""
        return {text: _bracketed(text) for context, text in self._known if context == SCRIPT}

    def fails(self, text: str, error: Exception) -> None:
        """Raise the error: nothing here is translated."""
        del text
        raise error


def _bracketed(text: str) -> str:
    """Put brackets around all words of a sentence but its values and marks."""
    more = (FILL * (1 + int(len(text) * LONGER) // len(FILL)))[: int(len(text) * LONGER)].rstrip()
    *parts, last = KEPT.split(text)
    longer = f"{last} {more}" if more else last
    return "".join(map(_between, parts)) + (f"{OPENS}{longer}{CLOSES}" if longer else "")


def _between(part: str) -> str:
    has_words = not KEPT.fullmatch(part) and any(map(str.isalpha, part))
    return f"{OPENS}{part}{CLOSES}" if has_words else part
