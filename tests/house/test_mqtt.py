"""The table told to a real broker: state, Home Assistant's discovery, presses, and its absence."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from brokers import Broker, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from bench.service.served import Served, free_port
from companion.cli.assembly.drawn_ahead import draw_for_game
from companion.cli.assembly.start import Start, new_hub
from companion.cli.assembly.table import TableMaker
from companion.cli.toml.settings import SettingsError, load_settings
from companion.house.broker import BadMqtt, NoMqtt
from companion.house.mqtt import HouseLink
from companion.house.picture import told
from companion.house.wishes import MqttWishes
from companion.live.status import LiveStatus
from companion.sessions.store import Store


class Listener:
    """Somebody else in the house: hears everything, and may press."""

    def __init__(self, port: int) -> None:
        self.heard: dict[str, str] = {}
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.username_pw_set("table", "hush")
        self.client.on_message = lambda _c, _d, message: self._hear(message)
        self.client.connect("127.0.0.1", port)
        self.client.subscribe("#")
        self.client.loop_start()

    def _hear(self, message: object) -> None:
        self.heard[message.topic] = message.payload.decode()

    @property
    def state(self) -> dict[str, object]:
        return json.loads(self.heard.get("tabletop/state", "{}"))

    def close(self) -> None:
        self.client.loop_stop()
        self.client.disconnect()


@pytest.fixture
def ears(broker: Broker) -> Iterator[Listener]:
    listener = Listener(broker.port)
    yield listener
    listener.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as made:
        yield made


@pytest.fixture
def pressed() -> list[str]:
    return []


@pytest.fixture
def link(broker: Broker, pressed: list[str]) -> Iterator[HouseLink]:
    wishes = MqttWishes(enabled=True, host="127.0.0.1", port=broker.port, user="table", password="hush")
    made = HouseLink(wishes, pressed.append, lambda: "http://192.0.2.1:8080")
    made.start()
    yield made
    made.stop()


def test_the_game_is_told_as_it_goes_on(link: HouseLink, ears: Listener, store: Store) -> None:
    until(lambda: ears.heard.get("tabletop/available") == "online", "it did not say that it is there")
    until(lambda: ears.state.get("game") == "none", "no state")
    session = store.new_session("caterpillar-filler", ["Anna", "Ben"])
    detach = link.attach(session, None)
    for text in ("first 1", "roll 4"):
        session.act(session.game.parse(0, text))
    until(lambda: ears.state.get("last_draw") == "roll 4", "the roll was not told")
    assert ears.state == {
        "game": "Caterpillar Filler",
        "table": "off",
        "camera": "off",
        "acting": "Anna",
        "scores": {"1": 5, "2": 5},
        "last_draw": "roll 4",
        "over": False,
    }
    detach()
    until(lambda: ears.state.get("game") == "none", "its end was not told")


def test_home_assistant_is_told_what_to_show(link: HouseLink, ears: Listener, store: Store) -> None:
    prefix = "homeassistant/sensor/tabletop"
    detach = link.attach(store.new_session("caterpillar-filler", ["Anna", "Ben", "Cleo"]), None)
    # A link that has no game says first that no seat is shown.
    until(lambda: ears.heard.get(f"{prefix}/score_3/config"), "not announced")
    config = json.loads(ears.heard[f"{prefix}/score_3/config"])
    assert config["name"] == "Score of Cleo"
    assert config["unique_id"] == "companion_tabletop_score_3"
    assert config["state_topic"] == "tabletop/state"
    assert config["availability_topic"] == "tabletop/available"
    assert config["device"]["configuration_url"] == "http://192.0.2.1:8080"
    undo = "homeassistant/button/tabletop/undo/config"
    until(lambda: undo in ears.heard, "the button was not announced")  # topics are told one after the other
    button = json.loads(ears.heard[undo])
    assert (button["command_topic"], button["payload_press"]) == ("tabletop/press", "undo")
    assert "state_topic" not in button
    detach()
    link.attach(store.new_session("caterpillar-filler", ["Dan", "Eve"]), None)
    until(lambda: ears.heard[f"{prefix}/score_3/config"] == "", "a seat that is empty now is still shown")
    until(
        lambda: json.loads(ears.heard[f"{prefix}/score_1/config"])["name"] == "Score of Dan",
        "another player's name was not told",
    )


def test_what_is_pressed_elsewhere_is_done_and_nothing_else(
    link: HouseLink, ears: Listener, pressed: list[str]
) -> None:
    until(lambda: "tabletop/available" in ears.heard, "not there")
    for word in ("undo", "shut_down", "", "next"):
        ears.client.publish("tabletop/press", word, qos=1)
    until(lambda: pressed == ["undo", "next"], f"heard {pressed}")


def test_a_press_that_cannot_be_done_harms_nothing(broker: Broker, ears: Listener) -> None:
    wishes = MqttWishes(enabled=True, host="127.0.0.1", port=broker.port, user="table", password="hush")
    link = HouseLink(wishes, lambda _: 1 / 0)
    link.start()
    until(lambda: ears.heard.get("tabletop/available") == "online", "not there")
    ears.client.publish("tabletop/press", "undo", qos=1)
    time.sleep(0.3)
    link.stop()
    until(lambda: ears.heard["tabletop/available"] == "offline", "it did not say goodbye")


def test_a_broker_that_forgets_everything_is_told_again(
    link: HouseLink, broker: Broker, ears: Listener, store: Store
) -> None:
    link.attach(store.new_session("caterpillar-filler", ["Anna", "Ben"]), None)
    until(lambda: ears.state.get("game") == "Caterpillar Filler", "not told")
    broker.stop()
    broker.start()
    other = Listener(broker.port)
    until(lambda: other.state.get("game") == "Caterpillar Filler", "not told again")
    until(lambda: other.heard.get("tabletop/available") == "online", "not there again")
    until(lambda: "homeassistant/sensor/tabletop/game/config" in other.heard, "not announced again")
    other.close()


def test_a_broker_that_forgets_everything_while_it_is_told_is_told_again(store: Store) -> None:
    link = HouseLink(MqttWishes(enabled=True), lambda _: None)
    link._client = broker = Forgetful(link)
    link.attach(store.new_session("caterpillar-filler", ["Anna", "Ben"]), None)
    link._publish()
    all_of_it, broker.forgets = set(broker.kept), True
    link._answered(broker, None, None, SimpleNamespace(is_failure=False), None)
    link._publish()
    assert not broker.forgets
    link._publish()
    assert set(broker.kept) == {*all_of_it, "tabletop/available"}


class Forgetful:
    """A broker that ``forgets`` all as soon as it is told something; the line is there again at once."""

    def __init__(self, link: HouseLink) -> None:
        self.kept: dict[str, object] = {}
        self.forgets, self._link = False, link

    def is_connected(self) -> bool:
        return True

    def subscribe(self, *_: object, **__: object) -> None: ...

    def publish(self, topic: str, payload: object, **_: object) -> None:
        self.kept[topic] = payload
        if self.forgets and topic.endswith("/config"):
            self.forgets = False
            self.kept.clear()
            self._link._answered(self, None, None, SimpleNamespace(is_failure=False), None)


def test_a_wrong_password_is_told_and_harms_nothing(broker: Broker, store: Store, caplog) -> None:
    wishes = MqttWishes(enabled=True, host="127.0.0.1", port=broker.port, user="table", password="wrong")
    link = HouseLink(wishes, lambda _: None)
    link.start()
    session = store.new_session("caterpillar-filler", ["Anna", "Ben"])
    link.attach(session, None)
    until(lambda: "refuses" in caplog.text, "the refusal was not told")
    session.act(session.game.parse(0, "first 1"))
    link.stop()


def test_a_broker_that_is_not_there_harms_nothing(store: Store) -> None:
    link = HouseLink(MqttWishes(enabled=True, host="127.0.0.1", port=free_port()), lambda _: None)
    link.start()
    session = store.new_session("caterpillar-filler", ["Anna", "Ben"])
    link.attach(session, None)()
    session.act(session.game.parse(0, "first 1"))
    link.stop()


def test_only_what_everybody_may_see_is_told(store: Store) -> None:
    session = store.new_session("it-happens", ["Anna", "Ben"])
    assert session.game.info.hidden
    state = told(session, LiveStatus("lost"))
    assert state["camera"] == "lost"
    public = session.state.seen_by(None).sheet().totals()
    assert state["scores"] == {str(seat): total for seat, total in public.items()}
    assert msgspec.json.encode(state)


def test_without_what_speaks_mqtt_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    with pytest.raises(NoMqtt) as caught:
        HouseLink(MqttWishes(enabled=True), lambda _: None)
    assert "pip install" in caught.value.sentence


def test_a_wish_that_cannot_be_is_told_and_the_table_goes_on(tmp_path: Path) -> None:
    maker = TableMaker("off", folder=tmp_path)
    hub = new_hub(Start(tmp_path, maker, str, mqtt=MqttWishes(enabled=True, host="")))
    assert "[mqtt]" in hub.store.notice
    assert hub.member is not None
    goes_along = [hub.panel.attach, hub.seat_bots.attach, draw_for_game, hub.member.attach]
    assert hub.companions == goes_along, "nothing of MQTT goes along"
    hub.store.close()


def test_what_is_refused_before_the_first_word_is_told() -> None:
    link = HouseLink(MqttWishes(enabled=True, host=""), lambda _: None)
    with pytest.raises(BadMqtt) as caught:
        link.start()
    assert caught.value.code == "mqtt-unusable"
    link.stop()


def test_a_line_that_cannot_be_encrypted_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object, **__: object) -> None:
        raise OSError("no certificates")

    monkeypatch.setattr(Client, "tls_set", fail)
    with pytest.raises(BadMqtt, match="no certificates"):
        HouseLink(MqttWishes(enabled=True, tls=True), lambda _: None)


def test_an_empty_broker_is_a_mistake_in_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    path.write_text("[mqtt]\nenabled = true\nhost = ''\n")
    with pytest.raises(SettingsError, match="line 3"):
        load_settings(path)


def test_a_table_that_is_stopped_says_that_it_is_gone(broker: Broker, ears: Listener, tmp_path: Path) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(
        f"[mqtt]\nenabled = true\nhost = '127.0.0.1'\nport = {broker.port}\n"
        "user = 'table'\npassword = 'hush'\n"
    )
    with Served(tmp_path / "data", settings=settings) as service:
        service.wait()
        until(lambda: ears.heard.get("tabletop/available") == "online", "it did not say that it is there")
    until(lambda: ears.heard.get("tabletop/available") == "offline", "it did not say goodbye")


def test_it_is_off_unless_it_is_wished_for(tmp_path: Path) -> None:
    assert not load_settings(tmp_path / "none.toml").mqtt.enabled
    path = tmp_path / "companion.toml"
    path.write_text("[mqtt]\nenabled = true\nnode = 'a/b'\n")
    with pytest.raises(SettingsError, match="line 3"):
        load_settings(path)
