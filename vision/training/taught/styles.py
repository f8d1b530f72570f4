"""Draws the faces of the kinds of one box: tokens, cards and tiles in eight styles.

Kinds of a box are alike on purpose: they share colours, shapes and scenery; some differ in one thing alone.

Convention: as in `vision.training.taught.marks`.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.ports import Floats
from vision.training.taught.marks import (
    FONTS,
    LETTERS,
    SIDE,
    Rng,
    blob,
    colour,
    cover,
    filled,
    letters,
    line,
    noise,
    paint,
    palette,
    place,
)

MIDDLE = np.array([SIDE / 2, SIDE / 2])


def plain_tokens(rng: Rng, count: int) -> list[Floats]:
    """Discs and cubes of one colour each."""
    colours = palette(rng, min(count, int(rng.integers(5, 13))), 17)
    grain = rng.uniform(0, 0.06)
    return [np.clip(each + grain * noise(rng, 0.8)[..., None], 0, 1).astype(np.float32) for each in colours]


def icon_tokens(rng: Rng, count: int) -> list[Floats]:
    """Icons on plain grounds: some kinds share the icon, some the colours."""
    grounds, inks = palette(rng, max(count // 3, 2), 16), palette(rng, 3, 30)
    icons = [blob(rng) for _ in range(max(count // 2, 3))]
    rim, size = rng.random() < 0.5, rng.uniform(0.22, 0.36) * SIDE
    pairs = _pairs(rng, count, len(grounds), len(icons))
    faces = []
    for ground, icon in pairs:
        ink = inks[icon % len(inks)]
        if abs(ink - grounds[ground]).max() < 0.25:
            ink = np.float32(1) - grounds[ground].round()
        face = np.broadcast_to(grounds[ground], (SIDE, SIDE, 3)).astype(np.float32)
        face = filled(face, place(icons[icon], MIDDLE, size), ink, 1, 1)
        if rim:
            ring = np.linspace(0, 2 * np.pi, 60)
            face = paint(
                face, line(place(np.stack([np.cos(ring), np.sin(ring)], 1), MIDDLE, SIDE * 0.41), 3), ink
            )
        faces.append(face)
    return faces


def _pairs(rng: Rng, count: int, first: int, second: int) -> list[tuple[int, int]]:
    every = [(one, other) for one in range(first) for other in range(second)]
    rng.shuffle(every)
    return [(int(one), int(other)) for one, other in every[:count]]


def lettered(rng: Rng, count: int) -> list[Floats]:
    """Letters, numbers and words on one ground or a few."""
    font = FONTS[rng.integers(len(FONTS))]
    grounds = palette(rng, int(rng.integers(1, 4)), 20)
    long = rng.random() < 0.4
    texts = {"".join(rng.choice(list(LETTERS), 1 + (long and rng.random() < 0.7))) for _ in range(3 * count)}
    size = rng.uniform(1.6, 3.0) * (0.6 if long else 1)
    faces = []
    for text in sorted(texts)[:count]:
        ground = grounds[rng.integers(len(grounds))]
        ink = np.full(3, 0.08 if ground.mean() > 0.45 else 0.95, np.float32)
        face = np.broadcast_to(ground, (SIDE, SIDE, 3)).astype(np.float32)
        faces.append(letters(face, text, font, size, ink, MIDDLE))
    return faces


def counted(rng: Rng, count: int) -> list[Floats]:
    """Cards with one to five symbols that differ in number, shape, colour and filling."""
    paper = np.array([0.93, 0.95, 0.96], np.float32) - rng.uniform(0, 0.08, 3).astype(np.float32)
    if rng.random() < 0.3:
        paper = colour(rng)
    shapes, inks = [blob(rng) for _ in range(3)], palette(rng, 4, 28)
    fillings = rng.permutation(5)[: rng.integers(2, 4)]
    wide = rng.random() < 0.5
    radius, width = SIDE * rng.uniform(0.12, 0.17), rng.uniform(1.5, 4)
    known, faces = set(), []
    for _ in range(count * 3):
        key = tuple(int(rng.integers(n)) for n in (5, len(shapes), len(inks), len(fillings)))
        if key in known or len(faces) == count:
            continue
        known.add(key)
        number, shape, ink, filling = key
        face = np.broadcast_to(paper, (SIDE, SIDE, 3)).astype(np.float32)
        for nth in range(number + 1):
            step = (nth - number / 2) * min(0.3, 0.78 / (number + 1)) * SIDE
            at = MIDDLE + (
                np.array([0, step]) if number < 3 else np.array([(nth % 2 - 0.5) * 0.4 * SIDE, step])
            )
            stretch = (1.9, 0.9) if wide and number < 3 else (1, 1)
            face = filled(
                face, shapes[shape] * radius * stretch + at, inks[ink], int(fillings[filling]), width
            )
        faces.append(face)
    return faces


def scenery(rng: Rng, count: int) -> list[Floats]:
    """Tiles of a landscape: grounds with texture, ways, houses and trees, laid out differently."""
    grounds = palette(rng, int(rng.integers(2, 6)), 14)
    details = palette(rng, 5, 20)
    items = [(blob(rng), blob(rng)) for _ in range(5)]
    rough, strong = rng.uniform(0.5, 0.9), rng.uniform(0.02, 0.1)
    faces: list[Floats] = []
    for _ in range(count):
        own = np.random.default_rng(int(rng.integers(2**31)))
        if faces and own.random() < 0.25:
            face = faces[-1].copy()  # the same place with one more thing on it
        else:
            face = grounds[own.integers(len(grounds))] + strong * noise(own, rough)[..., None]
            if own.random() < 0.5:
                other = grounds[own.integers(len(grounds))]
                parted = np.clip(noise(own, 0.35, 3)[..., None] * 6, 0, 1)
                face = paint(face, parted, other + strong * noise(own, rough)[..., None])
            if own.random() < 0.35:
                face = _way(face, own, details[0])
        for _ in range(own.integers(0, 9)):
            item = items[own.integers(len(items))]
            ink = details[own.integers(len(details))]
            at, size = own.uniform(0.12, 0.88, 2) * SIDE, own.uniform(0.05, 0.15) * SIDE
            face = paint(face, cover(place(item[0], at, size)), ink)
            face = paint(face, cover(place(item[1], at, size * 0.55)), details[own.integers(len(details))])
        faces.append(np.clip(face, 0, 1).astype(np.float32))
    return faces


def _way(face: Floats, rng: Rng, ink: Floats) -> Floats:
    """Lead a way or a river from edge to edge."""
    along = np.linspace(0, 1, 24)[:, None]
    ends = rng.uniform(0, SIDE, 4)
    start, end = (
        np.array([ends[0], -5]),
        np.array([SIDE + 5, ends[1]]) if rng.random() < 0.5 else np.array([ends[1], SIDE + 5]),
    )
    bend = rng.uniform(0.2, 0.8, 2) * SIDE
    points = (1 - along) ** 2 * start + 2 * along * (1 - along) * bend + along**2 * end
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.polylines(mask, [points.round().astype(np.int32)], False, 255, int(rng.integers(4, 16)), cv2.LINE_AA)
    return paint(face, (mask / np.float32(255))[..., None], ink)


def pictures(rng: Rng, count: int) -> list[Floats]:
    """Paintings: layers of strokes and shapes over clouds of colour."""
    shared = palette(rng, 7, 15)
    layers, busy = int(rng.integers(6, 30)), rng.uniform(0.08, 0.4)
    faces = []
    for _ in range(count):
        own = np.random.default_rng(int(rng.integers(2**31)))
        mixed = np.stack([noise(own, 0.6, 4) for _ in range(2)], -1)
        face = (
            shared[0]
            + mixed[..., :1] * 0.2 * (shared[1] - shared[0])
            + mixed[..., 1:] * 0.15 * (shared[2] - shared[0])
        )
        for _ in range(layers):
            at, size = own.uniform(0, 1, 2) * SIDE, own.uniform(0.25, 1) * busy * SIDE
            ink = shared[own.integers(len(shared))] * own.uniform(0.7, 1.15)
            face = paint(
                face,
                cover(place(blob(own), at, size, own.random() * 6)) * np.float32(own.uniform(0.5, 1)),
                ink,
            )
        faces.append(np.clip(face, 0, 1).astype(np.float32))
    return faces


def figures(rng: Rng, count: int) -> list[Floats]:
    """Cards of animals and people: a figure of ovals on a ground with a frame, number and name."""
    frame, papers = colour(rng), palette(rng, int(rng.integers(1, 4)), 15)
    framed, numbered = rng.random() < 0.6, rng.random() < 0.5
    faces = []
    for nth in range(count):
        own = np.random.default_rng(int(rng.integers(2**31)))
        face = np.broadcast_to(papers[own.integers(len(papers))], (SIDE, SIDE, 3)).astype(np.float32)
        face = face + 0.05 * noise(own, 0.6)[..., None]
        inks = palette(own, 4, 20)
        around = np.linspace(0, 2 * np.pi, 40)
        for part in range(own.integers(3, 10)):
            at = MIDDLE + own.normal(0, 0.16, 2) * SIDE
            oval = np.stack([np.cos(around), own.uniform(0.4, 1.4) * np.sin(around)], 1)
            face = paint(
                face,
                cover(place(oval, at, own.uniform(0.04, 0.2) * SIDE, own.random() * 3)),
                inks[part % len(inks)],
            )
        if framed:
            edge = np.ones((SIDE, SIDE, 1), np.float32)
            edge[9:-9, 9:-9] = 0
            face = paint(face, edge, frame)
        if numbered:
            face = letters(
                face, str(nth), FONTS[0], 0.9, np.full(3, 0.05, np.float32), np.array([24.0, 24.0])
            )
        faces.append(np.clip(face, 0, 1).astype(np.float32))
    return faces


def patterned(rng: Rng, count: int) -> list[Floats]:
    """Tiles divided into fields and stripes of a few colours, as abstract games have."""
    inks = palette(rng, int(rng.integers(3, 7)), 22)
    grid = int(rng.integers(2, 5))
    faces, known = [], set()
    for _ in range(count * 2):
        cells = rng.integers(len(inks), size=(grid, grid))
        if cells.tobytes() in known or len(faces) == count:
            continue
        known.add(cells.tobytes())
        face = cv2.resize(inks[cells], (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
        if rng.random() < 0.3:
            face = paint(face, cover(place(blob(rng), MIDDLE, SIDE * 0.25)), inks[rng.integers(len(inks))])
        faces.append(face.astype(np.float32))
    return faces


STYLES: dict[str, Callable[[Rng, int], list[Floats]]] = {
    "plain": plain_tokens,
    "icons": icon_tokens,
    "letters": lettered,
    "counted": counted,
    "scenery": scenery,
    "pictures": pictures,
    "figures": figures,
    "patterned": patterned,
}
SMALL = ("plain", "icons", "letters", "patterned")
LARGE = ("scenery", "pictures", "figures", "counted")
