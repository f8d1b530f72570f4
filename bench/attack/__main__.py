"""Run every attack against a service of its own, and print which promise held: ``python -m bench.attack``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.attack import (
    addresses,
    bombs,
    fuzz,
    hidden,
    host_only,
    origins,
    seat_taking,
    slow,
    traversal,
)
from bench.attack.outcome import Outcome, table
from bench.service.kills import begin
from bench.service.served import Served

INPUTS = 5_000
"""Fuzzed inputs over the socket where no number is named."""

WITHIN = 20_000
"""Those that go to the parser and the pages within this process; they come twice as fast."""


def outcomes(folder: Path, inputs: int, within: int) -> Iterator[Outcome]:
    """Give what every attack found out, one family after the other."""
    yield from aimed(folder)
    yield from fuzzed(folder, inputs, within)


def aimed(folder: Path) -> Iterator[Outcome]:
    """Give what the attacks found out that each aim at one promise."""
    with Served(folder / "served" / "data") as service:
        service.wait()
        begin(service)
        yield from origins.attack(service.port)
        yield from traversal.attack(service.port, service.data)
        yield from hidden.attack_seeds(service.port, service.data)
        yield from host_only.attack(service.port)
        yield from slow.attack(service.port)
        yield from bombs.attack(service.port, service.pid)
        yield from seat_taking.attack(service.port)
    yield from addresses.attack(folder / "chosen")
    yield from hidden.attack(folder / "twins")


def fuzzed(folder: Path, inputs: int, within: int) -> Iterator[Outcome]:
    """Give what inputs by chance found out: so many over a socket, and so many within this process."""
    if inputs:
        with Served(folder / "fuzzed" / "data") as service:
            service.wait()
            begin(service)
            yield from fuzz.attack(service.port, folder / "fuzzed" / "service.out", inputs)
    if within:
        yield from fuzz.attack_within(folder / "within", within)


def main() -> None:
    """Attack, and end with 1 where a promise was broken."""
    parser = argparse.ArgumentParser(prog="attack", description=__doc__)
    parser.add_argument(
        "--inputs", type=int, default=INPUTS, help="fuzzed requests over a socket (default: %(default)s)"
    )
    parser.add_argument(
        "--within", type=int, default=WITHIN, help="fuzzed requests without a socket (default: %(default)s)"
    )
    parser.add_argument("--fuzz-alone", action="store_true", help="leave the other attacks out")
    arguments = parser.parse_args()
    found = []
    with TemporaryDirectory() as name:
        tried = fuzzed if arguments.fuzz_alone else outcomes
        for outcome in tried(Path(name), arguments.inputs, arguments.within):
            sys.stderr.write(f"{outcome.promise}: {'held' if outcome.held else 'BROKEN'}\n")
            found.append(outcome)
    sys.stdout.write(f"{table(found)}\n")
    raise SystemExit(not all(outcome.held for outcome in found))


if __name__ == "__main__":
    main()
