"""The readings of one table: when one is due, and what is done with one.

A finished reading teaches the reader and repairs what was accepted lately. Then it is judged and gets a
response. If all is well for long enough, the turn is passed on. A lock keeps readings and taps apart.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from companion.frames.film import Film
from companion.frames.pictures import View
from companion.frames.ports import Frame, Reader
from companion.live.response.apply import TableResponse
from companion.live.response.judging import Judging
from companion.live.response.record_writer import RecordWriter
from companion.live.schedule import Schedule
from companion.live.status_board import StatusBoard
from companion.live.turnover import Turnover
from companion.record.errors import StaleAction
from companion.record.events import Corrected, Logged
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.sighting import Stillness

KeepPicture: TypeAlias = Callable[[Session, View, Sequence[Logged]], None]


class TableReadings:
    """The readings of one session's table.

    Parameters
    ----------
    reader, judging, writer, response, board, schedule
        What reads the table, judges it, writes to the session, responds and shows, and when it is due.
    turnover
        The countdown to a turn's end; None where only players pass a turn on.
    clock
        Monotonic seconds, the same as the frames'.
    keep_picture
        Gets all events, with the last view.

    Attributes
    ----------
    lock : RLock
        Held by whoever acts on the table.
    view : View | None
        The last full reading.
    film : Film
        The last pictures that were read.
    """

    def __init__(
        self,
        reader: Reader,
        judging: Judging,
        writer: RecordWriter,
        response: TableResponse,
        board: StatusBoard,
        schedule: Schedule,
        turnover: Turnover | None,
        clock: Callable[[], float],
        keep_picture: KeepPicture | None = None,
    ) -> None:
        self._session = judging.session
        self._reader, self._judging, self._writer = reader, judging, writer
        self._response, self._board, self._schedule = response, board, schedule
        self._turnover, self._clock, self._keep_picture = turnover, clock, keep_picture
        self._looking = 0
        self._corrected = False
        self.lock = threading.RLock()
        self.view: View | None = None
        self.film = Film()

    @contextmanager
    def attending(self) -> Iterator[None]:
        """Hold the lock; events that the table itself causes are no news to it."""
        with self.lock:
            self._looking = threading.get_ident()
            try:
                yield
            finally:
                self._looking = 0

    def rouse(self) -> None:
        """The table is not at rest, or not to be seen."""
        self._response.moved()
        if self._turnover is not None:
            self._turnover.stop()

    def due(self, t_s: float, stillness: Stillness) -> bool:
        """Whether the table is to be read now."""
        if not stillness.still:
            self.rouse()
            self._corrected = False
            self._board.show("hand" if stillness.hand else "waiting")
            return False
        return self._schedule.due(t_s, stillness.still_s)

    def read(self, frame: Frame, stillness: Stillness) -> None:
        """Read a frame of the table at rest, and respond."""
        self._board.look("reading")
        sighting = self._reader.read(frame.image, stillness=stillness, frame=frame.number)
        self.view = View(frame.image, sighting)
        self.film.keep(frame.image, frame.number, frame.t_s, self._session.record())
        self._board.show_frame(frame.number)
        self._schedule.read(frame.t_s)
        if self._corrected:
            self._judging.learn(sighting)
            self._corrected = False
        try:
            repaired = self._writer.repair(sighting)
            if repaired:
                self._board.count("repaired", self._judging.what_was(repaired), frame.t_s)
            self._response.respond(self._judging.judge(sighting), sighting, frame.t_s)
        except StaleAction:
            # Somebody tapped while this was judged, perhaps the very same: the table is looked at again.
            self._schedule.disturbed()
            self._board.look("waiting")

    def count_down(self, now_s: float) -> None:
        """Pass the turn on if all is well, nothing moves, and the countdown has ended."""
        turnover = self._turnover
        if turnover is None:
            return
        if self._board.status.state != "still":
            turnover.stop()
            return
        now = self._session.moment
        action = turnover.rest(now.states[-1], now_s, gone_back=bool(now.timeline.undone))
        if action is not None:
            # It is not written where somebody has tapped it, or something else, at the same time.
            self._writer.pass_turn(action, now.timeline.seq)
        self._board.show_countdown(turnover.countdown)

    def went_on(self, logged: tuple[Logged, ...]) -> None:
        """Plan a new reading after the game went on; note a correction, which may be about a reading."""
        view = self._response.photo or self.view
        if self._keep_picture is not None and view is not None:
            self._keep_picture(self._session, view, logged)
        if self._looking == threading.get_ident():
            return
        self._response.went_on()
        self._board.show_countdown(None)  # it was that of the position before
        if any(isinstance(each.event, Corrected) for each in logged):
            self._board.count("corrected", Message("The record was corrected."), self._clock())
            # What was set aside still lies on the table: that the reader sees it is no mistake.
            self._corrected = not self._session.timeline.set_aside
