"""Which markers belong to which sheet or piece: allotted once, for all games.

A photograph may show any number of sheets of any games, so no id is used twice. AprilTag 36h11
has 587 ids; a sheet has four of them, by its number among the sheets of all games. Pieces with a
marker of their own take theirs from the upper end.
"""

from __future__ import annotations

SHEETS: dict[str, range] = {
    "caterpillar-filler": range(4),
    "it-happens": range(16, 32),
    "octopus-garden": range(32, 40),
    "filler-tiles": range(48, 52),
    "star-baker": range(64, 68),
    "papillon": range(80, 96),
}
"""Game -> the numbers of its sheets. A new game takes some that are free; what is printed keeps its ids."""

MARKERS_PER_SHEET = 4

IDS = 587
PIECES = {"papillon": 102, "star-baker": 78}
"""Game -> how many of its pieces bear markers. New games are appended."""

Ids = tuple[int, int, int, int]


def sheet_ids(game: str, nth: int) -> Ids:
    """Give the ids of a game's n-th sheet (from 0): top left, top right, bottom right, bottom left.

    Raises
    ------
    ValueError
        When the game has no numbers for its sheets, or none for an n-th one.
    """
    numbers, advice = SHEETS.get(game, range(0)), f"give it free numbers in SHEETS of {__name__}"
    if not 0 <= nth < len(numbers):
        raise ValueError(f"{game} has ids for {len(numbers)} sheets, and none for sheet {nth}: {advice}")
    first = numbers[nth] * MARKERS_PER_SHEET
    if first + MARKERS_PER_SHEET > IDS - sum(PIECES.values()):
        raise ValueError(f"Sheet {nth} of {game} has ids that pieces have: {advice}, lower ones")
    return first, first + 1, first + 2, first + 3


def piece_ids(game: str) -> range:
    """Give the ids of a game's pieces. Raises KeyError for a game whose pieces have none."""
    names = list(PIECES)
    last = IDS - sum(PIECES[name] for name in names[: names.index(game)]) if game in PIECES else 0
    return range(last - PIECES[game], last)
