"""The installer: all that is needed, nothing that is not, and what is left when it is taken away."""

from __future__ import annotations

import os
import re
import subprocess

import pytest
from sweeps import slow
from systems import ROOT, SYSTEMD, UNITS, System, announced_port, settings_of, steps


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


@pytest.mark.whole
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


@pytest.mark.whole
def test_a_dry_run_says_everything_and_does_nothing(system: System) -> None:
    done = system.install("--dry-run")
    assert done.returncode == 0, done.stderr
    assert system.files <= {"asked"}
    assert "-m venv" not in system.asked, "the system was only asked how it is"
    assert "would run: chroot" in done.stdout
    assert steps(done.stdout) == steps(system.install("--verbose").stdout), "exactly what is done then"


@pytest.mark.whole
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
