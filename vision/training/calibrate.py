"""Fits how sure a reading is, on photographs that the networks had not seen, each set weighing the same.

Hardly anything on these photographs only looks like a die. So drawn tables, with dice and without, have a say
in what is one, too.

Prints the constants of `vision.dice.confidence`, and how many wrong values each threshold lets pass.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dice.company import Picture
from vision.dice.confidence import Weights, die_measures, told_of, value_measures
from vision.dice.reader import SMALL_PX, DiceReader, cut_off
from vision.dice.reading import Reading
from vision.images.loading import load_image
from vision.training.labels import Label, entries, paired
from vision.training.lean import DOUBT, LIE
from vision.training.scenes import Image, Props, scene
from vision.training.without_dice import things

Floats = NDArray[np.floating]

Measured = tuple[Floats, Floats]
"""What is measured of readings, (N, measures), and whether each is what is asked for, (N,)."""

PULL = 10.0
"""Ridge: pulls the weights to zero, so that a few odd dice do not rule them. Weights that are pulled hold
better on the set that they were not fitted to."""


DRAWN = 1.0
"""What drawn tables weigh beside one set of photographs. With more, more dice are asked about; without them
twice as many things on drawn tables are taken for dice (docs/dice-training.md)."""

SEED, SIDE_PX, SIZES_PX = 8_200_000, 480, (22.0, 64.0)
"""Of drawn tables, far from the seeds of all others; the side of one, and the sizes of its dice."""

NEAR = 1.2
"""What is nearer to a die than this, in its sides, and not on its top, is a part of it, or between two: it is
not counted among what is no die."""


class Photograph(NamedTuple):
    """All that may be dice in a photograph, which of it the edge does not cut off, and what its labels tell.

    What is cut off has no label, and is left out. ``shape`` is the photograph's height and width in px.
    """

    readings: list[Reading]
    whole: list[bool]
    labels: list[Label]
    shape: tuple[int, int]

    def meant(self, surest_first: list[Reading]) -> list[int]:
        """Give the true values of readings; 0 where there is no die."""
        places = [(each.x_px, each.y_px) for each in surest_first]
        return [label["value"] if label else 0 for label in paired(places, self.labels)[0]]

    def only_whole(self) -> list[Reading]:
        """Give the readings that the edge does not cut off."""
        return [each for each, whole in zip(self.readings, self.whole, strict=True) if whole]


class Examples(NamedTuple):
    """The photographs of a set."""

    name: str
    photographs: list[Photograph]

    def dice(self) -> tuple[Floats, Floats]:
        """Give what is measured of all readings, (N, 9), and which are dice, (N,)."""
        rows, die = [], []
        for photo in self.photographs:
            seen = Picture.of(photo.readings, photo.shape)
            for reading, value in _likeliest_first(photo):
                rows.append(die_measures(reading, seen))
                die.append(value > 0)
        return np.array(rows), np.array(die, float)

    def values(self) -> tuple[Floats, Floats]:
        """Give what is measured of the values of dice, (N, 3), and which are right, (N,)."""
        dice = [
            (reading, value)
            for photo in self.photographs
            for reading, value in _likeliest_first(photo)
            if value
        ]
        rows = [value_measures(reading) for reading, _ in dice]
        return np.array(rows), np.array([reading.value == value for reading, value in dice], float)


class Outcomes(NamedTuple):
    """What is told of N readings: ``confidence``, and whether that is a ``die`` and the value ``right``.

    ``flat`` is the probability that it lies flat.
    """

    confidence: Floats
    flat: Floats
    die: NDArray[np.bool_]
    right: NDArray[np.bool_]


def examples(photos: Path, name: str, reader: DiceReader, most: int | None = None) -> Examples:
    """Read about ``most`` photographs of a set, or all."""
    photographs = []
    for entry in entries(photos, name, most):
        image = load_image(photos / name / entry["file"])
        readings = reader.apart(image)
        whole = [not cut_off(image, each) for each in readings]
        photographs.append(Photograph(readings, whole, entry["dice"], image.shape[:2]))
    return Examples(name, photographs)


def drawn(reader: DiceReader, props: Props, count: int) -> Measured:
    """Measure what is read on ``count`` drawn tables with dice, and on two for each without any."""
    rows: list[Floats] = []
    dice: list[bool] = []
    for nth in range(count):
        table = scene(np.random.default_rng(SEED + nth), props, SIDE_PX, SIZES_PX)
        for reading, measures in _measured(reader, table.picture):
            near = [each for each in table.truth if each.apart_px(*_place(reading)) < NEAR * each.size_px]
            on = [each.label for each in near if each.is_at(*_place(reading))]
            if not near or (on and on[0] in LIE):
                rows.append(measures)
                dice.append(bool(on))
    for nth in range(2 * count):
        none = _measured(reader, things(np.random.default_rng((SEED, nth))))
        rows += [measures for _, measures in none]
    return np.array(rows), np.array(dice + [False] * (len(rows) - len(dice)), float)


def _measured(reader: DiceReader, picture: Image) -> list[tuple[Reading, Floats]]:
    readings = reader.apart(picture)
    seen = Picture.of(readings, picture.shape[:2])
    return [(each, die_measures(each, seen)) for each in readings]


def _place(reading: Reading) -> tuple[float, float]:
    return reading.x_px, reading.y_px


def _likeliest_first(photo: Photograph) -> list[tuple[Reading, int]]:
    """Give the readings of a photograph with their true values; no weights have a say in the order."""
    ordered = sorted(photo.only_whole(), key=lambda each: -each.any_die)
    return list(zip(ordered, photo.meant(ordered), strict=True))


def fit(sets: list[Measured], drawn: Measured | None = None, rounds: int = 30) -> Floats:
    """Fit a logistic regression by Newton's steps; every set weighs the same. Gives offset and weights.

    What was ``drawn`` weighs `DRAWN` of that.

    Raises
    ------
    ValueError
        When there is no set to fit to, or nothing in one.
    """
    if not sets or not all(len(right) for _, right in (*sets, *filter(None, [drawn]))):
        raise ValueError("weights are fitted to what was read in one set or more, with dice in each")
    weighed = [(1000.0, *each) for each in sets] + ([(1000 * DRAWN, *drawn)] if drawn else [])
    x = np.concatenate([np.column_stack([np.ones(len(rows)), rows]) for _, rows, _ in weighed])
    y = np.concatenate([right for _, _, right in weighed])
    weight = np.concatenate([np.full(len(right), weighs / len(right)) for weighs, _, right in weighed])
    pull = PULL * np.eye(x.shape[1])
    pull[0, 0] = 0
    found = np.zeros(x.shape[1])
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-x @ found))
        slope = x.T @ (weight * (y - p)) - pull @ found
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + pull
        found = found + np.linalg.solve(bend, slope)
    return found


def fit_both(sets: list[Examples], drawn: Measured | None = None) -> Weights:
    """Fit the weights of a die, and those of its value."""
    die, value = fit([each.dice() for each in sets], drawn), fit([each.values() for each in sets])
    return Weights(die.tolist(), value.tolist())


def told(sets: list[Examples], of: Examples, drawn: Measured | None = None) -> Outcomes:
    """Say what the reader would tell of one set, with weights fitted to the others.

    What is too small is never accepted.
    """
    weights = fit_both([other for other in sets if other is not of], drawn)
    rows = []
    for photo in of.photographs:
        whole = photo.only_whole()
        sure = [die for die in told_of(photo.readings, photo.shape, weights=weights) if die.reading in whole]
        sure.sort(key=lambda die: -die.confidence)
        for die, value in zip(sure, photo.meant([die.reading for die in sure]), strict=True):
            large = die.reading.size_px >= SMALL_PX
            rows.append((die.confidence if large else 0.0, die.flat, value > 0, value == die.reading.value))
    return Outcomes(*(np.array(column) for column in zip(*rows, strict=True)))


def report(sets: list[Examples], drawn: Measured | None = None) -> None:
    """Print the weights, how well they hold on each set when fitted to the others, and the thresholds.

    *Asked* is the share of the dice that are told, but below the threshold; what is no die can be wrong, too.
    """
    for name, weights in fit_both(sets, drawn)._asdict().items():
        print(f"{name}=({', '.join(f'{each:.3f}' for each in weights)})")
    all_told = []
    for each in sets:
        p, flat, die, right = one = told(sets, each, drawn)
        all_told.append(one)
        bins = [(p >= low) & (p < high) for low, high in ((0, 0.5), (0.5, 0.9), (0.9, 0.99), (0.99, 1.01))]
        pairs = [
            f"{100 * p[of].mean():.1f}:{100 * right[of].mean():.1f} ({of.sum()})" for of in bins if of.any()
        ]
        leans = 1 - flat[right]
        lies = f"{(leans > 0.5).sum()} flagged, {(leans > DOUBT).sum()} doubted as if they leaned"
        print(f"{each.name:16} right {100 * right[die].mean():.1f} % of dice; {lies}; says:is ", *pairs)
    p, _, die, right = (np.concatenate(parts) for parts in zip(*all_told, strict=True))
    for threshold in (0.5, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.998):
        taken = p >= threshold
        wrong, asked = (~right[taken]).sum(), 100 * (1 - taken[die].mean())
        print(f"accept from {threshold}: {asked:.1f} % asked, {wrong} of {taken.sum()} wrong")
