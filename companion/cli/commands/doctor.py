"""`doctor`: what the table needs, how it is, and one remedy for what is not well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from companion.cli.arguments import as_json
from companion.cli.checks import devices, games, host, machine, software
from companion.cli.checks.finding import Check, Finding, Place, named
from companion.cli.output import emit, show
from companion.cli.spoken import say
from companion.cli.toml.settings import data_folder, settings_path
from companion.errors import CompanionError
from companion.rules.phrases import Words

CHECKS: Final[tuple[Check, ...]] = (
    software.program,
    software.libraries,
    software.packages,
    software.settings,
    machine.storage,
    games.games,
    machine.power,
    machine.heat,
    machine.speed,
    machine.clock,
    machine.network,
    software.mqtt,
    software.many_tables,
    devices.groups,
    devices.gpio,
    software.pi_camera,
    devices.camera,
    host.code,
)

SIGNS: Final[dict[str, str]] = {"ok": "OK", "warning": "warning", "fault": "FAULT"}


def findings(place: Place) -> Iterator[Finding]:
    """Make every check; one that fails by itself is a fault with its sentence."""
    for check in CHECKS:
        try:
            yield check(place)
        except Exception as error:  # noqa: BLE001 - a check that breaks is itself a finding
            said: Words = error.said if isinstance(error, CompanionError) else named(error)
            yield Finding(check.__name__, "fault", said, "mend this, then run doctor again")


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=None, help="The folder of the games.")
@as_json
def doctor(data: Path | None, as_json: bool) -> None:
    """Check what the table needs: what, how it is, and one remedy."""
    place = Place(data_folder(data), settings_path())
    worst = False
    found = []
    for finding in findings(place):
        worst |= finding.state == "fault"
        found.append(finding.in_english())
        if not as_json:
            show(f"{say(SIGNS[finding.state]):8} {say(finding.check):13} {say(finding.said)}")
            if finding.advice:
                show(f"{'':23}-> {say(finding.advice)}")
    if as_json:
        emit(found)
    if worst:
        raise SystemExit(1)
