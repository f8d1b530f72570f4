"""The game board: draft staircase, bid track, flowers (specification sections 2 and 3)."""

from __future__ import annotations

from typing import Final, Literal

Space = Literal["A1", "B1", "C1", "D1", "A2", "B2", "C2", "A3", "B3", "A4"]
Line = Literal["1", "2", "3", "4", "A", "B", "C", "D"]
FlowerId = Literal["FR1", "FR2", "FB1", "FB2", "FY1", "FY2", "FP1", "FP2"]

SEATS: Final = (2, 3, 4)
ROUNDS: Final = 8
MOST_CATERPILLARS: Final = 12
"""What a purse holds at most (R24)."""

CATERPILLARS: Final = 50
BUTTERFLIES: Final = 12
"""Butterflies of each player (R2)."""

GNOMES: Final = 8
HIGHEST_BID: Final = 5

SPACES: Final[tuple[Space, ...]] = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "A3", "B3", "A4")
"""The staircase in reading order (3.1)."""

_LINE_NAMES: Final[tuple[Line, ...]] = ("1", "2", "3", "4", "A", "B", "C", "D")
LINES: Final[dict[Line, tuple[Space, ...]]] = {
    line: tuple(space for space in SPACES if line in space) for line in _LINE_NAMES
}
"""Row or column -> its spaces."""

SHED: Final = "C3"
"""The empty corner that is the tool shed (3.1)."""

ZEROS: Final = ("Z1", "Z2", "Z3", "Z4")
"""The zeros of the bid track, from the rightmost outwards (3.2)."""

FLOWERS: Final[dict[FlowerId, str]] = {
    "FR1": "R",
    "FR2": "R",
    "FB1": "B",
    "FB2": "B",
    "FY1": "Y",
    "FY2": "Y",
    "FP1": "P",
    "FP2": "P",
}
"""Stand-up flower -> its colour: two of each (section 16, F2)."""


def spaces_for(seats: int) -> tuple[Space, ...]:
    """Give the spaces in use: two players leave out D1 and A4 (R55)."""
    return tuple(space for space in SPACES if seats > 2 or space not in ("D1", "A4"))


def flowers_for(seats: int) -> tuple[FlowerId, ...]:
    """Give the flowers in use: two players take one of each colour (R54)."""
    return tuple(flower for flower in FLOWERS if seats > 2 or flower.endswith("1"))
