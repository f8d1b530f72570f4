"""Which markers belong to which sheet: allotted once, for all games.

A photograph may show any number of sheets of any games, so no id is used twice. AprilTag 36h11
has 587 ids; every game gets a block of 64, that is sixteen sheets of four markers.
"""

from __future__ import annotations

GAMES = (
    "caterpillar-filler",
    "it-happens",
    "octopus-garden",
    "filler-tiles",
    "star-baker",
    "papillon",
)
"""In the order of their blocks. New games are appended; what is printed keeps its ids."""

MARKERS_PER_SHEET = 4
SHEETS_PER_GAME = 16

Ids = tuple[int, int, int, int]


def sheet_ids(game: str, nth: int) -> Ids:
    """Give the ids of a game's n-th sheet (from 0): top left, top right, bottom right, bottom left.

    Raises
    ------
    ValueError
        When the game has no block, or its block has no n-th sheet.
    """
    if game not in GAMES:
        raise ValueError(f"{game} has no block of marker ids: append it to GAMES in {__name__}")
    if not 0 <= nth < SHEETS_PER_GAME:
        raise ValueError(f"{game} has no marker ids for a sheet {nth}: a block is {SHEETS_PER_GAME} sheets")
    first = (GAMES.index(game) * SHEETS_PER_GAME + nth) * MARKERS_PER_SHEET
    return first, first + 1, first + 2, first + 3
