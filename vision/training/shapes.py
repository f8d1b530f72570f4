"""Makes of dice and dominoes: their form, their pips, and what is printed beside them.

Convention: lengths in sides of the die; its own axes are right-handed with 1 at +z, 2 at +x, 3 at +y.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.training.prints import Print, casino_marks, logo, numerals

Array = NDArray[np.floating]
Rng = np.random.Generator

FACES = {1: (0, 0, 1), 2: (1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0), 5: (-1, 0, 0), 6: (0, 0, -1)}
CUBE = (0.5, 0.5, 0.5)

PLATED = 0.2
"""Share of makes whose faces bear a plate of another colour under the pips, round or nearly square."""

PILLOWED = 0.4
"""Share of makes whose faces are not quite flat: what is mirrored in them is bent to rings and hooks."""

ANGULAR = 0.05
"""Share of makes whose pips are squares or diamonds."""


@dataclass(frozen=True)
class Shape:
    """Everything about a die's form, in parts of its side.

    ``half`` (3,) is how far it reaches; ``ball`` the radius of the ball that cuts the corners; ``ring``
    how much of a pip's middle is bare; ``drilled`` how deep the pips are; ``one`` how much larger the pip
    of 1 is; ``prints`` what is printed beside the pips, or in their place where ``numeral``; ``pip_power`` is
    2 of round pips, less of diamonds, more of squares; ``plate`` the radius of what lies under them, a disc
    or, the higher its ``power``, nearly a square; ``pillow`` by how much a face's normal leans outwards, in
    rad a side from its middle; ``halves`` the values of a domino.
    """

    rounding: float
    ball: float
    pip_radius: float
    spread: float
    one: float
    ring: float
    drilled: float
    turned: tuple[bool, ...]
    prints: dict[int, Print]
    numeral: bool
    pip_power: float = 2.0
    half: tuple[float, float, float] = CUBE
    plate: float = 0.0
    power: float = 2.0
    pillow: float = 0.0
    halves: tuple[int, int] | None = None

    @classmethod
    def random(cls, rng: Rng, *, numeral: bool = False) -> Shape:
        """Draw a make of dice."""
        radius, spread = _drawn_pips(rng)
        prints = numerals(rng) if numeral else logo(rng) if rng.random() < 0.15 else {}
        plate, power = 0.0, 2.0
        if rng.random() < PLATED:
            square = rng.random() < 0.3
            plate, power = float(rng.uniform(0.36 if square else 0.26, 0.47)), 7.0 if square else 2.0
            # All pips stand on the plate; its edge crosses the diagonal at the corner.
            corner = 2 ** (-1 / power) * plate
            radius = min(radius, float(rng.uniform(0.16, 0.26 if square else 0.22)) * plate)
            spread = float(rng.uniform(2.2 * radius, corner - (radius if square else radius / np.sqrt(2))))
        return cls(
            rounding=float(rng.uniform(0.2, 0.3) if rng.random() < 0.2 else rng.uniform(0.015, 0.22)),
            ball=float(rng.uniform(0.57, 0.78)) if rng.random() < 0.4 else 9.0,
            pip_radius=radius,
            spread=spread,
            one=float(rng.uniform(1.2, 2.2)) if rng.random() < 0.25 else 1.0,
            ring=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.08 else 0.0,
            drilled=float(rng.uniform(0.2, 1.3)) if rng.random() < 0.6 else 0.0,
            turned=tuple(bool(bit) for bit in rng.integers(0, 2, 6)),
            prints=prints,
            numeral=numeral,
            pip_power=float(rng.choice([1.0, 8.0])) if rng.random() < ANGULAR else 2.0,
            plate=plate,
            power=power,
            pillow=float(rng.uniform(-0.25, 0.5)) if rng.random() < PILLOWED else 0.0,
        )

    @classmethod
    def casino(cls, rng: Rng) -> Shape:
        """Draw a make of casinos' dice: sharp edges, large pips level with the face, letters on some."""
        radius = float(rng.uniform(0.1, 0.16))
        return replace(
            cls.random(rng),
            rounding=float(rng.uniform(0.008, 0.05)),
            ball=9.0,
            pip_radius=radius,
            spread=float(rng.uniform(max(0.22, 2.02 * radius), max(0.31, 2.1 * radius))),
            one=float(rng.uniform(1.0, 1.25)),
            ring=0.0,
            drilled=0.0,
            pip_power=2.0,
            prints=casino_marks(rng) if rng.random() < 0.75 else {},
            plate=0.0,
            pillow=0.0,
        )

    @classmethod
    def cube(cls, rng: Rng) -> Shape:
        """Draw a wooden cube: a die without pips."""
        return replace(cls.random(rng), pip_radius=0.0, drilled=0.0, prints={}, plate=0.0)

    @classmethod
    def domino(cls, rng: Rng) -> Shape:
        """Draw a domino: each half bears pips as a die's face does, or none."""
        radius, spread = _drawn_pips(rng)
        length, width, height = rng.uniform(0.95, 1.12), rng.uniform(0.46, 0.54), rng.uniform(0.1, 0.3)
        return replace(
            cls.random(rng),
            rounding=float(rng.uniform(0.008, 0.09)),
            ball=9.0,
            pip_radius=radius,
            spread=spread,
            one=1.0,
            prints={},
            plate=0.0,
            half=(float(length), float(width), float(height)),
            halves=(int(rng.integers(0, 7)), int(rng.integers(0, 7))),
        )

    def pips(self, value: int) -> Array:
        """Give the middles of a face's pips, (N, 2)."""
        if not self.pip_radius or (self.halves is not None and value != 1):
            return np.zeros((0, 2))
        if self.halves is None:
            return self._pips(value)
        apart = np.array([(-self.half[0] / 2, 0), (self.half[0] / 2, 0)])
        return np.concatenate(
            [at + self._pips(number) for at, number in zip(apart, self.halves, strict=True) if number]
            or [np.zeros((0, 2))]
        )

    def _pips(self, value: int) -> Array:
        s = self.spread
        pips = [(0.0, 0.0)] if value % 2 else []
        pips += [(-s, -s), (s, s)] if value > 1 else []
        pips += [(-s, s), (s, -s)] if value > 3 else []
        pips += [(-s, 0.0), (s, 0.0)] if value == 6 else []
        places = np.array(pips)
        return places[:, ::-1] * (1, -1) if self.turned[value - 1] else places


def _drawn_pips(rng: Rng) -> tuple[float, float]:
    """Draw the pips' radius and how far from the middle they stand."""
    radius = float(rng.uniform(0.06, 0.125))
    # Pips must not touch each other, as no maker lets them, nor hang over the edge.
    return radius, float(rng.uniform(max(0.2, 2.1 * radius), 0.285))
