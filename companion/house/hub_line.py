"""The line from a table to its hub: the public record, sent until the hub has stored it.

Nothing here disturbs a game. The game's thread sets an event and goes on; a thread of its own sends.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from companion import __version__
from companion.house.broker import BadMqtt, Trouble, hang_up, hung_up, lost, new_client, refused, unreachable
from companion.house.envelope import CALL, TAKEN, Have, Hello, topic
from companion.house.hub_wishes import HubWishes
from companion.house.outbox import Outbox
from companion.house.public_record import table_state
from companion.live.running_table import RunningTable
from companion.panel.view import DARK
from companion.record.events import Logged
from companion.rules.message import Message
from companion.sessions.session import Session
from companion.sessions.store import utc_now

_log = logging.getLogger(__name__)

GATHER_S: Final = 0.02
"""What happens within this time makes one new state."""

PATIENCE_S: Final = 4.0
"""Without word of the hub for so long the table says hello again."""

LONGEST_PATIENCE_S: Final = 30.0
LONGEST_PAUSE_S: Final = 8
"""Between two tries to reach the broker."""


class HubLine:
    """The line to the broker of a hub.

    Parameters
    ----------
    wishes
        Which broker, and as which table.
    outbox
        What the hub lacks.
    installation
        What tells this table from another one of its name.
    clock
        Gives the time in UTC, as ISO 8601.

    Raises
    ------
    NoMqtt, BadMqtt
        As `new_client`.

    Attributes
    ----------
    trouble : Trouble or None
        Why the hub does not hear of the table now.
    """

    def __init__(
        self, wishes: HubWishes, outbox: Outbox, installation: str, clock: Callable[[], str] = utc_now
    ) -> None:
        self._line, self._outbox, self._installation, self._clock = wishes.line(), outbox, installation, clock
        self._session: Session | None = None
        self._live: RunningTable | None = None
        self._news, self._stop = threading.Event(), threading.Event()
        self._say_hello = self._connected = self._greeted = self._refused = False
        self._hello_at_s, self._patience_s = 0.0, PATIENCE_S
        self._told = b""
        self.trouble: Trouble | None = None
        self._client: Any = new_client(self._line, f"table-{self._line.node}-{installation}", v5=True)
        self._client.will_set(self._topic("available"), "offline", qos=1, retain=True)
        self._client.reconnect_delay_set(1, LONGEST_PAUSE_S)
        self._client.max_inflight_messages_set(100)
        self._client.on_connect = self._answered
        self._client.on_connect_fail = self._failed
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._heard
        self._client.on_publish = self._published
        self._thread = threading.Thread(target=self._work, name="hub", daemon=True)

    def start(self) -> None:
        """Connect, now or when the broker is there, and send from then on. Raises `BadMqtt`."""
        try:
            self._client.connect_async(self._line.host, self._line.port, keepalive=20)
        except (ValueError, OSError) as error:
            raise BadMqtt(error) from error
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye and hang up; what the hub has not stored yet is sent after the next start."""
        self._stop.set()
        self._news.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._client.publish(self._topic("available"), "offline", qos=1, retain=True)
        hang_up(self._client)

    def health(self) -> tuple[str, str]:
        """Give how the line is, ``ok``, ``connecting`` or a code, and a sentence where it is not well."""
        trouble = self.trouble
        if trouble is not None:
            return trouble.code, trouble.sentence
        return "ok" if self._connected else "connecting", ""

    @property
    def waiting(self) -> int:
        """Events that the hub has not stored yet."""
        return self._outbox.waiting

    def attach(self, session: Session, live: RunningTable | None) -> Callable[[], None]:
        """Tell of this game; give the way to end that."""
        self._session, self._live = session, live
        self._outbox.grown(session.id, session.seq)

        def grown(events: tuple[Logged, ...]) -> None:
            self._outbox.grown(session.id, events[-1].seq)
            self._news.set()

        ends = [session.subscribe(grown)]
        if live is not None:
            ends.append(live.subscribe(lambda _: self._news.set()))
        self._news.set()

        def detach() -> None:
            for end in ends:
                end()
            self._session, self._live = None, None
            self._news.set()

        return detach

    def _topic(self, word: str) -> str:
        return topic(self._line.node, word)

    # What the broker says, in paho's thread

    def _answered(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._greeted = True
        if reason.is_failure:
            self._note(refused(self._line, reason))
            return
        client.subscribe([(self._topic("have"), 1), (CALL, 1)])
        client.publish(self._topic("available"), "online", qos=1, retain=True)
        self._connected = self._say_hello = True
        self._patience_s, self._told = PATIENCE_S, b""
        self._note(None)
        self._news.set()

    def _failed(self, _client: Any, _data: Any) -> None:
        self._note(unreachable(self._line, sys.exception()))  # paho calls this while it handles the error

    def _disconnected(self, *_: Any) -> None:
        connected, greeted = self._connected, self._greeted
        self._connected = self._greeted = False
        self._outbox.disconnected()
        if connected:
            self._note(lost(self._line))
        elif not greeted:
            self._note(hung_up(self._line))

    def _published(self, _client: Any, _data: Any, _mid: int, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            place = f"{self._line.host}:{self._line.port}"
            sentence = Message(
                "The broker at {broker} does not let {table} write its topics: {reason}.",
                {"broker": place, "table": self._line.node, "reason": str(reason)},
            )
            self._note(Trouble("hub-not-yours", sentence, "add this table at the hub again"))

    def _heard(self, _client: Any, _data: Any, message: Any) -> None:
        if message.topic == CALL:
            self._say_hello = True
            self._news.set()
            return
        try:
            have = msgspec.json.decode(message.payload, type=Have)
        except msgspec.MsgspecError as error:
            _log.warning("What the hub said cannot be read: %s", error)
            return
        if have.to not in ("", self._installation):
            return
        self._refused = bool(have.refused)
        if have.refused:
            self._outbox.disconnected()
            said = (
                have.refused if have.code != "hub-table-taken" else Message(TAKEN, {"table": self._line.node})
            )
            self._note(Trouble(have.code or "hub-refused", said, "ask whoever looks after the hub"))
            return
        self._outbox.has_stored(have.games, answer=have.answer)
        self._hello_at_s, self._patience_s = time.monotonic(), PATIENCE_S
        self._note(None)
        self._news.set()

    def _note(self, trouble: Trouble | None) -> None:
        before, self.trouble = self.trouble, trouble
        if self._stop.is_set():
            return
        if trouble is not None and (before is None or before.code != trouble.code):
            _log.warning("%s [%s]", trouble.sentence, trouble.code)
        elif trouble is None and before is not None:
            _log.warning("The hub hears of the table again.")

    # What is sent, in a thread of its own

    def _work(self) -> None:
        while not self._stop.is_set():
            self._news.wait(1.0)
            self._stop.wait(GATHER_S)
            self._news.clear()
            try:
                self._send()
            except Exception:  # noqa: BLE001 - a game that cannot be told goes on
                _log.exception("The hub could not be told")

    def _send(self) -> None:
        if not self._client.is_connected():
            return
        now_s = time.monotonic()
        if self._outbox.on_their_way and now_s - self._hello_at_s > self._patience_s:
            self._say_hello = True
            self._patience_s = min(2 * self._patience_s, LONGEST_PATIENCE_S)
        if self._say_hello:
            self._say_hello, self._hello_at_s = False, now_s
            hello = Hello(self._installation, self._clock(), self._outbox.games(), __version__)
            self._publish("hello", hello)
        if self._refused:
            return
        session, live = self._session, self._live
        state = table_state(
            session, live.status if live is not None else DARK, self._clock(), self._installation
        )
        key = msgspec.json.encode(msgspec.structs.replace(state, at=""))
        if key != self._told:
            self._told = key
            self._publish("state", state, retain=True)
        for event in self._outbox.due(session):
            self._publish("events", event)

    def _publish(self, word: str, value: msgspec.Struct, *, retain: bool = False) -> None:
        self._client.publish(self._topic(word), msgspec.json.encode(value), qos=1, retain=retain)
