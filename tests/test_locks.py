"""The lock files: complete by themselves, and to be had as wheels for a Pi."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
MADE_BY = ROOT / ".ci" / "lock.py"


@pytest.fixture(scope="module")
def lock() -> Any:
    """The program that writes and checks the locks."""
    spec = importlib.util.spec_from_file_location("lock", MADE_BY)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def locked(*names: str) -> dict[str, str]:
    text = "\n".join((ROOT / name).read_text() for name in names)
    lines = [line.partition("==") for line in text.splitlines() if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, _, version in lines}


@pytest.mark.parametrize(
    ("wanted", "locks"),
    [
        ("dependencies", ("requirements.lock",)),
        ("pi", ("requirements.lock", "requirements-device.lock")),
        ("mqtt", ("requirements.lock", "requirements-device.lock")),
        ("hub", ("requirements.lock", "requirements-hub.lock")),
        ("dev", ("requirements.lock", "requirements-dev.lock")),
    ],
)
def test_every_requirement_is_locked_within_its_range(wanted: str, locks: tuple[str, ...]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = project.get(wanted) or project["optional-dependencies"][wanted]
    versions = locked(*locks)
    for need in map(Requirement, lines):
        assert need.specifier.contains(versions[canonicalize_name(need.name)], prereleases=True), need


def test_what_a_wheel_wants_and_does_not_get_is_told(lock: Any) -> None:
    wheels: list[dict[str, Any]] = [
        {
            "name": "Paint_Box",
            "version": "1.0",
            "requires_dist": [
                "brush>=2",
                "water",
                "easel; extra == 'studio'",
                "light; python_version < '3.13'",
                "lamp; python_version >= '3.13' and platform_machine == 'aarch64'",
            ],
        },
        {"name": "brush", "version": "1.9"},
        {"name": "Water", "version": "7.0rc1"},
    ]
    assert lock.lacking(wheels, "3.12", "aarch64") == [
        "Paint_Box wants brush>=2",
        'Paint_Box wants light; python_version < "3.13"',
    ]
    assert [line.split()[2] for line in lock.lacking(wheels, "3.13", "aarch64")] == ["brush>=2", "lamp;"]
    assert [line.split()[2] for line in lock.lacking(wheels, "3.13", "x86_64")] == ["brush>=2"]


@pytest.fixture(scope="module")
def index(lock: Any) -> None:
    """An index of packages, which not every machine reaches."""
    name, version = next(iter(locked("requirements.lock").items()))
    words = [
        "install",
        "--quiet",
        "--dry-run",
        "--no-deps",
        "--ignore-installed",
        "--retries=0",
        "--timeout=5",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words, f"{name}=={version}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.skip(f"no index of packages: {done.stderr.strip().splitlines()[-1]}")


@pytest.mark.slow
@pytest.mark.usefixtures("index")
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_a_pi_finds_wheels_for_everything(lock: Any, python: str) -> None:
    wheels = lock.resolved(python, "aarch64")
    versions = {canonicalize_name(each["name"]): each["version"] for each in wheels}
    assert versions == locked(*lock.LOCKS)
    assert lock.lacking(wheels, python, "aarch64") == []
    of_a_pi = lock.resolved(python, "aarch64", lock.LOCKS[:2])
    assert lock.lacking(of_a_pi, python, "aarch64") == [], "without what the tests bring"
