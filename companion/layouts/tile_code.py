"""The ring of dots along a tile's border: what it is, and which way up it lies.

Twelve places run clockwise from the top left corner: a corner, two places, a corner, ... The
top left corner alone is light, which tells top from bottom and keeps 6 from 9. The eight other
places hold one of sixteen values as the extended Hamming code (8, 4): any two values differ
in at least four dots, so one misread dot is put right and two are noticed.
(R. W. Hamming, "Error detecting and error correcting codes", 1950.)

Convention: millimetres from the tile's centre, x to the right, y down, the face upright.
"""

from __future__ import annotations

from companion.layout import Dot, Point

VALUES = 16


def hamming_8_4(value: int) -> tuple[bool, ...]:
    """Encode 0..15: the four data bits, lowest first, three parity bits, and the parity of all."""
    if not 0 <= value < VALUES:
        raise ValueError(f"{value} is not in 0..{VALUES - 1}")
    a, b, c, d = (bool(value >> n & 1) for n in range(4))
    word = (a, b, c, d, a ^ b ^ d, a ^ c ^ d, b ^ c ^ d)
    return (*word, sum(word) % 2 == 1)


def ring(side_mm: float, inset_mm: float) -> tuple[Point, ...]:
    """Give the twelve places on a square face, clockwise from the top left corner."""
    far = side_mm / 2 - inset_mm
    along = tuple(-far + 2 * far * n / 3 for n in range(3))
    top = [(t, -far) for t in along]
    right = [(far, t) for t in along]
    bottom = [(-t, far) for t in along]
    left = [(-far, -t) for t in along]
    return (*top, *right, *bottom, *left)


def code_dots(value: int, side_mm: float, inset_mm: float) -> tuple[Dot, ...]:
    """Give the dots of a value on a square face."""
    bits = iter(hamming_8_4(value))
    places = ring(side_mm, inset_mm)
    return tuple(Dot(place, light=n == 0 if n % 3 == 0 else next(bits)) for n, place in enumerate(places))


def back_dots(side_mm: float, inset_mm: float) -> tuple[Dot, ...]:
    """Give the dots of a back: all four corners light and all else dark, as on no face."""
    return tuple(Dot(place, light=n % 3 == 0) for n, place in enumerate(ring(side_mm, inset_mm)))
