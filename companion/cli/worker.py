"""The process that serves the pages, and how it takes its leave."""

from __future__ import annotations

from types import FrameType

from gunicorn.workers.gthread import ThreadWorker


class TableWorker(ThreadWorker):  # type: ignore[misc]
    """Ends the streams of all open pages before it stops, and hears but once that it is to stop.

    A page's stream waits for news in a thread of its own, and the process for its threads: with one page
    open it was killed after the time of grace, before it could say goodbye to the house. Ctrl-C reaches all
    processes, and the first one tells this one again: the second signal waited for ever for the locks that
    the first one held. And a signal may come while a request is handed to its thread, with a lock held that
    stopping the threads needs: so they are stopped by the loop, when it comes round, not by the signal.
    """

    leaving = False

    def is_parent_alive(self) -> bool:
        """Say whether the process that watches over this one is there; where it was killed, stop.

        Nobody else would tell this one to: with a page open it held the games for as long as the page's
        stream lived, while no other could serve them.
        """
        alive: bool = super().is_parent_alive()
        if not alive:
            self._leaves()
        return alive

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because the system wants it."""
        if self._leaves():
            super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because of Ctrl-C."""
        if self._leaves():
            self.method_queue.defer(lambda: ThreadWorker.handle_quit(self, sig, frame))

    def _leaves(self) -> bool:
        """End the streams; say whether this is the first time."""
        first, self.leaving = not self.leaving, True
        if first and self.wsgi is not None:
            self.wsgi.extensions["hub"].feed.close()
        return first
