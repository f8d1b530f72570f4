"""Cards of text of a printed set, fronts and backs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.layout import Point, Rgb
from companion.printing.drawing import Path, outline, rectangle, rounded, shifted
from companion.printing.glyphs import text, text_width, wrap
from companion.printing.pages import HEAD_MM, INK, PALE, Page, headed_pages
from companion.printing.paper import PAPERS, places
from companion.printing.parts import Picture, TextCard
from companion.printing.words import said
from companion.rules.phrases import NOBODY, Audience, Words

CARD_SIZE_MM = (63.0, 44.0)
CARD_EDGE_MM = 4.0
"""Between the words on a card and its edge, left and right; below them half of it is enough."""

BAND_MM = 1.8
"""Width of the coloured frame of a card."""

PICTURE_ROW_MM = 4.9
"""Height of a row with a small picture."""

CARD_PAPER: Rgb = (253, 249, 240)

TITLE_MM, WORDS_MM = 4.2, (3.2, 3.0, 2.8, 2.6, 2.4)
"""Sizes of type on a card: the largest is taken in which all words find room."""

ROW = 1.35
"""From one row of words to the next, in sizes of type."""


BESIDE_MM = 2.6
"""Size of the words beside a small picture."""

WORDS_AT_MM = CARD_EDGE_MM + 7.5
"""Where the words beside a small picture begin, from the card's left edge."""

Row = tuple[str, float, float]
"""A row of words, its size, and how far below the card's edge it stands."""


def card_pages(
    title: Words, cards: tuple[TextCard, ...], paper: str, audience: Audience = NOBODY
) -> Iterator[Page]:
    """Give pages of cards of text, fronts and backs."""
    width = PAPERS[paper][0]
    spots = places(CARD_SIZE_MM, PAPERS[paper], 0.0, HEAD_MM)
    for start in range(0, len(cards), len(spots)):
        front, behind = headed_pages(title, paper, audience)
        faces, backs = list(front.drawing), list(behind.drawing)
        for card, spot in zip(cards[start : start + len(spots)], spots, strict=False):
            faces += card_drawing(card, spot, audience)
            backs += card_drawing(card, (width - spot[0], spot[1]), audience, back=True)
        yield replace(front, drawing=tuple(faces))
        yield replace(behind, drawing=tuple(backs))


def card_drawing(
    card: TextCard, centre: Point, audience: Audience = NOBODY, *, back: bool = False
) -> Iterator[Path]:
    """Draw one side of a card of text; in English where a translation finds no room.

    Raises
    ------
    ValueError
        When the English words find no room either.
    """
    width, height = CARD_SIZE_MM
    left, top = centre[0] - width / 2, centre[1] - height / 2
    if card.colour is not None:
        yield rectangle(left, top, width, height, card.colour)
        yield rounded(
            left + BAND_MM, top + BAND_MM, width - 2 * BAND_MM, height - 2 * BAND_MM, 2.0, CARD_PAPER
        )
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    yield Path(outline(corners), stroke=PALE, stroke_mm=0.2)
    yield from shifted(centre).drawing(card.emblem)
    pictures = card.pictures if back else ()
    room = _room(card, pictures)
    for row, size, down in _fitting(card.back if back else card.front, room, audience):
        yield text(row, (left + CARD_EDGE_MM, top + down), size, INK, "left")
    for number, picture in enumerate(pictures):
        middle = top + room - 0.5 + PICTURE_ROW_MM * (number + 0.5)
        yield from shifted((left + CARD_EDGE_MM + 3.0, middle)).drawing(picture.drawing)
        words = _beside(picture, audience)
        yield text(words, (left + WORDS_AT_MM, middle + 0.9), BESIDE_MM, INK, "left")


def _room(card: TextCard, pictures: tuple[Picture, ...]) -> float:
    """Give how far down the words of a side may reach."""
    edge = BAND_MM + 1.2 if card.colour is not None else CARD_EDGE_MM / 2
    return CARD_SIZE_MM[1] - edge - PICTURE_ROW_MM * len(pictures)


def _fitting(words: tuple[Words, Words], room: float, audience: Audience) -> list[Row]:
    """Give the rows of a side in the largest type in which all find room."""
    for each in (audience, NOBODY):
        title, body = said(words[0], each), said(words[1], each)
        for size in WORDS_MM:
            rows = _rows(title, body, size)
            if not rows or rows[-1][2] <= room:
                return rows
    raise ValueError(f"the words of {title!r} find no room on a card: shorten them")


def _beside(picture: Picture, audience: Audience) -> str:
    """Say what stands beside a small picture."""
    for each in (audience, NOBODY):
        words = said(picture.words, each)
        if WORDS_AT_MM + text_width(words, BESIDE_MM) <= CARD_SIZE_MM[0] - BAND_MM - 0.5:
            return words
    raise ValueError(f"{words!r} finds no room on a card: shorten it")


def _rows(title: str, body: str, size: float) -> list[Row]:
    """Give the rows of a side, with a body of this size."""
    rows, down = [], 8.0
    for each, words in ((TITLE_MM, title), (size, body)):
        for row in wrap(words, CARD_SIZE_MM[0] - 2 * CARD_EDGE_MM, each):
            rows.append((row, each, down))
            down += ROW * each
        down += 2.0
    return rows
