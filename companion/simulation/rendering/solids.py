"""Pieces of thick card: a printed face at its height, a wall under its edge, and a soft shadow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from companion.simulation.rendering.camera_model import Array, CameraModel
from companion.simulation.rendering.light import LightField

BOARD_BGR: Final = (158.0, 170.0, 178.0)
"""The core of grey board that shows at a cut edge, gamma-coded."""

_SHARPER: Final = 3
"""Sub-pixels along each axis before averaging."""

_CONTACT: Final = 0.72
"""Darkening where a piece meets the table: even the light from everywhere is partly hidden."""


@dataclass(frozen=True)
class Patch:
    """A small picture to lay over the frame at ``corner`` (x, y): premultiplied colour and alpha.

    ``colour`` is (h, w, 3) float32, ``alpha`` (h, w, 1) float32.
    """

    corner: tuple[int, int]
    colour: Array
    alpha: Array

    def over(self, frame: Array) -> None:
        """Lay the patch over a frame (H, W, 3) uint8, in place."""
        region, part = overlap(frame, self.corner, self.alpha)
        if region.size:
            mixed = region * (1.0 - self.alpha[part]) + self.colour[part]
            region[:] = np.minimum(mixed, 255.0)


@dataclass(frozen=True)
class Shade:
    """A shadow: factors (h, w, 1) float32 for the frame at ``corner``."""

    corner: tuple[int, int]
    factor: Array

    def over(self, frame: Array) -> None:
        """Darken a frame (H, W, 3) uint8 in place."""
        region, part = overlap(frame, self.corner, self.factor)
        if region.size:
            region[:] = region * self.factor[part]


def overlap(frame: Array, corner: tuple[int, int], patch: Array) -> tuple[Array, tuple[slice, slice]]:
    """The part of the frame under a patch, and the slices of the patch that lie on the frame."""
    height, width = frame.shape[:2]
    x, y = corner
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + patch.shape[1], width), min(y + patch.shape[0], height)
    right, bottom = max(right, left), max(bottom, top)
    return frame[top:bottom, left:right], (slice(top - y, bottom - y), slice(left - x, right - x))


@dataclass(frozen=True)
class Face:
    """A printed face and how it is cut out.

    ``image`` is (h, w, 4) uint8 BGRA of ``size_mm`` (width, height), its colours multiplied by
    alpha so that averaging does not darken the edge; its middle is the piece's.
    """

    image: Array
    size_mm: tuple[float, float]
    height_mm: float

    @cached_property
    def outline_mm(self) -> Array:
        """The cut edge, (N, 2) mm from the middle, clockwise."""
        solid = (self.image[..., 3] > 127).astype(np.uint8)
        found = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
        largest = max(found, key=cv2.contourArea)
        edge = cv2.approxPolyDP(largest, 0.6, closed=True).reshape(-1, 2)
        scale = np.array(self.size_mm) / (self.image.shape[1], self.image.shape[0])
        outline: Array = (edge + 0.5) * scale - np.array(self.size_mm) / 2
        return outline

    @cached_property
    def corners_mm(self) -> Array:
        """The picture's corners, (4, 2) mm from the middle, clockwise from the top left."""
        width, height = np.array(self.size_mm) / 2
        return np.array([(-width, -height), (width, -height), (width, height), (-width, height)])


@dataclass(frozen=True)
class CardPose:
    """Where a piece lies on the table: its middle, turn, and what it rests on."""

    x_mm: float
    y_mm: float
    turn_deg: float
    rests_at_mm: float = 0.0

    def place(self, points_mm: Array, height_mm: float) -> Array:
        """Points (N, 2) of the piece on the table: (N, 3) x, y, height."""
        turn = np.radians(self.turn_deg)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        placed = points_mm @ spin.T + (self.x_mm, self.y_mm)
        heights = np.full(len(placed), self.rests_at_mm + height_mm)
        return np.column_stack([placed, heights])


def _window(points: Array, margin: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The corner and the size of the pixels round some points."""
    low = np.floor(points.min(axis=0)).astype(int) - margin
    high = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    return (int(low[0]), int(low[1])), (int(high[0] - low[0]), int(high[1] - low[1]))


def _fine(points: Array, corner: tuple[int, int]) -> Array:
    """Frame pixels as sub-pixels of a window (pixel centres are whole numbers in both)."""
    fine: Array = (points - corner + 0.5) * _SHARPER - 0.5
    return fine


def _fill(canvas: Array, polygon: Array, colour: tuple[float, ...]) -> None:
    """Fill a polygon given with fractions of a pixel."""
    cv2.fillPoly(canvas, [np.round(polygon * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def draw_card(camera: CameraModel, light: LightField, face: Face, pose: CardPose) -> Patch:
    """Draw the wall and the face of a piece, under white light of level 1."""
    outline = face.outline_mm
    top = camera.project(pose.place(outline, face.height_mm))
    foot = camera.project(pose.place(outline, 0.0))
    corner, size = _window(np.vstack([top, foot]), 1)
    fine_size = (size[0] * _SHARPER, size[1] * _SHARPER)
    canvas = np.zeros((fine_size[1], fine_size[0], 4), np.uint8)
    _draw_wall(canvas, _fine(top, corner), _fine(foot, corner), _wall_light(light, pose, outline))
    _draw_face(canvas, camera, face, pose, corner)
    small = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return Patch(corner, small[..., :3], small[..., 3:] / 255.0)


def _wall_light(light: LightField, pose: CardPose, outline: Array) -> Array:
    """How bright the wall is along each side of the outline: (N,) gamma-coded factors."""
    on_table = pose.place(outline, 0.0)[:, :2]
    side = np.roll(on_table, -1, axis=0) - on_table
    normal = np.column_stack([side[:, 1], -side[:, 0]])
    if (normal * (on_table - on_table.mean(axis=0))).sum() < 0:
        normal = -normal
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    lamp = light.towards_lamp(np.array([pose.x_mm, pose.y_mm]))
    lambert = np.clip(normal @ lamp[:2], 0, 1)
    ambient = light.light.ambient
    bright: Array = (0.75 * ambient + (1 - ambient) * lambert) ** (1 / 2.2)
    return bright


def _draw_wall(canvas: Array, top: Array, foot: Array, bright: Array) -> None:
    """Fill the sides of the prism; those behind are covered by the face afterwards."""
    for n, level in enumerate(bright):
        m = (n + 1) % len(bright)
        colour = tuple(float(level) * c for c in BOARD_BGR)
        _fill(canvas, np.array([top[n], top[m], foot[m], foot[n]]), (*colour, 255.0))


def _draw_face(
    canvas: Array, camera: CameraModel, face: Face, pose: CardPose, corner: tuple[int, int]
) -> None:
    """Lay the printed picture at its height over the wall."""
    drawn = camera.project(pose.place(face.corners_mm, face.height_mm))
    height, width = face.image.shape[:2]
    source = np.array([(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)])
    warp = cv2.getPerspectiveTransform(source.astype(np.float32), _fine(drawn, corner).astype(np.float32))
    printed = cv2.warpPerspective(face.image, warp, canvas.shape[1::-1], flags=cv2.INTER_AREA)
    alpha = printed[..., 3:].astype(np.float32) / 255.0
    canvas[..., :3] = np.minimum(canvas[..., :3] * (1 - alpha) + printed[..., :3], 255)
    canvas[..., 3] = np.maximum(canvas[..., 3], printed[..., 3])


def draw_shadow(
    camera: CameraModel, light: LightField, outline_mm: Array, height_mm: float, dark: float = 1.0
) -> Shade:
    """The shadow of a prism on the table.

    Parameters
    ----------
    outline_mm : (N, 2)
        Its foot on the table.
    height_mm : float
    dark : float
        Part of the lamp's light that it takes away.
    """
    upper = light.cast_from(np.column_stack([outline_mm, np.full(len(outline_mm), height_mm)]))
    hull = cv2.convexHull(np.vstack([outline_mm, upper]).astype(np.float32)).reshape(-1, 2)
    drawn, foot = camera.project(hull), camera.project(outline_mm)
    soft_px = max(light.softness_mm(height_mm) * camera.px_per_mm, 0.6)
    corner, size = _window(drawn, int(3 * soft_px) + 2)
    dark_part = np.zeros((size[1], size[0]), np.uint8)
    _fill(dark_part, drawn - corner, (255.0,))
    contact = np.zeros_like(dark_part)
    _fill(contact, foot - corner, (255.0,))
    soft = cv2.GaussianBlur(dark_part, (0, 0), soft_px).astype(np.float32) / 255.0
    close = cv2.GaussianBlur(contact, (0, 0), max(0.5 * camera.px_per_mm, 0.6)).astype(np.float32) / 255.0
    factor = (1 - (1 - light.shadow) * dark * soft) * (1 - (1 - _CONTACT) * close)
    return Shade(corner, factor[..., None])
