"""Drawings into PDF: the only place that speaks reportlab's language for artwork."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Final

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.layout import Point, Rgb
from companion.printing.drawing import Path

ROUND = 1

rl_config.useA85 = 0  # Plain bytes: four where ASCII takes five, and the ASCII is made in Python.

SEGMENT: Final = {
    "M": "%.4f %.4f m",
    "L": "%.4f %.4f l",
    "C": "%.4f %.4f %.4f %.4f %.4f %.4f c",
    "Z": "h",
}
"""What PDF calls the verbs of a path, with their points; ISO 32000-1, 8.5.2."""

PAINT: Final = {(False, False): "n", (True, False): "f*", (False, True): "S", (True, True): "B*"}
"""(fill, stroke) -> PDF's word for it, by the even-odd rule; ISO 32000-1, 8.5.3."""


def draw(canvas: Canvas, paths: Iterable[Path]) -> None:
    """Draw paths in a canvas whose unit is the millimetre, y down (see `open_mm`).

    They are written as PDF's own words: reportlab's paths look at every number by itself, in Python.
    """
    words: list[str] = []
    for path in paths:
        if path.fill is not None:
            words.append(f"{_colour(path.fill)} rg")
        if path.stroke is not None:
            words.append(f"{_colour(path.stroke)} RG {path.stroke_mm:.4f} w")
        for verb, points in path.segments:
            words.append(SEGMENT[verb] % tuple(number for point in points for number in point))
        words.append(PAINT[path.fill is not None, path.stroke is not None])
    if words:
        canvas.addLiteral("\n".join(words))


def _colour(rgb: Rgb) -> str:
    return "{:.4f} {:.4f} {:.4f}".format(*(channel / 255 for channel in rgb))


def open_mm(canvas: Canvas, height_mm: float) -> None:
    """Turn a fresh page into one measured in millimetres from its top left corner, y down."""
    canvas.translate(0, height_mm * mm)
    canvas.scale(mm, -mm)
    canvas.setLineCap(ROUND)
    canvas.setLineJoin(ROUND)


def one_page(paths: Iterable[Path], size_mm: Point) -> bytes:
    """Give a plain PDF of one page that holds just the drawing. Equal drawings give equal bytes."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(size_mm[0] * mm, size_mm[1] * mm), invariant=1, pageCompression=0)
    open_mm(canvas, size_mm[1])
    draw(canvas, paths)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
