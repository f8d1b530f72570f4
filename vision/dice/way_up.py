"""Which way is up in a picture: all dice that lie flat on one table point there, as one camera sees them.

The side of a die that is taken for a top, and a die that leans, point elsewhere.

Convention: pixels of the picture given, origin top left, x right, y down; a rise is how far in the picture a
point moves that goes one side further out of a die, through its top face, in sides of that face.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.dice.reading import Reading
from vision.ports import Floats

NOISE = 0.12
"""Deviation of a rise that the close looks see from the true one; 0.05 to 0.15 was measured."""

LEANING = 0.5
"""Deviation of the rises of dice that lean from those of flat ones: at 24 degrees they differ by 0.4."""

MOST_TOLD = 12.0
"""Log-odds of a lean beyond which a rise tells no more: it is as likely to be no top face."""

ROUNDS = 5
"""Of judging the dice by each other anew."""


class Guess(NamedTuple):
    """What is guessed before any die is seen.

    ``ahead`` (2,) is the rise in the middle, ``spread`` by how much it differs from one end of the picture to
    the other; ``.._within`` are their deviations.
    """

    ahead: tuple[float, float]
    ahead_within: tuple[float, float]
    spread: float
    spread_within: float


OF_PICTURES = Guess((0.0, -0.35), (0.3, 0.45), 0.7, 0.2)
"""Most cameras stand on their feet and look down slantingly; the long side over the focal length is that of
telephones and webcams."""

OF_PARTS = Guess((0.0, -0.35), (0.5, 0.6), 0.3, 0.3)
"""Of a part of a picture nobody knows which it is, or how large the whole is."""


class Pointing(NamedTuple):
    """Where N readings point, each judged by the others.

    ``askew`` (N,) says how many deviations each is off the way up, ``lean`` (N,) how much likelier its rise
    is for a die that leans than for one that lies flat, as a logarithm.
    """

    askew: Floats
    lean: Floats


def pointing(
    readings: Sequence[Reading], flat: Floats, shape: tuple[int, int], guess: Guess = OF_PICTURES
) -> Pointing:
    """Judge where each reading points by what the others say of the way up.

    Seen by a pinhole, the rise at a place is nearly ``ahead + spread * place``, with the place from the
    picture's middle in its long sides. A reading speaks as much as it is likely to lie flat, by its looks at
    first and then by where it points, too: two dice that lean hardly ever lean alike, so those that agree lie
    flat even where they do not look so (a mixture of two kinds of dice, by expectation and maximisation:
    Dempster, Laird & Rubin, 1977).

    Parameters
    ----------
    readings
        All that is judged.
    flat
        (N,) how likely each is to be a die's top face that lies flat, as far as its looks tell; 0 for those
        that have no say.
    shape
        Height and width of the picture in px.
    guess
        What is known before any die is seen.
    """
    rows = _rows(readings, shape)
    rises = np.array([each.rise for each in readings]).reshape(-1, 2)
    lean = np.zeros(len(readings))
    for _ in range(ROUNDS):
        speaks = flat / (flat + (1 - flat) * np.exp(lean))
        off, unsure = _off(rows, rises, speaks, guess)
        leaning = _log_density(off, unsure + LEANING**2 * np.eye(2))
        lean = np.minimum(leaning - _log_density(off, unsure), MOST_TOLD)
    askew = np.sqrt(np.einsum("ni,nij,nj->n", off, np.linalg.inv(unsure), off))
    return Pointing(askew, lean)


def _rows(readings: Sequence[Reading], shape: tuple[int, int]) -> Floats:
    """Give the (N, 2, 3) by which ``ahead`` and ``spread`` make a rise."""
    middle_px = (np.array(shape[::-1]) - 1) / 2
    places = np.array([(each.x_px, each.y_px) for each in readings]).reshape(-1, 2) - middle_px
    rows = np.zeros((len(readings), 2, 3))
    rows[:, (0, 1), (0, 1)] = 1.0
    rows[:, :, 2] = places / max(shape)
    return rows


def _off(rows: Floats, rises: Floats, speaks: Floats, guess: Guess) -> tuple[Floats, Floats]:
    """Give how far each rise is from what all others let expect (N, 2), and how sure that is (N, 2, 2)."""
    known = np.diag(np.array([*guess.ahead_within, guess.spread_within]) ** -2)
    weight = speaks / NOISE**2
    own_known = np.einsum("n,nij,nik->njk", weight, rows, rows)
    own_toward = np.einsum("n,nij,ni->nj", weight, rows, rises)
    others_known = known + own_known.sum(axis=0) - own_known
    others_toward = known @ (*guess.ahead, guess.spread) + own_toward.sum(axis=0) - own_toward
    spread = np.linalg.inv(others_known)
    expected = np.einsum("nij,njk,nk->ni", rows, spread, others_toward)
    return rises - expected, rows @ spread @ rows.transpose(0, 2, 1) + NOISE**2 * np.eye(2)


def _log_density(off: Floats, unsure: Floats) -> Floats:
    """Give the logarithm of a normal density, but for a constant, of N places (N, 2)."""
    far = np.einsum("ni,nij,nj->n", off, np.linalg.inv(unsure), off)
    log_density: Floats = -0.5 * (far + np.log(np.linalg.det(unsure)))
    return log_density
