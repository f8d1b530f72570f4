"""Crops of the open photographs for training: scaled, turned, recoloured.

Convention: as in `vision.training.scenes`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.scenes import Image, Rng, Truth

SETS = ("byler_tray", "roboflow_table", "matteo_webcam", "n3_grey", "casino_crops")

PIP_BOX_SIZE_PX = 54.0
"""matteo_webcam's boxes enclose the pips, not the die; its dice are all about this large."""

FILL = {"roboflow_table": 0.8, "n3_grey": 0.85, "casino_crops": 0.8, "byler_tray": 0.95}
"""Side of the top face as a share of the mean side of the box, which holds side faces too."""


@dataclass(frozen=True)
class Photo:
    """A photograph and its dice."""

    image: Image
    truth: tuple[Truth, ...]


def load(folder: Path, name: str) -> list[Photo]:
    """Load the photographs of a set with their dice; photographs without boxes are left out."""
    photos = []
    for entry in json.loads((folder / name / "labels.json").read_text())["images"]:
        if any(die["box"] is None for die in entry["dice"]):
            continue
        image = cv2.imread(str(folder / name / entry["file"]))
        truth = []
        for die in entry["dice"]:
            x, y, width, height = die["box"]
            size = PIP_BOX_SIZE_PX if name == "matteo_webcam" else FILL[name] * (width + height) / 2
            truth.append((die["value"], x + width / 2, y + height / 2, size))
        photos.append(Photo(image, tuple(truth)))
    return photos


def crop(rng: Rng, photo: Photo, size_px: int, sizes_px: tuple[float, float]) -> tuple[Image, list[Truth]]:
    """Cut a square out of a photograph, about one of its dice, at a random scale and turn.

    Returns
    -------
    picture : (size_px, size_px, 3) uint8
    truth : list of (value, x, y, size)
    """
    if photo.truth:
        _, x, y, size = photo.truth[int(rng.integers(len(photo.truth)))]
    else:
        x, y, size = *rng.uniform(0, photo.image.shape[0], 2), rng.uniform(30, 90)
    wanted = float(np.exp(rng.uniform(*np.log(sizes_px))))
    scale, angle = wanted / size, rng.uniform(0, 2 * np.pi)
    stretch = np.diag(np.exp(rng.normal(0, 0.08, 2)))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        turn = turn @ np.diag([1.0, -1.0])
    matrix = scale * stretch @ turn
    place = rng.uniform(0.15, 0.85, 2) * size_px
    offset = place - matrix @ np.array([x, y])
    warp = np.hstack([matrix, offset[:, None]]).astype(np.float32)
    source = photo.image
    if scale < 0.6:  # warping alone would leave jagged edges
        blur = 0.4 / scale
        source = cv2.GaussianBlur(source, (0, 0), blur)
    picture = cv2.warpAffine(
        source, warp, (size_px, size_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    inside = cv2.warpAffine(np.full(source.shape[:2], 255, np.uint8), warp, (size_px, size_px))
    fill = rng.uniform(0, 255, 3)
    picture[inside < 128] = fill  # a mirrored border would hold mirrored dice without a label
    truth = []
    for value, tx, ty, ts in photo.truth:
        at = matrix @ np.array([tx, ty]) + offset
        if (at > -0.3 * ts * scale).all() and (at < size_px + 0.3 * ts * scale).all():
            truth.append((value, float(at[0]), float(at[1]), ts * scale))
    return picture, truth


def recolour(rng: Rng, picture: Image) -> Image:
    """Change light, hue, contrast and sharpness, as another room and camera would."""
    out = picture.astype(np.float32)
    if rng.random() < 0.3:
        out = out[..., rng.permutation(3)]
    if rng.random() < 0.15:
        out = 255 - out
    if rng.random() < 0.15:
        out = np.repeat(out.mean(axis=2, keepdims=True), 3, axis=2)
    out = 255 * np.clip(out / 255, 0, 1) ** np.exp(rng.normal(0, 0.25))
    out = out * rng.uniform(0.6, 1.15) * np.exp(rng.normal(0, 0.08, 3)) + rng.normal(0, 10)
    if rng.random() < 0.35:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.3))
    out = out + rng.normal(0, rng.uniform(0, 9), out.shape)
    out = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 90))])
        out = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return out
