"""The process that serves the pages: its loop, and how it takes its leave."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from types import FrameType
from typing import Any, Final

from gunicorn.http import wsgi
from gunicorn.workers.gthread import ThreadWorker

from companion.cli.server.arrivals import Arrivals
from companion.cli.server.connection import Connection
from companion.cli.server.departures import Departures
from companion.cli.server.streams import Opened, Streams
from companion.cli.server.watch import Watch
from webui.request.stream import OPEN_STREAM

CONNECTIONS: Final = 1000
"""Open at the same time: streams, requests on their way, and connections that are kept for the next."""

FILES: Final = 4 * CONNECTIONS
"""Files and connections that the process may have open; many systems give 1024 unless they are asked."""

RECOVERY_S: Final = 0.05
"""How long the loop rests when it cannot accept: the next try would fail, too."""

STREAM: Final = "/events"


class TableWorker(ThreadWorker):  # type: ignore[misc]
    """Answers whole requests in threads; everything that a phone can keep waiting is done by the loop.

    gunicorn's own worker reads a request in the thread that answers it, and a stream holds a thread for as
    long as its page is open: slow phones, or many pages, would take all threads. Here `Arrivals` collects a
    request before a thread is asked, `Departures` sends what a phone takes slowly, and `Streams` tells all
    pages of the news.

    The worker ends all streams before it stops, and hears but once that it is to stop. A signal may come
    in the middle of anything, with a lock held that stopping needs: so the loop does it when it comes round.
    """

    leaving = False

    def init_process(self) -> None:
        """Prepare the loop, and serve."""
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        super().init_process()

    def run(self) -> None:
        """Serve until the system wants the end."""
        if self.leaving:
            return  # what was starting may have swallowed the exit that the signal raised
        self.attend()
        super().run()

    def attend(self) -> None:
        """Make what looks after the connections."""
        self.watch = watch = Watch(self.poller, self._lose)
        self.departures = Departures(watch, self._close)
        self.arrivals = Arrivals(watch, self._answer, self._dismiss)
        self.streams = Streams(watch, self.method_queue.defer, self.departures.part, self._close)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Do what the next events want."""
        self.watch.dispatch(timeout)

    def accept(self, listener: Any) -> None:
        """Accept a connection; where that fails, as without a file to spare, go on without it."""
        try:
            super().accept(listener)
        except OSError as error:
            self.log.warning("A connection could not be accepted: %s", error)
            self.murder_keepalived(force=True)
            time.sleep(RECOVERY_S)

    def enqueue_req(self, conn: Any) -> None:
        """Expect a request on this connection."""
        if not isinstance(conn.sock, Connection):
            conn.sock = Connection.of(conn.sock)
        self.watch.guard(conn, lambda: self.arrivals.expect(conn))

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Answer a request, in a thread; a stream goes back to the loop when its head is written."""
        if conn.sock.cut:
            req.force_close()  # its body is left unread, so no other request can follow
        if req.method != "GET" or not req.path.endswith(STREAM):
            return bool(super().handle_request(req, conn))
        resp, environ = wsgi.create(req, conn.sock, conn.client, conn.server, self.cfg)
        environ["wsgi.multithread"] = True
        resp.force_close()
        with ExitStack() as ending:
            body = self.wsgi(environ, resp.start_response)
            ending.callback(getattr(body, "close", lambda: None))
            news = environ.get(OPEN_STREAM)
            if news is not None:
                resp.send_headers()
                conn.opened = Opened(conn, news, body, resp.chunked)
                ending.pop_all()  # the loop closes the stream when it is over
                return False
            for item in body:
                resp.write(item)
            resp.close()
        return False

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """Go on with a connection whose request a thread has answered."""
        self.watch.guard(conn, lambda: self._go_on(conn, fs))

    def _go_on(self, conn: Any, fs: Future[Any]) -> None:
        opened: Opened | None = getattr(conn, "opened", None)
        if opened is not None:
            del conn.opened
            self.streams.begin(opened)
            return
        if conn.sock.fileno() < 0:
            self._close(conn)  # the thread has closed it: a page failed in the middle of its answer
            return
        well = not fs.cancelled() and fs.exception() is None
        if well and fs.result() and not conn.sock.cut:
            self.departures.send(conn, lambda: self._keep(conn, fs))
        else:
            self.departures.send(conn, lambda: self.departures.part(conn))

    def murder_pending(self) -> None:
        """Give up who takes too long, and send heartbeats: the loop calls this about once a second."""
        if self.leaving or not self.alive:
            self.arrivals.leave()
            self.departures.leave()
        self.arrivals.expire()
        self.departures.expire()
        self.streams.beat()
        super().murder_pending()

    def is_parent_alive(self) -> bool:
        """Say whether the process that watches over this one is there; where it was killed, stop.

        Nobody else would tell this one to: with a page open it held the games for as long as the page's
        stream lived, while no other could serve them.
        """
        alive: bool = super().is_parent_alive()
        if not alive:
            self._leave_with(lambda: None)
        return alive

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because the system wants it."""
        if self._leave_with(lambda: None):
            super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, because of Ctrl-C."""
        self._leave_with(lambda: ThreadWorker.handle_quit(self, sig, frame))

    def _leave_with(self, last: Callable[[], None]) -> bool:
        """Have the loop end the streams, and then do the last thing; say whether this is the first time.

        Ctrl-C reaches all processes, and the first one tells this one again: only the first time counts.
        """
        first, self.leaving = not self.leaving, True
        if first and not self.booted:
            raise SystemExit(0)  # nobody is served yet, and starting may take long: a store that is repaired
        if first:
            self.method_queue.defer(lambda: self._end_streams(last))
        return first

    def _end_streams(self, last: Callable[[], None]) -> None:
        if self.wsgi is not None:
            self.wsgi.extensions["hub"].feed.close()
        last()

    def _answer(self, conn: Any) -> None:
        """Have a thread answer the request that has arrived on this connection."""
        conn.data_ready = True
        super().enqueue_req(conn)

    def _keep(self, conn: Any, fs: Future[Any]) -> None:
        """Keep the connection for the next request, which may be here already."""
        if conn.sock.heard:
            self.enqueue_req(conn)
        else:
            super().finish_request(conn, fs)

    def _dismiss(self, conn: Any, last_words: bytes) -> None:
        """Close a connection, perhaps after some last words."""
        if not last_words:
            self._close(conn)
            return
        try:
            conn.sock.sendall(last_words)
        except OSError:
            self._close(conn)
            return
        self.departures.send(conn, lambda: self.departures.part(conn))

    def _lose(self, conn: Any) -> None:
        """Let go of a connection with which something failed, whatever it was."""
        self.log.exception("A connection has failed; the others go on.")
        for keeper in (self.arrivals, self.departures, self.streams):
            with suppress(Exception):  # a stream's own ending may be what fails
                keeper.lose(conn)
        with suppress(OSError):
            self._close(conn)

    def _close(self, conn: Any) -> None:
        if not conn.sock.over:
            conn.sock.over = True
            self.nr_conns -= 1
            conn.close()
