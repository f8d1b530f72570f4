"""The hub: events lost by kills, latency to screens, events a second, growth, and the tables' own pace."""

from __future__ import annotations

import os
import random
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bench.hub.growth import growth
from bench.hub.rooms import HubProcess, PlayedTable, Screens, every, recorded_game
from bench.hub.servers import (
    HUSH,
    HubBroker,
    PostgreSQL,
    broker_missing,
    postgresql_missing,
    postgresql_programs,
    until,
)
from companion.house.wishes import MqttWishes
from companion.hub.broker.users import add_table
from companion.hub.store import schema
from companion.hub.store.database import Database

TABLES = int(os.environ.get("BENCH_HUB_TABLES", "30"))
KILLS = int(os.environ.get("BENCH_HUB_KILLS", "10"))
SECONDS = float(os.environ.get("BENCH_HUB_SECONDS", "120"))
PAUSE_S = float(os.environ.get("BENCH_HUB_PAUSE", "0.5"))
"""Between two events of a table. At a real table about 30 s pass: so this is 60 times as fast."""

SCREENS = 20


def run() -> dict[str, Any]:
    """Give all figures."""
    missing = broker_missing() or postgresql_missing()
    if missing:
        return {"not measured": missing}
    with tempfile.TemporaryDirectory(prefix="bench-hub-") as name:
        folder = Path(name)
        return {
            "killed": killed(folder / "killed"),
            "latency": latency(folder / "latency"),
            "own pace": pace(folder / "pace"),
            "growth": growth(folder / "growth"),
        }


@contextmanager
def servers(folder: Path) -> Iterator[tuple[HubBroker, PostgreSQL, HubProcess]]:
    """Give a broker, a database and a hub that run."""
    programs = postgresql_programs()
    assert programs is not None
    broker, cluster = HubBroker(folder / "broker", log=False), PostgreSQL(programs, durable=True)
    broker.start()
    cluster.start()
    hub = HubProcess(folder / "hub", broker.address, cluster.new_database())
    hub.start()
    try:
        yield broker, cluster, hub
    finally:
        hub.kill()
        broker.stop()
        cluster.remove()


def tables_of(folder: Path, broker: HubBroker, count: int) -> list[PlayedTable]:
    """Give tables that are connected."""
    folder.mkdir(parents=True, exist_ok=True)
    line = MqttWishes(True, "127.0.0.1", broker.port, user="hub", password=HUSH)
    games = [recorded_game(folder, seed) for seed in range(3)]
    found = []
    for number in range(1, count + 1):
        name = f"table-{number}"
        password = add_table(line, name)
        found.append(PlayedTable(folder / name, name, broker.address, password, games[number % 3]))
        found[-1].connect()
    return found


def killed(folder: Path) -> dict[str, Any]:
    """Kill broker, hub and database again and again while all tables play, and count what is lost."""
    rng = random.Random(1)
    with servers(folder) as (broker, cluster, hub):
        tables, stop = tables_of(folder, broker, TABLES), threading.Event()
        players = [threading.Thread(target=every, args=(PAUSE_S, stop, each.act)) for each in tables]
        for each in players:
            each.start()
        begun_s, kills, cuts = time.monotonic(), 0, 0
        ways = [lambda: _again(broker), lambda: _again_hub(hub), lambda: _again_database(cluster)]
        for number in range(3 * KILLS):
            time.sleep(max(0.0, begun_s + (number + 0.5) * SECONDS / (3 * KILLS) - time.monotonic()))
            ways[number % 3]()
            kills += 1
            cuts += _cut_some(rng.sample(tables, 2))
        time.sleep(max(0.0, begun_s + SECONDS - time.monotonic()))
        stop.set()
        for each in players:
            each.join()
        until(hub.healthy, "the hub is not well again", 120)
        ended_s = time.monotonic()
        until(lambda: not any(each.line and each.line.waiting for each in tables), "not all arrived", 300)
        caught_up_s = time.monotonic() - ended_s
        figures = _compared(tables, hub.database)
        for each in tables:
            each.close()
    return {
        "tables": TABLES,
        "kills": kills,
        "tables cut off": cuts,
        "seconds": SECONDS,
        "seconds to catch up": caught_up_s,
        **figures,
    }


def _again(broker: HubBroker) -> None:
    broker.stop(signal.SIGKILL)
    broker.start()


def _again_hub(hub: HubProcess) -> None:
    hub.kill()
    hub.start(wait=False)


def _again_database(cluster: PostgreSQL) -> None:
    cluster.kill()
    cluster.start()


def _cut_some(tables: list[PlayedTable]) -> int:
    for each in tables:
        each.cut()
    for each in tables:
        each.connect()
    return len(tables)


def _compared(tables: list[PlayedTable], address: str) -> dict[str, int]:
    """Compare what the tables hold with what the hub has stored."""
    database = Database(address)
    games, events = schema.games, schema.events
    query = (
        select(games.c.table_name, games.c.game, events.c.seq, events.c.at, events.c.received_at)
        .select_from(events.join(games, events.c.game_id == games.c.id))
        .order_by(games.c.id, events.c.seq)
    )
    with database.reading() as connection:
        rows = connection.execute(query).all()
    database.close()
    stored = [(row.table_name, row.game, row.seq, row.at) for row in rows]
    told = {
        (table.name, game, seq, at)
        for table in tables
        for game, logged in table.told().items()
        for seq, at in logged
    }
    turned = sum(
        one.received_at > other.received_at
        for one, other in pairwise(rows)
        if (one.table_name, one.game) == (other.table_name, other.game)
    )
    return {
        "events": len(told),
        "lost": len(told - set(stored)),
        "double": len(stored) - len(set(stored)),
        "that no table has": len(set(stored) - told),
        "out of order": turned,
    }


def latency(folder: Path) -> dict[str, Any]:
    """Measure from an event's commit at a table to each open screen."""
    with servers(folder) as (broker, _, hub):
        tables, stop = tables_of(folder, broker, TABLES), threading.Event()
        until(lambda: not any(each.line and each.line.waiting for each in tables), "not all connected", 120)
        screens = Screens(hub, SCREENS)

        def acts(table: PlayedTable) -> None:
            seq = table.act()
            screens.acted(table.name, seq)

        players = [threading.Thread(target=every, args=(1.0, stop, partial(acts, each))) for each in tables]
        used_s = hub.used_s()
        begun_s = time.monotonic()
        for each in players:
            each.start()
            time.sleep(1 / len(players))
        time.sleep(min(30.0, SECONDS))
        stop.set()
        for each in players:
            each.join()
        time.sleep(1.0)
        used_s, lasted_s = hub.used_s() - used_s, time.monotonic() - begun_s
        screens.close()
        for each in tables:
            each.close()
    waits_ms = sorted(1000 * each for each in screens.waits_s)
    return {
        "tables": TABLES,
        "screens": SCREENS,
        "events a second": len(screens.done) / lasted_s,
        "median ms": statistics.median(waits_ms),
        "95 % ms": waits_ms[int(len(waits_ms) * 0.95)],
        "hub's processor ms an event": 1000 * used_s / len(screens.done),
        "cards sent": screens.cards,
    }


def pace(folder: Path) -> dict[str, Any]:
    """Measure a table's own pace with the hub on, off and unreachable, in an order that chance gives."""
    with servers(folder) as (broker, _, _hub):
        (on,) = tables_of(folder, broker, 1)
        games = recorded_game(folder, 7)
        off = PlayedTable(folder / "off", "off", broker.address, "", games)
        away = PlayedTable(folder / "away", "away", "127.0.0.1:1", "", games)
        away.connect()
        times: dict[str, list[float]] = {"off": [], "on": [], "unreachable": []}
        named = [("off", off), ("on", on), ("unreachable", away)]
        rng = random.Random(1)
        for _ in range(400):
            for name, table in rng.sample(named, 3):
                begun_s = time.perf_counter()
                table.act()
                times[name].append(time.perf_counter() - begun_s)
                time.sleep(0.03)  # what the last one has set going is over
        for table in (on, off, away):
            table.close()
    medians = {name: 1000 * statistics.median(each) for name, each in times.items()}
    return {
        **{f"hub {name}: median ms from tap to news": value for name, value in medians.items()},
        "ratio on / off": medians["on"] / medians["off"],
        "ratio unreachable / off": medians["unreachable"] / medians["off"],
    }
