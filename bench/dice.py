"""Dice read on the real photographs, set by set, on one thread."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.sighting import DieSighting
from vision.dice import ACCEPT_THRESHOLD, DiceReader
from vision.images import load_image

PHOTOS = Path(__file__).resolve().parent.parent.parent / "shared" / "photos"
SETS = ("byler_tray", "roboflow_table", "matteo_webcam", "n3_grey", "casino_crops")
UNSEEN = ("byler_tray", "n3_grey")
UNSEEN_WEIGHTS = Path(__file__).parent / "dice_unseen.onnx"
"""A network trained without these two sets (see the record beside it): what the reader makes of dice,
cameras and rooms that it has never seen. The shipped one has seen the training photographs of all."""

NO_DICE = ("boards/set_cards", "boards/scrabble_boards", "boards/apriltag_real")


Pair = tuple[DieSighting | None, int | None]
"""A die that was read, and the true value; None where one is missing."""


def matched(dice: tuple[DieSighting, ...], truth: list[dict[str, Any]]) -> list[Pair]:
    """Pair each die with the value of the box that its centre lies in."""
    free = [die for die in truth if die["box"] is not None]
    pairs: list[Pair] = []
    for die in sorted(dice, key=lambda each: -each.confidence):
        best = min(free, key=lambda box: _distance(die, box), default=None)
        if best is not None and _distance(die, best) < 1:
            free.remove(best)
            pairs.append((die, best["value"]))
        else:
            pairs.append((die, None))
    return pairs + [(None, die["value"]) for die in free]


def _distance(die: DieSighting, box: dict[str, Any]) -> float:
    """Distance of the centres in halves of the box; the boxes of pips alone are small, so at least 20 px."""
    x, y, width, height = box["box"]
    across = (die.centre_px[0] - x - width / 2) / max(width / 2, 20)
    along = (die.centre_px[1] - y - height / 2) / max(height / 2, 20)
    return float(max(abs(across), abs(along)))


def read_set(folder: Path, reader: DiceReader, most: int | None = None) -> dict[str, float | int]:
    """Read a set of photographs and count."""
    counts: Counter[str] = Counter()
    images = json.loads((folder / "labels.json").read_text())["images"]
    step = max(1, len(images) // most) if most else 1
    ms = []
    for entry in images[::step]:
        image = load_image(folder / entry["file"])
        start_s = time.perf_counter()
        dice = reader.read(image)
        ms.append(1000 * (time.perf_counter() - start_s))
        told = Counter(die.value for die in dice if die.value is not None)
        counts["images"] += 1
        counts["exact"] += told == Counter(die["value"] for die in entry["dice"])
        for die, value in matched(dice, entry["dice"]):
            counts["dice"] += value is not None
            counts["found"] += die is not None and value is not None
            counts["right"] += die is not None and die.value == value
            counts["false"] += value is None
            accepted = die is not None and die.accepted
            counts["accepted"] += accepted
            counts["accepted wrong"] += accepted and die is not None and die.value != value
            counts["asked"] += die is not None and value is not None and not accepted
    return figures(counts, ms)


def figures(counts: Counter[str], ms: list[float]) -> dict[str, float | int]:
    """Turn counts into the figures that docs/accuracy.md states."""
    dice = max(counts["dice"], 1)
    wrong_share = 1000 * counts["accepted wrong"] / max(counts["accepted"], 1)
    return {
        "images": counts["images"],
        "dice": counts["dice"],
        "images exact %": round(100 * counts["exact"] / max(counts["images"], 1), 1),
        "dice found %": round(100 * counts["found"] / dice, 1),
        "dice right %": round(100 * counts["right"] / dice, 1),
        "asked %": round(100 * counts["asked"] / dice, 1),
        "wrong accepted": counts["accepted wrong"],
        "wrong accepted per 1000 accepted": round(wrong_share, 2),
        "false dice": counts["false"],
        "ms an image (median)": round(float(np.median(ms)), 1),
    }


def false_dice(folder: Path, reader: DiceReader, most: int = 60) -> dict[str, int]:
    """Count dice reported where there are none."""
    counts = {"images": 0, "dice reported": 0, "dice accepted": 0}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in (".jpg", ".png", ".jpeg") or counts["images"] >= most:
            continue
        dice = reader.read(load_image(path))
        counts["images"] += 1
        counts["dice reported"] += len(dice)
        counts["dice accepted"] += sum(die.accepted for die in dice)
    return counts


def run(photos: Path = PHOTOS) -> dict[str, Any]:
    """Read all sets. Without the photographs beside the checkout there is nothing to measure."""
    cv2.setNumThreads(1)
    if not photos.is_dir():
        return {"photographs": f"not there: {photos}"}
    reader = DiceReader()
    results: dict[str, Any] = {"accept threshold": ACCEPT_THRESHOLD}
    for name in SETS:
        results[name] = read_set(photos / name, reader)
    fresh = DiceReader(UNSEEN_WEIGHTS)
    for name in UNSEEN:
        results[f"{name}, never seen by the network"] = read_set(photos / name, fresh)
    for name in NO_DICE:
        if (photos / name).is_dir():
            results[f"no dice: {name}"] = false_dice(photos / name, reader)
    return results
