"""Full disks under the running service: what a phone was shown is there when there is room again.

The data folder lies on a small disk in memory, in a namespace of its own: no rights are needed where the
system lets its users make one (``unshare``). Figures: ``python -m bench.service.full_disks [TIMES]``.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bench.__main__ import show
from bench.service.kills import Place, Shown, begin, kept_events, on_the_table
from bench.service.served import Served
from companion.cli.toml.settings import STORE_FILE
from companion.rules.record import parse_record, replay

SIZE_MB: Final = 8
BALLAST: Final = "ballast"
FULL: Final = 507
MOST_TAPS: Final = 400


class Filled(NamedTuple):
    """One full disk: taps that were answered before and on it, whether one was refused, and what is lost."""

    taps: int
    refused: bool
    lost: int
    plays_on: bool


def possible() -> bool:
    """Whether this machine lets its user make such a disk."""
    words = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return shutil.which("unshare") is not None and subprocess.run(words, capture_output=True).returncode == 0


@contextmanager
def small_disk(folder: Path) -> Iterator[tuple[tuple[str, ...], Path]]:
    """Make a disk; give the words that run a command where it is mounted, and where it is seen from here."""
    folder.mkdir(parents=True)
    script = f"mount -t tmpfs -o size={SIZE_MB}m none '{folder}' && echo ready && exec sleep 100000"
    with subprocess.Popen(["unshare", "-rm", "sh", "-c", script], stdout=subprocess.PIPE) as keeper:
        try:
            if keeper.stdout is None or keeper.stdout.readline() != b"ready\n":
                raise OSError("no disk could be made")
            within = ("nsenter", "-t", str(keeper.pid), "-U", "-m", "--preserve-credentials")
            yield within, Path(f"/proc/{keeper.pid}/root{folder}")
        finally:
            keeper.kill()


def fill_loop(folder: Path, times: int, seed: int = 0) -> Iterator[Filled]:
    """Play on a small disk, fill it while people tap, make room, and play on."""
    chooser, shown = random.Random(seed), Shown()
    data = folder / "disk" / "data"
    with small_disk(data.parent) as (within, seen), Served(data, within=within) as service:
        service.wait()
        for number in range(times):
            taps = _tap(service, shown, chooser.randint(1, 8))[0]
            _fill(seen, chooser.randint(0, 40_000))
            more, refused = _tap(service, shown, MOST_TAPS)
            if number % 3 == 2:  # the power goes while the disk is full
                service.kill()
            (seen / BALLAST).unlink()
            if number % 3 == 2:
                service.start()
                service.wait()
            lost = shown.lost(_kept(seen / "data", folder / "copy"))
            on, _ = _tap(service, shown, 1)
            yield Filled(taps + more, refused, len(lost), on == 1)


def _fill(disk: Path, left_bytes: int) -> None:
    """Leave so many bytes free, or hardly more."""
    free = shutil.disk_usage(disk).free
    with (disk / BALLAST).open("wb") as file:
        file.write(os.urandom(max(0, free - left_bytes)))


def _kept(data: Path, copy: Path) -> dict[Place, str]:
    """Give what is on the small disk: SQLite would look for it in this namespace."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for ending in ("", "-wal"):
        part = data / f"{STORE_FILE}{ending}"
        if part.exists():
            (copy / part.name).write_bytes(part.read_bytes())
    return kept_events(copy)


def _tap(service: Served, shown: Shown, most: int) -> tuple[int, bool]:
    """Tap until the disk is full; give how many taps were answered, and whether one was refused."""
    answered = 0
    for _ in range(4 * most):
        if answered >= most:
            break
        place, record = on_the_table(service), service.get("/record")
        state = replay(parse_record(record.text)) if record.status == 200 else None
        if place is None or state is None or not state.actors:
            begin(service)
            if on_the_table(service) in (None, place):
                return answered, True
            continue
        shown.add(*place)
        game, seq = place
        seat = state.actors[0]
        action = next(iter(state.legal(seat)))
        answer = service.post("/play/act", seq=seq, by=seat, text=action)
        if answer.status == FULL:
            return answered, True
        if answer.status == 303:
            shown.add(game, seq + 1, f"{seat} {action}")
            answered += 1
    return answered, False


def figures(times: int) -> dict[str, int]:
    """Count what full disks did."""
    with TemporaryDirectory() as name:
        done = list(fill_loop(Path(name), times))
    return {
        "full disks": len(done),
        "of them that refused a tap in words": sum(each.refused for each in done),
        "taps answered": sum(each.taps for each in done),
        "events lost": max(each.lost for each in done),
        "after which the game went on": sum(each.plays_on for each in done),
    }


if __name__ == "__main__":
    show(figures(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
