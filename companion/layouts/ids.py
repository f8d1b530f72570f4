"""Which markers belong to which sheet or piece: allotted once, for all games.

A photograph may show any number of sheets of any games, so no id is used twice. AprilTag 36h11
has 587 ids; every game gets a block of 64, that is sixteen sheets of four markers. Pieces with a
marker of their own take theirs from the upper end.
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

IDS = 587
PIECES = {"papillon": 102, "star-baker": 78}
"""Game -> how many of its pieces bear markers. New games are appended."""

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
    if first + MARKERS_PER_SHEET > IDS - sum(PIECES.values()):
        raise ValueError(f"{game} has no marker ids left for a sheet {nth}: pieces have the upper ones")
    return first, first + 1, first + 2, first + 3


def piece_ids(game: str) -> range:
    """Give the ids of a game's pieces. Raises KeyError for a game whose pieces have none."""
    names = list(PIECES)
    last = IDS - sum(PIECES[name] for name in names[: names.index(game)]) if game in PIECES else 0
    return range(last - PIECES[game], last)
