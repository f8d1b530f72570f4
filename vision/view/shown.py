"""Reads pieces that somebody shows to a phone: cards held in a fan, laid in a row, at any turn.

Only the markers speak. A card that lies beneath others is read as long as its marker shows, and what lies
about besides (a mat, a table, dice) says nothing.

Convention: the picture is (H, W, 3) uint8 blue, green, red; no place in it is told.
"""

from __future__ import annotations

from typing import Final

import cv2

from companion.layout import Layout
from companion.sighting import ShownPieces, ViewProblem
from vision.ports import Image
from vision.sheets.marker_search import FoundMarker
from vision.sheets.markers import MarkerFinder
from vision.sheets.mirrored import MIRRORED, is_mirrored, marker_ids
from vision.view.troubles import frame_problems, small_grey

UNREADABLE: Final = ViewProblem(
    "no-card",
    "No card of this game can be read in the picture. Go nearer, hold still, and spread the cards so that "
    "the black and white square of each can be seen.",
)


def read_shown(image: Image, layout: Layout) -> ShownPieces:
    """Read which pieces a photograph shows, from left to right, and what is wrong where there is none."""
    kinds = {kind.marker: kind.name for kind in layout.kinds.values() if kind.marker >= 0}
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    finder = MarkerFinder(layout.marker_dictionary)
    found = finder.search(grey, thorough=True)
    shown = sorted((marker for marker in found if marker.id in kinds), key=_from_left)
    problems = [] if shown else frame_problems(small_grey(grey)) or [_why_unread(grey, finder, layout)]
    return ShownPieces(tuple(kinds[marker.id] for marker in shown), tuple(problems))


def _why_unread(grey: Image, finder: MarkerFinder, layout: Layout) -> ViewProblem:
    return MIRRORED if is_mirrored(grey, finder, marker_ids(layout)) else UNREADABLE


def _from_left(marker: FoundMarker) -> float:
    return float(marker.corners_px[:, 0].mean())
