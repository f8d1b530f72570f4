"""What the broker lets nobody do: another table's topics, strangers, listening in; and TLS with an own CA."""

from __future__ import annotations

import queue
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from rooms import parts_of
from servers import HUSH, HubBroker, hub_broker, until

from companion.house.broker import hang_up, new_client
from companion.house.envelope import CALL, topic
from companion.house.hub_line import HubLine
from companion.house.hub_wishes import HubWishes
from companion.house.outbox import Membership, Outbox
from companion.house.wishes import MqttWishes
from companion.hub.broker.users import add_table, remove_table
from companion.hub.errors import HubError
from companion.sessions.store import Store


def line(broker: HubBroker, user: str, password: str) -> MqttWishes:
    return MqttWishes(True, "127.0.0.1", broker.port, user=user, password=password)


class Client:
    """A client that notes what the broker answers."""

    def __init__(self, wishes: MqttWishes) -> None:
        self.answers: queue.Queue[str] = queue.Queue()
        self.client: Any = new_client(wishes, "", v5=True)
        self.client.on_connect = lambda _c, _d, _f, reason, _p: self.answers.put(f"connect {reason}")
        self.client.on_publish = lambda _c, _d, _m, reason, _p: self.answers.put(f"publish {reason}")
        self.client.on_subscribe = lambda _c, _d, _m, reasons, _p: self.answers.put(f"subscribe {reasons[0]}")
        self.client.on_message = lambda _c, _d, message: self.answers.put(f"heard {message.topic}")
        self.client.connect(wishes.host, wishes.port)
        self.client.loop_start()
        self.greeting = self.next()

    def next(self) -> str:
        return self.answers.get(timeout=20)

    def publish(self, name: str) -> str:
        self.client.publish(name, b"{}", qos=1)
        return self.next()

    def subscribe(self, name: str) -> str:
        self.client.subscribe(name, qos=1)
        return self.next()


@pytest.fixture
def clients() -> Any:
    made: list[Client] = []

    def make(wishes: MqttWishes) -> Client:
        made.append(Client(wishes))
        return made[-1]

    yield make
    for each in made:
        hang_up(each.client)


def test_a_table_writes_its_own_topics_and_no_others(broker: HubBroker, clients: Any) -> None:
    hub = line(broker, "hub", HUSH)
    one = clients(line(broker, "table-1", add_table(hub, "table-1")))
    add_table(hub, "table-2")
    for word in ("hello", "events", "state", "available"):
        assert "Not authorized" not in one.publish(topic("table-1", word))
        assert one.publish(topic("table-2", word)) == "publish Not authorized"
    for name in (topic("table-1", "have"), CALL, "$CONTROL/dynamic-security/v1"):
        assert one.publish(name) == "publish Not authorized"
    assert one.subscribe(topic("table-1", "have")) == "subscribe Granted QoS 1"
    for name in (topic("table-2", "have"), topic("+", "events"), topic("table-2", "state"), "#"):
        assert one.subscribe(name) == "subscribe Not authorized"
    until(lambda: f"Denied PUBLISH from {one.client._client_id.decode()}" in broker.log.read_text(), "no log")


def test_a_stranger_is_not_let_in_nor_is_a_table_that_was_removed(broker: HubBroker, clients: Any) -> None:
    hub = line(broker, "hub", HUSH)
    assert clients(MqttWishes(True, "127.0.0.1", broker.port)).greeting == "connect Not authorized"
    password = add_table(hub, "table-1")
    assert clients(line(broker, "table-1", "guessed")).greeting == "connect Not authorized"
    assert clients(line(broker, "table-1", password)).greeting == "connect Success"
    remove_table(hub, "table-1")
    assert clients(line(broker, "table-1", password)).greeting == "connect Not authorized"
    assert "not authorised" in broker.log.read_text()


def test_a_table_adds_no_other_table(broker: HubBroker) -> None:
    password = add_table(line(broker, "hub", HUSH), "table-1")
    with pytest.raises(HubError, match="does not let the hub add tables"):
        add_table(line(broker, "table-1", password), "table-2")


def test_a_table_that_may_not_write_says_so(tmp_path: Path, broker: HubBroker) -> None:
    hub = line(broker, "hub", HUSH)
    add_table(hub, "other")
    password = add_table(hub, "table-1")
    with Store(tmp_path / "games.db") as store:
        table = HubLine(HubWishes(broker.address, "table-1", password), Outbox(store, Membership("i")), "i")
        table._line = MqttWishes(
            True, "127.0.0.1", broker.port, user="table-1", password=password, node="other"
        )
        table.start()
        until(lambda: table.health()[0] == "hub-not-yours", "the refusal is not told")
        assert "does not let other write its topics: Not authorized" in table.health()[1]
        table.stop()


def test_table_and_hub_meet_by_a_certificate_of_their_own_authority(tmp_path: Path) -> None:
    authority = certify(tmp_path)
    broker = hub_broker(tmp_path / "broker", tmp_path)
    broker.start()
    address = f"mqtts://localhost:{broker.port}"
    parts = parts_of(tmp_path / "hub", address, password=HUSH, ca_file=str(authority))
    parts.start()
    with Store(tmp_path / "games.db") as store:
        session = store.new_session("caterpillar-filler", ["Ann", "Bob"])
        wishes = HubWishes(address, "table-1", add_table(parts.settings.line(), "table-1"), str(authority))
        table = HubLine(wishes, Outbox(store, Membership("i")), "i")
        table.start()
        table.attach(session, None)
        until(lambda: not table.waiting and parts.room.place("table-1"), "nothing arrives by TLS")
        table.stop()
    parts.stop()
    broker.stop()


def certify(folder: Path) -> Path:
    """Make an authority of one's own, and a broker's certificate by it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: apt install openssl")

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "rsa:2048", "-nodes", "-days", "2")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Our own")
    openssl("req", *key[:3], "-keyout", "broker.key", "-out", "broker.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName = DNS:localhost\n")
    signed = ("-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names")
    openssl("x509", "-req", "-in", "broker.csr", *signed, "-out", "broker.crt")
    return folder / "ca.crt"
