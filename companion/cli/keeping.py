"""`backup` and `restore`: all that a table keeps, in one file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from companion import __version__
from companion.cli.arguments import as_json
from companion.cli.output import emit, note
from companion.cli.settings import STORE_FILE, default_data_folder, settings_path
from companion.play import archive

folder = click.option(
    "--data", type=click.Path(path_type=Path), default=None, help="The folder of the games."
)


@click.command()
@folder
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The file to write; else one in the current folder, named by the time.",
)
@as_json
def backup(data: Path | None, out: Path | None, as_json: bool) -> None:
    """Write games, own cards, the choice of camera and the settings into one file.

    The table may go on meanwhile. The file holds the settings as they are, passwords too.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    target = out or Path(f"companion-{stamp}.zip")
    store = (data or default_data_folder()) / STORE_FILE
    manifest = archive.write_backup(store, target, __version__, settings_path())
    if as_json:
        emit({"file": str(target), "at": manifest.at, "files": sorted(manifest.files)})
    note(f"Written to {target}: {', '.join(sorted(manifest.files))}.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@folder
@as_json
def restore(file: Path, data: Path | None, as_json: bool) -> None:
    """Put the games of a backup in the place of those that are there.

    The table must not run. What is there is backed up first. The settings are left as they are.
    """
    restored = archive.restore(file, (data or default_data_folder()) / STORE_FILE, __version__)
    if as_json:
        emit({"files": restored.files, "before": str(restored.before) if restored.before else None})
    note(f"Restored from {file}.")
    if restored.before is not None:
        note(f"What was there before is kept in {restored.before}.")
