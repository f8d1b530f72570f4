"""Things on a table that are no dice: coins, beads, buttons, dominoes, tokens, markers, figures, boards.

Convention: pictures are (H, W, 3) float32, blue, green, red, 0 to 255; sizes in px.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import pieces
from vision.training.balls import draw_ball
from vision.training.cards import draw_card
from vision.training.looks import body_colour, dark_colour, ink_colour
from vision.training.pieces import Face, Mat, Patch, Token
from vision.training.shapes import Shape

Rng = np.random.Generator
Canvas = NDArray[np.uint8]
Draw = Callable[[Rng, Canvas, float], list[Face] | None]

BALLS = 3
"""So many times likelier than another thing is a ball: a lamp that it mirrors is most like the pip of a 1."""

TOKENS, BOARDS = 4, 4
"""So many times likelier are the pieces of our games, and whole mats with pieces on them: from far off, a
board with a piece in each corner is like a 4."""

WIDEST = 3.2
"""Nothing reaches farther, in its size, at whatever turn: four keys do from corner to corner."""

OVER = 3
"""Drawn this many times larger, then reduced: edges as soft as a camera's."""


def decoy(
    rng: Rng,
    size_px: float,
    tokens: Sequence[Token] = (),
    mats: Sequence[Mat] = (),
    *,
    keyboards: float = 1.0,
) -> tuple[Patch, list[Face]]:
    """Draw one thing of about this size; ``tokens`` (BGRA) and ``mats`` (BGR) are pictures of our own.

    Of the keyboards that would be drawn only a share of ``keyboards`` is: each brings four keys.

    Returns
    -------
    patch : (h, w, 4) float32
        Blue, green, red times alpha, and alpha 0 to 1.
    faces : list of (x, y, size)
        What could be taken for a die's top face, from the patch's middle: a domino's halves, a part of
        a board, else the whole.
    """
    draws = DRAWS + BALLS * (draw_ball,)
    kinds = len(draws) + TOKENS * bool(tokens) + BOARDS * bool(tokens and mats)
    kind = int(rng.integers(kinds))
    while kind < len(draws) and draws[kind] is keyboard and keyboards < 1 and rng.random() > keyboards:
        kind = int(rng.integers(kinds))
    if kind >= len(draws) + TOKENS:
        return pieces.board(rng, size_px, tokens, mats)
    if kind >= len(draws):
        return pieces.token(rng, size_px, tokens), [(0.0, 0.0, size_px)]
    return as_seen(rng, draws[kind], size_px)


def as_seen(rng: Rng, draw: Draw, size_px: float) -> tuple[Patch, list[Face]]:
    """Draw one thing as a camera sees it: at any turn, perhaps at a tilt; give what `decoy` gives."""
    canvas, faces = _on_both(draw, rng, int(WIDEST * size_px) * OVER + 8, size_px * OVER)
    turn = cv2.getRotationMatrix2D((canvas.shape[1] / 2, canvas.shape[0] / 2), rng.uniform(0, 360), 1)
    if draw is not draw_ball and rng.random() < 0.5:  # seen at a tilt
        flat = rng.uniform(0.6, 1.0)
        turn = np.diag([1.0, flat]) @ turn
        turn[1, 2] += (1 - flat) * canvas.shape[0] / 2  # its middle stays in the patch's
    turned = cv2.warpAffine(canvas, turn, canvas.shape[1::-1])
    side = canvas.shape[0] // OVER
    small = cv2.resize(turned, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    small[..., 3] /= 255
    seen = [(*(turn[:, :2] @ (x, y) / OVER).tolist(), size / OVER) for x, y, size in faces]
    return small, seen  # blended with black where it is half clear: its colours are times alpha already


def _on_both(draw: Draw, rng: Rng, side_px: int, size: float) -> tuple[Canvas, list[Face]]:
    """Draw a thing on black and, alike, on white: how far these differ is how much is seen through it.

    Gives blue, green, red times alpha, and alpha. (Drawn on four channels at once, what is drawn last would
    cut its soft edges out of what it lies on.)
    """
    begun = rng.bit_generator.state
    black, white = (np.full((side_px, side_px, 3), grey, np.uint8) for grey in (0, 255))
    draw(rng, white, size)
    rng.bit_generator.state = begun
    faces = draw(rng, black, size) or [(0.0, 0.0, size)]
    return np.dstack([black, 255 - cv2.subtract(white, black).max(axis=2)]), faces


def _middle(canvas: Canvas) -> tuple[int, int]:
    return canvas.shape[1] // 2, canvas.shape[0] // 2


def _disc(canvas: Canvas, at: tuple[int, int], radius: float, colour, width: int = -1) -> None:
    cv2.circle(canvas, at, max(1, int(radius)), tuple(map(float, colour)), width, cv2.LINE_AA)


def _coin(rng: Rng, canvas: Canvas, size: float) -> None:
    metal = np.array([(70, 140, 190), (170, 175, 180), (60, 90, 150)][rng.integers(3)]) * rng.uniform(
        0.5, 1.3
    )
    at, radius = _middle(canvas), size * rng.uniform(0.4, 0.75)
    _disc(canvas, at, radius, metal)
    if rng.random() < 0.4:
        _disc(canvas, at, radius * rng.uniform(0.6, 0.8), metal[::-1] * rng.uniform(0.6, 1.1))
    _disc(canvas, at, radius * 0.92, metal * rng.uniform(0.5, 1.3), max(1, int(radius / 14)))
    for _ in range(int(rng.integers(2, 9))):
        spot = (int(at[0] + rng.normal(0, 0.3) * radius), int(at[1] + rng.normal(0, 0.3) * radius))
        axes = (int(radius * rng.uniform(0.05, 0.3)) + 1, int(radius * rng.uniform(0.05, 0.2)) + 1)
        shade = tuple(map(float, metal * rng.uniform(0.5, 1.4)))
        cv2.ellipse(canvas, spot, axes, rng.uniform(0, 180), 0, 360, shade, -1, cv2.LINE_AA)
    text = str(rng.integers(1, 100))
    shade = tuple(map(float, metal * rng.uniform(0.4, 0.7)))
    corner = (int(at[0] - radius * 0.4), int(at[1] + radius * 0.3))
    cv2.putText(canvas, text, corner, 0, radius / 28, shade, max(1, int(radius / 10)), cv2.LINE_AA)


def _bead(rng: Rng, canvas: Canvas, size: float) -> None:
    colour, at = body_colour(rng), np.array(_middle(canvas))
    for _ in range(int(rng.integers(1, 7))):
        radius = size * rng.uniform(0.08, 0.45)
        middle = at + rng.normal(0, 0.35 * size, 2)
        for step in np.linspace(1, 0.2, 6):
            where = (middle - (1 - step) * 0.4 * radius).astype(int)
            _disc(canvas, tuple(where.tolist()), radius * step, np.clip(colour * (1.25 - 0.5 * step), 0, 255))
        if rng.random() < 0.6:
            where = tuple((middle - 0.35 * radius).astype(int).tolist())
            _disc(canvas, where, radius * 0.15, (250, 250, 250))


def _button(rng: Rng, canvas: Canvas, size: float) -> None:
    colour, at = body_colour(rng), _middle(canvas)
    radius, holes = size * rng.uniform(0.4, 0.7), int(rng.choice([2, 3, 4]))
    _disc(canvas, at, radius, colour)
    _disc(canvas, at, radius * rng.uniform(0.6, 0.85), np.clip(colour * rng.uniform(0.7, 1.2), 0, 255))
    hole = ink_colour(rng, colour, 40)
    for angle in np.linspace(0, 2 * np.pi, holes, endpoint=False):
        where = (int(at[0] + 0.28 * radius * np.cos(angle)), int(at[1] + 0.28 * radius * np.sin(angle)))
        _disc(canvas, where, radius * rng.uniform(0.09, 0.14), hole)


def _domino(rng: Rng, canvas: Canvas, size: float) -> list[Face]:
    """Draw a domino: its pips lie as a die's do; give its halves."""
    body = body_colour(rng)
    ink = ink_colour(rng, body, 60)
    x, y = _middle(canvas)
    half = size * rng.uniform(0.42, 0.52)
    corner, other = (int(x - 2 * half), int(y - half)), (int(x + 2 * half), int(y + half))
    cv2.rectangle(canvas, corner, other, tuple(map(float, body)), -1, cv2.LINE_AA)
    line = max(1, int(size / rng.uniform(12, 30)))
    cv2.line(canvas, (x, int(y - 0.8 * half)), (x, int(y + 0.8 * half)), tuple(map(float, ink)), line)
    shape = Shape.random(rng)
    for side in (-1, 1):
        value = int(rng.integers(0, 7))
        for u, v in shape.pips(value) if value else ():
            where = (int(x + side * half + 2 * half * u), int(y + 2 * half * v))
            _disc(canvas, where, 2 * half * rng.uniform(0.085, 0.09), ink)
    return [(-half, 0.0, 2 * half), (half, 0.0, 2 * half)]


def _tag(rng: Rng, canvas: Canvas, size: float) -> None:
    """Draw a marker as our sheets carry them."""
    kinds = (
        cv2.aruco.DICT_APRILTAG_36h11,
        cv2.aruco.DICT_4X4_50,
        cv2.aruco.DICT_5X5_50,
        cv2.aruco.DICT_APRILTAG_16h5,
    )
    book = cv2.aruco.getPredefinedDictionary(int(rng.choice(kinds)))
    side = int(size * rng.uniform(0.7, 1.4))
    tag = cv2.aruco.generateImageMarker(book, int(rng.integers(20)), max(side, 16)).astype(np.float32)
    x, y = (int(each - tag.shape[0] / 2) for each in _middle(canvas))
    quiet = int(tag.shape[0] * 0.15)
    white = tuple(map(float, np.full(3, rng.uniform(190, 250))))
    cv2.rectangle(
        canvas, (x - quiet, y - quiet), (x + tag.shape[1] + quiet, y + tag.shape[0] + quiet), white, -1
    )
    canvas[y : y + tag.shape[0], x : x + tag.shape[1]] = 20 + 0.85 * tag[..., None]


def _figure(rng: Rng, canvas: Canvas, size: float) -> None:
    """Draw a wooden figure, a cube or a stick without pips."""
    colour, at = body_colour(rng), np.array(_middle(canvas))
    angles = np.linspace(0, 2 * np.pi, int(rng.integers(4, 10)), endpoint=False)
    radii = size * rng.uniform(0.3, 0.7, len(angles))
    outline = at + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None]
    cv2.fillPoly(canvas, [outline.astype(np.int32)], tuple(map(float, colour)), cv2.LINE_AA)
    top = at + 0.6 * (outline - at) + rng.normal(0, 0.05 * size, 2)
    light = np.clip(colour * rng.uniform(0.7, 1.4), 0, 255)
    cv2.fillPoly(canvas, [top.astype(np.int32)], tuple(map(float, light)), cv2.LINE_AA)


def _key(rng: Rng, canvas: Canvas, size: float) -> None:
    """Draw a key of a keyboard, a letter tile or a cube with a letter."""
    colour, (x, y) = body_colour(rng), _middle(canvas)
    half = int(size * rng.uniform(0.4, 0.6))
    dark = tuple(map(float, colour * 0.6))
    cv2.rectangle(canvas, (x - half, y - half), (x + half, y + int(1.25 * half)), dark, -1, cv2.LINE_AA)
    cv2.rectangle(canvas, (x - half, y - half), (x + half, y + half), tuple(map(float, colour)), -1)
    ink = tuple(map(float, ink_colour(rng, colour, 50)))
    letter = chr(int(rng.integers(35, 91)))
    where = (int(x - half * rng.uniform(0.2, 0.8)), int(y + half * rng.uniform(0, 0.6)))
    cv2.putText(canvas, letter, where, int(rng.integers(0, 5)), half / rng.uniform(14, 40), ink,
                max(1, int(half / 8)), cv2.LINE_AA)  # fmt: skip


def keyboard(rng: Rng, canvas: Canvas, size: float) -> list[Face]:
    """Draw four keys of a keyboard, each with a sign, two, or a word below a sign; give them."""
    x, y = _middle(canvas)
    body = dark_colour(rng) if rng.random() < 0.6 else body_colour(rng)
    ink = tuple(map(float, ink_colour(rng, body, 60)))
    half, gap = 0.5 * size * rng.uniform(0.8, 1.0), size * rng.uniform(0.04, 0.16)
    step, round_ = 2 * half + gap, int(0.2 * half)
    lettering, height, weight = int(rng.integers(0, 4)), half * rng.uniform(0.4, 0.7), max(1, int(half / 12))
    keys = [(column * step, row * step) for row in (-0.5, 0.5) for column in (-0.5, 0.5)]
    for right, below in keys:
        corner = (int(x + right - half), int(y + below - half))
        other = (int(x + right + half), int(y + below + half))
        inner = [(a + round_, b - round_) for a, b in zip(corner, other, strict=True)]
        colour = tuple(map(float, np.clip(body * rng.uniform(0.85, 1.15), 0, 255)))
        for spot in ((a, b) for a in inner[0] for b in inner[1]):
            cv2.circle(canvas, spot, round_, colour, -1, cv2.LINE_AA)
        cv2.rectangle(canvas, (inner[0][0], corner[1]), (inner[0][1], other[1]), colour, -1)
        cv2.rectangle(canvas, (corner[0], inner[1][0]), (other[0], inner[1][1]), colour, -1)
        for text, up, scale in _legend(rng):
            (wide, high), _ = cv2.getTextSize(text, lettering, scale * height / 22, weight)
            at = (int(x + right - wide / 2), int(y + below - up * half + high / 2))
            cv2.putText(canvas, text, at, lettering, scale * height / 22, ink, weight, cv2.LINE_AA)
    return [(right, below, 2 * half) for right, below in keys]


def _legend(rng: Rng) -> list[tuple[str, float, float]]:
    """Choose what stands on a key: texts, how far above its middle, and how large."""
    kind = rng.random()
    signs = [chr(int(each)) for each in rng.integers(33, 91, 2)]
    if kind < 0.35:
        return [(signs[0], 0.0, 1.0)]
    if kind < 0.65:
        return [(signs[0], 0.45, 0.9), (signs[1], -0.45, 0.9)]
    word = "".join(chr(int(each)) for each in rng.integers(97, 123, int(rng.integers(2, 6))))
    return [(word, -0.5, 0.6)] + ([(signs[0], 0.45, 0.7)] if rng.random() < 0.7 else [])


def _disc_with_ring(rng: Rng, canvas: Canvas, size: float) -> None:
    """Draw a token: a disc with a ring, petals or dots round its middle."""
    colour, at = body_colour(rng), _middle(canvas)
    ink, radius = ink_colour(rng, colour, 40), size * rng.uniform(0.35, 0.65)
    _disc(canvas, at, radius, colour)
    count = int(rng.integers(0, 9))
    for angle in np.linspace(0, 2 * np.pi, count, endpoint=False):
        where = (int(at[0] + 0.6 * radius * np.cos(angle)), int(at[1] + 0.6 * radius * np.sin(angle)))
        _disc(canvas, where, radius * rng.uniform(0.12, 0.3), ink)
    _disc(canvas, at, radius * rng.uniform(0.1, 0.5), ink, -1 if rng.random() < 0.5 else 2)


def _counter(rng: Rng, canvas: Canvas, size: float) -> None:
    """Draw a counter or tile of a board game: a figure with a row of dots below it."""
    colour, (x, y) = body_colour(rng), _middle(canvas)
    ink, radius = tuple(map(float, ink_colour(rng, colour, 40))), size * rng.uniform(0.4, 0.65)
    corners = int(rng.choice([4, 6, 40]))
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + np.pi / corners
    outline = (x, y) + radius * np.stack([np.cos(angles), np.sin(angles)], 1)
    cv2.fillPoly(canvas, [outline.astype(np.int32)], tuple(map(float, colour)), cv2.LINE_AA)
    text, line = str(rng.integers(1, 13)), max(1, int(radius / rng.uniform(5, 12)))
    where = (int(x - 0.16 * radius * len(text)), int(y + 0.2 * radius))
    scale = radius / rng.uniform(26, 45)
    cv2.putText(canvas, text, where, int(rng.integers(0, 5)), scale, ink, line, cv2.LINE_AA)
    count, dot = int(rng.integers(0, 6)), radius * rng.uniform(0.05, 0.1)
    for nth in range(count):
        at = (int(x + (nth - (count - 1) / 2) * 2.6 * dot), int(y + 0.5 * radius))
        _disc(canvas, at, dot, ink)


def _card(rng: Rng, canvas: Canvas, size: float) -> None:
    """Draw a playing card."""
    draw_card(rng, canvas, size * rng.uniform(0.9, 1.35))


DRAWS: tuple[Draw, ...] = (
    _coin,
    _bead,
    _button,
    _domino,
    _tag,
    _figure,
    _key,
    keyboard,
    _disc_with_ring,
    _card,
    _counter,
)
"""What is drawn flat, each as often as the others."""
