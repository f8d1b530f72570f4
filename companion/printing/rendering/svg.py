"""Drawings into SVG, for the pages: the unit of the view box is the millimetre."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Final

from companion.layout import Layout, Point, Rgb
from companion.printing.art import piece_drawing, sheet_drawing
from companion.printing.drawing import Path, shifted

STEPS_PER_MM: Final = 20
"""Coordinates are whole numbers of a twentieth of a millimetre: a tenth of a pixel on a phone's screen."""

_STYLE: Final = 'fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round"'


@lru_cache(maxsize=16)
def sheet_svg(layout: Layout, sheet_id: str) -> str:
    """Give a sheet's artwork, its ``viewBox`` in mm of the sheet. Raises KeyError."""
    sheet = layout.sheet(sheet_id)
    return svg(sheet_drawing(layout, sheet_id), sheet.size_mm, sheet.title)


@lru_cache(maxsize=64)
def piece_svg(layout: Layout, kind: str) -> str:
    """Give a piece's upright face, its ``viewBox`` from 0 0 to its size in mm. Raises KeyError."""
    piece, _ = layout.kind(kind)
    return svg(_upright(layout, kind), piece.size_mm, piece.label)


_one_at_a_time = threading.Lock()


MOST_MARKED: Final = 60
"""Pieces in one file that bear markers: tiles and cards are many and large, and few lie on a table."""


@lru_cache(maxsize=16)
def piece_files(layout: Layout) -> tuple[tuple[str, ...], ...]:
    """Share out the names of a game's kinds among files: a browser reads a whole file for one piece of it."""
    plain = tuple(name for name, kind in layout.kinds.items() if kind.marker < 0)
    marked = tuple(name for name, kind in layout.kinds.items() if kind.marker >= 0)
    return (plain, *(marked[start : start + MOST_MARKED] for start in range(0, len(marked), MOST_MARKED)))


def pieces_svg(layout: Layout, file: int) -> str:
    """Give the pieces of one of the `piece_files`, a ``symbol`` for each that bears the name of its kind.

    A hundred tiles take seconds to draw, once: whoever asks meanwhile waits for the same drawing.
    Raises IndexError.
    """
    with _one_at_a_time:
        return _pieces(layout, file)


@lru_cache(maxsize=16)
def _pieces(layout: Layout, file: int) -> str:
    symbols = (
        f'<symbol id="{escape(name)}" viewBox="{_box(layout.kinds[name].size_mm)}">'
        f"{_body(_upright(layout, name))}</symbol>"
        for name in piece_files(layout)[file]
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" {_STYLE}>{"".join(symbols)}</svg>'


def svg(paths: Iterable[Path], size_mm: Point, title: str) -> str:
    """Write a drawing as one SVG element that can stand in a page or a file of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_box(size_mm)}" role="img" {_STYLE}>'
        f"<title>{escape(title)}</title>{_body(paths)}</svg>"
    )


def _upright(layout: Layout, kind: str) -> list[Path]:
    width, height = layout.kind(kind)[0].size_mm
    return shifted((width / 2, height / 2)).drawing(piece_drawing(layout, kind))


def _box(size_mm: Point) -> str:
    width, height = (f"{length:.2f}".rstrip("0").rstrip(".") for length in size_mm)
    return f"0 0 {width} {height}"


def _body(paths: Iterable[Path]) -> str:
    # The style stands here once more: a symbol that is used takes it from the page, not from its own file.
    group = f'<g transform="scale({1 / STEPS_PER_MM:g})" {_STYLE}>'
    return f"{group}{''.join(map(_path, paths))}</g>"


def _path(path: Path) -> str:
    stroke = ""
    if path.stroke is not None:
        width = max(1, round(path.stroke_mm * STEPS_PER_MM))
        stroke = f' stroke="{_colour(path.stroke)}" stroke-width="{width}"'
    fill = "none" if path.fill is None else _colour(path.fill)
    return f'<path fill="{fill}"{stroke} d="{_outline(path)}"/>'


def _outline(path: Path) -> str:
    """Write an outline in steps from point to point, which takes a quarter of the bytes of coordinates.

    Each point is rounded where it lies, so the steps do not add up their errors.
    """
    words: list[str] = []
    here = start = (0, 0)
    for verb, points in path.segments:
        if verb == "Z":
            words.append("z")
            here = start
            continue
        ends = [(round(x * STEPS_PER_MM), round(y * STEPS_PER_MM)) for x, y in points]
        steps = " ".join(f"{x - here[0]} {y - here[1]}" for x, y in ends)
        words.append(verb.lower() + steps.replace(" -", "-"))
        here = ends[-1]
        if verb == "M":
            start = here
    return "".join(words)


def _colour(rgb: Rgb) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in rgb)
