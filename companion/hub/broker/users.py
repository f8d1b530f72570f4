"""Adding and removing tables at the broker while it runs, by the topics of its dynamic security plugin."""

from __future__ import annotations

import queue
import secrets
from typing import Any, Final

import msgspec

from companion.house.broker import hang_up, new_client
from companion.house.wishes import MqttWishes
from companion.hub.broker.rights import role_of, table_rights
from companion.hub.errors import HubError
from companion.rules.message import Message

CONTROL: Final = "$CONTROL/dynamic-security/v1"
ANSWERS: Final = f"{CONTROL}/response"
PATIENCE_S: Final = 5.0
NOT_THERE: Final = ("not found",)


class _Answer(msgspec.Struct):
    command: str = ""
    error: str = ""


class _Answers(msgspec.Struct):
    responses: list[_Answer] = []


def add_table(line: MqttWishes, table: str) -> str:
    """Make a table a user of the broker, or give it another password; give the password.

    Raises
    ------
    HubError
        ``hub-no-broker`` or ``hub-broker-refuses``.
    """
    password, role = secrets.token_urlsafe(18), role_of(table)
    _ask(line, [{"command": "deleteClient", "username": table}], NOT_THERE)
    _ask(line, [{"command": "deleteRole", "rolename": role}], NOT_THERE)
    _ask(
        line,
        [
            {"command": "createRole", "rolename": role, "acls": table_rights(table)},
            {
                "command": "createClient",
                "username": table,
                "password": password,
                "roles": [{"rolename": role, "priority": 0}],
            },
        ],
    )
    return password


def remove_table(line: MqttWishes, table: str) -> None:
    """Let a table no longer in. Raises `HubError` as `add_table`."""
    _ask(line, [{"command": "deleteClient", "username": table}], NOT_THERE)
    _ask(line, [{"command": "deleteRole", "rolename": role_of(table)}], NOT_THERE)


def _ask(line: MqttWishes, commands: list[dict[str, Any]], well: tuple[str, ...] = ()) -> None:
    """Give the plugin commands and wait for its answer; errors that hold one of ``well`` are none."""
    answers: queue.Queue[_Answers | Message] = queue.Queue()
    client = new_client(line, f"hub-users-{secrets.token_hex(4)}", v5=True)

    def connected(_client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            answers.put(Message("The broker refuses the hub: {reason}.", {"reason": str(reason)}))
        else:
            client.subscribe(ANSWERS, 1)

    def subscribed(_client: Any, _data: Any, _mid: int, reasons: Any, _properties: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            answers.put(Message("The broker does not let the hub add tables."))
        else:
            client.publish(CONTROL, msgspec.json.encode({"commands": commands}), qos=1)

    client.on_connect, client.on_subscribe = connected, subscribed
    client.on_message = lambda _c, _d, message: answers.put(_read(message.payload))
    client.on_publish = lambda _c, _d, _m, reason, _p: (
        answers.put(Message("The broker does not let the hub add tables: {reason}.", {"reason": str(reason)}))
        if reason.is_failure
        else None
    )
    try:
        client.connect(line.host, line.port)
        client.loop_start()
        found = answers.get(timeout=PATIENCE_S)
    except (OSError, ValueError) as error:
        raise HubError(
            "hub-no-broker",
            "The broker at {host} does not answer: {error}.",
            503,
            host=line.host,
            error=error,
        ) from error
    except queue.Empty:
        sentence = "The broker does not answer about its users. It wants Mosquitto's dynamic security plugin."
        raise HubError("hub-broker-refuses", sentence, 503) from None
    finally:
        hang_up(client)
    if isinstance(found, Message):
        raise HubError("hub-broker-refuses", found, 503)
    errors = [each.error for each in found.responses if each.error]
    if wrong := [each for each in errors if not any(word in each.lower() for word in well)]:
        raise HubError("hub-broker-refuses", "The broker refuses: {reason}.", 503, reason=wrong[0])


def _read(payload: bytes) -> _Answers | Message:
    try:
        return msgspec.json.decode(payload, type=_Answers)
    except msgspec.MsgspecError:
        return Message("What the broker answers cannot be read.")
