"""Tells a mirrored picture: webcams and apps of phones show people as a mirror would.

No marker is another one's mirror image, so what is read in the mirrored picture alone was mirrored.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import cv2

from companion.layout import Layout
from companion.sighting import ViewProblem
from vision.ports import Image
from vision.sheets.markers import MarkerFinder

NEEDED: Final = 2
"""Markers; one alone might be a chance pattern."""

MIRRORED: Final = ViewProblem(
    "mirrored",
    "The picture is mirrored. Mirror it back on the Camera page, or in the app that takes it.",
)


def marker_ids(layout: Layout) -> frozenset[int]:
    """Give the numbers of all markers of a game: of its sheets, and of pieces that bear one."""
    on_pieces = {kind.marker for kind in layout.kinds.values() if kind.marker >= 0}
    return frozenset(on_pieces | {marker.id for sheet in layout.sheets for marker in sheet.markers})


def is_mirrored(grey: Image, markers: MarkerFinder, known: Collection[int]) -> bool:
    """Tell whether markers come to light when a picture in which none was read is mirrored.

    Parameters
    ----------
    grey : (H, W) uint8
        The picture.
    markers : MarkerFinder
        Searches it; what it remembers stays as it is.
    known : collection of int
        The numbers of markers that may be there.
    """
    found = markers.search(cv2.flip(grey, 1))
    return len({marker.id for marker in found} & set(known)) >= NEEDED
