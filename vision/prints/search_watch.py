"""Tells whether to search a frame for sheets: on a still table a search finds what it found before.

What changes on a sheet that is well in view is a piece on it. Another sheet would hide it, or show beside it.

Convention: frames are (H, W) grey; outlines are (k, 2) px of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import cv2
import numpy as np

from vision.ports import Floats, Image
from vision.sheets.markers import NEW_IN_SCENE, SEARCHES, SHRUNK, shrink_scene

AGAIN_EVERY = 30
"""A scene that does not change is searched again after so many frames: some frame may show a faint sheet."""

BESIDE_PX = 24
"""So far beside the outline of a sheet the pieces on its edge are seen, and their shadows."""


class SearchWatch:
    """Remembers the scene that was searched, and what for."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Search whatever comes next."""
        self._scene: Image = np.zeros((0, 0), np.uint8)
        self._wanted: Hashable = None
        self._searches = 0

    def may_show_more(self, grey: Image, wanted: Hashable, outlines: Iterable[Floats] = ()) -> bool:
        """Say whether to search a frame; the caller then does so.

        Parameters
        ----------
        grey
            (H, W) the frame.
        wanted
            What is searched for and all else that the search depends on.
        outlines
            Of the sheets that are well in view: what changed there is no other sheet.
        """
        scene = shrink_scene(grey)
        if wanted != self._wanted or self._shows_new(scene, outlines):
            self._scene, self._wanted, self._searches = scene, wanted, 0
        self._searches += 1
        return self._searches <= SEARCHES or self._searches % AGAIN_EVERY == 0

    def _shows_new(self, scene: Image, outlines: Iterable[Floats]) -> bool:
        if scene.shape != self._scene.shape:
            return True
        changed = (cv2.absdiff(scene, self._scene) > NEW_IN_SCENE).astype(np.uint8)
        for outline in outlines if changed.any() else ():
            corners = np.rint(outline / SHRUNK).astype(np.int32)
            cv2.fillPoly(changed, [corners], 0)
            cv2.polylines(changed, [corners], True, 0, round(2 * BESIDE_PX / SHRUNK))
        return bool(changed.any())
