"""The beads along the rim of a round token: what it is, whichever way it lies.

A disc has no top, so a word must not be mistaken for another one *in any turn*. `WORDS` are words of
sixteen light and dark beads of which any two differ in at least four beads however they are turned
against each other: one misread bead is put right, two are noticed.

Convention: millimetres from the token's centre, x to the right, y down, the face upright; the
first bead is at the top, the others follow clockwise.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from companion.layout import Dot

BEADS: Final = 16
WORDS: Final = (
    *(0x041F, 0x0467, 0x0479, 0x04AB, 0x04B5, 0x04CD, 0x04D3, 0x054B),
    *(0x0555, 0x0587, 0x0599, 0x062D, 0x0713, 0x07DF, 0x085D, 0x08AD),
    *(0x0935, 0x0A39, 0x0A47, 0x0ADB, 0x0AF5, 0x0B9D, 0x0D0D, 0x0D3B),
    *(0x0DE3, 0x0E73, 0x0E91, 0x0EE9, 0x0F59, 0x0F65, 0x112B, 0x1177),
)
"""Each bit is a bead, the first one highest; 1 is light. Tokens that people have printed bear these words,
so a word never changes its number. Each was the lowest that was far enough from all before it. No rim is
nearly all light or nearly all dark, and nowhere for long: a glance at it says what both are in this light."""


def bead_dots(number: int, radius_mm: float) -> tuple[Dot, ...]:
    """Give the beads of the ``number``-th word (from 0) on a circle. Raises IndexError."""
    word = WORDS[number]
    return tuple(Dot(_place(n, radius_mm), bool(word >> (BEADS - 1 - n) & 1)) for n in range(BEADS))


def _place(n: int, radius_mm: float) -> tuple[float, float]:
    angle = 2 * pi * n / BEADS - pi / 2
    return radius_mm * cos(angle), radius_mm * sin(angle)
