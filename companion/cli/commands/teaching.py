"""`teach`: a taught box from a teach file and its pictures, and boxes for the commands that read with one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from companion.boxes.taught_box import pack_box, unpack_box
from companion.boxes.teach_file import parse_teach_file
from companion.cli import arguments
from companion.cli.arguments import read_bytes
from companion.cli.assembly.taught import layout_of_game
from companion.cli.output import InputError, emit, note
from companion.cli.spoken import say
from companion.errors import Saying
from vision.images.files import ImageError
from vision.images.process import load_apart
from vision.ports import Image
from vision.taught.alike import alike_pairs
from vision.taught.learned import learn_looks
from vision.taught.lessons.sheet_check import check_sheet
from vision.taught.teaching import teach as teach_box

MOST_ALIKE: Final = 12


@click.command()
@click.argument("teach_file", type=click.Path(path_type=Path, readable=False))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File to write the box to.")
@arguments.as_json
def teach(teach_file: Path, out: Path, as_json: bool) -> None:
    """Make a taught box from a teach file and the pictures beside it.

    The file is checked whole before anything is written: a box that is there already stays as it is when
    something is wrong.
    """
    file = parse_teach_file(read_bytes(teach_file))

    def load(name: str) -> Image:
        try:
            image: Image = load_apart(teach_file.parent / name)
        except ImageError as error:
            raise InputError(error.code, "{name}: {why}", name=name, why=error) from error
        return image

    taught = teach_box(file, load, layout_of_game(file.game))
    data = pack_box(taught.contents, taught.files)
    taught.notes += [
        Saying("{sheet}: {warning}", sheet=sheet.id, warning=warning)
        for sheet in file.sheets
        for warning in check_sheet(load(sheet.image), sheet)
    ]
    taught.notes += _too_much_alike(data)
    _write(out, data)
    contents = taught.contents
    if as_json:
        emit(
            {
                "box": str(out),
                "name": contents.name,
                "game": contents.game,
                "bytes": len(data),
                "sheets": [sheet.id for sheet in contents.sheets],
                "kinds": sorted({example.kind for example in contents.examples}),
                "examples": len(contents.examples),
                "notes": list(map(str, taught.notes)),
            }
        )
        return
    for sentence in taught.notes:
        note(say(sentence))
    note(
        say(
            "Sheets: {sheets}. Examples: {examples}. Size: {size} MB.",
            sheets=len(contents.sheets),
            examples=len(contents.examples),
            size=f"{len(data) / 1e6:.1f}",
        )
    )


def _too_much_alike(data: bytes) -> list[Saying]:
    """Say which kinds of a box cannot be told apart safely, and what would help."""
    box = unpack_box(data)
    pairs = alike_pairs(learn_looks(box))
    return [pair.said for pair in pairs[:MOST_ALIKE]]


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise InputError(
            "file-unwritable", "{path} cannot be written: {why}.", path=path, why=error.strerror
        ) from error
