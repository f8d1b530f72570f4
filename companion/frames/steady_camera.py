"""Keeps a camera running: opens it, and after a loss opens it again, with growing pauses.

A driver can hang in any call (raspberrypi/picamera2#1264): it is called in a thread of its own, and nobody
waits for it longer than people would.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, Final

from companion.errors import CompanionError, Saying
from companion.frames.aside import Aside, owed_since_s
from companion.frames.ports import Camera, Frame

_log = logging.getLogger(__name__)

PAUSES_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)

SILENT: Final = "camera-silent"
SILENT_S: Final = 10.0
"""A driver that is well answers several times a second; one in the network may take seven to say that
it cannot."""

CLOSE_S: Final = 3.0
"""A driver that is well needs less to finish a picture and let its camera go."""

GLANCE_S: Final = 0.1
"""How often one who waits for a driver looks whether the picture is still wanted."""

STUCK: Final = frozenset({"camera-lost", "camera-slow"})
"""A camera that is there and does not work: one of another process may, since drivers keep hold of
a camera that failed within a process (raspberrypi/picamera2#1048)."""

BUSY: Final = "camera-busy"
"""Another process holds the camera, and no new one of ours gets it; but after a loss it may be our own
driver that holds it, so this neither begins to be stuck nor ends it."""

ENDED: Final = "camera-ended"

STEADY_S: Final = 10.0
"""A camera that has given pictures for so long is well. One that comes and goes is told of once, and is tried
ever more seldom."""

PASSED_OVER: Final = "picture-unreadable"
"""One picture of a recording is missing; the camera is well."""


class SteadyCamera:
    """A camera that may go and come back.

    Parameters
    ----------
    camera, errors
        The camera, and what it raises when it gives no frame.
    clock
        Monotonic seconds.
    leave
        Set when nobody wants pictures any more: who waits for one waits no longer.
    passed_over
        Told the sentence of a picture that cannot be read.

    Attributes
    ----------
    trouble : tuple[str, Any] | None
        Code and sentence of what is wrong now.
    stuck_since_s : float | None
        Since when the camera, though it is there, gives no pictures; None while it is well or absent.
    well_since_s : float | None
        Since when it has given pictures without a break.
    """

    def __init__(
        self,
        camera: Camera,
        errors: tuple[type[Exception], ...],
        clock: Callable[[], float],
        leave: threading.Event | None = None,
        passed_over: Callable[[Any], None] = lambda _: None,
    ) -> None:
        self._camera, self._errors, self._clock = camera, errors, clock
        self._leave, self._passed_over = leave or threading.Event(), passed_over
        self._driver = Aside(f"driver of {camera.name}", clock)
        self._answer: Future[Frame] | None = None
        self._open = False
        self._losses = 0
        self._logged = ""
        self._retry_at_s = 0.0
        self.trouble: tuple[str, Any] | None = None
        self.stuck_since_s: float | None = None
        self.well_since_s: float | None = None

    @property
    def asked_at_s(self) -> float | None:
        """Since when its driver has owed an answer; None while nothing is asked of it.

        While it gives no pictures any driver of this process counts: one that hangs for a table that is no
        more may keep the camera from this one.
        """
        own_s = self._driver.since_s
        return own_s if own_s is not None or self.trouble is None else owed_since_s()

    def frame(self) -> Frame | None:
        """Give the next frame; None while there is none to be had (at once, or after the camera's wait)."""
        while self._answer is not None or self._clock() >= self._retry_at_s:
            self._answer = self._answer or self._driver.ask(self._next)
            if not self._answered(self._answer):
                return None
            answer, self._answer = self._answer, None
            try:
                frame = answer.result()
            except self._errors as error:
                if not self._goes_on(error):
                    return None
            except Exception:  # noqa: BLE001 - a defect of a driver is a loss of its camera
                _log.exception("The driver of the %s failed", self._camera.name)
                unforeseen = "The {camera} failed in a way we did not foresee."
                self._lost("camera-lost", Saying(unforeseen, camera=Saying(self._camera.name)))
                return None
            else:
                self._is_well()
                return frame
            finally:
                # It holds the error, whose traceback holds this frame: a ring round all that the camera has.
                del answer
        return None

    def frame_after(self, t_s: float) -> Frame | None:
        """Give the first frame that was taken at ``t_s`` or later; None when there is none to be had."""
        while (frame := self.frame()) is not None and frame.t_s < t_s:
            pass
        return frame

    def close(self) -> None:
        """Let the camera go; a driver that hangs does so when it answers."""
        self._answer = None
        since_s = self._driver.since_s
        owed_s = self._clock() - since_s if since_s is not None else 0.0
        closed = self._driver.ask(self._shut)
        closed.add_done_callback(self._tell_of)
        wait((closed,), max(0.0, CLOSE_S - owed_s))

    def rest(self) -> None:
        """Nobody wants pictures for a while."""
        self.close()
        self.trouble, self.stuck_since_s, self.well_since_s = None, None, None

    def retry(self) -> None:
        """Do not wait any longer."""
        self._retry_at_s = self._clock()

    # In the driver's thread

    def _next(self) -> Frame:
        if not self._open:
            self._camera.open()
            self._open = True
        return self._camera.read()

    def _shut(self) -> None:
        self._open = False
        self._camera.close()

    def _tell_of(self, closed: Future[None]) -> None:
        """Nobody asks how letting go went, but an error is not to be lost."""
        error = closed.exception()
        if error is not None:
            _log.error("The driver of the %s failed to let it go", self._camera.name, exc_info=error)

    # In the thread of who wants pictures

    @property
    def _silent(self) -> bool:
        return self.trouble is not None and self.trouble[0] == SILENT

    def _answered(self, answer: Future[Frame]) -> bool:
        """Wait for the driver, unless it is known to hang; say so when it does."""
        ends_s = time.monotonic() + (0.0 if self._silent else SILENT_S)
        while not wait((answer,), GLANCE_S).done:
            if self._leave.is_set():
                return False
            if time.monotonic() >= ends_s:
                self._fell_silent()
                return False
        return True

    def _is_well(self) -> None:
        self.trouble, self.stuck_since_s = None, None
        if self.well_since_s is None:
            self.well_since_s = self._clock()
        if self._clock() - self.well_since_s < STEADY_S:
            return
        if self._logged:
            _log.info("The %s gives pictures again", self._camera.name)
        self._losses, self._logged = 0, ""

    def _fell_silent(self) -> None:
        self.well_since_s = None
        if not self._silent:
            self.trouble = (SILENT, Saying("The {camera} does not answer.", camera=Saying(self._camera.name)))
            _log.warning("No picture (%s): %s", *self.trouble)

    def _goes_on(self, error: Exception) -> bool:
        """Whether the next picture may be asked for at once."""
        known = error if isinstance(error, CompanionError) else CompanionError("camera-lost", str(error))
        if known.code != PASSED_OVER:
            self._lost(known.code, known.said)
            return False
        _log.warning("Passed over (%s): %s", known.code, known.sentence)
        self._passed_over(known.said)
        return True

    def _lost(self, code: str, said: Any) -> None:
        self.trouble, self.well_since_s = (code, said), None
        pause_s = PAUSES_S[min(self._losses, len(PAUSES_S) - 1)]
        self._losses += code != ENDED  # a recording that ends begins anew: that is no news
        self._retry_at_s = self._clock() + pause_s
        if code in STUCK and self.stuck_since_s is None:
            self.stuck_since_s = self._clock()
        elif code not in STUCK and code != BUSY:
            self.stuck_since_s = None
        known, self._logged = code in (ENDED, self._logged), self._logged if code == ENDED else code
        level = logging.DEBUG if known else logging.WARNING
        _log.log(level, "No picture (%s): %s Next try in %g s.", code, said, pause_s)
        self.close()
