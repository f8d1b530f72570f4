"""The rules of a game on paper: two columns, each rule with its number."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

from companion.printing.paper import PAPERS
from companion.printing.words import said
from companion.rules.booklet import Booklet
from companion.rules.message import Message
from companion.rules.phrases import NOBODY, Audience

MARGIN_MM: Final = 12.0
GAP_MM: Final = 6.0
"""Between the columns."""

LEAF: Final = HexColor(0x2C6138)
_TITLE: Final = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=18, leading=24, textColor=LEAF)
_HEADING: Final = ParagraphStyle(
    "heading",
    fontName="Helvetica-Bold",
    fontSize=11,
    leading=13,
    spaceBefore=6,
    spaceAfter=2,
    textColor=LEAF,
    keepWithNext=1,
)
_TEXT: Final = ParagraphStyle("text", fontName="Helvetica", fontSize=9, leading=11.4, spaceAfter=3)
_NUMBERS: Final = '<font size="7" color="#777777"> {}</font>'


def booklet_pdf(booklet: Booklet, title: str, paper: str, audience: Audience = NOBODY) -> bytes:
    """Give the rules as a PDF, on ``a4`` or ``letter``; the foot of each page is said to the audience."""
    width, height = (side * mm for side in PAPERS[paper])
    column = (width - (2 * MARGIN_MM + GAP_MM) * mm) / 2
    tall = height - 2 * MARGIN_MM * mm
    frames = [
        Frame(MARGIN_MM * mm + nth * (column + GAP_MM * mm), MARGIN_MM * mm, column, tall, 0, 0, 0, 0)
        for nth in range(2)
    ]
    out = BytesIO()
    foot = said(Message("{game}: the rules", {"game": title}), audience)
    document = BaseDocTemplate(out, pagesize=(width, height), title=foot, invariant=1)
    document.addPageTemplates(PageTemplate(frames=frames, onPage=_numbered))
    document.build([Paragraph(escape(title), _TITLE), *_told(booklet)])
    return out.getvalue()


def _told(booklet: Booklet) -> list[Paragraph]:
    told = []
    for section in booklet.sections:
        told.append(Paragraph(escape(section.title), _HEADING))
        for each in section.paragraphs:
            numbers = _NUMBERS.format(escape(", ".join(each.rules))) if each.rules else ""
            told.append(Paragraph(escape(each.text) + numbers, _TEXT))
    return told


def _numbered(canvas: Any, document: Any) -> None:
    canvas.setFont("Helvetica", 8)
    words = f"{document.title} - {document.page}"
    canvas.drawCentredString(document.pagesize[0] / 2, MARGIN_MM / 2 * mm, words)
