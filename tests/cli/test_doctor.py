"""`companion doctor`: every check on machines that a test puts together, each with one remedy."""

from __future__ import annotations

import json
import stat
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest
from avahi import announcing
from commands import run

from companion.cli.assembly import looking
from companion.cli.checks import devices, games, machine, software
from companion.cli.checks.finding import Finding, Place
from companion.cli.commands.doctor import CHECKS
from companion.cli.toml.settings import STORE_FILE
from companion.repair import salvage
from companion.storage.database import Database
from companion.storage.rows import Row
from hw.cameras import Found
from webui.ports import Address

PI = "Raspberry Pi 5 Model B Rev 1.0"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A machine without anything in it."""
    return Place(tmp_path / "games", tmp_path / "companion.toml", tmp_path / "root")


def put(place: Place, path: str, text: str) -> None:
    file = place.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_every_check_is_made_and_names_a_remedy_where_all_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    found = [
        Finding(*each.values()) for each in json.loads(run("doctor", "--data", tmp_path, "--json").stdout)
    ]
    assert len(found) == len(CHECKS) == len({each.check for each in found})
    assert [each for each in found if each.state != "ok" and not each.remedy] == []


def test_a_fault_is_told_with_its_line_and_ends_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    (tmp_path / "companion.toml").write_text("kamera = 1\n")
    result = run("doctor", "--data", tmp_path)
    assert result.exit_code == 1
    assert "line 1: there is no key 'kamera'. Did you mean 'camera'?" in result.stdout


@pytest.mark.parametrize(
    ("bits", "power", "speed"),
    [
        (None, "ok", "ok"),
        ("0", "ok", "ok"),
        ("50000", "warning", "warning"),
        ("50005", "fault", "fault"),
        ("80008", "ok", "fault"),
        ("not a number", "ok", "ok"),
    ],
    ids=["no Pi", "well", "was low and slow", "low and slow now", "hot only", "nonsense"],
)
@pytest.mark.parametrize("soc", ["soc", "soc@107c000000"], ids=["Pi 4", "Pi 5"])
def test_power_and_speed_are_the_bits_of_the_firmware(
    place: Place, bits: str | None, power: str, speed: str, soc: str
) -> None:
    if bits is not None:
        put(place, f"sys/devices/platform/{soc}/{soc}:firmware/get_throttled", bits + "\n")
    assert (machine.power(place).state, machine.speed(place).state) == (power, speed)


@pytest.mark.parametrize(("milli", "state"), [(48_000, "ok"), (76_500, "warning"), (84_000, "fault")])
def test_the_warmest_place_counts(place: Place, milli: int, state: str) -> None:
    put(place, "sys/class/thermal/thermal_zone0/temp", "30000\n")
    put(place, "sys/class/thermal/thermal_zone1/temp", f"{milli}\n")
    found = machine.heat(place)
    assert (found.state, found.found.split()[0]) == (state, f"{milli / 1000:.0f}")


def test_games_on_a_disk_that_forgets_are_a_warning(place: Place) -> None:
    place.data.mkdir()
    put(place, "proc/mounts", f"/dev/root / ext4 rw 0 0\noverlay {place.data.parent} overlay rw 0 0\n")
    assert machine.storage(place).state == "warning"
    put(place, "proc/mounts", f"overlay / overlay rw 0 0\n/dev/sda1 {place.data} ext4 rw 0 0\n")
    assert machine.storage(place).state == "ok"


def test_a_folder_that_cannot_be_written_is_a_fault(place: Place) -> None:
    place.data.write_text("a file where the folder should be")
    found = machine.storage(place)
    assert found.state == "fault"
    assert "--data" in found.remedy


def test_little_room_is_a_warning(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MIN_FREE_MB", 10**9)
    assert machine.storage(place).remedy == "make room on the card"


def test_the_network_is_told_with_its_name(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    here = [Address("http://192.0.2.5:8080", "Wi-Fi"), Address("http://10.8.0.2:8080", "VPN")]
    monkeypatch.setattr(machine, "addresses", lambda *_, **__: here)
    assert machine.network(place).remedy.endswith("apt install avahi-daemon")
    with announcing({"192.0.2.5": "table-2.local"}) as root:
        assert machine.network(place._replace(root=root)).found == (
            "phones reach the table at http://192.0.2.5:8080 (Wi-Fi), or at http://10.8.0.2:8080 (VPN); "
            "the first also as http://table-2.local:8080"
        )
    with announcing({}) as root:
        assert machine.network(place._replace(root=root)).remedy.endswith("status avahi-daemon")
    here[:] = [Address("http://[2a02:8070::7]:8080", "cable")]
    assert "IPAddressAllow" in machine.network(place).remedy
    here.clear()
    assert machine.network(place).remedy == "connect to the Wi-Fi"
    put(place, "companion.toml", 'host = "127.0.0.1"\n')
    found = machine.network(place._replace(settings=place.root / "companion.toml"))
    assert (found.state, found.remedy) == ("warning", 'host = "0.0.0.0" in the settings')


@pytest.mark.parametrize("state", [-1, 0, 5])
def test_a_clock_that_nobody_has_set_is_a_warning(
    place: Place, monkeypatch: pytest.MonkeyPatch, state: int
) -> None:
    monkeypatch.setattr(machine, "_clock_state", lambda: state)
    assert machine.clock(place).state == ("warning" if state == machine.TIME_ERROR else "ok")


def test_the_kernel_is_asked_for_the_state_of_its_clock() -> None:
    assert machine._clock_state() in range(-1, 6)


def test_devices_that_may_not_be_used_name_their_group(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert devices.groups(place).state == "ok"
    put(place, "dev/video0", "")
    put(place, "dev/dma_heap/system", "")
    assert devices.groups(place).found.startswith("all 2 devices")
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr(devices, "_group", lambda _: "video")
    found = devices.groups(place)
    assert found.state == "warning"
    assert "usermod -aG video" in found.remedy
    monkeypatch.setattr(devices, "_group", lambda _: "root")
    assert "rules.d" in devices.groups(place).remedy


def test_a_pi_without_its_gpio_chip_is_a_warning(place: Place) -> None:
    assert devices.gpio(place).state == "ok"
    put(place, "proc/device-tree/model", PI)
    assert devices.gpio(place).state == "warning"
    put(place, "dev/gpiochip0", "")
    assert "gpiochip0 is no GPIO chip" in devices.gpio(place).found


@pytest.mark.parametrize(
    ("said", "board", "state", "remedy"),
    [
        ("", PI, "warning", "pip uninstall"),
        ("ModuleNotFoundError: No module named 'picamera2'", "", "ok", ""),
        ("ModuleNotFoundError: No module named 'picamera2'", PI, "warning", "apt install"),
        ("ModuleNotFoundError: No module named 'libcamera'", PI, "fault", "--system-site-packages"),
        ("ValueError: numpy.dtype size changed, may indicate binary incompatibility", PI, "fault", "Trixie"),
        ("ImportError: libcap.so.2: cannot open shared object file", "", "warning", "apt install"),
    ],
    ids=["from pip", "absent elsewhere", "absent on a Pi", "no libcamera", "another numpy", "elsewhere"],
)
def test_numpy_opencv_and_picamera2_are_tried_together(
    place: Place, monkeypatch: pytest.MonkeyPatch, said: str, board: str, state: str, remedy: str
) -> None:
    put(place, "proc/device-tree/model", board + "\0")

    def tried(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1 if said else 0, "/venv/picamera2/__init__.py\n", said)

    monkeypatch.setattr(subprocess, "run", tried)
    found = software.pi_camera(place)
    assert found.state == state
    assert remedy in found.remedy


def test_a_check_breaks_nothing_on_the_disk(tmp_path: Path) -> None:
    data = tmp_path / "games"
    run("doctor", "--data", data)
    assert list(data.iterdir()) == []
    assert stat.S_ISDIR(data.stat().st_mode)


@pytest.mark.parametrize(("why_not", "state"), [("", "ok"), ("It gives no pictures.", "warning")])
def test_cameras_are_listed_and_not_opened(place, monkeypatch: pytest.MonkeyPatch, why_not, state) -> None:
    found = [Found("v4l2:0", "Webcam", why_not=why_not), Found("sim", "Simulated"), Found("off", "None")]
    monkeypatch.setattr(devices, "cameras_found", lambda _: found)
    said = devices.camera(place)
    assert (said.state, said.found == "Webcam") == (state, state == "ok")


def test_a_camera_whose_driver_hangs_is_told_and_not_waited_for(
    place, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()
    monkeypatch.setattr("hw.cameras._pi_found", lambda: free.wait(60) and [])
    monkeypatch.setattr("hw.cameras._webcams_found", lambda: [Found("v4l2:0", "Webcam")])
    monkeypatch.setattr(looking, "LOOK_S", 0.05)
    said = devices.camera(place)
    free.set()
    assert (said.state, said.found) == ("warning", "no answer from Pi camera")
    assert said.remedy


def test_the_games_are_checked_and_what_a_repair_could_not_save_is_told(place: Place) -> None:
    assert games.games(place).state == "ok"
    store = place.data / STORE_FILE
    rows = [Row(seq, "now", "note", 1, f'{{"text":"{seq}"}}') for seq in range(1, 200)]
    with closing(Database(store)) as database:
        database.create("aaaa", "now", rows)
    assert (games.games(place).state, games.games(place).found) == ("ok", "1 game, all in order")
    store.write_bytes(store.read_bytes().replace(b'{"text":"150"}', b'{"text":#150#}'))
    found = games.games(place)
    assert (found.state, "start the table" in found.remedy) == ("fault", True)
    salvage.open_checked(store)[0].close()
    found = games.games(place)
    assert found.state == "warning"
    assert "Gone: events 150 to 199 of game aaaa" in found.found
