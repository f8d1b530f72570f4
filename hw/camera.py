"""The contract of every camera: frames, and clear words when there are none."""

from __future__ import annotations

import time
from typing import Any, Protocol

from companion.errors import CompanionError


class Frame:
    """One picture.

    Attributes
    ----------
    image : ndarray
        (H, W, 3) uint8, in OpenCV's order blue, green, red.
    t_s : float
        The monotonic time it was taken, in seconds.
    number : int
        Counts up from 1 while the camera is open.
    small : ndarray or None
        (h, w) uint8, the same picture small and grey, where the camera gives that without work.
    """

    def __init__(self, image: Any, t_s: float, number: int, small: Any = None) -> None:
        self.image = image
        self.t_s, self.number, self.small = t_s, number, small


class CameraError(CompanionError):
    """A camera cannot be used; ``code`` is stable, the text is a sentence for the player."""


class CameraEnded(CameraError):
    """A recording (folder, video) has no more frames."""

    def __init__(self, sentence: str = "The recording has ended.") -> None:
        super().__init__("camera-ended", sentence)


class Camera(Protocol):
    """A source of frames. `open` and `close` may be called again after each other.

    Attributes
    ----------
    name : str
        What people call it.
    spec : str
        The words that choose it, and no other camera.
    """

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def spec(self) -> str:
        """The words that choose it."""
        ...

    def open(self) -> None:
        """Make ready. Raises `CameraError` (codes camera-missing, camera-busy, camera-lost)."""
        ...

    def read(self, timeout_s: float = 2.0) -> Frame:
        """Give the next frame. Raises `CameraError` camera-lost or camera-slow, or `CameraEnded`."""
        ...

    def close(self) -> None:
        """Let go; never raises and may be called twice."""
        ...


def now_s() -> float:
    """Give the time stamp of a live frame, in seconds of the monotonic clock."""
    return time.monotonic()
