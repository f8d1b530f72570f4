"""The running table: camera -> rest -> reading -> referee -> game.

Everything goes on when the camera does not: it is lost, and comes back; it is off, and the game is
tapped. Nothing that goes wrong in the loop ends it, and nothing is silent: `LiveTable.status` tells
what is the matter, with a stable code.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import msgspec

from companion.layout import Layout
from companion.play.announcer import Announcer, Subscriber
from companion.play.camera_keeper import CameraKeeper
from companion.play.drawn import awaited
from companion.play.events import Corrected, Logged
from companion.play.film import Film
from companion.play.mosaics import with_mosaics
from companion.play.photos import with_photo
from companion.play.pictures import crop
from companion.play.ports import Camera, Frame, Image, Lamp, Reader, Watch
from companion.play.referee import Referee
from companion.play.responder import Responder
from companion.play.schedule import Schedule
from companion.play.scorer import Scorer
from companion.play.session import Session
from companion.play.status import Figures, LiveStatus, Reading
from companion.play.turnover import Turnover
from companion.play.verdict import Unclear
from companion.play.wording import told
from companion.rules.message import Message, together
from companion.sighting import Sighting, Stillness

_log = logging.getLogger(__name__)

IDLE_S: Final = 0.2
"""Pause of the loop while there is no picture."""

LAMP_S: Final = 0.4
"""Until a lamp that was switched has its full light, and the camera has taken it in."""

FAILED: Final = "Something went wrong inside. The game is kept; tap what happens."
FAILED_S: Final = 1.0
"""Pause after something went wrong inside."""


class View(NamedTuple):
    """The last full reading, with its picture."""

    image: Image
    sighting: Sighting


class LiveTable:
    """One session's table under the camera.

    Parameters
    ----------
    session, layout, referee
        The game, its layout, and who judges.
    camera, watch, reader
        See `companion.play.ports`. Without a camera everything is tapped.
    camera_errors
        What the camera raises when it gives no frame.
    clock
        Monotonic seconds, the same as the frames'.
    countdown
        Whether a turn may be passed on by a countdown.
    lamp
        Switches a light that is on only while the table is read; None without one.

    Attributes
    ----------
    frame : Frame | None
        The last frame.
    view : View | None
        The last full reading.
    film : Film
        The last pictures that were read.
    round_at_s : float
        When the loop came round last; it stands still while the table is read, and for a
        while when a driver hangs.
    """

    def __init__(
        self,
        session: Session,
        layout: Layout,
        referee: Referee,
        camera: Camera | None,
        watch: Watch,
        reader: Reader,
        *,
        camera_errors: tuple[type[Exception], ...] = (OSError,),
        clock: Callable[[], float] = time.monotonic,
        countdown: bool = True,
        lamp: Lamp | None = None,
    ) -> None:
        self.session = session
        self._lamp = lamp
        self._layout, self._watch, self._reader, self._clock = layout, watch, reader, clock
        self._stop = threading.Event()
        self._keeper = (
            CameraKeeper(camera, camera_errors, clock, self._stop, self._passed_over)
            if camera is not None
            else None
        )
        self._scorer = Scorer(session, referee, reader)
        self._announcer = Announcer(session, "waiting" if self.camera_on else "off")
        self._schedule = Schedule()
        self._responder = Responder(self._scorer, self._announcer, self._schedule)
        trays = (zone.id for _, zone in layout.zones() if zone.form == "tray")
        self._turnover = Turnover(frozenset(trays)) if countdown else None
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._corrected = False
        self._looking = 0
        self.round_at_s = clock()
        self.film = Film()
        self.frame: Frame | None = None
        self.view: View | None = None
        self._photo: View | None = None
        self._photo_speaks = False
        self._unsubscribe = session.subscribe(self._on_events)

    # What is to be seen

    @property
    def camera_on(self) -> bool:
        """Whether there is a camera and the table wants it."""
        return self._keeper is not None and self.session.settings.camera

    @property
    def stuck_since_s(self) -> float | None:
        """Since when a camera that is there gives no pictures; None while it is well, absent or off."""
        return self._keeper.stuck_since_s if self._keeper is not None else None

    @property
    def well_since_s(self) -> float | None:
        """Since when the camera has given pictures without a break; None where it does not, or is off."""
        return self._keeper.well_since_s if self._keeper is not None and self.camera_on else None

    @property
    def asked_at_s(self) -> float | None:
        """Since when a camera's driver has owed an answer; None while none does, or the camera is off."""
        return self._keeper.asked_at_s if self._keeper is not None and self.camera_on else None

    @property
    def status(self) -> LiveStatus:
        """How things stand."""
        return self._announcer.status

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What the last readings led to, the oldest first."""
        return tuple(self._announcer.readings)

    @property
    def figures(self) -> Figures:
        """How often the table was read without help."""
        return self._announcer.figures

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Have every new status told; give the way to end that."""
        return self._announcer.subscribe(subscriber)

    def crop(self, where: str) -> bytes | None:
        """The surroundings of a cell (``zone/cell``) in the last reading or photograph, as JPEG."""
        views = (self._photo if self._photo_speaks else None, self.view)
        crops = (crop(self._layout, view.image, view.sighting, where) for view in views if view)
        return next((found for found in crops if found is not None), None)

    # What people may do

    def answer(self, question: int, choice: int) -> None:
        """Answer the open question with its choice number ``choice``, from 0.

        Raises
        ------
        StaleAction
            When that question is not open any more, or never had such an answer.
        IllegalAction
            When the game has gone on and the answer's actions are not allowed any more.
        """
        with self._lock:
            self._announcer.answer(question, choice)
            self._photo_speaks = False
            self._schedule.disturbed()

    def misread(self) -> None:
        """Somebody says that the table is as the game has it: the camera misread, and learns from it.

        Raises
        ------
        StaleAction
            When nothing is told to be wrong any more.
        """
        with self._lock:
            # The reader learns from its own last frame; a photograph shows something else.
            self._responder.misread(teach=not self._photo_speaks)
            self._announcer.count("corrected", Message("The camera had misread."), self._clock())
            self._photo_speaks = False
            self._schedule.disturbed()

    def put_right(self) -> None:
        """Somebody says that the table is wrong, and puts it right; nothing is learned from that.

        Raises
        ------
        StaleAction
            When nothing is told to be wrong any more.
        """
        with self._lock:
            self._responder.put_right()

    def no_roll(self) -> None:
        """Somebody says that the dice, as they lie, do not count.

        Raises
        ------
        StaleAction
            When nothing is told to be wrong any more.
        """
        with self._lock:
            view = self._photo if self._photo_speaks else self.view
            if view is not None:
                self._responder.no_roll(view.sighting)
            self._photo_speaks = False
            self._schedule.disturbed()

    def retry(self) -> None:
        """Look again, now."""
        if self._keeper is not None:
            self._keeper.retry()
        self._schedule.disturbed()

    def cancel_countdown(self) -> None:
        """Do not pass the turn on by itself, until `resume_countdown`."""
        with self._lock:
            if self._turnover is not None:
                self._turnover.cancel()
                self._announcer.show_countdown(self._turnover.countdown)

    def resume_countdown(self) -> None:
        """Pass the turn on by itself after all, when all is at rest for the whole time."""
        with self._lock:
            if self._turnover is not None:
                self._turnover.resume()
                self._announcer.show_countdown(None)

    def set_camera(self, *, on: bool) -> None:
        """Use the camera, or play by tapping."""
        settings = self.session.settings
        self.session.change_settings(msgspec.structs.replace(settings, camera=on))

    def see_photo(self, image: Image, photo: Sighting) -> Message:
        """Take a photograph of a part of the table as one more look at it; say what came of it.

        Parameters
        ----------
        image, photo
            The photograph and what was read in it.
        """
        with self._lock:
            camera = self.view.sighting if self.view is not None and self.camera_on else None
            joined = with_photo(self._layout, photo, camera)
            if isinstance(joined, Unclear):
                return told(joined, self.session.game)
            known = len(joined.view)
            state = self.session.state
            joined = with_mosaics(self._layout, joined, state.lying(), awaited(self._layout, state))
            untidy = [Message("{what}", {"what": each.sentence}) for each in joined.view[known:]]
            self._photo = View(image, photo)
            with self._attending():
                verdict = self._scorer.judge(joined)
                self._responder.respond(verdict, joined, self._clock(), twice=False)
            self._photo_speaks = self._photo_stands
            # What everybody must agree to is asked, not done.
            asked = self.status.question if self.status.state == "ask" else None
            said = told(verdict, self.session.game) if asked is None else asked.text
            return together(said, *untidy) if untidy else said

    # Running

    def start(self) -> None:
        """Begin to watch, in a thread of its own."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name=f"live-{self.session.id}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and let the camera go; a driver that hangs is not waited for."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._unsubscribe()
        if self._keeper is not None:
            self._keeper.close()

    def step(self) -> bool:
        """Handle one frame; False when there is none to be had."""
        if self._keeper is None or not self.camera_on:
            self._switch_off()
            return False
        frame = self._keeper.frame()
        if frame is None:
            if self._keeper.trouble is not None:
                code, sentence = self._keeper.trouble
                self._rouse()
                self._announcer.show("lost", Message("{what}", {"what": sentence}), code)
            return False
        with self._attending():
            if self.view is None:
                _ = frame.image  # until the first reading the pages show this; later it may be gone
            self.frame = frame
            small = frame.image if frame.small is None else frame.small
            stillness = self._watch.update(small, frame.t_s)
            due = self._look(frame, stillness)
            if due and self._lamp is None:
                self._read(frame, stillness)
            if not due or self._lamp is None:
                self._count_down(frame.t_s)
        if due and self._lamp is not None:
            self._read_lit(self._lamp, self._keeper, frame, stillness)
        return True

    @contextmanager
    def _attending(self) -> Iterator[None]:
        """Keep everybody else from acting; what the table does itself is no news to it."""
        with self._lock:
            self._looking = threading.get_ident()
            try:
                yield
            finally:
                self._looking = 0

    def _run(self) -> None:
        while not self._stop.is_set():
            self.round_at_s = self._clock()
            try:
                pause_s = 0.0 if self.step() else IDLE_S
            except Exception as error:  # noqa: BLE001 - whatever fails, the game and the loop go on
                self._failed(error)
                pause_s = FAILED_S
            self._stop.wait(pause_s)

    def _failed(self, error: Exception) -> None:
        _log.exception("The live table failed on a frame")
        sentence = getattr(error, "sentence", FAILED)
        self._announcer.count("error", Message("{what}", {"what": sentence}), self._clock())
        code = getattr(error, "code", "live-failed")
        self._announcer.show("wrong", Message("{what}", {"what": sentence}), code)

    def _passed_over(self, sentence: str) -> None:
        self._announcer.count("error", Message("{what}", {"what": sentence}), self._clock())

    def _switch_off(self) -> None:
        # What a photograph has asked stands until it is answered, or the game goes on.
        self._photo_speaks &= self._photo_stands
        if self.status.state != "off" and not self._photo_speaks:
            if self._keeper is not None:
                self._keeper.rest()
            self._rouse()
            self._announcer.close_question()
            self._announcer.show("off", Message("The camera is off. Tap what happens."))

    @property
    def _photo_stands(self) -> bool:
        """Whether what a photograph has shown is still to be answered, or to be put right."""
        return self.status.state in ("ask", "wrong") or self.status.code == "put-back"

    def _rouse(self) -> None:
        """The table is not at rest, or not to be seen."""
        self._schedule.disturbed()
        self._responder.moved()
        if self._turnover is not None:
            self._turnover.stop()

    def _look(self, frame: Frame, stillness: Stillness) -> bool:
        """Whether the table is to be read now."""
        if not stillness.still:
            self._rouse()
            self._corrected = False
            self._announcer.show("hand" if stillness.hand else "waiting")
            return False
        return self._schedule.due(frame.t_s, stillness.still_s)

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
            with self._attending():
                self.frame = lit
                self._read(lit, stillness)
                self._count_down(lit.t_s)
            keeper.frame_after(lit.t_s + LAMP_S)

    def _read(self, frame: Frame, stillness: Stillness) -> None:
        """Read a frame of the table at rest, and respond."""
        self._announcer.show("reading")
        sighting = self._reader.read(frame.image, stillness=stillness, frame=frame.number)
        self.view = View(frame.image, sighting)
        self.film.keep(frame.image, frame.number, frame.t_s, self.session.record())
        self._announcer.show_frame(frame.number)
        self._schedule.read(frame.t_s)
        if self._corrected:
            self._scorer.learn(sighting)
            self._corrected = False
        repaired = self._scorer.verify(sighting)
        if repaired:
            self._announcer.count("repaired", self._scorer.what_was(repaired), frame.t_s)
        self._responder.respond(self._scorer.judge(sighting), sighting, frame.t_s)

    def _count_down(self, now_s: float) -> None:
        """Perhaps all is well and nothing moves, and the turn is passed on."""
        turnover = self._turnover
        if turnover is None:
            return
        if self.status.state != "still":
            turnover.stop()
            return
        action = turnover.rest(self.session.state, now_s)
        if action is not None:
            self.session.act(action, "camera")
        self._announcer.show_countdown(turnover.countdown)

    def _on_events(self, logged: tuple[Logged, ...]) -> None:
        """The game went on elsewhere, on a phone: look again. A correction may be about a reading."""
        if self._looking == threading.get_ident():
            return
        self._photo_speaks = False
        self._responder.went_on()
        self._schedule.disturbed()
        if any(isinstance(each.event, Corrected) for each in logged):
            self._announcer.count("corrected", Message("The record was corrected."), self._clock())
            # What was set aside still lies on the table: that the reader sees it is no mistake.
            self._corrected = not self.session.timeline.set_aside
