"""Lettering as outlines, so that a page, a sheet of paper and a picture show the same letters.

The face is Bitstream Vera Bold, which comes with reportlab and may be embedded and passed on.
pdfium gives the outlines of its glyphs.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path as FilePath
from typing import Any, Literal

import pypdfium2.raw as pdfium
import reportlab
from reportlab.pdfbase.ttfonts import TTFontFace

from companion.layout import Point, Rgb
from companion.printing.drawing import Path, Segment, Transform
from companion.printing.rendering.pdfium_lock import PDFIUM

FONT_FILE = FilePath(reportlab.__file__).parent / "fonts" / "VeraBd.ttf"
CAP_HEIGHT = 0.729
"""Height of a capital letter in parts of the font size."""

_UNITS = 1000.0
"""Units of an em in which reportlab gives widths."""

_VERBS = {
    pdfium.FPDF_SEGMENT_MOVETO: "M",
    pdfium.FPDF_SEGMENT_LINETO: "L",
    pdfium.FPDF_SEGMENT_BEZIERTO: "C",
}


@cache
def _face() -> TTFontFace:
    return TTFontFace(str(FONT_FILE))


@cache
def _font() -> tuple[Any, Any, Any]:
    """Load the font into pdfium; document and data must live as long as it does."""
    data = FONT_FILE.read_bytes()
    buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
    document = pdfium.FPDF_CreateNewDocument()
    font = pdfium.FPDFText_LoadFont(document, buffer, len(data), pdfium.FPDF_FONT_TRUETYPE, True)
    return font, document, buffer


@cache
def _raw_outline(character: str) -> tuple[Segment, ...]:
    """Give a character's outline in pdfium's units, y up."""
    with PDFIUM:
        return _asked_outline(character)


def _asked_outline(character: str) -> tuple[Segment, ...]:
    path = pdfium.FPDFFont_GetGlyphPath(_font()[0], ord(character), 1.0)
    segments: list[Segment] = []
    curve: list[Point] = []
    for n in range(pdfium.FPDFGlyphPath_CountGlyphSegments(path)):
        segment = pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, n)
        x, y = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        curve.append((x.value, y.value))
        verb = _VERBS[pdfium.FPDFPathSegment_GetType(segment)]
        if verb != "C" or len(curve) == 3:
            segments.append((verb, tuple(curve)))
            curve = []
        if pdfium.FPDFPathSegment_GetClose(segment):
            segments.append(("Z", ()))
    return tuple(segments)


@cache
def _outline(character: str) -> tuple[Segment, ...]:
    """Give a character's outline at font size 1, its base line on y = 0, y down.

    pdfium's unit for glyphs is not promised; the height of a capital H settles it.
    """
    scale = CAP_HEIGHT / max(y for _, points in _raw_outline("H") for _, y in points)
    return Transform(scale, 0.0, 0.0, -scale).path(Path(_raw_outline(character))).segments


def can_write(character: str) -> bool:
    """Say whether the face has this character; of others there is only an empty box."""
    return ord(character) in _face().charWidths


def text_width(text: str, size: float) -> float:
    """Give the advance width of a line of text in mm."""
    face = _face()
    return float(sum(face.charWidths.get(ord(c), face.defaultWidth) for c in text)) * size / _UNITS


def text(
    line: str, at: Point, size: float, fill: Rgb, align: Literal["left", "middle", "right"] = "middle"
) -> Path:
    """Draw a line of text with its base line at ``at``; ``size`` is the font size in mm."""
    x = at[0] - text_width(line, size) * {"left": 0.0, "middle": 0.5, "right": 1.0}[align]
    segments: list[Segment] = []
    for character in line:
        place = Transform(size, 0.0, 0.0, size, x, at[1])
        segments.extend(place.path(Path(_outline(character))).segments)
        x += text_width(character, size)
    return Path(tuple(segments), fill)


def centred_text(line: str, centre: Point, size: float, fill: Rgb) -> Path:
    """Draw a line of text with the middle of its capitals at ``centre``."""
    return text(line, (centre[0], centre[1] + CAP_HEIGHT * size / 2), size, fill)


def wrap(words: str, width: float, size: float) -> list[str]:
    """Break a text into lines no wider than ``width`` mm."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
