"""Colours that do not depend on the lamp: logarithms, in which another light is a plain shift.

A lamp multiplies each channel of a picture. In logarithms it adds the same three numbers everywhere: its
shift. The ground around the pieces tells the shift, since the program knows how the ground looks; pieces
whose kinds are plain tell the rest. Pieces with a rim of paper bring their own white along.

Convention: colours are (..., 3) in OpenCV's order; a shift is added to log colours of the picture that is
read, and gives those of the light of teaching.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.ports import Floats, Image

VEIL = 0.05
"""Added before the logarithm, of 1: noise and stray light of black parts weigh little then."""

OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [0.0, -1.0, 1.0], [1.0, -0.5, -0.5]], np.float32)
"""Log colours to brightness, red against green, blue against yellow."""

RING_STARTS = 1.12
"""The ground counts from so many halves of a piece outwards: pieces do not lie in the very middle."""

LOCAL_REACH = 0.35
"""How far the light on one patch may differ from that on all: shades of hands and lamps from the side."""

STRANGE_GROUND = 0.3
"""Log colours of ground that differ by more than this differ by more than the light."""

LEAST_PIECES, DOUBT_PIECES = 2.5, 2.0
"""Pieces that fit well tell the light; few of them tell it with doubt."""

PAPER_SPREAD, PAPER_CHROMA, PAPER_SHARE = 0.07, 0.5, 0.8


def log_colours(image: Image) -> Floats:
    """Give the logarithms of a picture's colours, (..., 3) float32."""
    return np.log(image.astype(np.float32) / 255 + VEIL)


def from_log(colours: Floats) -> Image:
    """Give the picture (uint8) with these log colours."""
    return np.clip((np.exp(colours) - VEIL) * 255 + 0.5, 0, 255).astype(np.uint8)


def opponent(colours: Floats) -> Floats:
    """Give brightness, red against green and blue against yellow of log colours (..., 3)."""
    return colours @ OPPONENT.T


def fitted(ground: Image, shape: tuple[int, ...]) -> Image:
    """Give a picture of the bare ground in the size of a patch of this shape."""
    if ground.shape[:2] == shape[:2]:
        return ground
    return cv2.resize(ground, shape[1::-1], interpolation=cv2.INTER_AREA)


def ring_of(patch: Image, filled: float) -> Floats:
    """Say which pixels (h, w) of a patch show ground; a piece takes ``filled`` of its longer side."""
    height, width = patch.shape[:2]
    y, x = np.mgrid[:height, :width]
    away = np.maximum(abs(x - (width - 1) / 2), abs(y - (height - 1) / 2))
    return away > RING_STARTS * filled * max(height, width) / 2


def shifts_by_ground(patches: Sequence[Image], empty: Sequence[Image | None], filled: float) -> Floats:
    """Give the shift of light of each patch (n, 3), from the ground around the pieces.

    Where a patch has no picture of its ground, or its ring is covered, the others tell.
    """
    own, sure = np.zeros((len(patches), 3), np.float32), np.zeros(len(patches), bool)
    for nth, (patch, ground) in enumerate(zip(patches, empty, strict=True)):
        if ground is None or not ground.size:
            continue
        ring = ring_of(patch, filled)
        off = log_colours(ground)[ring] - log_colours(patch)[ring]
        own[nth] = np.median(off, axis=0)
        sure[nth] = np.median(abs(off - own[nth])) < LOCAL_REACH / 2
    if not sure.any():
        return np.zeros_like(own)
    common = np.median(own[sure], axis=0)
    local = np.clip(own - common, -LOCAL_REACH, LOCAL_REACH)
    # A neighbour that covers the ring looks like odd light; the lamp itself varies little over a table.
    weight = np.exp(-0.5 * (np.linalg.norm(opponent(local)[:, 1:], axis=1) / 0.1) ** 2) * sure
    return common + local * weight[:, None]


def has_paper_rims(rims: Floats) -> bool:
    """Say whether pieces have rims of paper: ``rims`` (pieces, points, 3) are log colours along them."""
    tints = opponent(rims)
    even = np.median(abs(tints - np.median(tints, axis=1, keepdims=True)), axis=1).max(axis=1) < PAPER_SPREAD
    pale = np.linalg.norm(np.median(tints, axis=1)[:, 1:], axis=1) < PAPER_CHROMA
    bright = np.median(tints, axis=1)[:, 0] > np.log(0.35)
    return bool((even & pale & bright).mean() >= PAPER_SHARE)


def hidden_share(log: Floats, bare: Floats | None, filled: float) -> float:
    """Say how much of the ground around a piece does not look as it was taught, 0 to 1."""
    if bare is None:
        return 0.0
    ring = ring_of(log, filled)
    off = np.linalg.norm(opponent(cv2.blur(log - bare, (3, 3)))[ring], axis=-1)
    return float((off > STRANGE_GROUND).mean())


def light_of_pieces(off: Floats, sure: Floats) -> Floats:
    """Give the shift of light (3,) that the pieces themselves tell.

    Parameters
    ----------
    off : (n, 3)
        How far the example that fits best is from each patch, in log colours.
    sure : (n,)
        How sure each fit is, 0 to 1.
    """
    if sure.sum() < LEAST_PIECES:
        return np.zeros(3, np.float32)
    order = np.argsort(off, axis=0)
    weight = np.take_along_axis(np.repeat(sure[:, None], 3, axis=1), order, axis=0).cumsum(axis=0)
    middle = (weight >= weight[-1] / 2).argmax(axis=0)
    median = np.take_along_axis(off, order, axis=0)[middle, range(3)]
    trust = sure.sum() / (sure.sum() + DOUBT_PIECES)
    return (trust * median).astype(np.float32)
