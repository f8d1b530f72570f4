"""Letter and number tiles: a large glyph for people, a ring of dots for the camera."""

from __future__ import annotations

from companion.games.caterpillar_filler.layout import COLOURS
from companion.layout import Kind, Rgb
from companion.printing.drawing import Path, disc, drop, mix, rectangle, rounded, turned
from companion.printing.glyphs import CAP_HEIGHT, centred_text

DOT_MM = 1.25
"""Radius of a code dot."""

INK: Rgb = (24, 26, 40)
WHITE = COLOURS["white"]


def tile(kind: Kind) -> list[Path]:
    """Draw a tile's face or back, in mm from its centre."""
    _, _, face = kind.name.partition("-")
    inside = _back(kind) if face == "back" else _front(kind, face)
    return [*_frame(kind), *inside, *_dots(kind)]


def _frame(kind: Kind) -> list[Path]:
    """Give the coloured border, dark enough for its light dots under any lamp."""
    (side, _), colour = kind.size_mm, kind.colours[0]
    half = side / 2
    return [rounded(-half, -half, side, side, 1.2, mix(colour, INK, 0.25))]


def _dots(kind: Kind) -> list[Path]:
    """Give the code: light dots, and faint ones where a dot is dark, so that it looks like beading."""
    faint = mix(kind.colours[0], INK, 0.45)
    return [disc(dot.at_mm, DOT_MM, WHITE if dot.light else faint) for dot in kind.code]


def _front(kind: Kind, face: str) -> list[Path]:
    """Give the glyph, and a bar under it: no letter or number is read upside down."""
    size = 12.6 if len(face) == 1 else 9.6
    bar = 6.4
    return [
        rounded(-6.5, -6.5, 13.0, 13.0, 1.2, WHITE),
        centred_text(face, (0.0, -0.9), size * 0.74 / CAP_HEIGHT, INK),
        rectangle(-bar / 2, 4.6, bar, 0.9, kind.colours[0]),
    ]


def _back(kind: Kind) -> list[Path]:
    """Give a rosette of leaves: the same from every side."""
    light = mix(kind.colours[0], WHITE, 0.55)
    leaves = [turned(45.0 * n).path(Path(drop(5.6, 3.0, 0.8), light)) for n in range(8)]
    return [*leaves, disc((0.0, 0.0), 1.2, WHITE)]
