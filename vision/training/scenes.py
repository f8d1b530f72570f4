"""Synthesised tables: ray-traced dice, things that are no dice, light and a camera.

Convention: pixels, origin top left, x right, y down; a die's size is the side of a square as
large as its top face appears.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.classes import COCKED, NUMERAL, STACKED
from vision.training.bank import Bank
from vision.training.camera import develop, light
from vision.training.decoys import decoy
from vision.training.grounds import ground
from vision.training.looks import Look
from vision.training.solid import Sprite

Image = NDArray[np.uint8]
Picture = NDArray[np.float32]
Rng = np.random.Generator

IGNORED = -1
"""Class of what is a die but should teach nothing: the lower one of two."""

LEAST_GAP = 1.04
"""Distance of two dice that touch side to side, in sides, with a little play."""

LONGEST_SHADOW = 1.6

CASINO_TABLES = 0.14
"""Share of tables with casinos' dice."""

VALUED = ("die", "casino")
"""Kinds of sprites whose top face shows pips."""


class Truth(NamedTuple):
    """A top face: its class (`vision.dice.classes`, or `IGNORED`), its middle and size in px."""

    label: int
    x_px: float
    y_px: float
    size_px: float


@dataclass(frozen=True)
class Props:
    """What scenes are made of: traced dice, printed mats (BGR) and tokens (BGRA)."""

    bank: Bank
    mats: Sequence[Image] = ()
    tokens: Sequence[Image] = ()


@dataclass
class Scene:
    """A developed picture (size, size, 3) uint8, its dice, and the middles of its decoys."""

    picture: Image
    truth: list[Truth]
    decoys: list[tuple[float, float, float]] = field(default_factory=list)


class _Placed(NamedTuple):
    """A die on the table: ``at`` (2,) where its top face is seen, ``turn`` of its sprite in rad."""

    sprite: Sprite
    look: Look
    at: NDArray[np.float64]
    size_px: float
    turn: float


def scene(rng: Rng, props: Props, size_px: int, sizes_px: tuple[float, float]) -> Scene:
    """Draw a table with up to a dozen dice, apart, touching or in rows, and decoys."""
    picture = ground(rng, size_px, props.mats)
    size = float(np.exp(rng.uniform(*np.log(sizes_px))))
    decoys = _lay_decoys(rng, props, picture, size)
    truth: list[Truth] = []
    # Seen from this side, "up" in the picture is away from the camera, and hides what is behind.
    away = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else -np.pi / 2 + rng.normal(0, 0.25)
    up = np.array([np.cos(away), np.sin(away)])
    placed = _lay_dice(rng, props.bank, size_px, size, up)
    for die in sorted(placed, key=lambda each: -float(each.at @ up)):
        truth += _draw_die(rng, picture, die)
    picture = light(rng, np.clip(picture, 0, 255))
    if rng.random() < 0.3:
        truth = [each._replace(x_px=size_px - 1 - each.x_px) for each in truth]
        decoys = [(size_px - 1 - x, y, s) for x, y, s in decoys]
        picture = np.ascontiguousarray(picture[:, ::-1])
    return Scene(develop(rng, picture), truth, decoys)


def _lay_decoys(rng: Rng, props: Props, picture: Picture, size: float) -> list[tuple[float, float, float]]:
    places = []
    for _ in range(int(rng.choice([0, 1, 2, 4, 7], p=(0.35, 0.2, 0.2, 0.15, 0.1)))):
        own = size * float(np.exp(rng.normal(0, 0.35)))
        x, y = rng.uniform(0, picture.shape[0], 2)
        if rng.random() < 0.12:  # a wooden cube
            sprite = props.bank.draw(rng)
            patch = _turned(Look.random(rng).paint(rng, sprite, pips=False), sprite, own, rng.uniform(0, 7))[
                0
            ]
        else:
            patch = decoy(rng, own, props.tokens)
        shift = rng.normal(0, 0.12 * own, 2)
        lay(picture, _cast(patch[..., 3], 0.05 * own), x + shift[0], y + shift[1], rng.uniform(0.1, 0.6))
        lay(picture, patch, x, y)
        places.append((float(x), float(y), own))
    return places


def _lay_dice(rng: Rng, bank: Bank, size_px: int, size: float, up: NDArray[np.float64]) -> list[_Placed]:
    """Choose dice and where they lie, so that none is in another."""
    first = bank.draw(rng)
    steep = float(np.hypot(*first.up)) / first.size_px
    flat = np.cos(np.arctan(min(steep, 1.6)))
    across = np.array([-up[1], up[0]])
    looks = [Look.random(rng) for _ in range(int(rng.integers(1, 5)))]
    plain = "die"
    if rng.random() < CASINO_TABLES:
        plain, looks = "casino", [Look.random(rng, casino=True) for _ in looks]
    touching, square = rng.random() < 0.4, rng.random() < 0.5
    placed: list[_Placed] = []
    ground_at: list[NDArray[np.float64]] = []
    for _ in range(int(rng.choice([0, 1, 3, 6, 10, 16], p=(0.1, 0.15, 0.25, 0.25, 0.15, 0.1)))):
        kind = plain if rng.random() < 0.87 else "cocked" if rng.random() < 0.65 else "numeral"
        sprite = bank.draw(rng, kind, near=steep)
        own = size * (rng.uniform(0.92, 1.08) if rng.random() < 0.8 else rng.uniform(0.75, 1.3))
        if touching and placed:
            step = rng.integers(0, 4) * np.pi / 2 if square else rng.uniform(0, 2 * np.pi)
            gap = own * rng.uniform(LEAST_GAP, 1.2 if square else 1.45)
            at = ground_at[int(rng.integers(len(ground_at)))] + gap * np.array([np.cos(step), np.sin(step)])
        else:
            at = rng.uniform(-0.05, 1.05, 2) * size_px - size_px / 2
            at[1] /= flat
        if any(np.hypot(*(at - other)) < LEAST_GAP * own for other in ground_at):
            continue
        seen = size_px / 2 + at[0] * across + at[1] * flat * up
        if (np.abs(seen - size_px / 2) > 0.56 * size_px).any():
            continue
        turn = np.arctan2(up[1], up[0]) - np.arctan2(sprite.up[1], sprite.up[0])
        if np.hypot(*sprite.up) < 0.12 * sprite.size_px:
            turn = rng.uniform(0, 2 * np.pi)
        ground_at.append(at)
        # A sprite is as large as its top face from straight above; at a tilt it appears smaller.
        placed.append(
            _Placed(sprite, looks[int(rng.integers(len(looks)))], seen, own * np.sqrt(flat), float(turn))
        )
    return placed


def _draw_die(rng: Rng, picture: Picture, die: _Placed) -> list[Truth]:
    """Draw a die, now and then on top of another, with its shadow; give its top face."""
    sprite, look, at, size, turn = die
    patch, scale = _turned(look.paint(rng, sprite), sprite, size, turn)
    bend = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    rise = scale * bend @ sprite.up
    cast = scale * bend @ sprite.shadow - rise
    long = np.hypot(*cast) / (LONGEST_SHADOW * size)
    cast = cast / max(long, 1.0)
    _shade(rng, picture, patch[..., 3], at, cast, rise, size)
    lay(picture, patch, *at)
    label = sprite.value if sprite.kind in VALUED else {"cocked": COCKED, "numeral": NUMERAL}[sprite.kind]
    truth = [Truth(label, float(at[0]), float(at[1]), size)]
    high = np.hypot(*rise) > 0.35 * size
    if high and sprite.kind in VALUED and rng.random() < 0.05:
        top = at + rise + rng.normal(0, 0.08 * size, 2)
        upper = look if rng.random() < 0.5 else Look.random(rng)
        lay(picture, _turned(upper.paint(rng, sprite), sprite, size, turn)[0], *top)
        truth = [Truth(IGNORED, *truth[0][1:]), Truth(STACKED, float(top[0]), float(top[1]), size)]
    return truth


def _shade(rng: Rng, picture: Picture, alpha: Picture, at, cast, rise, size: float) -> None:
    """Darken the table where the die touches it and where its shadow falls."""
    contact = _cast(alpha, rng.uniform(0.06, 0.2) * size)
    lay(picture, contact, *(at - 0.5 * rise), rng.uniform(0.1, 0.5))
    if rng.random() < 0.8:
        soft, depth = rng.uniform(0.01, 0.15) * size, rng.uniform(0.1, 0.75)
        steps = 1 + int(np.hypot(*cast) / (0.3 * size))
        shadow = np.zeros(picture.shape[:2], np.float32)
        for nth in range(steps + 1):
            _lay_mask(shadow, _cast(alpha, soft), *(at - 0.15 * rise + nth / steps * cast))
        picture *= 1 - depth * shadow[..., None]


def _turned(patch: Picture, sprite: Sprite, size: float, turn: float) -> tuple[Picture, float]:
    """Scale and turn a painted sprite; the middle of its top face comes to the patch's middle."""
    scale = size / sprite.size_px
    if scale < 0.8:
        smaller = max(scale * 1.25, 0.1)
        height, width = patch.shape[:2]
        patch = cv2.resize(patch, (max(1, round(width * smaller)), max(1, round(height * smaller))),
                           interpolation=cv2.INTER_AREA)  # fmt: skip
        zoom = np.array([patch.shape[1] / width, patch.shape[0] / height])
    else:
        zoom = np.ones(2)
    side = 2 * int(1.45 * size + 3) + 1
    rest = scale / zoom
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, -sin], [sin, cos]]) * rest
    middle = (np.array([sprite.x_px, sprite.y_px]) + 0.5) * zoom - 0.5
    warp = np.hstack([matrix, (side // 2 - matrix @ middle)[:, None]])
    return cv2.warpAffine(patch, warp, (side, side)), scale


def _cast(alpha: Picture, soft: float) -> Picture:
    return cv2.GaussianBlur(alpha, (0, 0), soft) if soft > 0.3 else alpha


def _window(
    shape: tuple[int, ...], patch: Picture, x: float, y: float
) -> tuple[tuple[slice, slice], Picture]:
    """Shift a patch by part of a pixel; say where it lies, cut to the picture."""
    left, top = x - (patch.shape[1] - 1) / 2, y - (patch.shape[0] - 1) / 2
    column, row = int(np.floor(left)), int(np.floor(top))
    shift = np.array([[1, 0, left - column], [0, 1, top - row]])
    moved = cv2.warpAffine(patch, shift, (patch.shape[1] + 1, patch.shape[0] + 1))
    top, bottom = np.clip((row, row + moved.shape[0]), 0, shape[0])
    left, right = np.clip((column, column + moved.shape[1]), 0, shape[1])
    rows, columns = slice(int(top), int(bottom)), slice(int(left), int(right))
    inner = moved[rows.start - row : rows.stop - row, columns.start - column : columns.stop - column]
    return (rows, columns), inner


def lay(picture: Picture, patch: Picture, x: float, y: float, depth: float = 0.0) -> None:
    """Lay a patch (premultiplied BGRA) on the picture, or darken by a mask times ``depth``."""
    where, inner = _window(picture.shape, patch, x, y)
    if not inner.size:
        return
    if inner.ndim == 2:
        picture[where] *= 1 - depth * inner[..., None]
    else:
        picture[where] = picture[where] * (1 - inner[..., 3:]) + inner[..., :3]


def _lay_mask(mask: Picture, patch: Picture, x: float, y: float) -> None:
    where, inner = _window(mask.shape, patch, x, y)
    if inner.size:
        mask[where] = np.maximum(mask[where], inner)
