"""Any function that makes pictures, as a camera: the simulated table's way into the chain."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.errors import Saying
from hw.camera import CameraError, Frame, now_s


class CallableCamera:
    """A camera whose pictures are made by a function, at a steady pace.

    Parameters
    ----------
    name : str
        What people call it.
    picture : callable
        Gives an (H, W, 3) uint8 picture, blue, green, red.
    fps : float
        Pictures a second.
    unplugged : callable
        Says whether the camera is pulled out just now.
    """

    def __init__(
        self,
        name: str,
        picture: Callable[[], Any],
        fps: float = 8.0,
        unplugged: Callable[[], bool] = lambda: False,
    ) -> None:
        self.name, self.spec = name, "sim"
        self._picture = picture
        self._interval_s = 1 / fps
        self._unplugged = unplugged
        self._next_s = 0.0
        self._number = 0

    def open(self) -> None:
        """Make ready. Raises `CameraError` camera-missing while it is pulled out."""
        if self._unplugged():
            raise self._error("camera-missing", "The {camera} is not connected.")
        self._next_s, self._number = now_s(), 0

    def _error(self, code: str, text: str, **named: str) -> CameraError:
        return CameraError(code, Saying(text, camera=Saying(self.name), **named))

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next picture, when it is time. Raises `CameraError` camera-lost."""
        wait_s = min(self._next_s - now_s(), timeout_s)
        if wait_s > 0:
            time.sleep(wait_s)
        if self._unplugged():
            raise self._error("camera-lost", "The {camera} gives no pictures any more. Is it plugged in?")
        self._next_s = max(self._next_s + self._interval_s, now_s())
        self._number += 1
        return Frame(self._picture(), now_s(), self._number)

    def close(self) -> None:
        """Nothing is held."""
