"""Where everything starts (specification section 4), and how much of it there is."""

from __future__ import annotations

from typing import Final

from companion.games.caterpillar_filler.rules.data.board import Space, ring_run

SEATS: Final = (2, 3, 4)
TOKENS: Final = 40
"""Flower / wasp tokens in the box (CF-P01)."""

FULL_BODY: Final = {2: 9, 3: 8, 4: 7}
"""Players -> body pieces of each (CF-P02)."""

RESERVE: Final = 5
"""Body pieces beside the mat at the start (CF-10)."""

PAIRS: Final = {2: 12, 3: 14, 4: 16}
"""Players -> pairs of letter and number tiles (CF-09)."""

_HEADS: Final[dict[int, tuple[Space, ...]]] = {
    2: ("A14", "P3"),
    3: ("A8", "H16", "P9"),
    4: ("B1", "A15", "O16", "P2"),
}

START_CHAINS: Final[dict[int, tuple[tuple[Space, ...], ...]]] = {
    n: tuple(ring_run(head, 1 + FULL_BODY[n] - RESERVE, 1) for head in heads) for n, heads in _HEADS.items()
}
"""Players -> head, neck, ..., tail of each seat: the body clockwise behind the head (CF-11)."""

START_SPACES: Final[frozenset[Space]] = frozenset(
    space for chains in START_CHAINS.values() for chain in chains for space in chain
)
"""Every space on which a caterpillar may start, whatever the number of players."""
