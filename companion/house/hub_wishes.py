"""What is wished of a hub, where many tables come together; off unless a broker is named."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from companion.house.wishes import MqttWishes
from companion.rules.phrases import marked

PORT: Final = 1883
TLS_PORT: Final = 8883

Broker = Annotated[
    str,
    Meta(
        pattern=r"^$|^(mqtts?://)?(\[[0-9A-Fa-f:.%\w]+\]|[\w.-]{1,253})(:\d{1,5})?/?$",
        extra={"wanted": marked("a name or an address, such as mqtts://hub.local:8883")},
    ),
]

TableName = Annotated[
    str,
    Meta(
        pattern=r"^$|^[a-z0-9][a-z0-9_-]{0,39}$",
        extra={"wanted": marked("one to 40 of the small letters a to z, figures, - and _")},
    ),
]


class HubWishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Many tables together; off unless broker is set. Only what everybody may see leaves the table."""

    broker: Annotated[
        Broker,
        Meta(
            description='The broker of the hub, such as "mqtts://hub.local:8883"; empty: the table is alone.'
        ),
    ] = ""
    table: Annotated[
        TableName, Meta(description="This table's name at the hub, which is its user at the broker, too.")
    ] = ""
    password: Annotated[str, Meta(description="Password at the broker.")] = ""
    ca_file: Annotated[
        str, Meta(description="With mqtts: the certificate (PEM) of the authority that signed the broker's.")
    ] = ""

    @property
    def enabled(self) -> bool:
        """Whether a hub hears of this table."""
        return bool(self.broker)

    def line(self) -> MqttWishes:
        """Give the wishes of the line to the broker."""
        address = self.broker if "://" in self.broker else f"mqtt://{self.broker}"
        parts = urlsplit(address)
        tls = parts.scheme == "mqtts"
        return MqttWishes(
            enabled=True,
            host=parts.hostname or "",
            port=parts.port or (TLS_PORT if tls else PORT),
            tls=tls,
            ca_file=self.ca_file,
            user=self.table,
            password=self.password,
            node=self.table,
        )
