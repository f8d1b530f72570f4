"""Layouts and readers of taught boxes."""

from __future__ import annotations

import cv2

from companion.boxes.errors import BoxError
from companion.boxes.layout_of import layout_of_box
from companion.boxes.play_lessons import PlayLesson, PlayLessons, with_lessons
from companion.boxes.taught_box import TaughtBox
from companion.cli.output import note
from companion.cli.spoken import told
from companion.layout import Layout
from companion.layouts import load_layout
from companion.rules.errors import UnknownGame
from vision.dice import DiceReader
from vision.sheets.lens import Lens
from vision.taught.cutting import Cut
from vision.taught.reader import TaughtReader


def box_layout(box: TaughtBox) -> Layout:
    """Give the layout of a box. Raises `BoxError` where its game is not known here."""
    return layout_of_box(box, layout_of_game(box.contents.game))


def taught_reader(
    layout: Layout, box: TaughtBox, *, lens: Lens | None = None, lessons: PlayLessons | None = None
) -> TaughtReader:
    """Give a reader of a taught box, and of dice where its game has some.

    With ``lessons`` it knows what was learned in play before, and keeps what it learns now.
    """
    known = box if lessons is None else with_lessons(box, lessons.all())
    reader = TaughtReader(layout, known, DiceReader() if layout.has_dice else None, lens)
    if lessons is not None:
        reader.learned = lambda kind, cut: _keep(lessons, kind, cut)
    return reader


def _keep(lessons: PlayLessons, kind: str, cut: Cut) -> None:
    """Keep one more example; a full disk keeps nobody from playing on."""
    patch, mask = (cv2.imencode(".png", each)[1].tobytes() for each in (cut.patch, cut.mask))
    try:
        lessons.add(PlayLesson(kind, patch, mask, cut.px_per_mm))
    except BoxError as error:
        note(f"{told(error)} [{error.code}]")


def layout_of_game(slug: str | None) -> Layout | None:
    """Give the layout of a game, None for no game. Raises `BoxError` for a game that is not known here."""
    if slug is None:
        return None
    try:
        return load_layout(slug)
    except UnknownGame as error:
        raise BoxError(
            "box-of-another-game",
            "The box is of the game {slug}, which this program does not know.",
            slug=slug,
        ) from error
