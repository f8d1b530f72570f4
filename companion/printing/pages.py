"""The pages of a printed set: a large sheet cut up, and pieces with their backs.

Convention: a page's drawing is in millimetres from its top left corner, y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.layout import Layout, Point, Rgb
from companion.printing.art import piece_drawing, sheet_drawing
from companion.printing.drawing import Path, line, outline, rectangle, shifted
from companion.printing.glyphs import centred_text, text
from companion.printing.paper import MARGIN_MM, OVERLAP_MM, PAPERS, Piece, Tiling, places, tiled
from companion.printing.parts import Board, Part
from companion.printing.words import PRINT_AT, fitted, said, title_of_backs
from companion.rules.labels import Label
from companion.rules.message import Message
from companion.rules.phrases import NOBODY, Audience, Words

INK: Rgb = (60, 60, 60)
PALE: Rgb = (150, 150, 150)
WHITE: Rgb = (255, 255, 255)
GAP_MM = 3.0
HEAD_MM = 24.0
"""Room at the top of a page of pieces for its title and the ruler."""


@dataclass(frozen=True)
class Page:
    """One page: its size, and what is drawn on it."""

    size_mm: Point
    drawing: tuple[Path, ...]


def ruler(at: Point, audience: Audience) -> Iterator[Path]:
    """Draw a ruler of 100 mm, so that anybody can check the printer."""
    x, y = at
    yield line([(x, y), (x + 100, y)], INK, 0.25)
    for tick in range(0, 101, 10):
        yield line([(x + tick, y), (x + tick, y - (3 if tick % 50 == 0 else 1.8))], INK, 0.25)
    yield text(said(PRINT_AT, audience), (x + 103, y), 3.2, INK, "left")


def sheet_pages(layout: Layout, sheet_id: str, paper: str, audience: Audience = NOBODY) -> list[Page]:
    """Give a sheet at true size: a page that shows how its pages join, and the pages.

    The sheet itself is the same in every language: the camera finds it by its whole print.
    """
    sheet = layout.sheet(sheet_id)
    board = Board(Label(sheet.title), sheet.size_mm, sheet_drawing(layout, sheet_id))
    return board_pages(board, paper, audience)


def board_pages(board: Board, paper: str, audience: Audience = NOBODY) -> list[Page]:
    """Give a board in the same way."""
    tiling = tiled(board.size_mm, paper)
    lettering = (fitted(each.words, audience, *each.place, each.fill) for each in board.lettering)
    drawing = (*board.drawing, *lettering)
    pages = [_window(drawing, piece, tiling) for piece in tiling.pieces]
    return [_map(replace(board, drawing=drawing), tiling, audience), *pages]


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


def _map(board: Board, tiling: Tiling, audience: Audience) -> Page:
    """Draw how the pages join: the sheet, small, with its cuts and numbers."""
    width, height = tiling.page_mm
    scale = min((width - 40) / board.size_mm[0], (height - 110) / board.size_mm[1], 0.5)
    left, top = (width - scale * board.size_mm[0]) / 2, 70.0
    small = replace(shifted((left, top)), a=scale, d=scale)
    paths: list[Path] = [text(said(board.title, audience), (20, 25), 9, INK, "left")]
    paths += ruler((20, 62), audience)
    for row, words in enumerate(_how_to_join(tiling)):
        paths.append(text(said(words, audience), (20, 35 + 6.5 * row), 4, INK, "left"))
    paths += small.drawing(board.drawing)
    for number, piece in enumerate(tiling.pieces, 1):
        x, y = left + scale * piece.left_mm, top + scale * piece.top_mm
        w, h = scale * piece.width_mm, scale * piece.height_mm
        corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        paths.append(Path(outline(corners), stroke=INK, stroke_mm=0.6))
        paths.append(Path(outline(_square((x + w / 2, y + h / 2), 14)), fill=WHITE))
        paths.append(centred_text(str(number), (x + w / 2, y + h / 2), 11, INK))
    return Page(tiling.page_mm, tuple(paths))


def _how_to_join(tiling: Tiling) -> tuple[Message, ...]:
    """Say how many pages there are and how they are glued, a line each."""
    return (
        Message(
            "{n} page follows: {rows} × {columns}.",
            {"n": len(tiling.pieces), "rows": tiling.rows, "columns": tiling.columns},
            many="{n} pages follow: {rows} × {columns}.",
        ),
        Message("Cut each page at the corner marks. Lay the next page's edge on the thick ticks,"),
        Message(
            "over the last {mm} mm of the page before, and glue. Matt paper: gloss is glare.",
            {"mm": round(OVERLAP_MM)},
        ),
    )


def _square(centre: Point, side: float) -> tuple[Point, ...]:
    x, y, half = *centre, side / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def piece_pages(
    layout: Layout, title: Words, parts: tuple[Part, ...], paper: str, audience: Audience = NOBODY
) -> list[Page]:
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
            batch = list(zip(pieces[start : start + len(spots)], spots, strict=False))
            front, behind = headed_pages(title, paper, audience)
            pages += _piece_page(layout, batch, front, behind)
    return pages


def headed_pages(title: Words, paper: str, audience: Audience) -> tuple[Page, Page]:
    """Give a page with its title and a ruler, and one for the backs."""
    corner = (MARGIN_MM + 5, 12.0)
    heading = text(said(title, audience), corner, 5, INK, "left")
    backs = text(title_of_backs(title, audience), corner, 5, INK, "left")
    front = (heading, *ruler((MARGIN_MM + 5, 20), audience))
    return Page(PAPERS[paper], front), Page(PAPERS[paper], (backs,))


def _piece_page(
    layout: Layout, pieces: list[tuple[tuple[str, str, tuple[Path, ...]], Point]], front: Page, behind: Page
) -> Iterator[Page]:
    faces = list(front.drawing)
    for (kind, _, mark), spot in pieces:
        faces += shifted(spot).drawing((*piece_drawing(layout, kind), *mark))
    yield replace(front, drawing=tuple(faces))
    if any(back for (_, back, _), _ in pieces):
        width, backs = behind.size_mm[0], list(behind.drawing)
        for (_, kind, _), spot in pieces:
            if kind:
                backs += shifted((width - spot[0], spot[1])).drawing(piece_drawing(layout, kind))
        yield replace(behind, drawing=tuple(backs))
