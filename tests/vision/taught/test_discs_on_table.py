"""Round pieces of a box without sheets are read where they lie on a bare table."""

from __future__ import annotations

import cv2
import numpy as np

from companion.layout import Kind
from companion.simulation.unmarked.pieces import draw_piece
from companion.simulation.unmarked.styles import style_named
from vision.ports import Image
from vision.taught.looks import Example, Looks
from vision.taught.loose import pieces_on_table
from vision.taught.outline import find_rounds
from vision.taught.pieces.crops import Shape

COLOURS = {"crab": (200, 60, 40), "star": (240, 190, 60), "whale": (50, 90, 180)}
SIZES_MM = {"crab": 24.0, "star": 24.0, "whale": 36.0}
SHAPES = {name: Shape("disc", (SIZES_MM[name], SIZES_MM[name]), 2.0) for name in COLOURS}
SHOWN_PX = 96
TABLE = (150, 170, 178)


def a_table(height: int = 600, width: int = 800) -> Image:
    grain = np.random.default_rng(4).normal(0, 3, (height, width, 1))
    return np.clip(grain + np.array(TABLE), 0, 255).astype(np.uint8)


def lay(table: Image, name: str, at: tuple[int, int], side: int, turn_deg: float = 0.0) -> None:
    """Lay a piece with its middle at a place of a picture."""
    kind = Kind(name, name, "disc", (SIZES_MM[name],) * 2, 2.0, (COLOURS[name],))
    face = draw_piece(kind, style_named("meadow"), side / SIZES_MM[name])
    matrix = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), -turn_deg, 1.0)
    face = cv2.warpAffine(face, matrix, (side, side))
    x, y = at[0] - side // 2, at[1] - side // 2
    part, alpha = table[y : y + side, x : x + side], face[..., 3:] / 255.0
    part[:] = (part * (1 - alpha) + face[..., :3] * alpha).astype(np.uint8)


def the_looks() -> Looks:
    return Looks.learn(the_examples(), SHAPES)


def the_examples() -> list[Example]:
    shown = []
    for name in COLOURS:
        patch = a_table(2 * SHOWN_PX, 2 * SHOWN_PX)
        lay(patch, name, (SHOWN_PX, SHOWN_PX), SHOWN_PX)
        ring = SHOWN_PX // 4
        cut = slice(SHOWN_PX // 2 - ring, SHOWN_PX + SHOWN_PX // 2 + ring)
        shown.append(Example(name, patch[cut, cut], None, 0.0))
    return shown


def test_discs_of_two_sizes_are_read_in_any_turn() -> None:
    table = a_table()
    lies = {"crab": ((150, 140), 64, 40.0), "star": ((420, 380), 64, 200.0), "whale": ((640, 180), 96, 300.0)}
    for name, (at, side, turn) in lies.items():
        lay(table, name, at, side, turn)
    pieces = pieces_on_table(table, SHAPES, the_looks())
    read = {piece.best()[0]: piece.centre_px for piece in pieces}
    assert sorted(read) == sorted(lies)
    for name, (at, *_) in lies.items():
        assert np.hypot(*(np.array(read[name]) - at)) < 3


def test_a_disc_seen_from_a_slant_is_round_and_a_square_is_not() -> None:
    table = a_table()
    cv2.ellipse(table, (200, 300), (60, 36), 20, 0, 360, (40, 60, 160), cv2.FILLED, cv2.LINE_AA)
    cv2.rectangle(table, (480, 240), (580, 340), (40, 60, 160), cv2.FILLED)
    (box,) = find_rounds(table)
    assert np.abs(box.mean(axis=0) - (200, 300)).max() < 2
    sides = sorted(np.linalg.norm(box - np.roll(box, -1, axis=0), axis=1))
    assert np.abs(np.array(sides) - (72, 72, 120, 120)).max() < 6


def test_a_disc_on_a_card_is_its_picture_and_one_beside_a_turned_card_is_a_piece() -> None:
    shapes = {**SHAPES, "card": Shape("rect", (60.0, 60.0), 0.4)}
    face = np.full((192, 192, 3), (60, 120, 70), np.uint8)
    cv2.circle(face, (96, 96), 20, (30, 60, 200), cv2.FILLED, cv2.LINE_AA)
    framed = np.full((288, 288, 3), TABLE, np.uint8)
    framed[48:240, 48:240] = face
    shown = [*the_examples(), Example("card", framed, None, 0.0)]
    table = a_table()
    matrix = cv2.getRotationMatrix2D((95.5, 95.5), 45, 1.0)
    matrix[:, 2] += (404.5, 304.5)
    mask = cv2.warpAffine(np.full((192, 192), 255, np.uint8), matrix, (800, 600))
    table[mask > 127] = cv2.warpAffine(face, matrix, (800, 600))[mask > 127]
    lay(table, "crab", (395, 295), 60)  # within the box around the card, not on the card
    read = [piece.best()[0] for piece in pieces_on_table(table, shapes, Looks.learn(shown, shapes))]
    assert sorted(read) == ["card", "crab"]
