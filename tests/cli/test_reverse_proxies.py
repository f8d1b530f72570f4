"""A whole evening's way through real reverse proxies: home, a game, a seat, a tap, and news by the stream."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from front_doors import nginx_site, proxied
from sweeps import slow

from bench.attack.bombs import png
from bench.service.served import Served

FORM = {"seats": "2", "name-1": "Anna", "name-2": "Ben", "chance": "tap"}
TRUSTING = '[web]\nproxies = ["127.0.0.1"]\n'


class Browser:
    """What a phone's browser does that matters to proxies: cookies by path, redirects, Origin."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def open(self, url: str, **form: str):
        """Load a page, or send a form from a page of the same site."""
        parts = urlsplit(url)
        data = urlencode(form).encode() if form else None
        headers = {"Origin": f"{parts.scheme}://{parts.netloc}"} if form else {}
        return self._opener.open(Request(url, data, headers), timeout=30)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    settings = tmp_path / "companion.toml"
    settings.write_text(TRUSTING)
    with Served(tmp_path / "data", settings=settings) as served:
        served.wait()
        yield served


def news(lines, topic: str) -> bool:
    """Read a stream until it tells of that."""
    return any(line.strip() == f"event: {topic}".encode() for line in lines)


@pytest.mark.parametrize("path", ["/table/", *slow("/")])
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_home_game_seat_tap_and_stream(table: Served, tmp_path: Path, name: str, path: str) -> None:
    phone = Browser()
    with proxied(name, path, table.port, tmp_path) as url:
        home = phone.open(url).read().decode()
        begin = re.search(r'href="([^"]*/new/caterpillar-filler)"', home).group(1)
        assert begin.startswith(path)
        with phone.open(urljoin(url, begin), **FORM) as played:
            assert played.url == f"{url}play"
        shown = phone.open(f"{url}join").read().decode()
        invitation = re.search(r'class="seal"><a href="([^"]+)"', shown).group(1)
        assert invitation.startswith(f"{url}j/")
        with phone.open(invitation, seat="1") as seated:
            assert seated.url == f"{url}play"
            page = seated.read().decode()
        assert {(each.path, each.domain) for each in phone.cookies} == {(path, "127.0.0.1")}
        for file in re.findall(r'<(?:link|script|img)[^>]+(?:href|src)="([^"]+)"', page):
            assert file.startswith(path)
            assert phone.open(urljoin(url, file)).status == 200
        about = dict(re.findall(r'data-(stream|game|seq|seat)="([^"]*)"', page))
        asked = urlencode({"game": about["game"], "seat": about["seat"], "since": about["seq"]})
        with phone.open(f"{urljoin(url, about['stream'])}?{asked}") as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            other = Browser()
            tap = {"game": about["game"], "seq": about["seq"], "by": "0", "text": "first 1"}
            other.open(f"{url}play/act", **tap).close()
            assert news(stream, "game"), "what one phone taps reaches the other's page"


@pytest.mark.parametrize("name", ["nginx", *slow("caddy")])
def test_a_photograph_is_passed_on_with_its_length(table: Served, tmp_path: Path, name: str) -> None:
    """Browsers say how long it is; a proxy that passed it on in chunks would be refused with 411."""
    Browser().open(f"http://127.0.0.1:{table.port}/new/caterpillar-filler", **FORM).close()
    head = b'--mark\r\nContent-Disposition: form-data; name="photo"; filename="table.png"\r\n\r\n'
    body = head + png(2000, 1500, bits=16) + bytes(3_000_000) + b"\r\n--mark--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=mark"}
    with proxied(name, "/table/", table.port, tmp_path) as url:
        sent = Request(f"{url}camera/photo", body, {**kind, "Origin": url.removesuffix("/table/")})
        with build_opener().open(sent, timeout=60) as page:
            assert urlsplit(page.url).path.startswith("/table/camera/photo/")


def test_a_host_without_its_port_is_understood_from_a_trusted_proxy(table: Served, tmp_path: Path) -> None:
    site = nginx_site("/table/", table.port).replace("$http_host", "$host")
    site = site.replace("proxy_set_header X-Forwarded-Host $host;", "")
    with proxied("nginx", "/table/", table.port, tmp_path, site) as url:
        played = Browser().open(f"{url}new/caterpillar-filler", **FORM)
        assert urlsplit(played.url).path == "/table/play"
        played.close()


def test_the_refusal_behind_a_proxy_that_is_not_trusted_says_what_helps(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as served:
        served.wait()
        site = nginx_site("/", served.port).replace("$http_host", "$host")
        with proxied("nginx", "/", served.port, tmp_path, site) as url:
            with pytest.raises(HTTPError) as refused:
                Browser().open(f"{url}new/caterpillar-filler", **FORM)
            page = refused.value.read().decode()
    assert refused.value.code == 403
    assert "foreign-page" in page
    assert "proxies = [&#34;127.0.0.1&#34;]" in page


def test_the_proxy_that_is_not_named_can_say_what_it_likes(tmp_path: Path) -> None:
    with Served(tmp_path / "data") as served:
        served.wait()
        with proxied("nginx", "/table/", served.port, tmp_path) as url:
            page = Browser().open(url).read().decode()
    assert 'href="/look.css' in page


def test_the_settings_name_the_mistake(tmp_path: Path) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('[web]\nproxies = ["10.0.0.0/8", "the router"]\naddress = "games.example.org"\n')
    with Served(tmp_path / "data", settings=settings) as served:
        served.wait()
        assert json.loads(served.get("/health").text)["safe_mode"] is True
        page = served.get("/").text
    assert "the router" in page
