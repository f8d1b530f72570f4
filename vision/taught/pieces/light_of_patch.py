"""Colours that do not depend on the lamp: logarithms, in which another light is a plain shift.

A lamp multiplies each channel of a picture. In logarithms it adds the same three numbers everywhere: its
shift. The ground around the pieces tells the shift, since the program knows how the ground looks; pieces
whose kinds are plain tell the rest. Pieces with a rim of paper bring their own white along.

Convention: colours are (..., 3) in OpenCV's order; a shift is added to log colours of the picture that is
read, and gives those of the light of teaching.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ports import Floats, Image
from vision.taught.pieces.crops import Form, outline

VEIL = 0.05
"""Added before the logarithm, of 1: noise and stray light of black parts weigh little then."""

OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [0.0, -1.0, 1.0], [1.0, -0.5, -0.5]], np.float32)
"""Log colours to brightness, red against green, blue against yellow."""

RING_STARTS = 1.12
"""Where the ring of ground begins, in halves of a piece: pieces may lie off the middle."""

LOCAL_REACH = 0.35
"""How far the light on one patch may differ from that on all: shades of hands and lamps from the side."""

STRANGE_GROUND = 0.3
"""Ground whose log colours differ by more differs by more than the light."""

RING_LOOKED_AT = 400
LEAST_RING_SHARE = 0.15
"""Of a ring so much has to be ground for it to tell the light there."""

SHADE_COUNTS = np.array([0.5, 1.0, 1.0], np.float32)
"""Light differs in brightness over a sheet, much less in tint."""

SHEET_COUNTS = 6.0
"""How many pairs the print of a whole sheet counts for: as two patches, since light differs over a sheet."""

RING_SAMPLES, RING_COUNTS = 24, 3.0
"""How many pairs the ground of a patch gives, and how many they count for: neighbours err alike."""

NOISE, OUTLYING = 0.08, 0.15
MIXING_SPREAD, SHIFT_SPREAD = 0.15, 0.6
"""How far a camera's tone and saturation, and a lamp's colour, are from those of teaching."""

ROUNDS = 6

PAPER = np.float32(np.log(0.85))
"""The brightness to which paper rims are balanced."""

PAPER_SPREAD, PAPER_CHROMA, PAPER_SHARE = 0.07, 0.5, 0.8


def log_colours(image: Image | Floats) -> Floats:
    """Give the logarithms of a picture's colours from 0 to 255, (..., 3) float32."""
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
    sized: Image = cv2.resize(ground, shape[1::-1], interpolation=cv2.INTER_AREA)
    return sized


@lru_cache(maxsize=64)
def ring_of(size: tuple[int, int], filled: float) -> NDArray[np.intp]:
    """Give some places of the ground in a flattened patch (h, w); a piece takes ``filled`` of its side."""
    height, width = size
    y, x = np.mgrid[:height, :width]
    away = np.maximum(abs(x - (width - 1) / 2), abs(y - (height - 1) / 2))
    ring = np.flatnonzero(away > RING_STARTS * filled * max(height, width) / 2)
    return ring[:: max(len(ring) // RING_LOOKED_AT, 1)]


def _along_ring(colours: Floats, filled: float) -> Floats:
    """Give the colours (n, 3) of the ground around a piece."""
    return colours.reshape(-1, 3)[ring_of(colours.shape[:2], filled)]


class Light(NamedTuple):
    """What brings log colours of a picture into the light of teaching: ``colours @ mixing.T + shift``."""

    mixing: Floats
    shift: Floats

    def on(self, colours: Floats) -> Floats:
        """Give log colours (..., 3) in the light of teaching."""
        return colours @ self.mixing.T + self.shift


SAME = Light(np.eye(3, dtype=np.float32), np.zeros(3, np.float32))


class Pairs(NamedTuple):
    """Log colours as they are seen and as they were taught, both (n, 3), and how much each counts, (n,)."""

    seen: Floats
    known: Floats
    weight: Floats


def ground_pairs(log: Floats, bare: Floats, filled: float) -> Pairs:
    """Pair the colours of the ground around a piece with those that were taught."""
    soft = [_along_ring(cv2.blur(each, (3, 3)), filled) for each in (log, bare)]
    every = max(len(soft[0]) // RING_SAMPLES, 1)
    seen, known = (each[every // 2 :: every] for each in soft)
    return Pairs(seen, known, np.full(len(seen), RING_COUNTS / max(len(seen), 1), np.float32))


def without_neighbours(pairs: Pairs, light: Light) -> Pairs:
    """Leave out what does not look like the ground at all in this light: a piece next to this one."""
    ground = _may_be_ground(light.on(pairs.seen) - pairs.known)
    return pairs._replace(weight=np.where(ground, pairs.weight, np.float32(0)))


def _may_be_ground(off: Floats) -> NDArray[np.bool_]:
    """Say where log colours (n, 3) are off by so little that it may be light: shade changes no tint."""
    return np.asarray(np.linalg.norm(opponent(off) * SHADE_COUNTS, axis=-1) < STRANGE_GROUND)


def sheet_pairs(seen: Floats, known: Floats, rarity: Floats) -> Pairs:
    """Pair the log colours (n, 3) of a sheet's own print, seen and taught; each counts by its ``rarity``."""
    return Pairs(seen, known, (SHEET_COUNTS * rarity / max(rarity.sum(), 1e-6)).astype(np.float32))


def fit_light(pairs: Sequence[Pairs]) -> Light:
    """Fit the light to pairs of colours; the fewer they are, the plainer it stays: first the shift alone."""
    if not pairs or not sum(len(each.weight) for each in pairs):
        return SAME
    seen, known, weight = (np.concatenate(each).astype(np.float64) for each in zip(*pairs, strict=True))
    trust = np.ones(len(weight))
    middle = np.median(seen, axis=0)
    light = SAME
    for _ in range(ROUNDS):
        counted = (weight * trust)[:, None]
        rows = np.column_stack([seen - middle, np.ones(len(seen))])
        left = rows.T @ (counted * rows) / NOISE**2 + np.diag(
            [1 / MIXING_SPREAD**2] * 3 + [1 / SHIFT_SPREAD**2]
        )
        right = rows.T @ (counted * (known - seen)) / NOISE**2
        found = np.linalg.solve(left, right)
        mixing = np.eye(3) + found[:3].T
        light = Light(mixing.astype(np.float32), (found[3] + middle - mixing @ middle).astype(np.float32))
        off = np.linalg.norm(light.on(seen) - known, axis=1)
        trust = 1 / (1 + (off / OUTLYING) ** 2)
    return light


def shifts_by_ground(
    logs: Sequence[Floats], bare: Sequence[Floats | None], filled: float, *, on_sheet: bool = False
) -> Floats:
    """Give by how much (n, 3) each patch is in other light than the rest, from the ground around the piece.

    Where a patch has no picture of its ground, or its ring is covered, the others tell. With ``on_sheet`` the
    print of their sheet has told the light already, and what differs much from its ground is another piece.
    """
    own, sure = np.zeros((len(logs), 3), np.float32), np.zeros(len(logs), bool)
    for nth, (log, ground) in enumerate(zip(logs, bare, strict=True)):
        if ground is None:
            continue
        off = _along_ring(ground, filled) - _along_ring(log, filled)
        if on_sheet:
            ground_here = _may_be_ground(off)
            if ground_here.mean() < LEAST_RING_SHARE:
                continue
            off = off[ground_here]
        own[nth] = np.median(off, axis=0)
        sure[nth] = np.median(abs(off - own[nth])) < LOCAL_REACH / 2
    if not sure.any():
        return np.zeros_like(own)
    common = np.median(own[sure], axis=0)
    local = np.clip(own - common, -LOCAL_REACH, LOCAL_REACH)
    # A neighbour that covers the ring looks like odd light; the lamp itself varies little over a table.
    weight = np.exp(-0.5 * (np.linalg.norm(opponent(local)[:, 1:], axis=1) / 0.1) ** 2) * sure
    shifts: Floats = common + local * weight[:, None]
    return shifts


def has_paper_rims(along: Floats) -> bool:
    """Say whether pieces have rims of paper: ``along`` (pieces, points, 3) are log colours along them."""
    tints = opponent(along)
    even = np.median(abs(tints - np.median(tints, axis=1, keepdims=True)), axis=1).max(axis=1) < PAPER_SPREAD
    pale = np.linalg.norm(np.median(tints, axis=1)[:, 1:], axis=1) < PAPER_CHROMA
    bright = np.median(tints, axis=1)[:, 0] > np.log(0.35)
    return bool((even & pale & bright).mean() >= PAPER_SHARE)


def hidden_share(log: Floats, bare: Floats | None, filled: float) -> float:
    """Say how much of the ground around a piece does not look as it was taught, 0 to 1."""
    if bare is None:
        return 0.0
    off = np.linalg.norm(opponent(_along_ring(cv2.blur(log - bare, (3, 3)), filled)), axis=-1)
    return float((off > STRANGE_GROUND).mean())


def rims(cuts: Floats, form: Form) -> Floats:
    """Give the log colours (n, points, 3) along the rims of cuts, a little inside their edges."""
    mask = outline(form, cuts.shape[1])
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=2)
    deeper = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=3)
    return cuts[:, (inner > 0.99) & (deeper < 0.99)]


def on_paper(cuts: Floats, form: Form) -> Floats:
    """Balance cuts by the paper of their rims."""
    return cuts - np.median(rims(cuts, form), axis=1)[:, None, None] + PAPER
