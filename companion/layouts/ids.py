"""Which markers a sheet bears.

A photograph may show any number of sheets of any games, so no id is used twice. AprilTag 36h11
has 587 ids; a sheet has four of them, by its number among the sheets of all games (`Bundle.sheets`).
Pieces with a marker of their own take theirs from the upper end (`Bundle.pieces`).
"""

from __future__ import annotations

from companion.rules.bundle import MARKERS_PER_SHEET, Bundle

Ids = tuple[int, int, int, int]


def sheet_ids(game: Bundle, nth: int) -> Ids:
    """Give the ids of a game's n-th sheet (from 0): top left, top right, bottom right, bottom left.

    Raises
    ------
    ValueError
        When the game has no number for an n-th sheet.
    """
    numbers = game.sheets
    if not 0 <= nth < len(numbers):
        known = f"{game.slug} has numbers for {len(numbers)} sheets, and none for sheet {nth}"
        raise ValueError(f"{known}: give its Bundle more sheets")
    first = numbers[nth] * MARKERS_PER_SHEET
    return first, first + 1, first + 2, first + 3
