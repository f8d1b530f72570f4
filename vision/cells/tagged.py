"""Reads the cells of a zone whose pieces bear markers: what lies there says its name itself.

Where something lies whose marker is not found in the frame, the cell is looked at as from straight above and
enlarged: a small slanted marker is read there, under one warm lamp by many thresholds and with its contrast
evened. One that is not found there either makes its cell covered: nobody guesses which piece it is by its
colours.

Convention: markers in px of the frame, cells in mm of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from companion.layout import Layout, Sheet, Zone
from companion.sighting import EMPTY, CellSighting
from vision.cells.ground import Ground
from vision.cells.odds import UNSURE, sightings, weigh
from vision.cells.reading import FAR
from vision.cells.sampling import Sampler
from vision.cells.watched_cell import CellPicture, picture_of
from vision.ports import Artwork, Floats, Image
from vision.sheets.marker_search import FoundMarker, MarkerSearch
from vision.sheets.registration import Registration

Markers = tuple[FoundMarker, ...]

ENLARGED_PX_PER_MM = 6.0
"""Of the view from above: a marker of 14 mm has 84 px there, however far away it lies."""


NOT_GROUND = 0.008
"""How far a stranger differs from the print. No picture of a piece is compared, so the ground has to look as
printed. Bare cells of a black and white set before a webcam differ from it by less than 0.001, and tiles
there by 0.005 to 0.02."""

EVENED, EVENED_PARTS = 3.0, (4, 4)
"""How far the contrast of a cell's view is evened at most, in so many parts across and down."""

EVENED_SCALES = (1.0, 0.5, 1.5)
"""How large it is searched then: which size gives a faint marker away is a matter of chance."""


def is_tagged(layout: Layout, zone: Zone) -> bool:
    """Whether all that lies in a zone bears markers."""
    return bool(zone.cells) and all(layout.kinds[kind].marker >= 0 for kind in zone.kinds)


class TaggedZone:
    """Reads the cells of a zone by the markers of the pieces, and learns what is bare ground."""

    def __init__(self, layout: Layout, sheet: Sheet, zone: Zone, artwork: Artwork) -> None:
        self._ids = tuple(cell.id for cell in zone.cells)
        self._outlines = [np.array(cell.outline_mm, dtype=np.float32) for cell in zone.cells]
        self._ground = Ground(layout, sheet, zone, artwork)
        self._kinds = zone.kinds
        self._columns = {layout.kinds[kind].marker: n for n, kind in enumerate(zone.kinds, 1)}
        self._height_mm = layout.kinds[zone.kinds[0]].height_mm
        self._search = MarkerSearch(layout.marker_dictionary)
        self._read_before: dict[int, tuple[CellPicture, set[int]]] = {}

    def read(
        self,
        grey: Image,
        sampler: Sampler,
        registration: Registration,
        found: Markers,
        closer: Callable[[], Markers],
    ) -> dict[str, CellSighting]:
        """Give what is seen in every cell of a frame of (H, W) grey.

        ``closer`` looks for markers more thoroughly; it is asked when something lies in a cell
        whose marker was not found, and which does not look as it did when its marker was last found.
        """
        bare = self._ground.by_channel(self._ground.looks(sampler))
        differences = self._differences(bare, registration, found)
        pictures = {cell: self._picture(grey, registration, cell) for cell in _strange(differences)}
        self._recall(pictures, differences)
        unread = _strange(differences)
        if unread:
            differences = self._differences(bare, registration, closer())
            self._recall(pictures, differences)
        for cell in _strange(differences):
            differences[cell, sorted(self._tags(grey, registration, self._outlines[cell]))] = 0.0
        for cell in unread:
            self._remember(cell, pictures[cell], differences[cell])
        hidden = ~sampler.inside(self._ground.outlines)
        strange = np.full(len(bare), NOT_GROUND)
        return sightings(self._ids, self._kinds, differences, hidden, strange=strange)

    def _picture(self, grey: Image, registration: Registration, cell: int) -> CellPicture:
        return picture_of(grey, registration.to_frame(self._outlines[cell], self._height_mm))

    def _recall(self, pictures: dict[int, CellPicture], differences: Floats) -> None:
        """Take the markers of cells that look as they did from then."""
        for cell, picture in pictures.items():
            before = self._read_before.get(cell)
            if before is not None and picture.is_like(before[0]):
                differences[cell, sorted(before[1])] = 0.0

    def _remember(self, cell: int, picture: CellPicture, differences: Floats) -> None:
        """Keep what was found; a cell whose marker nobody found is looked at again in the next frame."""
        columns = {int(column) for column in np.flatnonzero(differences[:, 0] == 0.0) if column}
        if columns:
            self._read_before[cell] = picture, columns
        else:
            self._read_before.pop(cell, None)

    def _tags(self, grey: Image, registration: Registration, outline_mm: Floats) -> set[int]:
        """Give the columns of the kinds whose markers lie in a cell, searched ever more patiently."""
        above, low = self._from_above(grey, registration, outline_mm), outline_mm.min(axis=0)
        for found in self._ever_more_patiently(above):
            here = {
                self._columns[marker.id]
                for marker in found
                if marker.id in self._columns and _holds(outline_mm, low, marker)
            }
            if here:
                return here
        return set()

    def _ever_more_patiently(self, above: Image) -> Iterator[Markers]:
        yield self._search.whole(above, thorough=True)
        yield self._search.patiently(above, 1.0)
        evened = cv2.createCLAHE(EVENED, EVENED_PARTS).apply(above)
        for scale in EVENED_SCALES:
            yield self._search.patiently(evened, scale)

    def _from_above(self, grey: Image, registration: Registration, outline_mm: Floats) -> Image:
        """Give a cell with what lies in it as seen from straight above, enlarged."""
        low, high = outline_mm.min(axis=0), outline_mm.max(axis=0)
        width, height = (int(side) for side in (high - low) * ENLARGED_PX_PER_MM)
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        places = low + (np.stack([x, y], axis=-1) + 0.5) / ENLARGED_PX_PER_MM
        at_px = registration.to_frame(places, self._height_mm).astype(np.float32)
        above: Image = cv2.remap(grey, at_px, None, cv2.INTER_CUBIC)
        return above

    def _differences(self, bare: np.ndarray, registration: Registration, found: Markers) -> np.ndarray:
        """Give the differences to the bare ground and the kinds by channel, (cells, 1 + kinds, 3)."""
        differences = np.full((len(bare), 1 + len(self._kinds), 3), FAR)
        differences[:, 0] = bare
        for marker in found:
            column = self._columns.get(marker.id)
            if column is None:
                continue
            x, y = registration.to_sheet(marker.corners_px.mean(axis=0), self._height_mm)
            for cell, outline in enumerate(self._outlines):
                if cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0:
                    differences[cell, column] = 0.0
        return differences

    def teach(self, sampler: Sampler, cell: str, kind: str) -> None:
        """Learn that a cell is bare as seen now; a marker needs no lesson.

        Raises ValueError for an unknown cell.
        """
        index = self._ids.index(cell)
        if kind == EMPTY:
            self._ground.learn(sampler, index)


def _strange(differences: Floats) -> list[int]:
    """Give the cells where what lies is neither surely bare ground nor a piece whose marker was found."""
    _, odds = weigh(differences, np.full(len(differences), NOT_GROUND))
    return [int(cell) for cell in np.flatnonzero(odds.max(axis=1) < UNSURE)]


def _holds(outline_mm: Floats, low_mm: Floats, marker: FoundMarker) -> bool:
    """Whether a marker of the view from above, which begins at ``low_mm``, lies in that outline."""
    x, y = low_mm + marker.corners_px.mean(axis=0) / ENLARGED_PX_PER_MM
    return bool(cv2.pointPolygonTest(outline_mm, (float(x), float(y)), False) >= 0)
