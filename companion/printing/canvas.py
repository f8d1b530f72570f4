"""Drawings into PDF: the only place that speaks reportlab's language for artwork."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas

from companion.layout import Point, Rgb
from companion.printing.drawing import Path

ROUND = 1


def colour(rgb: Rgb) -> Color:
    """Give a reportlab colour."""
    return Color(*(channel / 255 for channel in rgb))


def draw(canvas: Canvas, paths: Iterable[Path]) -> None:
    """Draw paths in a canvas whose unit is the millimetre, y down (see `open_mm`)."""
    for path in paths:
        outline = canvas.beginPath()
        verbs = {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo, "Z": outline.close}
        for verb, points in path.segments:
            verbs[verb](*(number for point in points for number in point))
        if path.fill is not None:
            canvas.setFillColor(colour(path.fill))
        if path.stroke is not None:
            canvas.setStrokeColor(colour(path.stroke))
            canvas.setLineWidth(path.stroke_mm)
        canvas.drawPath(
            outline,
            stroke=int(path.stroke is not None),
            fill=int(path.fill is not None),
            fillMode=FILL_EVEN_ODD,
        )


def open_mm(canvas: Canvas, height_mm: float) -> None:
    """Turn a fresh page into one measured in millimetres from its top left corner, y down."""
    canvas.translate(0, height_mm * mm)
    canvas.scale(mm, -mm)
    canvas.setLineCap(ROUND)
    canvas.setLineJoin(ROUND)


def one_page(paths: Iterable[Path], size_mm: Point) -> bytes:
    """Give a PDF of one page that holds just the drawing. Equal drawings give equal bytes."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(size_mm[0] * mm, size_mm[1] * mm), invariant=1)
    open_mm(canvas, size_mm[1])
    draw(canvas, paths)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
