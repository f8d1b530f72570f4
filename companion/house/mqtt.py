"""The table told to an MQTT broker, and pressed from there.

Topics, below the table's own word: ``available`` (``online`` or ``offline``, kept by the broker, also
when the power goes), ``state`` (JSON, kept), ``press`` (confirm, undo or next). Nothing that fails here
disturbs a game.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

import msgspec

from companion import __version__
from companion.house.broker import BadMqtt, Trouble, hung_up, lost, new_client, refused, unreachable
from companion.house.picture import BUTTONS, entities, told
from companion.house.wishes import MqttWishes
from companion.live.running_table import RunningTable
from companion.panel.view import DARK
from companion.sessions.session import Session

_log = logging.getLogger(__name__)

GATHER_S: Final = 0.2
"""What happens within this time is told together."""

LONGEST_PAUSE_S: Final = 60
"""Between two tries to reach the broker."""


class HouseLink:
    """The line to the broker.

    Parameters
    ----------
    wishes
        Which broker, and as whom.
    press
        Does what a button of the panel does; raises an error with a ``sentence`` when it cannot be done.
    address
        Gives where the table's pages are, for a link in Home Assistant; empty where that is not known.

    Raises
    ------
    NoMqtt
        When paho-mqtt is not installed.
    BadMqtt
        When it refuses what is wished.

    Attributes
    ----------
    trouble : Trouble or None
        Why the broker does not hear of the table now; None where it does, or has not answered yet.
    """

    def __init__(
        self, wishes: MqttWishes, press: Callable[[str], None], address: Callable[[], str] = str
    ) -> None:
        self._wishes, self._press, self._address = wishes, press, address
        self._session: Session | None = None
        self._live: RunningTable | None = None
        self._news = threading.Event()
        self._stop = threading.Event()
        self._lines = 0
        self._announced: tuple[int, str] | None = None
        self._thread = threading.Thread(target=self._tell, name="mqtt", daemon=True)
        self.trouble: Trouble | None = None
        self._connected = self._greeted = False
        self._client: Any = new_client(wishes, f"companion-{wishes.node}")
        self._client.will_set(self._topic("available"), "offline", qos=1, retain=True)
        self._client.reconnect_delay_set(1, LONGEST_PAUSE_S)
        self._client.on_connect = self._answered
        self._client.on_connect_fail = self._failed
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._heard

    def start(self) -> None:
        """Connect, now or when the broker is there, and tell from then on. Raises `BadMqtt`."""
        try:
            self._client.connect_async(self._wishes.host, self._wishes.port)
        except (ValueError, OSError) as error:
            raise BadMqtt(error) from error
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye and hang up; at once, also where the broker does not answer."""
        self._stop.set()
        self._news.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._client.publish(self._topic("available"), "offline", qos=1, retain=True)
        self._client.disconnect()
        self._client.loop_stop()

    def health(self) -> tuple[str, str]:
        """Give how the line is, ``ok``, ``connecting`` or a code, and a sentence where it is not well."""
        trouble = self.trouble
        if trouble is not None:
            return trouble.code, trouble.sentence
        return "ok" if self._connected else "connecting", ""

    def attach(self, session: Session, live: RunningTable | None) -> Callable[[], None]:
        """Tell of this game; give the way to end that."""
        self._session, self._live = session, live
        ends = [session.subscribe(lambda _: self._news.set())]
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
        return f"{self._wishes.node}/{word}"

    def _answered(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._greeted = True
        if reason.is_failure:
            self._note(refused(self._wishes, reason))
            return
        # In this order: what is pressed as soon as the table is said to be there is heard.
        client.subscribe(self._topic("press"), qos=1)
        client.publish(self._topic("available"), "online", qos=1, retain=True)
        # The broker may have forgotten everything, also what is just being told to it.
        self._lines += 1
        self._connected = True
        self._note(None)
        self._news.set()

    def _failed(self, _client: Any, _data: Any) -> None:
        # paho hands the error to nobody, but calls this while it is handled.
        self._note(unreachable(self._wishes, sys.exception()))

    def _disconnected(self, *_: Any) -> None:
        connected, greeted = self._connected, self._greeted
        self._connected = self._greeted = False
        if connected:
            self._note(lost(self._wishes))
        elif not greeted:  # a refusal was told when it came
            self._note(hung_up(self._wishes))

    def _note(self, trouble: Trouble | None) -> None:
        """Keep how the line is; the log says so once for each reason, however often it is tried."""
        before, self.trouble = self.trouble, trouble
        if self._stop.is_set():
            return
        if trouble is not None and (before is None or before.code != trouble.code):
            _log.warning("%s [%s]", trouble.sentence, trouble.code)
        elif trouble is None and before is not None:
            _log.warning("The MQTT broker hears of the table again.")

    def _heard(self, _client: Any, _data: Any, message: Any) -> None:
        word = message.payload.decode(errors="replace")
        if word not in BUTTONS or message.retain:  # a press that the broker kept is an old one
            return
        try:
            self._press(word)
        except Exception as error:  # noqa: BLE001 - whatever it leads to, the line stays open
            _log.info("MQTT's %s: %s", word, error)

    def _tell(self) -> None:
        while not self._stop.is_set():
            self._news.wait()
            self._stop.wait(GATHER_S)
            self._news.clear()
            try:
                self._publish()
            except Exception:  # noqa: BLE001 - a game that cannot be told goes on
                _log.exception("The table could not be told to MQTT")

    def _publish(self) -> None:
        if not self._client.is_connected():
            return
        session, live = self._session, self._live
        told_of = self._lines, session.id if session is not None else ""
        if self._announced != told_of and self._wishes.discovery:
            self._announce(session)
            self._announced = told_of
        state = told(session, live.status if live is not None else DARK)
        self._client.publish(self._topic("state"), msgspec.json.encode(state), qos=1, retain=True)

    def _announce(self, session: Session | None) -> None:
        node, address = self._wishes.node, self._address()
        device = {
            "identifiers": [f"companion_{node}"],
            "name": "Tabletop Companion",
            "model": "Tabletop Companion",
            "sw_version": __version__,
            **({"configuration_url": address} if address else {}),
        }
        for kind, key, shown in entities(node, session):
            more = {} if kind == "button" else {"state_topic": self._topic("state")}
            config = {
                "unique_id": f"companion_{node}_{key}",
                "availability_topic": self._topic("available"),
                "device": device,
                **more,
                **(shown or {}),
            }
            payload = msgspec.json.encode(config) if shown is not None else b""
            topic = f"{self._wishes.discovery}/{kind}/{node}/{key}/config"
            self._client.publish(topic, payload, qos=1, retain=True)
