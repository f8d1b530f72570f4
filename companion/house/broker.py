"""The MQTT broker of the house: a client for it, and what keeps one from it, in words."""

from __future__ import annotations

import socket
import ssl
import threading
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from companion.errors import CompanionError
from companion.house.wishes import MqttWishes
from companion.rules.message import Message
from companion.rules.phrases import Value, Words

SETTINGS: Final = "settings"
"""The value of a sentence that names where the settings of the broker stand."""

IN_SETTINGS: Final[dict[str, Value]] = {SETTINGS: Message("in [mqtt]")}


def at_settings(said: Words, place: Words) -> Words:
    """Name where the hub's settings stand, in a sentence that names those of MQTT."""
    if isinstance(said, Message) and SETTINGS in said.values:
        return replace(said, values={**said.values, SETTINGS: place})
    return said


LOGIN: Final = ("Bad user name or password", "Not authorized")
"""Answers of a broker that knows the table by another name or password."""

PATIENCE_S: Final = 10.0
"""Longer than paho waits for a connection (5 s)."""


class NoMqtt(CompanionError):
    """MQTT is wished for, and what speaks it is not installed."""

    code = "mqtt-missing"

    def __init__(self) -> None:
        sentence = (
            "MQTT is switched on, but paho-mqtt is not installed: pip install -r requirements-device.lock."
        )
        super().__init__(self.code, Message(sentence))


class BadMqtt(CompanionError):
    """What is wished of MQTT cannot be, though each wish may."""

    code = "mqtt-unusable"

    def __init__(self, why: Message | Exception | str) -> None:
        values = {"why": why if isinstance(why, Message) else str(why), SETTINGS: "[mqtt]"}
        sentence = "The table is not told to MQTT: {why}. Look at {settings} in the settings."
        super().__init__(self.code, Message(sentence, values))


class Trouble(NamedTuple):
    """Why the broker does not hear of the table: a stable code, a sentence, and one remedy."""

    code: str
    said: str | Message
    advice: str | Message

    @property
    def sentence(self) -> str:
        """What is wrong, in English."""
        return str(self.said)

    @property
    def remedy(self) -> str:
        """What to do about it, in English."""
        return str(self.advice)


def new_client(wishes: MqttWishes, name: str, *, v5: bool = False) -> Any:
    """Make a client for the broker of the settings; it is not connected yet.

    Parameters
    ----------
    wishes
        Which broker, and as whom.
    name
        What the client calls itself; a broker hangs up on an older client of the same name.
    v5
        Whether it speaks MQTT 5, in which a broker says that a topic is not the client's to write.

    Raises
    ------
    NoMqtt
        When paho-mqtt is not installed.
    BadMqtt
        When the settings do not go together, or name a file that is no certificate.
    """
    try:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
    except ImportError as error:
        raise NoMqtt from error
    version = MQTTProtocolVersion.MQTTv5 if v5 else MQTTProtocolVersion.MQTTv311
    client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=version)
    try:
        wishes.host.encode("idna")
        if wishes.user:
            client.username_pw_set(wishes.user, wishes.password)
    except ValueError as error:
        raise BadMqtt(error) from error
    _encrypt(client, wishes)
    return client


def hang_up(client: Any) -> None:
    """End a client's connection, its thread, and the pair of sockets by which paho wakes that thread."""
    client.disconnect()
    client.loop_stop()
    client._reset_sockets(sockpair_only=True)  # noqa: SLF001 - paho 2.2 itself does so only in __del__


def _encrypt(client: Any, wishes: MqttWishes) -> None:
    if wishes.ca_file and not wishes.tls:
        raise BadMqtt(Message("ca_file is of use with tls = true only"))
    if not wishes.tls:
        return
    try:
        if wishes.ca_file:
            Path(wishes.ca_file).read_bytes()  # else the error names no file
        client.tls_set(ca_certs=wishes.ca_file or None)
    except ssl.SSLError as error:
        raise BadMqtt(Message("{file} holds no certificate in PEM", {"file": wishes.ca_file})) from error
    except OSError as error:
        why = f"{error.strerror or error}"
        named = Message("{file}: {why}", {"file": wishes.ca_file, "why": why})
        raise BadMqtt(named if wishes.ca_file else why) from error


def unreachable(wishes: MqttWishes, error: BaseException | None) -> Trouble:
    """Say why there is no connection to the broker."""
    place = f"{wishes.host}:{wishes.port}"
    if isinstance(error, ssl.SSLCertVerificationError):
        wrong = error.verify_message.rstrip(".")
        return Trouble(
            "mqtt-untrusted",
            Message(
                "The certificate of the MQTT broker at {broker} is not trusted: {wrong}.",
                {"broker": place, "wrong": wrong},
            ),
            "name the certificate of its authority as ca_file, and the host as the certificate names it",
        )
    if wishes.tls and isinstance(error, ssl.SSLError | ConnectionResetError):
        return Trouble(
            "mqtt-no-broker",
            Message("What answers at {broker} does not speak TLS as an MQTT broker does.", {"broker": place}),
            "try port = 8883, or tls = false",
        )
    if isinstance(error, socket.gaierror | UnicodeError):
        return Trouble(
            "mqtt-unknown-host",
            Message(
                "The network knows no {host}, which is to be the MQTT broker.", {"host": repr(wishes.host)}
            ),
            Message("check host {settings}, or give the broker's address as a number", IN_SETTINGS),
        )
    reason = getattr(error, "strerror", None) or error
    why = str(reason) if reason else Message("no answer")
    return Trouble(
        "mqtt-unreachable",
        Message("No MQTT broker answers at {broker}: {why}.", {"broker": place, "why": why}),
        Message("start the broker, and check host and port {settings}", IN_SETTINGS),
    )


def refused(wishes: MqttWishes, reason: object) -> Trouble:
    """Say why the broker does not take the table."""
    place = f"{wishes.host}:{wishes.port}"
    if str(reason) in LOGIN:
        return Trouble(
            "mqtt-login",
            Message("The MQTT broker at {broker} refuses the user or the password.", {"broker": place}),
            Message("check user and password {settings}", IN_SETTINGS),
        )
    values = {"broker": place, "reason": str(reason)}
    sentence = Message("The MQTT broker at {broker} refuses the table: {reason}.", values)
    return Trouble("mqtt-refused", sentence, "look at the broker's log")


def hung_up(wishes: MqttWishes) -> Trouble:
    """Say that what answers hangs up before it has greeted, as a broker does that wants TLS."""
    return Trouble(
        "mqtt-no-broker",
        Message(
            "What answers at {broker} hangs up: it is no MQTT broker, or one that wants TLS.",
            {"broker": f"{wishes.host}:{wishes.port}"},
        ),
        Message("check port {settings}, and try tls = true", IN_SETTINGS),
    )


def lost(wishes: MqttWishes) -> Trouble:
    """Say that the connection is gone."""
    return Trouble(
        "mqtt-lost",
        Message(
            "The connection to the MQTT broker at {broker} is lost; it is tried again.",
            {"broker": f"{wishes.host}:{wishes.port}"},
        ),
        "check the broker and the network",
    )


def try_broker(wishes: MqttWishes, patience_s: float = PATIENCE_S) -> Trouble | None:
    """Connect to the broker and hang up again, beside a table that may be connected; None when all is well.

    Raises
    ------
    NoMqtt, BadMqtt
        As `new_client`.
    """
    answers: list[Trouble | None] = []
    answered = threading.Event()
    client = new_client(wishes, "")  # no name: the broker gives one

    def answer(trouble: Trouble | None) -> None:
        answers.append(trouble)
        answered.set()

    client.on_connect = lambda _c, _d, _f, reason, _p: answer(
        refused(wishes, reason) if reason.is_failure else None
    )
    client.on_disconnect = lambda *_: answer(hung_up(wishes))
    try:
        client.connect(wishes.host, wishes.port)
    except (OSError, ValueError) as error:
        return unreachable(wishes, error)
    client.loop_start()
    answered.wait(patience_s)
    client.disconnect()
    client.loop_stop()
    return answers[0] if answers else unreachable(wishes, None)
