"""The host: who set the table up, by a code that the machine shows."""

from __future__ import annotations

import re
import stat
from html import unescape

import pytest
from clocks import Clock
from phones import cookie_name, cookie_of, phone_at
from tapping import JSON

from companion.panel.desk import PanelDesk
from webui import Hub
from webui.access.guesses import AGAIN_S, AT_ONCE, Guesses
from webui.access.host_role import ENDING, OFFER_S, HostRole, kept_code
from webui.http.proxies import Proxies

NEIGHBOUR = {"REMOTE_ADDR": "192.168.1.66"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}


class Phone:
    """A phone in the same network."""

    def __init__(self, hub, address: str = "192.168.1.66") -> None:
        self.client, self.peer = phone_at(hub), {"REMOTE_ADDR": address}

    def get(self, path: str, **more):
        return self.client.get(path, environ_overrides=self.peer, **more)

    def post(self, path: str, **more):
        return self.client.post(path, environ_overrides=self.peer, **more)

    @property
    def is_host(self) -> bool:
        return "You are the host" in self.get("/host").text

    def become_host(self, hub) -> None:
        assert self.post("/host", data={"code": hub.role.code}).status_code == 303


@pytest.fixture
def phone(hub) -> Phone:
    return Phone(hub)


def test_a_phone_is_no_host_until_it_knows_the_code(hub, phone) -> None:
    assert not phone.is_host
    wrong = phone.post("/host", data={"code": "ABCD-EFGH-JKMN"}, headers=JSON)
    assert (wrong.status_code, wrong.json["code"]) == (403, "wrong-code")
    assert not phone.is_host
    phone.become_host(hub)
    assert phone.is_host
    assert not Phone(hub).is_host


def test_the_code_is_typed_as_people_type(hub, phone) -> None:
    typed = f" {hub.role.code.replace('-', ' ').lower()} "
    assert phone.post("/host", data={"code": typed}).status_code == 303
    assert phone.is_host


def test_the_address_that_the_machine_shows_makes_a_phone_the_host(hub, phone) -> None:
    assert phone.get(f"/host/{hub.role.code}").status_code == 303
    assert phone.is_host
    assert phone.get("/host/ABCD-EFGH-JKMN").status_code == 403


def test_the_code_and_the_hosts_phone_survive_a_restart(hub, phone) -> None:
    phone.become_host(hub)
    cookie = cookie_of(phone.client)
    again = Hub(hub.store)
    assert again.role.code == hub.role.code
    later = Phone(again)
    later.client.set_cookie(cookie_name(later.client), cookie)
    assert later.is_host


def test_the_file_of_the_code_is_for_its_owner_alone(hub) -> None:
    code = hub.role.code
    path = hub.store.path.with_suffix(ENDING)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept_code(hub.store.path) == code
    assert re.fullmatch(r"[2-9A-Z]{4}(-[2-9A-Z]{4}){2}", code)


@pytest.mark.parametrize("damage", [b"", b"{", b'{"code":"AB","phones":{}}', b"\xff\xfe"])
def test_a_damaged_file_is_made_anew(tmp_path, damage) -> None:
    path = tmp_path / "games.host"
    path.write_bytes(damage)
    code = HostRole(path).code
    assert kept_code(tmp_path / "games.db") in ("", code)
    role = HostRole(path)
    role.give("phone")
    assert HostRole(path).has("phone")


def test_where_the_folder_cannot_be_written_the_code_holds_while_the_table_runs(tmp_path) -> None:
    role = HostRole(tmp_path / "absent" / "games.host")
    assert role.knows(role.code)
    role.give("phone")
    assert role.has("phone")


def test_wrong_codes_are_slowed_down_by_address(hub) -> None:
    clock = Clock()
    hub.guesses = Guesses(clock)
    guesser, host = Phone(hub), Phone(hub, "192.168.1.7")
    for _ in range(AT_ONCE):
        assert guesser.post("/host", data={"code": "x"}).status_code == 403
    for data in ({"code": "x"}, {"code": hub.role.code}):
        slowed = guesser.post("/host", data=data, headers=JSON)
        assert (slowed.status_code, slowed.json["code"]) == (429, "too-many-guesses")
        assert guesser.get(f"/host/{data['code']}").status_code == 429
    host.become_host(hub)
    clock.s += AGAIN_S
    assert guesser.post("/host", data={"code": "x"}).status_code == 403
    assert guesser.post("/host", data={"code": "x"}).status_code == 429
    clock.s += AGAIN_S
    guesser.become_host(hub)


def offer(phone: Phone) -> str:
    page = phone.post("/host/hand-on").text
    return re.search(r"/host/take/[\w-]+", page)[0]


def test_the_role_is_handed_on_and_given_back(hub, phone) -> None:
    other = Phone(hub)
    phone.become_host(hub)
    link = offer(phone)
    assert other.get(link).status_code == 200
    assert not other.is_host, "opening the link asks first"
    assert other.post(link).status_code == 303
    assert (phone.is_host, other.is_host) == (False, True)
    assert Phone(hub).post(link).status_code == 410, "it serves one phone"
    assert other.post("/host/lay-down").status_code == 303
    assert (phone.is_host, other.is_host) == (True, False)
    phone.post("/host/lay-down")
    assert not phone.is_host


def test_an_offer_is_over_after_a_while(hub, phone) -> None:
    clock = Clock()
    hub.role = HostRole(hub.store.path.with_suffix(ENDING), clock)
    phone.become_host(hub)
    link = offer(phone)
    clock.s += OFFER_S + 1
    assert Phone(hub).get(link).status_code == 410
    assert Phone(hub).post(link).status_code == 410
    assert phone.is_host


def test_a_browser_on_the_machine_itself_is_the_hosts_where_somebody_started_the_table(hub) -> None:
    laptop = phone_at(hub)
    assert "You are the host" in laptop.get("/host", environ_overrides=HERE).text
    hub.own_browser_is_host = False
    assert "You are the host" not in laptop.get("/host", environ_overrides=HERE).text


@pytest.mark.parametrize(
    "told",
    [
        {"headers": {"X-Forwarded-For": "192.168.1.66"}},
        {"headers": {"Forwarded": "for=192.168.1.66"}},
        {"headers": {"Via": "1.1 proxy"}},
        {"headers": {"Host": "games.local"}},
        {"headers": {"Host": "192.168.1.5:8080"}},
        {"environ_overrides": {"REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.0"}},
        {"environ_overrides": NEIGHBOUR},
    ],
    ids=str,
)
def test_what_comes_by_a_proxy_on_the_machine_is_not_the_machine(hub, told) -> None:
    page = phone_at(hub).get("/host", **({"environ_overrides": HERE} | told)).text
    assert "You are the host" not in page


def test_with_a_trusted_proxy_nobody_is_known_to_be_at_the_machine(hub) -> None:
    hub.proxies = Proxies.of(["10.0.0.1"])
    assert "You are the host" not in phone_at(hub).get("/host", environ_overrides=HERE).text


@pytest.fixture
def wired(hub) -> list[int]:
    off: list[int] = []
    hub.panel = PanelDesk(None, lambda: off.append(1))
    return off


def test_only_the_host_shuts_the_machine_down_and_with_a_second_tap(hub, session, wired, phone) -> None:
    seated = phone_at(hub, 1)
    for path, data in (("/panel/press", {"button": "shut_down"}), ("/panel/shut-down", {"sure": "yes"})):
        assert phone.post(path, data=data).status_code in (400, 403)
        assert seated.post(path, data=data, environ_overrides=NEIGHBOUR).status_code in (400, 403)
    assert wired == []
    assert "The host of this table shuts the machine down." in phone.get("/panel").text
    phone.become_host(hub)
    asked = phone.post("/panel/shut-down")
    assert "Shut the machine down?" in asked.text
    assert wired == []
    assert phone.post("/panel/shut-down", data={"sure": "yes"}).status_code == 303
    assert wired == [1]


def test_everybody_else_reads_that_the_host_does_it_and_how_to_become_the_host(hub, phone) -> None:
    refused = phone.post("/new/papillon/boxes")
    assert refused.status_code == 403
    assert "The host of this table keeps the boxes of your own." in unescape(refused.text)
    assert 'href="/host"' in refused.text
    assert "How to become the host" in phone.get("/new/papillon/boxes").text
    how = phone.get("/host").text
    assert "companion doctor" in how
