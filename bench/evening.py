"""A long evening on the running service: its memory, minute by minute, with the simulated camera and bots."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.__main__ import show
from bench.kills import GAME
from bench.served import UNANSWERED, Served

MINUTES: Final = 15
WARM_MINUTES: Final = 5
"""After so many minutes memory should be flat."""

EVERY_S: Final = 5.0
PHONES: Final = 4
ASK_S: Final = 2.0
FORM: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "camera", "camera": "on"}


def run(minutes: int = MINUTES, slug: str = GAME) -> dict[str, Any]:
    """Let bots play game after game on the simulated table while phones look on."""
    with TemporaryDirectory() as folder, Served(Path(folder) / "data", "sim", more=["--bots"]) as service:
        service.wait()
        over = threading.Event()
        phones = [threading.Thread(target=_look_on, args=(service, over)) for _ in range(PHONES)]
        for phone in phones:
            phone.start()
        try:
            curve, games = _curve(service, minutes, slug)
        finally:
            over.set()
            for phone in phones:
                phone.join()
        service.stop()
    late = [most for minute, most in curve.items() if minute > WARM_MINUTES]
    figures = {f"MB, the most within minute {minute}": most for minute, most in curve.items()}
    figures["games begun"] = games
    if late:
        growth = 100 * (max(late) / max(most for m, most in curve.items() if m <= WARM_MINUTES) - 1)
        figures[f"% more after minute {WARM_MINUTES} than the most until then"] = round(growth, 1)
    return figures


def _curve(service: Served, minutes: int, slug: str) -> tuple[dict[int, float], int]:
    """Give each minute with the most memory within it, and the number of games: one follows another."""
    curve, games = {}, 0
    for minute in range(1, minutes + 1):
        most, ends_s = 0.0, time.monotonic() + 60
        while time.monotonic() < ends_s:
            # Refused while a game is being played.
            games += service.post(f"/new/{slug}", **FORM).status == HTTPStatus.SEE_OTHER
            time.sleep(EVERY_S)
            most = max(most, memory_mb(service.worker))
        curve[minute] = round(most)
        print(f"minute {minute}: {curve[minute]:.0f} MB, {games} games", file=sys.stderr, flush=True)
    return curve, games


def memory_mb(pid: int) -> float:
    """Give the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def _look_on(service: Served, over: threading.Event) -> None:
    """Be a phone that shows the game."""
    while not over.wait(ASK_S):
        with suppress(*UNANSWERED):
            service.get("/play")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.evening", description=__doc__)
    parser.add_argument("minutes", type=int, nargs="?", default=MINUTES)
    parser.add_argument("slug", nargs="?", default=GAME, help="the game that is played")
    given = parser.parse_args()
    show(run(given.minutes, given.slug))
