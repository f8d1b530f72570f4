"""Photographs of finished tables, read: by the layout of the game that people name."""

from __future__ import annotations

from typing import Any

import cv2
import msgspec

from companion.cli.assembly.parts import table_reader
from companion.finals.finished_table import FinishedTable
from companion.finals.photograph import BadPhotograph, TablePhotograph, look_at
from companion.frames.pictures import View, jpeg
from companion.layout import Layout
from companion.layouts import games_with_layout, load_layout
from companion.live.photos import without_sheets
from companion.rules.catalogue import load_game
from companion.rules.game import Seat
from companion.rules.message import Message
from vision.images.process import load_apart
from vision.sheets.markers import MarkerFinder
from vision.sheets.mirrored import marker_ids
from vision.view.annotate import annotate
from vision.view.shown import read_shown

SHOWN_PX = 900
"""The longer side of a photograph as it is shown again."""


def read_final_photograph(data: Any, table: FinishedTable, seat: Seat) -> TablePhotograph:
    """Read a photograph of a finished table.

    Parameters
    ----------
    data
        A file's path, or its bytes.
    table
        What is being scored.
    seat
        Whose things it shows; 0 for the table's.

    Raises
    ------
    ImageError
        When it is no photograph.
    BadPhotograph
        When it shows nothing of this game, or too little.
    """
    return see_final(load_apart(data), table, seat)


def see_final(image: Any, table: FinishedTable, seat: Seat) -> TablePhotograph:
    """Take from a picture, (H, W, 3) blue, green, red, what counts; see `read_final_photograph`."""
    layout, counted = table.layout, table.counted
    cards = read_shown(image, layout).kinds if counted.hands else ()
    # Dice score in no game, and to search a picture for them takes ten times as long as all else.
    sighting = without_sheets(table_reader(layout).read_sheets(image))
    try:
        seen = look_at(View(image, sighting), layout, counted, seat, cards)
    except BadPhotograph as error:
        other = _other_game(image, layout) if error.code == "photo-nothing" else ""
        if other:
            raise BadPhotograph(
                "photo-other-game",
                Message(
                    "The photograph shows {other}, not {game}. Choose that game, or photograph this one.",
                    {"other": other, "game": table.game.info.name},
                ),
            ) from error
        raise
    drawn = annotate(image, sighting, layout=layout, sentences=False)
    return msgspec.structs.replace(seen, picture=_small(drawn))


def _other_game(image: Any, layout: Layout) -> str:
    """Name the game whose markers the picture shows most of; empty where it shows no other's."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    found = {marker.id for marker in MarkerFinder(layout.marker_dictionary).search(grey, thorough=True)}
    others = [slug for slug in games_with_layout() if slug != layout.game]
    best = max(others, key=lambda slug: len(found & marker_ids(load_layout(slug))), default="")
    return load_game(best).info.name if best and found & marker_ids(load_layout(best)) else ""


def _small(image: Any) -> bytes:
    height, width = image.shape[:2]
    scale = min(1.0, SHOWN_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return jpeg(cv2.resize(image, size, interpolation=cv2.INTER_AREA)[..., ::-1])
