"""Draws the marks that faces of pieces bear: shapes, icons, letters, and counted symbols.

Convention: a face is (SIDE, SIDE, 3) float32, blue, green, red, 0 to 1.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.ports import Floats

SIDE = 128
FINE = 4
"""Bits of a pixel's fraction in which outlines are drawn."""

Rng = np.random.Generator
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789?!&+%"
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def blob(rng: Rng) -> Floats:
    """Give the outline (points, 2) of a random shape of about radius 1: rounded, jagged, or regular."""
    way = rng.random()
    if way < 0.3:
        corners = int(rng.integers(3, 9))
        turn = rng.random() * 6.3 + np.arange(corners) * 2 * np.pi / corners
        radius = np.where(np.arange(corners) % 2, rng.uniform(0.4, 1), 1) if rng.random() < 0.4 else 1
        return np.stack([np.cos(turn), np.sin(turn)], 1) * np.reshape(radius * np.ones(corners), (-1, 1))
    turn = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    radius = np.ones(64)
    for wave in range(1, 7):
        radius += rng.normal(0, (0.5 if way < 0.75 else 0.15) / wave**0.7) * np.cos(
            wave * turn + rng.random() * 6.3
        )
    radius = np.clip(radius, 0.2, 2)
    stretch = (1, rng.uniform(0.45, 1))
    points = np.stack([np.cos(turn), np.sin(turn)], 1) * radius[:, None] * stretch
    return points / abs(points).max()


def place(points: Floats, middle: Floats, size: float, turn: float = 0.0) -> Floats:
    """Put an outline of radius 1 into a face: px."""
    cosine, sine = np.cos(turn), np.sin(turn)
    return points @ np.array([[cosine, sine], [-sine, cosine]]) * size + middle


def cover(points: Floats) -> Floats:
    """Give how much of each pixel (SIDE, SIDE) an outline covers."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(mask, [np.round(points * 2**FINE).astype(np.int32)], 255, cv2.LINE_AA, FINE)
    return (mask / np.float32(255))[..., None]


def line(points: Floats, width: float) -> Floats:
    """Give how much of each pixel (SIDE, SIDE) a closed line covers."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    at = [np.round(points * 2**FINE).astype(np.int32)]
    cv2.polylines(mask, at, True, 255, max(round(width), 1), cv2.LINE_AA, FINE)
    return (mask / np.float32(255))[..., None]


def paint(face: Floats, mask: Floats, colour: Floats) -> Floats:
    """Paint a colour over what the mask covers."""
    return face + (colour - face) * mask


def filled(face: Floats, points: Floats, colour: Floats, filling: int, width: float) -> Floats:
    """Draw a shape empty (0), full (1), striped (2), pale (3) or dotted (4)."""
    inside = cover(points)
    if filling == 1:
        return paint(face, inside, colour)
    if filling == 2:
        stripes = (np.arange(SIDE) % 5 < 2).astype(np.float32)
        face = paint(face, inside * stripes[None, :, None], colour)
    elif filling == 3:
        face = paint(face, inside * np.float32(0.35), colour)
    elif filling == 4:
        dots = ((np.arange(SIDE)[:, None] % 7 < 3) & (np.arange(SIDE)[None] % 7 < 3)).astype(np.float32)
        face = paint(face, inside * dots[..., None], colour)
    return paint(face, line(points, width), colour)


def letters(face: Floats, text: str, font: int, size: float, colour: Floats, middle: Floats) -> Floats:
    """Write a text round a point."""
    thick = max(round(size * 2.2), 1)
    (width, height), _ = cv2.getTextSize(text, font, size, thick)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    at = (round(middle[0] - width / 2), round(middle[1] + height / 2))
    cv2.putText(mask, text, at, font, size, 255, thick, cv2.LINE_AA)
    return paint(face, (mask / np.float32(255))[..., None], colour)


def noise(rng: Rng, roughness: float, octaves: int = 5) -> Floats:
    """Give (SIDE, SIDE) of clouds with mean 0 and about 1 high."""
    out = np.zeros((SIDE, SIDE), np.float32)
    for octave in range(octaves):
        cells = 2 ** (octave + 1)
        grid = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        out += roughness**octave * cv2.resize(grid, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    return out / (out.std() + 1e-6)


def colour(rng: Rng) -> Floats:
    """Give a colour as inks and paints have: any hue, mostly of some strength."""
    hue, strength, bright = rng.random() * 180, rng.beta(2, 1.2), rng.beta(2.5, 1.3)
    if rng.random() < 0.2:
        strength *= 0.15
    hsv = np.array([[[hue, strength * 255, (0.12 + 0.85 * bright) * 255]]]).astype(np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32) / 255


def palette(rng: Rng, count: int, least: float) -> Floats:
    """Give ``count`` colours that differ by ``least`` in CIELAB at least, where so many can be found."""
    out = [colour(rng)]
    for _ in range(count * 30):
        new = colour(rng)
        lab = cv2.cvtColor(np.array([[*out, new]], np.float32), cv2.COLOR_BGR2LAB)[0]
        if np.linalg.norm((lab[:-1] - lab[-1]) * (0.6, 1, 1), axis=1).min() >= least:
            out.append(new)
        if len(out) == count:
            break
    return np.array(out, np.float32)
