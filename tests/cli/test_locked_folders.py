"""Folders that may not be looked into: every command says so in a sentence, under every version of Python."""

from __future__ import annotations

import os
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from rights import without_rights

from bench.service.served import COMMAND, free_port

INSIDE = "LOCKED"
"""Stands for a folder within one that may not be searched."""

COMMANDS = {
    "export": (["export", "--data", INSIDE], "store-unwritable"),
    "backup": (["backup", "--data", INSIDE, "--out", "backup.zip"], "store-unwritable"),
    "serve": (["serve", "--data", INSIDE, "--port", "PORT"], "store-unwritable"),
    "a folder as camera": (
        ["serve", "--data", "data", "--camera", INSIDE, "--port", "PORT"],
        "camera-unknown",
    ),
    "a film as camera": (
        ["serve", "--data", "data", "--camera", f"{INSIDE}/film.mp4", "--port", "PORT"],
        "camera-unknown",
    ),
    "follow": (["follow", "it-happens", INSIDE], "camera-missing"),
    "replay": (["replay", f"{INSIDE}/evening.game"], "file-unreadable"),
    "read": (["read", f"{INSIDE}/table.png"], "image-missing"),
    "config": (["config", "check"], "bad-settings"),
}


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A folder in one that nobody may search; the settings are looked for in it, too."""
    outer = tmp_path / "locked"
    (outer / "inside").mkdir(parents=True)
    outer.chmod(0)
    yield outer / "inside"
    outer.chmod(0o700)


@pytest.mark.whole
@pytest.mark.parametrize(("words", "code"), COMMANDS.values(), ids=COMMANDS)
def test_a_folder_that_may_not_be_looked_into_is_told(
    tmp_path: Path, locked: Path, words: list[str], code: str
) -> None:
    typed = [word.replace(INSIDE, str(locked)).replace("PORT", str(free_port())) for word in words]
    settings = str(locked / "companion.toml") if words[0] == "config" else os.devnull
    done = subprocess.run(
        without_rights(COMMAND, *typed),
        cwd=tmp_path,
        env={**os.environ, "COMPANION_CONFIG": settings},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 1
    assert f"[{code}]" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.whole
def test_a_bundle_is_made_of_what_may_be_read(tmp_path: Path, locked: Path) -> None:
    target = tmp_path / "bundle.zip"
    subprocess.run(
        without_rights(COMMAND, "bundle", "--data", locked, "--out", target),
        env={**os.environ, "COMPANION_CONFIG": os.devnull},
        check=True,
        timeout=100,
    )
    with zipfile.ZipFile(target) as bundle:
        assert bundle.read("games.txt").decode().endswith("Permission denied\n")
        assert "about.json" in bundle.namelist()
