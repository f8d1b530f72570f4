"""What a page in the pseudo-language shows that comes from no catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser

from companion.language.pseudo import CLOSES, OPENS

SAID_IN = ("aria-label", "title", "alt", "placeholder", "data-cut-off")
"""Attributes that people see or hear."""

SILENT = ("script", "style")
IN_BRACKETS = re.compile(f"{OPENS}[^{OPENS}{CLOSES}]*{CLOSES}")
CUT = re.compile(f"^[^{OPENS}{CLOSES}]*{CLOSES}|{OPENS}[^{OPENS}{CLOSES}]*$")
"""What is left of brackets where a button shows only the words by which sentences differ."""

ADDRESS = re.compile(r"https?://\S+|\bwww\.\S+")
CODE = re.compile(
    r"\b[0-9a-f]{8}(?:[0-9a-f]{56})?\b|\b(?:[A-Z]{2}-)?[A-Za-z]{0,3}-?\d[\w.:-]*|\b[A-Z](?:[+-]\d+)?\b"
)
"""Seeds and seals, in full or shortened; spaces, tiles, rules and figures, as ``C12`` and ``CF-30``."""

WORD = re.compile(r"[^\W\d_]{2,}")

ALLOWED = frozenset(
    [
        *("Anna", "Ben", "Tabletop", "Companion"),
        *("English", "Deutsch"),  # what languages call themselves
    ]
)
"""Names of players, of the program and of languages."""


class Texts(HTMLParser):
    """All that a page says: its texts, and what stands in attributes for those who hear or point."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        named = dict(attrs)
        self.found += [value for name in SAID_IN if (value := named.get(name))]
        if tag == "td":  # a narrow screen shows it before the number
            self.found.append(named.get("data-of") or "")
        if tag == "meta" and named.get("name") == "description":
            self.found.append(named.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.found.append(" ".join(data.split()))


def texts_of(page: str) -> list[str]:
    """Give all that a page says."""
    texts = Texts()
    texts.feed(page)
    return texts.found


def outside(texts: Iterable[str], allowed: frozenset[str] = frozenset(), names: str = "") -> set[str]:
    """Give the texts with words that stand in no brackets.

    ``allowed`` are single words, and ``names`` is a pattern of longer ones.
    """
    return {text for text in texts if _words_outside(text, names) - ALLOWED - allowed}


def _words_outside(text: str, names: str) -> set[str]:
    rest, shorter = "", CUT.sub(" ", ADDRESS.sub(" ", text))
    if names:
        shorter = re.sub(names, " ", shorter)
    while rest != shorter:
        rest, shorter = shorter, IN_BRACKETS.sub(" ", shorter)
    return set(WORD.findall(CODE.sub(" ", rest)))
