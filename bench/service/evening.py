"""A long evening on the running service: its memory, minute by minute, with bots.

They play on the simulated table, or before a camera in the network (``--net``), at ten times their usual pace
with ``--pace 10``: ``python -m bench.service.evening 60 papillon --pace 10``.
"""

from __future__ import annotations

import argparse
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.__main__ import show
from bench.service.filmed import FORM, Filmed
from bench.service.kills import GAME
from bench.service.net_camera import NetCamera
from bench.service.served import UNANSWERED, Served

MINUTES: Final = 15
WARM_MINUTES: Final = 5
"""After so many minutes memory should be flat."""

EVERY_S: Final = 2.0
FIRST_ACTION_S: Final = 45.0
PHONES: Final = 4
ASK_S: Final = 2.0


def run(minutes: int = MINUTES, slug: str = GAME, pace: float = 1.0, *, net: bool = False) -> dict[str, Any]:
    """Let bots play game after game while phones look on.

    Parameters
    ----------
    minutes, slug
        How long, and which game.
    pace
        So many times faster than usual a bot's hand is on the simulated table.
    net
        Play before a camera in the network instead, as fast as the table reads.
    """
    playing = filmed(slug) if net else simulated(slug, pace)
    with playing as (service, begin):
        over = threading.Event()
        phones = [threading.Thread(target=_look_on, args=(service, over)) for _ in range(PHONES)]
        for phone in phones:
            phone.start()
        try:
            curve, least, games = _curve(service, minutes, begin)
        finally:
            over.set()
            for phone in phones:
                phone.join()
    late = [most for minute, most in curve.items() if minute > WARM_MINUTES]
    figures = {f"MB, the most within minute {minute}": most for minute, most in curve.items()}
    figures["MB that stay, the least seen within the first minutes and the last"] = (
        min(least[:WARM_MINUTES]),
        min(least[-WARM_MINUTES:]),
    )
    figures["games begun"] = games
    if late:
        growth = 100 * (max(late) / max(most for m, most in curve.items() if m <= WARM_MINUTES) - 1)
        figures[f"% more after minute {WARM_MINUTES} than the most until then"] = round(growth, 1)
    return figures


@contextmanager
def simulated(slug: str, pace: float) -> Iterator[tuple[Served, Callable[[], int]]]:
    """Serve a simulated table with bots; give what begins a game, if none is played, and counts it."""
    command = [sys.executable, "-m", "bench.service.hurried", str(pace)]
    with (
        TemporaryDirectory() as folder,
        Served(Path(folder) / "data", "sim", more=["--bots"], command=command) as service,
    ):
        service.wait()
        yield service, _Beginning(service, slug)
        service.stop()


class _Beginning:
    """Begins a game, where none is being played, and counts it.

    A game in which nothing has happened makes room for the next, so bots get time for their first action.
    """

    def __init__(self, service: Served, slug: str) -> None:
        self._service, self._slug, self._not_before_s = service, slug, 0.0

    def __call__(self) -> int:
        if time.monotonic() < self._not_before_s:
            return 0
        begun = self._service.post(f"/new/{self._slug}", **FORM).status == HTTPStatus.SEE_OTHER
        if begun:
            self._not_before_s = time.monotonic() + FIRST_ACTION_S
        return int(begun)


@contextmanager
def filmed(slug: str) -> Iterator[tuple[Served, Callable[[], int]]]:
    """Serve a table that looks through a camera in the network; give what counts the games begun since."""
    with (
        TemporaryDirectory() as folder,
        NetCamera() as camera,
        Served(Path(folder) / "data", camera.address) as service,
    ):
        service.wait()
        playing, told = Filmed(service, camera, slug), [0]
        playing.start()

        def begun() -> int:
            fresh, told[0] = playing.games - told[0], playing.games
            return fresh

        try:
            yield service, begun
        finally:
            playing.stop()
            print(f"{playing.read} actions read, {playing.tapped} tapped", file=sys.stderr)
        service.stop()


def _curve(
    service: Served, minutes: int, begin: Callable[[], int]
) -> tuple[dict[int, float], list[float], int]:
    """Give each minute with the most memory within it, the least seen in each, and the number of games.

    The least is what stays between two readings: what it gains, an evening leaks.
    """
    curve, stays, games = {}, [], 0
    for minute in range(1, minutes + 1):
        ends_s, least = time.monotonic() + 60, math.inf
        forget_peak(service.worker)
        while time.monotonic() < ends_s:
            games += begin()
            time.sleep(EVERY_S)
            least = min(least, memory_mb(service.worker))
        stays.append(round(least))
        curve[minute] = round(peak_mb(service.worker))
        print(
            f"minute {minute}: {least:.0f} to {curve[minute]:.0f} MB, {games} games",
            file=sys.stderr,
            flush=True,
        )
    return curve, stays, games


def forget_peak(pid: int) -> None:
    """Have the system note anew how much memory a process takes at most."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def peak_mb(pid: int) -> float:
    """Give the most resident memory of a process since `forget_peak`, however short it took that much.

    Looks every few seconds would meet some peaks of the readings and miss others.
    """
    return _status_mb(pid, "VmHWM")


def memory_mb(pid: int) -> float:
    """Give the resident memory of a process now."""
    return _status_mb(pid, "VmRSS")


def _status_mb(pid: int, what: str) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(what):
            return int(line.split()[1]) / 1024
    return float("nan")


def _look_on(service: Served, over: threading.Event) -> None:
    """Be a phone that shows the game."""
    while not over.wait(ASK_S):
        with suppress(*UNANSWERED):
            service.get("/play")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.service.evening", description=__doc__)
    parser.add_argument("minutes", type=int, nargs="?", default=MINUTES)
    parser.add_argument("slug", nargs="?", default=GAME, help="the game that is played")
    parser.add_argument("--pace", type=float, default=1.0, help="times as fast as bots usually are")
    parser.add_argument("--net", action="store_true", help="before a camera in the network")
    given = parser.parse_args()
    show(run(given.minutes, given.slug, given.pace, net=given.net))
