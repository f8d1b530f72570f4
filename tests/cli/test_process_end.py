"""The process that serves the pages ends cleanly while a thread is in OpenCV."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from bench.service.served import Served

FORM = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "camera"}

PROGRAM = """
import atexit, os, sys, threading
import cv2
import numpy as np
from companion.cli.server.process_end import clean_worker_end

def draw():
    while True:
        cv2.GaussianBlur(picture, (31, 31), 0)
        drawing.set()

cv2.setNumThreads(1)
picture, drawing = np.zeros((300, 300, 3), np.uint8), threading.Event()
with {within}:
    worker = os.fork()
    if not worker:
        atexit.register(lambda: print("the store is closed"))
        threading.Thread(target=draw, daemon=True).start()
        drawing.wait()
        sys.exit({code})
print("ended with", os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]))
"""


def ends(code: str, within: str = "clean_worker_end()") -> list[str]:
    """Give what a program said whose worker ended with this code while it drew."""
    words = [sys.executable, "-c", PROGRAM.format(code=code, within=within)]
    done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=100)
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "status"), [("0", 0), ("3", 3), ("None", 0), ("-1", 255), ("'a mistake'", 1)]
)
def test_a_worker_that_draws_ends_with_its_own_status_when_its_store_is_closed(
    code: str, status: int
) -> None:
    assert ends(code) == ["the store is closed", f"ended with {status}"]


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info >= (3, 14), reason="threads wait there while Python shuts down")
def test_without_that_the_worker_aborts(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)  # for the core
    within = "__import__('contextlib').nullcontext()"
    assert any(f"ended with {-signal.SIGABRT}" in ends("0", within) for _ in range(20))


@pytest.mark.slow
def test_the_service_ends_cleanly_while_its_simulated_camera_begins(tmp_path) -> None:
    with Served(tmp_path / "data", "sim") as service:
        for _ in range(2):
            service.wait()
            service.post("/new/caterpillar-filler", **FORM)
            assert service.stop() == 0
            service.start()
    assert "SIGABRT" not in (tmp_path / "service.out").read_text()
