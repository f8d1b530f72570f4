"""The score pad of a game: a table with a row for every sort of points and a column for every player."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from companion.printing.booklet import LEAF
from companion.printing.paper import PAPERS
from companion.printing.words import said
from companion.rules.message import Message
from companion.rules.phrases import NOBODY, Audience, Words

MARGIN_MM: Final = 10.0
ROW_MM: Final = 7.5
LABEL_MM: Final = 58.0
SIZE: Final = 9.0
PADDING: Final = 12.0
"""Left and right of the words in a row, in points."""

GAP_MM: Final = 8.0
"""Between two tables, to cut them apart."""

PLAYER: Final = Message("Player")
TOTAL: Final = Message("Total")

_PALE: Final = HexColor(0xE9F2EA)
_LINE: Final = HexColor(0x8FA894)
_TITLE: Final = ParagraphStyle("pad", fontName="Helvetica-Bold", fontSize=13, leading=17, textColor=LEAF)


def score_pad_pdf(
    lines: tuple[Words, ...], title: str, players: int, paper: str, audience: Audience = NOBODY
) -> bytes:
    """Give one page full of score tables, on ``a4`` or ``letter``.

    Parameters
    ----------
    lines
        What has a row, from the top; the total is added.
    title
        The game's name.
    players
        How many columns to write in.
    paper
        ``a4`` or ``letter``.
    audience
        The language of the words.
    """
    width, height = (side * mm for side in PAPERS[paper])
    inner = width - 2 * MARGIN_MM * mm
    block = (len(lines) + 2) * ROW_MM * mm + (GAP_MM + 8) * mm
    number = max(1, int((height - 2 * MARGIN_MM * mm) // block))
    rows = [said(each, audience) for each in (PLAYER, *lines, TOTAL)]
    out = BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=(width, height),
        title=said(Message("{game}: score pad", {"game": title}), audience),
        leftMargin=MARGIN_MM * mm,
        rightMargin=MARGIN_MM * mm,
        topMargin=MARGIN_MM * mm,
        bottomMargin=MARGIN_MM * mm,
        invariant=1,
    )
    document.build([_block(rows, title, players, inner) for _ in range(number)])
    return out.getvalue()


def _block(words: list[str], title: str, players: int, inner: float) -> Any:
    rows = [(each, *[""] * players) for each in words]
    column = (inner - LABEL_MM * mm - 12) / players
    table = Table(rows, colWidths=[LABEL_MM * mm, *[column] * players], rowHeights=ROW_MM * mm)
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), "Helvetica", SIZE),
                *(("FONTSIZE", (0, row), (0, row), _size(each)) for row, each in enumerate(words)),
                ("FONT", (0, -1), (0, -1), "Helvetica-Bold", 10),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("GRID", (0, 0), (-1, -1), 0.5, _LINE),
                ("BACKGROUND", (0, 0), (-1, 0), _PALE),
                ("BACKGROUND", (0, -1), (-1, -1), _PALE),
                ("LINEABOVE", (0, -1), (-1, -1), 1.2, LEAF),
                ("BOX", (0, 0), (-1, -1), 1.2, LEAF),
            ]
        )
    )
    return KeepTogether([Paragraph(title, _TITLE), table, Spacer(1, GAP_MM * mm)])


def _size(words: str) -> float:
    """Give the size of type in which the words of a row stay within it."""
    room = float(LABEL_MM * mm) - PADDING
    width = float(stringWidth(words, "Helvetica", SIZE))
    return SIZE * room / max(room, width)
