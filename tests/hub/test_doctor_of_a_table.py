"""`companion doctor` at a table tries the broker of its hub, and says the result with one remedy."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from servers import HUSH, HubBroker

from companion.cli.checks.finding import Finding, Place
from companion.cli.checks.software import many_tables
from companion.house.hub_wishes import HubWishes
from companion.house.pairing import FILE
from companion.house.wishes import MqttWishes
from companion.hub.broker.users import add_table


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, tmp_path / "companion.toml")


def join(place: Place, address: str, password: str) -> None:
    """Keep what a hub has handed out."""
    (place.data / FILE).write_bytes(msgspec.json.encode(HubWishes(address, "bar-1", password)))


def test_a_table_alone_is_well(place: Place) -> None:
    assert many_tables(place) == Finding("hub", "ok", "this table is alone")


def test_a_broker_that_takes_the_table_is_told(place: Place, broker: HubBroker) -> None:
    hub = MqttWishes(True, "127.0.0.1", broker.port, user="hub", password=HUSH)
    password = add_table(hub, "bar-1")
    join(place, f"mqtt://127.0.0.1:{broker.port}", password)
    told = f"the hub's broker at 127.0.0.1:{broker.port} takes bar-1"
    assert many_tables(place).in_english() == Finding("hub", "ok", told).in_english()
    place.settings.write_text(
        f'[hub]\nbroker = "mqtt://localhost:{broker.port}"\ntable = "bar-1"\npassword = "{password}"\n'
    )
    assert many_tables(place).found == f"the hub's broker at localhost:{broker.port} takes bar-1"


def test_a_password_that_is_over_and_a_broker_that_is_away_have_a_remedy(
    place: Place, broker: HubBroker
) -> None:
    join(place, f"mqtt://127.0.0.1:{broker.port}", "of-before")
    found = many_tables(place)
    assert (found.state, "[mqtt-login]" in found.found) == ("warning", True)
    assert found.remedy == "add this table at the hub again, and join it by the new code"
    join(place, "mqtt://127.0.0.1:1", "x")
    found = many_tables(place)
    assert "No MQTT broker answers at 127.0.0.1:1" in found.found
    assert found.remedy == "start the broker, and check host and port in the link on the Host page"
