"""Turns differences into odds, and says when nothing that may lie in a cell explains it.

By how much a picture misses its template differs from room to room: softness, noise and gloss add up to one
unknown scale. With that scale integrated out, a difference d weighs (d + ``exact``) to the power of
-``samples``: the ratio of two differences tells. Besides the kinds and the bare ground stands a stranger: a
hand, glare, half a piece, a piece that may not lie here. It looks like nothing, and is as likely as a
difference of `STRANGE`.

Printed pieces have a pattern, and a warm lamp or a faded print takes their colour away. So each channel has a
scale of its own, and a colour that fits no kind says little. Bought pieces often differ in colour alone, and
were taught as they look. So their channels share one scale, and colour counts in full.

Convention: channels as in `vision.cells.sampling`: brightness, red against green, yellow against blue.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from companion.sighting import EMPTY, CellSighting
from vision.ports import Floats, Mask

STRANGE = 0.04


class Scales(NamedTuple):
    """How differences weigh, for each channel or for their sum.

    No two pictures of one thing differ by less than about ``exact``. A face has ``samples`` independent
    samples, in effect. ``shares`` of a stranger's difference are those of the channels.
    """

    exact: Floats
    samples: Floats
    shares: Floats


PRINTED = Scales(np.array([0.001, 0.003, 0.003]), np.array([7.0, 3.0, 3.0]), np.array([0.4, 0.3, 0.3]))
TAUGHT = Scales(np.array([0.003]), np.array([9.0]), np.array([1.0]))
"""Both are fitted, with `STRANGE`, to path-traced tables."""

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
    hidden: Mask,
    beside: Mask | None = None,
    strange: Floats | None = None,
    scales: Scales = PRINTED,
) -> dict[str, CellSighting]:
    """Give what is seen in every cell.

    ``differences`` is (n, 1 + kinds, 3), the bare ground first; ``hidden`` (n,) says which cells
    cannot be seen at all; ``beside`` (n, n) which cells lie side by side;
    ``strange`` (n,) at what difference a stranger is as likely as a kind, `STRANGE` everywhere if not given.
    """
    names = (EMPTY, *kinds)
    limit = np.full(len(differences), STRANGE) if strange is None else strange
    stranger, odds = weigh(differences, limit, scales)
    covered = stranger > COVERED
    if beside is not None:
        covered |= (beside & covered).any(axis=1) & (odds.max(axis=1) < UNSURE)
    covered |= hidden
    odds[hidden] = 1 / len(names)
    log_p = np.log(odds)
    return {
        cell: CellSighting(dict(zip(names, row.tolist(), strict=True)), bool(under))
        for cell, row, under in zip(cells, log_p, covered, strict=True)
    }


def weigh(differences: Floats, strange: Floats, scales: Scales = PRINTED) -> tuple[Floats, Floats]:
    """Give how likely a stranger is, (n,), and the odds of the rest, each row summing to 1.

    ``differences`` is (n, k, 3), the bare ground first. The stranger's share is spread evenly, so that the
    odds are flat where nothing fits.
    """
    fits, fits_stranger = _fits(differences, strange, scales)
    together, together_stranger = _fits(differences[:, :1], strange, TAUGHT)
    # A sleeve is as even as bare ground, and gain makes it as bright: only its colours say that it is none.
    fits_stranger = np.maximum(fits_stranger, fits[:, 0] - (together[:, 0] - together_stranger))
    best = np.maximum(fits.max(axis=1), fits_stranger)
    weights, stranger = np.exp(fits - best[:, None]), np.exp(fits_stranger - best)
    total = weights.sum(axis=1) + stranger
    unknown = stranger / total
    count = differences.shape[1]
    odds = weights / total[:, None] + (unknown / count)[:, None]
    odds = (odds + FLOOR) / (1 + FLOOR * count)
    return unknown, odds


def _fits(differences: Floats, strange: Floats, scales: Scales) -> tuple[Floats, Floats]:
    """Give the logarithms of how well each of (n, k, 3) differences fits, (n, k), and a stranger, (n,)."""
    weighed = differences if len(scales.exact) > 1 else differences.sum(axis=-1, keepdims=True)
    fits: Floats = -np.log(weighed + scales.exact) @ scales.samples
    stranger: Floats = -np.log(strange[:, None] * scales.shares + scales.exact) @ scales.samples
    return fits, stranger
