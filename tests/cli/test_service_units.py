"""The service's units: hardened, and yet within reach of the camera; the scripts around them."""

from __future__ import annotations

import shutil
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from systems import SYSTEMD, UNITS, settings_of

from companion.cli.machine.power import WISH, shut_down
from companion.cli.server.worker import CONNECTIONS, FILES

WORST_SCORES = {"companion.service": 15, "companion-shutdown.service": 10, "companion-hub.service": 15}
"""In tenths, by `systemd-analyze security`."""

HUB = "companion-hub.service"
"""It is on few machines, so the installer of a table leaves it out."""


@pytest.fixture
def analyze(tmp_path: Path):
    """`systemd-analyze` over our units, whose programs are not installed here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed: apt install systemd")
    for unit in (*UNITS, HUB):
        text = (SYSTEMD / unit).read_text()
        lines = [
            "ExecStart=/bin/true" if line.startswith("ExecStart=") else line for line in text.splitlines()
        ]
        (tmp_path / unit).write_text("\n".join(lines) + "\n")

    def analyze_(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["systemd-analyze", *words], capture_output=True, text=True, check=False, cwd=tmp_path
        )

    return analyze_


def test_the_units_are_in_order(analyze) -> None:
    done = analyze("verify", "--man=no", "--recursive-errors=no", *(f"./{unit}" for unit in (*UNITS, HUB)))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("unit", "worst"), WORST_SCORES.items())
def test_the_services_are_hardened(analyze, unit: str, worst: int) -> None:
    done = analyze("security", "--offline=true", "--no-pager", f"--threshold={worst}", f"./{unit}")
    assert done.returncode == 0, done.stdout.splitlines()[-1]


def test_nothing_of_the_unit_hides_the_camera_or_the_board() -> None:
    found = dict(settings_of("companion.service"))
    assert "PrivateDevices" not in found
    assert "ProcSubset" not in found
    devices = {value.split()[0] for key, value in settings_of("companion.service") if key == "DeviceAllow"}
    assert devices == {"char-video4linux", "char-media", "char-dma_heap", "char-gpiochip"}
    assert "LG_WD=%t/companion" in found["Environment"]


def test_a_camera_that_is_plugged_in_later_is_within_reach() -> None:
    found = dict(settings_of("companion.service"))
    drivers = {f"modprobe@{module}.service" for module in ("videodev", "mc")}
    assert drivers <= set(found["Wants"].split())
    assert drivers <= set(found["After"].split()), "its devices are known before they are allowed"


def test_phones_of_every_network_of_a_home_are_let_in_and_the_internet_is_not() -> None:
    lines = (SYSTEMD / "companion.service").read_text().splitlines()
    allowed = " ".join(line.partition("=")[2] for line in lines if line.startswith("IPAddressAllow="))
    networks = [ip_network(word) for word in allowed.split() if "/" in word]
    homes = ("10.42.0.1", "100.64.0.5", "100.127.255.254", "172.16.0.9", "192.168.1.7", "fd00::7")
    strangers = ("100.128.0.1", "8.8.8.8")
    inside = {each: any(ip_address(each) in one for one in networks) for each in (*homes, *strangers)}
    assert inside == {**dict.fromkeys(homes, True), **dict.fromkeys(strangers, False)}
    assert {"localhost", "link-local"} <= set(allowed.split())


def test_little_is_written_to_the_card() -> None:
    found = dict(settings_of("companion.service"))
    assert found["LimitCORE"] == "0"
    assert int(found["LogRateLimitBurst"]) < 20 * int(found["LogRateLimitIntervalSec"])
    assert found["WorkingDirectory"] == "%t/companion", "what a library drops lies in memory"


def test_it_is_ready_when_it_says_so_and_lives_while_it_says_so() -> None:
    found = dict(settings_of("companion.service"))
    assert (found["Type"], found["NotifyAccess"]) == ("notify", "all")
    assert int(found["WatchdogSec"]) > 45, "longer than a driver may hang"
    assert found["Restart"] == "on-failure"
    assert found["User"] == "companion"


def test_it_comes_up_by_itself_once_what_kept_it_from_starting_is_put_right() -> None:
    found = dict(settings_of("companion.service"))
    assert found["StartLimitIntervalSec"] == "0", "it is never given up"
    assert int(found["RestartSec"]) >= 5, "and takes the processor, and the journal's room, but now and then"


def test_a_wish_to_shut_down_is_a_file_that_the_path_unit_watches_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert shut_down() is None, "a table that is no service shuts nothing down"
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    wish = shut_down()
    assert wish is not None
    wish()
    assert (tmp_path / WISH).exists()
    assert ("PathExists", f"/run/companion/{WISH}") in settings_of("companion-shutdown.path")
    doing = [value for key, value in settings_of("companion-shutdown.service") if key == "ExecStart"]
    assert doing[0].endswith(f"/run/companion/{WISH}"), "the wish is taken away before it is fulfilled"


def test_the_unit_that_shuts_down_reaches_the_wish_and_systemd_and_nothing_else() -> None:
    found = dict(settings_of("companion-shutdown.service"))
    assert found["CapabilityBoundingSet"] == "CAP_DAC_OVERRIDE", "the folder of the wish is another user's"
    assert found["ReadWritePaths"] == "-/run/companion"
    assert found["RestrictAddressFamilies"] == "AF_UNIX", "the socket of systemd"


def test_the_name_in_the_network_is_well_formed() -> None:
    tree = ET.parse(SYSTEMD / "companion.avahi")
    assert tree.findtext("service/type") == "_http._tcp"
    assert tree.findtext("service/port") == "8080"


MACHINE_SCRIPTS = ("build", "init", "board", "job-runner")


def test_the_scripts_are_sound() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed: apt install shellcheck")
    machine = SYSTEMD.parent / "tests" / "vm"
    scripts = (SYSTEMD / "install", SYSTEMD / "companion-command", *map(machine.joinpath, MACHINE_SCRIPTS))
    checked = subprocess.run(
        ["shellcheck", "-S", "warning", *scripts], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""


def test_the_unit_allows_a_file_for_every_connection() -> None:
    (limit,) = [
        line.partition("=")[2]
        for line in (SYSTEMD / "companion.service").read_text().splitlines()
        if line.startswith("LimitNOFILE=")
    ]
    assert int(limit) >= FILES > CONNECTIONS
