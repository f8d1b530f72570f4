"""Dice read on the real photographs, set by set, seen and not seen by the networks, on one thread."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import cv2

from bench.dice.cases import NO_DICE, PHOTOS, SETS, drawn_without_dice, keyboards, photographs_without_dice
from bench.dice.cost import install_mb, large_picture_ms, memory_mb, photographs_ms, times_ms
from bench.dice.edges import LEFT, cut_by_an_edge, figures
from bench.dice.own import own_tables
from bench.dice.score import Score, curve, read_set, score_set
from bench.dice.tables import tables_with_dice, tables_without_dice
from bench.dice.ways import compare
from vision.dice import ACCEPT_THRESHOLD, DiceReader

UNSEEN = Path(__file__).parents[2] / "build" / "dice_unseen"
"""Networks trained without some sets: what the reader makes of dice, cameras and rooms that it has never
seen. The shipped ones have seen photographs of all sets. docs/dice-training.md says how to make them."""

NO_UNSEEN = {
    "networks that have not seen a set": f"none in {UNSEEN}: docs/dice-training.md says how to make them"
}

FOLDS = {
    "byler_tray": "without_byler_n3",
    "n3_grey": "without_byler_n3",
    "roboflow_table": "without_roboflow_casino",
    "casino_crops": "without_roboflow_casino",
    "matteo_webcam": "no_photographs",
}

MOST = 60
"""Photographs of each set, evenly spread: all 1248 would take an hour on a busy machine."""


def run(photos: Path = PHOTOS) -> dict[str, Any]:
    """Read all sets. Without the photographs beside the checkout only drawn scenes are measured."""
    cv2.setNumThreads(1)
    reader = DiceReader()
    results: dict[str, Any] = {"accept threshold": ACCEPT_THRESHOLD}
    if photos.is_dir():
        results |= _photographs(photos, reader)
    results["500 drawn scenes without dice"] = drawn_without_dice(reader, 500)
    results["our own tables without dice, with sheets in view"] = own_tables(10)
    results["100 drawn keyboards"] = keyboards(reader, 100)
    for kind, counts in tables_without_dice(reader, 100).items():
        results[f"100 tables with shadows, no dice, {kind}"] = counts
    results["200 synthesised tables"] = tables_with_dice(reader, 200)
    results["1280x960, 5 drawn dice, one thread"] = times_ms(reader)
    if photos.is_dir():
        results["photographs of 5 dice within 1280x960, ms of processor"] = photographs_ms(photos, reader)
    results["4000x3000, 5 dice, one thread, ms of processor"] = large_picture_ms(reader)
    results["memory and size"] = memory_mb() | install_mb()
    return results


def _by_synthesised_tables_alone(photos: Path) -> dict[str, Any]:
    """Read all sets with networks that have seen no photograph of any."""
    reader, whole = DiceReader(UNSEEN / "no_photographs"), Score()
    results: dict[str, Any] = {}
    for name in SETS:
        score = score_set(photos / name, reader, MOST)
        results[f"{name}, by networks without photographs"] = score.figures()
        whole.add(score)
    return results | {"all sets, by networks without photographs": whole.figures()}


def _edges(photos: Path) -> dict[str, str]:
    """Cut dice of all sets, each read by networks that have not seen the set."""
    counts = {left: Counter[str]() for left in LEFT}
    for name in SETS:
        for left, of in cut_by_an_edge(photos / name, DiceReader(UNSEEN / FOLDS[name]), MOST).items():
            counts[left].update(of)
    return figures(counts)


def _photographs(photos: Path, reader: DiceReader) -> dict[str, Any]:
    results = _never_seen(photos) if UNSEEN.is_dir() else dict(NO_UNSEEN)
    for name in SETS:
        results[f"{name}, shipped networks"] = score_set(photos / name, reader, MOST).figures()
    for name in NO_DICE:
        if (photos / name).is_dir():
            results[f"no dice: {name}"] = photographs_without_dice(photos / name, reader)
    return results


def _never_seen(photos: Path) -> dict[str, Any]:
    """Read each set by networks that have not seen it."""
    results: dict[str, Any] = {}
    unseen, published = Score(), Score()
    for name in SETS:
        fold = UNSEEN / FOLDS[name]
        fresh = DiceReader(fold)
        read = read_set(photos / name, fresh, MOST)
        score = read.score()
        results[f"{name}, never seen by the networks"] = score.figures()
        unseen.add(score)
        published.add(read.score(as_published=True))
    results["all sets, never seen"] = unseen.figures()
    results["all sets, never seen, by the labels as they were published"] = published.figures()
    results |= _by_synthesised_tables_alone(photos)
    results["three ways, never seen"] = {
        name: compare(photos / name, UNSEEN / FOLDS[name], MOST // 2) for name in SETS
    }
    results["never seen: dice cut by an edge"] = _edges(photos)
    results["never seen: share asked, and wrong of 1000 accepted"] = curve(unseen.pairs)
    return results
