"""Writes what pip is told on this machine into one file, for a system that has none of its files.

    python3 .ci/pip_settings.py FILE

Prints the files and folders that the settings name, for they are needed there, too. An index in a folder is
named with the folder above it: its pages link to files that lie beside it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path


def settings() -> dict[str, str]:
    """Give what pip has from its files and the environment; the environment has the last word."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    )
    lines = [line.partition("=") for line in told.stdout.splitlines()]
    values = {name: str(ast.literal_eval(value)) for name, _, value in lines}
    kept = {
        name.removeprefix("global."): value for name, value in values.items() if name.startswith("global.")
    }
    return kept | {
        name.removeprefix(":env:."): value for name, value in values.items() if name.startswith(":env:.")
    }


def local(value: str) -> set[Path]:
    """Give the files and folders of this machine in a value."""
    found = set()
    for word in value.split():
        path = Path(word.removeprefix("file://"))
        if path.is_absolute() and path.exists():
            in_folder = word.startswith("file://") and path.is_dir() and len(path.parts) > 2
            found.add(path.parent if in_folder else path)
    return found


def main() -> None:
    """Write the file and print what it names."""
    values = settings()
    values.pop("config-file", None)
    lines = ["[global]", *(f"{name} = {' '.join(value.split())}" for name, value in values.items())]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(*sorted(set().union(*map(local, values.values()))), sep="\n")


if __name__ == "__main__":
    main()
