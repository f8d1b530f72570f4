"""Behind a reverse proxy: what a trusted one says is believed, what anybody else says is not."""

from __future__ import annotations

import re

import pytest

from webui.http.proxies import Proxies
from webui.ports import Address

PROXY, STRANGER = {"REMOTE_ADDR": "10.0.0.1"}, {"REMOTE_ADDR": "192.168.1.66"}
JSON = {"Accept": "application/json"}
PUBLIC = "https://games.example.org/table"


@pytest.fixture
def behind(hub, session):
    hub.proxies = Proxies.of(["10.0.0.0/30"])
    hub.hosts = ("games.example.org", "pi")
    return hub


def tap(client, peer: dict[str, str], origin: str, host: str, **told: str):
    headers = {"Origin": origin, "Host": host, **JSON, **{f"X-Forwarded-{k}": v for k, v in told.items()}}
    form = {"button": "no-such-button"}
    return client.post("/panel/press", data=form, headers=headers, environ_overrides=peer)


def is_let_in(answer) -> bool:
    return answer.json["code"] not in ("foreign-page", "foreign-name")


@pytest.mark.parametrize(
    ("origin", "host", "told"),
    [
        ("http://pi:8443", "pi", {}),
        ("http://pi:8443", "pi:8443", {}),
        ("https://games.example.org", "games.example.org", {"Proto": "https"}),
        ("https://games.example.org", "127.0.0.1:8080", {"Host": "games.example.org", "Proto": "https"}),
        ("http://pi:81", "pi", {"Port": "81"}),
        ("http://[fd00::7]:81", "[fd00::7]", {}),
    ],
)
def test_a_tap_by_a_trusted_proxy_counts(client, behind, origin, host, told) -> None:
    assert is_let_in(tap(client, PROXY, origin, host, **told))
    exact = origin.partition("//")[2] == host
    by_stranger = is_let_in(tap(client, STRANGER, origin, host, **told))
    assert by_stranger == exact, "what anybody else says is not believed"


@pytest.mark.parametrize(
    ("origin", "host", "told"),
    [
        ("http://evil.example", "pi", {}),
        ("http://pi.evil.example", "pi", {}),
        ("null", "pi", {}),
        ("http://[", "pi", {}),
        ("http://evil.example", "evil.example", {}),
        ("http://evil.example", "evil.example", {"Host": "pi"}),
        ("http://pi", "evil.example", {"Host": "pi"}),
        ("http://evil.example", "127.0.0.1:8080", {"Host": "evil.example"}),
        ("http://evil.example", "127.0.0.1:8080", {"Host": "pi, evil.example"}),
        ("http://pi:81", "pi", {"Port": "82"}),
        ("http://pi:81", "pi:82", {}),
    ],
)
def test_a_foreign_page_stays_foreign_behind_a_trusted_proxy(client, behind, origin, host, told) -> None:
    assert not is_let_in(tap(client, PROXY, origin, host, **told))


def test_with_an_address_in_the_settings_only_that_one_counts_where_the_port_is_lost(client, behind) -> None:
    behind.proxies = Proxies.of(["10.0.0.1"], "http://pi:8443/table")
    assert is_let_in(tap(client, PROXY, "http://pi:8443", "pi"))
    assert is_let_in(tap(client, PROXY, "http://pi:8443", "127.0.0.1:8080"))
    assert not is_let_in(tap(client, PROXY, "http://pi:9999", "pi"))
    assert not is_let_in(tap(client, STRANGER, "http://pi:8443", "pi"))


def test_the_refusal_names_cause_and_remedy(client, behind) -> None:
    said = tap(client, STRANGER, "http://pi:8443", "pi").json
    assert said["code"] == "foreign-page"
    assert all(
        each in said["sentence"] for each in ("“http://pi:8443”", "“pi”", 'proxies = ["192.168.1.66"]')
    )
    behind.proxies = Proxies.of(["192.168.1.66"])
    assert is_let_in(tap(client, STRANGER, "http://pi:8443", "pi")), "the remedy helps"
    lost = tap(client, STRANGER, "http://pi:8443", "127.0.0.1:8080").json["sentence"]
    assert "“address” under [web]" in lost
    behind.proxies = Proxies.of(["192.168.1.66"], "http://pi:8443")
    assert is_let_in(tap(client, STRANGER, "http://pi:8443", "127.0.0.1:8080")), "the remedy helps"


@pytest.mark.parametrize(
    ("public", "asked", "told"),
    [("", "/play", {"X-Forwarded-Prefix": "/table"}), (PUBLIC, "/play", {}), (PUBLIC, "/table/play", {})],
    ids=["the proxy says it", "the settings say it", "the proxy leaves it on"],
)
def test_links_files_streams_and_cookies_stay_under_the_sub_path(client, behind, public, asked, told) -> None:
    behind.proxies = Proxies.of(["10.0.0.1"], public)
    headers = {"Host": "games.example.org", **told}
    page = client.get(asked, headers=headers, environ_overrides=PROXY)
    assert page.status_code == 200
    assert 'data-stream="/table/events"' in page.text
    links = re.findall(r' (?:href|src|action)="/([^"]*)"', page.text)
    assert len(links) > 20
    assert [link for link in links if not link.startswith("table/")] == []
    joined = client.post(f"/j/{behind.token}", data={"seat": "1"}, headers=headers, environ_overrides=PROXY)
    assert joined.headers["Location"] == "/table/play"
    assert "Path=/table/;" in joined.headers["Set-Cookie"]
    manifest = client.get("/manifest.webmanifest", headers=headers, environ_overrides=PROXY).json
    assert (manifest["start_url"], manifest["scope"]) == ("/table/play", "/table/")


def test_directly_the_same_table_has_no_sub_path(client, behind) -> None:
    behind.proxies = Proxies.of(["10.0.0.1"], PUBLIC)
    told = {"X-Forwarded-Prefix": "/elsewhere", "X-Forwarded-Host": "evil.example"}
    page = client.get("/play", headers={"Host": "192.168.1.7:8080", **told}, environ_overrides=STRANGER)
    assert (page.status_code, 'data-stream="/events"' in page.text) == (200, True)


@pytest.mark.parametrize(
    "prefix", ["//evil.example", "/a//b", "http://evil.example", "/a?b", '/"><script>', "x"]
)
def test_a_sub_path_that_leads_elsewhere_is_not_taken(client, behind, prefix) -> None:
    page = client.get("/play", headers={"Host": "pi", "X-Forwarded-Prefix": prefix}, environ_overrides=PROXY)
    assert 'data-stream="/events"' in page.text


def test_an_invitation_by_a_proxy_shows_the_proxys_address(client, behind) -> None:
    direct = Address("http://192.168.1.7:8080", "Wi-Fi")
    behind.addresses = lambda: (direct,)
    asked = {"Host": "pi:8443", "X-Forwarded-Prefix": "/table"}
    page = client.get("/join", headers=asked, environ_overrides=PROXY).text
    assert f'href="http://pi:8443/table/j/{behind.token}"' in page
    behind.proxies = Proxies.of(["10.0.0.1"], PUBLIC)
    behind.addresses = lambda: (Address(PUBLIC, "proxy"), direct)
    page = client.get("/join", headers={"Host": "127.0.0.1:8080"}, environ_overrides=PROXY).text
    assert f'href="{PUBLIC}/j/{behind.token}"' in page
    other = client.get("/join?at=192.168.1.7:8080", headers={"Host": "pi"}, environ_overrides=PROXY).text
    assert f'href="http://192.168.1.7:8080/j/{behind.token}"' in other


def test_what_the_machine_alone_may_ask_no_proxy_may(client, behind) -> None:
    loopback = {"REMOTE_ADDR": "127.0.0.1"}
    alone = {"Host": "127.0.0.1:8080", **JSON}
    assert client.get("/care/film.zip", headers=alone, environ_overrides=loopback).json["code"] == "no-camera"
    behind.proxies = Proxies.of(["127.0.0.1"])
    for told in ({}, {"X-Forwarded-For": "127.0.0.1"}):
        asked = client.get("/care/film.zip", headers={**alone, **told}, environ_overrides=loopback)
        assert asked.json["code"] == "foreign-page"
    behind.proxies = Proxies()
    for told in ({"X-Forwarded-For": "192.168.1.9"}, {"Forwarded": "for=192.168.1.9"}, {"Via": "1.1 proxy"}):
        asked = client.get("/care/film.zip", headers={**alone, **told}, environ_overrides=loopback)
        assert asked.json["code"] == "foreign-page", "a proxy that the settings do not name"
