"""Cards that are held up to a phone: read by their markers, in a fan, a row or apart, at any turn."""

from __future__ import annotations

import numpy as np
import pytest
from sweeps import slow

from companion.layouts import load_layout
from companion.simulation.rendering.held_up import held_up
from vision.view.shown import read_shown

LAYOUT = load_layout("star-baker")
CARDS = [kind.name for kind in LAYOUT.kinds.values() if kind.marker >= 0]
SMALL = (1200, 900)


@pytest.mark.parametrize(
    ("spread", "first", "count", "turn", "tilt"),
    [
        ("fan", 20, 6, 75, -15),
        ("apart", 60, 9, 140, 20),
        *slow(("fan", 0, 3, 0, 28), ("row", 40, 7, 200, 30), ("row", 3, 1, 0, 35)),
    ],
)
def test_every_card_is_read_once(spread, first, count, turn, tilt) -> None:
    held = CARDS[first : first + count]
    photo = held_up(LAYOUT, held, spread=spread, seed=first, turn_deg=turn, tilt_deg=tilt, size_px=SMALL)
    seen = read_shown(photo, LAYOUT)
    assert sorted(seen.kinds) == sorted(held)
    assert seen.view == ()


def test_cards_are_named_from_left_to_right() -> None:
    photo = held_up(LAYOUT, CARDS[5:9], spread="fan", size_px=SMALL)
    assert list(read_shown(photo, LAYOUT).kinds) == CARDS[5:9]


def test_a_card_that_is_there_twice_is_told_twice() -> None:
    photo = held_up(LAYOUT, [CARDS[1], CARDS[2], CARDS[1]], spread="row", size_px=SMALL)
    assert sorted(read_shown(photo, LAYOUT).kinds) == sorted([CARDS[1], CARDS[1], CARDS[2]])


def test_a_covered_marker_is_not_guessed() -> None:
    """Cards that lie upon the corner of another, face down, take its marker away."""
    photo = held_up(LAYOUT, [CARDS[0], CARDS[1], "card-back"], spread="row", size_px=SMALL)
    assert sorted(read_shown(photo, LAYOUT).kinds) == sorted(CARDS[:2])
    stacked = [CARDS[0], *["card-back"] * 2, CARDS[1]]
    narrow = held_up(LAYOUT, stacked, spread="row", size_px=SMALL, gap_mm=8.0)
    assert read_shown(narrow, LAYOUT).kinds == (CARDS[1],)


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (np.zeros((600, 800, 3), np.uint8), "too-dark"),
        (np.full((600, 800, 3), 255, np.uint8), "too-bright"),
        (np.full((600, 800, 3), 120, np.uint8), "blurred"),
        (held_up(LAYOUT, [], size_px=SMALL), "no-card"),
        (held_up(LAYOUT, ["card-back"] * 3, size_px=SMALL), "no-card"),
    ],
    ids=["dark", "bright", "even", "a bare table", "backs"],
)
def test_a_picture_without_cards_says_why(picture, code) -> None:
    seen = read_shown(picture, LAYOUT)
    assert seen.kinds == ()
    assert [each.code for each in seen.view] == [code]


def test_cards_of_another_game_are_none_of_this_one() -> None:
    other = load_layout("papillon")
    tiles = [kind.name for kind in other.kinds.values() if kind.marker >= 0][:4]
    photo = held_up(other, tiles, spread="apart", size_px=SMALL)
    assert [each.code for each in read_shown(photo, LAYOUT).view] == ["no-card"]
    assert sorted(read_shown(photo, other).kinds) == sorted(tiles)
