"""The beads along the rim of a round token: what it is, whichever way it lies.

A disc has no top, so a word must not be mistaken for another one *in any turn*. `bead_words` gives
words of sixteen light and dark beads of which any two differ in at least four beads however they
are turned against each other: one misread bead is put right, two are noticed.

Convention: millimetres from the token's centre, x to the right, y down, the face upright; the
first bead is at the top, the others follow clockwise.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from companion.layout import Dot

BEADS = 16
LEAST_APART = 4
WORDS = 32
LIGHT_BEADS = range(6, 11)
LONGEST_RUN = 5
"""A rim is neither nearly all light nor nearly all dark, and nowhere for long, so that a glance at
it says what light and dark are under this lamp."""


def bead_dots(number: int, radius_mm: float) -> tuple[Dot, ...]:
    """Give the beads of the ``number``-th word (from 0) on a circle. Raises IndexError."""
    word = bead_words()[number]
    return tuple(Dot(_place(n, radius_mm), light) for n, light in enumerate(word))


@lru_cache(maxsize=1)
def bead_words() -> tuple[tuple[bool, ...], ...]:
    """Give the words, always the same ones in the same order: each is the first that is far enough."""
    chosen: list[int] = []
    turned: list[tuple[int, ...]] = []
    for word in range(1 << BEADS):
        if word.bit_count() not in LIGHT_BEADS or word != min(turns := _turns(word)) or _dull(turns):
            continue
        if all((word ^ other).bit_count() >= LEAST_APART for others in turned for other in others):
            chosen.append(word)
            turned.append(turns)
        if len(chosen) == WORDS:
            break
    return tuple(tuple(bool(word >> (BEADS - 1 - n) & 1) for n in range(BEADS)) for word in chosen)


def _turns(word: int) -> tuple[int, ...]:
    mask = (1 << BEADS) - 1
    return tuple(((word << n) | (word >> (BEADS - n))) & mask for n in range(BEADS))


def _dull(turns: tuple[int, ...]) -> bool:
    """Whether too many beads in a row are alike."""
    run = (1 << LONGEST_RUN + 1) - 1
    return any(turn & run in (0, run) for turn in turns)


def _place(n: int, radius_mm: float) -> tuple[float, float]:
    angle = 2 * pi * n / BEADS - pi / 2
    return radius_mm * cos(angle), radius_mm * sin(angle)
