"""Write the lock files from what is installed: names and versions, nothing else.

Run by ``make lock`` after the ranges in pyproject.toml or the venv have changed. The versions
must have wheels for x86-64 and arm64 and for Python 3.11 to 3.13, which ``--check`` proves.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Exact versions that {}; for x86-64 and arm64, Python 3.11 to 3.13. Made by `make lock`.\n"
BUILD_TOOLS = {"setuptools"}
"""`pip install --no-build-isolation -e .` wants it; Python 3.12 and later no longer bring it."""

LOCKS = ("requirements.lock", "requirements-device.lock", "requirements-hub.lock", "requirements-dev.lock")
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = ("x86_64", "aarch64")

PLATFORMS = (
    "manylinux_2_28",
    "manylinux_2_27",
    "manylinux_2_26",
    "manylinux_2_24",
    "manylinux_2_17",
    "manylinux2014",
)


def closure(requirements: list[str]) -> dict[str, str]:
    """Name -> installed version of the requirements and all that they need."""
    todo = [name for line in requirements for name in _named(line)]
    found: dict[str, str] = {}
    while todo:
        name = re.sub(r"[-_.]+", "-", todo.pop()).lower()
        if name in found:
            continue
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # needed on another system or Python only
            continue
        found[name] = package.version
        todo += [
            re.match(r"[\w.-]+", line).group() for line in package.requires or [] if "extra ==" not in line
        ]
    return found


def _named(line: str) -> list[str]:
    """Name what a requirement wants; `psycopg[binary]` is two wheels, of one name before the bracket."""
    need = Requirement(line)
    return [need.name, *(f"{need.name}-{extra}" for extra in need.extras)]


def write(path: Path, what: str, versions: dict[str, str]) -> None:
    """Write one lock file."""
    lines = [f"{name}=={version}\n" for name, version in sorted(versions.items())]
    path.write_text(HEAD.format(what) + "".join(lines))


def resolved(python: str, machine: str, locks: tuple[str, ...] = LOCKS) -> list[dict[str, Any]]:
    """Give the metadata of every wheel that the locks name, for that Python (``3.13``) and processor.

    Raises `subprocess.CalledProcessError`, with pip's words in ``stderr``, where one has no such wheel.
    """
    digits = python.replace(".", "")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps", "--retries=1"]
    command += ["--only-binary=:all:", "--report=-", "--target=unused", "--implementation=cp"]
    command += [f"--python-version={python}", *(f"--abi={abi}" for abi in (f"cp{digits}", "abi3", "none"))]
    command += [f"--platform={platform}_{machine}" for platform in PLATFORMS]
    command += [f"--requirement={lock}" for lock in locks]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)
    return [each["metadata"] for each in json.loads(done.stdout)["install"]]


def lacking(wheels: list[dict[str, Any]], python: str, machine: str) -> list[str]:
    """Give what wheels want there of each other and do not get: the locks are installed with --no-deps."""
    there = {canonicalize_name(each["name"]): each["version"] for each in wheels}
    where = {"python_version": python, "python_full_version": f"{python}.0", "platform_machine": machine}
    where |= {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "extra": ""}
    wanted = [(each["name"], Requirement(line)) for each in wheels for line in each.get("requires_dist", [])]
    return [
        f"{name} wants {need}"
        for name, need in wanted
        if (need.marker is None or need.marker.evaluate(where))
        and not (
            (version := there.get(canonicalize_name(need.name)))
            and need.specifier.contains(version, prereleases=True)
        )
    ]


def check() -> None:
    """Resolve the locks for every processor and Python they claim to be valid for."""
    for python, machine in product(PYTHONS, MACHINES):
        wheels = resolved(python, machine)
        missing = lacking(wheels, python, machine)
        if missing:
            sys.exit("\n".join(missing))
        print(f"the {len(wheels)} wheels of the locks are there for Python {python} on {machine}")


def main() -> None:
    """Write the locks, or check them."""
    if "--check" in sys.argv:
        check()
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    program = closure([*project["dependencies"], *BUILD_TOOLS])
    extras = project["optional-dependencies"]
    device, tests = closure([*extras["pi"], *extras["mqtt"]]), closure(extras["dev"])
    hub = closure(extras["hub"])
    write(ROOT / "requirements.lock", "the program uses", program)
    only_device = {name: version for name, version in device.items() if name not in program}
    write(ROOT / "requirements-device.lock", "a table with a panel or MQTT uses besides", only_device)
    only_hub = {name: version for name, version in hub.items() if name not in program}
    write(ROOT / "requirements-hub.lock", "a hub uses besides", only_hub)
    only_tests = {name: version for name, version in tests.items() if name not in program}
    write(ROOT / "requirements-dev.lock", "the tests use besides", only_tests)


if __name__ == "__main__":
    main()
