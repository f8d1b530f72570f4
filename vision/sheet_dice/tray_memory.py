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
EMPTY_LOOKS = 3
"""So many looks in a row must find nothing in a tray before it is kept as empty: a die may be overlooked."""

CHANGED = 12
"""Levels by which a softened tray differs somewhere when anything has changed; noise makes 4."""


class _Seen(NamedTuple):
    """Trays as they looked when their dice were read."""

    shape: tuple[int, ...]
    windows: tuple[Window, ...]
    pictures: tuple[Image, ...]
    corners_px: Mapping[str, Floats]
    dice: tuple[DieSighting, ...]
    looks: int


class TrayMemory:
    """The dice that were read in the trays, as long as the trays look the same.

    What was doubtful is not kept: the next look may tell more. Nor is an empty tray at the first look.
    """

    def __init__(self) -> None:
        self._seen: _Seen | None = None

    def recall(self, image: Image, trays: Mapping[str, Registration]) -> tuple[DieSighting, ...] | None:
        """Give the dice in the trays of a frame, (H, W, 3); None where they must be read."""
        seen = self._seen
        if seen is None or not (seen.dice or seen.looks >= EMPTY_LOOKS) or not _is_same(seen, image, trays):
            return None
        return seen.dice

    def keep(
        self,
        image: Image,
        windows: Sequence[Window],
        trays: Mapping[str, Registration],
        dice: Sequence[DieSighting],
    ) -> None:
        """Remember what was read in these windows of a frame."""
        if not all(die.accepted for die in dice):
            self._seen = None
            return
        before, corners = self._seen, {name: tray.corners_px() for name, tray in trays.items()}
        again = before is not None and not (dice or before.dice) and _is_same(before, image, trays)
        looks = before.looks + 1 if before is not None and again else 1
        pictures = _softened(image, windows)
        self._seen = _Seen(image.shape, tuple(windows), pictures, corners, tuple(dice), looks)


def _is_same(seen: _Seen, image: Image, trays: Mapping[str, Registration]) -> bool:
    if image.shape != seen.shape or seen.corners_px.keys() != trays.keys():
        return False
    for name, tray in trays.items():
        if np.abs(tray.corners_px() - seen.corners_px[name]).max() > STILL_PX:
            return False
    now = _softened(image, seen.windows)
    return all(cv2.absdiff(a, b).max() < CHANGED for a, b in zip(seen.pictures, now, strict=True))


def _softened(image: Image, windows: Sequence[Window]) -> tuple[Image, ...]:
    return tuple(
        cv2.blur(image[top:bottom, left:right], (SOFTNESS_PX, SOFTNESS_PX))
        for left, top, right, bottom in windows
    )
