"""By what name the table may be asked for: a site of somebody else can have its own lead here."""

from __future__ import annotations

import socket

import pytest

from webui.ports import Address
from webui.request import guard

JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def machine(monkeypatch, tmp_path) -> None:
    network = tmp_path / "resolv.conf"
    network.write_text("# of the router\n\nsearch speedport.ip Example-home.net.\nnameserver 192.168.1.1\n")
    monkeypatch.setattr(guard, "NETWORK", network)
    monkeypatch.setattr(socket, "gethostname", lambda: "Raspberrypi")


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.7",
        "192.168.1.7:8080",
        "[fe80::1]:8080",
        "[fd00::7]",
        "localhost:8080",
        "table.localhost",
        "raspberrypi.local:8080",
        "RaspberryPi-2.Local.",
        "raspberrypi:8080",
        "raspberrypi.lan",
        "raspberrypi.fritz.box:8080",
        "raspberrypi.speedport.ip",
        "raspberrypi.example-home.net",
        "games.example.org",
        "GAMES.example.org:443",
        "table.example.net:8080",
    ],
)
def test_the_table_answers_to_its_addresses_and_names(client, hub, session, host) -> None:
    hub.hosts = ("Games.example.org",)
    hub.addresses = lambda: (Address("http://table.example.net:8080", "network"),)
    assert client.get("/play", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "local",
        "evil.local.example",
        "raspberrypi-evil.example",
        "raspberrypi.evil.example",
        "raspberrypi.xyz",
        "evil.example@127.0.0.1",
        "127.0.0.1.evil.example",
        "[::1",
        ".",
    ],
)
def test_it_does_not_answer_to_the_name_of_another_site(client, session, host) -> None:
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    before = session.seq
    tapped = client.post("/panel/press", data={"button": "dice"}, headers={**headers, **JSON})
    assert (tapped.status_code, tapped.json["code"]) == (403, "foreign-name")
    assert session.seq == before
    for page in ("/", "/play", "/join", "/join/code.svg", "/events", "/static/table.js", "/no-such-page"):
        read = client.get(page, headers=headers)
        assert (read.status_code, read.mimetype) == (403, "text/plain"), page
        assert "hosts" in read.text
        assert not any(each in read.text for each in ("evil", *session.names.values())), page


@pytest.mark.parametrize(
    ("host", "answer"), [("pi.example.com:8080", 200), ("pi", 200), ("pi.example.org", 403)]
)
def test_a_machine_whose_name_has_an_ending_is_known_by_it(
    client, session, monkeypatch, host, answer
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi.example.com")
    assert client.get("/play", headers={"Host": host}).status_code == answer
