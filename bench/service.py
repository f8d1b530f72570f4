"""The running service: from a still table to the phone, and memory over many frames and many games."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.cli.parts import table_reader
from companion.cli.table import Start, TableMaker, new_hub
from companion.layouts import load_layout
from companion.play.live import LiveTable
from companion.play.referee import Referee
from companion.play.store import Store
from companion.simulation.table import SimulatedTable
from hw.camera import CameraError
from hw.simulated import CallableCamera
from vision.steady import SteadyReader
from vision.stillness import StillnessWatch
from webui.hub import Hub

GAME = "caterpillar-filler"
FRAMES = 20_000
ROLLS = 6
MORE_GAMES = 10
PATIENCE_S = 20.0


def run(frames: int = FRAMES) -> dict[str, Any]:
    """Play rolls at the simulated table, let the loop look at it for many frames, then begin many games."""
    cv2.setNumThreads(1)
    with TemporaryDirectory() as folder:
        hub = new_hub(Start(Path(folder), TableMaker("sim"), str))
        with Store(Path(folder) / "bench.db") as store:
            figures = _watch(store.new_session(GAME, ["Anna", "Ben"]), frames)
        return figures | _begin_many(hub)


def _watch(session: Any, frames: int) -> dict[str, Any]:
    layout = load_layout(GAME)
    game = session.game
    session.act(game.parse(0, "first 1"), "tap")
    table = SimulatedTable(layout)
    table.lay(session.state.lying())
    camera = CallableCamera("simulated table", table.picture, fps=10_000)
    live = LiveTable(
        session,
        layout,
        Referee(layout),
        camera,
        StillnessWatch(),
        SteadyReader(table_reader(layout)),
        camera_errors=(CameraError,),
    )
    told = threading.Event()
    session.subscribe(lambda *_: told.set())
    waits_s = []
    live.start()
    try:
        time.sleep(3)
        for _ in range(ROLLS):
            told.clear()
            table.roll()
            start_s = time.perf_counter()
            if not told.wait(PATIENCE_S):
                break
            waits_s.append(time.perf_counter() - start_s)
            session.correct(len(session.line) - 1, ())  # the roll never was: wait for the next
            time.sleep(3)
        first_mb = _memory_mb()
        start, start_s = _frames(live), time.perf_counter()
        while _frames(live) - start < frames:
            time.sleep(0.5)
        rate = (_frames(live) - start) / (time.perf_counter() - start_s)
        return {
            "s, die at rest to event told (median)": round(float(np.median(waits_s or [np.nan])), 2),
            "rolls read": len(waits_s),
            "MB at the start": round(first_mb),
            f"MB after {frames} frames": round(_memory_mb()),
            "frames a second while quiet": round(rate, 1),
        }
    finally:
        live.stop()


def _begin_many(hub: Hub) -> dict[str, Any]:
    """Begin one game after the other, each with a simulated table of its own that is read once."""
    memory_mb = []
    for _ in range(1 + MORE_GAMES):
        hub.open(hub.store.new_session(GAME, ["Anna", "Ben"]))
        ends_s = time.monotonic() + PATIENCE_S
        while hub.live.view is None and time.monotonic() < ends_s:
            time.sleep(0.1)
        memory_mb.append(round(_memory_mb()))
    hub.close()
    return {
        "MB with one game": memory_mb[0],
        f"MB after {MORE_GAMES} more, one put aside for the next": memory_mb[-1],
    }


def _frames(live: LiveTable) -> int:
    return live.frame.number if live.frame else 0


def _memory_mb() -> float:
    """Resident memory of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")
