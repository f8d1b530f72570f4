"""`calibrate`: whether the camera hangs well, in numbers, and what its lens is like."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import click
import msgspec
import numpy as np

from companion.cli.arguments import as_json
from companion.cli.assembly.camera_choice import is_device, kept_choice
from companion.cli.assembly.camera_turns import CameraTurns, turns_of
from companion.cli.assembly.parts import MEANS, frames_of, shared_searches, table_reader
from companion.cli.output import InputError, emit, note, show
from companion.cli.spoken import say
from companion.cli.toml.settings import data_folder, load_settings, settings_path
from companion.errors import Saying
from companion.layouts import games_with_layout, load_layout
from companion.sighting import SheetSighting, Sighting, ViewProblem
from companion.storage.files import write_atomically
from hw.cameras import camera_from
from hw.picture import Picture
from hw.turned import TurnedCamera
from hw.webcam_names import lasting
from vision.sheets.lens import Lens
from vision.view.reader import TableReader

LENS_FILE: Final = "lens.json"
FRAMES: Final = 20
SETTLING: Final = 20
"""Frames that a live camera is given to settle its exposure and focus."""

GOOD_ERROR_MM, USABLE_ERROR_MM = 0.5, 1.5
"""A marker that misses its place by more than the second misplaces pieces; tokens have 15 to 20 mm."""

GOOD_WOBBLE_MM, USABLE_WOBBLE_MM = 0.3, 1.0
GOOD_PX_PER_MM, USABLE_PX_PER_MM = 2.0, 1.2
"""Below the second the cells of the mat have too few pixels; see docs/hardware.md."""

Grade: TypeAlias = Literal["good", "usable", "redo"]
GRADES: Final[tuple[Grade, ...]] = ("good", "usable", "redo")


class SheetCheck(NamedTuple):
    """How one sheet is seen: error of its markers, movement between frames, scale, and a grade."""

    sheet: str
    frames: int
    error_mm: float
    wobble_mm: float
    px_per_mm: float
    grade: Grade


class KeptLens(msgspec.Struct, frozen=True):
    """A lens that was measured, and the words of the camera it belongs to."""

    camera: str
    k1: float


@click.command()
@click.option(
    "--camera", default=None, help="A camera as “companion serve” has it; else the one that the table uses."
)
@click.option("--data", type=click.Path(path_type=Path), default=None, help="The folder of the games.")
@click.option("--frames", type=click.IntRange(3, 500), default=FRAMES, help="How many pictures to look at.")
@as_json
def calibrate(camera: str | None, data: Path | None, frames: int, as_json: bool) -> None:
    """Look at a sheet for a while and say whether the camera hangs well.

    Lay a sheet of any game under the camera, take your hands away, and stop the table if it runs.
    The lens that is measured is kept for the table.
    """
    settings = load_settings(settings_path())
    folder = data_folder(data, settings)
    spec = camera or (settings.camera if settings.camera != "auto" else kept_choice(folder))
    seen, pictures = _pictures(spec, frames, settings.picture, turns_of(folder, settings.picture))
    reader, sightings = _read(pictures)
    checks = check_sheets(sightings)
    grade: Grade = max((each.grade for each in checks), key=GRADES.index, default="redo")
    problems = _problems(sightings)
    if grade != "redo" and problems:
        grade = "usable"
    if grade != "redo":
        _keep(folder, KeptLens(lasting(seen), reader.lens.k1))
    if as_json:
        emit(
            {
                "camera": seen,
                "grade": grade,
                "sheets": [each._asdict() for each in checks],
                "lens_k1": round(reader.lens.k1, 4),
                "view": [problem.sentence for problem in problems],
            }
        )
    else:
        _print(checks, reader.lens, problems, grade)
    if grade == "redo":
        raise SystemExit(1)


def _pictures(spec: str, frames: int, picture: Picture, turns: CameraTurns) -> tuple[str, list[Any]]:
    """Give the words of the camera that was looked through, whatever it was called, and its pictures."""
    camera = camera_from(spec, _no_simulation, picture, means=MEANS)
    if camera is None:
        raise InputError("camera-unknown", "There is no camera to calibrate: name one with --camera.")
    live = spec == "auto" or is_device(spec)
    settling = SETTLING if live else 0
    with closing(frames_of(TurnedCamera(camera, turns.of))) as seen:
        found = [frame.image for frame in islice(seen, settling, settling + frames)]
    if not found:
        raise InputError("camera-lost", "The {camera} gives no pictures.", camera=Saying(camera.name))
    return camera.spec, found


def _no_simulation() -> Any:
    raise InputError(
        "camera-unknown", "The simulated table needs no calibration: name a camera with --camera."
    )


def _read(pictures: Sequence[Any]) -> tuple[TableReader, list[Sighting]]:
    """Read with the layout of which most sheets are in view."""
    layouts = [load_layout(slug) for slug in games_with_layout()]
    searches = shared_searches(layouts)
    readers = [table_reader(layout, search=searches[layout.game]) for layout in layouts]
    best = max(readers, key=lambda reader: len(reader.read_sheets(pictures[0]).sheets))
    return best, [best.read_sheets(picture) for picture in pictures]


def check_sheets(sightings: Sequence[Sighting]) -> list[SheetCheck]:
    """Judge every sheet that is in view in at least half of the frames."""
    seen: dict[str, list[SheetSighting]] = {}
    for sighting in sightings:
        for sheet in sighting.sheets:
            seen.setdefault(sheet.sheet, []).append(sheet)
    return [
        _check_sheet(name, sheets)
        for name, sheets in sorted(seen.items())
        if 2 * len(sheets) >= len(sightings)
    ]


def _check_sheet(name: str, sheets: Sequence[SheetSighting]) -> SheetCheck:
    scale = float(np.median([sheet.px_per_mm for sheet in sheets]))
    error_mm = float(np.median([sheet.error_mm for sheet in sheets]))
    corners = np.array([sheet.corners_px for sheet in sheets])
    wobble_mm = float(np.linalg.norm(corners - np.median(corners, axis=0), axis=2).max()) / scale
    grade = max(
        _grade(error_mm, GOOD_ERROR_MM, USABLE_ERROR_MM),
        _grade(wobble_mm, GOOD_WOBBLE_MM, USABLE_WOBBLE_MM),
        _grade(-scale, -GOOD_PX_PER_MM, -USABLE_PX_PER_MM),
        key=GRADES.index,
    )
    return SheetCheck(name, len(sheets), round(error_mm, 3), round(wobble_mm, 3), round(scale, 2), grade)


def _grade(value: float, good: float, usable: float) -> Grade:
    return "good" if value <= good else "usable" if value <= usable else "redo"


def _problems(sightings: Sequence[Sighting]) -> list[ViewProblem]:
    """Give what is wrong with the view in most of the frames, each once."""
    found: dict[str, list[ViewProblem]] = {}
    for sighting in sightings:
        for problem in sighting.view:
            found.setdefault(problem.code, []).append(problem)
    return [problems[0] for problems in found.values() if 2 * len(problems) > len(sightings)]


def _print(checks: Sequence[SheetCheck], lens: Lens, problems: Sequence[ViewProblem], grade: Grade) -> None:
    for each in checks:
        show(
            f"{each.sheet}: {each.grade} - markers are off by {each.error_mm:.2f} mm, "
            f"moves by {each.wobble_mm:.2f} mm, {each.px_per_mm:.1f} px a millimetre"
        )
    if checks:
        show("lens: " + ("straight" if lens.straight else f"bent, k1 {lens.k1:+.3f}"))
    for problem in problems:
        show(problem.sentence)
    show(
        {
            "good": "Good: the camera hangs well.",
            "usable": "Usable. It is read better with the above mended.",
            "redo": "Redo: lay a sheet with all its markers in view, hang the camera lower and steadier.",
        }[grade]
    )


def _keep(folder: Path, lens: KeptLens) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / LENS_FILE, msgspec.json.encode(lens))
    except OSError as error:
        note(say("The lens is not kept: {why}.", why=error.strerror or str(error)))


def kept_lens(folder: Path, camera: str) -> Lens | None:
    """Give the lens that was measured for this camera; None where none was, or for another.

    One that was kept under ``auto``, as it once was, holds for every camera that ``auto`` may have found.
    """
    try:
        kept = msgspec.json.decode((folder / LENS_FILE).read_bytes(), type=KeptLens)
    except (OSError, msgspec.MsgspecError):
        return None
    found = kept.camera == "auto" and is_device(camera)
    return Lens(kept.k1) if found or lasting(kept.camera) == lasting(camera) else None
