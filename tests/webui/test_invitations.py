"""By which address a phone is invited: the one that the asking phone used, or one that is chosen."""

from __future__ import annotations

import pytest

from webui.ports import Address

WIFI = Address("http://192.168.1.7:8080", "Wi-Fi")
VPN = Address("http://10.8.0.2:8080", "VPN")


def invited_to(client, host: str, at: str = "") -> str:
    page = client.get("/join", query_string={"at": at} if at else {}, headers={"Host": host}).text
    return page.split('class="seal"><a href="')[1].split("/j/")[0]


@pytest.mark.parametrize(
    "host",
    ["192.168.1.7:8080", "10.8.0.2:8080", "10.42.0.1:8080", "table.local:8080", "[fd00::7]:8080", "10.0.0.7"],
)
def test_an_invitation_shows_what_the_asking_phone_used(client, hub, session, host) -> None:
    hub.addresses = lambda: (VPN, WIFI)
    assert invited_to(client, host) == f"http://{host}"


@pytest.mark.parametrize(
    "host", ["localhost:8080", "127.0.0.1:8080", "127.0.1.1", "[::1]:8080", "table.localhost"]
)
def test_by_loopback_it_shows_the_likeliest_of_the_machine(client, hub, session, host) -> None:
    hub.addresses = lambda: (WIFI, VPN)
    assert invited_to(client, host) == WIFI.url


def test_another_address_can_be_chosen_and_none_that_is_not_of_this_table(client, hub, session) -> None:
    hub.addresses = lambda: (WIFI, VPN)
    assert invited_to(client, "table.local:8080", at=VPN.host) == VPN.url
    assert invited_to(client, "localhost", at=VPN.host) == VPN.url
    for foreign in ("evil.example", "192.168.1.7", "//evil.example"):
        assert invited_to(client, "table.local", at=foreign) == "http://table.local"


def test_the_code_holds_the_link_that_the_page_shows(client, hub, session) -> None:
    hub.addresses = lambda: (WIFI, VPN)
    codes = {client.get("/join/code.svg", query_string={"at": each.host}).data for each in (WIFI, VPN)}
    assert len(codes) == 2
    shown = client.get("/join", query_string={"at": VPN.host})
    assert f"at={VPN.host.replace(':', '%3A')}" in shown.text or f"at={VPN.host}" in shown.text


def test_the_choice_names_the_networks_and_marks_what_is_shown(client, hub, session) -> None:
    hub.addresses = lambda: (WIFI, VPN)
    page = client.get("/join", headers={"Host": WIFI.host}).text
    assert page.count('aria-current="true"') == 1
    assert all(f"<b>{each.network}</b>" in page for each in (WIFI, VPN))


def test_one_address_is_no_choice(client, hub, session) -> None:
    hub.addresses = lambda: (WIFI,)
    assert "Choose the network" not in client.get("/join", headers={"Host": WIFI.host}).text


def test_without_a_network_the_page_says_that_no_phone_gets_there(client, session) -> None:
    assert "This machine has no network." in client.get("/join", headers={"Host": "localhost"}).text
    assert "has no network" not in client.get("/join", headers={"Host": "192.168.1.7"}).text
