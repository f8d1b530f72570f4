"""The process that serves the pages, and how it takes its leave."""

from __future__ import annotations

from types import FrameType

from gunicorn.workers.gthread import ThreadWorker


class TableWorker(ThreadWorker):  # type: ignore[misc]
    """Ends the streams of all open pages before it stops.

    A page's stream waits for news in a thread of its own, and the process for its threads: with one page
    open it was killed after the time of grace, before it could say goodbye to the house.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because the system wants it."""
        self._end_streams()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because of Ctrl-C."""
        self._end_streams()
        super().handle_quit(sig, frame)

    def _end_streams(self) -> None:
        if self.wsgi is not None:
            self.wsgi.extensions["hub"].feed.close()
