"""Batches of samples for one network, drawn from tables and photographs as its recipe says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dice.cuts.crops import CLOSE_TOP_PX, SCEPTIC_PX, SCEPTIC_TOP_PX, WIDE_TOP_PX
from vision.training import samples
from vision.training.lean_samples import lean_samples
from vision.training.recipes import Recipe
from vision.training.samples import Cut, Sample, Source

CUTS = {
    "face": Cut(CLOSE_TOP_PX),
    "wide": Cut(WIDE_TOP_PX),
    "tint": Cut(CLOSE_TOP_PX),
    "lean": Cut(WIDE_TOP_PX, apart=0.0),
    "sceptic": Cut(SCEPTIC_TOP_PX, SCEPTIC_PX, apart=0.0),
}
CUTS_A_SCENE = 4

TINTS_A_SCENE = 8
"""To light and compress a whole scene takes longer than to cut it up."""

SHOWN = 24
"""Batches from which the range of every layer is learned, when the trained network is quantised."""


class Sources(NamedTuple):
    """What batches are drawn from: drawn tables, photographs set by set, and what else a recipe names."""

    scenes: Source
    photos: Sequence[Source] = ()
    taken: Source | None = None


def batch_of(recipe: Recipe, rng: np.random.Generator, sources: Sources) -> Sample:
    """Draw a batch."""
    drawn: list[Sample] = []
    while len(drawn) < recipe.batch:
        source = _chosen(recipe, rng, sources)
        if recipe.network == "finder":
            drawn.append(samples.finder_sample(rng, source))
        elif recipe.network == "tint":
            drawn += samples.tint_samples(rng, source, TINTS_A_SCENE, CUTS[recipe.network].top_px)
        elif recipe.network == "lean":
            drawn += lean_samples(rng, source, CUTS_A_SCENE, CUTS[recipe.network])
        else:
            drawn += samples.face_samples(rng, source, CUTS_A_SCENE, CUTS[recipe.network])
    return samples.stacked(drawn)


def _chosen(recipe: Recipe, rng: np.random.Generator, sources: Sources) -> Source:
    if sources.photos and rng.random() < recipe.real:
        return sources.photos[int(rng.integers(len(sources.photos)))]
    if sources.taken and rng.random() < recipe.taken:
        return sources.taken
    return sources.scenes


def every_nth(recipe: Recipe, sources: Sources, first: int, step: int) -> Iterator[Sample]:
    """Draw every ``step``-th batch from ``first`` on: each has its own seed, whoever draws it."""
    for nth in range(first, recipe.steps, step):
        yield batch_of(recipe, np.random.default_rng((recipe.seed, nth)), sources)


def shown(recipe: Recipe, sources: Sources) -> Iterator[NDArray[np.uint8]]:
    """Draw the pictures (N, H, W, 3) from which `quantise` learns the range of every layer."""
    rng = np.random.default_rng(recipe.seed)
    for _ in range(SHOWN):
        yield batch_of(recipe, rng, sources)[0]
