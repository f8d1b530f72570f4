"""What the readings of a picture say of each other: how large dice are, where is up, and what is one die.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.classes import COCKED, STACKED
from vision.dice.closer import ABOVE
from vision.dice.reading import Reading
from vision.dice.way_up import OF_PARTS, OF_PICTURES, pointing
from vision.ports import Floats

LEAST = 1e-5
"""Probabilities nearer to 0 or 1 tell no more."""

ONE_DIE, TOO_NEAR = 1.05, 0.7
"""Faces of one die are nearer than the first, in their sides: from anywhere 0.83 to 0.93 apart. The tops of
two dice are no nearer than the second, unless the camera looks down by less than 30 degrees. (What is nearer
than `vision.dice.reading.OVERLAP` has been joined before.)"""

THERE = 0.6
"""Skip evidence from above a face when another die is nearer to the spot than this part, in sides."""

MOST_OUTSHONE, MOST_OFF_SIZE, MOST_ASKEW = 6.0, 1.5, 4.0
"""Beyond these, two logarithms and a number of deviations, nothing is doubted more."""

COMPANY = 2
"""So many dice that are beyond doubt say how large a die is in this picture."""

BEYOND_DOUBT = 0.97

ALIKE = 1.3
"""Sizes that differ by less than this factor are about the same."""

DOUBTED, LIKELY = 0.5, 0.9
"""Odds of a die with pips: from the second on it speaks for those of its size, from the first on against
them."""

LOOKS_LEAN = 0.3
"""What the close looks' log-odds of a lean are worth: they are far surer than they are right."""

SEEN_BELOW_PX, MOST_ON_ANOTHER = 18.0, 4.0
"""Of a smaller die nobody sees whether another lies below it; and log-odds beyond which nothing is surer."""

ALL_LOOK_SO, LOOK_FLAT, ALONE = 0.7, -1.0, 0.8
"""How much of the log-odds beyond `LOOK_FLAT` with which the others look as if they lay on some counts for
nothing when a die does: all clear dice look so, and all in a picture that was squeezed. And by how much it is
less likely where no other is seen. They were chosen, not fitted (docs/dice-training.md)."""

SAY = (0.3, 0.97)
"""Least and most say in which way is up that a die has by its looks alone."""

SIZE_SPEAKS = 8.0
"""Of two faces of one die the larger is the top, where the camera looks down by more than 45 degrees: so many
times the logarithm of their sizes' ratio counts like log-odds of a die."""


@dataclass(frozen=True)
class Picture:
    """All readings of a picture: each says something of the others.

    ``usual_px`` is the median size in px of the dice that are beyond doubt; None when these are too few.
    ``askew`` says of every reading how many deviations it points elsewhere than up, at most `MOST_ASKEW`,
    ``lean`` how much likelier a die that leans points there than one that lies flat, as a logarithm.
    ``on_another`` gives the log-odds that a die lies on another, as far as it looks so more than the others
    do; of a reading whose looks tell nothing of it there are none.
    """

    readings: Sequence[Reading]
    usual_px: float | None
    askew: Mapping[Reading, float]
    lean: Mapping[Reading, float]
    on_another: Mapping[Reading, float]

    @classmethod
    def of(cls, readings: Sequence[Reading], shape: tuple[int, int], *, part: bool = False) -> Picture:
        """Find the usual size, and which way is up.

        Parameters
        ----------
        readings
            All of the picture.
        shape
            Its height and width in px.
        part
            Whether it is no more than a part of what the camera saw.
        """
        sure = [each for each in readings if _beyond_doubt(each)]
        usual_px = float(np.median([each.size_px for each in sure])) if len(sure) >= COMPANY else None
        up = pointing(readings, _say(readings), shape, OF_PARTS if part else OF_PICTURES)
        askew = dict(zip(readings, np.minimum(up.askew, MOST_ASKEW).tolist(), strict=True))
        lean = dict(zip(readings, up.lean.tolist(), strict=True))
        return cls(readings, usual_px, askew, lean, _more_than_others(readings))

    def off_size(self, reading: Reading) -> float:
        """Say how far, as a logarithm, a reading's size is from the usual one; 0 where none is known."""
        return min(abs(np.log(reading.size_px / self.usual_px)), MOST_OFF_SIZE) if self.usual_px else 0.0

    def outshone(self, reading: Reading) -> float:
        """Say by how much, as log-odds, a reading beside this one, perhaps the top face, is likelier."""
        beside = (other for other in self._others(reading) if _of_one_die(other, reading))
        most = max((log_odds(other.any_die) for other in beside), default=-np.inf)
        return float(np.clip(most - log_odds(reading.any_die), 0.0, MOST_OUTSHONE))

    def above(self, reading: Reading) -> float:
        """Give the log-odds of a top face above a reading, of which this may be a side.

        Another die that surely lies there, and points alike, is none.
        """
        at_px = reading.x_px, reading.y_px - ABOVE * reading.size_px
        there = (
            other
            for other in self._others(reading)
            if math.dist((other.x_px, other.y_px), at_px) < THERE * other.size_px and _beyond_doubt(other)
        )
        return log_odds(0 if any(map(reading.points_like, there)) else reading.above)

    def doubted_likes(self, reading: Reading) -> float:
        """Compare how many others of about this size are doubted with how many are likely dice.

        As a logarithm. A board's counters are doubted one like the other, dice are not.
        """
        alike = [other.die for other in self._others(reading) if _ratio(other, reading) < ALIKE]
        doubted = sum(DOUBTED < die < LIKELY for die in alike)
        return float(np.log1p(doubted) - np.log1p(sum(die >= LIKELY for die in alike)))

    def _others(self, reading: Reading) -> list[Reading]:
        return [other for other in self.readings if other is not reading]


def _beyond_doubt(reading: Reading) -> bool:
    return reading.plain and reading.die > BEYOND_DOUBT


def _more_than_others(readings: Sequence[Reading]) -> dict[Reading, float]:
    """Give `Picture.on_another` of all readings of a picture."""
    looks = {each: lies_on_another(each) for each in readings if each.lies}
    sure = [each for each in looks if _beyond_doubt(each)]
    return {
        each: own - _looks_so_anyway([looks[other] for other in sure if other is not each])
        for each, own in looks.items()
    }


def _looks_so_anyway(others: Sequence[float]) -> float:
    """Give what counts for nothing of a die's log-odds of lying on another, where others have such."""
    return ALL_LOOK_SO * max(0.0, float(np.median(others)) - LOOK_FLAT) if others else ALONE


def _say(readings: Sequence[Reading]) -> Floats:
    """Give what say (N,) each has in which way is up: that of a die, by one of its faces, if it lies flat."""
    dice = [nth for nth, each in enumerate(readings) if each.die > LIKELY]
    tops = one_a_die([readings[nth] for nth in dice], [readings[nth].die for nth in dice])
    say = np.zeros(len(readings))
    for top in tops:
        leans = LOOKS_LEAN * looks_leaning(readings[dice[top]])
        say[dice[top]] = np.clip(1 / (1 + np.exp(leans)), *SAY)
    return say


def looks_leaning(reading: Reading) -> float:
    """Give the log-odds by the close looks that a die leans rather than lies flat on the table."""
    return _leans(reading, COCKED)


def looks_stacked(reading: Reading) -> float:
    """Give the log-odds by the close looks that a die lies on another rather than flat on the table."""
    return _leans(reading, STACKED)


def lies_on_another(reading: Reading) -> float:
    """Give the log-odds that a die lies on another rather than flat, by the looks that tell how it lies."""
    if reading.size_px < SEEN_BELOW_PX:
        return -MOST_ON_ANOTHER
    return float(np.clip(reading.on_another, -MOST_ON_ANOTHER, MOST_ON_ANOTHER))


def _leans(reading: Reading, label: int) -> float:
    return float(np.log(max(reading.odds[label], LEAST) / max(reading.odds[1:7].sum(), LEAST)))


def one_a_die(readings: Sequence[Reading], die: Sequence[float]) -> dict[int, float]:
    """Choose one of the readings that are faces of one die, the likelier and larger.

    They lie beside each other, and do not point alike, as the tops of two dice do that stand in a row or one
    behind the other. Where a face that is left out may have been the top, the one that stays is doubted.

    Parameters
    ----------
    readings
        Those that are told of.
    die
        The probability of each of being a die's top face.

    Returns
    -------
    dict of int to float
        For those that stay their places in the order given, and the probability of being the top face rather
        than one that was left out: 1 where there was none.
    """
    rank = [
        log_odds(p) + SIZE_SPEAKS * np.log(reading.size_px) for reading, p in zip(readings, die, strict=True)
    ]
    kept: dict[int, float] = {}
    for nth in sorted(range(len(readings)), key=lambda each: -rank[each]):
        tops = [top for top in kept if _of_one_die(readings[nth], readings[top])]
        for top in tops:
            kept[top] = min(kept[top], float(1 / (1 + np.exp(rank[nth] - rank[top]))))
        if not tops:
            kept[nth] = 1.0
    return kept


def _of_one_die(reading: Reading, other: Reading) -> bool:
    apart = sides_apart(reading, other)
    return apart < TOO_NEAR or (apart < ONE_DIE and not reading.points_like(other))


def sides_apart(reading: Reading, other: Reading) -> float:
    """Say how far the middles of two readings are apart, in the mean of their sides."""
    distance_px = math.hypot(other.x_px - reading.x_px, other.y_px - reading.y_px)
    return distance_px / ((other.size_px + reading.size_px) / 2)


def _ratio(reading: Reading, other: Reading) -> float:
    return max(reading.size_px, other.size_px) / min(reading.size_px, other.size_px)


def log_odds(p: float) -> float:
    """Give log(p / (1 - p)), kept finite."""
    safe = min(max(p, LEAST), 1 - LEAST)
    return math.log(safe / (1 - safe))
