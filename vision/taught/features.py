"""Local features of sheets and frames: where a sheet may lie, in any turn and from a slant.

The features are SIFT in its Hellinger form (Arandjelovic and Zisserman 2012). A board repeats itself, so a
feature may have two partners. Partners that agree on turn, size and middle of the sheet are kept (Lowe
2004, section 7.3). A robust homography is fitted to them.

Convention: px of the pictures, from the middle of the top left pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ports import Floats, Image
from vision.prints.locating import is_sound

QUICK_PX, FRAME_PX = 800, 1280
"""The longer side of a frame in the quick search, a third of the work of the whole one, and in the search for
what the quick one missed. More pixels find nothing more and take longer."""

PRINT_SIDES_PX = (800, 360)
FRAME_FEATURES, PRINT_FEATURES = 4000, 1400
MOST_FEATURES = 20_000
"""Of a frame. Where it has more than `FRAME_FEATURES`, those of a pattern are left out: a cloth has many."""

TWIN, TWINS, COMPARED = 0.85, 4, 1500
"""Features so alike are twins; one with so many among this number of others belongs to a pattern. On one
flowered cloth this left out 98 % of the cloth's features and 39 % of those of the boards."""

LEAST_KEPT, BLOCK = 1000, 2000
"""Features that stay in any case, and features compared at once: all at once would take 140 MB."""

FIELDS = 10
"""A sheet is divided into so many fields each way, so that no busy corner gives all features."""

FAR = 0.72
RATIO = 0.9
REPEATED_WEIGHT = 0.25
TURN_RAD, OCTAVES, MIDDLE = 0.6, 0.8, 0.22
"""How much two matches of one sheet may differ in turn, size and middle (in sheets) on a slant."""

LEAST_MATCHES = 7
MOST_MATCHES, ASKED = 2400, 240
"""How many of the surest matches are used, and how many of these are compared with all others."""

NEAR_PX = 4.0
MOST_COPIES = 4


@dataclass(frozen=True, eq=False)
class Features:
    """Places (n, 2), sizes (n,), turns (n,) in radians, descriptors (n, 128), and strengths (n,)."""

    places: Floats
    sizes: Floats
    turns: Floats
    descriptors: Floats
    strengths: Floats

    def __len__(self) -> int:
        return len(self.places)


class Candidate(NamedTuple):
    """A homography from px of the sheet's picture to px of the frame, and how many matches it has."""

    homography: Floats
    matches: int


def frame_features(grey: Image, side_px: int = FRAME_PX) -> Features:
    """Give the features of a frame, shrunk to this longer side, with places in its own px."""
    scale = min(1.0, side_px / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    found = _without_pattern(_features(small, MOST_FEATURES))
    return _enlarged(found, scale)


def print_features(picture: Image) -> Features:
    """Give the features of a sheet's picture, spread over it and of two sizes, with places in its px."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    parts = []
    for side in PRINT_SIDES_PX:
        scale = side / max(grey.shape)
        if scale > 1.6:
            continue
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        found = _spread(
            _features(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=method), 6000), side
        )
        parts.append(_enlarged(found, scale))
    return Features(*(np.concatenate([getattr(part, name) for part in parts]) for name in _NAMES))


_NAMES = ("places", "sizes", "turns", "descriptors", "strengths")


def _enlarged(found: Features, scale: float) -> Features:
    """Give features that were found in a picture shrunk by ``scale`` as those of the picture itself."""
    return replace(found, places=(found.places + 0.5) / scale - 0.5, sizes=found.sizes / scale)


def candidates(sheet: Features, size_px: tuple[int, int], frame: Features) -> Iterator[Candidate]:
    """Give where a sheet, whose picture has this size, may lie in a frame: the likeliest first."""
    if len(sheet) < 4 or len(frame) < 4:
        return
    own, seen, weights = _matches(sheet, frame)
    for _ in range(MOST_COPIES):
        if len(own) < LEAST_MATCHES:
            return
        agree = _agreeing(sheet, frame, own, seen, weights, size_px)
        if agree.sum() < LEAST_MATCHES:
            return
        cv2.setRNGSeed(1)
        matrix, good = cv2.findHomography(
            sheet.places[own[agree]], frame.places[seen[agree]], cv2.USAC_MAGSAC, NEAR_PX, None, 4000, 0.9999
        )
        keep = ~agree
        if matrix is not None and np.asarray(good).sum() >= LEAST_MATCHES and is_sound(matrix, size_px):
            yield Candidate(matrix, int(np.asarray(good).sum()))
            over = cv2.perspectiveTransform(sheet.places[own].reshape(-1, 1, 2), matrix).reshape(-1, 2)
            keep &= np.hypot(*(over - frame.places[seen]).T) > 3 * NEAR_PX
        own, seen, weights = own[keep], seen[keep], weights[keep]


def _features(grey: Image, most: int) -> Features:
    sift = cv2.SIFT_create(most, contrastThreshold=0.02)  # type: ignore[attr-defined]
    keypoints, descriptors = sift.detectAndCompute(grey, None)
    if descriptors is None or not len(keypoints):
        return Features(
            np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros((0, 128), np.float32), np.zeros(0)
        )
    rooted = np.sqrt(descriptors / np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-6))
    return Features(
        np.array([point.pt for point in keypoints]),
        np.array([point.size for point in keypoints]),
        np.radians([point.angle for point in keypoints]),
        rooted.astype(np.float32),
        np.array([point.response for point in keypoints]),
    )


def _without_pattern(found: Features) -> Features:
    """Leave out what repeats itself all over a frame that has too many features, and of the rest the weakest.

    What looks alike all over is left out, too: the grain of wood, or of a blurred ground.
    """
    if len(found) <= FRAME_FEATURES:
        return found
    step = -(-len(found) // COMPARED)
    others = found.descriptors[::step].T
    blocks = np.array_split(found.descriptors, -(-len(found) // BLOCK))
    twins = np.concatenate([(block @ others > TWIN).sum(axis=1) for block in blocks])
    twins[::step] -= 1  # each is its own
    alone = twins < TWINS
    fewest_first = np.lexsort((-found.strengths, np.where(alone, 0, twins)))
    return _chosen(found, fewest_first[: np.clip(alone.sum(), LEAST_KEPT, FRAME_FEATURES)])


def _chosen(found: Features, which: NDArray[np.intp]) -> Features:
    return Features(*(getattr(found, each)[which] for each in _NAMES))


def _spread(found: Features, side: int) -> Features:
    """Keep of every field the features that came first, which SIFT gives by strength."""
    field = (found.places * FIELDS / side).astype(int)
    name = field[:, 1] * 4 * FIELDS + field[:, 0]
    most = max(4, 3 * PRINT_FEATURES // FIELDS**2)
    rank = np.zeros(len(found), dtype=int)
    for one in np.unique(name):
        rank[name == one] = np.arange((name == one).sum())
    keep = np.flatnonzero(rank < most)
    keep = keep[np.argsort(rank[keep], kind="stable")][:PRINT_FEATURES]
    return _chosen(found, keep)


def _matches(sheet: Features, frame: Features) -> tuple[Floats, Floats, Floats]:
    """Give pairs of features that look alike, and their weights: a feature with a double weighs less."""
    likeness = frame.descriptors @ sheet.descriptors.T
    first = likeness.argmax(axis=1)
    rows = np.arange(len(frame))
    best = likeness[rows, first]
    likeness[rows, first] = -1
    second = likeness.argmax(axis=1)
    other = likeness[rows, second]
    near, next_ = (np.sqrt(np.maximum(2 - 2 * each, 0)) for each in (best, other))
    clear = near < RATIO * next_
    once = np.flatnonzero(near < FAR)
    twice = np.flatnonzero((next_ < FAR) & ~clear)
    own = np.concatenate([first[once], second[twice]])
    seen = np.concatenate([once, twice])
    one_of_two = np.full(len(twice), REPEATED_WEIGHT)
    weights = np.concatenate([np.where(clear[once], 1.0, REPEATED_WEIGHT), one_of_two])
    surest = np.lexsort((np.concatenate([near[once], next_[twice]]), -weights))[:MOST_MATCHES]
    return own[surest], seen[surest], weights[surest]


def _agreeing(
    sheet: Features, frame: Features, own: Floats, seen: Floats, weights: Floats, size_px: tuple[int, int]
) -> np.ndarray:
    """Give the largest set of matches that agree with one of them."""
    turn = frame.turns[seen] - sheet.turns[own]
    size = np.log2(frame.sizes[seen] / sheet.sizes[own]).astype(np.float32)
    scale = 2.0**size
    rest = np.array(size_px) / 2 - sheet.places[own]
    cosine, sine = np.cos(turn), np.sin(turn)
    middle = frame.places[seen] + scale[:, None] * np.stack(
        [cosine * rest[:, 0] - sine * rest[:, 1], sine * rest[:, 0] + cosine * rest[:, 1]], axis=-1
    )
    asked = np.arange(min(ASKED, len(own)))
    heading = np.stack([cosine, sine], axis=-1).astype(np.float32)
    agree = heading[asked] @ heading.T > np.cos(TURN_RAD)
    agree &= np.abs(size[asked, None] - size) < OCTAVES
    x, y = middle.astype(np.float32).T
    reach = MIDDLE * scale[asked] * max(size_px)
    agree &= (x[asked, None] - x) ** 2 + (y[asked, None] - y) ** 2 < (reach**2)[:, None]
    best: np.ndarray = agree[int((agree.astype(np.float32) @ weights.astype(np.float32)).argmax())]
    return best
