"""The virtual hand: a sleeve, a forearm and a hand that come over the table's edge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from companion.simulation.rendering.camera_model import Array, CameraModel
from companion.simulation.rendering.light import LightField
from companion.simulation.rendering.solids import Patch, Shade

SKINS: Final = ((140, 172, 224), (112, 148, 206), (84, 118, 178), (58, 84, 134), (40, 56, 92))
"""Gamma-coded BGR of skin, light to dark."""

SLEEVES: Final = ((120, 72, 48), (60, 64, 148), (70, 96, 62), (60, 60, 64), (190, 190, 200))

PX_PER_MM: Final = 2.0
_WIDTH_MM, _LENGTH_MM = 150.0, 700.0
_TIP_MM: Final = (75.0, 30.0)
"""Where the forefinger and thumb meet in the drawing (x, y); the arm runs down from there."""

HEIGHT_MM: Final = 34.0


@dataclass(frozen=True)
class HandPose:
    """A hand that reaches to (``x_mm``, ``y_mm``) of the table.

    ``from_deg`` is the side it comes from: 0 from the bottom of the picture, 90 from the left,
    180 from the top. ``person`` chooses skin and sleeve.
    """

    x_mm: float
    y_mm: float
    from_deg: float = 0.0
    person: int = 0


Limb = tuple[tuple[float, float], tuple[float, float], float, float]
"""From, to (mm in the drawing) and the radius at either end."""

_FINGERS: Final[tuple[Limb, ...]] = (
    ((60, 112), (72, 66), 9.5, 8.5),
    ((72, 66), (76, 32), 8.0, 6.5),
    ((72, 110), (88, 62), 9.5, 8.5),
    ((88, 62), (88, 36), 8.0, 6.5),
    ((84, 112), (102, 72), 9.0, 8.0),
    ((102, 72), (101, 50), 7.5, 6.0),
    ((94, 118), (112, 86), 8.0, 7.0),
    ((112, 86), (112, 68), 6.5, 5.5),
    ((52, 136), (50, 92), 13.0, 9.5),
    ((50, 92), (69, 42), 9.0, 7.0),
)
_PALM: Final[tuple[Limb, ...]] = (
    ((64, 124), (68, 165), 19.0, 22.0),
    ((88, 124), (82, 165), 18.0, 22.0),
    ((75, 170), (78, 260), 24.0, 30.0),
)
_SLEEVE: Final[tuple[Limb, ...]] = (((77, 232), (84, 700), 41.0, 54.0),)


def _limb_mask(limbs: tuple[Limb, ...]) -> Array:
    """Fill tapering limbs: (h, w) uint8."""
    size = (int(_LENGTH_MM * PX_PER_MM), int(_WIDTH_MM * PX_PER_MM))
    mask = np.zeros(size, np.uint8)
    for start, end, first, last in limbs:
        ends = np.array([start, end]) * PX_PER_MM
        for part in np.linspace(0, 1, 1 + int(np.linalg.norm(ends[1] - ends[0]) / 4)):
            middle = ends[0] + part * (ends[1] - ends[0])
            radius = (first + part * (last - first)) * PX_PER_MM
            spot = np.round(middle * 16).astype(int)
            cv2.circle(mask, (int(spot[0]), int(spot[1])), int(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return mask


def _rounded(mask: Array, depth_mm: float) -> Array:
    """Shade a silhouette as if it were round: brightness factors from the distance to its edge."""
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 5) / (depth_mm * PX_PER_MM)
    height = np.sqrt(np.clip(1 - (1 - np.clip(inside, 0, 1)) ** 2, 0, 1)).astype(np.float32)
    height = cv2.GaussianBlur(height, (0, 0), 2.5)
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=5) + cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=5)
    shaded: Array = (0.62 + 0.38 * height) * (1 + np.clip(0.02 * slope, -0.12, 0.12))
    return shaded


@lru_cache(maxsize=8)
def hand_picture(person: int) -> Array:
    """The arm as (h, w, 4) uint8 BGRA, `PX_PER_MM` pixels a millimetre, the fingertips on top."""
    rng = np.random.default_rng((person, 5))
    skin_bgr, sleeve_bgr = SKINS[person % len(SKINS)], SLEEVES[(person * 3 + 1) % len(SLEEVES)]
    picture = np.zeros((int(_LENGTH_MM * PX_PER_MM), int(_WIDTH_MM * PX_PER_MM), 4), np.float32)
    for limbs, depth, colour in (
        (_PALM, 17.0, skin_bgr),
        (_FINGERS[8:], 8.0, skin_bgr),
        *(((finger,), 7.0, skin_bgr) for finger in _FINGERS[:8]),
        (_SLEEVE, 30.0, sleeve_bgr),
    ):
        mask = _limb_mask(limbs)
        grain = 1 + 0.03 * cv2.GaussianBlur(rng.standard_normal(mask.shape).astype(np.float32), (0, 0), 1.5)
        shaded = (_rounded(mask, depth) * grain)[..., None] * np.array(colour, np.float32)
        alpha = (mask / 255.0)[..., None].astype(np.float32)
        picture[..., :3] = picture[..., :3] * (1 - alpha) + shaded * alpha
        picture[..., 3:] = np.maximum(picture[..., 3:], alpha * 255)
    clipped: Array = np.clip(picture, 0, 255).astype(np.uint8)
    return clipped


def _on_table(pose: HandPose) -> Array:
    """The (2, 3) matrix from the drawing's pixels to millimetres of the table."""
    turn = np.radians(pose.from_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    tip = np.array(_TIP_MM)
    return np.column_stack([spin / PX_PER_MM, np.array([pose.x_mm, pose.y_mm]) - spin @ tip])


def _to_frame(camera: CameraModel, pose: HandPose, places: Array) -> Array:
    """The homography from the drawing to the frame, given where its corners come to lie."""
    height, width = hand_picture(pose.person).shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, camera.project(places).astype(np.float32)))


def draw_hand(camera: CameraModel, light: LightField, pose: HandPose) -> tuple[Shade, Patch]:
    """The shadow of a hand on the whole frame, and the hand under white light of level 1."""
    picture = hand_picture(pose.person)
    height, width = picture.shape[:2]
    corners = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)])
    flat = corners @ _on_table(pose).T
    raised = np.column_stack([flat, np.full(4, HEIGHT_MM)])
    warp = _to_frame(camera, pose, raised)
    drawn = cv2.warpPerspective(picture, warp, camera.size_px, flags=cv2.INTER_LINEAR)
    thrown = _to_frame(camera, pose, light.cast_from(raised))
    shadow = cv2.warpPerspective(picture[..., 3], thrown, camera.size_px, flags=cv2.INTER_LINEAR)
    soft_px = max(light.softness_mm(HEIGHT_MM) * camera.px_per_mm, 1.0)
    dark = cv2.blur(cv2.blur(shadow, (0, 0) if soft_px < 1 else (_odd(soft_px * 2),) * 2), (5, 5))
    factor = 1 - (1 - light.shadow) * dark.astype(np.float32) / 255.0
    alpha = drawn[..., 3:].astype(np.float32) / 255.0
    colour = drawn[..., :3].astype(np.float32) * alpha
    return _cropped_shade(factor), _cropped_patch(colour, alpha)


def _odd(value: float) -> int:
    return int(value) // 2 * 2 + 1


def _cropped_shade(factor: Array) -> Shade:
    x, y, width, height = cv2.boundingRect((factor < 0.999).astype(np.uint8))
    return Shade((x, y), factor[y : y + height, x : x + width, None])


def _cropped_patch(colour: Array, alpha: Array) -> Patch:
    x, y, width, height = cv2.boundingRect((alpha > 0).astype(np.uint8))
    part = (slice(y, y + height), slice(x, x + width))
    return Patch((x, y), colour[part], alpha[part])
