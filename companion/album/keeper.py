"""Keeps the picture of every accepted reading, without holding up the table that reads."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.album.album import Album
from companion.album.small_pictures import small_picture
from companion.frames.pictures import View
from companion.record.events import ActionTaken, Logged
from companion.sessions.session import Session

WAITING: Final = 4
"""Pictures of some 6 MB each that may wait for a slow card; more are let go."""

_log = logging.getLogger(__name__)


class _Task(NamedTuple):
    game: str
    first: int
    last: int
    view: View
    sheets_alone: bool


class PictureKeeper:
    """Makes pictures small and writes them, in a thread of its own.

    Parameters
    ----------
    album
        Where they are kept.
    """

    def __init__(self, album: Album) -> None:
        self._album = album
        self._tasks: queue.Queue[_Task] = queue.Queue(WAITING)
        self._thread: threading.Thread | None = None

    def __call__(self, session: Session, view: View, logged: Sequence[Logged]) -> None:
        """Keep what was seen when these events were read; nothing where they were not read by the camera."""
        read = [each.seq for each in logged if is_read(each)]
        if not read or not self._album.keeps:
            return
        task = _Task(session.id, read[0], read[-1], view, session.game.info.hidden)
        try:
            self._tasks.put_nowait(task)
        except queue.Full:
            _log.warning("A picture of the evening was let go: the disk is too slow.")
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
            self._thread.start()

    def settle(self) -> None:
        """Wait until all that was handed in is kept."""
        self._tasks.join()

    def _run(self) -> None:
        while True:
            task = self._tasks.get()
            try:
                small = small_picture(task.view, sheets_alone=task.sheets_alone)
                self._album.keep(task.game, task.first, task.last, small)
            except Exception:  # noqa: BLE001 - a picture is no reason to stop an evening
                _log.exception("A picture of the evening was not kept")
            finally:
                self._tasks.task_done()


def is_read(logged: Logged) -> bool:
    """Whether an event is an action that the camera read."""
    return isinstance(logged.event, ActionTaken) and logged.event.source == "camera"
