"""Star Baker: the mat with the recipe deck and the recipe book, and the cards.

A card bears a marker, so that a camera knows it and which way up it lies. Any place of the book serves as
well as another: the row has no positions that matter (section 3). Hands, time cards and discard piles stay
with their owners and are on no sheet.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import Final

from companion.games.star_baker import GAME
from companion.games.star_baker.rules.checks.lying import BACK, DECK, PLACES, kind_of
from companion.games.star_baker.rules.data.card_file import SHIPPED
from companion.games.star_baker.rules.data.cards import Card, CardSet
from companion.games.star_baker.rules.game import StarBaker
from companion.layout import NO_MARKER, Cell, Kind, Layout, Point, Rgb, Sheet, Zone
from companion.layouts.by_box import LayoutsByBox
from companion.layouts.ids import sheet_ids
from companion.layouts.shapes import corner_markers, rectangle
from companion.layouts.tray import white_and_grey
from companion.rules.phrases import Term

CARD_MM: Point = (63.0, 88.0)
THICK_MM = 0.4
PITCH_MM: Point = (70.0, 95.0)
COLUMNS = 4

MAT_MM: Point = (344.0, 238.0)
FIRST_AT: Point = (34.0, 30.0)
"""Top left corner of the place of the deck."""

MARKER_MM, MARKER_INSET_MM = 20.0, 5.0
PATCH_MM = 10.0

TAG_MM = 14.4
TAG_AT: Point = (19.3, 31.9)
"""The marker of a card, and its middle from that of the card."""

INK: Rgb = (58, 36, 28)
PAPER: Rgb = (255, 249, 236)
CLOTH: Rgb = (246, 226, 208)
PLATE: Rgb = (250, 240, 226)

BORDERS: dict[str, Rgb] = {
    "plain": (150, 98, 62),
    "red": (196, 44, 52),
    "orange": (232, 124, 36),
    "yellow": (226, 178, 30),
    "green": (70, 140, 74),
    "blue": (48, 104, 178),
    "violet": (128, 78, 160),
}
"""Of the cards: plain recipes, red advanced ones, and the six chefs; Ada's red is a little deeper."""

CHEF_RED: Rgb = (162, 28, 58)


def border_of(card: Card) -> Rgb:
    """The colour of a card's border."""
    return CHEF_RED if card.kind == "chef" and card.border == "red" else BORDERS.get(card.border, INK)


def _kinds(cards: CardSet) -> dict[str, Kind]:
    # A box with more cards than there are markers for has some that no camera tells apart.
    markers = chain(GAME.pieces, repeat(NO_MARKER))
    kinds = [
        Kind(
            kind_of(card.card_id),
            cards.called(card.card_id),
            "card",
            CARD_MM,
            THICK_MM,
            (border_of(card), PAPER),
            marker=marker,
            marker_mm=TAG_MM,
            marker_at_mm=TAG_AT,
        )
        for card, marker in zip(cards.cards.values(), markers, strict=False)
    ]
    kinds.append(Kind(BACK, "card, face down", "card", CARD_MM, THICK_MM, (BORDERS["plain"], CLOTH)))
    return {kind.name: kind for kind in kinds}


def _place(name: str, nth: int) -> Cell:
    """Give the n-th place of the mat, row by row; the first is the deck's."""
    row, column = divmod(nth, COLUMNS)
    left, top = FIRST_AT[0] + column * PITCH_MM[0], FIRST_AT[1] + row * PITCH_MM[1]
    width, height = CARD_MM[0] + 3.0, CARD_MM[1] + 3.0
    label = f"place {nth} of the recipe book" if nth else "the recipe deck"
    return Cell(name, (left + width / 2, top + height / 2), rectangle(left, top, width, height), label)


def _mat(cards: CardSet) -> Sheet:
    deck, *book = (_place(name, nth) for nth, name in enumerate((DECK, *PLACES)))
    recipes = tuple(kind_of(card) for card in cards.recipes(advanced=True))
    (left, top), (width, height) = FIRST_AT, (CARD_MM[0] + 3.0, CARD_MM[1] + 3.0)
    right, middle = left + (COLUMNS - 1) * PITCH_MM[0] + width, top + PITCH_MM[1]
    outline = ((left + PITCH_MM[0], top), (right, top), (right, middle + height), (left, middle + height))
    corner: tuple[Point, ...] = ((left, middle), (left + PITCH_MM[0], middle))
    zones = (
        Zone("deck", "the recipe deck", "cells", deck.outline_mm, (BACK,), (deck,), {"": PLATE}),
        Zone("book", "the recipe book", "spots", (*outline, *corner), recipes, tuple(book), {"": PLATE}),
    )
    markers = corner_markers(sheet_ids(GAME, 0), MAT_MM, MARKER_MM, MARKER_INSET_MM)
    patches = (
        *white_and_grey((15.0, 112.0), (15.0, 126.0), PATCH_MM),
        *white_and_grey((MAT_MM[0] - 15.0, 112.0), (MAT_MM[0] - 15.0, 126.0), PATCH_MM),
    )
    return Sheet("mat", "Star Baker: the recipe book", MAT_MM, markers, patches, zones)


def _layout(cards: CardSet) -> Layout:
    return Layout(GAME.slug, (_mat(cards),), _kinds(cards), box=cards.edition)


_LAYOUTS: Final = LayoutsByBox(_layout)

LAYOUT: Final = _LAYOUTS.of(SHIPPED)


def layout_of(game: StarBaker) -> Layout:
    """Give the layout with the cards that a table plays with."""
    return _LAYOUTS.of(game.box)


def cards_of(layout: Layout) -> CardSet:
    """Give the cards that a layout is of."""
    return _LAYOUTS.box_of(layout)


WORDS: Final = (
    Term("recipe deck"),
    Term("recipe book"),
)
"""What the labels of sheets, zones, cells and pieces are made of, for translators."""
