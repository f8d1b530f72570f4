"""The settings of a hub: one TOML file, `hub.toml`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from companion.house.hub_wishes import Broker, HubWishes
from companion.house.wishes import MqttWishes
from companion.rules.phrases import marked

OUR_TABLES = marked("Our tables")
"""What a room is called that nobody has named."""

USER = "hub"
"""The hub's user at the broker."""


class HubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `companion hub serve` goes by."""

    broker: Annotated[Broker, Meta(description="The broker that tables and hub meet at.")] = "localhost"
    user: Annotated[str, Meta(description="The hub's user at the broker; empty: none is asked for.")] = USER
    password: Annotated[str, Meta(description="The hub's password at the broker.")] = ""
    ca_file: Annotated[
        str, Meta(description="With mqtts: the certificate (PEM) of the broker's authority.")
    ] = ""
    broker_for_tables: Annotated[
        Broker, Meta(description="How tables reach the broker; empty: by the name in broker.")
    ] = ""
    database: Annotated[
        str,
        Meta(description='"postgresql+psycopg://user:password@host/name"; empty: SQLite in the data folder.'),
    ] = ""
    host: Annotated[str, Meta(description="The address to listen at.")] = "0.0.0.0"  # noqa: S104 - for the room
    port: Annotated[int, Meta(description="The port to listen at.", ge=1, le=65535)] = 8090
    address: Annotated[
        str,
        Meta(description="The address at which people open the pages, as of a proxy; empty: this machine's."),
    ] = ""
    proxies: Annotated[tuple[str, ...], Meta(description="Reverse proxies that are trusted.")] = ()
    name: Annotated[str, Meta(description="What the room is called.", max_length=60)] = OUR_TABLES
    help_after_s: Annotated[
        int, Meta(description="A table that asks for so long is shown as one that needs help.", ge=1, le=3600)
    ] = 45

    def line(self) -> MqttWishes:
        """Give the wishes of the line to the broker."""
        wishes = HubWishes(broker=self.broker, password=self.password, ca_file=self.ca_file).line()
        return msgspec.structs.replace(wishes, user=self.user)
