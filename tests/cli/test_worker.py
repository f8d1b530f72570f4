"""How the process that serves the pages takes its leave, whatever it is doing when it is told to."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from gunicorn.workers.gthread import PollableMethodQueue

from companion.cli.worker import TableWorker
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
