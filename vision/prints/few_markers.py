"""Finds sheets that show one or two of their markers: these say which sheet it is, its print says where.

A webcam far away reads few markers of 16 px, and a sleeve hides others. Two lie on one side of a sheet as
a rule, so by them alone its far side may be off by some millimetres. One says where a sheet lies on a table
whose plane another sheet tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.layout import Layout, Sheet
from vision.ports import Artwork, Floats, Image
from vision.prints.locating import locate
from vision.prints.sheet_print import SheetPrint
from vision.sheets.lens import Lens
from vision.sheets.marker_search import FoundMarker
from vision.sheets.registration import Registration, corner_pairs, markers_of

PRINT_PX_PER_MM = 2.5


class FewMarkers:
    """Registers sheets with too few markers for a plane of their own by their print."""

    def __init__(self, layout: Layout, artwork: Artwork) -> None:
        self._layout, self._artwork = layout, artwork
        self._prints: dict[str, SheetPrint] = {}

    def find(
        self, grey: Image, found: tuple[FoundMarker, ...], lens: Lens, known: Sequence[Registration]
    ) -> list[Registration]:
        """Give the sheets in a frame, (H, W) grey, that are not ``known`` by more markers already."""
        size_px = (grey.shape[1], grey.shape[0])
        seen = {each.sheet.id for each in known}
        more = []
        for sheet in self._layout.sheets:
            own = () if sheet.id in seen else markers_of(sheet, found)
            about = self._about(sheet, own, lens, size_px, known) if own else None
            one = None if about is None else locate(self._print(sheet), grey, about, lens, size_px)
            if one is not None:
                more.append(replace(one.registration, markers=own))
        return more

    def _about(
        self,
        sheet: Sheet,
        own: tuple[FoundMarker, ...],
        lens: Lens,
        size_px: tuple[int, int],
        known: Sequence[Registration],
    ) -> Floats | None:
        """Give about the homography, (3, 3) mm to px of the ideal lens, that these markers tell."""
        places_mm, places_px = corner_pairs(sheet, own)
        ideal_px = lens.undo(places_px, size_px)
        if len(own) > 1:
            homography: Floats | None = cv2.findHomography(places_mm, ideal_px, 0)[0]
            return homography
        if not known:
            return None
        table = max(known, key=lambda each: len(each.markers)).homography
        on_table = cv2.perspectiveTransform(ideal_px.reshape(-1, 1, 2), np.linalg.inv(table)).reshape(-1, 2)
        return table @ _rigid(places_mm, on_table)

    def _print(self, sheet: Sheet) -> SheetPrint:
        if sheet.id not in self._prints:
            picture = self._artwork.sheet_image(self._layout, sheet.id, PRINT_PX_PER_MM)
            self._prints[sheet.id] = SheetPrint(sheet, picture)
        return self._prints[sheet.id]


def _rigid(points: Floats, wanted: Floats) -> Floats:
    """Give the turn and shift, (3, 3), that bring (n, 2) points nearest to others."""
    middle, goal = points.mean(axis=0), wanted.mean(axis=0)
    u, _, vt = np.linalg.svd((points - middle).T @ (wanted - goal))
    turn = (u @ np.diag([1.0, np.linalg.det(u @ vt)]) @ vt).T
    matrix: Floats = np.eye(3)
    matrix[:2, :2], matrix[:2, 2] = turn, goal - turn @ middle
    return matrix
