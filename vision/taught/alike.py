"""Finds kinds that look too much alike, by their examples alone, and says what would help.

Two pictures of one kind usually differ a little. Two kinds are too much alike when their difference is
about as small. The plainest case is one kind under two names.

Convention: shares are odds from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from companion.errors import Saying
from vision.ports import Floats
from vision.taught.looks import Looks
from vision.taught.pieces import art
from vision.taught.pieces.calibrated import FITTED
from vision.taught.pieces.crops import TURNS
from vision.taught.pieces.group import Group

Difference = Literal["nothing", "colour", "turn", "detail"]

TOLD_FROM = 0.02
"""Pairs are reported from these odds on of reading one kind where the other lies."""

SAME_FROM = 0.35
OWN_FAR, OWN_UNLIKE = 0.02, 0.1
"""The difference of two pictures of one kind under two lamps, by pixels and by the network."""

BY_COLOUR = 0.6

HELP: dict[Difference, Saying] = {
    "nothing": Saying("They look the same: is one kind shown under two names?"),
    "colour": Saying(
        "They differ in colour alone: take a whiter, brighter light, and show each once more in it."
    ),
    "turn": Saying("They differ only in how they are turned: lay pieces upright, as they were shown."),
    "detail": Saying(
        "They differ in small print: bring the camera nearer or sharper, and show each once more."
    ),
}
"""What to do about a pair, by the difference that it has."""


@dataclass(frozen=True)
class AlikePair:
    """Two kinds that look alike: the odds of confusing them, and their difference."""

    first: str
    second: str
    share: float
    differ_by: Difference

    @property
    def same(self) -> bool:
        """Say whether this may be one kind under two names."""
        return self.differ_by == "nothing"

    @property
    def said(self) -> Saying:
        """Tell a player what to do."""
        help_ = HELP[self.differ_by]
        return Saying("{one} and {other} look alike. {help}", one=self.first, other=self.second, help=help_)


def alike_pairs(looks: Looks) -> list[AlikePair]:
    """Give the pairs of kinds that look too much alike, the worst first."""
    pairs = [pair for group in looks.groups.values() for pair in _pairs(group)]
    return sorted(pairs, key=lambda pair: (-pair.share, pair.first, pair.second))


def _pairs(group: Group) -> list[AlikePair]:
    turns = TURNS[group.shape.shape]
    upright = slice(None, None, turns)
    far = art.differences(group.coarse[upright], group.coarse).reshape(len(group.kinds), -1, turns)
    unlike = (1 - group.directions[upright] @ group.directions.T).reshape(far.shape)
    scores = _score(far, unlike)
    near = scores.max(axis=2)
    kinds = np.array(group.kinds)
    own = _own_score(near, kinds)
    found = []
    names = sorted(set(group.kinds))
    for nth, first in enumerate(names):
        for second in names[nth + 1 :]:
            of_pair = np.ix_(kinds == first, kinds == second)
            nearest = np.unravel_index(near[of_pair].argmax(), near[of_pair].shape)
            share = float(1 / (1 + np.exp(own - near[of_pair][nearest])))
            if share < TOLD_FROM:
                continue
            one = int(np.flatnonzero(kinds == first)[nearest[0]])
            other = int(np.flatnonzero(kinds == second)[nearest[1]])
            found.append(
                AlikePair(first, second, share, _difference(group, one, other, scores[one, other], own))
            )
    return found


def _score(far: Floats, unlike: Floats) -> Floats:
    score: Floats = -FITTED.samples * np.log(far + FITTED.exact) - FITTED.unlike * unlike
    return score


def _own_score(near: Floats, kinds: np.ndarray) -> float:
    """Give the score that another picture of the same kind gets under another lamp."""
    expected = float(_score(np.array(OWN_FAR), np.array(OWN_UNLIKE)))
    same = (kinds[:, None] == kinds) & ~np.eye(len(kinds), dtype=bool)
    # Examples of one kind under one lamp are more alike than under two: they only make the bar lower.
    return min(expected, float(np.median(near[same]))) if same.any() else expected


def _difference(group: Group, one: int, other: int, scores: Floats, own: float) -> Difference:
    """Say how two examples differ; ``scores`` (turns,) are those of the second in each turn."""
    turn = int(scores.argmax())
    if scores[turn] >= own + np.log(SAME_FROM / (1 - SAME_FROM)):
        upright = scores[0] >= own + np.log(TOLD_FROM / (1 - TOLD_FROM))
        return "nothing" if upright else "turn"
    turns = TURNS[group.shape.shape]
    rows = (group.coarse[[one * turns]], group.coarse[[other * turns + turn]])
    even = float((rows[0].means - rows[1].means)[0] ** 2 @ (art.WEIGHTS * art.EVEN))
    return "colour" if even > BY_COLOUR * float(art.differences(*rows)[0, 0]) else "detail"
