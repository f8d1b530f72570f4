"""Storage: what a durable event costs, and what is left after a power cut at any byte, or a kill."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from bench.service.kills import figures as kill_figures
from companion.record.draws import pick
from companion.record.setup import begin_set_up
from companion.repair.raw_pages import PAGE_BYTES
from companion.repair.salvage import open_checked
from companion.repair.soundness import check_file
from companion.rules.catalogue import load_game
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.storage.database import Database
from companion.storage.kept_sums import sums_path
from companion.storage.rows import Row

SECTOR = 512
"""Bytes that a disk writes as a whole, at worst."""

GAME = "caterpillar-filler"

KILLS = 30


class Cut(NamedTuple):
    """One power cut: the log's first ``length`` bytes reached the disk, then ``tail``."""

    length: int
    tail: str
    events: int
    promised: int
    in_order: bool

    @property
    def good(self) -> bool:
        """Whether nothing that was promised is lost, and nothing is out of order."""
        return self.in_order and self.events >= self.promised


def power_cuts(folder: Path, events: int) -> Iterator[Cut]:
    """Write events, then cut the write-ahead log after every sector and open what is left.

    A commit is promised from the moment at which it returned; behind the cut there is nothing, or
    noise, or zeros up to the length that the file had. There must be few enough events (some
    hundreds) that SQLite does not empty the log on its own.
    """
    path = folder / "whole.sqlite"
    Database(path).close()
    database = Database(path)
    database.create("game", "now", [_row(1)])
    wal = path.with_name(f"{path.name}-wal")
    promised_at = [wal.stat().st_size]
    for seq in range(2, events + 1):
        database.append("game", [_row(seq)])
        promised_at.append(wal.stat().st_size)
    main, log = path.read_bytes(), wal.read_bytes()
    database.close()
    noise = random.Random(0).randbytes(len(log))
    for length in (*range(0, len(log), SECTOR), len(log)):
        promised = sum(size <= length for size in promised_at)
        for tail, behind in (
            ("nothing", b""),
            ("noise", noise[length:]),
            ("zeros", bytes(len(log) - length)),
        ):
            events_left, in_order = _left(folder, main, log[:length] + behind)
            yield Cut(length, tail, events_left, promised, in_order)


def _left(folder: Path, main: bytes, log: bytes) -> tuple[int, bool]:
    path = folder / "cut.sqlite"
    path.write_bytes(main)
    path.with_name("cut.sqlite-wal").write_bytes(log)
    database, notice = open_checked(path)
    found = database.events("game")
    database.close()
    return len(found), not notice and found == [_row(seq) for seq in range(1, len(found) + 1)]


def _row(seq: int) -> Row:
    body = f'{{"kind":"action","by":1,"text":"H4-H5-H6-H7","source":"camera","confidence":0.97{seq:04}}}'
    return Row(seq, "2026-11-21T20:00:00.000+00:00", "action", 1, body)


def run() -> dict[str, Any]:
    """Measure on the disk that holds the temporary folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cuts = list(power_cuts(folder, 60))
        return {
            "durable event": _durable_event(folder),
            "long game": _long_game(folder),
            "start": _start(folder),
            "draws a second": round(_draws_a_second()),
            "power cuts tried": len(cuts),
            "power cuts that lost a promised event or broke the log": sum(not cut.good for cut in cuts),
            **kill_figures(folder, KILLS),
        }


def _durable_event(folder: Path, events: int = 500) -> dict[str, Any]:
    with Store(folder / "cost.sqlite") as store:
        session = store.new_session(GAME, ["Anna", "Ben"])
        wal = folder / "cost.sqlite-wal"
        before = wal.stat().st_size
        times_ms = []
        for number in range(events):
            start_s = time.perf_counter()
            session.note(f"Something about as long as a move and its source, number {number:04}")
            times_ms.append((time.perf_counter() - start_s) * 1000)
        grown = wal.stat().st_size - before
    return {
        "events": events,
        "median ms": statistics.median(times_ms),
        "95 % below, ms": statistics.quantiles(times_ms, n=20)[-1],
        "bytes of log an event": round(grown / events),
    }


def _long_game(folder: Path, actions: int = 400) -> dict[str, Any]:
    path = folder / "long.sqlite"
    with Store(path) as store:
        set_up = begin_set_up(load_game(GAME), {"turn_limit": "100"}, "bench")
        session = store.new_session(GAME, ["Anna", "Ben", "Cleo"], set_up=set_up)
        _play_on(session, actions)
        ident, events = session.id, session.seq
    with Store(path) as store:
        start_s = time.perf_counter()
        session = store.load(ident)
        loaded_s = time.perf_counter()
        middle = len(session.line) // 2
        action = session.game.parse(session.line[middle].by, session.line[middle].text)
        session.preview_correction(middle, [action])
        corrected_s = time.perf_counter()
        session.record()
        recorded_s = time.perf_counter()
    return {
        "events": events,
        "opening it, ms": (loaded_s - start_s) * 1000,
        "working out a correction in its middle, ms": (corrected_s - loaded_s) * 1000,
        "writing its record, ms": (recorded_s - corrected_s) * 1000,
        "size on disk, bytes": path.stat().st_size,
    }


def _start(folder: Path, games: int = 200, events: int = 150) -> dict[str, Any]:
    """Time the looks at a store with many games, and the repair of one damaged page of it."""
    path = folder / "many" / "games.sqlite"
    with closing(Database(path)) as database:
        rows = {f"{game:012x}": [_row(seq) for seq in range(1, events + 1)] for game in range(games)}
        database.create_all({game: (log[0].at, log, ()) for game, log in rows.items()})
    figures: dict[str, Any] = {
        "games": games,
        "events of each": events,
        "size on disk, bytes": path.stat().st_size,
        "opening it after a clean stop, ms": _opened_ms(path),
    }
    sums_path(path).unlink()
    figures["opening it after a power cut, ms"] = _opened_ms(path)
    start_s = time.perf_counter()
    check_file(path, full=True)
    figures["the full check in the background, ms"] = (time.perf_counter() - start_s) * 1000
    with path.open("r+b") as file:
        file.seek(100 * PAGE_BYTES)
        file.write(random.Random(0).randbytes(PAGE_BYTES))
    figures["opening it with a damaged page, repair included, ms"] = _opened_ms(path)
    return figures


def _opened_ms(path: Path) -> float:
    start_s = time.perf_counter()
    database, _ = open_checked(path)
    took_s = time.perf_counter() - start_s
    database.close()
    return took_s * 1000


def _play_on(session: Session, actions: int) -> None:
    chooser = random.Random(1)
    while session.state.actors and len(session.line) < actions:
        actor = session.state.actors[0]
        if not actor:
            session.draw()
            continue
        session.act(chooser.choice(list(islice(session.state.legal(actor), 20))))


def _draws_a_second(draws: int = 20_000) -> float:
    start_s = time.perf_counter()
    for number in range(draws):
        pick("bench", number, (1, 1, 1, 1, 1, 1))
    return draws / (time.perf_counter() - start_s)
