"""A candidate for a die's top face, with all that was seen of it, and what its looks say together.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from vision.dice.classes import NONE, NUMERAL
from vision.dice.networks import Peak
from vision.ports import Floats

TINTS_SAY = 0.5
"""What the odds of the values by tints alone count beside those by all other looks, as a power of them: with
0.4 to 0.8 as many more dice are read right (docs/dice-training.md)."""

ANOTHER_WAY = 0.6
"""Rises that differ by less, in sides, point alike, as those of two dice do that lie flat beside each other.
Two faces of one die are a right angle apart, and theirs differ by twice the way between their middles, by
about 1.7; from 0.8 on was read (docs/accuracy.md)."""

FIRST_LOOKS = 2
"""The first look of each of the two readers, in the colours of the picture."""

PLAIN, BELIEVED = 0.97, 0.1
"""When both first looks give one class the first, and the sceptic a die the second, a third look would say
the same: with 0.985 a fifth more are looked at again, and of 1,248 photographs two more are read wrong; with
0.95, or where the sceptic has no say, keys and balls are accepted. It gives 98 of 100 dice more."""

HOPELESS = (0.97, 0.9)
"""What has more odds of being none after one look, and after more, is looked at no longer. One reader alone
often takes a die of a make that it has not learned for none, where the other does not."""

MOST_OFF, MOST_ZOOM = 0.35, 1.45
"""How far one look may correct the place, in sides, and the size."""

FLOOR = 1e-4
"""No look is trusted further than this: it is what one look can get wrong by itself."""

OVERLAP, INSIDE = 0.5, 0.75
"""Two top faces cannot be nearer than this part of a side, nor a small one, such as a pip, lie within a
large one: the likelier is kept."""

MUCH_SMALLER = 0.55


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
        rise: Floats = np.mean(self.rises, axis=0)
        return rise

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
        return die_odds(self.odds)

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
    def on_another(self) -> float:
        """The log-odds that it lies on another rather than flat, by all looks that tell of it."""
        flat, _, on_another = np.log(np.maximum(self.lies, FLOOR)).mean(axis=0)
        return float(on_another - flat)

    @property
    def plain(self) -> bool:
        """Whether the looks so far leave no doubt."""
        best = [int(look.argmax()) for look in self.looks]
        alike = len(set(best)) == 1 and min(float(look.max()) for look in self.looks) > PLAIN
        return alike and self.credible > BELIEVED

    @property
    def none(self) -> bool:
        """Whether this is surely no die's top face."""
        return self.any_die < 1 - HOPELESS[min(len(self.looks), len(HOPELESS)) - 1]

    def move(self, off: Floats, zoom: float) -> None:
        """Correct the place by what a look has said, at most by a third of a side."""
        off = np.clip(off, -MOST_OFF, MOST_OFF) * self.size_px
        self.x_px, self.y_px = self.x_px + float(off[0]), self.y_px + float(off[1])
        self.size_px *= float(np.clip(zoom, 1 / MOST_ZOOM, MOST_ZOOM))


def _shares(logs: Floats) -> Floats:
    odds = np.exp(logs)
    shares: Floats = odds / odds.sum()
    return shares


def die_odds(odds: Floats) -> float:
    """Give the odds of a die with pips: figures and emblems are none."""
    return float(1 - odds[NONE] - odds[NUMERAL])


class Placed(Protocol):
    """What lies at a place in a picture, and is so large there."""

    @property
    def x_px(self) -> float:
        """Its middle, to the right."""

    @property
    def y_px(self) -> float:
        """Its middle, downwards."""

    @property
    def size_px(self) -> float:
        """Its side."""


def overlap(face: Placed, other: Placed) -> bool:
    """Say whether two faces lie at one place, so that one of them is none."""
    apart = np.hypot(face.x_px - other.x_px, face.y_px - other.y_px)
    small, large = sorted((face.size_px, other.size_px))
    return bool(apart < (INSIDE if small < MUCH_SMALLER * large else OVERLAP) * large)
