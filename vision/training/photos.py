"""The open photographs as a source of training scenes: parts of them, scaled, stretched and turned.

Their boxes tell roughly where a die is; where its top face is tells a finder that was trained on synthesised
scenes alone (`vision.training.labelled`). What it takes for dice beside them is shown as none (`mine`).

Convention: as in `vision.training.scenes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.dice.candidates import candidates
from vision.dice.cuts.crops import resized
from vision.dice.networks import Finder
from vision.training import labelled
from vision.training.decoys import Face
from vision.training.labels import entries
from vision.training.samples import ANY_WAY, LEARNED_PX, UPRIGHT_DEG
from vision.training.scenes import Image, Rng, Scene, Truth
from vision.training.store import SIDE_PX

SETS = ("byler_tray", "roboflow_table", "matteo_webcam", "n3_grey", "casino_crops")

NO_DICE = "boards/scrabble_boards"
"""Photographs without dice that serve in training; those of cards and markers do not."""

REDUCED_PX = 1600

CLEAR_OF_DICE = 1.2
"""What is mined is farther than this from a labelled die, in its sides, beside half its own size: nothing of
the die, nor of its sides, is in its middle."""

MINED_FROM = 0.3
"""What the finder sees as a die with less is no hard example."""

ABOUT_DECOYS = 0.2
"""Share of the parts of a photograph that are cut about something mined, where there is any."""


@dataclass(frozen=True)
class Photo:
    """A photograph, its dice, and what in it a finder has taken for dice."""

    image: Image
    truth: tuple[Truth, ...]
    decoys: tuple[Face, ...] = ()


class PhotoSource:
    """Gives parts of the photographs of one set, or of tables whose truth is exact (``sound``)."""

    def __init__(self, photos: list[Photo], *, sound: bool = False) -> None:
        self._photos = photos
        self.sound = sound

    def draw(self, rng: Rng) -> Scene:
        """Cut a square out of a photograph, mostly about one of its dice, at a random scale and turn."""
        return part(rng, self._photos[int(rng.integers(len(self._photos)))])


def load(folder: Path, name: str, finder: Finder | None = None) -> list[Photo]:
    """Load the photographs of a set with their dice; photographs without boxes are left out.

    A finder, if given, tells where in the boxes top faces are.
    """
    photos = []
    for entry in entries(folder, name):
        if any(die["box"] is None for die in entry["dice"]):
            continue
        image = cv2.imread(str(folder / name / entry["file"]))
        truth = []
        for die in entry["dice"]:
            guess = labelled.guessed(name, die["value"], die["box"])
            truth.append(labelled.found(image, die["box"], guess, finder) if finder else guess)
        photos.append(Photo(image, tuple(truth)))
    return photos


def load_without_dice(folder: Path) -> list[Photo]:
    """Load photographs of tables that hold no dice."""
    paths = sorted(path for path in (folder / NO_DICE).rglob("*") if path.suffix.lower() in (".jpg", ".png"))
    return [Photo(_reduced(cv2.imread(str(path))), ()) for path in paths]


def _reduced(image: Image) -> Image:
    """Reduce a large photograph, so that what lies on the table is about as large as dice would be."""
    scale = min(1.0, REDUCED_PX / max(image.shape[:2]))
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def mine(photos: list[Photo], finder: Finder) -> list[Photo]:
    """Note what a finder takes for dice where no label says so: the hardest examples of none."""
    return [replace(photo, decoys=tuple(_mined(photo, finder))) for photo in photos]


def _mined(photo: Photo, finder: Finder) -> Iterator[Face]:
    height, width = photo.image.shape[:2]
    for peak in candidates(finder, photo.image):
        reach = peak.size_px / 2  # what the edge cuts off may be a die without a label
        inside = reach < peak.x_px < width - reach and reach < peak.y_px < height - reach
        clear = all(
            np.hypot(peak.x_px - die.x_px, peak.y_px - die.y_px) > CLEAR_OF_DICE * die.size_px + reach
            for die in photo.truth
        )
        if inside and clear and peak.seen > MINED_FROM:
            yield peak.x_px, peak.y_px, peak.size_px


def part(rng: Rng, photo: Photo) -> Scene:
    """Cut a square of 160 px out of a photograph."""
    if photo.decoys and rng.random() < ABOUT_DECOYS:
        x, y, size = photo.decoys[int(rng.integers(len(photo.decoys)))]
    elif photo.truth and rng.random() < 0.92:
        _, x, y, size, *_ = photo.truth[int(rng.integers(len(photo.truth)))]
    else:
        width, height = photo.image.shape[1::-1]
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        size = photo.truth[0].size_px if photo.truth else rng.uniform(30, 90)
    low, high = np.log(LEARNED_PX)
    wanted = float(np.exp(rng.uniform(low, max(low + 0.2, min(high, np.log(2.2 * size))))))
    # Reduced by halves first, which is quick and leaves no jags.
    shrink = 0.5 ** max(0, int(np.log2(size / wanted)))
    source = resized(photo.image, shrink)
    matrix = wanted / size / shrink * _deformed(rng)
    offset = rng.uniform(0.15, 0.85, 2) * SIDE_PX - matrix @ _reduced_place(x, y, shrink)
    warp = np.hstack([matrix, offset[:, None]])
    if wanted < 0.6 * size * shrink:  # warping alone would leave jagged edges
        source = cv2.GaussianBlur(source, (0, 0), 0.4 * size * shrink / wanted)
    picture = cv2.warpAffine(source, warp, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REFLECT)
    inside = cv2.warpAffine(np.full(source.shape[:2], 255, np.uint8), warp, (SIDE_PX, SIDE_PX))
    # A mirrored border would hold mirrored dice without a label.
    picture[inside < 128] = rng.uniform(0, 255, 3)
    zoom = shrink * float(np.sqrt(abs(np.linalg.det(matrix))))

    def place(x_px: float, y_px: float, size_px: float) -> Face:
        at = matrix @ _reduced_place(x_px, y_px, shrink) + offset
        return float(at[0]), float(at[1]), size_px * zoom

    def rise(die: Truth) -> tuple[float, float]:
        right, down = matrix @ (die.rise_x, die.rise_y) * shrink / zoom
        return float(right), float(down)

    truth = [Truth(die.label, *place(die.x_px, die.y_px, die.size_px), *rise(die)) for die in photo.truth]
    decoys = [place(*decoy) for decoy in photo.decoys]
    return Scene(
        picture,
        [die for die in truth if _partly_inside(die.x_px, die.y_px, die.size_px)],
        [decoy for decoy in decoys if _partly_inside(*decoy)],
    )


def _reduced_place(x_px: float, y_px: float, shrink: float) -> np.ndarray:
    """Give where a pixel of the whole picture lies in the reduced one."""
    return (np.array([x_px, y_px]) + 0.5) * shrink - 0.5


def _deformed(rng: Rng) -> np.ndarray:
    """Turn, mirror and stretch."""
    any_way = rng.random() < ANY_WAY
    angle = rng.uniform(0, 2 * np.pi) if any_way else np.deg2rad(rng.normal(0, UPRIGHT_DEG))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    mirror = np.diag([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    return np.diag(np.exp(rng.normal(0, 0.14, 2))) @ turn @ mirror @ np.diag(np.exp(rng.normal(0, 0.05, 2)))


def _partly_inside(x_px: float, y_px: float, size_px: float) -> bool:
    margin = 0.5 * size_px
    return -margin < x_px < SIDE_PX + margin and -margin < y_px < SIDE_PX + margin
