"""Lays drawn pieces on grounds and sees them through cameras in many lights: patches as the reader gets them.

A setting is one lamp and one camera. Light is reckoned in linear colours: a gain for each channel, a slope
over the patch, stray light, and the camera's own tone and saturation.

Convention: as in `vision.taught.pieces.crops`; faces as in `vision.training.taught.marks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.ports import Floats, Image
from vision.taught.pieces.crops import SPAN, Shape
from vision.training.taught.marks import SIDE, Rng, blob, colour, noise

CANVAS = round(SPAN * SIDE)
GAMMA = 2.2


@dataclass(frozen=True)
class Setting:
    """One lamp and one camera."""

    gains: Floats
    slope: float
    veil: float
    tone: float
    saturation: float
    noise: float
    blur_px: float
    quality: int
    piece_px: float

    @classmethod
    def random(cls, rng: Rng, piece_px: tuple[float, float], harsh: float = 1.0) -> Setting:
        """Draw a setting; ``harsh`` stretches how far its light and focus are from good ones."""
        warm = harsh * rng.normal(0, 0.28)
        gains = np.exp(
            np.array([-warm, harsh * rng.normal(0, 0.06), warm * 0.7]) + rng.normal(-0.15, 0.3) * harsh
        )
        return cls(
            gains.astype(np.float32),
            float(rng.uniform(0, 0.5) * harsh),
            float(rng.beta(1, 8) * 0.12 * harsh),
            float(np.exp(rng.normal(0, 0.12 * harsh))),
            float(np.exp(rng.normal(0, 0.14 * harsh))),
            float(rng.uniform(0.5, 5) * harsh),
            float(rng.beta(1.2, 3) * 2.2 * harsh),
            int(rng.integers(45, 97)),
            float(np.exp(rng.uniform(*np.log(piece_px)))),
        )


def outline_mask(shape: Shape, free: Floats | None = None) -> Floats:
    """Give the mask (SIDE, SIDE) of a face; ``free`` is the outline of a free form, radius 1."""
    fine = np.zeros((SIDE, SIDE), np.uint8)
    turn = np.linspace(0, 2 * np.pi, 7)[:-1] + np.pi / 2
    around = np.linspace(0, 2 * np.pi, 90)
    points = {
        "square": np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]),
        "rect": np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]),
        "hex": np.stack([np.cos(turn), np.sin(turn)], 1),
        "disc": np.stack([np.cos(around), np.sin(around)], 1),
        "free": np.zeros((1, 2)) if free is None else free,
    }[shape.shape]
    at = (points * (SIDE / 2 - 0.5) + SIDE / 2 - 0.5) * 16
    cv2.fillPoly(fine, [at.round().astype(np.int32)], 255, cv2.LINE_AA, 4)
    return fine / np.float32(255)


GROUNDS = 200


def ground(rng: Rng, size: tuple[int, int]) -> Floats:
    """Give a ground (h, w, 3), 0 to 1: one of `GROUNDS`, mirrored and in tints of its own."""
    image = _ground(int(rng.integers(GROUNDS)))[:, :: int(rng.choice([-1, 1]))]
    if rng.random() < 0.5:
        image = image.transpose(1, 0, 2)
    image = np.clip(image * rng.uniform(0.7, 1.2, 3).astype(np.float32), 0, 1)
    return cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)


@lru_cache(maxsize=GROUNDS)
def _ground(seed: int) -> Floats:
    """Draw wood, cloth, or a printed board with lines and fields."""
    rng = np.random.default_rng(900_000 + seed)
    base = colour(rng)
    if rng.random() < 0.5:
        base = 0.5 * base + 0.5 * base.mean()
    image = base + rng.uniform(0.01, 0.07) * noise(rng, rng.uniform(0.5, 0.95))[..., None]
    if rng.random() < 0.5:
        other = colour(rng)
        for _ in range(rng.integers(1, 5)):
            mask = np.zeros((SIDE, SIDE), np.uint8)
            points = blob(rng) * rng.uniform(0.1, 0.8) * SIDE + rng.uniform(0, SIDE, 2)
            width = int(rng.integers(1, 6))
            if rng.random() < 0.6:
                cv2.polylines(mask, [points.round().astype(np.int32)], True, 255, width, cv2.LINE_AA)
            else:
                cv2.fillPoly(mask, [points.round().astype(np.int32)], 255, cv2.LINE_AA)
            image = image + (other - image) * (mask / np.float32(255))[..., None]
    return np.clip(image, 0, 1).astype(np.float32)


def canvas_size(shape: Shape) -> tuple[int, int]:
    """Give width and height in px of the canvas on which a piece of this shape is laid."""
    longer = max(shape.size_mm)
    return (round(CANVAS * shape.size_mm[0] / longer), round(CANVAS * shape.size_mm[1] / longer))


def lay(
    rng: Rng,
    bare: Floats,
    face: Floats,
    mask: Floats,
    shape: Shape,
    *,
    turn_rad: float = 0.0,
    off: float = 0.05,
    lean: float = 0.03,
) -> Floats:
    """Lay a piece on a ground, ``off`` longer sides from the middle at most, with its side and its shadow."""
    height, width = bare.shape[:2]
    longer_px = max(width, height) / SPAN
    sides = np.array(shape.size_mm) / max(shape.size_mm) * longer_px / SIDE
    cosine, sine = np.cos(turn_rad), np.sin(turn_rad)
    matrix = np.array([[cosine, -sine], [sine, cosine]]) @ np.diag(sides) * np.exp(rng.normal(0, 0.02))
    matrix = matrix @ (np.eye(2) + rng.normal(0, lean, (2, 2)))
    middle = np.array([(width - 1) / 2, (height - 1) / 2]) + rng.uniform(-off, off, 2) * longer_px

    def warped(image: Floats, shift: Floats) -> Floats:
        to = np.column_stack([matrix, middle + shift - matrix @ np.full(2, (SIDE - 1) / 2)])
        return cv2.warpAffine(image, to, (width, height), flags=cv2.INTER_LINEAR)

    out = bare
    thick = rng.normal(0, 0.03, 2) * longer_px
    if rng.random() < 0.7:
        shadow = cv2.GaussianBlur(warped(mask, thick * rng.uniform(0.5, 3)), (0, 0), rng.uniform(1, 7))
        out = out * (1 - rng.uniform(0.1, 0.6) * shadow[..., None])
    edge = warped(mask, thick)[..., None]
    out = out + (face[SIDE // 2 - 8 : SIDE // 2 + 8].mean(axis=(0, 1)) * rng.uniform(0.3, 0.9) - out) * edge
    return out + (warped(face, np.zeros(2)) - out) * warped(mask, np.zeros(2))[..., None]


def hidden(rng: Rng, laid: Floats) -> Floats:
    """Lay something over a part of a patch: a hand, a sleeve, a neighbour, glare."""
    height, width = laid.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    reach = max(height, width)
    middle = np.array([width, height]) / 2
    side = rng.random() * 6.3
    away = np.array([np.cos(side), np.sin(side)]) * reach * rng.uniform(0.25, 0.5)
    points = blob(rng) * reach * rng.uniform(0.45, 0.8) + middle + away
    cv2.fillPoly(mask, [points.round().astype(np.int32)], 255, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 4))[..., None] / np.float32(255)
    skin = np.array([0.45, 0.58, 0.8]) * rng.uniform(0.4, 1.1)
    paint = skin if rng.random() < 0.6 else np.ones(3) if rng.random() < 0.3 else colour(rng)
    return laid + (paint + 0.03 * noise(rng, 0.7)[:1, :1, None] - laid) * soft


def seen(rng: Rng, laid: Floats, setting: Setting) -> Image:
    """See a laid patch in a setting: the patch as it comes out of the camera."""
    scale = setting.piece_px * SPAN / max(laid.shape[:2])
    size = (max(round(laid.shape[1] * scale), 6), max(round(laid.shape[0] * scale), 6))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    linear = np.maximum(cv2.resize(laid.astype(np.float32), size, interpolation=way), 0) ** GAMMA
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    turn = rng.random() * 6.3
    shade = 1 + setting.slope * 0.5 * (np.cos(turn) * x + np.sin(turn) * y)
    linear = linear * setting.gains * shade[..., None] + setting.veil
    grey = linear.mean(axis=-1, keepdims=True)
    linear = np.maximum(grey + (linear - grey) * setting.saturation, 0)
    if setting.blur_px > 0.2:
        linear = cv2.GaussianBlur(linear, (0, 0), setting.blur_px)
    out = 255 * linear ** (setting.tone / GAMMA) + setting.noise * rng.standard_normal(
        linear.shape, np.float32
    )
    image = np.clip(out, 0, 255).astype(np.uint8)
    held = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, setting.quality])[1]
    return cv2.imdecode(held, cv2.IMREAD_COLOR)
