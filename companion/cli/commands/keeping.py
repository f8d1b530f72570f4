"""`backup`, `restore` and `import`: all that a table keeps, in one file, and single games."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from companion import __version__
from companion.cli.arguments import as_json, read_bytes
from companion.cli.output import emit, note
from companion.cli.spoken import say
from companion.cli.toml.settings import STORE_FILE, data_folder, settings_path
from companion.repair.salvage import backup_folder
from companion.sessions import archive
from companion.sessions.bringing import bring_in
from companion.sessions.store import Store
from companion.storage.files import unused

folder = click.option(
    "--data", type=click.Path(path_type=Path), default=None, help="The folder of the games."
)


@click.command()
@folder
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The file to write; else one named by the time: here, or in the service's folder of backups.",
)
@click.option(
    "--phones",
    is_flag=True,
    help="Keep the host and the seats, too. Whoever has the file can be the host: keep it to yourself.",
)
@as_json
def backup(data: Path | None, out: Path | None, phones: bool, as_json: bool) -> None:
    """Write games, own boxes, the choice of camera and the settings into one file.

    The table may go on meanwhile. The file holds the settings as they are, passwords too.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    store = data_folder(data) / STORE_FILE
    target = out or unused(_usual_place(store) / f"companion-{stamp}.zip")
    manifest = archive.write_backup(store, target, __version__, settings_path(), phones=phones)
    if as_json:
        emit({"file": str(target), "at": manifest.at, "files": sorted(manifest.files)})
    note(say("Written to {file}: {parts}.", file=str(target), parts=", ".join(sorted(manifest.files))))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@folder
@click.option("--phones", is_flag=True, help="Put the host and the seats of the backup in place, too.")
@as_json
def restore(file: Path, data: Path | None, phones: bool, as_json: bool) -> None:
    """Put the games of a backup in the place of those that are there.

    The table must not run. What is there is backed up first. The settings are left as they are: those
    of the backup can be taken out of it with unzip. The host of this machine stays its host.
    """
    restored = archive.restore(file, data_folder(data) / STORE_FILE, __version__, phones=phones)
    if as_json:
        emit({"files": restored.files, "before": str(restored.before) if restored.before else None})
    note(say("Restored from {file}.", file=str(file)))
    if restored.settings:
        note(
            say(
                "The settings were left as they are. Those of the backup are in it: {file}.",
                file=archive.SETTINGS,
            )
        )
    if phones:
        note(say("Phones are the host and have their seats as in the backup."))
    else:
        note(
            say("The host and the seats are those of this machine. `companion doctor` shows the host’s code.")
        )
    if restored.before is not None:
        note(say("What was there before is kept in {file}.", file=str(restored.before)))


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@folder
def bring(files: tuple[Path, ...], data: Path | None) -> None:
    """Bring in games that this program gave out: records, or zip files of records.

    A game that is kept already is not taken twice. The table must not run.
    """
    refused = False
    with Store(data_folder(data) / STORE_FILE) as store:
        for path in files:
            brought = bring_in(store, path.name, read_bytes(path))
            note(
                say(
                    "{path}: {new} new, {known} kept already.",
                    path=str(path),
                    new=len(brought.games),
                    known=brought.known,
                )
            )
            for sentence in brought.refused:
                refused = True
                note(f"{say(sentence)} [bad-record]")
    if refused:
        raise SystemExit(1)


def _usual_place(store: Path) -> Path:
    """The current folder; the service's user may not write there, so it has a folder of its own."""
    return backup_folder(store) if "STATE_DIRECTORY" in os.environ else Path()
