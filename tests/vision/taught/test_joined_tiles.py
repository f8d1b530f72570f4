"""A rectangle of joined tiles falls into its tiles, however many they are and however it lies."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.layout import Kind
from companion.sighting import LoosePiece
from companion.simulation.unmarked.pieces import draw_piece
from companion.simulation.unmarked.styles import style_named
from vision.ports import Floats, Image
from vision.taught.looks import Example, Looks
from vision.taught.loose import pieces_on_table
from vision.taught.pieces.crops import Shape
from vision.taught.pieces.lattice import split_joined

ROWS, COLUMNS = 3, 4
SIDE_PX = 72
TILE = Shape("square", (50.0, 50.0), 2.0)
NAMES = tuple(f"tile-{nth}" for nth in range(ROWS * COLUMNS))
WARM = (0.72, 0.92, 1.04)


def seen_as(kind: str | None, outline: Floats) -> LoosePiece:
    return LoosePiece({"tile": 0.0}, tuple(outline.mean(axis=0).tolist()), (0, 0, 1, 1), strange=kind is None)


def reader_of(garden: Floats, rows: int, columns: int, unknown: Sequence[int] = ()):
    """A reader that knows the tiles of a garden where they lie whole, but for unknown ones."""
    size = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    back = cv2.getPerspectiveTransform(garden.astype(np.float32), size)

    def read(outlines: Sequence[Floats]) -> list[LoosePiece]:
        found = []
        for outline in outlines:
            corners = cv2.perspectiveTransform(outline.reshape(-1, 1, 2), back).reshape(-1, 2)
            x, y = corners.min(axis=0)
            whole = np.allclose(corners, np.round(corners), atol=0.1) and np.ptp(corners[:, 0]) < 1.1
            known = whole and round(float(y)) * columns + round(float(x)) not in unknown
            found.append(seen_as("tile" if known else None, outline))
        return found

    return read


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (2, 3), (1, 4), (6, 4)])
def test_rows_and_columns_are_found_also_from_a_slant(rows: int, columns: int) -> None:
    garden = np.array(
        [(100, 80), (100 + 60 * columns, 90), (90 + 58 * columns, 60 * rows + 85), (95, 60 * rows + 80)]
    )
    pieces = split_joined(garden.astype(float), reader_of(garden, rows, columns))
    assert len(pieces) == rows * columns
    first, last = pieces[0].centre_px, pieces[-1].centre_px
    assert np.hypot(*(np.array(first) - garden[0])) < 60 > np.hypot(*(np.array(last) - garden[2]))


def test_a_place_with_something_else_is_told_as_such_and_a_picture_is_no_garden() -> None:
    garden = np.array([(0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0)])
    pieces = split_joined(garden, reader_of(garden, 4, 4, unknown=(5,)))
    assert [piece.strange for piece in pieces] == [n == 5 for n in range(16)]
    assert split_joined(garden, reader_of(garden, 4, 4, unknown=range(16))) == []
    assert split_joined(garden, reader_of(garden, 4, 4, unknown=range(1, 16))) == []


def face_of(name: str, side: int) -> Image:
    colour = tuple(np.random.default_rng(len(NAMES) + int(name[5:])).integers(40, 220, 3).tolist())
    kind = Kind(name, name, "square", TILE.size_mm, 2.0, (colour,))  # type: ignore[arg-type]
    return np.ascontiguousarray(draw_piece(kind, style_named("meadow"), side / TILE.size_mm[0])[..., :3])


def a_table(height: int, width: int) -> Image:
    grain = np.random.default_rng(4).normal(0, 3, (height, width, 1))
    return np.clip(grain + np.array((150, 170, 178)), 0, 255).astype(np.uint8)


def the_looks() -> Looks:
    shown = []
    for name in NAMES:
        patch = a_table(150, 150)
        patch[25:125, 25:125] = face_of(name, 100)
        shown.append(Example(name, patch, None, 0.0))
    return Looks.learn(shown, dict.fromkeys(NAMES, TILE))


@pytest.mark.slow
def test_a_garden_that_lies_askew_in_another_light_is_read_tile_by_tile_with_its_turns() -> None:
    turns = {name: nth % 4 for nth, name in enumerate(NAMES)}
    faces = [np.rot90(face_of(name, SIDE_PX), -turns[name]) for name in NAMES]
    garden = np.vstack([np.hstack(faces[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)])
    table = a_table(600, 800)
    matrix = cv2.getRotationMatrix2D((144, 108), -12, 1.0)
    matrix[:, 2] += (250, 190)
    inside = cv2.warpAffine(np.full(garden.shape[:2], 255, np.uint8), matrix, (800, 600)) > 127
    table[inside] = cv2.warpAffine(garden, matrix, (800, 600))[inside]
    seen = cv2.GaussianBlur(np.clip(table * np.array(WARM), 0, 255).astype(np.uint8), (0, 0), 0.8)
    pieces = pieces_on_table(seen, dict.fromkeys(NAMES, TILE), the_looks())
    assert sorted(piece.best()[0] for piece in pieces) == sorted(NAMES)
    for piece in pieces:
        x, y = cv2.invertAffineTransform(matrix) @ (*piece.centre_px, 1.0)
        name = NAMES[int(y // SIDE_PX) * COLUMNS + int(x // SIDE_PX)]
        assert (piece.strange, piece.best()[0]) == (False, name)
        off_deg = (np.degrees(piece.turn_rad) - 90 * turns[name] - 12 + 180) % 360 - 180
        assert abs(off_deg) < 6
    filling = pieces_on_table(np.ascontiguousarray(garden), dict.fromkeys(NAMES, TILE), the_looks())
    assert [piece.best()[0] for piece in filling] == list(NAMES)
