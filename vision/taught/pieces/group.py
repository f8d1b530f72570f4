"""Pieces of one shape: their examples in every turn, and how patches compare with them.

Convention: as in `vision.taught.pieces.crops`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.ports import Floats, Image
from vision.taught.pieces import art
from vision.taught.pieces.calibrated import Evidence
from vision.taught.pieces.crops import SPAN, TURNS, Shape, cut
from vision.taught.pieces.embedding import LARGE_FROM_PX, LARGE_SIDE, SMALL_SIDE, directions
from vision.taught.pieces.light_of_patch import (
    OPPONENT,
    from_log,
    has_paper_rims,
    log_colours,
    on_paper,
    opponent,
    rims,
)
from vision.taught.pieces.middle import middle_of, turn_of

SURELY_EMPTY = 0.004
SURELY_OTHER = 0.03
"""A place this much like its bare self, and this much unlike every kind, needs no closer look."""

FROM_OPPONENT = np.linalg.inv(OPPONENT).T.astype(np.float32)
ALIKE = 4.0
"""How much the network counts, beside the logarithm of a rough difference, in the choice of finalists."""

TURNED_BACK, WORTH_TURNING_RAD = 2, 0.06

UNTOLD = 0.5
"""The network's difference of a patch from an unknown bare place."""


class Asked(NamedTuple):
    """A patch, and its bare place where known, in log colours of the light of teaching.

    ``kinds`` may lie there; ``spans_mm`` is what the patch's longer side shows.
    """

    log: Floats
    bare: Floats | None
    kinds: tuple[str, ...]
    spans_mm: float


class _Found(NamedTuple):
    """A cut, how it differs from the bare place and, roughly, from each allowed example in each turn.

    ``large`` holds the cut, and that of the bare place where it is known, for the network; it is None where
    the place is surely bare.
    """

    seen: Floats
    large: list[Image] | None
    empty: float
    allowed: NDArray[np.intp]
    rough: Floats
    middle: tuple[float, float]
    lay_rad: float


class _Compared(NamedTuple):
    """How a cut differs from each allowed example: by pixels, by the network, and in which turn.

    ``row`` is the row of that turn, ``beside_rad`` how far the piece is turned beyond it.
    """

    far: Floats
    unlike: Floats
    row: NDArray[np.intp]
    beside_rad: Floats
    unlike_bare: float


@dataclass(frozen=True)
class Group:
    """The examples of all kinds of one shape.

    ``kinds`` names the kind of each example; row i of what is kept of them is example i // turns in the
    turn i % turns. ``paper`` says that all carry a rim of paper by which their light is told.
    """

    shape: Shape
    kinds: tuple[str, ...]
    coarse: art.Prepared
    fine: art.Prepared
    directions: Floats
    side: int
    paper: bool

    @classmethod
    def learn(
        cls, shape: Shape, kinds: Sequence[str], patches: Sequence[Image], lay_rad: Sequence[float]
    ) -> Group:
        """Learn from one patch for each of ``kinds``; ``lay_rad`` says how each lay."""
        form, spans_mm = shape.shape, SPAN * max(shape.size_mm)
        turns = [2 * np.pi * nth / TURNS[form] for nth in range(TURNS[form])]
        side = SMALL_SIDE
        if np.median([max(patch.shape[:2]) for patch in patches]) / SPAN >= LARGE_FROM_PX:
            side = LARGE_SIDE
        logs = [log_colours(patch) for patch in patches]

        def every(pixels: int) -> Floats:
            return np.stack(
                [
                    cut(log, shape, pixels, spans_mm=spans_mm, turn_rad=lay - turn)
                    for log, lay in zip(logs, lay_rad, strict=True)
                    for turn in turns
                ]
            )

        cuts, large = every(art.SIDE), every(side)
        paper = has_paper_rims(rims(cuts[:: len(turns)], form))
        if paper:
            cuts, large = on_paper(cuts, form), on_paper(large, form)
        cuts = art.soften(opponent(cuts), art.SOFT_PX)
        return cls(
            shape,
            tuple(kinds),
            art.prepare(art.coarse(cuts), form),
            art.prepare(cuts, form),
            directions(from_log(large), form),
            side,
            paper,
        )

    def compare(self, asked: Sequence[Asked]) -> list[Evidence]:
        """Compare patches, balanced by their ground, with the kinds that may lie there."""
        found = [self._find(each) for each in asked]
        large = [image for each in found for image in each.large or ()]
        to = iter(directions(large, self.shape.shape))
        close = {
            nth: self._look_closely(each, [next(to) for _ in each.large])
            for nth, each in enumerate(found)
            if each.large is not None
        }
        if self.shape.shape in art.FREE:
            self._turn_back(asked, found, close)
        return [
            self._evidence(each, close[nth]) if nth in close else self._bare(each)
            for nth, each in enumerate(found)
        ]

    def _find(self, asked: Asked) -> _Found:
        """Find the piece and compare it roughly; a surely bare place needs no more."""
        allowed = np.flatnonzero(np.isin(self.kinds, asked.kinds))
        turns = TURNS[self.shape.shape]
        rows = (allowed[:, None] * turns + np.arange(turns)).ravel()
        found = self._at(asked, (0.0, 0.0), 0.0, allowed, rows)
        if found.empty < SURELY_EMPTY and found.rough.min() > SURELY_OTHER:
            return found
        best = found
        for middle, lay_rad in self._places(asked):
            other = self._at(asked, middle, lay_rad, allowed, rows)
            if other.rough.min() < best.rough.min():
                best = other
        large = [self._cut(asked.log, asked, self.side, best.middle, best.lay_rad)]
        if asked.bare is not None:
            large.append(self._cut(asked.bare, asked, self.side, best.middle, best.lay_rad))
        if self.paper:
            large = list(on_paper(np.stack(large), self.shape.shape))
        return best._replace(large=[from_log(each) for each in large], empty=min(found.empty, best.empty))

    def _places(self, asked: Asked) -> Iterator[tuple[tuple[float, float], float]]:
        """Give where else in a patch the piece may lie, and how turned: nobody lays pieces exactly."""
        middle = middle_of(asked.log, asked.bare, self.shape, asked.spans_mm)
        if middle != (0.0, 0.0):
            yield middle, 0.0
        lay_rad = turn_of(asked.log, asked.bare, self.shape, asked.spans_mm, middle)
        if lay_rad:
            yield middle, lay_rad

    def _at(
        self,
        asked: Asked,
        middle: tuple[float, float],
        lay_rad: float,
        allowed: NDArray[np.intp],
        rows: NDArray[np.intp],
    ) -> _Found:
        """Compare roughly what lies at one place of a patch, turned by ``lay_rad``."""
        form = self.shape.shape
        seen = self._cut(asked.log, asked, art.SIDE, middle, lay_rad)
        empty = self._unlike_bare(asked, seen, middle, lay_rad)
        if self.paper:
            seen = on_paper(seen[None], form)[0]
        seen = art.soften(opponent(seen)[None], art.SOFT_PX)
        rough = art.differences(art.prepare(art.coarse(seen), form), self.coarse[rows])
        return _Found(seen[0], None, empty, allowed, rough.reshape(len(allowed), -1), middle, lay_rad)

    def _cut(
        self, log: Floats, asked: Asked, side: int, middle: tuple[float, float], turn_rad: float = 0.0
    ) -> Floats:
        return cut(log, self.shape, side, spans_mm=asked.spans_mm, middle=middle, turn_rad=turn_rad)

    def _look_closely(self, found: _Found, to: Sequence[Floats]) -> _Compared:
        """Compare the likeliest examples with small shifts, and all by the network."""
        form, turns = self.shape.shape, TURNS[self.shape.shape]
        rows = (found.allowed[:, None] * turns + np.arange(turns)).ravel()
        unlike = (1 - self.directions[rows] @ to[0]).reshape(-1, turns)
        order = np.log(found.rough + SURELY_EMPTY) + ALIKE * unlike
        finalists = np.argsort(order.min(axis=1), kind="stable")[: art.FINALISTS]
        turn = order.argmin(axis=1)
        chosen = rows.reshape(-1, turns)[finalists, turn[finalists]]
        close, by = art.settle(found.seen, self.fine[chosen], form)
        far = found.rough.min(axis=1)
        # What was looked at closely comes out nearer: the others keep their distance to the finalists.
        far = far + max(float(close.max() - far[finalists].max()), 0.0)
        far[finalists] = close
        beside = np.zeros_like(far)
        beside[finalists] = by
        row = rows.reshape(-1, turns)[np.arange(len(turn)), turn]
        unlike_bare = UNTOLD if len(to) < 2 else float(1 - to[0] @ to[1])
        return _Compared(far, unlike.min(axis=1), row, beside, unlike_bare)

    def _turn_back(
        self, asked: Sequence[Asked], found: Sequence[_Found], close: Mapping[int, _Compared]
    ) -> None:
        """Compare the likeliest examples again by the network, with the piece turned to their turn.

        Round pieces lie in any turn, and the examples are kept in a few: between them they look less alike.
        """
        again: list[tuple[int, int]] = []
        cuts = []
        for nth, compared in close.items():
            order = np.log(compared.far + SURELY_EMPTY) + ALIKE * compared.unlike
            for example in np.argsort(order, kind="stable")[:TURNED_BACK].tolist():
                if abs(compared.beside_rad[example]) > WORTH_TURNING_RAD:
                    turn = float(compared.beside_rad[example])
                    cuts.append(self._cut(asked[nth].log, asked[nth], self.side, found[nth].middle, turn))
                    again.append((nth, example))
        if self.paper and cuts:
            cuts = list(on_paper(np.stack(cuts), self.shape.shape))
        to = directions([from_log(each) for each in cuts], self.shape.shape)
        for (nth, example), direction in zip(again, to, strict=True):
            unlike = float(1 - self.directions[close[nth].row[example]] @ direction)
            close[nth].unlike[example] = min(unlike, close[nth].unlike[example])

    def _bare(self, found: _Found) -> Evidence:
        """Give the evidence of a surely bare place."""
        far = found.rough.min(axis=1)
        nothing = np.zeros_like(far)
        return self._evidence(found, _Compared(far, nothing + 1, nothing.astype(np.intp), nothing, 0.0))

    def _evidence(self, found: _Found, compared: _Compared) -> Evidence:
        """Join the examples of each kind: the nearest one counts."""
        kinds: dict[str, tuple[float, float, float]] = {}
        turns = TURNS[self.shape.shape]
        turned = found.lay_rad + (compared.row % turns) * 2 * np.pi / turns + compared.beside_rad
        for nth, example in enumerate(found.allowed.tolist()):
            kind = self.kinds[example]
            far, unlike = float(compared.far[nth]), float(compared.unlike[nth])
            known = kinds.get(kind, (np.inf, np.inf, 0.0))
            turn = float(turned[nth]) % (2 * np.pi) if far < known[0] else known[2]
            kinds[kind] = (min(far, known[0]), min(unlike, known[1]), turn)
        bare = found.large is None
        means = None if bare or self.paper else self._means(found, compared)
        return Evidence(kinds, (found.empty, compared.unlike_bare), means, bare=bare)

    def _means(self, found: _Found, compared: _Compared) -> tuple[Floats, Floats]:
        """Give the mean log colours of a cut, and of the example that fits best."""
        seen = art.prepare(found.seen[None], self.shape.shape).means[0]
        known = self.fine.means[compared.row[int(compared.far.argmin())]]
        return seen @ FROM_OPPONENT, known @ FROM_OPPONENT

    def _unlike_bare(self, asked: Asked, seen: Floats, middle: tuple[float, float], lay_rad: float) -> float:
        """Say how a cut differs from the bare place, or from the ground around it where that is unknown."""
        if asked.bare is None:
            edge = np.concatenate([asked.log[:2].reshape(-1, 3), asked.log[-2:].reshape(-1, 3)])
            ground = np.broadcast_to(np.median(edge, axis=0), seen.shape)
        else:
            ground = self._cut(asked.bare, asked, art.SIDE, middle, lay_rad)
        known = art.prepare(art.soften(opponent(ground)[None], art.SOFT_PX), self.shape.shape)
        here = art.soften(opponent(seen)[None], art.SOFT_PX)[0]
        moves = [(x, y, 0.0) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)]
        return float(art.differences(art.prepare(art.moved(here, moves), self.shape.shape), known).min())
