"""What photographs show by their labels: which are left out, which are mended, and which die was meant.

Convention: pixels, origin top left, x right, y down; a box is [left, top, width, height].
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

Label = dict[str, Any]
"""A die: its ``value``, and its ``box``, or None where only the value is known."""

WITHOUT_LABELS = {"roboflow_table": ("dice_59_jpg.jpg", "dice_193_jpg.jpg", "dice_272_jpg.jpg")}
"""Photographs with dice in plain view of which some, or all, bear no label: what is read there can neither
teach nor measure anything."""

MENDS = Path(__file__).parent / "label_mends.json"
"""Labels that anybody sees to be wrong, dice in plain view without one, and a label where nothing lies; found
among what readers and labels disagree on. ``at`` is a place on the die, in px; ``was`` and ``is`` are values,
null where no die was labelled, or none is. What had no label gets a box ``size`` px wide."""

AT_LEAST_PX = 20.0
"""The boxes of pips alone are small: a die within so many px of one's middle is it."""


def entries(
    folder: Path, name: str, most: int | None = None, *, as_published: bool = False
) -> list[dict[str, Any]]:
    """Give what the labels of a set tell of about ``most`` photographs, evenly spread, or of all.

    Those `WITHOUT_LABELS` are always left out; labels are mended (`MENDS`) unless wanted as they were
    published.
    """
    told = json.loads((folder / name / "labels.json").read_text())["images"]
    step = max(1, len(told) // most) if most else 1
    kept = [entry for entry in told[::step] if entry["file"] not in WITHOUT_LABELS.get(name, ())]
    return kept if as_published else [mended(name, entry) for entry in kept]


def mended(name: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Mend the labels of a photograph.

    Raises
    ------
    ValueError
        When a label that is to be mended is not there, or one that is missing is there after all.
    """
    dice = list(entry["dice"])
    for mend in _mends().get(name, {}).get(entry["file"], ()):
        (x, y), size = mend["at"], mend.get("size")
        box = [x - size / 2, y - size / 2, size, size] if size else None
        expected = mend["is"] if mend["was"] is None else mend["was"]
        there = [
            die for die in dice if die["value"] == expected and die["box"] and off((x, y), die["box"]) < 1
        ]
        if len(there) != (mend["was"] is not None):
            raise ValueError(f"{name}/{entry['file']} is not labelled as told at {mend['at']}")
        if there:
            dice.remove(there[0])
            box = there[0]["box"]
        if mend["is"] is not None:
            dice.append({"value": mend["is"], "box": box})
    return entry | {"dice": dice}


@cache
def _mends() -> dict[str, dict[str, list[dict[str, Any]]]]:
    return json.loads(MENDS.read_text())


def off(place: tuple[float, float], box: Sequence[float], at_least_px: float = AT_LEAST_PX) -> float:
    """Say how far a place is from the middle of a box, in halves of its sides: within the box below 1.

    A smaller side counts as if it reached ``at_least_px`` from the middle.
    """
    x, y, width, height = box
    across = abs(place[0] - x - width / 2) / max(width / 2, at_least_px)
    return max(across, abs(place[1] - y - height / 2) / max(height / 2, at_least_px))


def paired(
    places: Iterable[tuple[float, float]], dice: Sequence[Label]
) -> tuple[list[Label | None], list[Label]]:
    """Pair places that were read, the surest first, with the labels in whose boxes they lie.

    Of several boxes it is that in which the place lies nearest to the middle, as large as it is: which of
    two small dice that touch is meant a least size cannot tell.

    Returns
    -------
    meant : list of Label or None
        For each place the die that is meant; None where no label is left for it.
    left : list of Label
        The labels that no place was paired with.
    """
    free = [die for die in dice if die["box"] is not None]
    meant: list[Label | None] = []
    for place in places:
        within = [die for die in free if off(place, die["box"]) < 1]
        best = min(within, key=lambda die: off(place, die["box"], at_least_px=1.0), default=None)
        if best is not None:
            free.remove(best)
        meant.append(best)
    return meant, free
