"""Tells whether to search a frame for sheets: on a still table a search finds what it found before.

Convention: frames are (H, W) grey.
"""

from __future__ import annotations

from collections.abc import Hashable

import cv2
import numpy as np

from vision.ports import Image
from vision.sheets.markers import NEW_IN_SCENE, SEARCHES, shrink_scene

AGAIN_EVERY = 30
"""A scene that does not change is searched again after so many frames: some frame may show a faint sheet."""


class SearchWatch:
    """Remembers the scene that was searched, and what for."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Search whatever comes next."""
        self._scene: Image = np.zeros((0, 0), np.uint8)
        self._wanted: Hashable = None
        self._searches = 0

    def may_show_more(self, grey: Image, wanted: Hashable) -> bool:
        """Say whether to search a frame; the caller then does so.

        Parameters
        ----------
        grey
            (H, W) the frame.
        wanted
            What is searched for and all else that the search depends on.
        """
        scene = shrink_scene(grey)
        same = scene.shape == self._scene.shape and cv2.absdiff(scene, self._scene).max() <= NEW_IN_SCENE
        if not same or wanted != self._wanted:
            self._scene, self._wanted, self._searches = scene, wanted, 0
        self._searches += 1
        return self._searches <= SEARCHES or self._searches % AGAIN_EVERY == 0
