"""The table's own loop: takes pictures, and has the table read when it is at rest.

The game goes on without the camera. A lost camera comes back; with the camera off, players tap. No failure
ends the loop, and the status names every failure with a stable code.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from companion.errors import CompanionError
from companion.frames.ports import Frame, Lamp, Watch
from companion.frames.steady_camera import SteadyCamera
from companion.live.readings import TableReadings
from companion.live.response.apply import TableResponse
from companion.live.status_board import StatusBoard, camera_off, failure
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.sighting import Stillness

_log = logging.getLogger(__name__)

IDLE_S: Final = 0.2
"""Pause of the loop while there is no picture."""

LAMP_S: Final = 0.4
"""Time until a lamp has its full light and the camera has adapted to it."""

FAILED: Final = "Something went wrong inside. The game is kept; tap what happens."
FAILED_S: Final = 1.0
"""Pause after something went wrong inside."""


class TableLoop:
    """The loop of one table.

    Parameters
    ----------
    session
        Its settings say whether the camera is wanted.
    camera
        Gives the frames; None without a camera.
    watch, readings
        Know whether the table is at rest, and what is read then.
    response
        Knows whether a photograph matters while the camera is off.
    board
        Shows how the table stands.
    lamp
        Switches a light that is on only while the table is read; None without one.
    clock
        Monotonic seconds, the same as the frames'.

    Attributes
    ----------
    frame : Frame | None
        The last frame.
    round_at_s : float
        When the loop came round last.
    """

    def __init__(
        self,
        session: Session,
        camera: SteadyCamera | None,
        watch: Watch,
        readings: TableReadings,
        response: TableResponse,
        board: StatusBoard,
        lamp: Lamp | None,
        clock: Callable[[], float],
    ) -> None:
        self._session, self._camera, self._watch, self._readings = session, camera, watch, readings
        self._response, self._board, self._lamp, self._clock = response, board, lamp, clock
        self.frame: Frame | None = None
        self.round_at_s = clock()

    def run(self, leave: threading.Event) -> None:
        """Go round until ``leave`` is set, whatever fails."""
        while not leave.is_set():
            self.round_at_s = self._clock()
            try:
                pause_s = 0.0 if self.step() else IDLE_S
            except Exception as error:  # noqa: BLE001 - whatever fails, the game and the loop go on
                self._failed(error)
                pause_s = FAILED_S
            leave.wait(pause_s)

    def step(self) -> bool:
        """Handle one frame; False when there is none to be had."""
        camera, settings = self._camera, self._session.settings
        if camera is None or not settings.watched:
            self._switch_off(camera_off(settings, has_camera=camera is not None))
            return False
        frame = camera.frame()
        if frame is None:
            self._tell_of_loss(camera)
            return False
        with self._readings.attending():
            if self._readings.view is None:
                _ = frame.image  # until the first reading the pages show this; later it may be gone
            self.frame = frame
            stillness = self._watch.update(frame.image if frame.small is None else frame.small, frame.t_s)
            due = self._readings.due(frame.t_s, stillness)
            if due and self._lamp is None:
                self._readings.read(frame, stillness)
            if not due or self._lamp is None:
                self._readings.count_down(frame.t_s)
        if due and self._lamp is not None:
            self._read_lit(self._lamp, camera, frame, stillness)
        return True

    def _read_lit(self, lamp: Lamp, camera: SteadyCamera, frame: Frame, stillness: Stillness) -> None:
        """Read by the light of the lamp; the watch for rest never sees the light change.

        Players can tap while the loop waits for the camera, since a driver may be slow or hang.
        """
        lamp(on=True)
        try:
            lit = camera.frame_after(frame.t_s + LAMP_S)
        finally:
            lamp(on=False)
        if lit is not None:
            with self._readings.attending():
                self.frame = lit
                self._readings.read(lit, stillness)
                self._readings.count_down(lit.t_s)
            camera.frame_after(lit.t_s + LAMP_S)

    def _switch_off(self, off: Message) -> None:
        with self._readings.lock:
            self._response.let_settled_photo_go()
            if self._is_told(off):
                return
        if self._camera is not None:
            self._camera.rest()  # it takes its time, in which somebody may send a photograph
        with self._readings.lock:
            if not self._is_told(off):
                self._readings.rouse()
                self._board.close_question()
                self._board.show("off", off)

    def _is_told(self, off: Message) -> bool:
        """Whether the status says already that the camera is off, or waits for a photograph's question.

        A question about a photograph stays open until somebody answers it or the game goes on.
        """
        status = self._board.status
        return self._response.photo_stands or (status.state, status.message) == ("off", off)

    def _tell_of_loss(self, camera: SteadyCamera) -> None:
        if camera.trouble is not None:
            code, said = camera.trouble
            with self._readings.lock:
                self._readings.rouse()
                self._board.show("lost", failure(said), code)

    def _failed(self, error: Exception) -> None:
        _log.exception("The live table failed on a frame")
        known = error if isinstance(error, CompanionError) else CompanionError("live-failed", FAILED)
        said = failure(known.said)
        with self._readings.lock:
            self._board.count("error", said, self._clock())
            self._board.show("wrong", said, known.code)
