"""Print every figure: ``python -m bench [NAME ...] [--json]``.

Each module of `SUBJECTS` measures one subject: its docstring's first line says what, its
``run()`` gives the figures as a dictionary of names to numbers, texts or further dictionaries. Each is
measured in a process of its own: nothing that another has loaded makes it faster, or its memory more.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, ParamSpec, TypeVar

SUBJECTS: Final = {
    "rules": "rules",
    "vision": "vision",
    "known": "known",
    "dice": "dice",
    "looks": "looks",
    "boxes": "boxes",
    "failing": "failing",
    "simulation": "simulation",
    "storage": "storage",
    "games": "games",
    "hands": "hands",
    "service": "service.running",
    "pages": "phones.pages",
    "paint": "phones.paint",
    "taps": "phones.taps",
    "evening": "service.evening",
    "film": "service.film",
    "hub": "hub",
}
"""The module of each subject."""

Given = ParamSpec("Given")
Figures = TypeVar("Figures")


def alone(measure: Callable[Given, Figures], *args: Given.args, **kwargs: Given.kwargs) -> Figures:
    """Call a function in a new process, in which nothing else has run; its errors are raised here."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measure, *args, **kwargs).result()


def show(figures: Mapping[str, Any], indent: int = 2) -> None:
    """Print figures, one a line; a dictionary of dictionaries is printed as a table."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            print(f"{'':{indent}}{name}")
            show(value, indent + 2)
        else:
            text = f"{value:.3g}" if isinstance(value, float) and abs(value) < 1000 else str(value)
            print(f"{'':{indent}}{name:<52} {text}")


def main() -> None:
    """Measure the subjects named, or all."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument(
        "subject", nargs="*", choices=[*SUBJECTS, []], help="which figures; all if none is named"
    )
    parser.add_argument("--json", action="store_true", help="one JSON value on standard output")
    arguments = parser.parse_args()
    results: dict[str, Any] = {"machine": f"{platform.machine()}, Python {platform.python_version()}"}
    for subject in arguments.subject or SUBJECTS:
        module = importlib.import_module(f"bench.{SUBJECTS[subject]}")
        print(f"{subject}: {module.__doc__.splitlines()[0]}", file=sys.stderr)
        start_s = time.perf_counter()
        results[subject] = alone(module.run)
        if not arguments.json:
            print(f"{subject} ({time.perf_counter() - start_s:.0f} s)")
            show(results[subject])
    if arguments.json:
        print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
