"""Reads the cells of one zone: bare ground first, then the kinds of piece for the cells in doubt."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout, Sheet, Zone
from companion.sighting import EMPTY, CellSighting
from vision.cells.ground import Ground
from vision.cells.odds import PRINTED, STRANGE, Scales, sightings
from vision.cells.pale import least_difference
from vision.cells.pieces import Pieces
from vision.cells.sampling import Sampler
from vision.ports import Artwork, Floats, Mask

CLEARLY_BARE = 0.004
"""Below this difference to its ground a cell needs no second look, if no piece looks more like it."""

SURELY_BARE = 0.0005
"""A cell that differs by less is bare: no piece looks so much like the ground."""

FAR = 1.0
"""The difference, in each channel, to kinds that were not compared."""

PLAIN = 0.01
"""What is plainer than a piece's print by this much is likelier a sleeve, or a reflection."""

BESIDE = 1.6
"""Cells lie side by side when their middles are this many sides apart: along an edge, or a corner."""

UNCHANGED = 0.003
"""A cell whose look differs by less from when it was last compared holds what it held: in a fair
light the sensor's noise makes 0.0006, in a dim one 0.0017; another piece makes 0.02 at least."""


CORNERS_HIDDEN = 0.05
"""From this difference on the corners of a cell lie under a thing. Open cells of drawn boards stay below
0.06 in 98 of 100, those under things of one even colour lie above 0.07 in 98 of 100."""

CORNERS_TAKEN = 0.02
"""From this difference on the corners of a cell do not show their ground."""


class ZoneReader:
    """Reads the cells of a zone, and learns from corrections."""

    def __init__(
        self, layout: Layout, sheet: Sheet, zone: Zone, artwork: Artwork, scales: Scales = PRINTED
    ) -> None:
        self._scales = scales
        self._ids = tuple(cell.id for cell in zone.cells)
        self._ground = Ground(layout, sheet, zone, artwork)
        self._layout, self._kinds, self._artwork = layout, zone.kinds, artwork
        centres = self._ground.centres_mm
        apart_mm = np.linalg.norm(centres[:, None] - centres, axis=-1)
        self._beside = (apart_mm > 0) & (apart_mm < BESIDE * self._ground.side_mm)
        self._in_grid = zone.form == "grid"
        self._known: tuple[Floats, Floats, Floats] | None = None
        self._made: Pieces | None = None
        self._clear: float | None = None

    def _pieces(self, sampler: Sampler) -> Pieces:
        """Give the faces of the kinds; a zone in which nothing lies does without: they take long to make."""
        if self._made is None:
            self._made = Pieces(self._layout, self._kinds, self._artwork, sampler.softness_mm)
        return self._made

    def _doubtful(self, bare: Floats) -> Mask:
        """Say which cells, by their (n,) differences to the ground, need a second look.

        Which pieces look much like the ground counts only where a cell may hold one of them: it takes long to
        find out.
        """
        doubtful: Mask = bare > CLEARLY_BARE
        if not (~doubtful & (bare > SURELY_BARE)).any():
            return doubtful
        if self._clear is None:
            looks, radius_mm = self._ground.plain_looks(), self._ground.core_radius_mm
            self._clear = least_difference(self._artwork, self._layout, self._kinds, looks, radius_mm)
        return np.asarray(bare > min(CLEARLY_BARE, max(SURELY_BARE, self._clear)))

    def read(self, sampler: Sampler) -> dict[str, CellSighting]:
        """Give what is seen in every cell."""
        hidden = ~sampler.inside(self._ground.outlines)
        differences, plain = self.compare(sampler)
        strange = np.minimum(plain + PLAIN, STRANGE)
        return sightings(self._ids, self._kinds, differences, hidden, self._beside, strange, self._scales)

    def compare(self, sampler: Sampler) -> tuple[Floats, Floats]:
        """Give the differences to the bare ground and every kind, and to one plain colour.

        They are (cells, 1 + kinds, 3) by channel, and (cells,).

        Comparing with the kinds takes nearly all the time, and between two readings most cells stay
        as they are: those keep what was found.
        """
        seen = self._ground.looks(sampler)
        bare = self._ground.by_channel(seen)
        differences = np.full((len(bare), 1 + len(self._kinds), 3), FAR)
        differences[:, 0], plain = bare, np.full(len(bare), FAR)
        doubtful = self._doubtful(bare.sum(axis=-1))
        compared = np.zeros(len(bare), dtype=bool)
        if self._known is not None:
            known_looks, known, known_plain = self._known
            same = ((seen - known_looks) ** 2).sum(axis=2).mean(axis=1) < UNCHANGED
            compared = doubtful & same & (known[:, 1:, 0].min(axis=1) < FAR)
            differences[compared, 1:], plain[compared] = known[compared, 1:], known_plain[compared]
            seen[compared] = known_looks[compared]
        fresh = np.flatnonzero(doubtful & ~compared)
        if len(fresh):
            pieces = self._pieces(sampler)
            by_kind, plain[fresh] = pieces.differences(sampler, self._ground.centres_mm[fresh])
            further = self._reaches_further(sampler, fresh, pieces.plain[by_kind.sum(axis=-1).argmin(axis=1)])
            by_kind[np.ix_(further, pieces.plain)] = FAR
            differences[fresh, 1:] = by_kind
        self._known = seen, differences, plain
        return differences, plain

    def _reaches_further(self, sampler: Sampler, cells: NDArray[np.intp], plain: Mask) -> Mask:
        """Say which cells hold a ``plain`` thing that lies over their corners, too: a sleeve, not a stone."""
        further = np.zeros(len(cells), dtype=bool)
        taken = np.flatnonzero(plain)
        if self._in_grid and len(taken):
            further[taken] = self._ground.corner_differences(sampler, cells[taken]) > CORNERS_TAKEN
        return further

    def under_things(self, sampler: Sampler, seen: Mapping[str, CellSighting]) -> frozenset[str]:
        """Name the cells of a grid over whose corners something lies: round pieces leave corners bare.

        Cells that were ``seen`` covered beside such a cell lie under the same thing.
        """
        if not self._in_grid:
            return frozenset()
        apart = self._ground.corner_differences(sampler, np.arange(len(self._ids)))
        under = apart > CORNERS_HIDDEN
        covered = np.array([seen[cell].covered for cell in self._ids])
        for _ in self._ids:
            grown = under | (covered & (self._beside & under).any(axis=1))
            if (grown == under).all():
                break
            under = grown
        return frozenset(self._ids[cell] for cell in np.flatnonzero(under))

    def teach(self, sampler: Sampler, cell: str, kind: str) -> None:
        """Learn that this kind lies in a cell as seen now. Raises ValueError for an unknown name."""
        index = self._ids.index(cell)
        self._known = None
        if kind == EMPTY:
            self._ground.learn(sampler, index)
        else:
            self._pieces(sampler).learn(sampler, self._ground.centres_mm[index], kind)
