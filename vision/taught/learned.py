"""Learns a box: the looks of its pieces from the examples that it holds, and its sheets.

What was learned is kept: every photograph is read by a reader of its own, and to learn takes longer than to
read. A box never changes; a lesson makes another box.
"""

from __future__ import annotations

from functools import lru_cache
from math import dist
from typing import Final

from companion.boxes.taught_box import TaughtBox
from companion.layout import Sheet
from vision.taught.artwork import TaughtArtwork
from vision.taught.finder import KnownSheet
from vision.taught.looks import Example, Looks
from vision.taught.pieces.crops import Shape

BOXES_KEPT: Final = 2

SAME_SIZE_MM: Final = 2.0
MOST_MATES: Final = 12
"""A sheet is compared with so many others whose size differs by less than that: each takes 20 to 30 ms."""


@lru_cache(maxsize=BOXES_KEPT)
def artwork_of(box: TaughtBox) -> TaughtArtwork:
    """Give the pictures of a box."""
    return TaughtArtwork(box)


@lru_cache(maxsize=BOXES_KEPT)
def learn_looks(box: TaughtBox) -> Looks:
    """Give how the pieces of a box look."""
    artwork = artwork_of(box)
    shapes = {
        name: Shape(shape.shape, shape.size_mm, shape.height_mm) for name, shape in box.contents.kinds.items()
    }
    examples = []
    for each in box.contents.examples:
        patch, mask = artwork.example_pictures(each)
        examples.append(Example(each.kind, patch, mask, 0.0))
    return Looks.learn(examples, {kind: shapes[kind] for kind in artwork.examples})


def learn_sheet(box: TaughtBox, sheet: Sheet) -> KnownSheet:
    """Give what a sheet of a box is found by, with its place in the layout."""
    known = _known_sheets(box)
    if sheet.id not in known or known[sheet.id].print.sheet != sheet:
        pictures = artwork_of(box)
        others = (each for each in box.contents.sheets if each.id != sheet.id)
        names = [each.id for each in others if dist(each.size_mm, sheet.size_mm) < SAME_SIZE_MM]
        mates = [pictures.sheet_picture(name) for name in names[:MOST_MATES]]
        known[sheet.id] = KnownSheet.of(sheet, pictures.sheet_picture(sheet.id), mates)
    return known[sheet.id]


@lru_cache(maxsize=BOXES_KEPT)
def _known_sheets(_: TaughtBox) -> dict[str, KnownSheet]:
    return {}
