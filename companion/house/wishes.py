"""What is wished of MQTT; off unless somebody switches it on."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


class MqttWishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """MQTT with Home Assistant's discovery; off unless enabled is true. Nothing leaves the house."""

    enabled: Annotated[bool, Meta(description="Whether the table is told to a broker.")] = False
    host: Annotated[str, Meta(description="The broker's address.", min_length=1)] = "localhost"
    port: Annotated[int, Meta(description="The broker's port.", ge=1, le=65535)] = 1883
    tls: Annotated[bool, Meta(description="Whether the line is encrypted.")] = False
    user: Annotated[str, Meta(description="Name at the broker; empty: none is asked for.")] = ""
    password: Annotated[str, Meta(description="Password at the broker.")] = ""
    node: Annotated[Word, Meta(description="The table's own word in all topics.")] = "tabletop"
    discovery: Annotated[
        str, Meta(description="Home Assistant's prefix of discovery; empty: nothing is announced.")
    ] = "homeassistant"
