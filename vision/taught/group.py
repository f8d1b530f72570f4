"""Pieces of one shape: their examples in every turn, and how a patch compares with them.

Convention: as in `vision.taught.crops`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ports import Floats, Image
from vision.taught import art
from vision.taught.calibrated import Evidence
from vision.taught.crops import SPAN, TURNS, Shape, cut, outline, tight_outline
from vision.taught.light_of_patch import OPPONENT, has_paper_rims, log_colours, opponent

PAPER = np.log(0.85).astype(np.float32)
"""Pieces with a rim of paper are shown as if their paper were this bright."""

MOST_OFF = 0.2
"""Pieces lie at most so far off the middle, in longer sides."""

MOST_UNLIKE = 0.25
"""Log colours that differ by this much show a piece; more tells no more."""

FROM_LOG = np.linalg.inv(OPPONENT)


@dataclass(frozen=True)
class Group:
    """The examples of all kinds of one shape.

    ``kinds`` names the kind of each example; row i of ``coarse`` and ``fine`` is example i // turns in the
    turn i % turns. ``paper`` says that all carry a rim of paper by which their light is told.
    """

    shape: Shape
    kinds: tuple[str, ...]
    lay_rad: tuple[float, ...]
    coarse: art.Prepared
    fine: art.Prepared
    paper: bool

    @classmethod
    def learn(
        cls, shape: Shape, kinds: Sequence[str], patches: Sequence[Image], lay_rad: Sequence[float]
    ) -> Group:
        """Learn from one patch for each of ``kinds``; ``lay_rad`` says how each lay."""
        spans_mm = SPAN * max(shape.size_mm)
        turns = [2 * np.pi * nth / TURNS[shape.shape] for nth in range(TURNS[shape.shape])]
        upright = [
            [
                cut(log_colours(patch), shape, art.SIDE, spans_mm=spans_mm, turn_rad=lay - turn)
                for turn in turns
            ]
            for patch, lay in zip(patches, lay_rad, strict=True)
        ]
        cuts = np.array(upright, np.float32).reshape(-1, art.SIDE, art.SIDE, 3)
        paper = has_paper_rims(_rims(cuts[:: len(turns)], shape))
        if paper:
            cuts = _on_paper(cuts, shape)
        cuts = art.soften(opponent(cuts), art.SOFT_PX)
        return cls(
            shape,
            tuple(kinds),
            tuple(lay_rad),
            art.prepare(art.coarse(cuts), shape.shape),
            art.prepare(cuts, shape.shape),
            paper,
        )

    def compare(self, log: Floats, bare: Floats | None, spans_mm: float, among: Sequence[str]) -> Evidence:
        """Compare a patch, in log colours balanced by the ground, with the kinds that may lie there."""
        middles = sorted({(0.0, 0.0), self.middle_of(log, bare, spans_mm)})
        cuts = np.stack(
            [cut(log, self.shape, art.SIDE, spans_mm=spans_mm, middle=middle) for middle in middles]
        )
        empty = [
            self._unlike_bare(each, bare, spans_mm, middle, log)
            for each, middle in zip(cuts, middles, strict=True)
        ]
        if self.paper:
            cuts = _on_paper(cuts, self.shape)
        cuts = art.soften(opponent(cuts), art.SOFT_PX)
        allowed = np.flatnonzero(np.isin(self.kinds, among))
        turns = TURNS[self.shape.shape]
        rows = (allowed[:, None] * turns + np.arange(turns)).ravel()
        small = art.prepare(art.coarse(cuts), self.shape.shape)
        rough = art.differences(small, self.coarse[rows])
        at = int(rough.min(axis=1).argmin())
        seen, rough = cuts[at], rough[at].reshape(-1, turns)
        finalists = np.argsort(rough.min(axis=1), kind="stable")[: art.FINALISTS]
        chosen = rows.reshape(-1, turns)[finalists, rough[finalists].argmin(axis=1)]
        close, by = art.settle(seen, self.fine[chosen], self.shape.shape)
        far = rough.min(axis=1)
        # What was looked at closely comes out nearer: the others keep their distance to the finalists.
        far += max(float(close.max() - far[finalists].max()), 0.0)
        far[finalists] = close
        return self._evidence(
            seen, allowed, far, rough.argmin(axis=1), dict(zip(finalists, by, strict=True)), min(empty)
        )

    def _evidence(
        self,
        seen: Floats,
        allowed: NDArray[np.intp],
        far: Floats,
        turn: NDArray[np.intp],
        by: dict[int, float],
        empty: float,
    ) -> Evidence:
        kinds: dict[str, float] = {}
        turns: dict[str, float] = {}
        step = 2 * np.pi / TURNS[self.shape.shape]
        for nth, example in enumerate(allowed.tolist()):
            kind = self.kinds[example]
            if far[nth] < kinds.get(kind, np.inf):
                kinds[kind] = float(far[nth])
                turns[kind] = float((turn[nth] * step + by.get(nth, 0.0)) % (2 * np.pi))
        best = int(far.argmin())
        known = self.fine.means[allowed[best] * TURNS[self.shape.shape]]
        mean = art.prepare(seen[None], self.shape.shape).means[0]
        off = np.zeros(3, np.float32) if self.paper else (known - mean) @ FROM_LOG.T
        return Evidence(kinds, empty, turns, off.astype(np.float32))

    def middle_of(self, log: Floats, bare: Floats | None, spans_mm: float) -> tuple[float, float]:
        """Find a piece's middle in a patch by what differs from the bare place, in longer sides."""
        if bare is None:
            return (0.0, 0.0)
        scale = 48 / max(log.shape[:2])
        size = (max(round(log.shape[1] * scale), 1), max(round(log.shape[0] * scale), 1))
        unlike = cv2.resize(np.minimum(np.linalg.norm(opponent(log - bare), axis=-1), MOST_UNLIKE), size)
        longer_px = max(self.shape.size_mm) / spans_mm * 48
        sides = [
            max(2 * round(mm / max(self.shape.size_mm) * longer_px / 2) + 1, 3) for mm in self.shape.size_mm
        ]
        inside = cv2.resize(tight_outline(self.shape.shape), sides)
        ring = cv2.copyMakeBorder(inside, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=0)
        around = cv2.dilate(ring, np.ones((7, 7))) - ring
        kernel = ring / ring.sum() - around / max(around.sum(), 1e-6)
        score = cv2.filter2D(unlike, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)
        y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
        off = np.stack([x - (size[0] - 1) / 2, y - (size[1] - 1) / 2]) / longer_px
        away = np.hypot(*off)
        score = np.where(away <= MOST_OFF, score - 0.5 * away**2, -1.0)
        row, column = np.unravel_index(score.argmax(), score.shape)
        if score[row, column] < score[size[1] // 2, size[0] // 2] + 0.02:
            return (0.0, 0.0)
        return (float(off[0, row, column]), float(off[1, row, column]))

    def _unlike_bare(
        self, seen: Floats, bare: Floats | None, spans_mm: float, middle: tuple[float, float], log: Floats
    ) -> float:
        """Say how a cut differs from the bare place; where that is not known, from the ground around."""
        if bare is None:
            edge = np.concatenate([log[:2].reshape(-1, 3), log[-2:].reshape(-1, 3)])
            ground = np.broadcast_to(np.median(edge, axis=0), seen.shape)
        else:
            ground = cut(bare, self.shape, art.SIDE, spans_mm=spans_mm, middle=middle)
        known = art.prepare(art.soften(opponent(ground)[None], art.SOFT_PX), self.shape.shape)
        here = art.soften(opponent(seen)[None], art.SOFT_PX)[0]
        moves = [(x, y, 0.0) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)]
        return float(art.differences(art.prepare(art.moved(here, moves), self.shape.shape), known).min())


def _rims(cuts: Floats, shape: Shape) -> Floats:
    """Give the log colours (n, points, 3) along the rims of cuts, a little inside their edges."""
    mask = outline(shape.shape, cuts.shape[1])
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=2)
    deeper = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=3)
    return cuts[:, (inner > 0.99) & (deeper < 0.99)]


def _on_paper(cuts: Floats, shape: Shape) -> Floats:
    """Balance cuts by the paper of their rims."""
    return cuts - np.median(_rims(cuts, shape), axis=1)[:, None, None] + PAPER
