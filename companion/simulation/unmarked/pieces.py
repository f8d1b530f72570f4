"""Draws unmarked pieces: a body in the kind's colour and a picture that no other kind has.

Convention: (h, w, 4) blue, green, red, alpha, the face upright.
"""

from __future__ import annotations

import zlib

import cv2
import numpy as np

from companion.layout import Kind
from companion.simulation.unmarked.styles import Levels, Picture, Style, shade, soft_noise

FINE_PX = 220
"""The longer side in which a face is drawn before it is made as small as wanted."""


def draw_piece(kind: Kind, style: Style, px_per_mm: float) -> Picture:
    """Give the face of a kind. The same kind in the same style is always the same."""
    rng = np.random.default_rng(zlib.crc32(f"{style.name} {kind.name}".encode()))
    fine = FINE_PX / max(kind.size_mm)
    width, height = (round(side * fine) for side in kind.size_mm)
    red, green, blue = kind.colours[0]
    body = _tinted((blue, green, red), rng, style)
    noise = soft_noise(rng, (height, width), 6)[..., None] - 0.5
    face: Levels = np.array(body, np.float32) + 26 * noise
    picture = np.ascontiguousarray(np.clip(face, 0, 255).astype(np.uint8))
    second = kind.colours[1] if len(kind.colours) > 1 else None
    accent = (second[2], second[1], second[0]) if second else shade(body, 0.45 if sum(body) > 330 else 2.1)
    if len(kind.colours) > 1 or kind.shape in ("card", "square"):
        _emblem(picture, rng, accent)
    else:
        _rings(picture, rng, accent)
    mask = np.zeros((height, width), np.uint8)
    if kind.shape in ("disc", "pawn"):
        cv2.ellipse(
            mask,
            (width // 2, height // 2),
            (width // 2 - 1, height // 2 - 1),
            0,
            0,
            360,
            255,
            -1,
            cv2.LINE_AA,
        )
        cv2.ellipse(
            picture, (width // 2, height // 2), (width // 2 - 5, height // 2 - 5), 0, 0, 360,
            shade(body, 0.7), 5, cv2.LINE_AA,
        )  # fmt: skip
    else:
        cv2.rectangle(mask, (2, 2), (width - 3, height - 3), 255, cv2.FILLED)
        cv2.rectangle(picture, (4, 4), (width - 5, height - 5), shade(body, 0.65), 6, cv2.LINE_AA)
    size = tuple(max(1, round(side * px_per_mm)) for side in kind.size_mm)
    whole = cv2.resize(np.dstack([picture, mask]), size, interpolation=cv2.INTER_AREA)
    sized: Picture = whole.astype(np.uint8)
    return sized


def _tinted(colour: tuple[int, int, int], rng: np.random.Generator, style: Style) -> tuple[int, int, int]:
    """Shift a printed colour a little: no two publishers have the same red."""
    blue, green, red = (int(np.clip(level * 0.88 + 14 + rng.uniform(-14, 14), 8, 246)) for level in colour)
    del style
    return blue, green, red


def _emblem(picture: Picture, rng: np.random.Generator, colour: tuple[int, int, int]) -> None:
    """Draw a shape of blocks that is nearly the same on its left and its right, and never upside down."""
    height, width = picture.shape[:2]
    half = rng.random((6, 3)) < 0.5
    half[1] |= ~half[1:].any(axis=0)
    blocks = np.concatenate([half, half[:, ::-1]], axis=1)
    blocks[0, :] = rng.random(6) < 0.3
    blocks[5, :] |= True
    side = round(0.62 * min(width, height))
    shape = cv2.resize(blocks.astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    shape = np.clip((shape - 0.35) / 0.3, 0, 1)[..., None]
    y, x = (height - side) // 2, (width - side) // 2
    part = picture[y : y + side, x : x + side]
    part[:] = (part * (1 - shape) + np.array(colour, np.float32) * shape).astype(np.uint8)


def _rings(picture: Picture, rng: np.random.Generator, colour: tuple[int, int, int]) -> None:
    """Draw a few strokes round the middle, as on wooden pieces."""
    height, width = picture.shape[:2]
    for _ in range(2):
        axes = (round(width * rng.uniform(0.12, 0.34)), round(height * rng.uniform(0.12, 0.34)))
        turn = rng.uniform(0, 360)
        cv2.ellipse(
            picture, (width // 2, height // 2), axes, turn, 0, rng.uniform(120, 330), colour, 7, cv2.LINE_AA
        )
