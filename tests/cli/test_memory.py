"""What a game holds is let go of when the next one begins, and what games share is made once."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from weakref import ReferenceType, ref

import pytest
from sweeps import slow

from companion.cli.assembly import table
from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.cli.machine import memory
from companion.frames import aside
from vision.dice import networks
from webui.hub import Hub

PATIENCE_S = 30.0
"""Far more than anything takes."""


@pytest.fixture
def uncollected(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing goes but what nobody holds: no collector finds cycles, and no thread that lingers ends."""
    monkeypatch.setattr(aside, "LINGER_S", 4 * PATIENCE_S)
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def given_back(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    calls: list[bool] = []
    monkeypatch.setattr(table, "give_back", lambda: calls.append(True))
    return calls


def until(holds) -> bool:
    ends_s = time.monotonic() + PATIENCE_S
    while not (held := holds()) and time.monotonic() < ends_s:
        time.sleep(0.02)
    return bool(held)


def begin(hub: Hub) -> dict[str, ReferenceType[object]]:
    """Begin a game, and wait until its table has been read; give what must not outlive it."""
    hub.open(hub.store.new_session("caterpillar-filler", ["Anna", "Ben"]))
    assert until(lambda: hub.live.view is not None)
    reader = hub.live._readings._reader._reader
    return {
        "table": ref(hub.table),
        "live table": ref(hub.live),
        "film": ref(hub.live.film),
        "reader": ref(reader),
        "simulated table": ref(hub.simulation.table),
        "renderer": ref(hub.simulation.table._renderer),
    }


def left(held: dict[str, ReferenceType[object]]) -> list[str]:
    return [name for name, each in held.items() if each() is not None]


@pytest.mark.whole
@pytest.mark.parametrize("camera", ["sim", *slow("auto")])
def test_nothing_holds_a_game_that_was_put_aside_and_networks_are_opened_once(
    camera: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given_back, uncollected
) -> None:
    monkeypatch.setattr("hw.cameras._candidates", lambda _: [])
    hub = new_hub(Start(tmp_path, TableMaker(camera), tuple))
    first = begin(hub)
    opened = networks._opened.cache_info().misses
    begin(hub)
    assert until(lambda: not left(first)), left(first)
    assert networks._opened.cache_info().misses == opened
    assert len(given_back) == 2
    hub.close()


@pytest.mark.whole
def test_nothing_holds_a_game_whose_camera_was_lost(tmp_path: Path, uncollected) -> None:
    hub = new_hub(Start(tmp_path, TableMaker("sim"), tuple))
    first = begin(hub)
    hub.simulation.set_switch("unplugged", on=True)
    assert until(lambda: hub.live.status.state == "lost")
    hub.open(hub.store.new_session("caterpillar-filler", ["Anna", "Ben"]))
    assert until(lambda: not left(first)), left(first)
    hub.close()


def test_memory_is_given_back_where_the_c_library_can_and_nothing_is_done_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(memory, "_trim", asked.append)
    memory.give_back()
    assert asked == [0]
    monkeypatch.setattr(memory, "_trim", None)
    memory.give_back()
    assert asked == [0]


HEAPS = """
import ctypes, threading
from companion.cli.machine.memory import bound
{begin}
ready = threading.Barrier(13)
def keep():
    kept = [bytes(900) for _ in range(999)]
    ready.wait()
    ready.wait()
for _ in range(12):
    threading.Thread(target=keep).start()
ready.wait()
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
ready.wait()
"""


LARGE = """
import ctypes
from companion.cli.machine.memory import bound
{begin}
library = ctypes.CDLL(None)
library.malloc.argtypes, library.malloc.restype = [ctypes.c_size_t], ctypes.c_void_p
library.free.argtypes = [ctypes.c_void_p]
library.free(library.malloc(24 << 20))
library.malloc(6 << 20)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


def heaps(program: str, begin: str) -> str:
    """What the C library says of its heaps at the end of a program."""
    # Without it Python's own allocator stands between the threads and the C library.
    environment = {**os.environ, "PYTHONMALLOC": "malloc"}
    done = subprocess.run(
        [sys.executable, "-c", program.format(begin=begin)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.skipif(memory._set is None, reason="the C library is not glibc")
def test_all_threads_share_a_few_heaps() -> None:
    assert heaps(HEAPS, "bound()").count("<heap ") <= memory.ARENAS < heaps(HEAPS, "").count("<heap ")


@pytest.mark.skipif(memory._set is None, reason="the C library is not glibc")
def test_a_picture_has_pages_of_its_own_whatever_was_freed_before() -> None:
    def apart_bytes(begin: str) -> int:
        return int(re.search(r'type="mmap" count="\d+" size="(\d+)"', heaps(LARGE, begin))[1])

    assert apart_bytes("bound()") >= 6 << 20 > apart_bytes("")


def test_memory_is_given_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def enough() -> None:
        calls.append(threading.current_thread().name)
        if len(calls) == 3:
            monkeypatch.setattr(memory, "EVERY_S", 1e6)  # it sleeps as long as the tests run

    monkeypatch.setattr(memory, "EVERY_S", 0.0)
    monkeypatch.setattr(memory, "give_back", enough)
    memory.keep_giving_back()
    assert until(lambda: len(calls) == 3)
    assert set(calls) == {"memory"}
