"""Drawings into SVG, for the pages: the unit of the view box is the millimetre."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from companion.layout import Layout, Point, Rgb
from companion.printing.art import piece_drawing, sheet_drawing
from companion.printing.drawing import Path, shifted


@lru_cache(maxsize=8)
def sheet_svg(layout: Layout, sheet_id: str) -> str:
    """Give a sheet's artwork, its ``viewBox`` in mm of the sheet. Raises KeyError."""
    sheet = layout.sheet(sheet_id)
    return svg(sheet_drawing(layout, sheet_id), sheet.size_mm, sheet.title)


@lru_cache(maxsize=256)
def piece_svg(layout: Layout, kind: str) -> str:
    """Give a piece's upright face, its ``viewBox`` from 0 0 to its size in mm. Raises KeyError."""
    piece, _ = layout.kind(kind)
    width, height = piece.size_mm
    centred = shifted((width / 2, height / 2)).drawing(piece_drawing(layout, kind))
    return svg(centred, piece.size_mm, piece.label)


def svg(paths: Iterable[Path], size_mm: Point, title: str) -> str:
    """Write a drawing as one SVG element that can stand in a page or a file of its own."""
    width, height = (_number(length) for length in size_mm)
    body = "".join(_path(path) for path in paths)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def _path(path: Path) -> str:
    outline = "".join(
        verb + " ".join(_number(n) for p in points for n in p) for verb, points in path.segments
    )
    stroke = ""
    if path.stroke is not None:
        stroke = f' stroke="{_colour(path.stroke)}" stroke-width="{_number(path.stroke_mm)}"'
    fill = "none" if path.fill is None else _colour(path.fill)
    return f'<path fill="{fill}"{stroke} d="{outline}"/>'


def _number(value: float) -> str:
    """Round to a hundredth of a millimetre and drop what is not needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _colour(rgb: Rgb) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in rgb)
