"""Synthesised dice on synthesised tables: as many, and as odd, as one likes.

A die is a cube seen at a tilt: a top face and the sides turned to the camera, each with its
pips, drawn as polygons at twice the size and reduced. Colours, pips,
rounding, tilt, light, shadow and ground are all random, and there are things that are no dice.

Convention: pixels, origin top left, x right, y down; a die's size is the side of its top face.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Truth = tuple[int, float, float, float]
"""Value, x, y of the top face's centre, and size, in px."""

OVER = 2
"""Drawn this many times larger, then reduced: edges as soft as a camera's."""

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

Rng = np.random.Generator


def ground(rng: Rng, size_px: int) -> Image:
    """Draw a table: plain, gradient, grain, cloth, dots, stripes or tiles."""
    base = rng.uniform(20, 235, 3)
    picture = np.empty((size_px, size_px, 3), np.float32)
    picture[:] = base
    y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32) / size_px
    kind = rng.integers(7)
    if kind == 1:
        noise = rng.normal(0, 1, (size_px // 8 + 1, size_px // 2 + 1)).astype(np.float32)
        picture += rng.uniform(5, 30) * cv2.resize(noise, (size_px, size_px))[..., None]
    elif kind == 2:
        picture += rng.normal(0, rng.uniform(4, 30), (size_px, size_px, 1))
    elif kind == 3:
        step = rng.uniform(4, 30)
        angle = rng.uniform(0, np.pi)
        wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * size_px / step * 2 * np.pi)
        picture += (rng.uniform(5, 60) * wave)[..., None] * rng.uniform(0, 1, 3)
    elif kind == 4:
        picture = _dotted(rng, picture)
    elif kind == 5:
        step = int(rng.integers(16, 60))
        for at in range(int(rng.integers(step)), size_px, step):
            colour = tuple(float(value) for value in rng.uniform(0, 255, 3))
            cv2.line(picture, (at, 0), (at, size_px), colour, int(rng.integers(1, 4)))
            cv2.line(picture, (0, at), (size_px, at), colour, int(rng.integers(1, 4)))
    angle = rng.uniform(0, 2 * np.pi)
    picture *= (1 + rng.uniform(0, 0.5) * ((x - 0.5) * np.cos(angle) + (y - 0.5) * np.sin(angle)))[..., None]
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    turn = cv2.getRotationMatrix2D((size_px / 2, size_px / 2), rng.uniform(0, 360), 1)
    return cv2.warpAffine(picture, turn, (size_px, size_px), borderMode=cv2.BORDER_REFLECT)


def _dotted(rng: Rng, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    step, radius = int(rng.integers(10, 50)), rng.uniform(1.5, 6)
    colour = tuple(float(value) for value in rng.uniform(0, 255, 3))
    shift = rng.uniform(0, step, 2)
    for row, at_y in enumerate(np.arange(shift[1], picture.shape[0], step)):
        for at_x in np.arange(shift[0] + (row % 2) * step / 2, picture.shape[1], step):
            cv2.circle(picture, (int(at_x), int(at_y)), int(radius), colour, -1, cv2.LINE_AA)
    return picture


def _cube(rng: Rng) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give a rotation of the cube (top face up, any turn) and the camera's tilt."""
    turn, tilt = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, 55) * rng.uniform(0, 1))
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    look = rng.uniform(0, 2 * np.pi)
    roll = np.array([[np.cos(look), -np.sin(look), 0], [np.sin(look), np.cos(look), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    return roll @ lean, spin


def _face_axes(normal: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    first = np.array([0.0, 0, 1]) if abs(normal[2]) < 0.5 else np.array([1.0, 0, 0])
    second = np.cross(normal, first)
    return second, np.cross(second, normal)


class DieLook:
    """Colours and shape of one make of dice."""

    def __init__(self, rng: Rng) -> None:
        self.body = rng.uniform(0, 255, 3) if rng.random() < 0.7 else np.full(3, rng.choice([15, 240])) * 1.0
        for _ in range(20):
            self.pip = (
                rng.uniform(0, 255, 3) if rng.random() < 0.4 else np.full(3, rng.choice([10, 245])) * 1.0
            )
            if np.abs(self.pip.mean() - self.body.mean()) > rng.uniform(25, 70):
                break
        self.pip_radius = rng.uniform(0.075, 0.125)
        self.spread = rng.uniform(0.23, 0.29)
        self.rounding = rng.uniform(0.0, 0.32)
        self.marble = rng.uniform(0, 45) if rng.random() < 0.25 else 0.0
        self.glossy = rng.random() < 0.5
        self.one_scale = rng.uniform(1, 2.1) if rng.random() < 0.25 else 1.0
        self.red = np.array([40.0, 30, 210]) if rng.random() < 0.2 else None
        self.ring = rng.random() < 0.15


def draw_die(rng: Rng, picture: Image, look: DieLook, value: int, x: float, y: float, size: float) -> float:
    """Draw a die with ``value`` up, its top face centred at x, y; give the tilt's foreshortening."""
    side = int(size * 2.6) + 8
    canvas = np.zeros((side * OVER, side * OVER, 3), np.float32)
    mask = np.zeros(canvas.shape[:2], np.float32)
    tilt, spin = _cube(rng)
    sides = [face for face in range(1, 7) if face not in (value, 7 - value)]
    first = int(rng.choice(sides))
    second = int(rng.choice([face for face in sides if face not in (first, 7 - first)]))
    faces = [
        (value, (0, 0, 1)),
        (first, (1, 0, 0)),
        (7 - first, (-1, 0, 0)),
        (second, (0, 1, 0)),
        (7 - second, (0, -1, 0)),
    ]
    top_offset = (tilt @ np.array([0, 0, 0.5]))[:2]
    light = rng.normal(0, 1, 3) + np.array([0, 0, 1.2])
    light /= np.linalg.norm(light)
    seen = []
    for number, normal in faces:
        turned = tilt @ spin @ np.array(normal, float)
        if turned[2] > 0.02:
            seen.append((turned[2], number, np.array(normal, float), turned))
    for _, number, normal, turned in sorted(seen, key=lambda each: each[0]):
        shade = (
            0.45 + 0.55 * max(0.0, float(turned @ light)) if number != value else 0.8 + 0.25 * rng.random()
        )
        _draw_face(rng, canvas, mask, look, number, normal, tilt @ spin, top_offset, size, shade)
    small = cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA)
    _paste(rng, picture, small, alpha, x, y, size)
    return float(tilt[2, 2])


def _project(
    points: NDArray[np.float64],
    turn: NDArray[np.float64],
    offset: NDArray[np.float64],
    size: float,
    middle: float,
):
    flat = (np.asarray(points) @ turn.T)[:, :2] - offset
    return (flat * size + middle) * OVER


def _draw_face(rng, canvas, mask, look, number, normal, turn, offset, size, shade) -> None:
    middle = canvas.shape[0] / OVER / 2
    across, along = _face_axes(normal)
    r = look.rounding * 0.5
    corners = []
    for cx, cy in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        for step in range(5):
            angle = np.arctan2(cy, cx) - np.pi / 4 + step * np.pi / 8
            corners.append((cx * (0.5 - r) + r * np.cos(angle), cy * (0.5 - r) + r * np.sin(angle)))
    outline = [0.5 * normal + u * across + v * along for u, v in corners]
    polygon = _project(outline, turn, offset, size, middle).round().astype(np.int32)
    body = np.clip(look.body * shade, 0, 255)
    cv2.fillConvexPoly(
        canvas, cv2.convexHull(polygon.reshape(-1, 1, 2)), tuple(map(float, body)), cv2.LINE_AA
    )
    cv2.fillConvexPoly(mask, cv2.convexHull(polygon.reshape(-1, 1, 2)), 1.0, cv2.LINE_AA)
    if look.marble:
        small = rng.normal(0, look.marble, (9, 9, 3)).astype(np.float32)
        inside = np.zeros(mask.shape, np.uint8)
        cv2.fillConvexPoly(inside, cv2.convexHull(polygon.reshape(-1, 1, 2)), 1)
        swirl = cv2.resize(small, (canvas.shape[1], canvas.shape[0]), interpolation=cv2.INTER_CUBIC)
        canvas[inside > 0] = np.clip(canvas + swirl, 0, 255)[inside > 0]
    flip = rng.random() < 0.5
    for u, v in PIPS[number]:
        u, v = (-u, v) if flip else (u, v)
        _draw_pip(rng, canvas, look, number, normal, across, along, (u, v), turn, offset, size, shade, middle)


def _draw_pip(
    rng, canvas, look, number, normal, across, along, at, turn, offset, size, shade, middle
) -> None:
    radius = look.pip_radius * (look.one_scale if number == 1 else 1)
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    centre = 0.5 * normal + at[0] * look.spread * across + at[1] * look.spread * along
    circle = [centre + radius * (np.cos(a) * across + np.sin(a) * along) for a in angles]
    polygon = _project(circle, turn, offset, size, middle).round().astype(np.int32)
    red = look.red is not None and number in (1, 4)
    colour = np.clip((look.red if red else look.pip) * (0.55 + 0.45 * shade), 0, 255)
    cv2.fillConvexPoly(canvas, polygon, tuple(map(float, colour)), cv2.LINE_AA)
    if look.ring:
        inner = _project([centre + 0.45 * (p - centre) for p in circle], turn, offset, size, middle)
        cv2.fillConvexPoly(
            canvas, inner.round().astype(np.int32), tuple(map(float, look.body * shade)), cv2.LINE_AA
        )
    elif look.glossy and rng.random() < 0.5:
        spot = polygon.mean(axis=0) + rng.normal(0, 0.3, 2) * radius * size * OVER
        cv2.circle(
            canvas, tuple(int(v) for v in spot), max(1, int(0.25 * radius * size * OVER)), (250, 250, 250), -1
        )


def _paste(rng: Rng, picture: Image, patch, alpha, x: float, y: float, size: float) -> None:
    height, width = picture.shape[:2]
    side = patch.shape[0]
    shift = np.float32([[1, 0, x - side / 2], [0, 1, y - side / 2]])
    placed = cv2.warpAffine(patch, shift, (width, height))
    where = cv2.warpAffine(alpha, shift, (width, height))
    cast = np.float32([[1, 0, rng.normal(0, 0.2) * size], [0, 1, rng.normal(0, 0.2) * size]])
    shadow = cv2.warpAffine(where, cast, (width, height))
    shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.6, rng.uniform(0.02, 0.25) * size))
    lit = picture.astype(np.float32) * (1 - rng.uniform(0, 0.7) * shadow)[..., None]
    blended = lit * (1 - where[..., None]) + placed * where[..., None]
    picture[:] = np.clip(blended, 0, 255).astype(np.uint8)


def draw_decoy(rng: Rng, picture: Image, size: float) -> None:
    """Draw something that is no die: a coin, a bead, a blank cube, a disc with a face, a domino."""
    x, y = (int(value) for value in rng.uniform(0, picture.shape[0], 2))
    colour = tuple(float(value) for value in rng.uniform(0, 255, 3))
    other = tuple(float(value) for value in rng.uniform(0, 255, 3))
    half = int(size / 2)
    kind = rng.integers(5)
    if kind == 0:
        cv2.circle(picture, (x, y), half, colour, -1, cv2.LINE_AA)
        cv2.circle(
            picture, (x, y), int(half * rng.uniform(0.2, 0.9)), other, int(rng.integers(1, 4)), cv2.LINE_AA
        )
    elif kind == 1:
        for _ in range(int(rng.integers(1, 9))):
            at = (int(x + rng.normal(0, size)), int(y + rng.normal(0, size)))
            cv2.circle(picture, at, max(1, int(size * rng.uniform(0.05, 0.2))), other, -1, cv2.LINE_AA)
    elif kind == 2:
        box = cv2.boxPoints(((float(x), float(y)), (size, size), float(rng.uniform(0, 90)))).astype(np.int32)
        cv2.fillConvexPoly(picture, box, colour, cv2.LINE_AA)
    elif kind == 3:
        cv2.circle(picture, (x, y), half, colour, -1, cv2.LINE_AA)
        petals = int(rng.integers(5, 11))
        for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False):
            at = (int(x + 0.6 * half * np.cos(angle)), int(y + 0.6 * half * np.sin(angle)))
            cv2.circle(picture, at, max(1, int(half * rng.uniform(0.1, 0.3))), other, -1, cv2.LINE_AA)
    else:
        text = str(rng.choice(list("ABCDEFGHIJKLMNOP0123456789")))
        cv2.putText(
            picture,
            text,
            (x, y),
            cv2.FONT_HERSHEY_SIMPLEX,
            size / 30,
            other,
            max(1, int(size / 12)),
            cv2.LINE_AA,
        )


def scene(rng: Rng, size_px: int, sizes_px: tuple[float, float]) -> tuple[Image, list[Truth]]:
    """Draw a table with up to eight dice that do not overlap much, and decoys.

    Returns
    -------
    picture : (size_px, size_px, 3) uint8
    truth : list of (value, x, y, size)
    """
    picture = ground(rng, size_px)
    size = float(np.exp(rng.uniform(*np.log(sizes_px))))
    looks = [DieLook(rng) for _ in range(int(rng.integers(1, 4)))]
    for _ in range(int(rng.integers(0, 5))):
        draw_decoy(rng, picture, size * rng.uniform(0.6, 1.6))
    truth: list[Truth] = []
    for _ in range(int(rng.integers(0, 9))):
        x, y = rng.uniform(0, size_px, 2)
        own = size * rng.uniform(0.85, 1.15)
        gap = rng.uniform(1.0, 1.6)
        if any(np.hypot(x - tx, y - ty) < gap * (own + ts) / 2 * 1.05 for _, tx, ty, ts in truth):
            continue
        value = int(rng.integers(1, 7))
        draw_die(rng, picture, looks[int(rng.integers(len(looks)))], value, x, y, own)
        truth.append((value, float(x), float(y), own))
    return picture, truth
