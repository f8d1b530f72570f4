"""How the process that serves the pages takes its leave, and does not wait for phones that are gone."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.workers.gthread import PollableMethodQueue, TConn

from companion.cli import worker as of_worker
from companion.cli.worker import Connection, TableWorker
from webui.feed import Feed

WAIT_S = 5.0


@pytest.fixture
def worker() -> Iterator[TableWorker]:
    """One that has just begun, with a page open."""
    begun = TableWorker.__new__(TableWorker)
    begun.alive, begun.cfg = True, SimpleNamespace(worker_int=lambda _: None)
    begun.wsgi = SimpleNamespace(extensions={"hub": SimpleNamespace(feed=Feed())})
    begun.tpool, begun.method_queue = ThreadPoolExecutor(1), PollableMethodQueue()
    begun.method_queue.init()
    yield begun
    begun.method_queue.close()
    begun.tpool.shutdown()


def test_ctrl_c_while_a_request_is_handed_to_its_thread_waits_for_no_lock(worker: TableWorker) -> None:
    with worker.tpool._shutdown_lock:  # what handing over a request holds
        signalled = threading.Thread(target=worker.handle_quit, args=(signal.SIGINT, None), daemon=True)
        signalled.start()
        signalled.join(WAIT_S)
        assert not signalled.is_alive()
    with pytest.raises(SystemExit):
        worker.method_queue.run_callbacks(None)


def test_a_second_ctrl_c_does_nothing_more(worker: TableWorker) -> None:
    worker.handle_quit(signal.SIGINT, None)
    worker.handle_quit(signal.SIGINT, None)
    assert worker.method_queue._queue.qsize() == 1
    with worker.wsgi.extensions["hub"].feed.listen() as listener:
        assert listener.dropped


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A connection, as it was accepted, and the phone's end of it."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as far,
    ):
        near, _ = server.accept()
        yield near, far
        near.close()


@contextmanager
def handed_over(worker: TableWorker, near: socket.socket) -> Iterator[TConn]:
    """A connection that was accepted, as the thread gets it that is to take it."""
    conn, taken = TConn(Config(), near, ("127.0.0.1", 1), ("127.0.0.1", 2)), []
    worker.tpool.submit = lambda _handle, conn: (
        taken.append(conn) or SimpleNamespace(add_done_callback=lambda _: None)
    )
    worker.enqueue_req(conn)
    assert taken == [conn]
    yield conn
    conn.close()


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"]
)
def test_half_a_request_keeps_no_thread(worker, line, monkeypatch, sent: bytes) -> None:
    near, far = line
    monkeypatch.setattr(of_worker, "SILENT_S", 0.05)
    monkeypatch.setattr(of_worker, "PAUSE_S", 0.05)
    read: list[bytes] = []

    def app(environ, start_response):
        read.append(environ["wsgi.input"].read())
        start_response("400 Bad Request", [("Content-Length", "0")])
        return []

    worker.wsgi, worker.log = app, Quiet()
    worker.nr, worker.max_requests, worker.max_keepalived, worker.keepalived_conns = 0, 9, 9, []
    worker.cfg = Config()
    with handed_over(worker, near) as conn:
        far.sendall(sent)
        handled = threading.Thread(target=worker.handle, args=(conn,), daemon=True)
        handled.start()
        handled.join(10 * WAIT_S)
        assert not handled.is_alive()
        assert conn.sock.recv(9) == b"", "nor the loop, which would wait for its last word"
    assert read == ([b"half"] if sent.endswith(b"half") else [])


class Quiet:
    """A log that is told nothing of moment."""

    def debug(self, *_: object) -> None: ...

    def access(self, *_: object) -> None: ...


def test_the_system_finds_out_that_a_phone_is_gone(worker, line) -> None:
    with handed_over(worker, line[0]) as conn:
        assert isinstance(conn.sock, Connection)
        assert conn.sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        for name, value in of_worker.WATCHED.items():
            if hasattr(socket, name):
                assert conn.sock.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) == value


def test_a_connection_that_says_when_it_has_waited_enough_keeps_to_that(line, monkeypatch) -> None:
    near, _ = line
    monkeypatch.setattr(of_worker, "SILENT_S", 60.0)
    near.settimeout(0.01)
    with Connection.of(near) as connection, pytest.raises(TimeoutError):
        connection.recv(1)


def test_who_is_still_sending_when_the_answer_is_there_is_heard_out(line) -> None:
    near, far = line
    with Connection.of(near) as connection:
        connection.sendall(b"no")
        parting = threading.Thread(target=connection.see_off)
        parting.start()
        far.sendall(bytes(9_000_000))
        assert (far.recv(9), far.recv(9)) == (b"no", b"")
        far.close()
        parting.join()
