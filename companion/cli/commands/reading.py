"""`read` and `follow`: what the camera's eye makes of pictures that lie on the disk."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import cv2
import msgspec

from companion.boxes.errors import BoxError
from companion.boxes.layout_of import layout_of_box
from companion.boxes.taught_box import TaughtBox
from companion.cli import arguments
from companion.cli.arguments import read_text, write_text
from companion.cli.assembly.parts import MEANS, all_readers, frames_of, read_any, table_reader
from companion.cli.assembly.taught import box_layout, taught_reader
from companion.cli.commands.sighted import described, in_words
from companion.cli.output import InputError, emit, note, show
from companion.cli.spoken import say, told
from companion.errors import Saying
from companion.layout import Layout
from companion.layouts import load_layout
from companion.live.bundle import unpack
from companion.live.follow import Follower
from companion.live.follow import follow as play_follow
from companion.record.names import names_of
from companion.rules import Game
from companion.rules.record import Record, format_record, parse_record
from companion.sighting import Sighting
from hw.camera import Camera
from hw.cameras import camera_from
from hw.recordings import VideoCamera
from vision.images.files import ImageError
from vision.images.process import load_apart
from vision.ports import Image
from vision.view.annotate import annotate
from vision.view.stillness import StillnessWatch


@click.command()
# Whether a picture can be read is not asked here: click would refuse all of them for one that cannot.
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@arguments.as_json
@click.option(
    "--annotate", "folder", type=click.Path(path_type=Path), help="Folder for pictures of what was read."
)
@arguments.box
def read(images: tuple[Path, ...], as_json: bool, folder: Path | None, box: TaughtBox | None) -> None:
    """Read dice, and any of our sheets in view, in pictures; or the sheets of a taught box.

    A picture that cannot be read gets its own sentence; the others are read all the same.
    """
    see = _reading(box)
    failed = False
    for path in images:
        try:
            image = load_apart(path)
        except ImageError as error:
            failed = True
            if as_json:
                emit({"file": str(path), "error": {"code": error.code, "sentence": error.sentence}})
            note(f"{path}: {told(error)} [{error.code}]")
            continue
        start_s = time.perf_counter()
        layout, sighting = see(image)
        ms = 1000 * (time.perf_counter() - start_s)
        if folder is not None:
            _write_annotated(folder / f"{path.stem}.jpg", annotate(image, sighting, layout=layout))
        if as_json:
            emit(described(path, sighting, ms))
        else:
            show(in_words(path, sighting, ms))
    if failed:
        raise SystemExit(1)


def _reading(box: TaughtBox | None) -> Callable[[Image], tuple[Layout, Sighting]]:
    """Give what reads a picture: with a taught box, or with whichever of our layouts finds most."""
    if box is None:
        readers = all_readers()
        return lambda image: read_any(image, readers)
    layout = box_layout(box)

    def see(image: Image) -> tuple[Layout, Sighting]:
        # Each picture may come from another phone: nothing is carried over from the one before.
        return layout, taught_reader(layout, box).read(image)

    return see


def _write_annotated(path: Path, image: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), image)


@click.command()
@arguments.game
@click.argument("frames", type=click.Path(path_type=Path))
@click.option("--record", type=click.Path(path_type=Path), default=None, help="File to write the record to.")
@click.option("--seats", "names", default=None, help="Who plays, in seat order: Anna,Ben - or their number.")
@arguments.options
@click.option("--start", type=click.Path(path_type=Path), default=None, help="Record of what came before.")
@arguments.own_boxes
@arguments.box
@arguments.as_json
def follow(
    game: Game,
    frames: Path,
    record: Path | None,
    names: str | None,
    pairs: tuple[tuple[str, str], ...],
    start: Path | None,
    box: TaughtBox | None,
    as_json: bool,
) -> None:
    """Follow a game from a folder of numbered pictures, a video or a bundle: one line an event."""
    with ExitStack() as left_behind:
        unpacked = None
        if frames.suffix == ".zip":
            folder = Path(left_behind.enter_context(TemporaryDirectory(prefix="companion-")))
            unpacked, frames = unpack(frames, folder), folder
        before = unpacked if unpacked and start is None else _beginning(game, names, dict(pairs), start)
        if before.game != game.info.slug:
            raise InputError(
                "bad-record",
                "This is a game of {game}, not of {asked}.",
                game=before.game,
                asked=game.info.slug,
            )
        _follow(game, frames, before, record, box, as_json=as_json)


def _follow(
    game: Game, frames: Path, before: Record, record: Path | None, box: TaughtBox | None, *, as_json: bool
) -> None:
    layout = load_layout(game.info.slug, before.options)
    if box is not None:
        if box.contents.game != game.info.slug:
            raise BoxError(
                "box-of-another-game",
                "The box {name} is of {other}, not of {game}.",
                name=box.contents.name,
                other=box.contents.game or Saying("no game"),
                game=game.info.slug,
            )
        layout = layout_of_box(box, layout)
    layout = layout.for_seats(before.seats)
    follower = Follower(layout, game.new(before.seats, before.options))
    follower.tell(*before.actions)
    camera = camera_from(str(frames), _no_simulation, means=MEANS)
    watch = StillnessWatch() if isinstance(camera, VideoCamera) else None
    if camera is None:
        raise InputError("camera-unknown", "Name a folder of pictures, or a video.")
    reader = table_reader(layout) if box is None else taught_reader(layout, box)
    for seen in play_follow(frames_of(camera), reader, follower, watch):
        text = seen.text.render(before.called)
        if as_json:
            emit(
                {
                    "frame": seen.frame,
                    "what": seen.what,
                    "verdict": seen.name,
                    "text": text,
                    "actions": seen.length,
                }
            )
        elif seen.what != "other":
            show(f"frame {seen.frame}: {seen.what}: {text}")
    if record is not None:
        write_text(record, format_record(msgspec.structs.replace(before, actions=tuple(follower.actions))))
    note(say("{n} action in the record.", "{n} actions in the record.", n=len(follower.actions)))


def _beginning(game: Game, names: str | None, options: dict[str, str], start: Path | None) -> Record:
    """Give the record that the pictures go on from."""
    if start is not None:
        return parse_record(read_text(start))
    people = () if names is None or names.isdigit() else names_of(names.split(","))
    seats = int(names) if names is not None and names.isdigit() else len(people) or game.info.seats[0]
    called = dict(enumerate(people, 1))
    return Record(game.info.slug, game.info.rules_version, seats, options=options, names=called)


def _no_simulation() -> Camera:
    raise InputError("camera-unknown", "Pictures are followed from a folder, a video or an address.")
