"""`teach`: a taught box from a teach file and its pictures, and boxes for the commands that read with one."""

from __future__ import annotations

from pathlib import Path

import click

from companion.boxes.errors import BoxError
from companion.boxes.layout_of import layout_of_box
from companion.boxes.taught_box import TaughtBox, pack_box
from companion.boxes.teach_file import parse_teach_file
from companion.cli import arguments
from companion.cli.arguments import read_bytes
from companion.cli.output import InputError, emit, note
from companion.layout import Layout
from companion.layouts import load_layout
from companion.rules.errors import UnknownGame
from vision.dice import DiceReader
from vision.images.files import ImageError
from vision.images.process import load_apart
from vision.ports import Image
from vision.sheets.lens import Lens
from vision.taught.reader import TaughtReader
from vision.taught.teaching import teach as teach_box


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
            raise InputError(error.code, f"{name}: {error.sentence}") from error
        return image

    taught = teach_box(file, load, _layout_of_game(file.game))
    data = pack_box(taught.contents, taught.files)
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
                "notes": taught.notes,
            }
        )
        return
    for sentence in taught.notes:
        note(sentence)
    note(f"{len(contents.sheets)} sheets and {len(contents.examples)} examples; {len(data) / 1e6:.1f} MB.")


def box_layout(box: TaughtBox) -> Layout:
    """Give the layout of a box. Raises `BoxError` where its game is not known here."""
    return layout_of_box(box, _layout_of_game(box.contents.game))


def taught_reader(layout: Layout, box: TaughtBox, *, lens: Lens | None = None) -> TaughtReader:
    """Give a reader of a taught box, and of dice where its game has some."""
    return TaughtReader(layout, box, DiceReader() if layout.has_dice else None, lens)


def _layout_of_game(slug: str | None) -> Layout | None:
    if slug is None:
        return None
    try:
        return load_layout(slug)
    except UnknownGame as error:
        raise BoxError(
            "box-of-another-game", f"The box is of the game {slug}, which this program does not know."
        ) from error


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise InputError("file-unwritable", f"{path} cannot be written: {error.strerror}.") from error
