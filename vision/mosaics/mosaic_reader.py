"""Finds tiles that are joined on the bare table, and the lattice in which they lie.

No print says where the lattice is. Every tile's marker says where its neighbours would be; tiles
that lie there are joined to it, and so on from tile to tile. Where none was read there may lie one whose
marker is partly covered. Over all tiles so joined one homography is fitted, without those that do not
fit; against it each tile is in its place, askew, or apart.

Convention: a tile's own frame is mm from its middle, x to the right and y down, upright as printed;
the lattice's is mm from the middle of its cell 0, 0. Its y points down in the picture, as nearly as
quarter turns allow. Quarter turns count clockwise as seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.layout import Layout
from companion.sighting import JoinedPiece, MosaicSighting
from vision.mosaics.covered_markers import CoveredMarkers
from vision.mosaics.tiles import Place, Tile, turned
from vision.ports import Floats, Image
from vision.sheets.lens import Lens
from vision.sheets.marker_search import FoundMarker
from vision.sheets.registration import Registration

REACH = 1 / 3
"""In sides: how far from where a neighbour should be one is still taken for it."""

CONTINUES, CONTINUES_DEG = 0.16, 8.0
"""In sides, and degrees: groups that fit one lattice so well are one garden, with a tile between them
whose marker is covered; two tiles of different gardens lie so by chance once in seventy times."""

GAP_CELLS = 2
"""How far apart such groups are: one tile lies between."""

FITS_MM = 2.0
"""Marker corners that miss the lattice by more do not shape it."""

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class MosaicReader:
    """Finds the joined tiles of one layout's mosaic."""

    def __init__(self, layout: Layout) -> None:
        mosaic = layout.mosaic
        self._covered = CoveredMarkers(layout, mosaic) if mosaic else None
        self._kinds = {layout.kinds[kind].marker: kind for kind in mosaic.kinds} if mosaic else {}
        self._side_mm = mosaic.side_mm if mosaic else 0.0
        half = layout.kinds[mosaic.kinds[0]].marker_mm / 2 if mosaic else 0.0
        self._corners_mm = half * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])

    def read(
        self,
        grey: Image,
        found: Sequence[FoundMarker],
        registrations: Sequence[Registration],
        lens: Lens,
    ) -> tuple[MosaicSighting, ...]:
        """Give every group of joined tiles that lie on no sheet, the largest first.

        Parameters
        ----------
        grey
            The picture, (H, W).
        found
            The markers found in it.
        registrations
            The sheets in it; tiles on them are none of a mosaic.
        lens
            The lens of the camera.
        """
        size_px = (grey.shape[1], grey.shape[0])
        tiles = [
            self._tile(self._kinds[marker.id], lens.undo(marker.corners_px, size_px))
            for marker in found
            if marker.id in self._kinds and not _on_a_sheet(marker, registrations)
        ]
        tiles += self._partly_covered(grey, tiles, registrations, lens)
        groups = self._one_lattice(tiles, sorted(self._groups(tiles), key=len, reverse=True))
        return tuple(self._sighting(tiles, places, lens, size_px) for places in groups)

    def _partly_covered(
        self, grey: Image, tiles: Sequence[Tile], registrations: Sequence[Registration], lens: Lens
    ) -> list[Tile]:
        """Look beside the tiles for others whose markers are partly covered, and beside these again."""
        if self._covered is None:
            return []
        size_px = (grey.shape[1], grey.shape[0])
        known, more = [*tiles], list[Tile]()
        for tile in known:  # grows on the way
            for step in STEPS:
                beside = tile.beside(step, self._side_mm)
                if self._is_taken(beside, known):
                    continue
                marker = self._covered.read(
                    grey, (tile.kind, step), beside, lens, {each.kind for each in known}
                )
                if marker is not None and not _on_a_sheet(marker, registrations):
                    found = self._tile(self._kinds[marker.id], lens.undo(marker.corners_px, size_px))
                    known.append(found)
                    more.append(found)
        return more

    def _is_taken(self, beside: Floats, tiles: Sequence[Tile]) -> bool:
        """Whether a tile lies where an affine map places one."""
        reach_px = REACH * self._side_mm * np.sqrt(abs(np.linalg.det(beside[:, :2])))
        return any(np.linalg.norm(tile.middle_px - beside[:, 2]) <= reach_px for tile in tiles)

    def _one_lattice(
        self, tiles: Sequence[Tile], groups: Sequence[dict[int, Place]]
    ) -> list[dict[int, Place]]:
        """Join groups between which only a tile with a covered marker lies: they share a lattice."""
        joined: list[dict[int, Place]] = []
        for group in groups:
            for larger in joined:
                found = self._continued(tiles, larger, group)
                if found:
                    larger.update(found)
                    break
            else:
                joined.append(dict(group))
        return joined

    def _continued(
        self, tiles: Sequence[Tile], larger: dict[int, Place], group: dict[int, Place]
    ) -> dict[int, Place]:
        """Give the places of a group in the lattice of a larger one; nothing where it is none of it.

        The tile nearest to the larger group says where the group lies: further out small errors add up.
        """
        own = [tile.middle_px for tile in (tiles[n] for n in larger)]
        nearest = min(group, key=lambda n: min(np.linalg.norm(tiles[n].middle_px - middle) for middle in own))
        back = np.linalg.inv(self._fit([tiles[n] for n in larger], list(larger.values())))
        at = self._place_in(back, tiles[nearest])
        if at is None:
            return {}
        found = {}
        for n, place in group.items():
            more = (at.turns - group[nearest].turns) % 4
            x, y = turned((place.x - group[nearest].x, place.y - group[nearest].y), more)
            found[n] = Place(at.x + x, at.y + y, (place.turns + more) % 4)
        taken = {(place.x, place.y) for place in larger.values()}
        if any((place.x, place.y) in taken for place in found.values()):
            return {}
        return found if min(abs(at.x - x) + abs(at.y - y) for x, y in taken) <= GAP_CELLS else {}

    def _place_in(self, back: Floats, tile: Tile) -> Place | None:
        """Give the place of a tile in the lattice to which ``back`` leads; None if it does not lie well."""
        corners = cv2.perspectiveTransform(tile.corners_px.reshape(-1, 1, 2), back).reshape(-1, 2)
        middle = corners.mean(axis=0) / self._side_mm
        x, y = (round(float(each)) for each in middle)
        across, down = corners[1] - corners[0]
        bearing = float(np.degrees(np.arctan2(down, across)))
        turns = round(bearing / 90)
        if np.hypot(*(middle - (x, y))) > CONTINUES or abs(bearing - 90 * turns) > CONTINUES_DEG:
            return None
        return Place(x, y, turns % 4)

    def _tile(self, kind: str, corners_px: Floats) -> Tile:
        own = np.column_stack([self._corners_mm, np.ones(4)])
        affine, *_ = np.linalg.lstsq(own, corners_px, rcond=None)
        return Tile(kind, corners_px, affine.T)

    def _groups(self, tiles: Sequence[Tile]) -> Iterator[dict[int, Place]]:
        """Walk from tile to tile; each group has its own lattice."""
        left = set(range(len(tiles)))
        while left:
            first = min(left)
            left.remove(first)
            places = {first: Place(0, 0, round(tiles[first].bearing_deg / 90) % 4)}
            reached = [first]
            for at in reached:  # grows on the way
                for other, place in self._neighbours(tiles, at, places[at], left):
                    if place[:2] not in {(each.x, each.y) for each in places.values()}:
                        left.remove(other)
                        places[other] = Place(*place)
                        reached.append(other)
            yield places

    def _neighbours(
        self, tiles: Sequence[Tile], at: int, place: Place, left: set[int]
    ) -> Iterator[tuple[int, tuple[int, int, int]]]:
        """Give the tiles that lie where this one's neighbours should, with their places."""
        tile = tiles[at]
        reach_px = REACH * self._side_mm * np.sqrt(abs(np.linalg.det(tile.affine[:, :2])))
        for step in STEPS:
            there = tile.beside(step, self._side_mm)[:, 2]
            near = [(float(np.linalg.norm(tiles[n].middle_px - there)), n) for n in left]
            if not near or min(near)[0] > reach_px:
                continue
            other = min(near)[1]
            across, down = turned(step, place.turns)
            more = round((tiles[other].bearing_deg - tile.bearing_deg) / 90)
            yield other, (place.x + across, place.y + down, (place.turns + more) % 4)

    def _sighting(
        self, tiles: Sequence[Tile], places: dict[int, Place], lens: Lens, size_px: tuple[int, int]
    ) -> MosaicSighting:
        to_px = self._fit([tiles[n] for n in places], list(places.values()))
        back = np.linalg.inv(to_px)
        pieces = tuple(self._piece(tiles[n], place, back, lens, size_px) for n, place in places.items())
        return MosaicSighting(pieces, tuple(to_px.ravel().tolist()))

    def _fit(self, tiles: Sequence[Tile], places: Sequence[Place]) -> Floats:
        """Fit the homography of a lattice to all corners that agree."""
        mm = np.concatenate([self._in_lattice(place) for place in places])
        px = np.concatenate([tile.corners_px for tile in tiles])
        scale = np.sqrt(abs(np.linalg.det(tiles[0].affine[:, :2])))
        found, agree = cv2.findHomography(mm, px, cv2.RANSAC, FITS_MM * scale)
        good = np.asarray(agree).ravel().astype(bool) if found is not None else np.ones(len(mm), dtype=bool)
        better, _ = cv2.findHomography(mm[good], px[good], 0)
        return np.asarray(found if better is None else better, dtype=np.float64)

    def _in_lattice(self, place: Place) -> Floats:
        """Give where a tile's marker corners are in the lattice when it lies as it should."""
        middle = self._side_mm * np.array([place.x, place.y])
        corners_mm: Floats = middle + np.array([turned(corner, place.turns) for corner in self._corners_mm])
        return corners_mm

    def _piece(
        self, tile: Tile, place: Place, back: Floats, lens: Lens, size_px: tuple[int, int]
    ) -> JoinedPiece:
        corners = cv2.perspectiveTransform(tile.corners_px.reshape(-1, 1, 2), back).reshape(-1, 2)
        expected = self._in_lattice(place)
        off = float(np.linalg.norm(corners.mean(axis=0) - expected.mean(axis=0)))
        (across, down), (should_x, should_y) = corners[1] - corners[0], expected[1] - expected[0]
        askew = np.degrees(np.arctan2(down, across) - np.arctan2(should_y, should_x))
        askew = float((askew + 180) % 360 - 180)
        x, y = lens.bend(tile.middle_px, size_px)
        middle = (float(x), float(y))
        return JoinedPiece(tile.kind, place.x, place.y, place.turns, off, askew, middle)


def _on_a_sheet(marker: FoundMarker, registrations: Sequence[Registration]) -> bool:
    middle = marker.corners_px.mean(axis=0)
    for registration in registrations:
        x, y = registration.to_sheet(middle)
        width, height = registration.sheet.size_mm
        if 0 <= x <= width and 0 <= y <= height:
            return True
    return False
