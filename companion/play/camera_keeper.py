"""Keeps a camera running: opens it, and after a loss opens it again, with growing pauses."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from companion.play.ports import Camera, Frame

_log = logging.getLogger(__name__)

PAUSES_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)

STUCK: Final = frozenset({"camera-lost", "camera-slow"})
"""A camera that is there and does not work: one of another process may, since drivers keep hold of
a camera that failed within a process (raspberrypi/picamera2#1048)."""

BUSY: Final = "camera-busy"
"""Another process holds the camera, and no new one of ours gets it; but after a loss it may be our own
driver that holds it, so this neither begins to be stuck nor ends it."""


class CameraKeeper:
    """A camera that may go and come back.

    Attributes
    ----------
    trouble : tuple[str, str] | None
        Code and sentence of what is wrong now.
    stuck_since_s : float | None
        Since when the camera, though it is there, gives no pictures; None while it is well or absent.
    asked_at_s : float | None
        Since when its driver has owed an answer; None while nothing is asked of it.
    """

    def __init__(
        self, camera: Camera, errors: tuple[type[Exception], ...], clock: Callable[[], float]
    ) -> None:
        self._camera, self._errors, self._clock = camera, errors, clock
        self._open = False
        self._losses = 0
        self._retry_at_s = 0.0
        self.trouble: tuple[str, str] | None = None
        self.stuck_since_s: float | None = None
        self.asked_at_s: float | None = None

    def frame(self) -> Frame | None:
        """Give the next frame; None while there is none to be had (at once, or after the camera's wait)."""
        if not self._open and self._clock() < self._retry_at_s:
            return None
        self.asked_at_s = self._clock()
        try:
            if not self._open:
                self._camera.open()
                self._open = True
            frame = self._camera.read()
        except self._errors as error:
            self._lost(error)
            return None
        finally:
            self.asked_at_s = None
        self._losses, self.trouble, self.stuck_since_s = 0, None, None
        return frame

    def frame_after(self, t_s: float) -> Frame | None:
        """Give the first frame that was taken at ``t_s`` or later; None when there is none to be had."""
        while (frame := self.frame()) is not None and frame.t_s < t_s:
            pass
        return frame

    def close(self) -> None:
        """Let the camera go."""
        self._open = False
        self._camera.close()

    def rest(self) -> None:
        """Nobody wants pictures for a while."""
        self.close()
        self.trouble, self.stuck_since_s = None, None

    def retry(self) -> None:
        """Do not wait any longer."""
        self._retry_at_s = self._clock()

    def _lost(self, error: Exception) -> None:
        code = getattr(error, "code", "camera-lost")
        self.trouble = (code, getattr(error, "sentence", "") or str(error))
        pause_s = PAUSES_S[min(self._losses, len(PAUSES_S) - 1)]
        self._losses += 1
        self._retry_at_s = self._clock() + pause_s
        if code in STUCK and self.stuck_since_s is None:
            self.stuck_since_s = self._clock()
        elif code not in STUCK and code != BUSY:
            self.stuck_since_s = None
        _log.warning("No picture (%s): %s Next try in %g s.", code, self.trouble[1], pause_s)
        self.close()
