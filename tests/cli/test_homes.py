"""The running table in real networks: a phone is invited by the address that it used."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

import pytest
from homes import Home, home, ip, within

from bench.service.served import COMMAND
from companion.sessions.store import Store

WIRES = {
    "hotspot without a default route": ("wl0", "10.42.0.1", "10.42.0.9", 24),
    "the LAN beside a VPN": ("lan0", "192.168.1.7", "192.168.1.9", 24),
    "a cable without a router": ("eth1", "169.254.7.7", "169.254.7.9", 16),
    "a carrier's network": ("eth2", "100.64.0.5", "100.64.0.9", 10),
    "a link of IPv6 alone": ("eth3", "fd77::7", "fd77::9", 64),
}


@pytest.fixture(scope="module")
def wired():
    with home() as built:
        for name, table, phone, prefix in WIRES.values():
            built.join(name, f"{table}/{prefix}", f"{phone}/{prefix}")
        # A VPN that takes all that leaves the machine: nothing but its default route matters here.
        built.join("wg0", "10.8.0.2/24", "10.8.0.9/24")
        ip("-n", built.table, "route", "add", "default", "dev", "wg0")
        yield built


@pytest.fixture(scope="module")
def started(wired: Home, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("home")
    (folder / "data").mkdir()
    with Store(folder / "data/games.db") as store:
        store.new_session("filler-tiles", ["Anna", "Ben"], {})
    with wired.serving(folder) as out:
        ends_s = time.monotonic() + 60
        while wired.ask(("127.0.0.1", "/healthz"), who=wired.table)["127.0.0.1"][0] != 200:
            assert time.monotonic() < ends_s, out.read_text()
        yield out


def links(page: str) -> str:
    return re.search(r'class="seal"><a href="([^"]+)/j/', page).group(1)


def chosen_from(page: str) -> list[str]:
    return re.findall(r"<b>([^<]+)</b>\s*<small>([^<]+)</small></a>", page)


@pytest.mark.parametrize("wire", WIRES)
def test_a_phone_is_invited_by_the_address_that_it_used(wired: Home, started: Path, wire: str) -> None:
    _, table, *_ = WIRES[wire]
    status, page = wired.ask((table, "/join"))[table]
    assert status == 200, page
    assert links(page) == f"http://{f'[{table}]' if ':' in table else table}:8080"


def test_at_the_machine_itself_all_networks_are_offered_and_the_vpn_last(wired: Home, started: Path) -> None:
    for host in ("localhost", "127.0.0.1"):
        status, page = wired.ask((host, "/join"), who=wired.table)[host]
        assert status == 200
        networks = [network for network, _ in chosen_from(page)]
        hosts = [address for _, address in chosen_from(page)]
        assert sorted(hosts) == sorted(
            [
                "10.8.0.2:8080",
                "[fd77::7]:8080",
                *(f"{each[1]}:8080" for each in WIRES.values() if "." in each[1]),
            ]
        )
        assert networks[-1] == "VPN"
        assert links(page) == f"http://{hosts[0]}"
        other = wired.ask((host, f"/join?at={hosts[-1]}"), who=wired.table)[host][1]
        assert links(other) == "http://10.8.0.2:8080"


@pytest.mark.whole
def test_doctor_and_start_tell_the_same_addresses(wired: Home, started: Path, tmp_path: Path) -> None:
    words = [str(COMMAND), "doctor", "--data", str(tmp_path)]
    doctor = subprocess.run(
        within(wired.table, words), capture_output=True, text=True, check=False, timeout=120
    )
    start = started.read_text()
    for url in (
        "http://192.168.1.7:8080 (cable)",
        "http://[fd77::7]:8080 (cable)",
        "http://10.8.0.2:8080 (VPN)",
    ):
        assert url in start
        assert url in doctor.stdout + doctor.stderr
