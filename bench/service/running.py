"""The running service: from a still table to the phone, and memory over many frames and many games."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from bench.__main__ import alone
from companion.cli.assembly.parts import table_reader
from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.layouts import load_layout
from companion.live.live import LiveTable
from companion.referee.referee import Referee
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.sighting import Sighting
from companion.simulation.table import SimulatedTable
from hw.camera import CameraError
from hw.simulated import CallableCamera
from vision.view.steady import SteadyReader
from vision.view.stillness import StillnessWatch
from webui.hub import Hub

GAME: Final = "caterpillar-filler"
FRAMES: Final = 20_000
ALARMS: Final = 6
ROLLS: Final = 12
MORE_GAMES: Final = 10

FAST_FPS: Final = 10_000.0
"""Of a camera that never keeps the table waiting: many frames pass in minutes."""

QUIET_S: Final = 4.0
"""After it nothing that happened is looked at again but for the table's usual looks."""

PATIENCE_S: Final = 20.0


class CountingReader(SteadyReader):
    """Counts its full readings of the table."""

    readings = 0

    def read(self, *image: Any, **when: Any) -> Sighting:
        """Read a frame."""
        self.readings += 1
        return super().read(*image, **when)


class Watched(NamedTuple):
    """A simulated table that runs, and all that is asked of it here."""

    session: Session
    table: SimulatedTable
    reader: CountingReader
    live: LiveTable

    @property
    def frames(self) -> int:
        """Frames since its camera was opened."""
        return self.live.frame.number if self.live.frame else 0


def run(frames: int = FRAMES) -> dict[str, Any]:
    """Measure each part in a process of its own, so that no memory is left of the one before."""
    return {**alone(rolls), **alone(alarms), **alone(many_frames, frames), **alone(many_games)}


def rolls(count: int = ROLLS) -> dict[str, Any]:
    """Roll a die again and again, at the pace of a running table's camera, until each roll is told."""
    chooser = random.Random(0)
    waits_s = []
    with watched() as at:
        for _ in range(count):
            # At any moment between two frames, as at a table.
            time.sleep(chooser.uniform(QUIET_S, QUIET_S + 1))
            wait_s = _roll(at)
            if wait_s is not None:
                waits_s.append(wait_s)
                at.session.correct(len(at.session.line) - 1, ())  # the roll never was: wait for the next
    return {
        "s, die at rest to event told (median)": round(float(np.median(waits_s or [np.nan])), 2),
        "s, the longest": round(max(waits_s, default=float("nan")), 2),
        f"rolls read, of {count}": len(waits_s),
    }


def _roll(at: Watched) -> float | None:
    """Roll one die; give the seconds until it is told, or None when it is not, or another is."""
    told = threading.Event()
    end = at.session.subscribe(lambda *_: told.set())
    (value,) = at.table.roll()
    start_s = time.perf_counter()
    in_time = told.wait(PATIENCE_S)
    wait_s = time.perf_counter() - start_s
    end()
    return wait_s if in_time and at.session.line[-1].text == f"roll {value}" else None


def alarms(count: int = ALARMS) -> dict[str, Any]:
    """Lay a piece where none may lie, again and again, until the phones are told."""
    waits_s = []
    with watched() as at:
        right = at.session.state.lying()
        forbidden = {**right, "garden": {**right["garden"], "A9": "wasp"}}
        for _ in range(count):
            time.sleep(QUIET_S)
            at.table.lay(forbidden)
            start_s = time.perf_counter()
            _until(lambda: at.live.status.state == "wrong", "no alarm was told", PATIENCE_S)
            waits_s.append(time.perf_counter() - start_s)
            at.table.lay(right)
            _until(lambda: at.live.status.state == "still", "the table stayed wrong", PATIENCE_S)
    return {
        "s, forbidden piece at rest to alarm told (median)": round(float(np.median(waits_s)), 2),
        "s, the longest alarm": round(max(waits_s), 2),
    }


def many_frames(frames: int = FRAMES) -> dict[str, Any]:
    """Let a fast camera watch a table on which nothing happens any more."""
    with watched(FAST_FPS) as at:
        if _roll(at) is None:
            raise TimeoutError("The roll was not read, so these would not be the frames of a usual table.")
        time.sleep(QUIET_S)
        first_mb, first, readings = _memory_mb(), at.frames, at.reader.readings
        start_s = time.perf_counter()
        _until(lambda: at.frames - first >= frames, f"no {frames} frames came", frames)
        passed, took_s = at.frames - first, time.perf_counter() - start_s
        return {
            "MB at the start": round(first_mb),
            f"MB after {frames} frames": round(_memory_mb()),
            "full readings of the table in these frames": at.reader.readings - readings,
            "frames a second while quiet, of a fast camera": round(passed / took_s, 1),
        }


def many_games(more: int = MORE_GAMES) -> dict[str, Any]:
    """Begin one game after the other, each with a simulated table of its own that is read once."""
    cv2.setNumThreads(1)
    with TemporaryDirectory() as folder:
        hub = new_hub(Start(Path(folder), TableMaker("sim"), str))
        try:
            memory_mb = [_begin(hub) for _ in range(1 + more)]
        finally:
            hub.close()
    return {
        "MB with one game": memory_mb[0],
        f"MB after {more} more, one put aside for the next": memory_mb[-1],
        "MB, the most with any of them": max(memory_mb),
    }


def _begin(hub: Hub) -> int:
    """Begin a game, and give the megabytes when its table has been read."""
    hub.open(hub.store.new_session(GAME, ["Anna", "Ben"]))
    _until(lambda: hub.live is not None and hub.live.view is not None, "a table was never read", PATIENCE_S)
    return round(_memory_mb())


@contextmanager
def watched(fps: float | None = None) -> Iterator[Watched]:
    """Run a simulated table on which a game begins; its camera has the usual pace where none is given."""
    cv2.setNumThreads(1)
    layout = load_layout(GAME)
    with TemporaryDirectory() as folder, Store(Path(folder) / "bench.db") as store:
        session = store.new_session(GAME, ["Anna", "Ben"])
        session.act(session.game.parse(0, "first 1"), "tap")
        table = SimulatedTable(layout)
        table.lay(session.state.lying())
        pace = {} if fps is None else {"fps": fps}
        reader = CountingReader(table_reader(layout))
        live = LiveTable(
            session,
            layout,
            Referee(layout),
            CallableCamera("simulated table", table.picture, **pace),
            StillnessWatch(),
            reader,
            camera_errors=(CameraError,),
        )
        live.start()
        try:
            _until(lambda: live.view is not None, "the table was never read", PATIENCE_S)
            yield Watched(session, table, reader, live)
        finally:
            live.stop()


def _until(holds: Callable[[], bool], what: str, patience_s: float) -> None:
    """Wait for something. Raises TimeoutError: a figure without it would be of something else."""
    ends_s = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > ends_s:
            raise TimeoutError(f"{what} within {patience_s:g} s")
        time.sleep(0.1)


def _memory_mb() -> float:
    """Resident memory of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")
