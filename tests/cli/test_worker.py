"""The loop that holds the connections: slow phones and open pages take no thread, and it takes its leave."""

from __future__ import annotations

import errno
import os
import signal
import socket
import struct
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from selectors import DefaultSelector
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.workers.gthread import ThreadWorker

from companion.cli.server import arrivals, connection, departures, streams
from companion.cli.server.connection import Connection
from companion.cli.server.watch import Watch
from companion.cli.server.worker import TableWorker
from webui.http.feed import Feed, News
from webui.http.places import Places
from webui.request.stream import OPEN_STREAM, STILL_HERE

WAIT_S = 30.0
SLOW_HEAD = b"GET /slow HTTP/1.1\r\nHost: x\r\n"
SLOW_BODY = b"POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"
WHOLE = b"GET /page HTTP/1.1\r\nHost: x\r\n\r\n"
LARGE = bytes(3_000_000)


class Quiet:
    """A log that keeps what it is told of errors."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def debug(self, *_: object) -> None: ...

    def info(self, *_: object) -> None: ...

    def warning(self, *_: object) -> None: ...

    def access(self, *_: object) -> None: ...

    def exception(self, *_: object) -> None:
        self.errors.append(traceback.format_exc())

    def failures(self) -> str:
        return "\n".join(self.errors)


class Told:
    """A stream of a page that is told what the test wants."""

    heartbeat_s = 3600.0

    def __init__(self, feed: Feed) -> None:
        self.feed, self.listener, self.closed = feed, feed.join(), False

    ended = property(lambda self: self.listener.dropped)

    def opening(self) -> Iterator[str]:
        yield "retry: 1\n\n"

    def ready(self) -> str:
        told = ""
        while (news := self.listener.get(0)) is not None:
            told += f"event: {news.topic}\n\n"
        return told

    def wake_by(self, wake: Callable[[], None]) -> None:
        self.listener.wake = wake
        wake()

    def close(self) -> None:
        self.closed = True
        self.feed.leave(self.listener)


class App:
    """A page, its news, a large file, and the forms that it was sent."""

    def __init__(self) -> None:
        self.feed, self.sent, self.opened = Feed(), [], []
        self.extensions = {"hub": SimpleNamespace(feed=self.feed)}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        path = environ["PATH_INFO"]
        if path == "/events":
            environ[OPEN_STREAM] = news = Told(self.feed)
            self.opened.append(news)
            start_response("200 OK", [("Content-Type", "text/event-stream")])
            return SimpleNamespace(close=news.close)
        self.sent.append(environ["wsgi.input"].read())
        if path == "/broken":
            start_response("200 OK", [("Content-Length", str(2 * len(LARGE)))])
            return broken_off()
        if path == "/larger":
            start_response("200 OK", [("Content-Length", str(5 * len(LARGE)))])
            return [LARGE] * 5
        answer = LARGE if path == "/large" else b"page"
        start_response("200 OK", [("Content-Length", str(len(answer)))])
        return [answer]


def broken_off() -> Iterator[bytes]:
    """An answer that fails when a part of it is on its way, more than the network takes at once."""
    yield LARGE
    raise RuntimeError("the page has failed")


class Running:
    """A worker with two threads whose loop runs."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.listening.setblocking(False)
        config = Config()
        for key, value in {"threads": 2, "worker_connections": 400, "graceful_timeout": 20}.items():
            config.set(key, value)
        self.app, self.log, self.phones = App(), Quiet(), []
        self.worker = TableWorker(1, 0, [self.listening], self.app, 60, config, self.log)
        self.worker.tmp.close()
        self.worker.tmp = SimpleNamespace(notify=lambda: None)
        self.worker.wsgi, self.worker.ppid, self.worker.booted = self.app, os.getppid(), True
        self.worker.tpool, self.worker.poller = ThreadPoolExecutor(2), DefaultSelector()
        self.worker.method_queue.init()
        self.thread = threading.Thread(target=self.worker.run, daemon=True)
        self.thread.start()
        self.until(lambda: hasattr(self.worker, "streams"))

    def connect(self, *said: bytes) -> socket.socket:
        phone = socket.socket()
        self.phones.append(phone)
        phone.settimeout(WAIT_S)
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # else the system takes large answers
        phone.connect(self.listening.getsockname())
        for each in said:
            phone.sendall(each)
        return phone

    def ask(self, said: bytes = WHOLE) -> bytes:
        with self.connect(said) as phone:
            return answer(phone)

    def until(self, holds: Callable[[], Any]) -> None:
        ends_s = time.monotonic() + WAIT_S
        while not holds():
            assert time.monotonic() < ends_s
            time.sleep(0.01)

    def stop(self) -> None:
        self.worker.handle_exit(signal.SIGTERM, None)
        self.thread.join(WAIT_S)
        assert not self.thread.is_alive()


@pytest.fixture
def running() -> Iterator[Running]:
    begun = Running()
    yield begun
    if begun.thread.is_alive():
        begun.stop()
    for each in (*begun.phones, begun.listening):
        each.close()


def answer(phone: socket.socket) -> bytes:
    """An answer of the app, with its page or without one."""
    got = b""
    while not got.endswith((b"page", b'."}', b"</html>\n")):
        part = phone.recv(999)
        assert part, got
        got += part
    return got


def is_closed(phone: socket.socket) -> bool:
    """Whether the other end has closed the connection, perhaps after some words."""
    try:
        while phone.recv(999):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("said", [b"", SLOW_HEAD, SLOW_BODY], ids=["nothing", "a head", "a body"])
def test_slow_phones_keep_no_thread_from_others(running: Running, said: bytes) -> None:
    slow = [running.connect(said) for _ in range(60)]
    for _ in range(3):
        assert running.ask().endswith(b"page")
    assert running.app.sent == [b""] * 3, "no thread was asked for half a request"
    for phone in slow:
        phone.close()


def test_a_phone_that_takes_nothing_keeps_no_thread_from_others(running: Running) -> None:
    slow = [running.connect(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(8)]
    running.until(lambda: len(running.app.sent) == len(slow))
    assert running.ask().endswith(b"page")
    whole = b""
    while len(whole) < len(LARGE):
        whole += slow[0].recv(1 << 20)
    for phone in slow:
        phone.close()


def test_phones_that_take_very_large_answers_slowly_keep_few_threads(running, monkeypatch) -> None:
    monkeypatch.setattr(connection, "WAITING", threading.BoundedSemaphore(1))
    slow = [running.connect(b"GET /larger HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(4)]
    assert running.ask().endswith(b"page")
    for phone in slow:
        phone.close()


@pytest.mark.parametrize("said", [SLOW_HEAD, SLOW_BODY], ids=["a head", "a body"])
def test_a_request_that_takes_too_long_is_given_up_and_told_why(running: Running, said: bytes) -> None:
    with running.connect(said) as phone:
        arriving = running.worker.arrivals._arriving
        running.until(lambda: [each for each in arriving.values() if each.size == len(said)])
        (arrival,) = arriving.values()
        assert arrival.ends_s <= time.monotonic() + connection.seconds_for(9)
        phone.sendall(b"h")  # that it goes on does not help
        arrival.ends_s = time.monotonic()
        assert answer(phone).startswith(b"HTTP/1.1 408 ")
        phone.shutdown(socket.SHUT_WR)
        assert is_closed(phone)
    assert running.app.sent == []


def test_a_phone_gets_its_place_though_its_own_address_holds_all(running, monkeypatch) -> None:
    running.worker.arrivals._places = Places(20)
    slow = [running.connect(SLOW_HEAD) for _ in range(30)]
    running.until(lambda: running.worker.nr_conns == len(slow))
    assert running.ask().endswith(b"page")
    assert answer(slow[0]).startswith(b"HTTP/1.1 503 "), "the oldest made way"
    for phone in slow:
        phone.close()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"x" * arrivals.LARGEST_HEAD, b"431"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"411"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", b"400"),
    ],
)
def test_what_is_no_request_of_a_browser_is_refused(running: Running, said: bytes, status: bytes) -> None:
    assert running.ask(said).startswith(b"HTTP/1.1 " + status)
    assert running.app.sent == []


def test_a_request_that_is_far_too_large_is_answered_without_its_body(running, monkeypatch) -> None:
    monkeypatch.setattr(arrivals, "LARGEST_UPLOAD", 1000)
    with running.connect(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n") as phone:
        assert answer(phone).endswith(b"page")
        phone.sendall(bytes(9_000_000))  # heard out: cut off, the phone would lose the answer
        phone.shutdown(socket.SHUT_WR)
        assert is_closed(phone)
    assert running.app.sent == [b""]


def test_large_requests_share_the_room_for_them(running, monkeypatch) -> None:
    running.worker.arrivals._room = Places(1_000_000)
    large = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n"
    with running.connect(large) as first, running.connect(large) as second:
        assert answer(first).startswith(b"HTTP/1.1 503 ")
        second.sendall(b"x" * 600_000)
        assert answer(second).endswith(b"page")
    assert running.app.sent == [b"x" * 600_000]


def test_requests_in_a_row_on_one_connection_are_all_answered(running: Running) -> None:
    with running.connect(WHOLE * 3) as phone:
        got = b""
        while got.count(b"page") < 3:
            got += phone.recv(999)
        phone.sendall(b"POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n")
        phone.sendall(b"form")
        assert answer(phone).endswith(b"page")
    assert running.app.sent == [b"", b"", b"", b"form"]


def test_whoever_asks_first_whether_to_send_is_told_to(running: Running) -> None:
    with running.connect(
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"
    ) as phone:
        assert phone.recv(999) == b"HTTP/1.1 100 Continue\r\n\r\n"
        phone.sendall(b"form")
        running.until(lambda: running.app.sent == [b"form"])


def stream_of(running: Running) -> socket.socket:
    phone = running.connect(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
    until_told(phone, b"retry: 1\n\n\r\n")
    return phone


def until_told(phone: socket.socket, words: bytes) -> None:
    """Wait until a page has heard this."""
    got = b""
    while words not in got:
        part = phone.recv(999)
        assert part, got
        got += part


def test_many_pages_hear_of_all_news_without_a_thread_each(running: Running) -> None:
    pages = [stream_of(running) for _ in range(100)]
    assert running.ask().endswith(b"page")
    running.app.feed.tell("live")
    for page in pages:
        until_told(page, b"event: live")
        page.close()


def test_a_page_that_is_closed_frees_its_place_without_a_heartbeat(running: Running) -> None:
    with stream_of(running):
        assert len(running.app.feed) == 1
    running.until(lambda: len(running.app.feed) == 0)
    assert running.app.opened[0].closed
    running.until(lambda: running.worker.nr_conns == 0)


def test_a_quiet_stream_beats(running: Running) -> None:
    with stream_of(running) as page:
        running.app.opened[0].heartbeat_s = 0.0
        until_told(page, STILL_HERE.encode())


def test_a_stream_whose_place_is_taken_ends_in_good_order(running: Running) -> None:
    with stream_of(running) as page:
        running.app.opened[0].listener.drop()
        until_told(page, b"0\r\n\r\n")
        assert is_closed(page)


def test_a_page_that_takes_nothing_is_let_go(running: Running) -> None:
    with stream_of(running):
        listener = running.app.opened[0].listener
        long = "x" * 100_000
        running.app.opened[0].ready = lambda: long if not listener.dropped else ""
        while not listener.dropped:
            listener.put(News("live"))
            time.sleep(0.001)
        running.until(lambda: len(running.app.feed) == 0)


def test_it_stops_with_pages_open_and_slow_phones(running: Running) -> None:
    with stream_of(running) as page, running.connect(SLOW_HEAD) as slow, running.connect() as idle:
        running.stop()
        assert all(map(is_closed, (page, slow, idle)))


@pytest.fixture
def begun(running: Running) -> TableWorker:
    """A worker whose loop comes round when the test wants it."""
    running.stop()
    worker = TableWorker.__new__(TableWorker)
    worker.alive, worker.cfg, worker.wsgi = True, SimpleNamespace(worker_int=lambda _: None), App()
    worker.booted = True
    worker.tpool, worker.method_queue = ThreadPoolExecutor(1), type(running.worker.method_queue)()
    worker.method_queue.init()
    return worker


@pytest.mark.parametrize("lock", ["tpool._shutdown_lock", "wsgi.feed._lock"])
def test_a_signal_waits_for_no_lock(begun: TableWorker, lock: str) -> None:
    held: Any = begun
    for name in lock.split("."):
        held = getattr(held, name)
    with held:  # what the loop may hold when the signal comes
        signalled = threading.Thread(target=begun.handle_quit, args=(signal.SIGINT, None), daemon=True)
        signalled.start()
        signalled.join(WAIT_S)
        assert not signalled.is_alive()
    with pytest.raises(SystemExit):
        begun.method_queue.run_callbacks(None)
    assert begun.wsgi.feed.join().dropped


@pytest.mark.parametrize("how", ["handle_quit", "handle_exit"])
def test_a_worker_that_is_starting_ends_at_once_and_cleanly(begun: TableWorker, how: str) -> None:
    begun.booted = False
    with pytest.raises(SystemExit) as ended:
        getattr(begun, how)(signal.SIGINT, None)
    assert ended.value.code == 0


def test_a_signal_that_was_swallowed_while_starting_still_ends_the_program(begun: TableWorker) -> None:
    begun.booted = False
    with suppress(SystemExit):
        begun.handle_quit(signal.SIGINT, None)
    begun.poller = None  # nothing is waited for
    begun.run()


def test_a_second_ctrl_c_does_nothing_more(begun: TableWorker) -> None:
    begun.handle_quit(signal.SIGINT, None)
    begun.handle_quit(signal.SIGINT, None)
    assert begun.method_queue._queue.qsize() == 1


def test_where_the_first_process_is_gone_the_streams_end(begun, monkeypatch) -> None:
    monkeypatch.setattr(ThreadWorker, "is_parent_alive", lambda _: False)
    assert not begun.is_parent_alive()
    begun.method_queue.run_callbacks(None)
    assert begun.wsgi.feed.join().dropped


def test_a_phone_that_is_gone_at_any_time_ends_nothing_else(running: Running) -> None:
    """Resets while the loop reads, writes, begins and ends streams: an error there would end the loop."""
    reset = struct.pack("ii", 1, 0)
    halves = (
        SLOW_HEAD,
        SLOW_BODY,
        WHOLE,
        b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
    )
    for number in range(140):
        phone = running.connect(halves[number % len(halves)])
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        if number % 3:
            running.app.feed.tell("live")
        for news in running.app.opened[-1:]:
            news.listener.drop()
        phone.close()
    running.until(lambda: running.worker.nr_conns == 0)
    assert running.thread.is_alive()
    assert running.ask().endswith(b"page")


def test_the_system_finds_out_that_a_phone_is_gone() -> None:
    near, far = socket.socketpair()
    far.close()
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        near.close()
        with Connection.of(server.accept()[0]) as taken:
            assert taken.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            for name, value in connection.WATCHED.items():
                if hasattr(socket, name):
                    assert taken.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) == value


def test_what_a_phone_takes_too_slowly_is_given_up(running, monkeypatch) -> None:
    monkeypatch.setattr(departures, "seconds_for", lambda _: 0.0)
    with running.connect(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n") as phone:
        running.until(lambda: running.worker.nr_conns == 0 and running.app.sent)
        got = 0
        with suppress(ConnectionResetError):
            while part := phone.recv(1 << 20):
                got += len(part)
    assert got < len(LARGE)


def test_a_page_that_fails_in_the_middle_of_its_answer_ends_nothing_else(running: Running) -> None:
    """The thread closes that connection, with a part of the answer unsent."""
    with running.connect(b"GET /broken HTTP/1.1\r\nHost: x\r\n\r\n"):
        running.until(lambda: running.app.sent and running.worker.nr_conns == 0)
    assert running.ask().endswith(b"page")
    assert "RuntimeError: the page has failed" in running.log.failures()


FAULTS = {
    "reading": (Connection, "hear", WHOLE),
    "reading a head": (arrivals.Arrivals, "_read_head", WHOLE),
    "sending on": (Connection, "send_more", b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n"),
    "parting": (departures.Departures, "part", b"GET /page HTTP/1.0\r\n\r\n"),
    "opening a stream": (Told, "opening", b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n"),
    "telling news": (Told, "ready", b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n"),
    "closing a stream": (Told, "close", b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n"),
}


@pytest.mark.parametrize(("owner", "name", "said"), FAULTS.values(), ids=FAULTS)
def test_whatever_fails_for_one_connection_ends_it_alone(running, monkeypatch, owner, name, said) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError(name)

    with monkeypatch.context() as broken, running.connect() as phone:
        broken.setattr(owner, name, fails)
        phone.sendall(said)
        if name in ("close", "send_more"):  # called when the phone is gone, with a stream or an answer open
            running.until(lambda: running.worker.streams._open or running.worker.departures._leaving)
            phone.close()
        running.until(lambda: running.log.errors and running.worker.nr_conns == 0)
    assert f"ZeroDivisionError: {name}" in running.log.failures()
    assert running.ask().endswith(b"page")
    assert not running.worker.streams
    running.until(lambda: not running.worker.arrivals._arriving)  # the last phone may yet have asked for more


def test_an_event_of_a_connection_that_another_has_displaced_is_left_out(running, monkeypatch) -> None:
    """Both events came at the same time: the second one found a closed connection, which counted twice."""
    worker = running.worker
    first = running.connect()
    running.until(lambda: worker.arrivals._arriving)
    (displaced,) = worker.arrivals._arriving
    key = worker.poller.get_key(displaced.sock)
    worker.arrivals._places = Places(1)
    worker.arrivals._places.take(worker.arrivals._arriving[displaced], "127.0.0.1")
    select, rounds = worker.poller.select, []

    def select_both(timeout: float) -> list:
        rounds.append(timeout)
        events = select(timeout)
        return [*events, (key, 1)] if any(each.fileobj is running.listening for each, _ in events) else events

    monkeypatch.setattr(worker.poller, "select", select_both)
    running.until(lambda: rounds)
    second = running.connect(SLOW_HEAD)
    running.until(lambda: displaced.sock.fileno() < 0 and next(iter(worker.arrivals._arriving.values())).size)
    assert worker.nr_conns == 1
    assert is_closed(first)
    second.close()


@pytest.mark.parametrize("why", [errno.EMFILE, errno.ENETDOWN, errno.EPROTO])
def test_a_connection_that_cannot_be_accepted_ends_nothing_else(running, why: int) -> None:
    def accept() -> None:
        raise OSError(why, os.strerror(why))

    running.worker.accept(SimpleNamespace(accept=accept))
    assert running.ask().endswith(b"page")


def test_a_stream_whose_phone_is_gone_before_its_head_holds_no_place(running, monkeypatch) -> None:
    def gone(*_: object) -> None:
        raise ConnectionResetError(errno.ECONNRESET, "gone")

    with monkeypatch.context() as broken:
        broken.setattr(Connection, "sendall", gone)
        phone = running.connect(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        running.until(lambda: running.app.opened and running.worker.nr_conns == 0)
    assert len(running.app.feed) == 0
    phone.close()


def test_news_that_comes_while_the_loop_finishes_with_all_others_is_told() -> None:
    class Late(deque):
        """The loop comes round just before the second one is added."""

        def append(self, item: object) -> None:
            if self:
                asked.pop()()
            super().append(item)

    asked: list[Callable[[], None]] = []
    told = streams.Streams(Watch(None, None), asked.append, None, None, _woken=Late())
    told._wake(SimpleNamespace(conn=None))
    told._wake(SimpleNamespace(conn=None))
    assert asked, "the loop is asked once more"
