"""The close looks at each candidate, and what they say together.

A first cut is made where the finder says; a face reader says how far off that was, and further
cuts, turned a little and mirrored, are made where the top face is. The readers take turns. Dice on
which the first look of each agree need no more; others are looked at in other colours, too, and in their
tints alone, by a reader of its own. A sceptic looks at each, too: it has learned from what the others take
for dice that is none. A last cut shows what lies above in the picture: where that is a top
face, this may be a side of the same die. And the finder looks once more, at the place and the size that the
close looks have told.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from vision.dice.classes import NONE, NUMERAL
from vision.dice.contrast import decorrelated, tints
from vision.dice.crops import Pyramid, into_cut
from vision.dice.networks import FaceReader, Finder, Peak
from vision.ports import Floats, Image


class Networks(NamedTuple):
    """What looks at a picture: the finder, the face readers, the one of tints alone, and the sceptic.

    Before a sceptic has learned from what the others take for dice there is none.
    """

    finder: Finder
    faces: Sequence[FaceReader]
    tint: FaceReader
    sceptic: FaceReader | None = None


class Way(NamedTuple):
    """A way to look: how far turned, whether mirrored, and whether in colours `decorrelated`."""

    turn_deg: float
    mirrored: bool = False
    apart: bool = False


FIRST, SECOND = Way(0.0), Way(13.0, mirrored=True)
FURTHER = (Way(-17.0, apart=True), Way(31.0, apart=True), Way(-29.0, mirrored=True))
"""Each look sees other pixels, and all see the picture about upright, because where two faces show it is the
upper one that is the top. In other colours the pips may show that the light or the die hides."""

TINTS_SAY = 0.5
"""What the odds of the values by tints alone count beside those by all other looks, as a power of them: with
0.4 to 0.8 as many more dice are read right (docs/dice-training.md)."""

ABOVE = 0.8
"""How far above a side face the top face of the same die is looked for, in sides."""

ANOTHER_WAY = 0.6
"""Rises that differ by less, in sides, point alike, as those of two dice do that lie flat beside each other.
Two faces of one die are a right angle apart, and theirs differ by twice the way between their middles, by
about 1.7; from 0.8 on was read (docs/accuracy.md)."""

AGAIN_PX, AGAIN_TOP_PX = 128, 26.0
"""Side of the cut that the finder looks at again, and of the top face in it: the whole picture shows dice of
any size, and each at one place of the finder's grid."""

AGAIN_WITHIN, AGAIN_ALIKE = 0.4, 1.6
"""How far from the middle of that cut, in sides, what it sees may be, and how much smaller or larger."""

FIRST_LOOKS = 2
"""The first look of each reader, in the colours of the picture."""

PLAIN = 0.985
"""When both first looks give one class this much, a third would say the same."""

HOPELESS = (0.97, 0.9)
"""What has more odds of being none after one look, and after more, is looked at no longer. One reader alone
often takes a die of a make that it has not learned for none, where the other does not."""

MOST_OFF, MOST_ZOOM = 0.35, 1.45
FLOOR = 1e-4
"""No look is trusted further than this: it is what one look can get wrong by itself."""


@dataclass(eq=False)
class Reading:
    """A candidate with all that was seen of it; no other is equal to it.

    ``x_px``, ``y_px``, ``size_px`` are the top face as the close looks place it; ``looks`` are the
    odds (10,) of the classes, one row a look; ``rises`` (2,) how far in the picture a point is seen to move
    when it goes one side further out of the die, in sides, one a look; ``above`` the odds that a top face
    lies above in the picture; ``again`` what the finder sees when it looks again, None where it sees nothing;
    ``tints`` the logarithms (6,) of the odds of the values by tints alone, None where nobody has looked;
    ``sceptic`` the odds (10,) of the classes by the sceptic; ``lies`` the odds (3,) of lying flat, of leaning
    and of lying on another, one row a look of a reader that tells.
    """

    peak: Peak
    x_px: float
    y_px: float
    size_px: float
    looks: list[Floats] = field(default_factory=list)
    rises: list[Floats] = field(default_factory=list)
    above: float = 0.0
    again: Peak | None = None
    tints: Floats | None = None
    sceptic: Floats | None = None
    lies: list[Floats] = field(default_factory=list)
    _mean: tuple[tuple[int, bool], Floats] | None = field(default=None, init=False, repr=False)

    @property
    def odds(self) -> Floats:
        """The odds (10,) of the classes by all looks together: their geometric mean.

        Those after the first of each reader speak against a die, but never for one: in colours spread so
        far, any dots look like pips.
        Tints say which value it is, and nothing else.
        Worked out anew after every look: every other reading of the picture asks for them, too.
        """
        looked = len(self.looks), self.tints is not None
        if self._mean is None or self._mean[0] != looked:
            logs = np.log(np.maximum(self.looks, FLOOR))
            mean = _shares(logs.mean(axis=0))
            none = max(mean[NONE], _shares(logs[:FIRST_LOOKS].mean(axis=0))[NONE])
            mean *= (1 - none) / (1 - mean[NONE])
            mean[NONE] = none
            if self.tints is not None:
                mean[1:7] = mean[1:7].sum() * _shares(np.log(mean[1:7]) + TINTS_SAY * self.tints)
            self._mean = looked, mean
        return self._mean[1]

    @property
    def rise(self) -> Floats:
        """The mean (2,) of what the looks say of the way out of the die."""
        return np.mean(self.rises, axis=0)

    def points_like(self, other: Reading) -> bool:
        """Say whether two faces point alike: then they are not of one die."""
        return bool(np.hypot(*(self.rise - other.rise)) < ANOTHER_WAY)

    @property
    def value(self) -> int:
        """The likeliest value, if it is a die."""
        return int(self.odds[1:7].argmax()) + 1

    @property
    def die(self) -> float:
        """The odds of a die with pips by all looks together."""
        return _die(self.odds)

    @property
    def any_die(self) -> float:
        """The odds of a die by all looks together, be it one with pips or one with figures."""
        return float(1 - self.odds[NONE])

    @property
    def credible(self) -> float:
        """The odds of a die by the sceptic; even ones where it has not looked."""
        return 0.5 if self.sceptic is None else float(1 - self.sceptic[NONE])

    @property
    def figures(self) -> float:
        """The odds of figures or an emblem in place of pips, as things stand if it is a die."""
        return float(self.odds[NUMERAL] / max(self.any_die, FLOOR))

    @property
    def plain(self) -> bool:
        """Whether the looks so far leave no doubt."""
        best = [int(look.argmax()) for look in self.looks]
        return len(set(best)) == 1 and min(float(look.max()) for look in self.looks) > PLAIN

    @property
    def none(self) -> bool:
        """Whether this is surely no die's top face."""
        return self.any_die < 1 - HOPELESS[min(len(self.looks), len(HOPELESS)) - 1]

    def move(self, off: Floats, zoom: float) -> None:
        """Correct the place by what a look has said, at most by a third of a side."""
        off = np.clip(off, -MOST_OFF, MOST_OFF) * self.size_px
        self.x_px, self.y_px = self.x_px + float(off[0]), self.y_px + float(off[1])
        self.size_px *= float(np.clip(zoom, 1 / MOST_ZOOM, MOST_ZOOM))


def look_closer(networks: Networks, image: Image, peaks: Sequence[Peak]) -> list[Reading]:
    """Read every candidate by all face readers in turn, and those in doubt by their tints alone.

    Those that are surely none are left out.
    """
    turn = itertools.cycle(networks.faces)
    pyramid = Pyramid(image)
    readings = [Reading(peak, peak.x_px, peak.y_px, peak.size_px) for peak in peaks]
    faces = _look(next(turn), pyramid, readings, FIRST)
    for reading, off, zoom in zip(readings, faces[0], faces[1], strict=True):
        reading.move(off, zoom)
    readings = [reading for reading in readings if not reading.none]
    _look(next(turn), pyramid, readings, SECOND)
    for way in FURTHER:
        _look(next(turn), pyramid, [each for each in readings if not each.plain and not each.none], way)
    readings = [reading for reading in readings if not reading.none]
    _look_at_tints(networks.tint, pyramid, [each for each in readings if len(each.looks) > FIRST_LOOKS])
    if networks.sceptic:
        _look_sceptically(networks.sceptic, pyramid, readings)
    _look_above(networks.faces[0], pyramid, readings)
    _look_again(networks.finder, pyramid, readings)
    return readings


def _look_at_tints(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    """See which value each shows by tints alone, turned two ways."""
    for reading in readings:
        place = reading.x_px, reading.y_px, reading.size_px
        cuts = [
            pyramid.cut(*place, way.turn_deg, flip=way.mirrored, top_px=reader.top_px)
            for way in (FIRST, SECOND)
        ]
        odds = reader.read([tints(cut, reader.top_px) for cut in cuts]).odds[:, 1:7]
        shares = odds / odds.sum(axis=1, keepdims=True)
        reading.tints = np.log(np.maximum(shares, FLOOR)).mean(axis=0)


def _look_sceptically(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    """See whether the one that has learned what others take for dice believes in each."""
    cuts = [
        pyramid.cut(each.x_px, each.y_px, each.size_px, top_px=reader.top_px, side_px=reader.side_px)
        for each in readings
    ]
    for reading, odds in zip(readings, reader.read(cuts).odds, strict=True):
        reading.sceptic = odds


def _look_above(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    cuts = [
        pyramid.cut(each.x_px, each.y_px - ABOVE * each.size_px, each.size_px, top_px=reader.top_px)
        for each in readings
    ]
    for reading, odds in zip(readings, reader.read(cuts).odds, strict=True):
        reading.above = _die(odds)


def _look_again(finder: Finder, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    middle, reach = (AGAIN_PX - 1) / 2, AGAIN_WITHIN * AGAIN_TOP_PX
    cuts = [
        pyramid.cut(each.x_px, each.y_px, each.size_px, top_px=AGAIN_TOP_PX, side_px=AGAIN_PX)
        for each in readings
    ]
    for reading, peaks in zip(readings, finder.look_at(cuts), strict=True):
        there = (
            peak
            for peak in peaks
            if np.hypot(peak.x_px - middle, peak.y_px - middle) < reach
            and 1 / AGAIN_ALIKE < peak.size_px / AGAIN_TOP_PX < AGAIN_ALIKE
        )
        reading.again = max(there, key=lambda peak: peak.seen, default=None)


def _shares(logs: Floats) -> Floats:
    odds = np.exp(logs)
    return odds / odds.sum()


def _die(odds: Floats) -> float:
    """Give the odds of a die with pips: figures and emblems are none."""
    return float(1 - odds[NONE] - odds[NUMERAL])


def _look(
    reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading], way: Way
) -> tuple[Floats, Floats]:
    turn_deg, flip, apart = way
    cuts = [
        pyramid.cut(each.x_px, each.y_px, each.size_px, turn_deg, flip=flip, top_px=reader.top_px)
        for each in readings
    ]
    faces = reader.read([decorrelated(cut, reader.top_px) for cut in cuts] if apart else cuts)
    back = into_cut(turn_deg, flip=flip).T
    for reading, odds, rise in zip(readings, faces.odds, faces.rise, strict=True):
        reading.looks.append(odds)
        reading.rises.append(back @ rise)
    if faces.lies is not None:
        for reading, lies in zip(readings, faces.lies, strict=True):
            reading.lies.append(lies)
    return faces.off, faces.zoom
