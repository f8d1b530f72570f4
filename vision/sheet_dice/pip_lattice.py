"""How like the faces of a die what is seen on a lattice of places is, dark pips on light or light on dark.

Seen straight on, pips lie on a lattice of three by three. Brightness is taken there, between, and on a rim
that never holds a pip.

Convention: places on a face in sides of the die, from its middle; pixels of the picture, origin top left.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.cells.likeness import standardised
from vision.ports import Floats, Image

FACES = (
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
)
"""Row and column of the pips of 1 to 6, in one of the two ways in which a 2, a 3 and a 6 may lie."""

BESIDE = tuple([side for side in range(6) if side not in (top, 5 - top)] for top in range(6))
"""The faces, from 0, that may be seen beside each top: neither itself nor its opposite."""

SPACINGS = (0.23, 0.27)
"""From pip to pip, in sides of the die."""

RIM = 0.4
"""Round the pips a face is plain, up to this many sides from its middle. What lies further out is
not looked at: so one pip of a 2 is no 1, because its surroundings reach over the edge."""

ALONG = (-0.3, -0.1, 0.1, 0.3)
"""Where along each side of the rim it is looked at."""

SOFTNESS_PX = 0.8

OUTWARD = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
"""The ways out of a cube's four sides."""


def lattice(spacing: float) -> Floats:
    """Give the (41, 2) places at which a face is looked at: five by five, then the rim."""
    steps = np.arange(-2, 3) / 2
    y, x = np.meshgrid(steps, steps, indexing="ij")
    edge = np.array([(along, RIM) for along in ALONG])
    rim = np.concatenate([edge, -edge, edge[:, ::-1], -edge[:, ::-1]])
    return np.concatenate([spacing * np.stack([x, y], axis=-1).reshape(-1, 2), rim])


def five_faces(spacing: float) -> Floats:
    """Give the (5, 41, 3) places on a cube's top and sides, as in `OUTWARD`, from the middle of its top."""
    flat = lattice(spacing)
    across, up = flat[:, :1], flat[:, 1:]
    sides = [np.concatenate([outward / 2 + across * outward[::-1], up - 0.5], axis=1) for outward in OUTWARD]
    return np.stack([np.concatenate([flat, np.zeros_like(up)], axis=1), *sides])


def likeness(image: Image, at_px: Floats) -> Floats:
    """Give how like each of the six faces (..., 6) is what is seen at (..., 41, 2) px: 1 is perfect."""
    seen = _brightness(image, at_px.reshape(-1, *at_px.shape[-2:]).astype(np.float32))
    both = np.abs(standardised(seen) @ _PATTERNS.T)
    likest: Floats = both.reshape(-1, 2, 6).max(axis=1).reshape(*at_px.shape[:-2], 6)
    return likest


def beside(sides: Floats) -> Floats:
    """Give how like one of the faces that may be beside each top a side is, (..., 6) from (..., 6)."""
    return np.stack([sides[..., may_be].max(axis=-1) for may_be in BESIDE], axis=-1)


def _brightness(image: Image, at_px: Floats) -> Floats:
    """Give the softened brightness at (n, 41, 2) places of the picture."""
    x, y = at_px[..., 0], at_px[..., 1]
    left, top = max(0, int(x.min()) - 4), max(0, int(y.min()) - 4)
    right, bottom = max(0, int(x.max()) + 6), max(0, int(y.max()) + 6)
    part = image[top:bottom, left:right]
    if not part.size:
        return np.zeros(at_px.shape[:-1])
    soft = cv2.GaussianBlur(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), SOFTNESS_PX)
    at_px = at_px - np.array([left, top], np.float32)
    seen: Floats = cv2.remap(soft, at_px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen


def _patterns() -> Floats:
    """Give the (12, 41) patterns: pips on every second place of five by five, in both ways they may lie.

    The sixteen places of the rim never hold a pip.
    """
    upright = np.zeros((6, 5, 5))
    for face, pips in enumerate(FACES):
        for row, column in pips:
            upright[face, 2 * row, 2 * column] = 1
    both = np.concatenate([upright, np.rot90(upright, axes=(1, 2))])
    rim = np.zeros((12, 4 * len(ALONG)))
    return standardised(np.concatenate([both.reshape(12, 25), rim], axis=1))


_PATTERNS = _patterns()
