"""Photographs that are not read exactly by networks that have not seen their set, and why.

``python -m bench.failing DIR`` writes what is wrong in each as a picture, to be looked at. What eyes saw
there lies in ``failing.json``: the causes in words, and one for every photograph that was looked at. One that
fails and is not among them is told by its name.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from bench.dice import FOLDS, NO_UNSEEN, UNSEEN
from bench.dice.cases import PHOTOS, SETS
from bench.dice.score import ReadSet, is_exact, matched, read_set
from companion.sighting import DieSighting
from vision.dice import DiceReader
from vision.images.loading import load_image
from vision.ports import Image
from vision.training.labels import entries, paired

LOOKED_AT = Path(__file__).with_suffix(".json")
SIDE_PX, AROUND = 240, 1.6
"""Side of a picture of what is wrong, and how many sides of the die are shown each way."""


class Failing(NamedTuple):
    """A photograph that is not read exactly; ``label`` is its entry, ``dice`` what was read."""

    name: str
    label: dict[str, Any]
    dice: tuple[DieSighting, ...]


def run(photos: Path = PHOTOS) -> dict[str, Any]:
    """Read all photographs, and count those that fail by their causes."""
    cv2.setNumThreads(1)
    if not photos.is_dir():
        return {"no photographs": str(photos)}
    if not UNSEEN.is_dir():
        return dict(NO_UNSEEN)
    looked_at = json.loads(LOOKED_AT.read_text())
    exact: dict[str, str] = {}
    right = all_of_them = 0
    causes: dict[str, Counter[str]] = {cause: Counter() for cause in looked_at["causes"].values()}
    unknown = []
    for name in SETS:
        read = read_set(photos / name, DiceReader(UNSEEN / FOLDS[name]))
        failed = list(failing(read))
        exact[name] = f"{len(read.dice) - len(failed)} of {len(read.dice)}"
        right, all_of_them = right + len(read.dice) - len(failed), all_of_them + len(read.dice)
        for each in failed:
            cause = looked_at["photographs"].get(f"{name}/{each.name}")
            if cause:
                causes[looked_at["causes"][cause]][name] += 1
            else:
                unknown.append(f"{name}/{each.name}")
    exact["all"] = f"{right} of {all_of_them}: {100 * right / max(all_of_them, 1):.1f} %"
    told = {cause: f"{sum(of.values())}: {_by_set(of)}" for cause, of in causes.items()}
    return {"exact, never seen": exact, "why the others are not": told, "not looked at": unknown}


def _by_set(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def failing(read: ReadSet) -> Iterator[Failing]:
    """Give the photographs of a set whose values are not all right."""
    for label in entries(read.folder.parent, read.folder.name):
        dice = read.dice[label["file"]]
        if not is_exact(dice, label["dice"]):
            yield Failing(label["file"], label, dice)


def wrong_places(image: Image, failed: Failing) -> list[Image]:
    """Show every die that is read wrongly, or is none, or was missed, with what was read and what is true."""
    shown = []
    for die, truth in matched(failed.dice, failed.label["dice"]):
        if die is not None and die.value != truth:
            words = f"{die.value or '-'} for {truth or 'none'}, {die.confidence:.2f}"
            shown.append(_around(image, die.centre_px, die.box_px[2], words))
    surest_first = sorted(failed.dice, key=lambda die: -die.confidence)
    _, missed = paired([die.centre_px for die in surest_first], failed.label["dice"])
    for each in missed:
        if each["box"]:
            x, y, width, height = each["box"]
            middle = (x + width / 2, y + height / 2)
            shown.append(_around(image, middle, max(width, height), f"missed {each['value']}"))
    return shown


def _around(image: Image, at_px: tuple[float, float], side_px: float, words: str) -> Image:
    scale = SIDE_PX / (2 * AROUND * side_px)
    offset = SIDE_PX / 2 - scale * np.array(at_px)
    seen = cv2.warpAffine(image, np.column_stack([scale * np.eye(2), offset]), (SIDE_PX, SIDE_PX))
    cv2.putText(seen, words, (4, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 255), 1, cv2.LINE_AA)
    return seen


def main() -> None:
    """Write what is wrong in each photograph that fails as a picture."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in SETS:
        for failed in failing(read_set(PHOTOS / name, DiceReader(UNSEEN / FOLDS[name]))):
            places = wrong_places(load_image(PHOTOS / name / failed.name), failed)
            if places:
                cv2.imwrite(str(folder / f"{name}-{Path(failed.name).stem}.png"), np.hstack(places))


if __name__ == "__main__":
    main()
