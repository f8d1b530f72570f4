"""The words on paper: said in the language of whoever prints, in English where its letters are missing.

A text is a name, and printed as it is in every language.
"""

from __future__ import annotations

from typing import Final

from companion.layout import Point, Rgb
from companion.printing.drawing import Path
from companion.printing.glyphs import can_write, centred_text, text_width
from companion.rules.message import Message
from companion.rules.phrases import NOBODY, Audience, Words, spoken

PRINT_AT = Message("100 mm - print at 100 %, then measure")
BACKS = "{title}: backs, turn on the long side"

PLAIN: Final = str.maketrans(
    {"\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}": "[", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}": "]"}
)
"""Brackets of the pseudo-language (docs/translate.md), which no face has, as they are printed."""


def said(words: Words, audience: Audience) -> str:
    """Say words as they are printed; the face has no letters of some languages, which get English."""
    found = spoken(words, audience).translate(PLAIN)
    return found if all(map(can_write, found)) else spoken(words, NOBODY)


def title_of_backs(title: Words, audience: Audience) -> str:
    """Say what stands above the backs of pieces or cards."""
    return said(Message(BACKS, {"title": title}), audience)


def fitted(words: Words, audience: Audience, centre: Point, size: float, room_mm: float, fill: Rgb) -> Path:
    """Write a line as large as asked, or as small as its room wants."""
    line = said(words, audience)
    return centred_text(line, centre, size * room_mm / max(room_mm, text_width(line, size)), fill)
