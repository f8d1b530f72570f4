"""Turns differences into odds, and says when nothing that may lie in a cell explains it.

A difference d weighs exp(-d / SCALE), as if every sample missed by normal noise. Besides the
kinds and the bare ground stands a stranger (a hand, glare, half a piece, a piece that may not lie
here), which looks like nothing and is as likely as a difference of `STRANGE`.
"""

from __future__ import annotations

import numpy as np

from companion.sighting import EMPTY, CellSighting
from vision.ports import Floats

SCALE = 0.004
STRANGE = 0.035
COVERED = 0.5
"""A cell is covered when a stranger is this likely."""

UNSURE = 0.99
"""Beside a covered cell one that is less sure than this is taken for half covered: of 33 cells that
the edge of a hand made look like something else, none was surer."""

FLOOR = 1e-5
"""No reading is surer than this leaves room for: prints fade and lamps surprise."""


def sightings(
    cells: tuple[str, ...],
    kinds: tuple[str, ...],
    differences: Floats,
    hidden: Floats,
    beside: Floats | None = None,
) -> dict[str, CellSighting]:
    """Give what is seen in every cell.

    ``differences`` is (n, 1 + kinds), the bare ground first; ``hidden`` (n,) says which cells
    cannot be seen at all; ``beside`` (n, n) which cells lie side by side.
    """
    names = (EMPTY, *kinds)
    strange, odds = weigh(differences)
    covered = strange > COVERED
    if beside is not None:
        covered |= (beside & covered).any(axis=1) & (odds.max(axis=1) < UNSURE)
    covered |= hidden
    odds[hidden] = 1 / len(names)
    log_p = np.log(odds)
    return {
        cell: CellSighting(dict(zip(names, row.tolist(), strict=True)), bool(under))
        for cell, row, under in zip(cells, log_p, covered, strict=True)
    }


def weigh(differences: Floats) -> tuple[Floats, Floats]:
    """Give how likely a stranger is, (n,), and the odds of the rest, each row summing to 1.

    The stranger's share is spread evenly, so that the odds are flat where nothing fits.
    """
    least = np.minimum(differences.min(axis=1), STRANGE)[:, None]
    weights = np.exp(-(differences - least) / SCALE)
    stranger = np.exp(-(STRANGE - least[:, 0]) / SCALE)
    total = weights.sum(axis=1) + stranger
    strange = stranger / total
    count = differences.shape[1]
    odds = weights / total[:, None] + (strange / count)[:, None]
    odds = (odds + FLOOR) / (1 + FLOOR * count)
    return strange, odds
