"""The pages of a printed set: a large sheet cut up, pieces with their backs, cards of text.

Convention: a page's drawing is in millimetres from its top left corner, y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.layout import Layout, Point, Rgb
from companion.printing.art import piece_drawing, sheet_drawing
from companion.printing.drawing import Path, line, outline, rectangle, rounded, shifted
from companion.printing.glyphs import centred_text, text, text_width, wrap
from companion.printing.paper import MARGIN_MM, OVERLAP_MM, PAPERS, Piece, Tiling, places, tiled
from companion.printing.parts import Board, Part, TextCard

INK: Rgb = (60, 60, 60)
PALE: Rgb = (150, 150, 150)
WHITE: Rgb = (255, 255, 255)
GAP_MM = 3.0
HEAD_MM = 24.0
"""Room at the top of a page of pieces for its title and the ruler."""

CARD_SIZE_MM = (63.0, 44.0)
CARD_EDGE_MM = 4.0
"""Between the words on a card and its edge, left and right; below them half of it is enough."""

BAND_MM = 1.8
"""Width of the coloured frame of a card."""

PICTURE_ROW_MM = 4.9
"""Height of a row with a small picture."""

CARD_PAPER: Rgb = (253, 249, 240)

TITLE_MM, WORDS_MM = 4.2, (3.2, 3.0, 2.8, 2.6)
"""Sizes of type on a card: the largest is taken in which all words find room."""

ROW = 1.35
"""From one row of words to the next, in sizes of type."""


@dataclass(frozen=True)
class Page:
    """One page: its size, and what is drawn on it."""

    size_mm: Point
    drawing: tuple[Path, ...]


def ruler(at: Point) -> Iterator[Path]:
    """Draw a ruler of 100 mm, so that anybody can check the printer."""
    x, y = at
    yield line([(x, y), (x + 100, y)], INK, 0.25)
    for tick in range(0, 101, 10):
        yield line([(x + tick, y), (x + tick, y - (3 if tick % 50 == 0 else 1.8))], INK, 0.25)
    yield text("100 mm - print at 100 %, then measure", (x + 103, y), 3.2, INK, "left")


def sheet_pages(layout: Layout, sheet_id: str, paper: str) -> list[Page]:
    """Give a sheet at true size: a page that shows how its pages join, and the pages."""
    sheet = layout.sheet(sheet_id)
    return board_pages(Board(sheet.title, sheet.size_mm, sheet_drawing(layout, sheet_id)), paper)


def board_pages(board: Board, paper: str) -> list[Page]:
    """Give a board in the same way."""
    tiling = tiled(board.size_mm, paper)
    pages = [_window(board.drawing, piece, tiling) for piece in tiling.pieces]
    return [_map(board.title, board.drawing, board.size_mm, tiling), *pages]


def _window(drawing: tuple[Path, ...], piece: Piece, tiling: Tiling) -> Page:
    """Draw one page's part of the sheet, cut off at its window, with the lines to join it by."""
    width, height = tiling.page_mm
    place = shifted((MARGIN_MM - piece.left_mm, MARGIN_MM - piece.top_mm))
    right, bottom = MARGIN_MM + piece.width_mm, MARGIN_MM + piece.height_mm
    frame = (
        rectangle(0, 0, width, MARGIN_MM, WHITE),
        rectangle(0, bottom, width, height - bottom, WHITE),
        rectangle(0, 0, MARGIN_MM, height, WHITE),
        rectangle(right, 0, width - right, height, WHITE),
    )
    return Page(tiling.page_mm, (*place.drawing(drawing), *frame, *_joins(piece, tiling, right, bottom)))


def _joins(piece: Piece, tiling: Tiling, right: float, bottom: float) -> Iterator[Path]:
    """Draw cutting marks at the corners, and ticks where the next page's edge must lie."""
    for x in (MARGIN_MM, right):
        for y in (MARGIN_MM, bottom):
            outwards_x, outwards_y = (-1 if x == MARGIN_MM else 1), (-1 if y == MARGIN_MM else 1)
            yield line([(x + outwards_x, y), (x + 4 * outwards_x, y)], INK, 0.2)
            yield line([(x, y + outwards_y), (x, y + 4 * outwards_y)], INK, 0.2)
    if piece.column < tiling.columns:
        x = right - OVERLAP_MM
        for y in (MARGIN_MM, bottom):
            yield line(
                [(x, y - 4 if y == MARGIN_MM else y + 1), (x, y - 1 if y == MARGIN_MM else y + 4)], INK, 0.4
            )
    if piece.row < tiling.rows:
        y = bottom - OVERLAP_MM
        for x in (MARGIN_MM, right):
            yield line(
                [(x - 4 if x == MARGIN_MM else x + 1, y), (x - 1 if x == MARGIN_MM else x + 4, y)], INK, 0.4
            )


def _map(title: str, drawing: tuple[Path, ...], size_mm: Point, tiling: Tiling) -> Page:
    """Draw how the pages join: the sheet, small, with its cuts and numbers."""
    width, height = tiling.page_mm
    scale = min((width - 40) / size_mm[0], (height - 110) / size_mm[1], 0.5)
    left, top = (width - scale * size_mm[0]) / 2, 70.0
    small = replace(shifted((left, top)), a=scale, d=scale)
    words = [
        f"{len(tiling.pieces)} page(s) follow, {tiling.rows} row(s) of {tiling.columns}.",
        "Cut each page at the corner marks. Lay the next page's edge on the thick ticks,",
        f"over the last {OVERLAP_MM:.0f} mm of the page before, and glue. Matt paper: gloss is glare.",
    ]
    paths: list[Path] = [text(title, (20, 25), 9, INK, "left"), *ruler((20, 62))]
    paths += [text(words[n], (20, 35 + 6.5 * n), 4, INK, "left") for n in range(len(words))]
    paths += small.drawing(drawing)
    for number, piece in enumerate(tiling.pieces, 1):
        x, y = left + scale * piece.left_mm, top + scale * piece.top_mm
        w, h = scale * piece.width_mm, scale * piece.height_mm
        corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        paths.append(Path(outline(corners), stroke=INK, stroke_mm=0.6))
        paths.append(Path(outline(_square((x + w / 2, y + h / 2), 14)), fill=WHITE))
        paths.append(centred_text(str(number), (x + w / 2, y + h / 2), 11, INK))
    return Page(tiling.page_mm, tuple(paths))


def _square(centre: Point, side: float) -> tuple[Point, ...]:
    x, y, half = *centre, side / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def piece_pages(layout: Layout, title: str, parts: tuple[Part, ...], paper: str) -> list[Page]:
    """Give pages of pieces to cut out; where pieces have backs, each page is followed by its back.

    Pieces of different sizes do not share a page, so that backs always fall on fronts.
    """
    pages: list[Page] = []
    sizes = dict.fromkeys(layout.kinds[part.front].size_mm for part in parts)
    for size in sizes:
        same = [part for part in parts if layout.kinds[part.front].size_mm == size]
        pieces = [(part.front, part.back, mark) for part in same for mark in part.mark_of_each]
        spots = places(size, PAPERS[paper], GAP_MM, HEAD_MM)
        for start in range(0, len(pieces), len(spots)):
            pages += _piece_page(layout, title, pieces[start : start + len(spots)], spots, paper)
    return pages


def _piece_page(
    layout: Layout,
    title: str,
    pieces: list[tuple[str, str, tuple[Path, ...]]],
    spots: list[Point],
    paper: str,
) -> Iterator[Page]:
    width = PAPERS[paper][0]
    front: list[Path] = [text(title, (MARGIN_MM + 5, 12), 5, INK, "left"), *ruler((MARGIN_MM + 5, 20))]
    for (kind, _, mark), spot in zip(pieces, spots, strict=False):
        front += shifted(spot).drawing((*piece_drawing(layout, kind), *mark))
    yield Page(PAPERS[paper], tuple(front))
    if any(back for _, back, _ in pieces):
        behind: list[Path] = [
            text(f"{title}: backs, turn on the long side", (MARGIN_MM + 5, 12), 5, INK, "left")
        ]
        for (_, kind, _), spot in zip(pieces, spots, strict=False):
            if kind:
                behind += shifted((width - spot[0], spot[1])).drawing(piece_drawing(layout, kind))
        yield Page(PAPERS[paper], tuple(behind))


def card_pages(title: str, cards: tuple[TextCard, ...], paper: str) -> Iterator[Page]:
    """Give pages of cards of text, fronts and backs."""
    width = PAPERS[paper][0]
    spots = places(CARD_SIZE_MM, PAPERS[paper], 0.0, HEAD_MM)
    for start in range(0, len(cards), len(spots)):
        batch = list(zip(cards[start : start + len(spots)], spots, strict=False))
        front: list[Path] = [text(title, (MARGIN_MM + 5, 12), 5, INK, "left"), *ruler((MARGIN_MM + 5, 20))]
        behind: list[Path] = [
            text(f"{title}: backs, turn on the long side", (MARGIN_MM + 5, 12), 5, INK, "left")
        ]
        for card, spot in batch:
            front += card_drawing(card, spot)
            behind += card_drawing(card, (width - spot[0], spot[1]), back=True)
        yield Page(PAPERS[paper], tuple(front))
        yield Page(PAPERS[paper], tuple(behind))


def card_drawing(card: TextCard, centre: Point, *, back: bool = False) -> Iterator[Path]:
    """Draw one side of a card of text. Raises `ValueError` where its words find no room."""
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
    words, pictures = (card.back, card.pictures) if back else (card.front, ())
    edge = BAND_MM + 1.2 if card.colour is not None else CARD_EDGE_MM / 2
    room = height - edge - PICTURE_ROW_MM * len(pictures)
    sizes = (_rows(words, size) for size in WORDS_MM)
    fitting = [rows for rows in sizes if not rows or rows[-1][2] <= room]
    if not fitting:
        raise ValueError(f"the words of {words[0]!r} find no room on a card: shorten them")
    for row, size, down in fitting[0]:
        yield text(row, (left + CARD_EDGE_MM, top + down), size, INK, "left")
    for number, picture in enumerate(pictures):
        middle = top + room - 0.5 + PICTURE_ROW_MM * (number + 0.5)
        yield from shifted((left + CARD_EDGE_MM + 3.0, middle)).drawing(picture.drawing)
        start = CARD_EDGE_MM + 7.5
        if start + text_width(picture.words, WORDS_MM[-1]) > width - BAND_MM - 0.5:
            raise ValueError(f"{picture.words!r} finds no room on a card: shorten it")
        yield text(picture.words, (left + start, middle + 0.9), WORDS_MM[-1], INK, "left")


def _rows(words: tuple[str, str], size: float) -> list[tuple[str, float, float]]:
    """Give the rows of a card's side with their size and how far down they stand, with words of this size."""
    rows, down = [], 8.0
    for each, said in ((TITLE_MM, words[0]), (size, words[1])):
        for row in wrap(said, CARD_SIZE_MM[0] - 2 * CARD_EDGE_MM, each):
            rows.append((row, each, down))
            down += ROW * each
        down += 2.0
    return rows
