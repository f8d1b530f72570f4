"""The course of a turn (section 6), beyond the worked examples."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

from cf_table import after, garden, rule

MINE = "H5 H4 H3 G3 G2"
OTHER = "A14 A15 A16 B16 C16"


def test_CF_30_every_turn_has_one_wasp() -> None:
    state = garden(MINE, OTHER, hand=(2, 2))
    state = after(state, "1 wasp D6", "chance roll 1", "1 H5-H6")
    assert rule(state, "1 wasp D7") == "CF-30"
    state = after(state, "1 end", "2 wasp D7")
    assert rule(state, "2 wasp D8") == "CF-30"


def test_a_turn_begins_with_nothing_of_the_one_before() -> None:
    state = garden("G7 G6 G5", "G8 H8 H9", "P9 P8 P7 P6", roll=4, sound=False)
    state = after(state, "1 G7-G8x2")
    assert (state.bitten, state.bites_given, state.bites_suffered) == (2, (1, 0, 0), (0, 1, 0))
    state = after(state, "1 wasp D6", "1 end")
    assert (state.seat_to_move, state.turn_no, state.phase) == (2, 6, "JOIN")
    assert (state.roll, state.dice, state.wasps_used, state.bitten) == (None, (), 0, 0)


def test_CF_33_who_comes_back_does_not_roll() -> None:
    state = after(garden("", OTHER, in_hand=(4, 0), phase="JOIN"), "1 join P3 cw")
    assert (state.phase, state.actors) == ("END", (1,))
    assert rule(state, "chance roll 2") == "section 6"
