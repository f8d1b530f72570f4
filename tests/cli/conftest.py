"""Systems into which the table is installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from systems import OLD, ROOT, SYSTEMCTL, SYSTEMD, System

from companion.cli.assembly import start
from companion.sessions.store import Store


@pytest.fixture(autouse=True)
def the_stores_of_tables_are_closed() -> Iterator[None]:
    """Close what a table was made on: it stays open until its process ends."""
    opened: list[Store] = []

    class Opened(Store):
        def __init__(self, path: Path) -> None:
            super().__init__(path)
            opened.append(self)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(start, "Store", Opened)
        yield
    for store in opened:
        store.close()


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
