"""Finds the printed markers: the whole frame once, then only round the places where they were.

Convention: corners in px of the frame, origin at the centre of the top left pixel; a marker's
corners begin at its own top left, clockwise as printed.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.layout import MARKER_DICTIONARY
from vision.ports import Floats, Image
from vision.sheets.marker_search import SMALLEST_PX, FoundMarker, MarkerSearch

FULL_EVERY = 30
"""Frames between two searches of the whole frame, for sheets that have come since."""

REACH = 0.6
"""How far round its last place a marker is looked for, in its own sides."""

ENLARGED = 3.0
"""Where a marker must lie it is looked for enlarged so many times, and patiently: a die that touches its
white border is told from it."""

PATIENT_EVERY = 30
"""Frames between two searches for small markers: one takes ten times as long as a usual search."""

SOFTNESS_PX, CHANGED = 3, 14
"""Levels by which what is round a marker, softened, differs somewhere when it has moved by a fifth of a
pixel, or is covered; noise makes 6."""

SHRUNK, NEW_IN_SCENE = 4, 12
"""A frame shrunk so many times differs somewhere by so many levels when anything has come; by noise, by 4."""

SEARCHES = 3
"""What has come is looked for in so many frames: one may miss a marker that the next one shows."""


class MarkerFinder:
    """Finds AprilTags of one dictionary and remembers where they were.

    Parameters
    ----------
    dictionary
        Names the tags, as OpenCV does.
    search
        Searches the frames for them, instead of a search of its own: readers of one frame share one.

    Attributes
    ----------
    searched_whole
        Whether the whole of the last frame was searched, not only where the markers were.
    """

    def __init__(self, dictionary: str = MARKER_DICTIONARY, search: MarkerSearch | None = None) -> None:
        self._search = search or MarkerSearch(dictionary)
        self.searched_whole = False
        self._known: tuple[FoundMarker, ...] = ()
        self._size: tuple[int, ...] = ()
        self._frames_since_full = 0
        self._frames_until_patient = 0
        self._pictures: dict[int, Image] = {}
        self._scene: Image = np.zeros((0, 0), np.uint8)
        self._searches_left = 0

    def find(self, grey: Image, *, others: bool = False) -> tuple[FoundMarker, ...]:
        """Find the markers in a frame of (H, W) grey.

        Looks only round the last places while every marker is found there, and searches the
        whole frame otherwise, every `FULL_EVERY` frames, and when others are expected and
        anything has changed since the last search.
        """
        same_size = grey.shape == self._size and self._frames_since_full < FULL_EVERY
        self.searched_whole = False
        if self._known and same_size and not (others and self._may_hold_others(grey)):
            again = self._look_again(grey)
            if again is not None:
                self._frames_since_full += 1
                self._known = again
                return again
        self.searched_whole = True
        self._known, self._size, self._frames_since_full = self.search(grey), grey.shape, 0
        return self._known

    def _may_hold_others(self, grey: Image) -> bool:
        """Whether the frame differs anywhere from that before by more than noise, or did a moment ago."""
        small, before = shrink_scene(grey), self._scene
        self._scene = small
        if small.shape != before.shape or cv2.absdiff(small, before).max() > NEW_IN_SCENE:
            self._searches_left = SEARCHES
        self._searches_left -= 1
        return self._searches_left >= 0

    def search(self, grey: Image, *, thorough: bool = False) -> tuple[FoundMarker, ...]:
        """Search the whole frame and remember nothing, as `MarkerSearch.whole` does."""
        return self._search.whole(grey, thorough=thorough)

    def expect_more(self, grey: Image) -> tuple[FoundMarker, ...]:
        """Search thoroughly when a sheet shows too few of its markers."""
        found = {marker.id: marker for marker in self._known}
        found |= {marker.id: marker for marker in self.search(grey, thorough=True)}
        self._known, self._frames_since_full = tuple(found.values()), 0
        return self._known

    def search_patiently(self, grey: Image) -> tuple[FoundMarker, ...]:
        """Search the whole frame for markers of 16 to 20 px, now and then: it takes a while."""
        self._frames_until_patient -= 1
        if self._frames_until_patient >= 0:
            return self._known
        self._frames_until_patient = PATIENT_EVERY
        found = {marker.id: marker for marker in self._search.small_ones(grey)}
        self._known = tuple((found | {marker.id: marker for marker in self._known}).values())
        return self._known

    def look_at(self, grey: Image, places: Mapping[int, Floats]) -> tuple[FoundMarker, ...]:
        """Look patiently for markers where they must lie, and remember them, too.

        Parameters
        ----------
        places
            Number of a marker -> (4, 2) corners in px, about where they are expected.
        """
        found = {marker.id: marker for marker in self._known}
        for number, corners_px in places.items():
            here, corner = _round(grey, FoundMarker(number, corners_px))
            if min(here.shape) < SMALLEST_PX:
                continue
            for marker in self._search.patiently(here, ENLARGED):
                if marker.id == number:
                    found[number] = FoundMarker(number, marker.corners_px + corner)
        self._known = tuple(found.values())
        return self._known

    def _look_again(self, grey: Image) -> tuple[FoundMarker, ...] | None:
        """Find every marker near where it was; None where one is not there."""
        found = []
        for marker in self._known:
            again = self._look_round(grey, marker)
            if again is None:
                return None
            found.append(again)
        return tuple(found)

    def _look_round(self, grey: Image, marker: FoundMarker) -> FoundMarker | None:
        here, corner = _round(grey, marker)
        softened, before = cv2.blur(here, (SOFTNESS_PX, SOFTNESS_PX)), self._pictures.get(marker.id)
        known = before is not None and before.shape == here.shape
        if known and cv2.absdiff(softened, before).max() < CHANGED:
            return marker
        same = [other for other in self._search.quickly(here) if other.id == marker.id]
        if len(same) != 1:
            return None
        found = FoundMarker(marker.id, same[0].corners_px + corner)
        stays = np.array_equal(_round(grey, found)[1], corner)
        self._pictures[marker.id] = softened if stays else np.zeros((0, 0), np.uint8)
        return found


def shrink_scene(grey: Image) -> Image:
    """Shrink a frame so far that a marker that is put into it, or taken out, still changes several pixels."""
    shrunk: Image = cv2.resize(grey, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA)
    return shrunk


def _round(grey: Image, marker: FoundMarker) -> tuple[Image, Floats]:
    """Cut out what is round a marker; give that and its top left corner (2,) in px of the frame."""
    reach = REACH * marker.side_px
    left, top = np.maximum(marker.corners_px.min(axis=0) - reach, 0).astype(int)
    right, bottom = np.maximum(marker.corners_px.max(axis=0) + reach, 0).astype(int) + 1
    return grey[top:bottom, left:right], np.array((left, top))
