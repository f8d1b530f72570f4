"""Keeps the dice of trays that look as they did when they were read: most of the time nobody rolls.

Convention: px of the frame; pictures are blue, green, red.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.sighting import DieSighting
from vision.ports import Floats, Image
from vision.sheet_dice.dice_places import Window
from vision.sheets.registration import Registration

STILL_PX = 0.6
"""Corners that are found twice differ by noise alone."""

SOFTNESS_PX = 5
CHANGED = 12
"""Levels by which a softened tray differs somewhere when anything has changed; noise makes 4."""


class _Seen(NamedTuple):
    """Trays as they looked when their dice were read."""

    shape: tuple[int, ...]
    windows: tuple[Window, ...]
    pictures: tuple[Image, ...]
    corners_px: Mapping[str, Floats]
    dice: tuple[DieSighting, ...]


class TrayMemory:
    """The dice that were read in the trays, as long as the trays look the same.

    What was doubtful is not kept: the next look may tell more.
    """

    def __init__(self) -> None:
        self._seen: _Seen | None = None

    def recall(self, image: Image, trays: Mapping[str, Registration]) -> tuple[DieSighting, ...] | None:
        """Give the dice in the trays of a frame, (H, W, 3); None where they must be read."""
        seen = self._seen
        if seen is None or image.shape != seen.shape or seen.corners_px.keys() != trays.keys():
            return None
        for name, tray in trays.items():
            if np.abs(tray.corners_px() - seen.corners_px[name]).max() > STILL_PX:
                return None
        now = _softened(image, seen.windows)
        same = (cv2.absdiff(a, b).max() < CHANGED for a, b in zip(seen.pictures, now, strict=True))
        return seen.dice if all(same) else None

    def keep(
        self,
        image: Image,
        windows: Sequence[Window],
        trays: Mapping[str, Registration],
        dice: Sequence[DieSighting],
    ) -> None:
        """Remember what was read in these windows of a frame."""
        if not dice or not all(die.accepted for die in dice):
            self._seen = None
            return
        corners = {name: tray.corners_px() for name, tray in trays.items()}
        self._seen = _Seen(image.shape, tuple(windows), _softened(image, windows), corners, tuple(dice))


def _softened(image: Image, windows: Sequence[Window]) -> tuple[Image, ...]:
    return tuple(
        cv2.blur(image[top:bottom, left:right], (SOFTNESS_PX, SOFTNESS_PX))
        for left, top, right, bottom in windows
    )
