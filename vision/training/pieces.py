"""What of our games is no die: their pieces, and whole boards with pieces on them, as small as a die.

Convention: pictures are (H, W, 3) or (H, W, 4), blue, green, red, alpha, 0 to 255; sizes in px.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.looks import body_colour, ink_colour
from vision.training.shapes import Shape

Rng = np.random.Generator
Patch = NDArray[np.float32]
Image = NDArray[np.uint8]
Mat = NDArray[np.uint8]
Token = NDArray[np.uint8]
Face = tuple[float, float, float]

BOARD_SIDES, PIECE = (0.9, 1.8), (0.03, 0.1)
"""A board's longer side, in sides of the die that it may be taken for, and a piece's in the board's."""

LIKE_PIPS = 0.5
"""Share of the boards on which pieces lie as the pips of a die do."""

OVER = 3
"""A board is drawn this many times larger, then reduced, as a camera sees it."""


def token(rng: Rng, size_px: float, tokens: Sequence[Token]) -> Patch:
    """Draw a piece of our games."""
    chosen = tokens[int(rng.integers(len(tokens)))]
    return _as_seen(rng, chosen, size_px * rng.uniform(0.7, 1.8))


def board(rng: Rng, size_px: float, tokens: Sequence[Token], mats: Sequence[Mat]) -> tuple[Patch, list[Face]]:
    """Draw a whole mat or board, with some pieces on it, as small as a die.

    Returns
    -------
    patch : (h, w, 4) float32
        Blue, green, red times alpha, and alpha 0 to 1.
    faces : list of (x, y, size)
        What is shown as no die, from the patch's middle: the whole board, or a part of it where the board is
        larger.
    """
    longest_px = size_px * rng.uniform(*BOARD_SIDES)
    drawn = rng.random() < 0.5
    bare = _squared(rng) if drawn else mats[int(rng.integers(len(mats)))]
    laid = _opaque(_reduced(bare, OVER * longest_px))
    height, width = laid.shape[:2]
    places = _places(rng)
    alike = tokens[int(rng.integers(len(tokens)))] if rng.random() < 0.5 else None
    for x, y in places:
        piece = tokens[int(rng.integers(len(tokens)))] if alike is None else alike
        piece_px = max(3.0, rng.uniform(*PIECE) * max(height, width))
        _put(laid, _reduced(piece, piece_px), x * width, y * height)
    off_px = rng.uniform(-0.3, 0.3) * (longest_px - size_px)  # a part of it may be what looks like a die
    return _as_seen(rng, laid, longest_px), [(float(off_px), 0.0, size_px)]


def _places(rng: Rng) -> list[tuple[float, float]]:
    """Choose where pieces lie, in sides of the board: anywhere, and on some boards as pips do."""
    laid = []
    if rng.random() < LIKE_PIPS:
        middle, sides = rng.uniform(0.3, 0.7, 2), rng.uniform(0.3, 0.9, 2)
        pips = np.array(Shape.random(rng).pips(int(rng.integers(1, 7))))
        laid = [(float(x), float(y)) for x, y in middle + pips * sides + rng.normal(0, 0.01, pips.shape)]
    return laid + [(x, y) for x, y in rng.uniform(0.05, 0.95, (int(rng.integers(0, 12)), 2)).tolist()]


def _opaque(picture: Image) -> Token:
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


def _squared(rng: Rng) -> Mat:
    """Draw a board with a field of squares."""
    longest = 400
    bare = np.full((int(longest * rng.uniform(0.6, 1.0)), longest, 3), body_colour(rng), np.uint8)
    top, left, below, right = (int(longest * rng.uniform(0.02, 0.2)) for _ in range(4))
    field = bare[top:-below, left:-right]
    field[:] = body_colour(rng)
    ink, step = ink_colour(rng, field[0, 0].astype(float), 20), longest / rng.uniform(3, 20)
    for at in np.arange(0, longest, step).astype(int).tolist() if rng.random() < 0.7 else ():
        cv2.line(field, (at, 0), (at, longest), ink.tolist(), 2)
        cv2.line(field, (0, at), (longest, at), ink.tolist(), 2)
    return bare


def _put(laid: Token, piece: Token, x: float, y: float) -> None:
    """Put a piece on a board; one that would stick out over its edge is left out."""
    high, wide = piece.shape[:2]
    top, left = int(y - high / 2), int(x - wide / 2)
    if top >= 0 and left >= 0 and top + high <= laid.shape[0] and left + wide <= laid.shape[1]:
        under = laid[top : top + high, left : left + wide, :3]
        alpha = piece[..., 3:] / 255
        under[:] = alpha * piece[..., :3] + (1 - alpha) * under


def _reduced(picture: Image, longest_px: float) -> Image:
    scale = longest_px / max(picture.shape[:2])
    width, height = (max(1, round(scale * side)) for side in picture.shape[1::-1])
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)


def _as_seen(rng: Rng, printed: Token, longest_px: float) -> Patch:
    """Give something printed (BGRA) at this size, at any turn."""
    small = _reduced(printed, longest_px).astype(np.float32)
    height, width = small.shape[:2]
    side = int(np.hypot(height, width)) + 2
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 360), 1)
    turn[:, 2] += side / 2 - np.array([width, height]) / 2
    small[..., 3] /= 255
    small[..., :3] *= small[..., 3:]
    return cv2.warpAffine(small, turn, (side, side))
