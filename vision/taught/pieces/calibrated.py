"""Turns differences into odds of each kind, of the bare place, of something hidden and of something else.

By how much a piece differs from its own example varies with focus and light from picture to picture: one
unknown scale. With that scale integrated out, a difference d weighs (d + exact) to the power of -samples, as
in `vision.odds`. The network's word multiplies it. A piece that fits its example closely was seen in good
light and focus, so it tells kinds apart more surely. A stranger is something that is about as unlike every
kind as ``stranger`` says. All numbers are fitted to drawn boxes
(`vision.training.taught.fit`) and kept in odds.json.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from companion.sighting import EMPTY
from vision.ports import Floats
from vision.taught.pieces.light_of_patch import Pairs

COVERED = "covered"
"""The place is hidden by a hand, glare, or a thing that lies over it."""

NONE = "none-of-these"
"""A thing lies there that is none of the possible kinds."""

FLOOR = 1e-5
NOISE = 0.005
"""The network's difference between two pictures of one piece is never surely less than this."""

LEAST_SURE, PIECE_COUNTS = 0.9, 2.0
"""A piece this sure helps to find the light, and counts like so many pairs of colours."""


class Weights(NamedTuple):
    """What `weigh` reckons with: powers, offsets, and how likely strangers are.

    Kinds are told apart more surely where the network's difference from the likeliest one is below ``close``.
    """

    exact: float
    samples: float
    unlike: float
    empty_exact: float
    empty_samples: float
    empty_unlike: float
    empty: float
    stranger: float
    hidden: float
    covered: float
    covered_from: float
    close: float


FITTED = Weights(**json.loads((Path(__file__).parent / "odds.json").read_text()))


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

    ``kinds`` holds for each kind the least difference pixel by pixel, the least one by the network (0 to 2),
    and the turn in radians. ``empty`` holds both differences from the bare place. ``means`` are the mean log
    colours of the patch and of the example that fits best, None where they tell nothing of the light;
    ``hidden`` is how much of the ground around looks odd, 0 to 1; ``bare`` says that one look was enough.
    """

    kinds: dict[str, tuple[float, float, float]]
    empty: tuple[float, float]
    means: tuple[Floats, Floats] | None = None
    hidden: float = 0.0
    bare: bool = False

    @property
    def pair(self) -> Pairs | None:
        """What this piece shows of the light."""
        if self.means is None or not self._sure:
            return None
        seen, known = self.means
        return Pairs(seen[None], known[None], np.array([PIECE_COUNTS * self._sure], np.float32))

    @property
    def _sure(self) -> float:
        """How much this piece may say about the light, 0 to 1."""
        odds = weigh(self)
        known = max((odds.log_p[kind] for kind in self.kinds), default=-math.inf)
        rivals = [value for name, value in odds.log_p.items() if name not in (COVERED, NONE)]
        share = math.exp(known - float(np.logaddexp.reduce(rivals))) if rivals else 0.0
        return share if share >= LEAST_SURE else 0.0


def join(parts: Sequence[Evidence], hidden: float) -> Evidence:
    """Join what was found for kinds of different shapes in one patch."""
    if not parts:
        return Evidence({}, (0.0, 0.0), None, hidden, bare=True)
    best = min(parts, key=lambda part: min(far for far, *_ in part.kinds.values()))
    kinds = {kind: found for part in parts for kind, found in part.kinds.items()}
    return replace(
        best, kinds=kinds, empty=_barest(parts), hidden=hidden, bare=all(part.bare for part in parts)
    )


def _barest(parts: Sequence[Evidence]) -> tuple[float, float]:
    """Give how a patch differs from its bare place: a piece of any of its shapes would show."""
    return max(part.empty[0] for part in parts), max(part.empty[1] for part in parts)


def kind_scores(far: Floats, unlike: Floats, by: Weights) -> Floats:
    """Give how likely each kind is as a logarithm, by both differences from it; all are (places, kinds)."""
    scores: Floats = -by.samples * np.log(far + by.exact) - by.unlike * unlike
    if not scores.shape[1]:
        return scores
    best = scores.argmax(axis=1)[:, None]
    likeliest = np.take_along_axis(scores, best, axis=1)
    closeness = (by.close + NOISE) / (np.take_along_axis(unlike, best, axis=1) + NOISE)
    surer: Floats = likeliest + np.maximum(closeness, 1.0) * (scores - likeliest)
    return surer


def weigh(seen: Evidence, by: Weights = FITTED) -> Odds:
    """Give the odds of what was seen."""
    far = np.array([found[:2] for found in seen.kinds.values()]).reshape(-1, 2)
    known = kind_scores(far[None, :, 0], far[None, :, 1], by)[0]
    bare = (
        by.empty
        - by.empty_samples * math.log(seen.empty[0] + by.empty_exact)
        - by.empty_unlike * seen.empty[1]
    )
    stranger = by.stranger + by.hidden * seen.hidden
    over = 1 / (1 + math.exp(-by.covered * (seen.hidden - by.covered_from)))
    scores = np.array([*known, bare, stranger + math.log(over + 1e-9), stranger + math.log(1 - over + 1e-9)])
    shares = np.exp(scores - np.logaddexp.reduce(scores))
    shares = (shares + FLOOR) / (1 + FLOOR * len(shares))
    log_p = dict(zip((*seen.kinds, EMPTY, COVERED, NONE), np.log(shares).tolist(), strict=True))
    likeliest = list(seen.kinds)[int(known.argmax())] if len(known) else ""
    return Odds(log_p, seen.kinds[likeliest][2] if likeliest else 0.0)
