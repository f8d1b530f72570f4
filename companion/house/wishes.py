"""What is wished of MQTT; off unless somebody switches it on."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from companion.rules.phrases import marked

Word = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,40}$",
        extra={"wanted": marked("one to 40 of the letters a to z, figures, - and _")},
    ),
]

Host = Annotated[
    str,
    Meta(
        # Labels of a name, or an address of IPv6.
        pattern=r"^(?:(?:[\w-]{1,63}\.){0,20}[\w-]{1,63}\.?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%\w+)?)$",
        max_length=253,
        extra={
            "wanted": marked(
                "a name or an address alone, such as homeassistant.local, without mqtt:// and port"
            )
        },
    ),
]


class MqttWishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """MQTT with Home Assistant's discovery; off unless enabled is true. Nothing leaves the house."""

    enabled: Annotated[bool, Meta(description="Whether the table is told to a broker.")] = False
    host: Annotated[Host, Meta(description="The broker's name or address.")] = "localhost"
    port: Annotated[int, Meta(description="The broker's port.", ge=1, le=65535)] = 1883
    tls: Annotated[bool, Meta(description="Whether the line is encrypted.")] = False
    ca_file: Annotated[
        str,
        Meta(
            description="With tls: the file (PEM) with the certificate of the authority that signed the "
            "broker's; empty: the authorities that the system trusts."
        ),
    ] = ""
    user: Annotated[str, Meta(description="Name at the broker; empty: none is asked for.")] = ""
    password: Annotated[str, Meta(description="Password at the broker.")] = ""
    node: Annotated[Word, Meta(description="The table's own word in all topics.")] = "tabletop"
    discovery: Annotated[
        str, Meta(description="Home Assistant's prefix of discovery; empty: nothing is announced.")
    ] = "homeassistant"
