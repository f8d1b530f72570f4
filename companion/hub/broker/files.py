"""The files of a Mosquitto that serves a hub: its settings, and the first user, who is the hub."""

from __future__ import annotations

import os
import platform
import secrets
from base64 import b64encode
from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.hub.broker.rights import HUB_ROLE, NOTHING, hub_rights

ROUNDS: Final = 20_000
SALT_BYTES: Final = 12
PLUGIN: Final = "mosquitto_dynamic_security.so"
USERS: Final = "dynamic-security.json"

LINES: Final = """\
# A broker for a hub (companion hub broker). Copy it into /etc/mosquitto/conf.d/ and restart mosquitto.
per_listener_settings false
listener {port}{address}
{tls}allow_anonymous false
plugin {plugin}
plugin_opt_config_file {users}
# Retained states of tables survive a restart; events need not: tables send until the hub has stored them.
persistence true
max_inflight_messages 200
max_queued_messages 5000
message_size_limit 65536
# Refused writes are told at this level ("Denied PUBLISH from ..."); leave out debug where that is too much.
log_type error
log_type warning
log_type notice
log_type debug
"""


def plugin_path() -> Path:
    """Give where Debian puts the plugin."""
    return Path("/usr/lib") / f"{platform.machine()}-linux-gnu" / PLUGIN


def first_users(user: str, password: str) -> dict[str, Any]:
    """Give the plugin's file: the hub is its only user, and its roles are kept there."""
    salt = secrets.token_bytes(SALT_BYTES)
    hashed = pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return {
        "defaultACLAccess": NOTHING,
        "clients": [
            {
                "username": user,
                "password": b64encode(hashed).decode(),
                "salt": b64encode(salt).decode(),
                "iterations": ROUNDS,
                "roles": [{"rolename": HUB_ROLE, "priority": 0}],
            }
        ],
        "groups": [],
        "roles": [{"rolename": HUB_ROLE, "acls": hub_rights()}],
    }


def write_broker_files(
    folder: Path, port: int, user: str, password: str, *, address: str = "", certificates: Path | None = None
) -> Path:
    """Write the settings and the users of a broker; give the file of the settings.

    Parameters
    ----------
    folder
        Where the broker reads and writes them.
    port, address
        Where it listens; without an address everywhere.
    user, password
        The hub's.
    certificates
        A folder with ``broker.crt`` and ``broker.key``: then it speaks TLS.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tls = f"certfile {certificates}/broker.crt\nkeyfile {certificates}/broker.key\n" if certificates else ""
    users = folder / USERS
    with os.fdopen(os.open(users, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(msgspec.json.encode(first_users(user, password)))
    settings = folder / "hub.conf"
    where = f" {address}" if address else ""
    settings.write_text(
        LINES.format(port=port, address=where, tls=tls, plugin=plugin_path(), users=users), encoding="utf-8"
    )
    return settings
