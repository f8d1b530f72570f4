"""Dice as solid cubes with rounded corners: each pixel's ray is followed to the die it meets.

The faces are those of a Western die: opposite faces add up to 7, and 1, 2, 3 run anticlockwise
round the corner where they meet (right-handed).

Convention: a die's own axes are right-handed with 1 at +z, 2 at +x, 3 at +y. The world of this
module has x to the right, y towards the person, z down into the table, as in `camera_model`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from companion.simulation.rendering.camera_model import Array, CameraModel
from companion.simulation.rendering.light import LightField

FACE_AXES: Final[dict[int, tuple[int, int, int]]] = {
    1: (0, 0, 1),
    2: (1, 0, 0),
    3: (0, 1, 0),
    4: (0, -1, 0),
    5: (-1, 0, 0),
    6: (0, 0, -1),
}
"""Value -> outward normal of its face in the die's own axes."""

ROUNDING: Final = 0.17
"""Radius of edges and corners as part of the side."""

PIP_RADIUS: Final = 0.095
PIP_SPREAD: Final = 0.25
"""Radius of a pip, and distance of the outer pips from the middle, as parts of the side."""

_SHARPER: Final = 2
"""Rays along each axis of a pixel."""

_MAX_STEPS: Final = 28
_GLOSS: Final = 46.0
_UP: Final = np.array([0.0, 0.0, -1.0])

Bgr = tuple[float, float, float]


@dataclass(frozen=True)
class DiePose:
    """How a die lies: its place, the value on top, how it is turned, and whether it leans.

    ``lean_deg`` above 0 is a cocked die, standing on an edge of its bottom face.
    """

    x_mm: float
    y_mm: float
    value: int
    turn_deg: float
    lean_deg: float = 0.0


@dataclass(frozen=True)
class DieLook:
    """Side in mm and gamma-coded colours of the body and the pips, 0 to 255."""

    side_mm: float = 16.0
    body: Bgr = (240, 246, 248)
    pips: Bgr = (32, 28, 28)


def _about(axis: Array, angle: float) -> Array:
    turned: Array = cv2.Rodrigues(np.asarray(axis, dtype=np.float64) * angle)[0]
    return turned


@lru_cache(maxsize=6)
def _value_up(value: int) -> Array:
    """A rotation that brings the value's face up (world -z)."""
    normal = np.array(FACE_AXES[value], dtype=np.float64)
    across = np.cross(normal, _UP)
    if np.allclose(across, 0):  # Already up, or exactly down: then turn over about x.
        return np.eye(3) if normal @ _UP > 0 else _about(np.array([1.0, 0, 0]), np.pi)
    return _about(across / np.linalg.norm(across), float(np.arccos(normal @ _UP)))


def rotation_of(pose: DiePose) -> Array:
    """The (3, 3) proper rotation from the die's axes to the world's."""
    turn = _about(np.array([0.0, 0, 1]), float(np.radians(pose.turn_deg)))
    lean = _about(np.array([1.0, 0, 0]), float(np.radians(pose.lean_deg)))
    rotation: Array = turn @ lean @ _value_up(pose.value)
    return rotation


def centre_of(pose: DiePose, look: DieLook) -> Array:
    """The die's middle in the world, (3,), so that its lowest point touches the table."""
    lean = np.radians(pose.lean_deg)
    core = look.side_mm * (0.5 - ROUNDING)
    lift = core * (np.cos(lean) + np.sin(lean)) + look.side_mm * ROUNDING
    return np.array([pose.x_mm, pose.y_mm, -lift])


def _pip_places(value: int) -> Array:
    """The pips of a face as (N, 2) parts of the side."""
    s = PIP_SPREAD
    diagonal, other = [(-s, -s), (s, s)], [(-s, s), (s, -s)]
    pips = [(0.0, 0.0)] if value % 2 else []
    pips += diagonal if value > 1 else []
    pips += other if value > 3 else []
    pips += [(-s, 0.0), (s, 0.0)] if value == 6 else []
    return np.array(pips)


def _distance(points: Array, side: float) -> Array:
    """Signed distance of points (3, N), in the die's axes, to the rounded cube."""
    core = side * (0.5 - ROUNDING)
    # Axis by axis: numpy takes four times as long to look along an axis of three.
    x, y, z = np.abs(points) - core
    outside = np.sqrt(np.maximum(x, 0) ** 2 + np.maximum(y, 0) ** 2 + np.maximum(z, 0) ** 2)
    distance: Array = outside + np.minimum(np.maximum(np.maximum(x, y), z), 0) - side * ROUNDING
    return distance


def _follow(start: Array, rays: Array, side: float) -> tuple[Array, Array]:
    """Sphere tracing: which rays (N, 3) hit the cube (N,), and the points where they stop (N, 3)."""
    reach = np.full(len(rays), float(np.linalg.norm(start)) - side)
    distance = np.full(len(rays), np.inf)
    along = np.ascontiguousarray(rays.T)
    for _ in range(_MAX_STEPS):
        distance = _distance(start[:, None] + reach * along, side)
        reach += distance
        if np.abs(distance).max() < 0.01:
            break
    return distance < 0.05, start + reach[:, None] * rays


def _colours(points: Array, normals: Array, look: DieLook) -> Array:
    """Body or pip colour at points (N, 3) of the surface: (N, 3)."""
    colours = np.tile(np.array(look.body, dtype=np.float64), (len(points), 1))
    part = points / look.side_mm
    for value, axis in FACE_AXES.items():
        normal = np.array(axis)
        facing = normals @ normal > 0.6
        flat = part[facing][:, normal == 0]
        away = np.linalg.norm(flat[:, None, :] - _pip_places(value)[None], axis=2).min(axis=1)
        on_pip = np.flatnonzero(facing)[away < PIP_RADIUS]
        colours[on_pip] = look.pips
        rim = np.flatnonzero(facing)[(away >= PIP_RADIUS) & (away < PIP_RADIUS * 1.18)]
        colours[rim] *= 0.93  # The drilled edge catches less light.
    return colours


def _shaded(colours: Array, normals: Array, rays: Array, towards: Array, ambient: float) -> Array:
    """Lambert and a little gloss in gamma-coded values; all vectors in the die's axes."""
    lambert = np.clip(normals @ towards, 0, 1)
    bounced = rays - 2 * (rays * normals).sum(axis=1, keepdims=True) * normals
    gloss = np.clip(bounced @ towards, 0, 1) ** _GLOSS
    linear = ambient + (1 - ambient) * lambert * 1.08
    lit: Array = colours * linear[:, None] ** (1 / 2.2) + 90.0 * gloss[:, None]
    return lit


def _box_round(camera: CameraModel, pose: DiePose, look: DieLook) -> tuple[int, int, int, int]:
    """The pixels that the die can touch: left, top, right, bottom (right and bottom excluded)."""
    half = look.side_mm * 0.8
    corners = [
        (pose.x_mm + dx, pose.y_mm + dy, height)
        for dx in (-half, half)
        for dy in (-half, half)
        for height in (0.0, 1.6 * look.side_mm)
    ]
    drawn = camera.project(corners)
    low, high = np.floor(drawn.min(axis=0)).astype(int), np.ceil(drawn.max(axis=0)).astype(int)
    return int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1


def draw_die(
    camera: CameraModel, light: LightField, pose: DiePose, look: DieLook
) -> tuple[tuple[int, int], Array, Array]:
    """Draw one die.

    Returns
    -------
    corner : (x, y)
        The picture's top left pixel in the frame.
    colour : (h, w, 3) float32
        Gamma-coded BGR under white light of level 1, multiplied by ``alpha``.
    alpha : (h, w) float32
        Part of each pixel that the die fills.
    """
    left, top, right, bottom = _box_round(camera, pose, look)
    xs = np.arange(left, right, 1 / _SHARPER) + (1 / _SHARPER - 1) / 2
    ys = np.arange(top, bottom, 1 / _SHARPER) + (1 / _SHARPER - 1) / 2
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    rotation = rotation_of(pose)
    rays = (camera.rays(grid.reshape(-1, 2)) @ rotation).astype(np.float64)
    start = (camera.eye - centre_of(pose, look)) @ rotation
    hit, points = _follow(start, rays, look.side_mm)
    core = look.side_mm * (0.5 - ROUNDING)
    normals = points - np.clip(points, -core, core)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    lamp = light.towards_lamp(np.array([pose.x_mm, pose.y_mm])) * (1, 1, -1)
    colours = _colours(points, normals, look)
    lit = _shaded(colours, normals, rays, lamp @ rotation, light.light.ambient)
    picture = np.where(hit[:, None], lit, 0.0).reshape(*grid.shape[:2], 3).astype(np.float32)
    cover = hit.reshape(grid.shape[:2]).astype(np.float32)
    size = (right - left, bottom - top)
    colour = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return (left, top), colour, cv2.resize(cover, size, interpolation=cv2.INTER_AREA)
