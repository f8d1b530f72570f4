"""The names of those who play, as they are entered: two that look alike are one name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from companion.rules.errors import BadOption
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.rules.phrases import Value

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

AS_EMOJI: Final = "\N{VARIATION SELECTOR-16}"
JOINER: Final = "\N{ZERO WIDTH JOINER}"
KEYCAP: Final = "\N{COMBINING ENCLOSING KEYCAP}"
FLAG: Final = "\N{WAVING BLACK FLAG}"
TAGS: Final = {*map(chr, range(0xE0020, 0xE0080))}
"""They say behind a flag which country's it is: Scotland's, say."""

JOINERS: Final = {AS_EMOJI, JOINER, *TAGS}
"""What has no shape, and yet makes one emoji of several signs, or an emoji of a sign of type."""

PICTURES: Final = range(0x1F000, 0x1FB00)
"""Unicode's blocks of emoji, those included that this program's Unicode does not know yet."""


def clean_name(typed: str) -> str:
    """Give a name as it is seen: without what cannot be seen, and each sign in its one usual form.

    What makes emoji of signs stays where it does: between a woman and a frying pan, which are a cook.

    Parameters
    ----------
    typed
        As somebody has entered it.

    Returns
    -------
    str
        In Unicode's form NFKC, with single spaces; empty where there is nothing to be seen.
    """
    seen = "".join(sign for sign in typed if sign.isspace() or sign in JOINERS or not _unseen(sign))
    while (clean := unicodedata.normalize("NFKC", _joined(seen))) != seen:
        seen = clean
    return " ".join(seen.split())


def looks(name: str) -> str:
    """Give what is equal for two clean names that look alike.

    They do so on a phone that knows no joined emoji, too, and in a heading that is set in capitals.
    """
    return "".join(sign for sign in name if sign not in JOINERS).casefold()


def names_of(typed: Iterable[str]) -> tuple[str, ...]:
    """Give the names of those who play, in seat order; who has none is called by the seat's number.

    Raises
    ------
    BadOption
        When two look alike.
    """
    names = tuple(clean_name(name) or unnamed(seat) for seat, name in enumerate(typed, 1))
    if len(set(map(looks, names))) < len(names):
        raise BadOption("Two players have the same name. Tell them apart, please.")
    return names


def unnamed(seat: Seat) -> str:
    """Call a seat that nobody has given a name."""
    return f"Player {seat}"


def as_said(name: str) -> Value:
    """Give a name for a sentence; who has given none is called so in the reader's language."""
    found = _UNNAMED.fullmatch(name)
    return Message("Player {n}", {"n": int(found[1])}) if found else name


_UNNAMED: Final = re.compile(r"Player ([1-9][0-9]?)")


def called(names: Mapping[Seat, str]) -> dict[Seat, str]:
    """Give the names that people gave; each language calls the other seats itself."""
    return {seat: name for seat, name in names.items() if name != unnamed(seat)}


def _joined(signs: str) -> str:
    """Leave out joiners that join nothing."""
    kept = [""]
    for sign, after in zip(signs, [*signs[1:], ""], strict=False):
        if sign not in JOINERS or _joins(sign, kept, after):
            kept.append(sign)
    return "".join(kept)


def _joins(sign: str, before: list[str], after: str) -> bool:
    """Whether a joiner makes an emoji of the signs before it, or of those about it."""
    if sign == AS_EMOJI:
        return _picture(before[-1]) or after == KEYCAP
    if sign == JOINER:
        return _picture(before[-2] if before[-1] == AS_EMOJI else before[-1]) and _picture(after)
    return before[-1] == FLAG or before[-1] in TAGS


def _picture(sign: str) -> bool:
    return sign != "" and (ord(sign) in PICTURES or unicodedata.category(sign) in ("So", "Sm"))


def _unseen(sign: str) -> bool:
    return sign in UNSEEN or unicodedata.category(sign) in UNSEEN_KINDS
