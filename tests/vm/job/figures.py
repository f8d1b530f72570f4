"""What the service uses, beside a plain Flask service that says hello on the same server.

python tests/vm/job/figures.py --camera sim --minutes 5      on this machine, without any other
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

HELLO_PORT: Final = 8081
HELLO: Final = (
    *("-m", "gunicorn", "--worker-class", "gthread", "--workers", "1", "--threads", "48"),
    *("--no-control-socket", "--worker-tmp-dir", "/dev/shm"),
    *("--bind", f"127.0.0.1:{HELLO_PORT}", "hello:app"),
)
"""Served as the table itself is."""

TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")
HOUR_S: Final = 3600.0
PAUSE_S: Final = 0.05


class Used(NamedTuple):
    """What a service has used up to now, and the memory that it holds now."""

    at_s: float
    cpu_s: float
    written_bytes: int
    memory_bytes: int


class Figures(NamedTuple):
    """What a service uses while nothing happens."""

    core_percent: float
    memory_mb: float
    written_kb_an_hour: float

    def __str__(self) -> str:
        return (
            f"{self.core_percent:.2f} % of a core, {self.memory_mb:.1f} MB, "
            f"{self.written_kb_an_hour:.0f} kB written an hour"
        )


def family(pid: int) -> Iterator[int]:
    """Give a process and all that it has started."""
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from family(int(child))


def used(pid: int) -> Used:
    """Add up what the processes of a service use; memory that several share is divided among them."""
    cpu_s, written, memory = 0.0, 0, 0
    for each in family(pid):
        proc = Path(f"/proc/{each}")
        fields = (proc / "stat").read_text().rpartition(")")[2].split()
        cpu_s += TICK_S * (int(fields[11]) + int(fields[12]))
        written += _number(proc / "io", "write_bytes:")
        memory += 1024 * _number(proc / "smaps_rollup", "Pss:")
    return Used(time.monotonic(), cpu_s, written, memory)


def _number(path: Path, key: str) -> int:
    return next(int(line.split()[1]) for line in path.read_text().splitlines() if line.startswith(key))


def idle(pids: dict[str, int], minutes: float) -> dict[str, Figures]:
    """Watch services, by their first processes, while nobody does anything."""
    before = {name: used(pid) for name, pid in pids.items()}
    time.sleep(60 * minutes)
    return {name: _between(before[name], used(pid)) for name, pid in pids.items()}


def _between(before: Used, after: Used) -> Figures:
    passed_s = after.at_s - before.at_s
    return Figures(
        100 * (after.cpu_s - before.cpu_s) / passed_s,
        after.memory_bytes / 1e6,
        (after.written_bytes - before.written_bytes) / 1e3 * HOUR_S / passed_s,
    )


def answers_after_s(begin: Callable[[], object], port: int, path: str = "/") -> float:
    """Begin something; give the time until it answers."""
    begun_s = time.monotonic()
    begin()
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}{path}"):
                return time.monotonic() - begun_s
        except (URLError, OSError):
            time.sleep(PAUSE_S)


def report(name: str, starts_s: float, figures: Figures) -> None:
    """Print one line of figures."""
    print(f"FIGURES {name}: answers {starts_s:.1f} s after its start; idle {figures}", flush=True)


def main() -> None:
    """Measure both without any virtual machine."""
    from bench.service.kills import FORM, GAME
    from bench.service.served import Served

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--camera", default="off")
    parser.add_argument("--minutes", type=float, default=5.0)
    wish = parser.parse_args()
    hello: list[subprocess.Popen[bytes]] = []
    folder = Path(__file__).parent
    with tempfile.TemporaryDirectory() as data, Served(Path(data) / "data", wish.camera) as table:
        table.kill()
        table_s = answers_after_s(table.start, table.port, "/healthz")
        hello_s = answers_after_s(
            lambda: hello.append(subprocess.Popen([sys.executable, *HELLO], cwd=folder)), HELLO_PORT
        )
        table.post(f"/new/{GAME}", **FORM)
        time.sleep(60)
        try:
            found = idle({"table": table.pid, "hello": hello[0].pid}, wish.minutes)
        finally:
            hello[0].terminate()
    report(f"the table, --camera {wish.camera}", table_s, found["table"])
    report("hello", hello_s, found["hello"])


if __name__ == "__main__":
    main()
