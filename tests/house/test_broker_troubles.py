"""What keeps a table from its broker is told: once in the log, in `/health`, by `doctor`; games go on."""

from __future__ import annotations

import gc
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from brokers import Broker, certify, installed_broker, until, with_tls

from bench.service.served import Served, free_port
from companion.cli.checks.finding import Place
from companion.cli.checks.software import mqtt
from companion.cli.toml.settings import SettingsError, load_settings
from companion.house import broker as house_broker
from companion.house.broker import BadMqtt, try_broker
from companion.house.mqtt import HouseLink
from companion.house.wishes import MqttWishes


def wishes_for(port: int, **more: object) -> MqttWishes:
    plain = {"enabled": True, "host": "localhost", "port": port, "user": "table", "password": "hush"}
    return MqttWishes(**plain | more)


@contextmanager
def linked(wishes: MqttWishes) -> Iterator[HouseLink]:
    link = HouseLink(wishes, lambda _: None)
    link.start()
    try:
        yield link
    finally:
        link.stop()


def told_by(wishes: MqttWishes) -> str:
    """Give the code of what a link meets; who only tries it meets the same."""
    with linked(wishes) as link:
        until(lambda: link.trouble, "nothing was told")
        code, sentence = link.health()
    tried = try_broker(wishes)
    assert tried is not None
    assert (tried.code, tried.sentence) == (code, sentence)
    return code


def test_a_broker_that_is_not_there_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    wishes = wishes_for(free_port())
    assert told_by(wishes) == "mqtt-unreachable"
    with linked(wishes) as link:
        # The second try comes a second later, and says nothing new.
        until(lambda: link._client._reconnect_delay and link._client._reconnect_delay > 1, "not tried again")
    told = [record.message for record in caplog.records if f"localhost:{wishes.port}" in record.message]
    assert (
        told
        == [f"No MQTT broker answers at localhost:{wishes.port}: Connection refused. [mqtt-unreachable]"] * 2
    )


def test_a_host_that_the_network_does_not_know_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert told_by(wishes_for(1883, host="broker.invalid")) == "mqtt-unknown-host"


def test_a_wrong_password_is_told(broker: Broker) -> None:
    assert told_by(wishes_for(broker.port, password="wrong")) == "mqtt-login"
    assert told_by(wishes_for(broker.port, user="")) == "mqtt-login"


def test_what_hangs_up_is_told_to_be_no_broker() -> None:
    with socket.create_server(("localhost", 0)) as server:

        def hang_up() -> None:
            while True:
                try:
                    server.accept()[0].close()
                except OSError:
                    return

        threading.Thread(target=hang_up, daemon=True).start()
        assert told_by(wishes_for(server.getsockname()[1])) == "mqtt-no-broker"
        server.shutdown(socket.SHUT_RDWR)


def test_a_line_that_is_lost_and_found_is_told(broker: Broker, caplog: pytest.LogCaptureFixture) -> None:
    with linked(wishes_for(broker.port)) as link:
        until(lambda: link.health() == ("ok", ""), "not connected")
        assert try_broker(wishes_for(broker.port)) is None
        assert link.health() == ("ok", ""), "who tries the broker takes nobody's place"
        broker.stop()
        until(lambda: link.trouble, "the loss was not told")
        assert "[mqtt-lost]" in caplog.text
        broker.start()
        until(lambda: link.health() == ("ok", ""), "not found again")
    assert caplog.text.count("hears of the table again") == 1


leaves_a_socket = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""paho 2.1 leaves the socket of a handshake that fails to the search for garbage."""


@leaves_a_socket
def test_a_certificate_of_an_authority_of_ones_own_is_trusted_by_its_file(tmp_path: Path) -> None:
    authority = certify(tmp_path)
    broker = installed_broker(tmp_path, *with_tls(tmp_path))
    broker.start()
    try:
        with linked(wishes_for(broker.port, tls=True, ca_file=str(authority))) as link:
            until(lambda: link.health() == ("ok", ""), f"not connected: {link.trouble}")
        assert told_by(wishes_for(broker.port, tls=True)) == "mqtt-untrusted"
        # The certificate is for another name.
        elsewhere = wishes_for(broker.port, tls=True, ca_file=str(authority), host="127.0.0.1")
        assert told_by(elsewhere) == "mqtt-untrusted"
        assert told_by(wishes_for(broker.port)) == "mqtt-no-broker", "it wants TLS"
    finally:
        broker.stop()
        gc.collect()


@leaves_a_socket
def test_tls_to_a_broker_without_it_is_told(broker: Broker) -> None:
    assert told_by(wishes_for(broker.port, tls=True)) == "mqtt-no-broker"
    gc.collect()


@pytest.mark.parametrize(
    ("tls", "content", "why"),
    [
        (True, None, "No such file"),
        (True, "nothing", "no certificate in PEM"),
        (False, "", "with tls = true only"),
    ],
)
def test_a_file_that_is_no_authority_is_told(
    tmp_path: Path, tls: bool, content: str | None, why: str
) -> None:
    file = tmp_path / "ca.crt"
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadMqtt, match=why):
        HouseLink(wishes_for(1883, tls=tls, ca_file=str(file)), lambda _: None)


@pytest.mark.parametrize(
    "host",
    [
        "mqtt://broker",
        "broker:1883",
        "two words",
        "broker..local",
        ".local",
        "a" * 64,
        "user@broker",
        "",
        "[::1]",
    ],
)
def test_a_malformed_host_is_a_mistake_in_the_settings(tmp_path: Path, host: str) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f"[mqtt]\nenabled = true\nhost = {json.dumps(host)}\n")
    with pytest.raises(SettingsError, match=r"line 3: mqtt\.host: this must be a name or an address alone"):
        load_settings(path)


@pytest.mark.parametrize(
    "host", ["broker", "homeassistant.local", "192.168.1.2", "fe80::1", "b\u00fccher.local", "a.b."]
)
def test_every_other_host_is_taken(tmp_path: Path, host: str) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f"[mqtt]\nhost = {json.dumps(host)}\n", encoding="utf-8")
    assert load_settings(path).mqtt.host == host
    house_broker.new_client(load_settings(path).mqtt, "any")


def test_doctor_tries_the_broker(tmp_path: Path) -> None:
    path, port = tmp_path / "companion.toml", free_port()
    place = Place(tmp_path, path)
    assert mqtt(place)[1:3] == ("ok", "off")
    path.write_text(f"[mqtt]\nenabled = true\nport = {port}\n")
    found = mqtt(place)
    assert (found.state, "[mqtt-unreachable]" in found.found) == ("warning", True)
    assert "host and port" in found.remedy
    path.write_text("[mqtt]\nenabled = true\nca_file = '/nowhere'\n")
    assert "[mqtt-unusable]" in mqtt(place).found


def test_doctor_says_that_all_is_well(tmp_path: Path, broker: Broker) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(f"[mqtt]\nenabled = true\nport = {broker.port}\nuser = 'table'\npassword = 'hush'\n")
    assert mqtt(Place(tmp_path, path)).state == "ok"


def test_the_running_table_tells_it_at_its_start_and_in_health(tmp_path: Path) -> None:
    settings, port = tmp_path / "companion.toml", free_port()
    settings.write_text(f"[mqtt]\nenabled = true\nhost = '127.0.0.1'\nport = {port}\n")
    with Served(tmp_path / "data", settings=settings) as service:
        service.wait()
        said = f"No MQTT broker answers at 127.0.0.1:{port}: Connection refused."
        service.until(lambda: said in (tmp_path / "service.out").read_text("utf-8"), "the log is silent")
        health = json.loads(service.get("/health").text)
        assert (health["ok"], health["mqtt"], health["mqtt_sentence"]) == (True, "mqtt-unreachable", said)
