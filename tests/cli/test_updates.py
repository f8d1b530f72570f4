"""The installer on a system that has the table already: it does again what is missing only."""

from __future__ import annotations

from pathlib import Path

import pytest
from sweeps import slow
from systems import ANNOUNCED, OLD, System, announced_port


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


def test_an_update_leaves_alone_what_the_owner_lets_the_network_know(installed: System) -> None:
    system = installed
    assert announced_port(system) == "8080"
    file = system.root / ANNOUNCED
    theirs = file.read_text().replace("8080", "9000").replace("Tabletop Companion", "The café's table")
    file.write_text(theirs)
    done = system.install()
    assert done.returncode == 0, done.stderr
    assert file.read_text() == theirs


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


@pytest.mark.whole
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
