"""A hub behind real reverse proxies, below a path, by https: sign-in, forms, links to join, the stream."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest
from front_doors import nginx_site, proxied
from plays import play_on
from rooms import FarTable, until
from servers import HUSH, HubBroker

from bench.hub.rooms import HubProcess
from companion.house.wishes import MqttWishes
from companion.hub.broker.users import add_table
from companion.hub.store.database import Database
from companion.hub.store.keys import new_key

TRUSTING = 'proxies = ["127.0.0.1"]\n'
PATH = "/table/"


@pytest.fixture
def hub(tmp_path: Path, broker: HubBroker) -> Iterator[HubProcess]:
    made = HubProcess(tmp_path / "hub", broker.address, f"sqlite:///{tmp_path}/hub/hub.db", TRUSTING)
    made.start()
    yield made
    made.kill()


def key(hub: HubProcess, role: str) -> str:
    database = Database(hub.database)
    word = new_key(database, role, f"the {role}", timedelta(days=1))
    database.close()
    return word


class Stay(HTTPRedirectHandler):
    """Follows no redirect: by https it would leave this machine's proxy, which has no certificate."""

    def redirect_request(self, *_: object) -> None:
        return None


class Browser:
    """What a browser does that matters to proxies: cookies by path, redirects, Origin."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def open(self, url: str, **form: str):
        parts = urlsplit(url)
        headers = {"Origin": f"{parts.scheme}://{parts.netloc}"} if form else {}
        data = urlencode(form).encode() if form else None
        return self._opener.open(Request(url, data, headers), timeout=60)

    def load(self, url: str, **form: str) -> tuple[str, str]:
        """Give where the answer came from, and the page."""
        with self.open(url, **form) as answer:
            return answer.url, answer.read().decode()


@pytest.mark.whole
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_sign_in_form_code_and_stream_stay_below_the_path(
    hub: HubProcess, broker: HubBroker, tmp_path: Path, name: str
) -> None:
    host = Browser()
    with proxied(name, PATH, hub.port, tmp_path) as url:
        where, page = host.load(f"{url}key/{key(hub, 'host')}")
        assert where == url, "the redirect leaves the path"
        assert {each.path for each in host.cookies} == {PATH}
        for link in re.findall(r'(?:href|src|action)="([^"]+)"', page):
            assert link.startswith((PATH, "#", "data:")), link
        for file in re.findall(r'<(?:link|script)[^>]+(?:href|src)="([^"]+)"', page):
            assert host.load(urljoin(url, file))[1]
        _, tables = host.load(f"{url}tables")
        word = re.search(r'name="csrf"\s+value="(\w+)"', tables)[1]
        _, shown = host.load(f"{url}tables", csrf=word, table="table-9")
        assert re.search(r"<code>(http\S+/join/\S+?)</code>", shown)[1].startswith(f"{url}join/")
        season = {"csrf": word, "name": "Winter", "starts": "2026-01-01", "ends": "2026-03-01"}
        where, league = host.load(f"{url}league/seasons", **season)
        assert where.startswith(f"{url}league")
        assert "Winter" in league
        line = MqttWishes(True, "127.0.0.1", broker.port, user="hub", password=HUSH)
        table = FarTable(tmp_path / "table", "table-9", broker.address, add_table(line, "table-9"))
        session = table.store.new_session("caterpillar-filler", ["Ann", "Bob"])
        with host.open(f"{url}events") as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            table.connect()
            table.play(session)
            play_on(session, 3)
            card = next(each for each in stream if each.startswith(b"data: ") and b"Ann" in each)
        assert b"table-9" in card
        until(lambda: table.line and not table.line.waiting, "nothing is stored")
        table.close()


@pytest.mark.whole
def test_by_https_cookies_are_secure_and_codes_begin_with_https(hub: HubProcess, tmp_path: Path) -> None:
    site = nginx_site(PATH, hub.port).replace("$scheme", "https")
    with proxied("nginx", PATH, hub.port, tmp_path, site) as url:
        headers, _ = answered(f"{url}key/{key(hub, 'host')}")
        cookie = headers["Set-Cookie"]
        assert {"Secure", "HttpOnly", f"Path={PATH}"} <= set(cookie.split("; "))
        signed = {"Cookie": cookie.partition(";")[0]}
        _, tables = answered(f"{url}tables", signed)
        word = re.search(r'name="csrf"\s+value="(\w+)"', tables)[1]
        form = urlencode({"csrf": word, "table": "table-9"}).encode()
        _, shown = answered(f"{url}tables", signed, form)
        link = re.search(r"<code>(http\S+/join/\S+?)</code>", shown)[1]
        assert link.startswith(f"https://{urlsplit(url).netloc}{PATH}join/")


@pytest.mark.whole
def test_a_header_of_somebody_who_is_no_trusted_proxy_counts_for_nothing(
    tmp_path: Path, broker: HubBroker
) -> None:
    made = HubProcess(tmp_path / "hub", broker.address, f"sqlite:///{tmp_path}/hub/hub.db")
    made.start()
    lying = {"X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/evil", "X-Forwarded-Host": "evil.example"}
    headers, _ = answered(f"http://127.0.0.1:{made.port}/key/{key(made, 'host')}", lying)
    made.kill()
    assert headers["Location"] == "/"
    assert "Path=/;" in f"{headers['Set-Cookie']};"
    assert "Secure" not in headers["Set-Cookie"]


def answered(url: str, headers: dict[str, str] | None = None, data: bytes | None = None):
    """Give the headers and the page of an answer, also where it is a redirect."""
    opener = build_opener(Stay())
    try:
        answer = opener.open(Request(url, data, headers or {}), timeout=60)
    except HTTPError as error:
        answer = error
    with answer:
        return answer.headers, answer.read().decode()
