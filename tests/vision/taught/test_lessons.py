"""Pieces that lie apart in a photograph are found, and named like those that were named before."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from companion.boxes.errors import BoxError
from companion.boxes.showing import kinds_to_show
from companion.boxes.teach_file import UNNAMED, Item, Photograph, TeachFile
from companion.layouts import load_layout
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.photographs import DrawingPhotographer, photograph_set
from companion.simulation.unmarked.styles import style_named
from vision.taught.lessons.apart import find_apart
from vision.taught.lessons.book import LessonBook
from vision.taught.lessons.ground import Ground, ground_of
from vision.taught.lessons.sheet_check import CUT_OFF, HAND, check_sheet

LAYOUT = load_layout("filler-tiles")


@pytest.fixture(scope="module")
def shown():
    """The teach file and the photographs of an unmarked set."""
    raw, pictures = photograph_set(
        unmarked_layout(LAYOUT),
        DrawingPhotographer(UnmarkedArtwork(style_named("night")), 5),
        dict.fromkeys(kinds_to_show(LAYOUT), 3),
        name="x",
        game="filler-tiles",
        seed=5,
    )
    return msgspec.convert(raw, TeachFile), pictures


@pytest.fixture
def book(shown) -> LessonBook:
    return LessonBook(shown[1].__getitem__)


def nearest(truth: Photograph, item: Item) -> tuple[float, str]:
    x, y, wide, high = item.box
    return min(
        (float(np.hypot(each.at[0] - x - wide / 2, each.at[1] - y - high / 2)), each.kind)
        for each in truth.items
    )


def found_in(shown, book: LessonBook) -> Photograph:
    file, _ = shown
    photo, told = book.find_pieces(replace(file, pieces=()), LAYOUT, replace(file.pieces[0], items=()))
    assert told == ()
    return photo


@pytest.mark.whole
def test_every_piece_on_a_sheet_is_found_at_its_place_and_none_is_made_up(shown, book) -> None:
    truth, photo = shown[0].pieces[0], found_in(shown, book)
    assert len(photo.items) == len(truth.items)
    assert max(nearest(truth, item)[0] for item in photo.items) < 6
    assert {item.kind for item in photo.items} == {UNNAMED}


@pytest.mark.whole
def test_one_name_is_enough_for_all_that_look_alike(shown, book) -> None:
    truth, photo = shown[0].pieces[0], found_in(shown, book)
    for kind in dict.fromkeys(each.kind for each in truth.items):
        n = next(n for n, item in enumerate(photo.items) if nearest(truth, item)[1] == kind)
        items = tuple(replace(item, kind=kind) if k == n else item for k, item in enumerate(photo.items))
        photo = book.name_alike(replace(shown[0], pieces=()), LAYOUT, replace(photo, items=items))
    assert [item.kind for item in photo.items] == [nearest(truth, item)[1] for item in photo.items]


@pytest.mark.whole
def test_the_test_round_says_what_lies_there(shown, book) -> None:
    file, _ = shown
    truth = file.pieces[0]
    boxes = tuple(replace(item, kind=nearest(truth, item)[1]) for item in found_in(shown, book).items)
    taught = replace(file, pieces=(replace(truth, items=boxes),))
    trial = book.read_trial(taught, LAYOUT, replace(truth, items=()))
    assert [item.kind for item in trial.photo.items] == [
        nearest(truth, item)[1] for item in trial.photo.items
    ]
    assert min(trial.sure) > 0.9


@pytest.mark.whole
def test_pieces_of_another_size_than_ours_are_measured(shown, book) -> None:
    file, _ = shown
    truth = file.pieces[0]
    boxes = tuple(replace(item, kind=nearest(truth, item)[1]) for item in found_in(shown, book).items)
    large = {
        kind: replace(shape, size_mm=(2 * shape.size_mm[0], 2 * shape.size_mm[1]))
        for kind, shape in file.kinds.items()
    }
    wrong = replace(file, pieces=(replace(truth, items=boxes),), kinds=large)
    measured = book.measured(wrong, LAYOUT)
    for kind, shape in file.kinds.items():
        assert measured.kinds[kind].size_mm == pytest.approx(shape.size_mm, rel=0.12)
    right = replace(wrong, kinds=file.kinds)
    assert book.measured(right, LAYOUT) == right


@pytest.mark.whole
def test_a_hand_that_reaches_in_is_said(shown) -> None:
    file, pictures = shown
    sheet, picture = file.sheets[0], pictures[file.pieces[0].image].copy()
    corners = np.array(sheet.corners)
    middle = corners.mean(axis=0)
    edge = (corners[2] + corners[3]) / 2
    cv2.line(picture, tuple(edge.astype(int)), tuple(middle.astype(int)), (120, 150, 220), 170)
    with pytest.raises(BoxError) as refused:
        find_apart(ground_of(picture, sheet, pictures[sheet.image]))
    assert refused.value.code == "hand-in-picture"


def on_a_table(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    rng = np.random.default_rng(2)
    table = np.full((900, 1200, 3), (80, 110, 150), np.uint8)
    for x, y, wide, high in boxes:
        cv2.rectangle(table, (x, y), (x + wide - 1, y + high - 1), (40, 40, 190), -1)
    return np.clip(table + rng.normal(0, 4, table.shape), 0, 255).astype(np.uint8)


def test_cards_on_the_bare_table_are_found_row_by_row() -> None:
    laid = [(500, 120, 160, 220), (100, 140, 160, 220), (110, 500, 160, 220)]
    found = find_apart(Ground(on_a_table(*laid)))
    assert len(found.boxes) == 3
    for box, truth in zip(found.boxes, [laid[1], laid[0], laid[2]], strict=True):
        assert box == pytest.approx(truth, abs=6)


def test_what_is_cut_off_is_left_out_and_told() -> None:
    found = find_apart(Ground(on_a_table((500, 120, 160, 220), (1120, 400, 160, 220))))
    assert (len(found.boxes), found.cut_off) == (1, 1)


def test_an_empty_table_is_said() -> None:
    with pytest.raises(BoxError) as refused:
        find_apart(Ground(on_a_table()))
    assert refused.value.code == "no-pieces-found"


@pytest.mark.whole
def test_a_blurred_photograph_of_pieces_is_refused_by_its_name(shown) -> None:
    file, pictures = shown
    photo = file.pieces[0]
    cards = on_a_table((500, 120, 160, 220), (100, 140, 160, 220))
    shaken = {photo.image: pictures[photo.image], "cards.png": cards}
    soft = {name: cv2.GaussianBlur(picture, (0, 0), 7) for name, picture in shaken.items()}
    book = LessonBook({**pictures, **soft}.__getitem__)
    for blurred in (photo, Photograph("cards.png", (), None)):
        with pytest.raises(BoxError, match="Hold the camera still") as refused:
            book.find_pieces(file, LAYOUT, replace(blurred, items=()))
        assert (refused.value.code, blurred.image in refused.value.sentence) == ("picture-blurred", True)


def test_a_hand_over_the_edge_of_an_empty_sheet_and_a_corner_at_the_edge_are_told(shown) -> None:
    file, pictures = shown
    sheet, picture = file.sheets[0], pictures[file.sheets[0].image]
    assert check_sheet(picture, sheet) == ()
    held = picture.copy()
    a, b = np.array(sheet.corners[2]), np.array(sheet.corners[3])
    middle = tuple(((a + b) / 2).astype(int).tolist())
    cv2.ellipse(held, middle, (90, 160), 0, 0, 360, (125, 150, 205), -1)
    assert check_sheet(held, sheet) == (HAND,)
    x, y = sheet.corners[0]
    cut = picture[round(y) :, round(x) :]
    corners = tuple((max(u - round(x), 0.0), max(v - round(y), 0.0)) for u, v in sheet.corners)
    assert CUT_OFF in check_sheet(cut, replace(sheet, corners=corners, zones=()))
