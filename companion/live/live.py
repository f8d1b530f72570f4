"""The running table: camera -> rest -> reading -> referee -> game.

`LiveTable` puts its parts together. Pages, panel and watchdog see the table and act on it here.
`LiveTable.status` says what is wrong, with a stable code.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

from companion.frames.pictures import View, crop
from companion.frames.ports import Camera, Frame, Image, Lamp, Reader, Watch
from companion.frames.steady_camera import SteadyCamera
from companion.layout import Layout
from companion.live.loop import TableLoop
from companion.live.photos import Photographs
from companion.live.readings import KeepPicture, TableReadings
from companion.live.response.apply import TableResponse
from companion.live.response.judging import Judging
from companion.live.response.record_writer import RecordWriter
from companion.live.schedule import Schedule
from companion.live.status import Figures, LiveStatus, Reading
from companion.live.status_board import StatusBoard, Subscriber, failure
from companion.live.turnover import Turnover
from companion.referee.referee import Referee
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.sighting import Sighting


class LiveTable:
    """One session's table under the camera.

    A late answer, to a closed question or a changed table, raises `StaleAction`.

    Parameters
    ----------
    session, layout, referee
        The game, its layout, and who judges.
    camera, watch, reader
        See `companion.frames.ports`. Without a camera everything is tapped.
    camera_errors
        What the camera raises when it gives no frame.
    clock
        Monotonic seconds, the same as the frames'.
    countdown
        Whether a turn may be passed on by a countdown.
    lamp
        Switches a light that is on only while the table is read; None without one.
    keep_picture
        Keeps what was seen of each step; None where no pictures are kept.

    Attributes
    ----------
    film : Film
        The last pictures that were read.
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
        keep_picture: KeepPicture | None = None,
    ) -> None:
        self.session = session
        self._layout, self._clock = layout, clock
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._board = board = StatusBoard(session, has_camera=camera is not None)
        # Nothing in here holds this table: who lets go of it lets go of all its pictures at once.
        told = partial(_passed_over, board, clock)
        self._camera = (
            SteadyCamera(camera, camera_errors, clock, self._stop, told) if camera is not None else None
        )
        trays = (zone.id for _, zone in layout.zones() if zone.form == "tray")
        self._turnover = Turnover(frozenset(trays)) if countdown else None
        self._schedule = schedule = Schedule()
        self._judging = judging = Judging(session, referee, reader)
        self._writer = writer = RecordWriter(session, judging)
        self._response = response = TableResponse(judging, writer, board, schedule)
        self._photographs = Photographs(layout, judging, response, board)
        self._readings = readings = TableReadings(
            reader, judging, writer, response, board, schedule, self._turnover, clock, keep_picture
        )
        self._loop = TableLoop(session, self._camera, watch, readings, response, board, lamp, clock)
        self.film = readings.film
        self._unsubscribe = session.subscribe(self._readings.went_on)

    # What is to be seen

    @property
    def camera_on(self) -> bool:
        """Whether there is a camera and the table wants it."""
        return self._camera is not None and self.session.settings.watched

    @property
    def stuck_since_s(self) -> float | None:
        """Since when a camera that is there gives no pictures; None while it is well, absent or off."""
        return self._camera.stuck_since_s if self._camera is not None else None

    @property
    def well_since_s(self) -> float | None:
        """Since when the camera has given pictures without a break; None where it does not, or is off."""
        return self._camera.well_since_s if self._camera is not None and self.camera_on else None

    @property
    def asked_at_s(self) -> float | None:
        """Since when a camera's driver has owed an answer; None while none does, or the camera is off."""
        return self._camera.asked_at_s if self._camera is not None and self.camera_on else None

    @property
    def round_at_s(self) -> float:
        """When the loop came round last.

        It does not change while the table is read, or for some time when a driver hangs.
        """
        return self._loop.round_at_s

    @property
    def frame(self) -> Frame | None:
        """The last frame."""
        return self._loop.frame

    @property
    def view(self) -> View | None:
        """The last full reading, with its picture."""
        return self._readings.view

    @property
    def status(self) -> LiveStatus:
        """How things stand."""
        return self._board.status

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What the last readings led to, the oldest first."""
        return tuple(self._board.readings)

    @property
    def last_read(self) -> Reading | None:
        """What the camera read last of all that counts."""
        return self._board.last_read

    @property
    def figures(self) -> Figures:
        """How often the table was read without help."""
        return self._board.figures

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber with every new status; give the function that ends the subscription."""
        return self._board.subscribe(subscriber)

    def crop(self, where: str) -> bytes | None:
        """Show a cell (``zone/cell``) and its surroundings in the last reading or photograph, as JPEG."""
        views = (self._response.photo, self.view)
        crops = (crop(self._layout, view, where) for view in views if view is not None)
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
        with self._readings.lock:
            self._response.answer(question, choice)

    def misread(self, told: int | None = None) -> None:
        """Accept that the camera misread and the table is right; the camera learns from it.

        ``told`` is the number of the status that they answer (`LiveStatus.told`); None is the present one.
        """
        with self._readings.lock:
            self._response.misread(self._clock(), told)

    def put_right(self, told: int | None = None) -> None:
        """Accept that the table is wrong and somebody puts it right; the camera learns nothing."""
        with self._readings.lock:
            self._response.put_right(told)

    def no_roll(self, told: int | None = None) -> None:
        """Accept that the dice do not count as they lie."""
        with self._readings.lock:
            self._response.no_roll(self.view, told)

    def retry(self) -> None:
        """Look again, now."""
        if self._camera is not None:
            self._camera.retry()
        with self._readings.lock:
            if self.camera_on:  # what a photograph has shown only another one can look into
                self._board.look_into()
            self._schedule.disturbed()

    def cancel_countdown(self, began_s: float | None = None) -> None:
        """Do not pass the turn on by itself, until `resume_countdown`.

        ``began_s`` is when the countdown on the player's page began; None stops any countdown.
        """
        with self._readings.lock:
            if self._turnover is not None:
                self._turnover.cancel(began_s)
                self._board.show_countdown(self._turnover.countdown)

    def resume_countdown(self, began_s: float | None = None) -> None:
        """Let the countdown run again; it passes the turn on if the table stays at rest."""
        with self._readings.lock:
            if self._turnover is not None:
                self._turnover.resume(began_s)
                self._board.show_countdown(None)

    def set_camera(self, *, on: bool) -> None:
        """Use the camera, or play by tapping."""
        self._writer.use_camera(on=on)

    def see_photo(self, image: Image, photo: Sighting) -> Message:
        """Judge a photograph of a part of the table as one more look; say what came of it."""
        with self._readings.attending():
            camera = self.view.sighting if self.view is not None and self.camera_on else None
            return self._photographs.see(View(image, photo), camera, self._clock())

    # Running

    def start(self) -> None:
        """Begin to watch, in a thread of its own."""
        self._stop.clear()
        name = f"live-{self.session.id}"
        thread = threading.Thread(target=self._loop.run, args=(self._stop,), name=name, daemon=True)
        thread.start()
        self._thread = thread  # where the system has no more of them there is none to wait for

    def stop(self) -> None:
        """Stop watching and let the camera go; a driver that hangs is not waited for."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._unsubscribe()
        if self._camera is not None:
            self._camera.close()

    def step(self) -> bool:
        """Handle one frame; False when there is none to be had."""
        return self._loop.step()


def _passed_over(board: StatusBoard, clock: Callable[[], float], said: object) -> None:
    """Tell of a picture that cannot be read."""
    board.count("error", failure(said), clock())
