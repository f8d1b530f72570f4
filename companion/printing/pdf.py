"""A printed set in a folder: PDFs at true size, the rules, PNGs at 300 dpi, and layout.json."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.errors import CompanionError
from companion.layout import Layout
from companion.printing.art import part_list
from companion.printing.artwork import piece_image, sheet_image
from companion.printing.booklet import booklet_pdf
from companion.printing.cards import card_pages
from companion.printing.pages import Page, board_pages, piece_pages, sheet_pages
from companion.printing.parts import PartList
from companion.printing.rendering.canvas import draw, open_mm
from companion.printing.score_pad import score_pad_pdf
from companion.rules.booklet import booklet_of
from companion.rules.catalogue import load_game
from companion.rules.phrases import ENGLISH, Audience, Speech

DPI = 300
PX_PER_MM = DPI / 25.4

RULES_ON: Final = {"a3": "a4"}
"""What is read in the hand is on smaller paper than what lies on the table."""


class PrintError(CompanionError):
    """A set cannot be written; ``code`` is stable, ``sentence`` says why."""

    code = "print-unwritable"

    def __init__(self, sentence: str) -> None:
        super().__init__(self.code, sentence)


def print_game(
    layout: Layout,
    out: Path,
    paper: str = "a3",
    seats: int | None = None,
    *,
    language: str = "",
    speech: Speech = ENGLISH,
) -> list[Path]:
    """Write the printed set of a game.

    Parameters
    ----------
    layout
        What to print.
    out
        Folder; made where there is none.
    paper
        ``a3``, ``a4`` or ``letter``. Large sheets are cut into pages that join.
    seats
        Print only what so many players need; everything without it.
    language
        Tag of the language of the rules; English where the game does not tell them in it.
    speech
        The language of all other words. Sheets and pieces are the same in every language.

    Returns
    -------
    list of Path
        The files, PDFs first.

    Raises
    ------
    PrintError
        When the folder cannot be written.
    """
    try:
        audience, in_hand = Audience({}, speech), RULES_ON.get(paper, paper)
        (out / "png").mkdir(parents=True, exist_ok=True)
        files = _pdfs(layout, out, paper, seats, audience)
        files += _rules(layout.game, out, in_hand, language, audience)
        files += _score_pad(layout, out, in_hand, seats, audience)
        files.append(_write(out / "layout.json", layout_json(layout)))
        return files + _pictures(layout, out / "png")
    except OSError as error:
        raise PrintError(f"The folder {out} cannot be written: {error.strerror or error}.") from error


def layout_json(layout: Layout) -> bytes:
    """Give the layout as JSON for other programs, with the marker dictionary at every marker."""
    value = msgspec.to_builtins(layout)
    for sheet in value["sheets"]:
        for marker in sheet["markers"]:
            marker["dictionary"] = layout.marker_dictionary
    return msgspec.json.format(msgspec.json.encode(value), indent=1)


def _pdfs(layout: Layout, out: Path, paper: str, seats: int | None, audience: Audience) -> list[Path]:
    return [
        _write(out / f"{name}-{paper}.pdf", _pdf(pages, f"{layout.game} {name}"))
        for name, pages in _documents(layout, part_list(layout, seats), paper, audience)
    ]


def _documents(
    layout: Layout, parts: PartList, paper: str, audience: Audience
) -> Iterator[tuple[str, Iterable[Page]]]:
    """Give the pages of each file by its name, one after the other: a Pi has no room for all at once."""
    for sheet in layout.sheets:
        yield sheet.id, sheet_pages(layout, sheet.id, paper, audience)
    for name, group in parts.groups.items():
        yield name, piece_pages(layout, parts.title(name), group, paper, audience)
    for name, board in parts.boards.items():
        yield name, board_pages(board, paper, audience)
    if parts.cards:
        yield "cards", card_pages(parts.cards_title, parts.cards, paper, audience)
    for name, cards in parts.decks.items():
        yield name, card_pages(parts.title(name), cards, paper, audience)


def _rules(slug: str, out: Path, paper: str, language: str, audience: Audience) -> list[Path]:
    """Write the rules, where the game tells them."""
    game = load_game(slug)
    booklet = booklet_of(game, language)
    if booklet is None:
        return []
    return [_write(out / f"rules-{paper}.pdf", booklet_pdf(booklet, game.info.name, paper, audience))]


def _score_pad(layout: Layout, out: Path, paper: str, seats: int | None, audience: Audience) -> list[Path]:
    """Write the score pad, where the game's set has one: a column for each of so many players."""
    info = load_game(layout.game).info
    lines = part_list(layout, seats).score_lines
    if not lines:
        return []
    pad = score_pad_pdf(lines, info.name, seats or max(info.seats), paper, audience)
    return [_write(out / f"score-pad-{paper}.pdf", pad)]


def _pdf(pages: Iterable[Page], title: str) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(title)
    for page in pages:
        canvas.setPageSize((page.size_mm[0] * mm, page.size_mm[1] * mm))
        canvas.saveState()
        open_mm(canvas, page.size_mm[1])
        draw(canvas, page.drawing)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _pictures(layout: Layout, folder: Path) -> list[Path]:
    files = []
    for sheet in layout.sheets:
        picture = sheet_image(layout, sheet.id, PX_PER_MM)[:, :, ::-1]
        files.append(_png(folder / f"sheet-{sheet.id}.png", Image.fromarray(picture)))
    for kind in layout.kinds:
        picture = piece_image(layout, kind, PX_PER_MM)[:, :, [2, 1, 0, 3]]
        files.append(_png(folder / f"{kind}.png", Image.fromarray(picture)))
    return files


def _png(path: Path, picture: Image.Image) -> Path:
    picture.save(path, dpi=(DPI, DPI))
    return path


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path
