"""How each network is trained, stage by stage, and the records that tell it beside the weights."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from vision.dice import weights


@dataclass(frozen=True)
class Recipe:
    """How a network is trained.

    ``real`` is the share of samples from photographs, each set with the same weight; ``taken`` that of what a
    reader has taken for dice among the others.
    """

    network: str
    steps: int
    batch: int
    rate: float
    real: float
    seed: int
    taken: float = 0.0


RECIPES = {
    # From synthesised scenes alone: these see no photograph.
    "finder": Recipe("finder", steps=12_400, batch=128, rate=4e-3, real=0.0, seed=1),
    "face": Recipe("face", steps=12_400, batch=512, rate=4e-3, real=0.0, seed=1),
    "wide": Recipe("wide", steps=12_400, batch=512, rate=4e-3, real=0.0, seed=2),
    # On from networks that were trained so, when makes of dice were added since.
    "finder-more": Recipe("finder", steps=1200, batch=128, rate=1.5e-3, real=0.0, seed=5),
    "face-more": Recipe("face", steps=1600, batch=256, rate=2e-3, real=0.0, seed=5),
    "wide-more": Recipe("wide", steps=1600, batch=256, rate=2e-3, real=0.0, seed=6),
    # On from what these have written, more slowly, with dice of two colours, more smoky ones, and `GLINTS`.
    "face-again": Recipe("face", steps=1400, batch=128, rate=5e-4, real=0.0, seed=11),
    "wide-again": Recipe("wide", steps=1400, batch=128, rate=5e-4, real=0.0, seed=11),
    # And once more, with dice in rows and blocks (`vision.training.placing`), and balls.
    "face-rows": Recipe("face", steps=1700, batch=128, rate=8e-4, real=0.0, seed=21),
    "wide-rows": Recipe("wide", steps=1700, batch=128, rate=8e-4, real=0.0, seed=22),
    "face-rows-more": Recipe("face", steps=700, batch=128, rate=5e-4, real=0.0, seed=23),
    # And for as long again on new tables, all that was added since among them, with no label smoothed.
    "finder-long": Recipe("finder", steps=15_000, batch=128, rate=2e-3, real=0.0, seed=31),
    "face-long": Recipe("face", steps=15_000, batch=512, rate=2.5e-3, real=0.0, seed=31),
    "wide-long": Recipe("wide", steps=15_000, batch=512, rate=2.5e-3, real=0.0, seed=32),
    # Then with the photographs; for the figures of sets left out, too.
    "finder-real": Recipe("finder", steps=400, batch=64, rate=1e-3, real=0.5, seed=3),
    "face-real": Recipe("face", steps=400, batch=128, rate=1.5e-3, real=0.5, seed=3),
    "wide-real": Recipe("wide", steps=400, batch=128, rate=1.5e-3, real=0.5, seed=4),
    "finder-real-long": Recipe("finder", steps=500, batch=128, rate=1e-3, real=0.5, seed=33),
    "face-real-long": Recipe("face", steps=500, batch=256, rate=1e-3, real=0.5, seed=33),
    "wide-real-long": Recipe("wide", steps=500, batch=256, rate=1e-3, real=0.5, seed=34),
    # In their place: since boards are among the decoys, and photographs have no say in what leans
    # (`vision.training.networks.face_loss`). That holds for all recipes that are run today.
    "face-real-lean": Recipe("face", steps=500, batch=128, rate=1e-3, real=0.5, seed=43),
    "wide-real-lean": Recipe("wide", steps=500, batch=128, rate=1e-3, real=0.5, seed=44),
    # On from all of these, without and with photographs, with some cuts in colours far apart
    # (`vision.dice.cuts.contrast`).
    "face-colours": Recipe("face", steps=600, batch=128, rate=8e-4, real=0.0, seed=51),
    "wide-colours": Recipe("wide", steps=600, batch=128, rate=8e-4, real=0.0, seed=52),
    "face-real-colours": Recipe("face", steps=400, batch=128, rate=8e-4, real=0.5, seed=53),
    "wide-real-colours": Recipe("wide", steps=400, batch=128, rate=8e-4, real=0.5, seed=54),
    # The reader of tints sees values alone, on tables most of whose dice differ in tint from their pips.
    "tint": Recipe("tint", steps=7200, batch=128, rate=4e-3, real=0.0, seed=91),
    # On from it, with light that is mirrored before tints are kept coarsely, and compressed files.
    "tint-more": Recipe("tint", steps=5000, batch=128, rate=2e-3, real=0.0, seed=95),
    "tint-again": Recipe("tint", steps=6000, batch=128, rate=1.5e-3, real=0.0, seed=96),
    # The sceptic learns from what the others have taken for dice (`vision.training.taken`).
    "sceptic": Recipe("sceptic", steps=6000, batch=128, rate=4e-3, real=0.0, seed=101, taken=0.4),
    "sceptic-more": Recipe("sceptic", steps=5000, batch=128, rate=2.5e-3, real=0.0, seed=102, taken=0.4),
    # What tells how a die lies, from what the wide reader sees (`vision.training.lean_branch`).
    "lean": Recipe("lean", steps=6000, batch=128, rate=3e-3, real=0.0, seed=111),
}

NETWORKS = ("finder", "face", "wide")


def record_of(
    recipe: Recipe,
    scenes: int,
    sets: Sequence[str],
    start: Path | None,
    *,
    mined: bool = False,
    taken: int = 0,
) -> dict:
    """Say what a network was trained from, stage by stage, the first first.

    ``mined`` says whether a finder has told where in the photographs top faces are, and what else looks like
    one.
    """
    before = json.loads(weights.record_of(start).read_text())["stages"] if start else []
    told: dict = {"scenes": scenes, "photographs": list(sets), "mined": mined}
    if taken:
        told["taken_for_dice"] = taken
    if sets:
        told["labels"] = "mended"  # `vision.training.labels`; earlier networks learned them as published
    return {"stages": [*before, asdict(recipe) | told]}


def record_of_mean(parts: Mapping[Path, float]) -> dict:
    """Say of which networks, with which shares, one is the mean, and from what each of them was trained."""
    records = {path: json.loads(weights.record_of(path).read_text())["stages"] for path in parts}
    told = [{"share": share, "stages": records[path]} for path, share in parts.items()]
    return {"stages": [{"network": told[0]["stages"][0]["network"], "mean_of": told}]}
