"""Rooms and cameras: what light, lens, sensor and file format do to a picture.

Convention: pictures are (H, W, 3), blue, green, red, 0 to 255.
"""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.float32]
Number = TypeVar("Number", np.uint8, np.float32)

FINER_BITS = 4
FINER = 1 << FINER_BITS
"""Curves are drawn at parts of a pixel."""


MOVED_PX = 6.0
"""The farthest that all of a picture moves while it is taken; dice in it are as small as 13 px."""


def light(rng: Rng, picture: Picture) -> Picture:
    """Let light fall unevenly: a slope, a lamp's spot, hard shadows, a veil of glare."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    lit = 1 + rng.uniform(0, 0.6) * slope
    if rng.random() < 0.2:
        at = rng.uniform(-0.2, 1.2, 2) * (width, height)
        reach = rng.uniform(0.2, 0.8) * width
        lit += rng.uniform(0.2, 0.9) * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2))
    if rng.random() < 0.2:
        lit *= 1 - rng.uniform(0.2, 0.7) * _shadow(rng, height, width)
    out = picture * lit[..., None] * np.exp(rng.normal(0, 0.1, 3))
    if rng.random() < 0.12:
        at, reach = rng.uniform(0, 1, 2) * (width, height), rng.uniform(0.03, 0.3) * width
        veil = np.exp(-(((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2)))
        out = out + rng.uniform(40, 200) * veil[..., None]
    return out.astype(np.float32)


def _shadow(rng: Rng, height: int, width: int) -> NDArray[np.float32]:
    """Draw the shadow of a hand, a window's bars, or an edge."""
    mask = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        a, b = rng.uniform(-0.3, 1.3, 2) * (width, height), rng.uniform(-0.3, 1.3, 2) * (width, height)
        across = np.array([b[1] - a[1], a[0] - b[0]]) / max(np.hypot(*(b - a)), 1) * rng.uniform(4, 90)
        corners = np.array([a, b, b + across, a + across])
        cv2.fillPoly(mask, [corners.astype(np.int32)], 1.0, cv2.LINE_AA)
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 6))


def develop(rng: Rng, picture: Picture) -> NDArray[np.uint8]:
    """Expose, focus, sharpen, add noise and compress as a phone or a cheap camera does."""
    out = picture
    if rng.random() < 0.55:
        out = _blurred(rng, out)
    level = out.mean()
    if rng.random() < 0.25:  # a dim room or a bright one, as far as the exposure has not followed
        out = out * (rng.uniform(40, 225) / max(level, 20))
    if rng.random() < 0.35:
        out = 255 * np.clip(out / 255, 0, 1) ** np.exp(rng.normal(0, 0.3))
    if rng.random() < 0.15:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + rng.uniform(0, 0.5) * (out - grey)
    out = out + rng.normal(0, 6)
    noise = rng.uniform(0, 14) if rng.random() < 0.25 else rng.uniform(0, 5)
    out = out + noise * rng.standard_normal(out.shape, np.float32)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.6, 1.5))
        out = out + rng.uniform(0.2, 1.5) * (out - soft)
    developed = np.clip(out, 0, 255).astype(np.uint8)
    return compressed(rng, developed) if rng.random() < 0.45 else developed


def _blurred(rng: Rng, picture: Picture) -> Picture:
    if rng.random() < 0.75:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.4))
    return moved(rng, picture, MOVED_PX)


def glint(rng: Rng, cut: NDArray[np.uint8], size_px: float) -> NDArray[np.uint8]:
    """Draw hooks, rings and bars of light over what lies in the middle of a cut, as glossy dice mirror them.

    What lies there is ``size_px`` large.
    """
    middle = (cut.shape[0] - 1) / 2
    strokes = np.zeros(cut.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 5))):
        at = middle + rng.uniform(-0.42, 0.42, 2) * size_px
        axes = rng.uniform(0.05, 0.4) * size_px * np.array([1.0, rng.uniform(0.15, 1.0)])
        begin, wide = rng.uniform(0, 360), rng.uniform(40, 360)
        points = cv2.ellipse2Poly(
            (round(float(at[0]) * FINER), round(float(at[1]) * FINER)),
            (max(1, round(float(axes[0]) * FINER)), max(1, round(float(axes[1]) * FINER))),
            int(rng.integers(0, 360)),
            round(float(begin)),
            round(float(begin + wide)),
            5,
        )
        width = max(1, round(float(rng.uniform(0.02, 0.09)) * size_px))
        cv2.polylines(strokes, [points], False, float(rng.uniform(0.5, 1)), width, cv2.LINE_8, FINER_BITS)
    strokes = cv2.GaussianBlur(strokes, (0, 0), rng.uniform(0.3, 0.9))[..., None]
    lamp = rng.uniform(190, 256) + rng.normal(0, 12, 3)
    out = cut + np.minimum(1.3 * strokes, 1) * (np.maximum(lamp, cut) - cut)
    return np.clip(out, 0, 255).astype(np.uint8)


def moved(rng: Rng, picture: NDArray[Number], most_px: float) -> NDArray[Number]:
    """Blur a picture as if all of it had moved along a line while it was taken, by up to ``most_px``."""
    half = int(np.ceil(most_px / 2)) + 1
    way = rng.uniform(1.5, most_px) / 2 * _direction(rng.uniform(0, np.pi))
    ends = [(round(float(x) * FINER), round(float(y) * FINER)) for x, y in (half - way, half + way)]
    trace = np.zeros((2 * half + 1,) * 2, np.uint8)
    cv2.line(trace, ends[0], ends[1], 255, 1, cv2.LINE_AA, FINER_BITS)
    return cv2.filter2D(picture, -1, trace / trace.sum(dtype=np.float64))


def coarsely_tinted(rng: Rng, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Keep tints more coarsely than brightness, as cameras and JPEG files do: in cells of 2 to 5 px."""
    cells = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
    by = rng.uniform(2, 5)
    size = (max(1, round(picture.shape[1] / by)), max(1, round(picture.shape[0] / by)))
    coarse = cv2.resize(cells[..., 1:].astype(np.float32), size, interpolation=cv2.INTER_AREA)
    coarse += np.float32(rng.uniform(0, 2.5)) * rng.standard_normal(coarse.shape, np.float32)
    smooth = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_NEAREST
    fine = cv2.resize(coarse, picture.shape[1::-1], interpolation=smooth)
    cells[..., 1:] = np.clip(np.round(fine), 0, 255).astype(np.uint8)
    return cv2.cvtColor(cells, cv2.COLOR_YCrCb2BGR)


def compressed(rng: Rng, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Keep a picture as a JPEG file does: tints half as finely as brightness, and both in waves."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 92))]
    return cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)


def _direction(angle: float) -> NDArray[np.float64]:
    return np.array([np.cos(angle), np.sin(angle)])


def recolour(rng: Rng, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Change light, hue, contrast and sharpness once more, each time that a picture is drawn for training."""
    if rng.random() < 0.2:
        return picture
    out = picture.astype(np.float32)
    if rng.random() < 0.2:
        out = out[..., rng.permutation(3)]
    if rng.random() < 0.08:
        out = 255 - out
    if rng.random() < 0.12:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    out = out * (rng.uniform(0.6, 1.2) * np.exp(rng.normal(0, 0.08, 3))).astype(np.float32)
    out += np.float32(rng.normal(0, 12))
    if rng.random() < 0.2:
        mean = out.mean()
        out = mean + rng.uniform(0.4, 1.4) * (out - mean)
    if rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.3:
        out = out + rng.uniform(0, 9) * rng.standard_normal(out.shape, np.float32)
    return np.clip(out, 0, 255).astype(np.uint8)
