"""Lights tables, follows their light and develops the pictures: scenes as `vision.training.store` keeps them.

Convention: as in `vision.training.light_paths`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.bodies import LEAST_ROUNDING, Bodies
from vision.training.camera import develop
from vision.training.decoys import Face
from vision.training.light_paths import Camera, picture
from vision.training.rooms import Room
from vision.training.scenes import Scene, Truth
from vision.training.standing import GROUND_PX, Standing
from vision.training.store import SIDE_PX, Own, save
from vision.training.surfaces import MOST_PIPS, PAINT
from vision.training.things import Piece

Array = NDArray[np.floating]
Rng = np.random.Generator

GAMMA = 2.2

CLEAR, SHOWN_THROUGH = (0.5, 1.0), 0.15
"""Which part of the light goes through a die whose far side shows by more than this (`Look.far`)."""

DRILLED_TO = 0.8
"""How far a hollow bends the normal at its rim, beside what `Shape.drilled` says."""

EVEN, LAMPS, MORE_LAMPS = 0.12, 3, 0.45
"""Share of rooms without lamps; how many there are at most in others, how likely each but the first is."""

PATHS = 10
"""Through every pixel."""

SIZES_PX = (11.0, 62.0)


class Lit(NamedTuple):
    """A table with what shines on it; ``told`` is what is to be read, and what else looks like a die."""

    bodies: Bodies
    room: Room
    camera: Camera
    told: tuple[list[Truth], list[Face]]


def drawn(
    rng: Rng,
    own: Own,
    side_px: int = SIDE_PX,
    sizes_px: tuple[float, float] = SIZES_PX,
    leaning: float = 0.0,
) -> Lit:
    """Draw a table and what shines on it."""
    table = Standing.random(rng, own, side_px, sizes_px, leaning)
    eye = table.eye
    return Lit(
        _together([_body(rng, piece) for piece in table.pieces]),
        _room(rng, table),
        Camera(np.array(eye.eye), np.array(eye.basis), eye.focal_px, np.array(eye.off_px)),
        table.truth(),
    )


def scene(rng: Rng, own: Own, paths: int = PATHS, side_px: int = SIDE_PX, leaning: float = 0.0) -> Scene:
    """Draw a table, follow its light, and develop the picture."""
    lit = drawn(rng, own, side_px, leaning=leaning)
    light = picture(lit.bodies, lit.room, lit.camera, side_px, paths, rng)
    return developed(rng, light, lit.told)


def fill(folder: Path, own: Own, seed: int, count: int, leaning: float = 0.0, paths: int = PATHS) -> None:
    """Draw ``count`` scenes into a folder, as `vision.training.store` keeps them."""
    cv2.setNumThreads(1)
    chances = (np.random.default_rng((seed, nth)) for nth in range(count))
    save(folder, (scene(rng, own, paths, leaning=leaning) for rng in chances))


def developed(rng: Rng, light: Array, told: tuple[list[Truth], list[Face]]) -> Scene:
    """Expose and develop a picture (side, side, 3)."""
    seen = np.asarray(light, np.float32)
    level = float(np.exp(rng.uniform(*np.log((0.1, 0.4))))) / max(float(seen.mean()), 1e-3)
    brightest = float(np.quantile(seen, 0.96)) * level
    level *= min(1.0, float(rng.uniform(0.7, 1.5)) / max(brightest, 1e-3))
    curve = 1 / (GAMMA * np.exp(rng.normal(0, 0.08)))
    picture = 255 * np.clip(seen * level, 0, 1) ** np.float32(curve)
    return Scene(develop(rng, picture.astype(np.float32)), *told)


def _together(bodies: list[tuple[Array, ...]]) -> Bodies:
    """Put bodies together; one far below the table where there is none."""
    parts = zip(*bodies or [_nothing()], strict=True)
    return Bodies(*(np.ascontiguousarray(np.stack(part)) for part in parts))


def _nothing() -> tuple[Array, ...]:
    pips, count = np.zeros((6, MOST_PIPS, 2)), np.zeros(6, np.int64)
    form = (np.array([0, 0, -99.0]), np.eye(3), np.full(3, 0.1), np.array(0.05), np.array(9.0), np.array(0.0))
    return (*form, np.ones(sum(PAINT.values())), pips, count, np.full(6, 0.01))


def _body(rng: Rng, piece: Piece) -> tuple[Array, ...]:
    """Give the parts of a body, as they stand in `vision.training.bodies.Bodies`."""
    shape = piece.shape
    pips, count = np.zeros((6, MOST_PIPS, 2)), np.zeros(6, np.int64)
    radius = np.full(6, shape.pip_radius)
    radius[0] *= shape.one
    for value in range(1, 7):
        own = _holes(piece, value) if piece.is_round else shape.pips(value)[:MOST_PIPS]
        pips[value - 1, : len(own)], count[value - 1] = own, len(own)
    form = (np.array(shape.half), np.array(max(shape.rounding, LEAST_ROUNDING)), np.array(shape.ball))
    lies = (np.array(piece.middle, float), np.array(piece.turn))
    return (*lies, *form, np.array(float(piece.is_round)), _paint(rng, piece), pips, count, radius)


def _paint(rng: Rng, piece: Piece) -> Array:
    """Give how a body looks, as `PAINT` tells."""
    shape, look = piece.shape, piece.look
    mirrors, rough = _gloss(rng)
    if piece.metal:
        mirrors, rough = float(rng.uniform(0.4, 0.9)), float(rng.uniform(0.05, 0.5))
    told: dict[str, Array | float] = {
        "body": linear(look.body),
        "second": linear(look.second),
        "pip": linear(look.pip),
        "special": linear(look.special if piece.is_die else look.pip),
        "plate": linear(look.plate),
        "plate_pip": linear(look.plate_pip),
        "marble": look.marble,
        "edged": look.edged,
        "ring": shape.ring,
        "drilled": DRILLED_TO * shape.drilled,
        "pip_power": shape.pip_power,
        "plate_radius": shape.plate,
        "plate_power": shape.power,
        "pillow": shape.pillow,
        "mirrors": mirrors,
        "rough": rough,
        "metal": float(piece.metal),
        "clear": float(rng.uniform(*CLEAR)) if look.far > SHOWN_THROUGH and piece.is_die else 0.0,
        "line": float(shape.halves is not None),
        "waves": np.concatenate([rng.normal(0, rng.uniform(2, 9), 3) for _ in range(4)]),
        "phases": rng.uniform(0, 7, 4),
    }
    return np.concatenate([np.atleast_1d(told[name]) for name in PAINT])


def _holes(piece: Piece, value: int) -> Array:
    """Give the holes of what is round: in its flat sides alone."""
    far = piece.shape.spread
    if value not in (1, 6):
        return np.zeros((0, 2))
    return {
        0: np.zeros((0, 2)),
        1: np.zeros((1, 2)),
        2: np.array([(-far, 0), (far, 0)]),
        4: far * np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)]) / np.sqrt(2),
    }[piece.holes]


def _gloss(rng: Rng) -> tuple[float, float]:
    """Give how much a surface mirrors from straight above, and how roughly."""
    if rng.random() < 0.18:
        return 0.0, 0.5
    rough = float(np.exp(rng.uniform(*np.log((0.004, 0.5)))))
    return float(rng.uniform(0.02, 0.07)), rough


def linear(colour: Array) -> Array:
    """Give the light that a colour of 0 to 255 stands for."""
    return (np.clip(np.asarray(colour, np.float64), 0, 255) / 255) ** GAMMA


def _room(rng: Rng, table: Standing) -> Room:
    above = np.exp(rng.normal(0, 0.12, 3))
    level = above * rng.uniform(0.15, 1.3) * np.exp(rng.normal(0, 0.1, 3))
    shining = (
        [] if rng.random() < EVEN else [nth for nth in range(LAMPS) if not nth or rng.random() < MORE_LAMPS]
    )
    lamps = [_lamp(rng, nth) for nth in shining]
    shiny, rough = _gloss(rng)
    mirrors = 0.0 if rng.random() < 0.6 else shiny
    return Room(
        linear(table.ground),
        GROUND_PX / table.per_side_px,
        np.array([mirrors, max(rough, 0.02)]),
        above,
        level,
        np.array([lamp for lamp, _, _, _ in lamps]).reshape(-1, 3),
        np.array([across for _, across, _, _ in lamps]).reshape(-1, 2, 3),
        np.array([disc for _, _, disc, _ in lamps], float),
        np.array([shine for _, _, _, shine in lamps]).reshape(-1, 3),
    )


def _lamp(rng: Rng, nth: int) -> tuple[Array, Array, float, Array]:
    """Draw a lamp or a window: its way, how far it reaches, whether it is round, how bright it is."""
    high, way = np.deg2rad(rng.uniform(22, 85)), rng.uniform(0, 2 * np.pi)
    lamp = np.array([np.cos(high) * np.cos(way), np.cos(high) * np.sin(way), np.sin(high)])
    is_round = bool(rng.random() < 0.5)
    low, most = np.log((0.01, 0.3) if is_round else (0.03, 0.5))
    one = np.cross(lamp, rng.normal(0, 1, 3))
    one /= np.linalg.norm(one)
    long, short = np.exp(rng.uniform(low, most, 2))
    short = long if is_round else short
    across = np.stack([long * one, short * np.cross(lamp, one)])
    strong = np.pi * float(np.exp(rng.normal(0.1 - nth, 0.8)))
    area = 4 * long * short * (np.pi / 4 if is_round else 1)
    return lamp, across, float(is_round), strong / area * np.exp(rng.normal(0, 0.1, 3))
