"""The room now: how every table stands, by the states that the broker keeps. It needs no database."""

from __future__ import annotations

import logging
import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from companion.house.broker import hang_up, new_client
from companion.house.envelope import MOST_BYTES, TABLES, TableState, table_of
from companion.house.wishes import MqttWishes
from companion.hub.store.moments import read
from companion.rules.phrases import marked

_log = logging.getLogger(__name__)

MOST_TABLES: Final = 2000
NUMBERS: Final = re.compile(r"(\d+)", re.ASCII)


class Place(msgspec.Struct, frozen=True):
    """One table of the room.

    ``since_s`` is when (monotonic) the hub first heard that the table stands like this, ``heard_s`` when it
    heard of the table last.
    """

    table: str
    state: TableState = TableState()
    online: bool = True
    since_s: float = 0.0
    heard_s: float = 0.0

    def needs_help(self, now_s: float, after_s: float) -> str:
        """Say in English why somebody should go there; empty where nobody need."""
        if not self.online:
            return marked("The table does not answer.") if self.state.state not in ("idle", "over") else ""
        if self.state.state == "lost":
            return marked("The camera gives no pictures.")
        waiting_s = now_s - self.since_s
        if self.state.state == "wrong" and waiting_s >= after_s:
            return marked("Table and game differ.")
        if self.state.state == "asking" and waiting_s >= after_s:
            return marked("A question waits for an answer.")
        return ""


class Room:
    """Hears how the tables stand, and tells listeners which table has changed.

    Parameters
    ----------
    owners
        Gives which machine is which table, so that a second one of a name is not shown.
    clock
        Monotonic seconds.
    """

    def __init__(
        self, owners: Callable[[], Mapping[str, str]] = dict, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._owners, self._clock = owners, clock
        self._lock = threading.Lock()
        self._places: dict[str, Place] = {}
        self._listeners: set[Callable[[str], None]] = set()
        self._client: Any = None
        self.connected = False

    # Listening

    def connect(self, line: MqttWishes) -> None:
        """Hear the tables through the broker."""
        self._client = new_client(line, f"hub-room-{secrets.token_hex(4)}", v5=True)
        self._client.reconnect_delay_set(1, 8)
        self._client.on_connect = self._answered
        self._client.on_disconnect = self._disconnected
        self._client.on_message = lambda _client, _data, message: self.hear(message.topic, message.payload)
        self._client.connect_async(line.host, line.port, keepalive=20)
        self._client.loop_start()

    def stop(self) -> None:
        """Hang up."""
        if self._client is not None:
            hang_up(self._client)

    def _answered(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if not reason.is_failure:
            client.subscribe([(f"{TABLES}/+/state", 1), (f"{TABLES}/+/available", 1)])
            self.connected = True

    def _disconnected(self, *_: Any) -> None:
        self.connected = False

    def hear(self, name: str, payload: bytes) -> None:
        """Take one message of a table's state or of its presence."""
        table = table_of(name)
        if name.endswith("/available"):
            self._change(table, online=payload == b"online")
            return
        try:
            if len(payload) > MOST_BYTES:
                raise msgspec.ValidationError("too long")
            state = msgspec.json.decode(payload, type=TableState)
        except msgspec.MsgspecError as error:
            _log.warning("The state of the table %s cannot be read: %s", table, error)
            return
        if state.installation and self._owners().get(table, state.installation) != state.installation:
            return  # another machine of that name
        self._change(table, state=state)

    def _change(self, table: str, *, state: TableState | None = None, online: bool | None = None) -> None:
        with self._lock:
            before = self._places.get(table)
            if before is None and (len(self._places) >= MOST_TABLES or (state is None and not online)):
                return
            before = before or Place(table, since_s=self._clock())
            after = msgspec.structs.replace(
                before, state=state or before.state, online=before.online if online is None else online
            )
            if state is not None:
                after = msgspec.structs.replace(after, heard_s=self._clock())
            if (after.state.state, after.state.game) != (before.state.state, before.state.game):
                after = msgspec.structs.replace(after, since_s=self._clock())
            if after == before:
                return
            self._places[table] = after
        self.announce(table)

    def forget(self, table: str) -> None:
        """Show a table no more, until it comes back."""
        with self._lock:
            self._places.pop(table, None)
        self.announce(table)

    def announce(self, table: str) -> None:
        """Tell all listeners that a table looks otherwise."""
        with self._lock:
            listeners = tuple(self._listeners)
        for each in listeners:
            each(table)

    # Looking

    def places(self) -> list[Place]:
        """Give all tables by name; names that end in numbers by those."""
        with self._lock:
            found = list(self._places.values())
        return sorted(found, key=lambda place: natural(place.table))

    def place(self, table: str) -> Place | None:
        """Give one table; None where nothing was heard of it."""
        return self._places.get(table)

    def now_s(self) -> float:
        """Give the room's clock."""
        return self._clock()

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Tell the name of every table that changes; give the way to end that. A listener must not wait."""
        with self._lock:
            self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)


def natural(name: str) -> list[tuple[int, str]]:
    """Order ``table-2`` before ``table-10``."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in NUMBERS.split(name) if part]


def played_s(state: TableState, at: str) -> float:
    """Give for how long a game has been played, by the table's own clock; never less than 0."""
    begun, told = read(state.started_at), read(at)
    return max(0.0, (told - begun).total_seconds()) if begun and told else 0.0
