"""Pieces of bought boxes told by how they look: drawn boxes under other lamps, SET cards, one thread."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.ports import Image
from vision.taught.looks import COVERED, EMPTY, NONE, Example, Looks, Odds
from vision.taught.pieces.crops import Shape
from vision.training.taught.styles import LARGE, SMALL
from vision.training.taught.trial import trial

BOXES = Path(__file__).parents[2] / "shared" / "photos" / "boxes"
"""The photographs of unmarked games, where they lie beside the checkout."""

ACCEPTED = 0.99
NEAR_RAD = 0.35
TRIALS = 3
"""Boxes of each style; their seeds are below those to which anything was fitted."""

SET_CARD = Shape("rect", (57.0, 87.0), 0.3)
SET_DAYS = ("20170311", "20170314", "20170318")


@dataclass
class Score:
    """How readings of known places went."""

    pieces: int = 0
    right: int = 0
    turned: int = 0
    asked: int = 0
    places: int = 0
    wrong: int = 0
    strange: Counter[str] = field(default_factory=Counter)
    sure: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, odds: Odds, there: str, under: str, turn_rad: float | None) -> None:
        """Count one reading; ``under`` is what lies under something that hides it."""
        share = float(np.exp(odds.log_p[odds.best]))
        named = odds.best not in (COVERED, NONE)
        accepted = named and share >= ACCEPTED
        self.places += 1
        self.wrong += accepted and odds.best not in (there, under)
        if named:
            self.sure.append((share, odds.best in (there, under)))
        if there in (EMPTY, COVERED, NONE):
            self.strange[there] += 1
            self.strange[f"{there}, accepted as a kind"] += accepted and odds.best not in (there, under)
            return
        right = odds.best == there
        self.pieces += 1
        self.right += right
        self.asked += not accepted
        if right and turn_rad is not None:
            off = (odds.turn_rad - turn_rad + np.pi) % (2 * np.pi) - np.pi
            self.turned += bool(abs(off) > NEAR_RAD)

    def figures(self) -> dict[str, Any]:
        """Give the figures by name."""
        sure = [right for share, right in self.sure if share >= ACCEPTED]
        found: dict[str, Any] = {
            "pieces": self.pieces,
            "right, %": 100 * self.right / self.pieces,
            "right but turned wrongly, %": 100 * self.turned / self.pieces,
            "asked, %": 100 * self.asked / self.pieces,
            "accepted wrong, of all places": f"{self.wrong} of {self.places}",
            "right of those said 99 % and more, %": 100 * float(np.mean(sure)) if sure else 0.0,
        }
        return found | {f"places {name}": count for name, count in sorted(self.strange.items())}


def run(boxes: Path = BOXES) -> dict[str, Any]:
    """Read all; without the photographs beside the checkout drawn boxes alone."""
    cv2.setNumThreads(1)
    results: dict[str, Any] = {
        "small pieces, 20 kinds, 3 examples": drawn(SMALL, 20, 3),
        "cards and tiles, 60 kinds, 1 example": drawn(LARGE, 60, 1),
    }
    if (boxes / "set").is_dir():
        results |= {f"SET, {count} examples of one day": set_cards(boxes / "set", count) for count in (1, 3)}
    return results | {"ms a piece": cost_ms()}


def drawn(styles: tuple[str, ...], kinds: int, examples: int) -> dict[str, Any]:
    """Teach drawn boxes under one lamp and read them under another; a table for each style and for all."""
    every, parts = Score(), {}
    for style in styles:
        own = Score()
        for seed in range(TRIALS):
            drawn_trial = trial(seed, style, kinds, examples)
            round_pieces = drawn_trial.box.shape.shape in ("disc", "free") or style == "plain"
            among = [drawn_trial.box.kinds] * len(drawn_trial.patches)
            read = drawn_trial.looks.read(drawn_trial.patches, among, drawn_trial.empty)
            for odds, there, under, turn in zip(
                read, drawn_trial.kinds, drawn_trial.under, drawn_trial.turns_rad, strict=True
            ):
                for score in (own, every):
                    score.add(odds, there, under, None if round_pieces else turn)
        parts[style] = own.figures()
    return every.figures() | parts


def with_ring(card: Image) -> Image:
    """Lay a cut card on a table: the reader wants ground around it."""
    height, width = card.shape[:2]
    across, down = round(width / 4), round(height / 4)
    way = cv2.BORDER_CONSTANT
    return cv2.copyMakeBorder(card, down, down, across, across, way, value=(60, 70, 60))


def set_cards(folder: Path, count: int) -> dict[str, Any]:
    """Teach SET by photographs of one day, and read every third card of the other days."""
    images = json.loads((folder / "labels.json").read_text())["images"]
    score = Score()
    for day in SET_DAYS:
        own = [each for each in images if each["day"] == day]
        taken: Counter[str] = Counter()
        examples = []
        for each in own:
            taken[each["kind"]] += 1
            if taken[each["kind"]] <= count:
                card = cv2.imread(str(folder / each["file"]))
                examples.append(Example(each["kind"], with_ring(card), None, 0.0))
        looks = Looks.learn(examples, dict.fromkeys(taken, SET_CARD))
        for each in [each for each in images if each["day"] != day][::3]:
            (odds,) = looks.read([with_ring(cv2.imread(str(folder / each["file"])))], [sorted(taken)])
            score.add(odds, each["kind"], each["kind"], None)
    return score.figures()


def cost_ms() -> dict[str, float]:
    """Measure a piece and a bare place, in ms of processor on one thread."""
    found = {}
    for name, style, kinds, examples in (("20 tokens", "icons", 20, 3), ("60 tiles", "scenery", 60, 1)):
        one = trial(0, style, kinds, examples)
        for what, wanted in (("piece", one.box.kinds), ("bare place", (EMPTY,))):
            places = [nth for nth, kind in enumerate(one.kinds) if kind in wanted]
            patches, empty = ([every[nth] for nth in places] for every in (one.patches, one.empty))
            one.looks.read(patches[:1], [one.box.kinds], empty[:1])
            began = time.process_time()
            one.looks.read(patches, [one.box.kinds] * len(places), empty)
            found[f"{what} among {name}"] = 1000 * (time.process_time() - began) / len(places)
    return found
