"""The rule that a moment of a game is about: the paragraph that speaks of what is to be done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log
from typing import Final

from companion.rules.booklet import Booklet, Paragraph

_WORD: Final = re.compile(r"[a-z]{3,}")
LEAST_SHARED: Final = 2
"""Words that a paragraph and a moment must share: one alone says little."""


def rule_in_play(booklet: Booklet, sentences: Iterable[str]) -> Paragraph | None:
    """Find the paragraph with rules that shares most with what players are told.

    Parameters
    ----------
    booklet
        The rules in players' words.
    sentences
        What is asked for, and what may be done, in English.

    Returns
    -------
    Paragraph | None
        None where none shares enough. Rare words count more; a long paragraph has no
        advantage.
    """
    wanted = _words(" ".join(sentences))
    weights = _weights(booklet)
    best, most = None, 0.0
    for paragraph in _ruled(booklet):
        words = _words(paragraph.text)
        shared = words & wanted
        worth = sum(weights[word] for word in shared) / (1 + log(1 + len(words)))
        if len(shared) >= LEAST_SHARED and worth > most:
            best, most = paragraph, worth
    return best


def _ruled(booklet: Booklet) -> list[Paragraph]:
    return [each for section in booklet.sections for each in section.paragraphs if each.rules]


@lru_cache(maxsize=8)
def _weights(booklet: Booklet) -> dict[str, float]:
    paragraphs = [_words(each.text) for each in _ruled(booklet)]
    counts = Counter(word for words in paragraphs for word in words)
    return {word: log((1 + len(paragraphs)) / count) for word, count in counts.items()}


def _words(text: str) -> frozenset[str]:
    """Give the words of a text, as far as they tell anything: plurals count as the word itself."""
    return frozenset(word.removesuffix("s") for word in _WORD.findall(text.lower()))
