"""How each network is trained, stage by stage, and the records that tell it beside the weights."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Recipe:
    """How a network is trained.

    ``real`` is the share of samples from photographs, each set with the same weight.
    """

    network: str
    steps: int
    batch: int
    rate: float
    real: float
    seed: int


RECIPES = {
    # From synthesised scenes alone: these see no photograph.
    "finder": Recipe("finder", steps=5000, batch=32, rate=4e-3, real=0.0, seed=1),
    "face": Recipe("face", steps=3500, batch=128, rate=4e-3, real=0.0, seed=1),
    "wide": Recipe("wide", steps=6000, batch=128, rate=4e-3, real=0.0, seed=1),
    # Then more of the same, with another seed: a training that is cut in two can be looked at in between.
    "finder-more": Recipe("finder", steps=1000, batch=32, rate=2.5e-3, real=0.0, seed=3),
    "wide-more": Recipe("wide", steps=1000, batch=128, rate=2.5e-3, real=0.0, seed=3),
    "wide-last": Recipe("wide", steps=800, batch=128, rate=2.5e-3, real=0.0, seed=5),
    # Then with the photographs; for the figures of sets left out, too.
    "finder-real": Recipe("finder", steps=600, batch=32, rate=1.5e-3, real=0.5, seed=2),
    "face-real": Recipe("face", steps=1000, batch=128, rate=2e-3, real=0.5, seed=2),
    "wide-real": Recipe("wide", steps=1000, batch=128, rate=2e-3, real=0.5, seed=2),
}

CHAINS = {
    "finder": ("finder", "finder-more", "finder-real"),
    "face": ("face", "face-real"),
    "wide": ("wide", "wide-more", "wide-last", "wide-real"),
}
"""Each recipe starts from the weights that the one before it gave."""


def record_of(recipe: Recipe, scenes: int, sets: Sequence[str], start: Path | None) -> dict:
    """Say what a network was trained from, stage by stage, the first first."""
    before = json.loads(start.with_suffix(".json").read_text())["stages"] if start else []
    return {"stages": [*before, asdict(recipe) | {"scenes": scenes, "photographs": list(sets)}]}
