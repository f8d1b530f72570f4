"""An unmarked set is taught from photographs, found by its print and read in other rooms."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.boxes.errors import BoxError
from companion.boxes.layout_of import layout_of_box
from companion.boxes.play_lessons import PlayLessons
from companion.boxes.showing import kinds_to_show
from companion.boxes.taught_box import TaughtBox, pack_box, unpack_box
from companion.boxes.teach_file import parse_teach_file
from companion.cli.assembly.taught import taught_reader
from companion.layout import Layout
from companion.layouts import load_layout
from companion.sighting import EMPTY
from companion.simulation.table import SimulatedTable
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.photographs import DrawingPhotographer, photograph_set
from companion.simulation.unmarked.styles import style_named
from vision.taught.reader import TaughtReader
from vision.taught.teaching import teach

SLUG = "filler-tiles"
STYLE = "parchment"
SIZE_PX = (1024, 768)


@cache
def the_set() -> tuple[Layout, UnmarkedArtwork]:
    return unmarked_layout(load_layout(SLUG)), UnmarkedArtwork(style_named(STYLE))


@cache
def photographed() -> tuple[dict[str, Any], dict[str, Any]]:
    layout, artwork = the_set()
    return photograph_set(
        layout, DrawingPhotographer(artwork, size_px=SIZE_PX), kinds_to_show(layout), name="demo", game=SLUG
    )


def taught_from(file: dict[str, Any], pictures: dict[str, Any], game: Layout | None = None) -> TaughtBox:
    parsed = parse_teach_file(json.dumps(file).encode())
    made = teach(parsed, pictures.__getitem__, game or load_layout(SLUG))
    return unpack_box(pack_box(made.contents, made.files))


@cache
def the_box() -> TaughtBox:
    return taught_from(*photographed())


def a_reader() -> TaughtReader:
    return TaughtReader(layout_of_box(the_box(), load_layout(SLUG)), the_box())


@cache
def a_table(seed: int) -> SimulatedTable:
    """A table with a third of its squares taken."""
    layout, artwork = the_set()
    table = SimulatedTable(layout, seed=seed, size_px=SIZE_PX, artwork=artwork)
    rng = random.Random(seed)
    zone = layout.find("board")[1]
    for cell in rng.sample(zone.cells, len(zone.cells) // 3):
        table.add(rng.choice(zone.kinds), "board", cell.id)
    return table


def truth(table: SimulatedTable) -> dict[str, str]:
    return {cell: piece.kind for (_, cell), piece in table.taken().items()}


@pytest.mark.whole
def test_every_square_is_read_in_another_room() -> None:
    table = a_table(3)
    sighting = a_reader().read(table.picture())
    (sheet,) = sighting.sheets
    read = {cell: seen.best()[0] for cell, seen in sheet.cells["board"].items() if not seen.covered}
    assert len(read) == 144
    assert {cell: kind for cell, kind in read.items() if kind != EMPTY} == truth(table)


def without_place_for(kind: str) -> Layout:
    """The layout of the box, in which no square may hold this kind."""
    layout = layout_of_box(the_box(), load_layout(SLUG))
    (sheet,) = layout.sheets
    zones = tuple(
        replace(zone, kinds=tuple(each for each in zone.kinds if each != kind)) for zone in sheet.zones
    )
    return replace(layout, sheets=(replace(sheet, zones=zones),))


@pytest.mark.whole
def test_a_piece_that_belongs_elsewhere_is_never_taken_for_one_that_belongs() -> None:
    """A card that lies face down among faces is such a piece."""
    table = a_table(3)
    (sheet,) = TaughtReader(without_place_for("tile-blue"), the_box()).read(table.picture()).sheets
    for cell, kind in truth(table).items():
        seen = sheet.cells["board"][cell]
        assert "tile-blue" not in seen.log_p
        assert seen.strange == (kind == "tile-blue"), cell
        assert seen.strange or seen.best()[0] == kind


@pytest.mark.whole
def test_the_sheet_is_found_upside_down_and_on_its_side() -> None:
    picture = a_table(3).picture()
    corners = np.array(a_reader().read(picture).sheets[0].corners_px)
    height = picture.shape[0]
    turned = a_reader().read(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE))
    expected = np.stack([height - 1 - corners[:, 1], corners[:, 0]], axis=-1)
    assert np.abs(np.array(turned.sheets[0].corners_px) - expected).max() < 3


@pytest.mark.whole
def test_another_board_an_empty_table_and_a_mirror_are_not_taken_for_it() -> None:
    layout, _ = the_set()
    other = SimulatedTable(layout, seed=3, size_px=SIZE_PX, artwork=UnmarkedArtwork(style_named("tiles")))
    table = a_table(3)
    rng = np.random.default_rng(1)
    wood = np.clip(rng.normal(0, 9, (768, 1024, 3)) + np.array([90, 130, 170]), 0, 255).astype(np.uint8)
    for picture in (other.picture(), cv2.flip(table.picture(), 1)):
        sighting = a_reader().read(picture)
        assert sighting.sheets == ()
        assert "no-sheet" in [problem.code for problem in sighting.view]
    assert a_reader().read(wood).sheets == ()


def test_the_next_frame_finds_the_sheet_where_it_was_or_near() -> None:
    reader, picture = a_reader(), a_table(3).picture()
    first = np.array(reader.read(picture).sheets[0].corners_px)
    moved = np.roll(picture, 3, axis=1)
    second = np.array(reader.read(moved).sheets[0].corners_px)
    assert np.abs(second - first - (3, 0)).max() < 1.5


def test_a_picture_of_another_size_than_the_corners_is_refused() -> None:
    file, pictures = photographed()
    smaller = {name: cv2.resize(image, None, fx=0.5, fy=0.5) for name, image in pictures.items()}
    with pytest.raises(BoxError, match="512 x 384 pixels") as caught:
        taught_from(file, smaller)
    assert caught.value.code == "corners-outside"


def test_a_blurred_photograph_is_refused() -> None:
    file, pictures = photographed()
    blurred = {name: cv2.GaussianBlur(image, (0, 0), 6) for name, image in pictures.items()}
    with pytest.raises(BoxError) as caught:
        taught_from(file, blurred)
    assert caught.value.code == "picture-blurred"


@pytest.mark.whole
def test_pieces_on_a_sheet_that_is_not_there_are_refused() -> None:
    file, pictures = photographed()
    empty = {**pictures, "pieces-0.png": np.full_like(pictures["mat.png"], 120)}
    with pytest.raises(BoxError) as caught:
        taught_from(file, empty)
    assert caught.value.code == "sheet-not-found"


def test_a_kind_that_the_game_does_not_have_is_refused() -> None:
    file, pictures = photographed()
    photo = file["pieces"][0]
    wrong = {**photo, "items": [{**photo["items"][0], "kind": "tile-green"}, *photo["items"][1:]]}
    with pytest.raises(BoxError, match="tile-green") as caught:
        taught_from({**file, "pieces": [wrong]}, pictures)
    assert caught.value.code == "box-of-another-game"


@pytest.mark.whole
def test_a_sheet_full_of_pieces_keeps_its_light() -> None:
    game = load_layout("octopus-garden").for_seats(2)
    layout, artwork = unmarked_layout(game), UnmarkedArtwork(style_named("meadow"))
    once = dict.fromkeys(kinds_to_show(layout), 1)
    box = taught_from(
        *photograph_set(
            layout, DrawingPhotographer(artwork, size_px=SIZE_PX), once, name="demo", game=game.game
        ),
        game,
    )
    table = SimulatedTable(layout, seed=1, size_px=SIZE_PX, artwork=artwork)
    market = layout.find("market")[1]
    for cell, kind in zip(market.cells, market.kinds, strict=False):
        table.add(kind, "market", cell.id)
    sighting = TaughtReader(layout_of_box(box, game), box).read(table.picture())
    cells = next(sheet.cells["market"] for sheet in sighting.sheets if sheet.sheet == "market")
    read = {cell: seen.best()[0] for cell, seen in cells.items()}
    assert read == dict(zip((cell.id for cell in market.cells), market.kinds, strict=False))


@pytest.mark.whole
def test_a_correction_is_one_more_example_and_the_box_reads_on_with_it(tmp_path) -> None:
    table = a_table(3)
    lessons = PlayLessons("ours", tmp_path)
    layout = layout_of_box(the_box(), load_layout(SLUG))
    reader = taught_reader(layout, the_box(), lessons=lessons)
    reader.read(table.picture())
    cell, kind = next(iter(truth(table).items()))
    reader.teach("board", cell, kind)
    reader.teach("board", next(each for each in ("A1", "B2", "C3", "D4") if each not in truth(table)), EMPTY)
    ((_, lesson),) = lessons.all().items()
    assert lesson.kind == kind
    (sheet,) = taught_reader(layout, the_box(), lessons=lessons).read(a_table(5).picture()).sheets
    read = {each: seen.best()[0] for each, seen in sheet.cells["board"].items() if not seen.covered}
    assert {each: found for each, found in read.items() if found != EMPTY} == truth(a_table(5))
