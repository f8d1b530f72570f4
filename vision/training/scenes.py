"""Synthesised tables: ray-traced dice, things that are no dice, light and a camera.

Convention: pixels, origin top left, x right, y down; a die's size is the side of a square as
large as its top face appears.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dice.classes import COCKED, NUMERAL, STACKED
from vision.training.bank import Bank
from vision.training.camera import develop, light
from vision.training.decoys import Face, decoy
from vision.training.grounds import ground
from vision.training.laying import Picture, lay, turned
from vision.training.looks import Look
from vision.training.placing import Placed, bend, place_dice, turn_of
from vision.training.shadows import Lamp, outline
from vision.training.solid import Sprite

Image = NDArray[np.uint8]
Rng = np.random.Generator
Array = NDArray[np.floating]

IGNORED = -1
"""Class of what is a die but should teach nothing: the lower one of two, or one that these may hide."""

FLAT, HIGH = (0.03, 0.2), (0.2, 1.0)
"""How high drawn things are, in their size: coins and cards, and figures and beads, as many of each."""

HIDES = 0.8
"""What lies on a die hides the top of another whose middle is nearer than this, in its sides."""

DOMINOES, CUBES = 0.22, 0.1
"""Shares of the decoys: traced dominoes, and wooden cubes; the others are drawn flat."""

KEYBOARDS = 0.25
"""Of the keyboards among the decoys: with all of them a ninth of all that is no die were keys, and round grey
dice were doubted more (vision/training/NOTES.md)."""

DECOYS_PX = (8.0, 90.0)
"""Least and largest size of a decoy, however large the dice are."""

DOMINO_HEIGHT = 0.4
"""In its widths: how far its top is above the table, nearly enough for its shadow."""

INSIDE = 0.3
"""How far inside the picture the middle of a domino's half must be, in its sides, for the half to be seen."""

VALUED = ("die", "casino")
"""Kinds of sprites whose top face shows pips."""

ON_ITS_PLACE = 0.5
"""What is read is about a die when their middles are nearer than this part of its side."""

UNVALUED = {"cocked": COCKED, "numeral": NUMERAL, "stacked": STACKED, "below": IGNORED}


class Truth(NamedTuple):
    """A top face: its class (`vision.dice.classes`, or `IGNORED`), its middle and size in px.

    ``rise_x``, ``rise_y`` are how far one side further out of the die a point is seen, in sides; NaN where
    nobody knows.
    """

    label: int
    x_px: float
    y_px: float
    size_px: float
    rise_x: float = np.nan
    rise_y: float = np.nan

    def apart_px(self, x_px: float, y_px: float) -> float:
        """Say how far a place is from the middle."""
        return float(np.hypot(self.x_px - x_px, self.y_px - y_px))

    def is_at(self, x_px: float, y_px: float) -> bool:
        """Say whether what is read at a place is about this die."""
        return self.apart_px(x_px, y_px) < ON_ITS_PLACE * self.size_px

    def mirrored(self, width_px: int) -> Truth:
        """Give it in a picture of this width whose left is its right."""
        return self._replace(x_px=width_px - 1 - self.x_px, rise_x=-self.rise_x)

    def quarter_turned(self, width_px: int) -> Truth:
        """Give it in a picture of this width that is turned a quarter to the left."""
        return self._replace(
            x_px=self.y_px, y_px=width_px - 1 - self.x_px, rise_x=self.rise_y, rise_y=-self.rise_x
        )


@dataclass(frozen=True)
class Props:
    """What scenes are made of: traced dice, printed mats (BGR) and tokens (BGRA).

    ``tinted`` is the share of makes of dice whose pips differ from the body in tint alone, ``leaning`` that
    of the dice that lean or lie on others beyond those that usually do.
    """

    bank: Bank
    mats: Sequence[Image] = ()
    tokens: Sequence[Image] = ()
    tinted: float = 0.0
    leaning: float = 0.0


@dataclass
class Scene:
    """A developed picture (size, size, 3) uint8, its dice, and what of its decoys looks like a die."""

    picture: Image
    truth: list[Truth]
    decoys: list[Face] = field(default_factory=list)


def scene(rng: Rng, props: Props, size_px: int, sizes_px: tuple[float, float]) -> Scene:
    """Draw a table with up to sixteen dice, apart, touching or in rows, and decoys."""
    picture = ground(rng, size_px, props.mats)
    size = float(np.exp(rng.uniform(*np.log(sizes_px))))
    truth: list[Truth] = []
    up = away(rng)
    first = props.bank.draw(rng)  # everything leans as this one does: there is one camera
    lamp = lamp_of(rng, first, up)  # and one lamp
    things = _lay_decoys(rng, props, picture, size, first.steep, up, lamp)
    shares = {"tinted": props.tinted, "leaning": props.leaning}
    placed = place_dice(rng, props.bank, size_px, size, first.steep, up, **shares)
    decoys = [face for thing in things if _tells(thing, placed, size_px) for face in thing]
    # The farthest first; and shadows before dice, since they fall on the table, and on no top face.
    placed.sort(key=lambda each: -each.far(up))
    painted = [[_Painted.of(rng, part) for part in die.parts()] for die in placed]
    for parts in painted:
        for part in parts:
            part.shade(rng, picture, lamp)
    for parts in painted:
        if len(parts) > 1:
            truth = [_under(each, parts[-1].placed) for each in truth]
        truth += [part.draw(picture) for part in parts]
    picture = light(rng, np.clip(picture, 0, 255))
    if rng.random() < 0.3:
        truth = [each.mirrored(size_px) for each in truth]
        decoys = [(size_px - 1 - x, y, s) for x, y, s in decoys]
        picture = np.ascontiguousarray(picture[:, ::-1])
    return Scene(develop(rng, picture), truth, decoys)


def away(rng: Rng) -> Array:
    """Draw where in the picture (2,) is away from the camera, and what is hidden by what lies before it."""
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else -np.pi / 2 + rng.normal(0, 0.25)
    return np.array([np.cos(angle), np.sin(angle)])


def lamp_of(rng: Rng, first: Sprite, up: Array) -> Lamp:
    """Draw the one lamp of a table, which stands where a die's own light comes from."""
    return Lamp.random(rng, bend(turn_of(rng, first, up)) @ first.shadow / first.size_px)


def _lay_decoys(
    rng: Rng, props: Props, picture: Picture, size: float, steep: float, up: Array, lamp: Lamp
) -> list[list[Face]]:
    """Lay things that are no dice, about as large as the dice; give what of each could be taken for a die."""
    things: list[list[Face]] = []
    for _ in range(int(rng.choice([0, 1, 2, 4, 7], p=(0.3, 0.2, 0.2, 0.18, 0.12)))):
        own = float(np.clip(size * np.exp(rng.normal(0, 0.35)), *DECOYS_PX))
        at = rng.uniform(0, picture.shape[0], 2)
        things.append(lay_thing(rng, props, picture, at, own, steep, up, lamp))
    return things


def lay_thing(
    rng: Rng, props: Props, picture: Picture, at: Array, own: float, steep: float, up: Array, lamp: Lamp
) -> list[Face]:
    """Lay one thing that is no die, about ``own`` px large; give what of it could be taken for a die."""
    draw, (x, y) = rng.random(), at
    if draw < DOMINOES:
        sprite = props.bank.draw(rng, "domino", near=steep)
        return _lay_domino(rng, sprite, picture, (x, y), own, up, lamp)
    if draw < DOMINOES + CUBES:
        sprite = props.bank.draw(rng, "cube", near=steep)
        cube = Placed(sprite, Look.random(rng), at, own, turn_of(rng, sprite, up))
        painted = _Painted.of(rng, cube)
        painted.shade(rng, picture, lamp)
        lay(picture, painted.patch, x, y)
        return [(float(x), float(y), own)]
    drawn = decoy(rng, own, props.tokens, props.mats, keyboards=KEYBOARDS)
    return lay_drawn(rng, picture, drawn, at, own, lamp)


def lay_drawn(
    rng: Rng, picture: Picture, drawn: tuple[Picture, list[Face]], at: Array, own: float, lamp: Lamp
) -> list[Face]:
    """Lay what was drawn with its faces, and its shadow."""
    (patch, faces), (x, y) = drawn, at
    height = float(rng.uniform(*(FLAT if rng.random() < 0.5 else HIGH)))
    lamp.shade(rng, picture, outline(patch, x, y), own, height)
    lay(picture, patch, x, y)
    return [(float(x + right), float(y + below), side) for right, below, side in faces]


def _tells(thing: list[Face], placed: list[Placed], size_px: int) -> bool:
    """Say whether a thing can be known: a domino of which one half is hidden cannot be told from a die."""
    if len(thing) < 2:
        return True
    for x, y, side in thing:
        if not all(INSIDE * side < place < size_px - INSIDE * side for place in (x, y)):
            return False
        if any(np.hypot(*(die.at - (x, y))) < (side + die.size_px) / 2 for die in placed):
            return False
    return True


def _lay_domino(
    rng: Rng,
    sprite: Sprite,
    picture: Picture,
    at: tuple[float, float],
    size: float,
    up: Array,
    lamp: Lamp,
) -> list[Face]:
    """Lay a traced domino; give its halves."""
    turn = turn_of(rng, sprite, up)
    patch, scale = turned(Look.random(rng).paint(rng, sprite), sprite, size, turn)
    bent = scale * bend(turn)
    lamp.shade(rng, picture, outline(patch, *at), size, DOMINO_HEIGHT)
    lay(picture, patch, *at)
    halves = (np.array(at) + way * bent @ sprite.along for way in (-1, 1))
    return [(float(x), float(y), size) for x, y in halves]


class _Painted(NamedTuple):
    """A die as it is laid: painted, turned and scaled."""

    placed: Placed
    patch: Picture

    @classmethod
    def of(cls, rng: Rng, die: Placed) -> _Painted:
        """Paint it."""
        return cls(die, turned(die.look.paint(rng, die.sprite), die.sprite, die.size_px, die.turn)[0])

    def shade(self, rng: Rng, picture: Picture, lamp: Lamp) -> None:
        """Draw its shadow."""
        feet = self.placed.sprite.feet
        ground = self.placed.at + self.placed.way(feet[:, :2])
        lamp.shade_solid(rng, picture, ground, feet[:, 2], self.placed.size_px)

    def draw(self, picture: Picture) -> Truth:
        """Draw it; give its top face."""
        lay(picture, self.patch, *self.placed.at)
        kind = self.placed.sprite.kind
        return _truth(self.placed, self.placed.sprite.value if kind in VALUED else UNVALUED[kind])


def _under(die: Truth, upper: Placed) -> Truth:
    """Give a die as it can be known, when another that lies on a third may hide it."""
    hidden = die.apart_px(float(upper.at[0]), float(upper.at[1])) < HIDES * upper.size_px
    return die._replace(label=IGNORED) if hidden and die.label != STACKED else die


def _truth(die: Placed, label: int) -> Truth:
    rise = bend(die.turn) @ die.sprite.axis / die.sprite.size_px
    return Truth(label, float(die.at[0]), float(die.at[1]), die.size_px, float(rise[0]), float(rise[1]))
