"""Hop Home's artwork."""

from __future__ import annotations

from companion.layout import Layout, Rgb
from companion.printing.art.dice import die
from companion.printing.art.tray import tray
from companion.printing.drawing import Path, disc, mix, polygon, rectangle, star
from companion.printing.glyphs import centred_text
from companion.printing.parts import Part, PartList
from companion.printing.tags import fiducials
from companion.rules import Message

WATER: Rgb = (150, 196, 214)
INK: Rgb = (30, 40, 50)


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the mat or the tray, in its millimetres."""
    described = layout.sheet(sheet_id)
    if sheet_id == "tray":
        return tuple(tray(described, layout.marker_dictionary, WATER, INK))
    paths = [rectangle(0, 0, *described.size_mm, WATER)]
    for cell in described.zone("track").cells:
        paths += [disc(cell.centre_mm, 16.0, (214, 208, 196))]
        paths += [centred_text(cell.id, (cell.centre_mm[0], cell.centre_mm[1] + 26), 7, INK)]
    for cell in described.zone("pond").cells:
        paths += [disc(cell.centre_mm, 16.0, mix(WATER, (255, 255, 255), 0.4))]
    return (*paths, *fiducials(described, layout.marker_dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a frog or a die, from its centre."""
    described = layout.kinds[kind]
    if described.shape == "die":
        return tuple(die(described))
    body, eyes = described.colours
    marks = {
        "frog-green": [disc((-5, -5), 3, eyes), disc((5, -5), 3, eyes)],
        "frog-orange": [polygon(star(5, 9, 4), eyes)],
        "frog-white": [rectangle(-9, -2, 18, 4, eyes)],
    }
    return (disc((0, 0), 12.0, body), *marks[kind])


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the frogs that so many players cut out."""
    frogs = [kind for kind in layout.kinds if kind.startswith("frog")]
    cut = tuple(Part(frog, 1) for frog in frogs[: seats or len(frogs)])
    return PartList({"frogs": cut}, titles={"frogs": Message("Frogs")})
