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
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import func, select

from bench.hub.rooms import HubProcess
from bench.hub.servers import HUSH, HubBroker, PostgreSQL, postgresql_programs
from companion.house.broker import hang_up, new_client
from companion.house.envelope import TABLES, Have, PublicEvent, table_of, topic
from companion.house.wishes import MqttWishes
from companion.hub.league import records
from companion.hub.league.counting import count_pending
from companion.hub.league.ratings import recount
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.migrate import migrate
from companion.hub.store.recording import store

STEPS = (10, 100, 1000)
EVENTS = int(os.environ.get("BENCH_HUB_EVENTS", "20000"))
FILL = int(os.environ.get("BENCH_HUB_FILL", "100000"))
WINDOW = 64
ON_THEIR_WAY = 4000
"""Events of all tables together that wait for the hub's word; the broker queues 5,000."""

SILENCE_S = 15.0
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
        found[f"{tables} tables"] = _taken(broker, hub, tables, EVENTS)
        hub.kill()
    broker.stop()
    found |= _filled(cluster)
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


class Fleet:
    """Many tables that play at once; each sends on when the hub says what it has, as a real one does."""

    def __init__(self, broker: HubBroker, names: list[str], count: int) -> None:
        self._queues = {name: events_of(name, count // len(names)) for name in names}
        self._begins = {
            name: {event.game: number for number, event in enumerate(queue) if event.seq == 1}
            for name, queue in self._queues.items()
        }
        self._window = max(1, min(WINDOW, ON_THEIR_WAY // len(names)))
        self._sent, self._stored = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        self.total = sum(map(len, self._queues.values()))
        self.stored, self._heard_s = 0, time.monotonic()
        line = MqttWishes(True, "127.0.0.1", broker.port, user="hub", password=HUSH)
        self._client: Any = new_client(line, "", v5=True)
        self._client.on_message = self._heard
        self._client.on_connect = lambda *_: self._client.subscribe(f"{TABLES}/+/have", 0)
        self._client.max_inflight_messages_set(2 * ON_THEIR_WAY)
        subscribed = threading.Event()
        self._client.on_subscribe = lambda *_: subscribed.set()
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()
        assert subscribed.wait(30), "no broker"

    def play(self) -> None:
        """Send everything; return when the hub has it all."""
        for name in self._queues:
            self._send(name)
        while self.stored < self.total:
            time.sleep(0.02)
            if time.monotonic() - self._heard_s > SILENCE_S:
                self._heard_s = time.monotonic()
                for name in self._queues:  # what the broker has let go is sent again, as a table does
                    self._sent[name] = self._stored[name]
                    self._send(name)

    def _send(self, name: str) -> None:
        queue, sent = self._queues[name], self._sent[name]
        room = min(len(queue), self._stored[name] + self._window)
        for event in queue[sent:room]:
            self._client.publish(topic(name, "events"), msgspec.json.encode(event), qos=1)
        self._sent[name] = max(sent, room)

    def _heard(self, _client: Any, _data: Any, message: Any) -> None:
        name = table_of(message.topic)
        if name not in self._queues:
            return
        have = msgspec.json.decode(message.payload, type=Have)
        before, begins = self._stored[name], self._begins[name]
        after = max(before, *(begins[game] + seq for game, seq in have.games.items()))
        self._stored[name], self._heard_s = after, time.monotonic()
        self._send(name)
        self.stored += after - before

    def close(self) -> None:
        """Hang up."""
        hang_up(self._client)


def _taken(broker: HubBroker, hub: HubProcess, tables: int, count: int) -> dict[str, float]:
    """Send as many events as the hub takes, from so many tables at once."""
    fleet = Fleet(broker, [f"t{tables}-{number}" for number in range(tables)], count)
    used_s, own_s, begun_s = hub.used_s(), time.process_time(), time.perf_counter()
    fleet.play()
    lasted_s, used_s = time.perf_counter() - begun_s, hub.used_s() - used_s
    own_s = time.process_time() - own_s
    fleet.close()
    return {
        "events": fleet.total,
        "events a second": fleet.total / lasted_s,
        "hub's processor ms an event": 1000 * used_s / fleet.total,
        "the measuring side's processor ms an event": 1000 * own_s / fleet.total,
        "memory MB": hub.memory_mb(),
    }


def _filled(cluster: PostgreSQL) -> dict[str, dict[str, float]]:
    """Fill a database by tens, and measure at each step what pages ask."""
    database = Database(cluster.new_database())
    migrate(database)
    found, stored, sizes = {}, 0, [FILL // 100, FILL // 10, FILL]
    for number, size in enumerate(sizes):
        queues = [
            (f"full-{number}-{each}", events_of(f"full-{number}-{each}", (size - stored) // 20))
            for each in range(20)
        ]
        arrived = [(name, event) for name, queue in queues for event in queue]
        begun_s = time.perf_counter()
        for start in range(0, len(arrived), 500):
            store(database, arrived[start : start + 500])
        stored_s = time.perf_counter() - begun_s
        begun_s = time.perf_counter()
        counted = count_pending(database)
        counted_s = time.perf_counter() - begun_s
        stored += len(arrived)
        found[f"{stored} events"] = {
            "stored a second, without broker": len(arrived) / stored_s,
            "results counted a second": counted / counted_s,
            **_asked(database),
            "bytes an event": _size(database) / stored,
        }
    database.close()
    return found


def _asked(database: Database) -> dict[str, float]:
    """Measure the questions of pages, and what a correction costs: every rating is counted again."""
    asked: dict[str, list[float]] = defaultdict(list)
    for _ in range(5):
        with database.reading() as connection:
            for name, ask in (
                ("rating list ms", partial(records.rating_list, connection)),
                ("latest games ms", partial(records.plays, connection, schema.games.c.over)),
                ("records ms", partial(records.records, connection)),
            ):
                at_s = time.perf_counter()
                ask()
                asked[name].append(1000 * (time.perf_counter() - at_s))
    with database.writing() as connection:
        at_s = time.perf_counter()
        recount(connection)
        asked["a correction ms"].append(1000 * (time.perf_counter() - at_s))
    return {name: statistics.median(each) for name, each in asked.items()}


def _size(database: Database) -> int:
    with database.reading() as connection:
        return int(connection.scalar(select(func.pg_database_size(func.current_database()))) or 0)
