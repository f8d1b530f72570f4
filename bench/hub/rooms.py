"""A hub as a process of its own, tables that play recorded games, and screens that look on."""

from __future__ import annotations

import os
import random
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec

from bench.hub.servers import HUSH, listens, until
from bench.service.served import free_port
from companion.house.hub_line import HubLine
from companion.house.hub_wishes import HubWishes
from companion.house.outbox import Outbox, membership
from companion.hub.store.database import Database
from companion.hub.store.keys import new_key
from companion.hub.store.migrate import migrate
from companion.record.events import Settings
from companion.rules.game import CHANCE, Action
from companion.sessions.session import Session
from companion.sessions.store import Store

ROOT = Path(__file__).resolve().parents[2]
SLUG = "caterpillar-filler"


def recorded_game(folder: Path, seed: int) -> list[Action]:
    """Give the actions of a whole game that chance has played."""
    rng, actions = random.Random(seed), []
    with Store(folder / f"recorded{seed}.db") as store:
        session = new_game(store)
        while session.state.outcome is None:
            state = session.state
            if CHANCE in state.actors:
                action = rng.choice([each for each, _ in state.odds()])
            else:
                legal = state.legal(rng.choice(state.actors))
                action = rng.choice([each for each, _ in zip(legal, range(30), strict=False)])
            session.act(action)
            actions.append(action)
    return actions


def new_game(store: Store) -> Session:
    """Begin a game in which everything is tapped."""
    return store.new_session(SLUG, ["Ann", "Bob"], settings=Settings(camera=False, otherwise="tap"))


class PlayedTable:
    """A real table without camera and pages: a store on the disk and the line to the hub."""

    def __init__(self, folder: Path, name: str, broker: str, password: str, actions: list[Action]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name, self._folder, self._actions = name, folder, actions
        self.store = Store(folder / "games.db")
        self._wishes = HubWishes(broker, name, password)
        self.line: HubLine | None = None
        self._next(first=True)

    def _next(self, *, first: bool = False) -> None:
        self.session, self._at = new_game(self.store), 0
        if not first and self.line is not None:
            self._attach()

    def _attach(self) -> None:
        if self.line is not None:
            self._detach = self.line.attach(self.session, None)

    def connect(self) -> None:
        """Connect to the hub."""
        member = membership(self._folder, self.store)
        self.line = HubLine(self._wishes, Outbox(self.store, member), member.installation)
        self._attach()
        self.line.start()

    def cut(self) -> None:
        """Cut it off from the hub."""
        if self.line is not None:
            self._detach()
            self.line.stop()
            self.line = None

    def act(self) -> int:
        """Do what was recorded next; after the last the next game begins. Give the event's number."""
        if self._at >= len(self._actions):
            if self.line is not None:
                self._detach()
            self._next()
        self.session.act(self._actions[self._at])
        self._at += 1
        return self.session.seq

    def told(self) -> dict[str, list[tuple[int, str]]]:
        """Give number and moment of all events of all games."""
        games = [self.store.load(each.id) for each in self.store.sessions()]
        return {game.id: [(each.seq, each.at) for each in game.events] for game in games}

    def close(self) -> None:
        """Let go of everything."""
        self.cut()
        self.store.close()


class HubProcess:
    """`companion hub serve`, which may be killed."""

    def __init__(self, folder: Path, broker: str, database: str, more: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port, self.database, self._folder = free_port(), database, folder
        settings = folder / "hub.toml"
        settings.write_text(f'broker = "{broker}"\npassword = "{HUSH}"\ndatabase = "{database}"\n{more}')
        self._environment = {**os.environ, "COMPANION_HUB_CONFIG": str(settings)}
        self._process: subprocess.Popen[bytes] | None = None
        made = Database(database)
        migrate(made)
        self.key = new_key(made, "screen", "bench", timedelta(days=1))
        made.close()

    def start(self, *, wait: bool = True) -> None:
        """Start it."""
        command = [str(Path(sys.executable).parent / "companion"), "hub", "serve"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self._folder)],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if wait:
            until(lambda: listens(self.port) and self.healthy(), "the hub did not come up", 120)

    def healthy(self) -> bool:
        """Whether it says that it takes and stores."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return b" 200 " in line.recv(100)
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it with all its processes."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            until(lambda: not listens(self.port), "the hub did not die")

    def _pids(self) -> list[int]:
        pid = self._process.pid if self._process else 0
        found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
        return [pid, *map(int, found.stdout.split())]

    def used_s(self) -> float:
        """Give the seconds of a processor that it has used."""
        ticks = 0
        for pid in self._pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Give the memory of the process that serves."""
        status = Path(f"/proc/{self._pids()[-1]}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


class Screens:
    """Open screens, which note when they first hear of an event."""

    def __init__(self, hub: HubProcess, count: int) -> None:
        self._selector, self._stop = selectors.DefaultSelector(), threading.Event()
        self._seen: list[dict[str, int]] = []
        self.done: dict[tuple[str, int], float] = {}
        self.waits_s: list[float] = []
        self._lock = threading.Lock()
        self.cards = 0
        request = f"GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {hub.key}\r\n\r\n"
        for number in range(count):
            line = socket.create_connection(("127.0.0.1", hub.port))
            line.sendall(request.encode())
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ, (number, bytearray()))
            self._seen.append(defaultdict(int))
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def acted(self, table: str, seq: int) -> None:
        """Note that an event has been committed at a table now."""
        with self._lock:
            self.done[table, seq] = time.monotonic()

    def _look(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.2):
                number, kept = key.data
                kept += key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
                *lines, rest = bytes(kept).split(b"\n")
                kept[:] = rest
                heard_s = time.monotonic()
                for line in lines:
                    if line.startswith(b"data: "):
                        self._card(number, line.removeprefix(b"data: "), heard_s)

    def _card(self, number: int, data: bytes, heard_s: float) -> None:
        card = msgspec.json.decode(data)
        self.cards += 1
        table = card["table"]
        seq = int(card["html"].partition('data-seq="')[2].partition('"')[0] or 0)
        with self._lock:
            for each in range(self._seen[number][table] + 1, seq + 1):
                begun_s = self.done.get((table, each))
                if begun_s is not None:
                    self.waits_s.append(heard_s - begun_s)
            self._seen[number][table] = max(seq, self._seen[number][table])

    def close(self) -> None:
        """Close them."""
        self._stop.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def every(pause_s: float, stop: threading.Event, do: Callable[[], None]) -> None:
    """Do something again and again, on time as far as the machine allows."""
    next_s = time.monotonic()
    while not stop.is_set():
        do()
        next_s = max(next_s + pause_s, time.monotonic())
        stop.wait(next_s - time.monotonic())
