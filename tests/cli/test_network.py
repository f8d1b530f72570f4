"""Where phones find the table: only what is there is told, and what has changed is told anew."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from avahi import announcing
from machines import Machine

from bench.service.served import free_port
from companion.cli.assembly.start import new_hub
from companion.cli.commands import serving
from companion.cli.machine import network
from companion.cli.machine.network import addresses, listeners, local_name
from webui import create_app
from webui.ports import Address

CODE = "▀"
"""What a QR code in a terminal is made of."""

HERE, THERE = "192.0.2.5", "192.0.2.6"


def test_of_two_machines_of_one_name_each_tells_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "raspberrypi")
    with announcing({THERE: "raspberrypi.local", HERE: "raspberrypi-2.local"}) as root:
        assert local_name(HERE, root) == "raspberrypi-2.local"


@pytest.mark.parametrize("answer", ["-15 Timeout reached", "-2 Invalid address", "", "+ 2 0", "+ 2 0 a b"])
def test_a_name_that_is_not_announced_is_not_told(answer: str) -> None:
    with announcing({THERE: "raspberrypi.local"}, unknown=answer) as root:
        assert local_name(HERE, root) == ""


def test_without_avahi_there_is_no_name(tmp_path: Path) -> None:
    (tmp_path / "run/avahi-daemon").mkdir(parents=True)
    (tmp_path / "run/avahi-daemon/pid").write_text("7\n")
    assert local_name(HERE, tmp_path) == ""


def test_an_avahi_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "PATIENCE_S", 0.05)
    with announcing({}) as root:
        (root / network.AVAHI).unlink()
        with socket.socket(socket.AF_UNIX) as silent:
            silent.bind(str(root / network.AVAHI))
            silent.listen()
            assert local_name(HERE, root) == ""


def test_the_address_is_that_of_the_moment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machine = Machine(tmp_path, monkeypatch)
    assert addresses("0.0.0.0", 8080, root=tmp_path) == (), "the table may start before the Wi-Fi does"
    machine.plug("wlan0", f"{HERE}/24", wireless="")
    assert addresses("0.0.0.0", 8080, root=tmp_path) == ((f"http://{HERE}:8080", "Wi-Fi"),)


def test_every_address_is_listened_at_also_those_of_ipv6() -> None:
    port = free_port()
    listening = listeners("0.0.0.0", port)
    try:
        for each in listening:
            each.listen()
        for host in ("127.0.0.1", *(["::1"] if len(listening) > 1 else [])):
            socket.create_connection((host, port), timeout=5).close()
        with pytest.raises(OSError, match="in use"):
            listeners("127.0.0.1", port)
    finally:
        for each in listening:
            each.close()


@pytest.mark.parametrize("name", ["raspberrypi-2.local", ""])
def test_the_start_tells_address_name_and_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setattr(serving, "local_name", {HERE: name}.__getitem__)
    reached = [Address(f"http://{HERE}:8080", "Wi-Fi"), Address("http://10.8.0.2:8080", "VPN")]
    serving.announce(reached, 8080)
    code, told = capsys.readouterr()
    assert f"http://{HERE}:8080 (Wi-Fi)" in told
    assert "or at http://10.8.0.2:8080 (VPN)" in told
    assert (f"http://{name}:8080" in told) == bool(name)
    assert told.count(".local") == bool(name)
    assert CODE in code


def test_without_a_network_there_is_nothing_to_scan(capsys: pytest.CaptureFixture[str]) -> None:
    serving.announce((), 8080)
    told = capsys.readouterr()
    assert "http://127.0.0.1:8080" in told.err
    assert CODE not in told.out


def test_the_pages_answer_to_the_names_in_the_settings(tmp_path, monkeypatch) -> None:
    started = []
    monkeypatch.setattr(serving, "run", lambda start, *_: started.append(start))
    settings = tmp_path / "companion.toml"
    settings.write_text('camera = "off"\nhosts = ["games.example.org"]\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    serving.serve.main(["--data", str(tmp_path), "--port", str(free_port())], standalone_mode=False)
    hub = new_hub(started[0])
    try:
        client = create_app(hub).test_client()
        ours, foreign = (
            client.get("/", headers={"Host": name}) for name in ("games.example.org", "evil.example")
        )
        assert (ours.status_code, foreign.status_code) == (200, 403)
    finally:
        hub.close()
        hub.store.close()
