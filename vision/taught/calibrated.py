"""Turns differences into odds of each kind, of the bare place, of something hidden and of something else.

By how much a piece differs from its own example varies with focus and light from picture to picture: one
unknown scale. With that scale integrated out, a difference d weighs (d + `EXACT`) to the power of -`SAMPLES`,
as in `vision.odds`. A stranger is as likely as a difference of `STRANGE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.sighting import EMPTY
from vision.ports import Floats

COVERED = "covered"
"""The place is hidden: by a hand, glare, or something that lies over it."""

NONE = "none-of-these"
"""Something lies there, and it is none of the kinds that may."""

EXACT = 0.004
SAMPLES = 5.0
STRANGE = 0.06
FLOOR = 1e-5


@dataclass(frozen=True)
class Odds:
    """What lies in one patch.

    ``log_p`` holds the natural logarithms of the odds of each kind that may lie there, of `EMPTY`, `COVERED`
    and `NONE`; together they are 1. ``turn_rad`` is how the likeliest kind lies against its own upright.
    """

    log_p: dict[str, float]
    turn_rad: float

    @property
    def best(self) -> str:
        """The likeliest of all."""
        return max(self.log_p, key=lambda name: self.log_p[name])


@dataclass(frozen=True)
class Evidence:
    """How a patch differs from each kind and from the bare place.

    ``turns`` are in radians. ``off`` (3,) is how far the example that fits best is in log colours, ``hidden``
    how much of the ground around looks odd.
    """

    kinds: dict[str, float]
    empty: float
    turns: dict[str, float] = field(default_factory=dict)
    off: Floats = field(default_factory=lambda: np.zeros(3, np.float32))
    hidden: float = 0.0

    @property
    def sure(self) -> float:
        """How sure it is that the best kind is right, 0 to 1: by the odds without the stranger's."""
        if not self.kinds or min(self.kinds.values()) > self.empty:
            return 0.0
        weights = (np.array([*self.kinds.values(), self.empty, STRANGE / 2]) + EXACT) ** -SAMPLES
        return float(weights[:-2].max() / weights.sum())


def join(parts: Sequence[Evidence], hidden: float) -> Evidence:
    """Join what was found for kinds of different shapes in one patch."""
    if not parts:
        return Evidence({}, 0.0, hidden=hidden)
    best = min(parts, key=lambda part: min(part.kinds.values()))
    return Evidence(
        {kind: far for part in parts for kind, far in part.kinds.items()},
        max(part.empty for part in parts),
        {kind: turn for part in parts for kind, turn in part.turns.items()},
        best.off,
        hidden,
    )


def weigh(seen: Evidence) -> Odds:
    """Give the odds of what was seen."""
    names = [*seen.kinds, EMPTY]
    far = np.array([*seen.kinds.values(), seen.empty, STRANGE]) + EXACT
    weights = (far / far.min()) ** -SAMPLES
    *known, stranger = weights / weights.sum()
    over = 1 / (1 + np.exp(-12 * (seen.hidden - 0.45)))
    shares = np.array([*known, stranger * over, stranger * (1 - over)])
    shares = (shares + FLOOR) / (1 + FLOOR * len(shares))
    names += [COVERED, NONE]
    log_p = dict(zip(names, np.log(shares).tolist(), strict=True))
    likeliest = min(seen.kinds, key=lambda kind: seen.kinds[kind], default="")
    return Odds(log_p, seen.turns.get(likeliest, 0.0))
