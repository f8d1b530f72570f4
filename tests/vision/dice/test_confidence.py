"""How sure a reading is: what makes it surer, and that the networks for sheets have a fit of their own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sighting import SheetSighting
from vision.dice import DiceReader
from vision.dice.classes import CLASSES
from vision.dice.closer import Reading
from vision.dice.confidence import FREE, ON_SHEETS, Fit, Picture, confidence_of, die_probability
from vision.dice.networks import Peak

ROOT = Path(__file__).resolve().parents[3]


def reading(share: float, size_px: float = 40.0, x_px: float = 100.0) -> Reading:
    """A 3 that two looks give ``share``; what is left is spread over the other classes."""
    odds = np.full(CLASSES, (1 - share) / (CLASSES - 1))
    odds[3] = share
    peak = Peak(x_px, 100.0, size_px, 0.7, np.full(6, 1 / 6))
    return Reading(peak, x_px, 100.0, size_px, [odds, odds])


def sure(each: Reading, fit: Fit) -> float:
    return confidence_of(each, Picture.of([each], fit))


@pytest.mark.parametrize("fit", [FREE, ON_SHEETS])
def test_what_all_looks_say_clearly_is_surer(fit: Fit) -> None:
    doubtful, clear = (sure(reading(share), fit) for share in (0.6, 0.999))
    assert doubtful < 0.9 < clear


def test_a_die_too_small_to_be_read_at_ease_is_doubted_where_no_sheet_tells_its_size() -> None:
    assert sure(reading(0.99, size_px=12.0), FREE) < sure(reading(0.99, size_px=30.0), FREE)
    assert sure(reading(0.99, size_px=30.0), FREE) == sure(reading(0.99, size_px=90.0), FREE)
    assert sure(reading(0.99, size_px=12.0), ON_SHEETS) == sure(reading(0.99, size_px=90.0), ON_SHEETS)


@pytest.mark.parametrize("fit", [FREE, ON_SHEETS])
def test_what_lies_beside_a_likelier_top_face_is_doubted(fit: Fit) -> None:
    weak, strong = reading(0.8), reading(0.999, x_px=130.0)
    alone, beside = (die_probability(weak, Picture.of(each, fit)) for each in ([weak], [weak, strong]))
    assert beside < alone


def test_on_sheets_the_networks_for_sheets_read_whatever_the_others_are() -> None:
    shipped, others = DiceReader(), DiceReader(ROOT / "bench/dice_unseen/no_photographs")
    identity = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    sheet = SheetSighting("mat", ((0, 0), (319, 0), (319, 319), (0, 319)), identity, px_per_mm=4.0, cells={})
    picture = np.full((320, 320, 3), 120, np.uint8)
    cv2.rectangle(picture, (130, 130), (190, 190), (240, 240, 240), -1)
    cv2.circle(picture, (160, 160), 8, (20, 20, 20), -1, cv2.LINE_AA)
    first, again = (reader.apart(picture, sheets=[sheet])[0] for reader in (shipped, others))
    assert np.array_equal(first.odds, again.odds)
    free, other_free = (reader.apart(picture)[0] for reader in (shipped, others))
    assert not np.array_equal(free.odds, other_free.odds)
    assert not np.array_equal(free.odds, first.odds)
