"""A photograph of a part of the table: one more sighting, of those sheets that it shows.

A phone sees what the camera cannot: a garden at the far end, a card in the shade. The photograph replaces
what the camera saw of these sheets last; the rest stays as the camera saw it. Only the camera knows where a
sheet lies among the others. A photograph never shows that something is absent.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.frames.pictures import View
from companion.layout import Layout
from companion.live.response.apply import TableResponse
from companion.live.response.judging import Judging
from companion.live.status_board import StatusBoard
from companion.referee.drawn import awaited
from companion.referee.mosaics import with_mosaics
from companion.referee.referee import BLIND
from companion.referee.verdict import NoChange, Unclear
from companion.referee.wording import told
from companion.rules.message import Message, together
from companion.sighting import SheetSighting, Sighting, Stillness, ViewProblem

HARMLESS: Final = frozenset({"camera-moved", "not-still", "no-sheet"})
"""Problems of a fixed camera that do not matter for a phone in a hand."""

UNPLACED: Final = frozenset({"tile-alone", "tile-apart"})
"""With these a change was seen that cannot be recorded."""

_NOTHING_OURS: Final = ViewProblem(
    "no-sheet",
    "The photograph shows no sheet of this game. Have all four corner markers of one in it.",
)


class Photographs:
    """Takes the photographs that people hand in as looks at one table."""

    def __init__(self, layout: Layout, judging: Judging, response: TableResponse, board: StatusBoard) -> None:
        self._layout, self._judging = layout, judging
        self._response, self._board = response, board

    def see(self, photo: View, camera: Sighting | None, now_s: float) -> Message:
        """Judge a photograph, joined with what the camera saw last, and respond; say what came of it."""
        session = self._judging.session
        joined = with_photo(self._layout, photo.sighting, camera)
        if isinstance(joined, Unclear):
            return told(joined, session.game)
        known = len(joined.view)
        state = session.state
        joined = with_mosaics(self._layout, joined, state.lying(), awaited(self._layout, state))
        untidy = [each.said for each in joined.view[known:]]
        verdict = self._judging.judge(joined)
        self._response.respond_to_photo(verdict, joined, photo, now_s)
        # What everybody must agree to is asked, not done.
        status = self._board.status
        asked = status.question if status.state == "ask" else None
        said = told(verdict, session.game) if asked is None else asked.text
        if isinstance(verdict, NoChange) and any(each.code in UNPLACED for each in joined.view[known:]):
            return together(*untidy)
        return together(said, *untidy) if untidy else said


def with_photo(layout: Layout, photo: Sighting, camera: Sighting | None) -> Sighting | Unclear:
    """Give the photograph joined with what the camera saw last, or why it cannot be used.

    Dice count only if the photograph shows the tray, since other dice may lie anywhere. Problems of the
    camera's view stay, except for the sheets in the photograph. A photograph without a sheet adds nothing.
    """
    ours = {sheet.id: sheet for sheet in layout.sheets}
    seen = tuple(sheet for sheet in photo.sheets if sheet.sheet in ours)
    problems = tuple(problem for problem in photo.view if problem.code not in HARMLESS)
    if not seen and not photo.mosaics:
        return Unclear(problems or (_NOTHING_OURS,))
    if camera is None or not camera.sheets:
        camera = Sighting(photo.size_px)
    shown = {sheet.sheet for sheet in seen}
    before = {sheet.sheet: sheet for sheet in camera.sheets}
    here = tuple(_placed(sheet, before.get(sheet.sheet)) for sheet in seen)
    others = tuple(sheet for sheet in camera.sheets if sheet.sheet not in shown)
    blind = tuple(each for each in camera.view if each.code in BLIND and each.sheet not in shown)
    trays = {sheet.id for sheet, zone in layout.zones() if zone.form == "tray"}
    return replace(
        photo,
        sheets=(*here, *others),
        dice=photo.dice if shown & trays else camera.dice,
        view=(*problems, *blind),
        stillness=Stillness(still=True, still_s=0.0),
        partial=True,
        mosaics=(*photo.mosaics, *camera.mosaics),
    )


def without_sheets(photo: Sighting) -> Sighting:
    """Give a photograph of joined tiles without the complaint that it shows no sheet: it needs none."""
    if not photo.mosaics:
        return photo
    return replace(photo, view=tuple(problem for problem in photo.view if problem.code != "no-sheet"))


def _placed(seen: SheetSighting, before: SheetSighting | None) -> SheetSighting:
    """Give a photographed sheet the place that the camera sees, or no place."""
    return replace(seen, elsewhere=True) if before is None else replace(before, cells=seen.cells)
