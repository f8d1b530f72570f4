"""Write the three lock files from what is installed: names and versions, nothing else.

Run by ``make lock`` after the ranges in pyproject.toml or the venv have changed. The versions
must have wheels for x86-64 and arm64 and for Python 3.11 to 3.13, which ``--check`` proves.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Exact versions that {}; for x86-64 and arm64, Python 3.11 to 3.13. Made by `make lock`.\n"
BUILD_TOOLS = {"setuptools"}
"""`pip install --no-build-isolation -e .` wants it; Python 3.12 and later no longer bring it."""

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
    todo = [re.match(r"[\w.-]+", line).group() for line in requirements]
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


def write(path: Path, what: str, versions: dict[str, str]) -> None:
    """Write one lock file."""
    lines = [f"{name}=={version}\n" for name, version in sorted(versions.items())]
    path.write_text(HEAD.format(what) + "".join(lines))


def check() -> None:
    """Resolve both locks for every processor and Python they claim to be valid for."""
    for python, machine in product(("311", "312", "313"), ("x86_64", "aarch64")):
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--dry-run",
            "--no-deps",
            "--only-binary=:all:",
        ]
        command += ["--target", "unused", "--python-version", python, "--implementation", "cp"]
        command += [f"--abi={abi}" for abi in (f"cp{python}", "abi3", "none")]
        command += [f"--platform={platform}_{machine}" for platform in PLATFORMS]
        subprocess.run(
            [*command, "-r", "requirements.lock", "-r", "requirements-dev.lock"], check=True, cwd=ROOT
        )
        print(f"the locks resolve for Python {python} on {machine}")


def main() -> None:
    """Write the locks, or check them."""
    if "--check" in sys.argv:
        check()
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    program = closure([*project["dependencies"], *BUILD_TOOLS])
    extras = project["optional-dependencies"]
    device, tests = closure([*extras["pi"], *extras["mqtt"]]), closure(extras["dev"])
    write(ROOT / "requirements.lock", "the program uses", program)
    only_device = {name: version for name, version in device.items() if name not in program}
    write(ROOT / "requirements-device.lock", "a table with a panel or MQTT uses besides", only_device)
    only_tests = {name: version for name, version in tests.items() if name not in program}
    write(ROOT / "requirements-dev.lock", "the tests use besides", only_tests)


if __name__ == "__main__":
    main()
