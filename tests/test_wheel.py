"""The wheel holds the program and whatever it reads, and not how its networks are made."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "hw", "vision", "webui")
BUILD = "from setuptools import build_meta; print(build_meta.build_wheel('dist'))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel from a copy of the sources; give the names of all files in it."""
    home = tmp_path_factory.mktemp("wheel")
    for folder in PACKAGES:
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, home / folder, ignore=leave)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, home)
    built = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=home, capture_output=True, text=True, check=True
    )
    with ZipFile(home / "dist" / built.stdout.split()[-1]) as archive:
        return set(archive.namelist())


@pytest.mark.slow
def test_the_wheel_leaves_training_and_tests_out(wheel: set[str]) -> None:
    assert not [name for name in wheel if name.startswith(("vision/training", "tests/", "bench/"))]


@pytest.mark.slow
def test_the_wheel_holds_every_other_file_of_the_packages(wheel: set[str]) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wanted = {name for name in listed.stdout.splitlines() if not name.startswith("vision/training/")}
    assert {name for name in wanted - wheel if not name.endswith(("NOTES.md", "README.md"))} == set()
