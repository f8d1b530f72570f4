"""How a hub grows: 10, 100 and 1,000 tables, and a database that fills.

One connection plays all tables here, with a window for each as a real table has: the hub cannot tell.
"""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import func, select

from bench.hub.rooms import HubProcess
from bench.hub.servers import HUSH, HubBroker, PostgreSQL, postgresql_programs, until
from companion.house.broker import hang_up, new_client
from companion.house.envelope import TABLES, Have, PublicEvent, table_of, topic
from companion.house.wishes import MqttWishes
from companion.hub.league import records
from companion.hub.league.counting import count_pending
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.migrate import migrate
from companion.hub.store.recording import store

STEPS = (10, 100, 1000)
EVENTS = int(os.environ.get("BENCH_HUB_EVENTS", "20000"))
FILL = int(os.environ.get("BENCH_HUB_FILL", "100000"))
WINDOW = 64
GAME_LENGTH = 100


def growth(folder: Path) -> dict[str, Any]:
    """Measure events a second and the cost of one with more and more tables; then a full database."""
    programs = postgresql_programs()
    assert programs is not None
    cluster = PostgreSQL(programs, durable=True)
    cluster.start()
    broker = HubBroker(folder / "broker", log=False)
    broker.start()
    found: dict[str, Any] = {}
    for tables in STEPS:
        hub = HubProcess(folder / f"hub{tables}", broker.address, cluster.new_database())
        hub.start()
        found[f"{tables} tables"] = _taken(broker, hub, tables)
        hub.kill()
    broker.stop()
    found[f"{FILL} events"] = _filled(cluster)
    cluster.remove()
    return found


def events_of(table: str, count: int) -> list[PublicEvent]:
    """Give events of games one after the other, as a table tells them."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    found = []
    for number in range(count):
        game, seq = f"{table}-{number // GAME_LENGTH}", number % GAME_LENGTH + 1
        names = [f"{table} {seat}" for seat in "AB"]
        body: dict[str, Any] = {"by": 1, "text": "{who} moves {n} spaces.", "values": {"n": 4}}
        kind = "action"
        if seq == 1:
            kind, body = "started", {"slug": "filler", "title": "Filler", "names": names}
        elif seq == GAME_LENGTH:
            kind, body = "finished", {"winners": [number % 2 + 1], "totals": {"1": number % 40, "2": 20}}
        found.append(PublicEvent(game, seq, at, kind, body))
    return found


def _taken(broker: HubBroker, hub: HubProcess, tables: int) -> dict[str, float]:
    """Send as many events as the hub takes, from so many tables at once."""
    names = [f"t{tables}-{number}" for number in range(tables)]
    queues = {name: events_of(name, EVENTS // tables) for name in names}
    sent, stored, news = dict.fromkeys(names, 0), dict.fromkeys(names, 0), threading.Event()
    places = {
        name: {event.game: number for number, event in enumerate(queue) if event.seq == 1}
        for name, queue in queues.items()
    }
    line = MqttWishes(True, "127.0.0.1", broker.port, user="hub", password=HUSH)
    client: Any = new_client(line, "", v5=True)

    def heard(_client: Any, _data: Any, message: Any) -> None:
        name = table_of(message.topic)
        if name in stored:
            have = msgspec.json.decode(message.payload, type=Have)
            stored[name] = max(stored[name], *(places[name][game] + seq for game, seq in have.games.items()))
            news.set()

    client.on_message = heard
    client.on_connect = lambda *_: client.subscribe(f"{TABLES}/+/have", 0)
    client.max_inflight_messages_set(1000)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    until(client.is_connected, "no broker")
    time.sleep(0.5)
    used_s, begun_s, total = hub.used_s(), time.perf_counter(), sum(map(len, queues.values()))
    while sum(stored.values()) < total:
        news.clear()
        waits = True
        for name, queue in queues.items():
            room = min(len(queue), stored[name] + max(1, min(WINDOW, 4000 // tables)))
            for event in queue[sent[name] : room]:
                client.publish(topic(name, "events"), msgspec.json.encode(event), qos=1)
                waits = False
            sent[name] = max(sent[name], room)
        if waits and not news.wait(15):
            for name in names:  # what the broker has let go is sent again, as a table does
                sent[name] = stored[name]
    lasted_s = time.perf_counter() - begun_s
    used_s = hub.used_s() - used_s
    hang_up(client)
    return {
        "events a second": total / lasted_s,
        "hub's processor ms an event": 1000 * used_s / total,
        "memory MB": hub.memory_mb(),
    }


def _filled(cluster: PostgreSQL) -> dict[str, float]:
    """Fill a database, and measure the questions that pages ask."""
    database = Database(cluster.new_database())
    migrate(database)
    begun_s = time.perf_counter()
    per_table = FILL // 20
    for number in range(20):
        queue = events_of(f"full-{number}", per_table)
        for start in range(0, len(queue), 500):
            store(database, [(f"full-{number}", event) for event in queue[start : start + 500]])
    stored_s = time.perf_counter() - begun_s
    begun_s = time.perf_counter()
    counted = count_pending(database)
    counted_s = time.perf_counter() - begun_s
    asked: dict[str, list[float]] = defaultdict(list)
    for _ in range(5):
        with database.reading() as connection:
            for name, ask in (
                ("rating list", lambda c=connection: records.rating_list(c)),
                ("latest games", lambda c=connection: records.plays(c, schema.games.c.over)),
                ("records", lambda c=connection: records.records(c)),
            ):
                at_s = time.perf_counter()
                ask()
                asked[name].append(1000 * (time.perf_counter() - at_s))
    with database.reading() as connection:
        size = connection.scalar(select(func.pg_database_size(func.current_database())))
    database.close()
    return {
        "stored a second, without broker": FILL / stored_s,
        "results counted a second": counted / counted_s,
        "bytes an event": (size or 0) / FILL,
        **{f"{name} ms": statistics.median(each) for name, each in asked.items()},
    }
