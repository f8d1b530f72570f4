"""From the broker into the database: what tables send is acknowledged when it is committed, not before.

Several hubs share the tables' topics (an MQTT shared subscription): each event goes to one of them. A table
sends again what a hub had in hand when it was killed, because nobody has said that it is stored.
"""

from __future__ import annotations

import logging
import queue
import re
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError

from companion.house.broker import hang_up, new_client, refused
from companion.house.envelope import CALL, MOST_BYTES, TABLES, Have, Hello, PublicEvent, table_of, topic
from companion.house.wishes import MqttWishes
from companion.hub.errors import HubError
from companion.hub.ops.metrics import Metrics
from companion.hub.store import members, notices
from companion.hub.store.database import Database, trouble_of
from companion.hub.store.recording import Arrived, Stored, store, stored_lengths
from companion.rules.message import Message

_log = logging.getLogger(__name__)

SHARE: Final = "$share/hub"
BATCH: Final = 500
WAITING: Final = 20_000
"""Messages in memory; further ones are let go, and the tables send them again."""

EARLY_S: Final = 2.0
"""So long an event waits in memory for those before it, which another hub may be storing."""

RETRY_S: Final = 0.5
TABLE: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def _kind_of(name: str) -> type[Hello | PublicEvent]:
    return Hello if name.endswith("/hello") else PublicEvent


class Intake:
    """Takes what tables send.

    Parameters
    ----------
    line
        Which broker, and as whom.
    database
        Where events are kept.
    metrics
        Counts what happens.
    counted
        Called when the result of a game has changed.
    """

    def __init__(
        self,
        line: MqttWishes,
        database: Database,
        metrics: Metrics,
        counted: Callable[[], None] = lambda: None,
    ) -> None:
        self._line, self._database, self._metrics, self._counted = line, database, metrics, counted
        self._queue: queue.Queue[tuple[str, Hello | PublicEvent]] = queue.Queue(WAITING)
        self._early: list[tuple[float, Arrived]] = []
        self._stop = threading.Event()
        self.trouble: HubError | None = None
        self.connected = False
        self._client: Any = new_client(line, f"hub-intake-{secrets.token_hex(4)}", v5=True)
        self._client.reconnect_delay_set(1, 8)
        self._client.on_connect = self._answered
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._heard
        self._thread = threading.Thread(target=self._work, name="intake", daemon=True)

    def start(self) -> None:
        """Connect, now or when the broker is there, and store from then on."""
        self._client.connect_async(self._line.host, self._line.port, keepalive=20)
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Store what is in hand, and hang up."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(10)
        hang_up(self._client)

    def _answered(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            trouble = refused(self._line, reason)
            _log.error("%s", trouble.sentence, extra={"code": trouble.code})
            return
        client.subscribe([(f"{SHARE}/{TABLES}/+/events", 1), (f"{SHARE}/{TABLES}/+/hello", 1)])
        client.publish(CALL, b"{}", qos=1)
        self.connected = True

    def _disconnected(self, *_: Any) -> None:
        self.connected = False

    def _heard(self, _client: Any, _data: Any, message: Any) -> None:
        table, kind = table_of(message.topic), _kind_of(message.topic)
        if not TABLE.fullmatch(table):
            return
        if len(message.payload) > MOST_BYTES and kind is PublicEvent:
            self._metrics.unreadable.inc()
            _log.warning("The table %s sent %d bytes, which is no event.", table, len(message.payload))
            return
        try:
            value: Hello | PublicEvent = msgspec.json.decode(message.payload, type=kind)
            self._queue.put_nowait((table, value))
        except msgspec.MsgspecError as error:
            self._metrics.unreadable.inc()
            _log.warning("The table %s sent what cannot be read: %s", table, error)
        except queue.Full:
            self._metrics.let_go.inc()  # the table sends it again

    def _work(self) -> None:
        batch: list[tuple[str, Hello | PublicEvent]] = []
        while not self._stop.is_set() or batch or not self._queue.empty():
            try:
                batch = batch or self._next()
                if batch or self._early:
                    self._process(batch)
                batch = []
                self._well()
            except (OperationalError, InterfaceError, InternalError) as error:
                self._ill(trouble_of(error))
                if self._stop.is_set():
                    return  # the tables have it all
                self._stop.wait(RETRY_S)
            except Exception:  # noqa: BLE001 - whatever a table sends, the others are heard
                _log.exception("A batch could not be stored whole; each message of it is tried alone.")
                self._process_singly(batch)
                batch = []

    def _next(self) -> list[tuple[str, Hello | PublicEvent]]:
        batch = []
        try:
            batch.append(self._queue.get(timeout=0.05 if self._early else 0.25))
            while len(batch) < BATCH:
                batch.append(self._queue.get_nowait())
        except queue.Empty:
            pass
        return batch

    def _well(self) -> None:
        if self.trouble is not None:
            _log.warning("The hub stores again.")
        self.trouble = None

    def _ill(self, trouble: HubError) -> None:
        if self.trouble is None or self.trouble.code != trouble.code:
            _log.error("%s", trouble.sentence, extra={"code": trouble.code})
        self.trouble = trouble
        self._metrics.failures.inc()

    def _process(self, batch: list[tuple[str, Hello | PublicEvent]]) -> None:
        """Store a batch; raises what the database raises, and then nothing of it counts."""
        begun_s = time.perf_counter()
        waiting = self._early
        events = [each for _, each in waiting]
        events += [(table, value) for table, value in batch if isinstance(value, PublicEvent)]
        if events:
            done = store(self._database, events)
            self._early = self._still_early(done, waiting)
            self._note(done, time.perf_counter() - begun_s)
        for table, value in batch:
            if isinstance(value, Hello):
                self._greet(table, value)

    def _process_singly(self, batch: list[tuple[str, Hello | PublicEvent]]) -> None:
        self._early = []
        for each in batch:
            try:
                self._process([each])
            except Exception as error:  # noqa: BLE001 - as above
                self._metrics.unreadable.inc()
                _log.warning("A message of the table %s is left out: %s", each[0], error)

    def _still_early(self, done: Stored, waiting: list[tuple[float, Arrived]]) -> list[tuple[float, Arrived]]:
        now_s = time.monotonic()
        since = {(table, event.game, event.seq): at_s for at_s, (table, event) in waiting}
        kept = [
            (since.get((table, event.game, event.seq), now_s), (table, event)) for table, event in done.early
        ]
        return [(at_s, arrived) for at_s, arrived in kept if now_s - at_s < EARLY_S]

    def _note(self, done: Stored, took_s: float) -> None:
        by_table: dict[str, dict[str, int]] = defaultdict(dict)
        for (table, game), seq in done.have.items():
            by_table[table][game] = seq
        for table, games in by_table.items():
            self._say(table, Have(games))
        self._metrics.stored.inc(done.new)
        self._metrics.twice.inc(done.twice)
        if done.new:
            self._metrics.batch_s.observe(took_s)
        if done.contradicted:
            self._tell_contradiction(done.contradicted[0])
        if done.results:
            self._counted()

    def _tell_contradiction(self, arrived: Arrived) -> None:
        table, event = arrived
        with self._database.writing() as connection:
            sentence = Message(
                "The table {table} tells event {event} of game {game} in two ways. The first one "
                "stands. Two machines may run from copies of one memory card.",
                {"table": table, "event": event.seq, "game": event.game},
            )
            notices.tell(connection, "hub-told-twice", sentence)

    def _greet(self, table: str, hello: Hello) -> None:
        try:
            with self._database.writing() as connection:
                members.greet(self._database, connection, table, hello)
                have = stored_lengths(connection, table, hello.games)
                if (warning := members.clock_warning(table, hello)) is not None:
                    notices.tell(connection, "hub-table-clock", warning)
        except HubError as error:
            with self._database.writing() as connection:
                notices.tell(connection, error.code, error.said)
            self._say(table, Have(to=hello.installation, refused=error.sentence, code=error.code))
            return
        self._say(table, Have(have, answer=True, to=hello.installation))

    def _say(self, table: str, have: Have) -> None:
        self._client.publish(topic(table, "have"), msgspec.json.encode(have), qos=1)
