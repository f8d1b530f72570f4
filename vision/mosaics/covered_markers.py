"""Reads markers that a piece partly covers, where a tile is believed to lie.

`cv2.aruco` needs the whole outline of a marker. Here the place is known to some millimetres: where a tile
would lie beside one that was read. Its marker is tried there at every small shift and turn, and what is left
to see of its squares tells which one it is: two markers differ in 11 of 36 bits at least.

Convention: a tile's frame is mm from its middle, x to the right and y down, upright as printed; an affine map
(2, 3) leads to px, lens undone. A marker's corners begin at its own top left, clockwise as printed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout, Mosaic
from vision.ports import Floats, Image
from vision.sheets.lens import Lens
from vision.sheets.marker_search import FoundMarker

REACH_MM, STEP_MM = 8.0, 0.8
TURNS_DEG: Final = (-8.0, -4.0, 0.0, 4.0, 8.0)
"""How far from its place, and how crooked, such a tile may lie."""

KEPT = 80
"""Shifts and turns at which a white rim round a black one is likeliest; only there bits are compared."""

FINE_MM, FINE_DEG = 0.25, 1.0
"""Steps of the last look round the best."""

AROUND_MM, AROUND, EVENED = 14.0, 24, 3
"""A place looks like so many points in a row, as far from its middle as this; the mean of so many in a row
and a column leaves little of the noise of a dim room."""

SAME_PX, SAME_LEVELS = 0.5, 3.0
"""A place that has moved less and differs by less is not searched again."""

CORNERS: Final = np.array([(-25.0, 25.0, 25.0, -25.0), (-25.0, -25.0, 25.0, 25.0), (1.0, 1.0, 1.0, 1.0)])
"""Points of a place, mm, that tell how far it has moved."""

LEAST_CONTRAST = 20.0
"""Levels from black to white, at least."""

MOST_WRONG, LEAST_AHEAD = 25.0, 4.0
"""Squares of the 100 of marker and rim that may differ, since a piece covers them, and by how many more the
next kind must differ. With a third of the marker covered the right kind leads by 4 to 10; where there is no
marker the likeliest leads by 2 at most."""

LEAST_FRAME = 0.45
"""How like a white rim round a black one the frame is, at least: the correlation over its squares."""


Place = tuple[str, tuple[int, int]]
"""The kind of a tile, and the step to the place beside it, x and y."""


class _Look(NamedTuple):
    """What was found at a place, (2, 3), but for some kinds, and how the place looked, in levels."""

    expected: Floats
    looks: Floats
    without: frozenset[str]
    marker: FoundMarker | None

    def is_same(self, expected: Floats, looks: Floats) -> bool:
        """Whether a place is this one and looks as it did."""
        moved_px = float(np.abs((self.expected - expected) @ CORNERS).max())
        return moved_px < SAME_PX and float(np.abs(self.looks - looks).mean()) < SAME_LEVELS


class CoveredMarkers:
    """Looks for the markers of one layout's joined tiles. What looks as before is not searched again."""

    def __init__(self, layout: Layout, mosaic: Mosaic) -> None:
        self._kinds = mosaic.kinds
        self._ids = tuple(layout.kinds[kind].marker for kind in mosaic.kinds)
        numbers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.marker_dictionary))
        side, marker_mm = numbers.markerSize, layout.kinds[mosaic.kinds[0]].marker_mm
        codes = [numbers.getBitsFromByteList(numbers.bytesList[[number]], side) for number in self._ids]
        self._half_mm = marker_mm / 2
        square_mm = marker_mm / (side + 2)
        middles = (np.arange(side + 4) - (side + 3) / 2) * square_mm
        self._middles_mm = np.stack(np.meshgrid(middles, middles), -1).reshape(-1, 2)
        self._quarters_mm = square_mm / 3.5 * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
        around = np.linspace(-AROUND_MM, AROUND_MM, AROUND)
        self._around_mm = np.stack(np.meshgrid(around, around), -1).reshape(-1, 2)
        self._looks: dict[Place, _Look] = {}
        layer = np.pad(np.pad(np.full((side, side), 2), 1, constant_values=1), 1, constant_values=0).ravel()
        self._white, self._black, bits = (layer == each for each in (0, 1, 2))
        self._prints = np.tile(self._white.astype(np.float32), (4 * len(codes), 1))
        turned = [np.rot90(code, -turn).ravel() for code in codes for turn in range(4)]
        self._prints[:, bits] = np.array(turned, np.float32)

    def read(
        self, grey: Image, place: Place, expected: Floats, lens: Lens, without: Collection[str]
    ) -> FoundMarker | None:
        """Give the marker of a tile that lies about where ``expected`` maps to.

        Parameters
        ----------
        grey
            The picture, (H, W).
        place
            By which tile, and on which side of it, to know the place again.
        expected
            The affine map (2, 3) from mm of the tile to px, lens undone.
        lens
            The lens of the camera; the corners are given as it bends them.
        without
            The kinds that lie elsewhere.
        """
        points = self._levels(grey, expected, lens, np.zeros((1, 3)), self._around_mm)
        looks = points.reshape(AROUND // EVENED, EVENED, AROUND // EVENED, EVENED).mean(axis=(1, 3))
        before = self._looks.get(place)
        if before is not None and before.is_same(expected, looks) and self._still_holds(before, without):
            return before.marker
        marker = self._search(grey, expected, lens, without) if np.ptp(looks) >= LEAST_CONTRAST else None
        self._looks[place] = _Look(expected, looks, frozenset(without), marker)
        return marker

    def _still_holds(self, look: _Look, without: Collection[str]) -> bool:
        """Whether what was found is not left out now, or what was left out then still is."""
        if look.marker is None:
            return look.without.issubset(without)
        return self._kind(look.marker) not in without

    def _kind(self, marker: FoundMarker) -> str:
        return self._kinds[self._ids.index(marker.id)]

    def _search(
        self, grey: Image, expected: Floats, lens: Lens, without: Collection[str]
    ) -> FoundMarker | None:
        poses = _poses(REACH_MM, STEP_MM, TURNS_DEG)
        levels = self._levels(grey, expected, lens, poses, self._middles_mm)
        likely = self._with_frame(levels)
        if not len(likely):
            return None
        wrong = self._wrong_squares(levels[likely])
        by_kind = wrong.min(axis=(0, 2))
        first = int(by_kind.argmin())
        ahead = np.delete(by_kind, first).min(initial=np.inf) - by_kind[first]
        if self._kinds[first] in without or by_kind[first] > MOST_WRONG or ahead < LEAST_AHEAD:
            return None
        at, turn = divmod(int(wrong[:, first].argmin()), 4)
        corners = self._settled(grey, expected, lens, poses[likely[at]], 4 * first + turn)
        return FoundMarker(self._ids[first], np.roll(corners, -turn, axis=0))

    def _levels(self, grey: Image, expected: Floats, lens: Lens, poses: Floats, points_mm: Floats) -> Floats:
        """Give what is seen at (m, 2) points of every pose, (poses, m)."""
        at = _to_px(expected, lens, grey, _posed(poses, points_mm))
        levels = cv2.remap(
            grey, at.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(levels, np.float32)

    def _with_frame(self, levels: Floats) -> NDArray[np.intp]:
        """Give the poses at which a white rim lies round a black one, the likeliest first."""
        frame = levels[:, self._white | self._black]
        signs = np.where(self._white[self._white | self._black], 1.0, -1.0)
        signs -= signs.mean()
        even = frame - frame.mean(axis=1, keepdims=True)
        like = even @ signs / (np.linalg.norm(even, axis=1) * np.linalg.norm(signs) + 1e-6)
        white, black = self._white_and_black(levels)
        like[white - black < LEAST_CONTRAST] = -1
        best = np.argsort(-like)[:KEPT]
        likely: NDArray[np.intp] = best[like[best] >= LEAST_FRAME]
        return likely

    def _white_and_black(self, levels: Floats) -> tuple[Floats, Floats]:
        return np.median(levels[:, self._white], axis=1), np.median(levels[:, self._black], axis=1)

    def _wrong_squares(self, levels: Floats) -> Floats:
        """Give how many squares differ from every marker in every turn, (poses, kinds, turns).

        A square between black and white differs by a part.
        """
        shown = self._shown(levels)
        wrong = shown.sum(axis=1)[:, None] + (1 - 2 * shown) @ self._prints.T
        by_kind: Floats = wrong.reshape(len(levels), -1, 4)
        return by_kind

    def _shown(self, levels: Floats) -> Floats:
        """Give levels with 0 for black and 1 for white."""
        white, black = self._white_and_black(levels)
        return np.clip((levels - black[:, None]) / np.maximum(white - black, 1.0)[:, None], 0.0, 1.0)

    def _settled(self, grey: Image, expected: Floats, lens: Lens, pose: Floats, code: int) -> Floats:
        """Give the corners, clockwise from the top left of the turned code, where all squares fit best."""
        for step_mm, step_deg in ((2 * FINE_MM, 2 * FINE_DEG), (FINE_MM, FINE_DEG)):
            around = pose + _poses(2 * step_mm, step_mm, step_deg * np.arange(-2.0, 3.0))
            off = np.zeros(len(around))
            for points in self._middles_mm + self._quarters_mm[:, None]:
                shown = self._shown(self._levels(grey, expected, lens, around, points))
                off += np.minimum(np.abs(shown - self._prints[code]), 0.5).sum(axis=1)
            pose = around[off.argmin()]
        corners_mm = self._half_mm * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
        corners: Floats = _to_px(expected, lens, grey, _posed(pose[None], corners_mm))[0]
        return corners


def _poses(reach_mm: float, step_mm: float, turns_deg: Sequence[float] | Floats) -> Floats:
    """Give all shifts within reach at all turns, (n, 3): x and y in mm, degrees clockwise."""
    steps = np.arange(-reach_mm, reach_mm + step_mm / 2, step_mm)
    poses: Floats = np.stack(np.meshgrid(steps, steps, np.asarray(turns_deg)), -1).reshape(-1, 3)
    return poses


def _posed(poses: Floats, points_mm: Floats) -> Floats:
    """Give (m, 2) points at (n, 3) poses, (n, m, 2)."""
    turn = np.radians(poses[:, 2])
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = points_mm.T
    return np.stack([cos * x - sin * y + poses[:, :1], sin * x + cos * y + poses[:, 1:2]], -1)


def _to_px(expected: Floats, lens: Lens, grey: Image, points_mm: Floats) -> Floats:
    """Give where (n, m, 2) points in mm are in the picture."""
    undone = points_mm @ expected[:, :2].T + expected[:, 2]
    height, width = grey.shape
    return lens.bend(undone, (width, height))
