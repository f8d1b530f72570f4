"""The table's own loop: takes pictures, and has the table looked at when it has come to rest.

Everything goes on when the camera does not: it is lost, and comes back; it is off, and the game is
tapped. Nothing that goes wrong in the loop ends it, and nothing is silent: it is told what is the
matter, with a stable code.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from companion.errors import CompanionError
from companion.frames.camera_keeper import CameraKeeper
from companion.frames.ports import Frame, Lamp, Watch
from companion.live.announcer import Announcer, camera_off
from companion.live.onlooker import Onlooker
from companion.live.responder import Responder
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.sighting import Stillness

_log = logging.getLogger(__name__)

IDLE_S: Final = 0.2
"""Pause of the loop while there is no picture."""

LAMP_S: Final = 0.4
"""Until a lamp that was switched has its full light, and the camera has taken it in."""

FAILED: Final = "Something went wrong inside. The game is kept; tap what happens."
FAILED_S: Final = 1.0
"""Pause after something went wrong inside."""


class TableLoop:
    """The loop of one table.

    Parameters
    ----------
    session
        Its settings say whether the camera is wanted.
    keeper
        Gives the frames; None without a camera.
    watch, onlooker
        Who knows whether the table is at rest, and who looks at it then.
    responder
        Knows whether a photograph has a say while the camera is off.
    announcer
        Tells how the table stands.
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
        keeper: CameraKeeper | None,
        watch: Watch,
        onlooker: Onlooker,
        responder: Responder,
        announcer: Announcer,
        lamp: Lamp | None,
        clock: Callable[[], float],
    ) -> None:
        self._session, self._keeper, self._watch, self._onlooker = session, keeper, watch, onlooker
        self._responder, self._announcer, self._lamp, self._clock = responder, announcer, lamp, clock
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
        keeper, settings = self._keeper, self._session.settings
        if keeper is None or not settings.watched:
            self._switch_off(camera_off(settings, has_camera=keeper is not None))
            return False
        frame = keeper.frame()
        if frame is None:
            self._tell_of_loss(keeper)
            return False
        with self._onlooker.attending():
            if self._onlooker.view is None:
                _ = frame.image  # until the first reading the pages show this; later it may be gone
            self.frame = frame
            stillness = self._watch.update(frame.image if frame.small is None else frame.small, frame.t_s)
            due = self._onlooker.due(frame.t_s, stillness)
            if due and self._lamp is None:
                self._onlooker.read(frame, stillness)
            if not due or self._lamp is None:
                self._onlooker.count_down(frame.t_s)
        if due and self._lamp is not None:
            self._read_lit(self._lamp, keeper, frame, stillness)
        return True

    def _read_lit(self, lamp: Lamp, keeper: CameraKeeper, frame: Frame, stillness: Stillness) -> None:
        """Read by the light of the lamp; who watches for rest never sees it change.

        Nobody is kept from tapping while the camera is waited for: a driver may take its time, or hang.
        """
        lamp(on=True)
        try:
            lit = keeper.frame_after(frame.t_s + LAMP_S)
        finally:
            lamp(on=False)
        if lit is not None:
            with self._onlooker.attending():
                self.frame = lit
                self._onlooker.read(lit, stillness)
                self._onlooker.count_down(lit.t_s)
            keeper.frame_after(lit.t_s + LAMP_S)

    def _switch_off(self, off: Message) -> None:
        with self._onlooker.lock:
            self._responder.let_settled_photo_go()
            if self._is_told(off):
                return
        if self._keeper is not None:
            self._keeper.rest()  # it takes its time, in which somebody may send a photograph
        with self._onlooker.lock:
            if not self._is_told(off):
                self._onlooker.rouse()
                self._announcer.close_question()
                self._announcer.show("off", off)

    def _is_told(self, off: Message) -> bool:
        """Whether it is told already that the camera is not used, or waits for what a photograph has told.

        What that has asked stands until it is answered, or the game goes on.
        """
        status = self._announcer.status
        return self._responder.photo_stands or (status.state, status.message) == ("off", off)

    def _tell_of_loss(self, keeper: CameraKeeper) -> None:
        if keeper.trouble is not None:
            code, sentence = keeper.trouble
            with self._onlooker.lock:
                self._onlooker.rouse()
                self._announcer.show("lost", Message("{what}", {"what": sentence}), code)

    def _failed(self, error: Exception) -> None:
        _log.exception("The live table failed on a frame")
        known = error if isinstance(error, CompanionError) else CompanionError("live-failed", FAILED)
        code, sentence = known.code, known.sentence
        with self._onlooker.lock:
            self._announcer.count("error", Message("{what}", {"what": sentence}), self._clock())
            self._announcer.show("wrong", Message("{what}", {"what": sentence}), code)
