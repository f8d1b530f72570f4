"""A photograph of a part of the table: one more sighting, of those sheets that it shows.

Somebody's phone sees what the camera cannot: a garden at the far end, a card in the shade. What the
photograph shows takes the place of what the camera saw there last; all else stays as the camera
saw it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.layout import Layout
from companion.play.verdict import Unclear
from companion.sighting import Sighting, Stillness, ViewProblem

HARMLESS: Final = frozenset({"camera-moved", "not-still", "no-sheet"})
"""Problems of a camera that hangs still; a phone is held as it is held."""

_NOTHING_OURS: Final = ViewProblem(
    "no-sheet",
    "The photograph shows no sheet of this game. Have all four corner markers of one in it.",
)


def with_photo(layout: Layout, photo: Sighting, camera: Sighting | None) -> Sighting | Unclear:
    """Give the photograph joined with what the camera saw last, or why it cannot be used.

    Dice count only where the photograph shows the tray: others may lie about anywhere.
    """
    ours = {sheet.id: sheet for sheet in layout.sheets}
    seen = tuple(sheet for sheet in photo.sheets if sheet.sheet in ours)
    problems = tuple(problem for problem in photo.view if problem.code not in HARMLESS)
    if not seen:
        return Unclear(problems or (_NOTHING_OURS,))
    shown = {sheet.sheet for sheet in seen}
    trays = {sheet.id for sheet, zone in layout.zones() if zone.form == "tray"}
    others = () if camera is None else tuple(each for each in camera.sheets if each.sheet not in shown)
    dice = photo.dice if shown & trays else (camera.dice if camera is not None else ())
    still = Stillness(still=True, still_s=0.0)
    return replace(photo, sheets=(*seen, *others), dice=dice, view=problems, stillness=still)
