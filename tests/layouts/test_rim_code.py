"""The words of beads on round tokens: none is like another in any turn."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.layouts.rim_code import BEADS, WORDS, bead_dots

ALL_LIGHT = (1 << BEADS) - 1
LONGEST_RUN = 5


def turns(word: int) -> list[int]:
    return [((word << n) | (word >> (BEADS - n))) & ALL_LIGHT for n in range(BEADS)]


def test_any_two_words_differ_in_four_beads_in_every_turn() -> None:
    apart = [(one ^ turn).bit_count() for one, other in combinations(WORDS, 2) for turn in turns(other)]
    assert min(apart) == 4


@pytest.mark.parametrize("word", WORDS, ids=hex)
def test_a_rim_shows_what_light_and_dark_are(word: int) -> None:
    run = (1 << LONGEST_RUN + 1) - 1
    assert word.bit_count() in range(6, 11)
    assert not any(turn & run in (0, run) for turn in turns(word))


def test_the_beads_begin_at_the_top_and_go_clockwise() -> None:
    dots = bead_dots(0, 10.0)
    assert len(dots) == BEADS
    assert "".join(str(int(dot.light)) for dot in dots) == f"{WORDS[0]:016b}"
    assert dots[0].at_mm == pytest.approx((0.0, -10.0))
    assert dots[BEADS // 4].at_mm == pytest.approx((10.0, 0.0))
