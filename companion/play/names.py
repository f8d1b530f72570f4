"""The names of those who play, as they are entered: two that look alike are one name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from companion.rules.errors import BadOption

UNSEEN_KINDS: Final = {"Cc", "Cf", "Cs"}
"""Unicode's categories of what has no shape: control and format characters, halves of a pair."""

UNSEEN: Final = {
    *"\N{COMBINING GRAPHEME JOINER}\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}",
    *"\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}",
    *"\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}",
    *map(chr, (*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""What has no shape either, though Unicode counts it among letters, marks and signs; among the marks those
that only choose between variants of a sign."""


def clean_name(typed: str) -> str:
    """Give a name as it is seen: without what cannot be seen, and each sign in its one usual form.

    Parameters
    ----------
    typed
        As somebody has entered it.

    Returns
    -------
    str
        In Unicode's form NFKC, with single spaces; empty where there is nothing to be seen.
    """
    seen = "".join(sign for sign in typed if sign.isspace() or not _unseen(sign))
    return " ".join(unicodedata.normalize("NFKC", seen).split())


def names_of(typed: Iterable[str]) -> tuple[str, ...]:
    """Give the names of those who play, in seat order; who has none is called by the seat's number.

    Raises
    ------
    BadOption
        When two look alike.
    """
    names = tuple(clean_name(name) or f"Player {seat}" for seat, name in enumerate(typed, 1))
    if len(set(names)) < len(names):
        raise BadOption("Two players have the same name. Tell them apart, please.")
    return names


def _unseen(sign: str) -> bool:
    return sign in UNSEEN or unicodedata.category(sign) in UNSEEN_KINDS
