"""Tables of every kind: wood, cloth, felt, stone, lacquer, checks, dots, print and mats.

Convention: pictures are (size, size, 3) float32, blue, green, red, 0 to 255.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.looks import body_colour

Rng = np.random.Generator
Picture = NDArray[np.float32]
Mat = NDArray[np.uint8]


def ground(rng: Rng, size_px: int, mats: Sequence[Mat] = ()) -> Picture:
    """Draw a table; ``mats`` are printed pictures of which a part may cover it."""
    draws = (_plain, _wood, _felt, _woven, _stripes, _dots, _stone, _tiles, _shapes, _letters)
    weights = np.array((4, 3.5, 2.5, 1.5, 1.2, 1.2, 1.2, 1.0, 1.2, 1.0, 3.5 if mats else 0))
    kind = int(rng.choice(len(weights), p=weights / weights.sum()))
    picture = _mat(rng, size_px, mats) if kind == len(draws) else _turned(rng, draws[kind], size_px)
    if rng.random() < 0.25:  # the edge of a board, a sheet or a tray
        other = draws[int(rng.integers(7))](rng, size_px)
        side = np.zeros((size_px, size_px), np.uint8)
        angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.8, 2) * size_px
        far = 3.0 * size_px * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        corner = np.array([at, at + far[0], at + far[0] + far[1], at + far[1]])
        cv2.fillPoly(side, [corner.astype(np.int32)], 255, cv2.LINE_AA)
        picture = picture + np.float32(side[..., None] / 255) * (other - picture)
    return picture


def _base(rng: Rng, size_px: int) -> Picture:
    colour = body_colour(rng) if rng.random() < 0.6 else rng.uniform(10, 245) + rng.normal(0, 12, 3)
    return np.full((size_px, size_px, 3), np.clip(colour, 5, 250), np.float32)


def _noise(rng: Rng, size_px: int, cell_x: float, cell_y: float) -> Picture:
    small = rng.normal(0, 1, (int(size_px / cell_y) + 2, int(size_px / cell_x) + 2)).astype(np.float32)
    return cv2.resize(small, (size_px, size_px), interpolation=cv2.INTER_CUBIC)


def _turned(rng: Rng, draw, size_px: int) -> Picture:
    """Draw somewhat larger, and turn it."""
    large = draw(rng, int(1.42 * size_px) + 2)
    middle = (large.shape[0] - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 360), 1)
    turn[:, 2] -= middle - (size_px - 1) / 2
    return cv2.warpAffine(large, turn, (size_px, size_px), borderMode=cv2.BORDER_REFLECT)


def _plain(rng: Rng, size_px: int) -> Picture:
    return _base(rng, size_px) + rng.uniform(0, 6) * _noise(rng, size_px, 30, 30)[..., None]


def _wood(rng: Rng, size_px: int) -> Picture:
    colour = np.array([90, 145, 190], np.float32) * rng.uniform(0.25, 1.3) + rng.normal(0, 14, 3)
    fibre = _noise(rng, size_px, rng.uniform(20, 120), rng.uniform(1.2, 5))
    ring = np.sin(_noise(rng, size_px, 90, 40) * rng.uniform(3, 12))
    bend = rng.uniform(0.03, 0.16) * fibre + rng.uniform(0, 0.12) * ring
    picture = np.clip(colour, 5, 250) * (1 + bend[..., None])
    if rng.random() < 0.3:
        step = int(rng.integers(25, 120))
        for at in range(int(rng.integers(step)), size_px, step):
            cv2.line(
                picture, (0, at), (size_px, at), tuple(map(float, colour * 0.3)), int(rng.integers(1, 3))
            )
    return picture.astype(np.float32)


def _felt(rng: Rng, size_px: int) -> Picture:
    cell = rng.uniform(1, 4)
    return _base(rng, size_px) * (1 + rng.uniform(0.03, 0.2) * _noise(rng, size_px, cell, cell)[..., None])


def _woven(rng: Rng, size_px: int) -> Picture:
    y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32) * 2 * np.pi / rng.uniform(2.5, 9)
    weave = np.sign(np.sin(x)) * np.sin(y) if rng.random() < 0.5 else np.sin(x) * np.sin(y)
    rough = _noise(rng, size_px, 2, 2)
    return _base(rng, size_px) * (1 + rng.uniform(0.05, 0.3) * weave + 0.05 * rough)[..., None]


def _stripes(rng: Rng, size_px: int) -> Picture:
    picture = _base(rng, size_px)
    for axis in range(1 + int(rng.random() < 0.5)):
        at = 0.0
        colours = [_base(rng, 1)[0, 0] for _ in range(3)]
        while at < size_px:
            width = rng.uniform(2, 30)
            part = picture[int(at) : int(at + width)] if axis else picture[:, int(at) : int(at + width)]
            part += rng.uniform(0.3, 0.9) * (colours[int(rng.integers(3))] - part)
            at += width + rng.uniform(0, 25)
    return picture


def _dots(rng: Rng, size_px: int) -> Picture:
    picture = _base(rng, size_px).astype(np.uint8)  # floats get no soft edges
    step, share = rng.uniform(7, 50), rng.uniform(0.1, 0.42)
    colours = [tuple(map(float, _base(rng, 1)[0, 0])) for _ in range(2)]
    for row, y in enumerate(np.arange(rng.uniform(0, step), size_px, step)):
        for column, x in enumerate(np.arange((row % 2) * step / 2, size_px, step)):
            colour = colours[(row + column) % 2 if share < 0.2 else 0]
            where = (int(8 * x), int(8 * y))
            cv2.circle(picture, where, max(4, int(8 * share * step)), colour, -1, cv2.LINE_AA, 3)
    return picture.astype(np.float32)


def _stone(rng: Rng, size_px: int) -> Picture:
    cell = rng.uniform(1.5, 9)
    grain = _noise(rng, size_px, cell, cell)
    other = _base(rng, 1)[0, 0]
    speckled = (grain > rng.uniform(0.2, 1.2)).astype(np.float32)[..., None]
    picture = _base(rng, size_px) * (1 + 0.15 * grain[..., None])
    return picture + rng.uniform(0.2, 0.8) * speckled * (other - picture)


def _tiles(rng: Rng, size_px: int) -> Picture:
    picture = _base(rng, size_px)
    step, width = int(rng.integers(10, 80)), int(rng.integers(1, 4))
    colour, other = (tuple(map(float, _base(rng, 1)[0, 0])) for _ in range(2))
    chequered = rng.random() < 0.4
    for row, y in enumerate(range(0, size_px, step)):
        for column, x in enumerate(range(0, size_px, step)):
            if chequered and (row + column) % 2:
                cv2.rectangle(picture, (x, y), (x + step, y + step), other, -1)
            elif not chequered:
                cv2.rectangle(picture, (x, y), (x + step, y + step), colour, width)
    return picture


def _shapes(rng: Rng, size_px: int) -> Picture:
    """Draw a print of flowers, leaves, rings and blots."""
    picture = _base(rng, size_px).astype(np.uint8)
    for _ in range(int(rng.integers(10, 60))):
        colour = tuple(map(float, _base(rng, 1)[0, 0]))
        x, y = (int(each) for each in rng.uniform(0, size_px, 2))
        radius = int(rng.uniform(2, 24))
        if rng.random() < 0.4:
            petals, start = int(rng.integers(3, 9)), rng.uniform(0, 7)
            for angle in np.linspace(start, start + 2 * np.pi, petals, endpoint=False):
                at = (int(x + radius * np.cos(angle)), int(y + radius * np.sin(angle)))
                cv2.circle(picture, at, max(1, int(radius * 0.4)), colour, -1, cv2.LINE_AA)
        elif rng.random() < 0.5:
            axes = (radius, max(1, int(radius * rng.uniform(0.3, 1))))
            fill = -1 if rng.random() < 0.6 else int(rng.integers(1, 4))
            cv2.ellipse(picture, (x, y), axes, rng.uniform(0, 180), 0, 360, colour, fill, cv2.LINE_AA)
        else:
            points = (np.array([x, y]) + rng.normal(0, radius, (int(rng.integers(3, 6)), 2))).astype(np.int32)
            cv2.fillPoly(picture, [points], colour, cv2.LINE_AA)
    return picture.astype(np.float32)


def _letters(rng: Rng, size_px: int) -> Picture:
    """Draw a page of print, or a few large letters and figures."""
    picture = _base(rng, size_px).astype(np.uint8)
    colour = tuple(map(float, _base(rng, 1)[0, 0]))
    scale = rng.uniform(0.25, 1.8)
    line = max(8, int(scale * 30))
    for y in range(line, size_px + line, line):
        text = "".join(map(chr, rng.integers(33, 123, 40)))
        cv2.putText(picture, text, (int(-rng.uniform(0, 40)), y), int(rng.integers(0, 5)), scale, colour,
                    int(rng.integers(1, 3)), cv2.LINE_AA)  # fmt: skip
    return picture.astype(np.float32)


def _mat(rng: Rng, size_px: int, mats: Sequence[Mat]) -> Picture:
    """Cut a part out of a printed mat, turned, tilted and scaled."""
    mat = mats[int(rng.integers(len(mats)))]
    height, width = mat.shape[:2]
    scale = np.exp(rng.uniform(np.log(0.25), np.log(1.0)))
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = scale * np.diag([1.0, rng.uniform(0.6, 1.0)]) @ turn
    offset = np.full(2, size_px / 2) - matrix @ (rng.uniform(0.1, 0.9, 2) * (width, height))
    source = cv2.GaussianBlur(mat, (0, 0), 0.4 / scale) if scale < 0.7 else mat
    warp = np.hstack([matrix, offset[:, None]])
    size, fill = (size_px, size_px), tuple(map(float, _base(rng, 1)[0, 0]))
    return cv2.warpAffine(source, warp, size, borderValue=fill).astype(np.float32)
