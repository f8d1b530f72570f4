"""The service's unit and the installer: hardened, and doing again what is missing only."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from sweeps import slow

from companion.cli.power import WISH, shut_down

ROOT = Path(__file__).resolve().parents[2]
SYSTEMD = ROOT / "systemd"
UNITS = ("companion.service", "companion-shutdown.path", "companion-shutdown.service")
WORST_SCORE = 15
"""In tenths, by `systemd-analyze security`."""


def settings_of(unit: str) -> list[tuple[str, str]]:
    """The settings of a unit, in order."""
    lines = [line.strip() for line in (SYSTEMD / unit).read_text().splitlines()]
    return [
        (key, value) for key, sign, value in (line.partition("=") for line in lines) if sign and key[0] != "#"
    ]


@pytest.fixture
def analyze(tmp_path: Path):
    """`systemd-analyze` over our units, whose programs are not installed here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    for unit in UNITS:
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
    done = analyze("verify", "--man=no", "--recursive-errors=no", *(f"./{unit}" for unit in UNITS))
    assert (done.returncode, done.stderr) == (0, "")


def test_the_service_is_hardened(analyze) -> None:
    words = ("security", "--offline=true", "--no-pager", f"--threshold={WORST_SCORE}", "./companion.service")
    done = analyze(*words)
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
    assert int(found["StartLimitBurst"]) > 1
    assert found["User"] == "companion"


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


def test_the_name_in_the_network_is_well_formed() -> None:
    tree = ET.parse(SYSTEMD / "companion.avahi")
    assert tree.findtext("service/type") == "_http._tcp"
    assert tree.findtext("service/port") == "8080"


# What the system would do, and a log of what it was asked.
CHROOT = """#!/bin/bash
root=$1; shift
echo "$*" >>"$root/asked"
case "$*" in
  dpkg-query*) [ -e "$root/has-packages" ] && echo "install ok installed" ;;
  apt-cache*python3-picamera2*) exit 1 ;;
  *"apt-get install"*) touch "$root/has-packages" ;;
  getent*) [ -e "$root/has-user" ] ;;
  useradd*) touch "$root/has-user" ;;
  *"-m venv"*) mkdir -p "$root${!#}/bin" ;;
  *"config example"*) echo "# camera" >"$root/etc/companion/companion.toml" ;;
  *"--only-binary"*) [ ! -e "$root/no-build" ] ;;
  runuser*"config data") cat "$root/data" 2>/dev/null ;;
  runuser*) [ ! -e "$root/no-backup" ] ;;
esac
"""

OLD = "/opt/companion/releases/20200101-000000"

# A systemd that starts the old version always, and the new one unless it is not to. `off/UNIT` is switched
# off, and runs where that says so.
SYSTEMCTL = f"""#!/bin/bash
unit=$DESTDIR/off/${{!#}}
case "$*" in
  *is-enabled*) [ ! -e "$unit" ]; exit ;;
  *is-active*) [ ! -e "$unit" ] || grep -q runs "$unit"; exit ;;
esac
echo "systemctl $*" >>"$DESTDIR/asked"
[ "$1" != start ] || [ ! -e "$DESTDIR/no-start" ] && exit
[ "$(readlink "$DESTDIR/opt/companion/current")" = {OLD} ]
"""


class System:
    """A system in a folder, installed into from outside, as for an image."""

    def __init__(self, folder: Path) -> None:
        self.root, self.tools = folder / "root", folder / "tools"
        self.script = SYSTEMD / "install"
        self.root.mkdir()
        self.tools.mkdir()
        for name, text in (("chroot", CHROOT), ("id", "#!/bin/sh\necho 0\n")):
            (self.tools / name).write_text(text)
            (self.tools / name).chmod(0o755)

    def install(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": f"{self.tools}:{os.environ['PATH']}", "DESTDIR": str(self.root)}
        return subprocess.run(
            [self.script, *words], capture_output=True, text=True, check=False, env=environment
        )

    @property
    def asked(self) -> str:
        """What the system was asked to do since it was looked at last."""
        log = self.root / "asked"
        text = log.read_text() if log.exists() else ""
        log.unlink(missing_ok=True)
        return text

    @property
    def files(self) -> set[str]:
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


@pytest.fixture(scope="session")
def once_installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an installation leaves in a system; a test works with a copy of it."""
    system = System(tmp_path_factory.mktemp("installed"))
    done = system.install()
    assert done.returncode == 0, done.stderr
    return system.root


@pytest.fixture
def installed(system: System, once_installed: Path) -> System:
    """A system into which the table was installed."""
    shutil.copytree(once_installed, system.root, symlinks=True, dirs_exist_ok=True)
    return system


def test_it_is_installed_with_all_that_it_needs(system: System) -> None:
    done = system.install()
    assert done.returncode == 0, done.stderr
    asked = system.asked
    lines = asked.splitlines()
    assert lines.index("apt-get update -q") < lines.index("apt-cache show python3-venv"), (
        "a new image has no lists"
    )
    assert "apt-get install -y -q --no-install-recommends python3-venv python3-lgpio avahi-daemon" in asked
    assert "python3-picamera2 is not to be had" in done.stdout
    assert "useradd --system" in asked
    assert "-m venv --system-site-packages /opt/companion/releases/" in asked
    assert "install --no-deps --only-binary=:all: -r /opt/companion/releases/" in asked
    assert "systemctl --quiet enable companion.service companion-shutdown.path" in asked
    assert {
        *(f"etc/systemd/system/{unit}" for unit in UNITS),
        "etc/udev/rules.d/60-companion.rules",
        "etc/avahi/services/companion.service",
        "etc/companion/companion.toml",
        "usr/local/bin/companion",
        "opt/companion/current",
    } <= system.files
    program = dict(settings_of("companion.service"))["ExecStart"].split()[0]
    assert program == "/opt/companion/current/bin/companion"


def test_the_command_sees_what_the_service_sees(system: System) -> None:
    command = system.root / "usr/local/bin/companion"
    command.parent.mkdir(parents=True)
    command.symlink_to("/opt/companion/current/bin/companion")  # as earlier versions had it
    assert system.install().returncode == 0
    runuser = system.tools / "runuser"
    runuser.write_text('#!/bin/sh\necho "$HOME $STATE_DIRECTORY $CONFIGURATION_DIRECTORY $*"\n')
    runuser.chmod(0o755)
    told = subprocess.run(
        [command, "backup", "--out", "a b"],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": f"{system.tools}:{os.environ['PATH']}"},
    ).stdout.strip()
    unit = dict(settings_of("companion.service"))
    folders = f"/var/lib/{unit['StateDirectory']} /etc/{unit['ConfigurationDirectory']}"
    program = unit["ExecStart"].split()[0]
    home = f"/var/lib/{unit['StateDirectory']}"
    assert told == f"{home} {folders} -u {unit['User']} -- {program} backup --out a b"


def test_a_second_time_only_the_program_is_new(installed: System) -> None:
    system = installed
    settings = system.root / "etc/companion/companion.toml"
    settings.write_text("camera = 'v4l2:0'\n")
    first = (system.root / "opt/companion/current").readlink()
    _ = system.asked
    for number in range(3):
        (system.root / f"opt/companion/releases/2020010{number}-000000").mkdir()
    done = system.install()
    assert done.returncode == 0, done.stderr
    asked = system.asked
    assert "apt-get" not in asked
    assert "useradd" not in asked
    assert "enable" not in asked, "what the owner has switched off stays off"
    assert "companion --version" in asked, "the new version is tried before it is used"
    assert settings.read_text() == "camera = 'v4l2:0'\n"
    kept = sorted(path.name for path in (system.root / "opt/companion/releases").iterdir())
    assert len(kept) <= 2
    assert [name for name in kept if name.startswith("2020")] == []
    assert (system.root / "opt/companion/current").readlink() >= first


ANNOUNCED = "etc/avahi/services/companion.service"


def announced_port(system: System) -> str | None:
    return ET.parse(system.root / ANNOUNCED).findtext("service/port")


def test_an_update_leaves_alone_what_the_owner_lets_the_network_know(installed: System) -> None:
    system = installed
    assert announced_port(system) == "8080"
    file = system.root / ANNOUNCED
    theirs = file.read_text().replace("8080", "9000").replace("Tabletop Companion", "The café's table")
    file.write_text(theirs)
    done = system.install()
    assert done.returncode == 0, done.stderr
    assert file.read_text() == theirs


@pytest.mark.parametrize(
    ("settings", "port"),
    [
        ("camera = 'auto'\nport = 9000  # the other one is taken\n[mqtt]\nport = 1884\n", "9000"),
        *slow(("# port = 9000\n[mqtt]\nport = 1884\n", "8080"), ("", "8080")),
    ],
)
def test_the_network_is_told_the_port_of_settings_that_were_there(
    system: System, settings: str, port: str
) -> None:
    (system.root / "etc/companion").mkdir(parents=True)
    (system.root / "etc/companion/companion.toml").write_text(settings)
    planned = system.install("--dry-run")
    done = system.install("--verbose")
    assert done.returncode == 0, done.stderr
    assert announced_port(system) == port
    assert steps(planned.stdout) == steps(done.stdout)


@pytest.fixture
def running(installed: System, tmp_path: Path) -> System:
    """A system that is booted, where an old version runs and has games."""
    system = installed
    opt = system.root / "opt/companion"
    (system.root / str((opt / "current").readlink())[1:]).rename(system.root / OLD[1:])
    (opt / "current").unlink()
    (opt / "current").symlink_to(OLD)
    program = system.root / OLD[1:] / "bin/companion"
    program.touch(0o755)
    games = system.root / "var/lib/companion/games.db"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    (system.root / "etc/systemd/system/companion.service").write_text("old unit")
    (system.root / "usr/local/bin/companion").unlink()
    (system.root / "usr/local/bin/companion").symlink_to("/opt/companion/current/bin/companion")
    for name, text in (("systemctl", SYSTEMCTL), ("udevadm", "#!/bin/sh\n")):
        (system.tools / name).write_text(text)
        (system.tools / name).chmod(0o755)
    source = tmp_path / "source"
    source.mkdir()
    for part in ROOT.iterdir():
        if part.name != "systemd":
            (source / part.name).symlink_to(part)
    shutil.copytree(SYSTEMD, source / "systemd")
    script = source / "systemd/install"
    text = script.read_text()
    line = next(line for line in text.splitlines() if line.startswith("booted() "))
    script.write_text(text.replace(line, "booted() { true; }"))
    system.script = script
    _ = system.asked
    return system


def test_an_update_backs_up_with_the_version_that_wrote_the_games(running: System) -> None:
    (running.tools / "journalctl").write_text(
        "#!/bin/sh\necho '  The table is at http://192.0.2.4:8080'\n"
        "echo '  The table is at http://192.0.2.5:9000 and http://raspberrypi-2.local:9000'\n"
    )
    (running.tools / "journalctl").chmod(0o755)
    done = running.install()
    assert done.returncode == 0, done.stderr
    said = "== Done. The table is at http://192.0.2.5:9000 and http://raspberrypi-2.local:9000\n"
    assert said in done.stdout, "where the table says that it is"
    steps = [line for line in running.asked.splitlines() if "backup" in line or " st" in line]
    assert [step.split()[1] for step in steps] == ["stop", "-u", "start"]
    assert f"{OLD}/bin/companion backup" in steps[1]
    assert str((running.root / "opt/companion/current").readlink()) != OLD
    assert (running.root / "etc/systemd/system/companion.service").read_text() != "old unit"


def test_an_update_backs_up_the_folder_of_the_settings(running: System) -> None:
    (running.root / "data").write_text("/mnt/games\n")
    (running.root / "var/lib/companion/games.db").unlink()
    (running.root / "mnt/games").mkdir(parents=True)
    (running.root / "mnt/games/games.db").write_text("games")
    assert running.install().returncode == 0
    assert "backup --data /mnt/games --out /var/lib/companion/backups/" in running.asked


def switched_off(system: System, **units: str) -> list[str]:
    """Update a system in which units are switched off; give what systemd was asked to do."""
    (system.root / "off").mkdir()
    for unit, how in units.items():
        (system.root / "off" / unit).write_text(how)
    assert system.install().returncode == 0
    return [line for line in system.asked.splitlines() if line.startswith("systemctl")]


@pytest.mark.parametrize(
    ("off", "started"),
    [
        ({"companion.service": ""}, ["systemctl start companion-shutdown.path"]),
        *slow(
            ({"companion-shutdown.path": ""}, ["systemctl start companion.service"]),
            ({"companion.service": "runs"}, ["systemctl start companion.service companion-shutdown.path"]),
            ({"companion.service": "", "companion-shutdown.path": ""}, []),
        ),
    ],
    ids=["the table", "the shutting down", "the table, started by hand", "both"],
)
def test_an_update_keeps_what_the_owner_has_switched_off(
    running: System, off: dict[str, str], started: list[str]
) -> None:
    asked = switched_off(running, **off)
    assert [line for line in asked if " start " in line] == started
    assert not [line for line in asked if "enable" in line]
    assert str((running.root / "opt/companion/current").readlink()) != OLD, (
        "it is brought up to date all the same"
    )


def test_a_table_that_is_switched_off_is_said_to_be_so(running: System) -> None:
    (running.root / "off").mkdir()
    (running.root / "off/companion.service").touch()
    done = running.install()
    assert (
        "The table was switched off and stays so: sudo systemctl enable --now companion.service"
        in done.stdout
    )
    assert "Starting the table" not in done.stdout


def test_what_is_new_in_an_update_is_enabled(running: System) -> None:
    (running.root / "etc/systemd/system/companion-shutdown.path").unlink()
    assert running.install().returncode == 0
    asked = running.asked.splitlines()
    assert "systemctl --quiet enable companion-shutdown.path" in asked
    assert not [line for line in asked if "enable" in line and "companion.service" in line]


def test_an_installation_that_was_broken_off_enables_what_it_had_not(installed: System) -> None:
    system = installed
    (system.root / "opt/companion/current").unlink()
    _ = system.asked
    assert system.install().returncode == 0
    assert "systemctl --quiet enable companion.service companion-shutdown.path" in system.asked


def test_an_update_that_fails_starts_nothing_that_was_switched_off_and_leaves_nothing_new(
    running: System,
) -> None:
    (running.root / "off").mkdir()
    (running.root / "off/companion.service").touch()
    (running.root / "etc/systemd/system/companion-shutdown.path").unlink()
    (running.root / "no-start").touch()
    assert running.install().returncode != 0
    asked = running.asked.splitlines()
    assert "systemctl --quiet disable companion-shutdown.path" in asked
    assert not [line for line in asked if line.startswith("systemctl start") and "companion.service" in line]
    assert asked[-1] != "systemctl start companion-shutdown.path", "the old version had none"


@pytest.mark.parametrize("flaw", ["no-start", *slow("no-build", "no-backup")])
def test_an_update_that_fails_leaves_the_old_version_running(running: System, flaw: str) -> None:
    (running.root / flaw).touch()
    done = running.install()
    assert done.returncode != 0
    assert str((running.root / "opt/companion/current").readlink()) == OLD
    assert [path.name for path in (running.root / "opt/companion/releases").iterdir()] == [Path(OLD).name]
    assert (running.root / "etc/systemd/system/companion.service").read_text() == "old unit"
    assert (running.root / "usr/local/bin/companion").is_symlink()
    asked = [line for line in running.asked.splitlines() if line.startswith("systemctl st")]
    if flaw == "no-build":
        assert asked == [], "the running version was left alone"
    else:
        assert asked[-1] == "systemctl start companion.service companion-shutdown.path"
        assert "The old version runs again" in done.stderr


def steps(said: str) -> list[str]:
    """What was said, but for the name of the new version, which is the time, and where the table is then."""
    said = re.sub(r"\d{8}-\d{6}-\d{9}", "NEW", said).replace("would run:", "runs:")
    return [line for line in said.splitlines() if not line.startswith("== Done.")]


def test_a_dry_run_says_everything_and_does_nothing(system: System) -> None:
    done = system.install("--dry-run")
    assert done.returncode == 0, done.stderr
    assert system.files <= {"asked"}
    assert "-m venv" not in system.asked, "the system was only asked how it is"
    assert "would run: chroot" in done.stdout
    assert steps(done.stdout) == steps(system.install("--verbose").stdout), "exactly what is done then"


def test_a_dry_run_of_an_update_and_of_taking_it_away_say_exactly_what_is_done(running: System) -> None:
    (running.root / "opt/companion/releases/20190101-000000").mkdir()
    plans = []
    for words in ((), ("--uninstall",)):
        _ = running.asked
        before = running.files - {"asked"}
        planned = running.install("--dry-run", *words)
        assert planned.returncode == 0, planned.stderr
        assert running.files - {"asked"} == before
        assert not [line for line in running.asked.splitlines() if line.startswith("systemctl")]
        done = running.install("--verbose", *words)
        assert steps(planned.stdout) == steps(done.stdout)
        plans.append(planned.stdout)
    assert "backup --data /var/lib/companion" in plans[0]
    assert "/releases/20190101-000000\n" in plans[0], "an old version is tidied away"
    assert not (running.root / "opt/companion").exists()


def test_nothing_is_changed_behind_the_back_of_a_dry_run() -> None:
    """Outside of what puts an old version back, every command that changes something goes through `run`."""
    script = (SYSTEMD / "install").read_text()
    for name in ("keep", "put_back", "undo"):
        script = re.sub(rf"^{name}\(\) {{$.*?^}}$", "", script, flags=re.DOTALL | re.MULTILINE)
    tools = "mkdir cp mv rm ln install chmod chown chroot tee systemctl udevadm useradd groupadd apt-get"
    changing = re.compile(rf"^\s*({tools.replace(' ', '|')})\b|[^>&2]>\s*[\"'$/](?!dev/null)")
    assert [line for line in script.splitlines() if changing.search(line)] == [
        line for line in script.splitlines() if "config example >" in line
    ]


def locked(name: str) -> dict[str, str]:
    """The exact versions of a lock file."""
    lines = [line for line in (ROOT / name).read_text().splitlines() if not line.startswith("#")]
    return {package: version for package, _, version in (line.partition("==") for line in lines)}


def test_pip_takes_nothing_but_what_is_locked(installed: System) -> None:
    system = installed
    pip = [line.partition("/bin/pip ")[2] for line in system.asked.splitlines() if "/bin/pip " in line]
    wanted = [[word for word in line.split() if not word.startswith("-")] for line in pip]
    assert all("--no-deps" in line for line in pip)
    sources = {path.rpartition("/source")[2] for words in wanted for path in words if path != "install"}
    assert sources == {"/requirements.lock", "/requirements-device.lock", ""}, "locks, and the program itself"
    device = locked("requirements-device.lock")
    assert set(device) == {"gpiozero", "colorzero", "paho-mqtt"}, "lgpio comes from apt"
    assert all(device.values())
    assert device.items() <= locked("requirements-dev.lock").items(), "what is installed was tested"


def test_taken_away_it_leaves_what_people_have_made(installed: System) -> None:
    system = installed
    games = system.root / "var/lib/companion/games.db"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    done = system.install("--uninstall")
    assert done.returncode == 0, done.stderr
    left = {name for name in system.files if not name.startswith(("asked", "has-"))}
    assert left == {"var/lib/companion/games.db", "etc/companion/companion.toml"}


def test_a_wrong_word_is_wrong_usage(system: System) -> None:
    done = system.install("--dryrun")
    assert done.returncode == 2
    assert "--help" in done.stderr
    assert "--uninstall" in system.install("--help").stdout


MACHINE_SCRIPTS = ("build", "init", "board", "job-runner")


def test_the_scripts_are_sound() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    machine = SYSTEMD.parent / "tests" / "vm"
    scripts = (SYSTEMD / "install", SYSTEMD / "companion-command", *map(machine.joinpath, MACHINE_SCRIPTS))
    checked = subprocess.run(
        ["shellcheck", "-S", "warning", *scripts], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""
