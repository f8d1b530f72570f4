"""What the two networks learn from: a picture with its targets, drawn from scenes or photographs.

Convention: as in `vision.training.scenes`.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.classes import COCKED, NONE, STACKED
from vision.dice.cuts.contrast import decorrelated, tints
from vision.dice.cuts.crops import CROP_PX, Pyramid, into_cut
from vision.dice.networks import PLACED
from vision.training.camera import coarsely_tinted, compressed, glint, moved, recolour
from vision.training.scenes import IGNORED, Image, Scene, Truth
from vision.training.store import SIDE_PX

Rng = np.random.Generator
Sample = tuple[NDArray[np.uint8], NDArray[np.float32]]

STRIDE = 8
LEARNED_PX = (13.0, 60.0)
"""Sizes of a die that the finder learns; the reader scales pictures so that dice fall within."""

NO_DICE_PX = (9.5, 75.0)
"""Smaller and larger dice are background to the finder, so that it takes neither a heap of them nor a pip
for a die; those between teach nothing."""

NONE_SHARE = 0.45
"""Share of cuts that show no die's top face in their middle."""

LEANING_SHARE = 0.2
"""Share of the cuts of dice in which one that leans or lies on another is chosen, where there is any: the
photographs show none."""

LEGIBLE_PX = 14.0
"""A smaller die is too blurred to learn its value from: all that it teaches is to guess."""

ANY_WAY, UPRIGHT_DEG = 0.35, 20.0
"""Most pictures are upright but for some degrees: of two faces the upper one is the top. Some are not."""

ONES = 0.12
"""Share of the cuts of dice in which a 1 is chosen, where there is any: one dot in a round thing is what is
hardest to tell from what is no die."""

MOVING, MOVED = 0.1, 0.25
"""Share of cuts that are blurred as what moved while the picture was taken, and by how much at most, in sides
of the die."""

GLINTS = 0.2
"""Share of cuts over which is drawn what is mirrored in glossy faces."""

DECORRELATED = 0.35
"""Share of cuts that are shown in colours as far apart as they go, as some of the reader's looks are."""

COARSE = 0.7
"""Share of scenes whose tints are blurred, where the reader of tints learns from them."""

COMPRESSED = 0.6
"""Share of them that are compressed after that, as a file."""

NEAR = 0.5
"""A cut whose middle is nearer than this to a top face's, in its sides, is not clearly beside it."""


STRETCHED, STRETCHES = 0.35, (1.05, 1.8)
"""Share of synthesised scenes that are stretched along one side, and by how much: many pictures of 4:3 or
16:9 were squeezed to a square before anybody reads them."""


class Cut(NamedTuple):
    """How a network is shown a face.

    ``top_px`` and ``side_px`` are the sides of the top face and of the cut, ``apart`` the share of cuts that
    are shown in colours as far apart as they go.
    """

    top_px: float
    side_px: int = CROP_PX
    apart: float = DECORRELATED


class Source(Protocol):
    """Gives scenes of 160 px a side, drawn or photographed."""

    sound: bool
    """Whether places and sizes are exact."""

    def draw(self, rng: Rng) -> Scene:
        """Draw one scene."""
        ...


def finder_sample(rng: Rng, source: Source) -> Sample:
    """Give a picture (160, 160, 3) and the target (6, 20, 20) of `networks.finder_loss`."""
    drawn = stretched(rng, source.draw(rng))
    picture, truth = drawn.picture, drawn.truth
    if rng.random() < 0.5:
        picture, truth = picture[:, ::-1], [each.mirrored(SIDE_PX) for each in truth]
    for _ in range(int(rng.integers(4)) if rng.random() < ANY_WAY else 0):  # quarter turns
        picture, truth = np.rot90(picture), [each.quarter_turned(SIDE_PX) for each in truth]
    return recolour(rng, np.ascontiguousarray(picture)), finder_target(truth, sound=source.sound)


def stretched(rng: Rng, drawn: Scene) -> Scene:
    """Stretch some scenes along one side; what is pushed out is cut off."""
    if rng.random() > STRETCHED:
        return drawn
    by = np.ones(2)
    by[int(rng.integers(2))] = rng.uniform(*STRETCHES)
    moved = (SIDE_PX - 1) * (1 - by) * rng.uniform(0, 1, 2)
    picture = cv2.warpAffine(drawn.picture, np.column_stack([np.diag(by), moved]), (SIDE_PX, SIDE_PX))
    zoom = float(np.sqrt(by.prod()))

    def place(x: float, y: float, size: float) -> tuple[float, float, float]:
        return float(by[0] * x + moved[0]), float(by[1] * y + moved[1]), size * zoom

    right, down = by / zoom
    truth = [
        Truth(label, *place(x, y, size), rise_x * float(right), rise_y * float(down))
        for label, x, y, size, rise_x, rise_y in drawn.truth
    ]
    return Scene(picture, truth, [place(*decoy) for decoy in drawn.decoys])


def finder_target(truth: list[Truth], *, sound: bool = True) -> NDArray[np.float32]:
    """Draw the target (6, 20, 20) of `networks.finder_loss`; sizes that are not ``sound`` forbid nothing."""
    side = SIDE_PX // STRIDE
    target = np.zeros((6, side, side), np.float32)
    target[1], target[3:] = 1, np.nan
    heat, care, values = target[:3]
    y, x = np.mgrid[0:side, 0:side]
    nearest, taught = np.full((side, side), np.inf), np.zeros((side, side), bool)
    for label, x_px, y_px, size_px, *_ in truth:
        at_x, at_y = (x_px + 0.5) / STRIDE - 0.5, (y_px + 0.5) / STRIDE - 0.5
        far = np.hypot(x - at_x, y - at_y)
        if sound and label != IGNORED and not NO_DICE_PX[0] < size_px < NO_DICE_PX[1]:
            continue
        if label == IGNORED or not LEARNED_PX[0] < size_px < LEARNED_PX[1]:
            care[far < 0.7 * size_px / STRIDE] = 0
            continue
        np.maximum(heat, np.exp(-((far / (0.16 * size_px / STRIDE + 0.35)) ** 2)), out=heat)
        column, row = round(at_x), round(at_y)
        near = (far < max(0.75, 0.3 * size_px / STRIDE)) & (far < nearest)
        nearest[near] = far[near]
        taught |= near
        if 0 <= column < side and 0 <= row < side:
            heat[row, column] = 1
            taught[row, column] = True
        values[near] = label if label <= 6 else 0
        target[3][near] = np.log(size_px / 32)
        target[4][near], target[5][near] = (at_x - x)[near], (at_y - y)[near]
    care[taught] = 1  # also of a die that lies on one that teaches nothing
    return target


def face_samples(rng: Rng, source: Source, count: int, shown: Cut) -> list[Sample]:
    """Give cuts (side, side, 3) of one scene and their targets (6,) of `networks.face_loss`."""
    drawn = stretched(rng, source.draw(rng))
    pyramid = Pyramid(drawn.picture)
    dice = [die for die in drawn.truth if die.label != IGNORED and readable(die)]
    leaning = [die for die in dice if die.label in (COCKED, STACKED)]
    ones = [die for die in dice if die.label == 1]
    samples = []
    for _ in range(count):
        if dice and rng.random() > NONE_SHARE:
            kind = rng.random()
            chosen = leaning if kind < LEANING_SHARE else ones if kind > 1 - ONES else dice
            chosen = chosen or dice
            die = chosen[int(rng.integers(len(chosen)))]
            samples.append(die_sample(rng, pyramid, die, shown, sound=source.sound))
        else:
            samples.append(_other_sample(rng, pyramid, drawn, shown))
    return samples


def tint_samples(rng: Rng, source: Source, count: int, top_px: float) -> list[Sample]:
    """Give cuts (64, 64, 3) of flat dice of one scene in `tints`, and their targets (6,).

    None where no die lies flat. Light is mirrored before a camera or a file keeps tints more coarsely than
    brightness: so what it mirrors takes the tint from what lies about it, too.
    """
    drawn = stretched(rng, source.draw(rng))
    dice = [die for die in drawn.truth if 1 <= die.label <= 6 and readable(die)]
    if not dice:
        return []
    chosen = [dice[int(rng.integers(len(dice)))] for _ in range(count)]
    pyramid = Pyramid(_kept_by_a_file(rng, drawn.picture, set(chosen)))
    return [_tint_sample(rng, pyramid, die, top_px) for die in chosen]


def _kept_by_a_file(rng: Rng, picture: Image, dice: set[Truth]) -> Image:
    for die in sorted(dice):
        if rng.random() < 2 * GLINTS:
            picture = _mirroring(rng, picture, die)
    picture = recolour(rng, picture)
    picture = coarsely_tinted(rng, picture) if rng.random() < COARSE else picture
    return compressed(rng, picture) if rng.random() < COMPRESSED else picture


def _mirroring(rng: Rng, picture: Image, die: Truth) -> Image:
    """Let a die mirror what shines, if all of it is in the picture."""
    reach = round(0.6 * die.size_px)
    x, y = round(die.x_px), round(die.y_px)
    rows, columns = slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1)
    if min(rows.start, columns.start) < 0 or max(rows.stop, columns.stop) > SIDE_PX:
        return picture
    out = picture.copy()
    out[rows, columns] = glint(rng, picture[rows, columns], die.size_px)
    return out


def _tint_sample(rng: Rng, pyramid: Pyramid, die: Truth, top_px: float) -> Sample:
    wrong = float(np.exp(np.clip(rng.normal(0, 0.08), -0.2, 0.2)))
    shift = np.clip(rng.normal(0, 0.05, 2), -0.15, 0.15) * die.size_px
    turn, flip = _turn(rng)
    cut = pyramid.cut(
        die.x_px + shift[0], die.y_px + shift[1], die.size_px * wrong, turn, flip=flip, top_px=top_px
    )
    return tints(cut, top_px), _target(die.label)


def readable(die: Truth) -> bool:
    """Say whether all of a top face is in the picture, and large enough to learn its value from."""
    reach = 0.4 * die.size_px
    within = all(reach < place < SIDE_PX - 1 - reach for place in (die.x_px, die.y_px))
    return within and die.size_px >= LEGIBLE_PX


def die_sample(rng: Rng, pyramid: Pyramid, die: Truth, shown: Cut, *, sound: bool) -> Sample:
    """Cut a die, not quite in the middle and not quite at its size."""
    wrong = float(np.exp(np.clip(rng.normal(0, 0.13), -0.35, 0.35)))
    shift = np.clip(rng.normal(0, 0.08, 2), -0.24, 0.24) * die.size_px
    turn, flip = _turn(rng)
    place = (die.x_px + shift[0], die.y_px + shift[1])
    cut = pyramid.cut(
        *place, die.size_px * wrong, turn, flip=flip, top_px=shown.top_px, side_px=shown.side_px
    )
    target = _target(die.label)
    if sound:
        into = into_cut(turn, flip=flip)
        target[1:3] = into @ (-shift / die.size_px / wrong)
        target[3] = -np.log(wrong)
        target[4:] = into @ (die.rise_x, die.rise_y)
    return _photographed(rng, cut, shown), target


def _target(label: int) -> NDArray[np.float32]:
    """Give the target (6,) of a class whose place is not known."""
    target = np.full(1 + PLACED, np.nan, np.float32)
    target[0] = label
    return target


def _photographed(rng: Rng, cut: Image, shown: Cut) -> Image:
    """Give a cut another light: some glossy things, dice or not, mirror a lamp more than they did."""
    lit = glint(rng, cut, shown.top_px) if rng.random() < GLINTS else cut
    held = moved(rng, lit, MOVED * shown.top_px) if rng.random() < MOVING else lit
    lit_otherwise = recolour(rng, held)
    return decorrelated(lit_otherwise, shown.top_px) if rng.random() < shown.apart else lit_otherwise


def _other_sample(rng: Rng, pyramid: Pyramid, drawn: Scene, shown: Cut) -> Sample:
    """Cut what is beside a die, a decoy, bare ground, or a die at a size that is not its own."""
    target = _target(NONE)
    for _ in range(12):
        x, y, size = _elsewhere(rng, drawn)
        beside = all(
            np.hypot(x - die.x_px, y - die.y_px) > NEAR * die.size_px
            or not 1 / 2.15 < size / die.size_px < 2.15
            for die in drawn.truth
        )
        within = min(x, y) >= 0 and max(x, y) <= SIDE_PX - 1  # the finder proposes nothing beyond
        if beside and within:
            break
    else:
        x, y, size = 0.0, 0.0, 200.0  # a corner: mostly the picture's edge
    turn, flip = _turn(rng)
    cut = pyramid.cut(x, y, size, turn, flip=flip, top_px=shown.top_px, side_px=shown.side_px)
    return _photographed(rng, cut, shown), target


def _elsewhere(rng: Rng, drawn: Scene) -> tuple[float, float, float]:
    draw = rng.random()
    if drawn.decoys and draw < 0.6:
        x, y, size = drawn.decoys[int(rng.integers(len(drawn.decoys)))]
        # Every other one as the finder would find it, the others anywhere about it.
        off, zoom = (rng.normal(0, 0.06, 2), 0.1) if rng.random() < 0.5 else (rng.normal(0, 0.35, 2), 0.4)
        return x + off[0] * size, y + off[1] * size, size * float(np.exp(rng.normal(0, zoom)))
    if drawn.truth and draw < 0.85:
        die = drawn.truth[int(rng.integers(len(drawn.truth)))]
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.2) * die.size_px
        size = die.size_px * float(np.exp(rng.normal(-0.1, 0.35)))
        if rng.random() < 0.4:  # a pip or two taken for a die
            away, size = (
                rng.uniform(0, 0.5) * die.size_px,
                die.size_px * float(np.exp(rng.uniform(-2.0, -0.8))),
            )
        elif rng.random() < 0.3:  # a few dice taken for one
            away, size = rng.uniform(0, 2) * die.size_px, die.size_px * float(rng.uniform(2.2, 4.5))
        return die.x_px + away * float(np.cos(angle)), die.y_px + away * float(np.sin(angle)), size
    x, y = rng.uniform(0, SIDE_PX, 2)
    return float(x), float(y), float(np.exp(rng.uniform(*np.log((10, 70)))))


def _turn(rng: Rng) -> tuple[float, bool]:
    any_way = rng.random() < ANY_WAY
    turn_deg = rng.uniform(0, 360) if any_way else rng.normal(0, UPRIGHT_DEG)
    return float(turn_deg), bool(rng.random() < 0.5)


def stacked(samples: list[Sample]) -> Sample:
    """Make a batch."""
    pictures, targets = zip(*samples, strict=True)
    return np.stack(pictures), np.stack(targets)
