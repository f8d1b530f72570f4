"""Searches pictures for printed markers; `vision.sheets.markers` remembers where they were.

Convention: corners in px of the picture, origin at the centre of the top left pixel; a marker's
corners begin at its own top left, clockwise as printed.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Final, NamedTuple

import cv2
import numpy as np

from companion.layout import MARKER_DICTIONARY
from vision.ports import Floats, Image
from vision.sheets.marker_bits import MarkerBits

SEARCH_PX = 2000
"""A longer edge is shrunk to this for the search: the corners are refined in the full frame."""

WINDOWS_PX = (3, 63, 4)
"""A patient search thresholds with these windows: the first, the last, the step."""

SMALL_SCALE, ENLARGED_PX = 2.0, 4700
"""A frame that is searched for small markers is enlarged so much, but not beyond this longer edge."""

SMALLEST_PX = 16
"""Nothing is looked for in a smaller picture."""

FRAMES_KEPT: Final = 2
"""A frame and its mirror image."""


class FoundMarker(NamedTuple):
    """A marker: its number and its (4, 2) corners in px."""

    id: int
    corners_px: Floats

    @property
    def side_px(self) -> float:
        """The mean length of its four sides."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


class MarkerSearch:
    """Searches whole pictures of (H, W) grey, and small parts of them, for AprilTags of one dictionary.

    The quick search thresholds once, with a window of 23 px: half the time of the default three
    windows. The thorough one takes over where the quick one sees too little.
    """

    def __init__(self, dictionary: str = MARKER_DICTIONARY) -> None:
        numbers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
        bits = _bits(dictionary)
        self._quick = _Detector(cv2.aruco.ArucoDetector(numbers, _parameters(23, 23)), bits)
        self._thorough = _Detector(cv2.aruco.ArucoDetector(numbers, _parameters(3, 23)), bits)
        self._patient = _Detector(cv2.aruco.ArucoDetector(numbers, _parameters(*WINDOWS_PX)), bits)

    def whole(self, grey: Image, *, thorough: bool = False) -> tuple[FoundMarker, ...]:
        """Search a whole frame. Without a find, the thorough search has the last word."""
        scale = min(1.0, SEARCH_PX / max(grey.shape))
        small = (
            grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
        found = () if thorough else self._quick.detect(small)
        if len(found) < 4:
            found = max(found, self._thorough.detect(small), key=len)
        return tuple(_in_full_frame(marker, grey, scale) for marker in found) if scale < 1.0 else found

    def small_ones(self, grey: Image) -> tuple[FoundMarker, ...]:
        """Search a whole frame, enlarged, for markers of 16 to 20 px; none where it is too large for that."""
        scale = min(SMALL_SCALE, ENLARGED_PX / max(grey.shape))
        return self.patiently(grey, scale) if scale > 1.0 else ()

    def patiently(self, grey: Image, scale: float) -> tuple[FoundMarker, ...]:
        """Search a picture enlarged so many times, by many thresholds."""
        large = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        return tuple(
            FoundMarker(marker.id, (marker.corners_px + 0.5) / scale - 0.5)
            for marker in self._patient.detect(large)
        )

    def quickly(self, grey: Image) -> tuple[FoundMarker, ...]:
        """Search a small part of a frame."""
        return self._quick.detect(grey)


class _Finds:
    """What was found in one frame."""

    def __init__(self, frame: Image) -> None:
        self.frame = frame.copy()
        self.whole: dict[bool, tuple[FoundMarker, ...]] = {}
        self.small: tuple[FoundMarker, ...] | None = None


class SharedSearch(MarkerSearch):
    """Searches each frame once for all readers that look at it one after the other.

    A photograph of any game is compared with the sheets of all games, and to search it for small markers
    takes longer than all else that a reader of another game does.
    """

    def __init__(self, dictionary: str = MARKER_DICTIONARY) -> None:
        super().__init__(dictionary)
        self._kept = deque[_Finds](maxlen=FRAMES_KEPT)

    def whole(self, grey: Image, *, thorough: bool = False) -> tuple[FoundMarker, ...]:
        """Search a whole frame, or give what was found in it."""
        finds = self._finds(grey)
        if thorough not in finds.whole:
            finds.whole[thorough] = super().whole(grey, thorough=thorough)
        return finds.whole[thorough]

    def small_ones(self, grey: Image) -> tuple[FoundMarker, ...]:
        """Search a whole frame for small markers, or give what was found in it."""
        finds = self._finds(grey)
        if finds.small is None:
            finds.small = super().small_ones(grey)
        return finds.small

    def _finds(self, grey: Image) -> _Finds:
        for finds in self._kept:
            if np.array_equal(finds.frame, grey):
                return finds
        self._kept.append(_Finds(grey))
        return self._kept[-1]


def _parameters(first_window_px: int, last_window_px: int, step_px: int = 10) -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeStep = step_px
    parameters.adaptiveThreshWinSizeMin = first_window_px
    parameters.adaptiveThreshWinSizeMax = last_window_px
    parameters.minMarkerPerimeterRate = 0.01
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


class _Detector:
    """A detector of `cv2.aruco`, with a second opinion about the outlines that it takes for no marker."""

    def __init__(self, detector: cv2.aruco.ArucoDetector, bits: MarkerBits) -> None:
        self._detector, self._bits = detector, bits

    def detect(self, grey: Image) -> tuple[FoundMarker, ...]:
        if min(grey.shape) < SMALLEST_PX:
            return ()
        grey = np.ascontiguousarray(grey)
        corners, ids, rejected = self._detector.detectMarkers(grey)
        numbers = () if ids is None else np.asarray(ids).ravel()
        found = [
            FoundMarker(int(number), np.asarray(corner, dtype=np.float64).reshape(4, 2))
            for number, corner in zip(numbers, corners, strict=True)
        ]
        again = self._bits.read(grey, np.array(rejected, dtype=np.float64).reshape(-1, 4, 2))
        known = {marker.id for marker in found}
        return (*found, *(FoundMarker(*one) for one in again.items() if one[0] not in known))


@lru_cache
def _bits(dictionary: str) -> MarkerBits:
    return MarkerBits(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)))


def _in_full_frame(marker: FoundMarker, grey: Image, scale: float) -> FoundMarker:
    """Take corners from the shrunk frame to the full one and refine them there."""
    corners = ((marker.corners_px + 0.5) / scale - 0.5).astype(np.float32).reshape(-1, 1, 2)
    reach = max(2, round(1.5 / scale))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    refined = cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop)
    return FoundMarker(marker.id, np.asarray(refined, dtype=np.float64).reshape(4, 2))
