"""Every worked example of the specification of Filler (tiles), section 14, under its number."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import sys

import pytest
from ft_table import GAME, after, board, expands, news, rule, score

from companion.rules.record import replay
from companion.rules.testing import random_record

E04 = "s:A1 s:B2 A2 B1 A3 B3 A4 B4"
E10_STONES = "B1 B2 B3 B4 C2 D2"


def test_every_example_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_FT_E")]
    assert {int(name.removeprefix("test_FT_E")[:2]) for name in names} == set(range(1, 20))


def e01():
    return after(board(new_starts=3), "s:B2 s:C3")


def test_FT_E01_both_options() -> None:
    state = e01()
    assert state.to_move == 1
    assert expands(state) == "A2 B1 B3 C2"
    assert news(state) == "A1 A3 A4 B4 C1 C4 D1 D2 D3 D4"
    assert len(state.open_squares) == 14 == len(list(state.legal(1)))


def test_FT_E02_an_expansion_costs_no_start() -> None:
    state = after(e01(), "B3")
    assert (state.tiles[-1].kind, state.starts_left) == ("expand", (3, 3))
    assert (state.to_move, expands(state)) == (2, "C2 C4 D3")


def test_FT_E03_a_corner_is_no_neighbour() -> None:
    state = after(board(new_starts=1), "s:B2 s:D4 C3")
    assert (state.tiles[-1].kind, state.starts_left, score(state)) == ("new", (0, 1), "2-1")


def test_FT_E04_a_blocked_player_passes() -> None:
    state = after(board(new_starts=0), E04)
    assert (state.placed(1), state.placed(2)) == (("A1", "A2", "A3", "A4"), ("B2", "B1", "B3", "B4"))
    assert (state.to_move, state.passed) == (2, 1)
    assert expands(state) == "C1 C2 C3 C4"


def test_FT_E05_fenced_in_to_the_end() -> None:
    state = after(board(new_starts=0), E04)
    assert rule(state, "D1") == "FT-09"
    state = after(state, "C1")
    assert "D1" in expands(state)
    for square in ["C2", "C3", "C4", "D1", "D2", "D3"]:
        state = after(state, square)
        assert (state.to_move, state.passed) == (2, 1)
    state = after(state, "D4")
    assert (score(state), state.open_squares) == ("4-12", ())
    assert state.outcome.winners == (2,)
    assert state.outcome.message.render({1: "Anna", 2: "Ben"}) == "Board full: Anna 4, Ben 12. Ben wins."


def test_FT_E06_blocked_is_not_out() -> None:
    state = after(board(new_starts=1), E04)
    assert (state.to_move, state.passed, expands(state)) == (1, 0, "")
    assert news(state) == "C1 C2 C3 C4 D1 D2 D3 D4"


def test_FT_E07_a_tie() -> None:
    state = after(board(new_starts=1), f"{E04} D1+ C1 D2 C2 D3 C3 D4 C4")
    assert (score(state), state.starts_left, state.outcome.winners) == ("8-8", (0, 1), (1, 2))
    assert state.outcome.message.render({}) == "Board full: 8 each, a tie."


def test_FT_E08_out_of_tiles() -> None:
    state = after(board(new_starts=3, tiles_per_player=3), "s:A1 s:D4 A2 D3 A3 D2")
    assert (score(state), len(state.open_squares), state.supply) == ("3-3", 10, (0, 0))
    assert state.outcome.message.render({}) == "Nobody can place: 3 each, a tie."


def test_FT_E09_one_out_of_tiles_the_other_blocked() -> None:
    state = after(board(new_starts=0, tiles_per_player=5), f"{E04} C1")
    assert (score(state), len(state.open_squares), state.supply) == ("4-5", 7, (1, 0))
    assert state.outcome.winners == (2,)


def test_FT_E10_stones_keep_squares_out_of_reach() -> None:
    state = after(board(stones=E10_STONES, new_starts=0), "s:A1 s:C1 A2 D1")
    assert state.to_move == 1
    state = after(state, "A3")
    assert (state.to_move, state.passed) == (1, 2)
    state = after(state, "A4")
    assert (score(state), state.open_squares, state.outcome.winners) == (
        "4-2",
        ("C3", "C4", "D3", "D4"),
        (1,),
    )


def e11():
    return after(board(stones=E10_STONES, new_starts=1), "s:A1 s:C1 A2 D1")


def test_FT_E11_new_starts_beside_stones() -> None:
    assert (expands(e11()), news(e11())) == ("A3", "A4 C3 C4 D3 D4")


def test_FT_E12_a_start_is_left() -> None:
    state = after(e11(), "C3+")
    assert state.starts_left == (0, 1)
    assert (state.to_move, expands(state), news(state)) == (2, "", "A3 A4 C4 D3 D4")


@pytest.mark.parametrize("seed", range(3))
def test_FT_E13_open_is_a_tie_on_an_even_board(seed: int) -> None:
    options = {"preset": "open", "rows": "4", "cols": "4"}
    assert score(replay(random_record(GAME, 2, options, seed))) == "8-8"


@pytest.mark.parametrize("seed", range(3))
def test_FT_E14_open_is_won_by_one_on_an_odd_board(seed: int) -> None:
    options = {"preset": "open", "rows": "5", "cols": "5"}
    state = replay(random_record(GAME, 2, options, seed))
    assert (score(state), state.outcome.winners) == ("13-12", (1,))


def test_FT_E15_seeds_may_touch_anything() -> None:
    state = after(board(new_starts=0, opening_seeds=2), "s:A1 s:A2 s:A3 s:A4")
    assert (state.phase, state.to_move, expands(state), news(state)) == ("MAIN", 1, "B1 B3", "")


def test_FT_E16_the_pie() -> None:
    state = GAME.new(2, {"preset": "siege"})
    state = state.after(GAME.parse(1, "pie D4 E5")).after(GAME.parse(2, "take 2"))
    assert (state.colour_of_seat, state.to_move, state.tile) == ((1, 2), 1, {"D4": 1, "E5": 2})
    cut = GAME.new(2, {"preset": "siege"}).after(GAME.parse(1, "pie D4 E5"))
    other = cut.after(GAME.parse(2, "take 1"))
    assert (other.colour_of_seat, other.to_move) == ((2, 1), 2)


def test_FT_E17_the_drawn_opening() -> None:
    state = GAME.new(2, {"opening": "drawn"})
    assert (state.actors, len(list(state.odds()))) == ((0,), 64)
    state = state.after(GAME.parse(0, "draw C2"))
    assert (state.tile, state.to_move, state.phase) == ({"C2": 1, "F7": 2}, 1, "MAIN")


def test_FT_E18_refused() -> None:
    state = e01()
    assert [rule(state, text) for text in ("C3", "B2", "E1")] == ["FT-03", "FT-03", "FT-01"]


def test_FT_E19_the_middle_is_its_own_image() -> None:
    for options in ({"stones": "2"}, {"opening": "drawn"}):
        state = GAME.new(2, {"rows": "5", "cols": "5", **options})
        assert state.board.image("C3") == "C3"
        assert not [a for a in state.legal(0) if "C3" in str(a)]
        text = "stones C3 C3" if state.phase == "STONES" else "draw C3"
        assert rule(state, text, 0) == "FT-06"
