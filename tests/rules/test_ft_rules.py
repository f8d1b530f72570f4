"""Rules of Filler (tiles) that no worked example shows."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

from typing import Any

import pytest
from ft_table import GAME, after, board, expands, news, rule
from msgspec.structs import replace

from companion.games.filler_tiles.rules.board import Board
from companion.games.filler_tiles.rules.position import Tile
from companion.rules import BadOption

NAMES = {1: "Anna", 2: "Ben"}


def test_FT_02_the_largest_board_ends_at_its_edges() -> None:
    corners = {square: Board(12, 12).neighbours(square) for square in ("A1", "A12", "L1", "L12")}
    assert corners == {
        "A1": ("A2", "B1"),
        "A12": ("B12", "A11"),
        "L1": ("K1", "L2"),
        "L12": ("K12", "L11"),
    }


@pytest.mark.parametrize(
    ("key", "least", "most", "beyond"),
    [("rows", 4, 12, 13), ("cols", 4, 12, 13), ("stones", 0, 12, 14), ("new_starts", 0, 9, 10)],
)
def test_how_far_the_numbers_of_the_options_go(key: str, least: int, most: int, beyond: int) -> None:
    """Section 10."""
    for number in (least, most):
        table = GAME.new(2, {key: str(number)}).table
        found = {"rows": table.board.rows, "cols": table.board.cols, "new_starts": table.new_starts}
        assert (found | {"stones": table.stones})[key] == number
    with pytest.raises(BadOption, match=f"'{beyond}' is none of"):
        GAME.new(2, {key: str(beyond)})


def test_FT_07_a_square_is_drawn_only_with_its_image() -> None:
    state = board(stones="A1 B2", opening="drawn")
    drawable = {action.square for action in state.legal(0)}
    assert not drawable & {"A1", "D4", "B2", "C3"}
    for square in ("D4", "A1"):
        reason = state.why_not(GAME.parse(0, f"draw {square}"))
        assert reason.sentence() == "A1 has a stone (FT-03)."


def test_FT_07_first_the_pie_is_cut_then_a_colour_is_taken() -> None:
    state = board(preset="siege")
    cuts = list(map(str, state.legal(1)))
    assert len(cuts) == 16 * 15
    assert {cut.split()[0] for cut in cuts} == {"pie"}
    assert list(map(str, state.after(GAME.parse(1, cuts[0])).legal(2))) == ["take 1", "take 2"]


@pytest.mark.parametrize(("first", "take", "colours"), [(1, 1, (2, 1)), (2, 1, (1, 2)), (2, 2, (2, 1))])
def test_FT_07_whoever_takes_a_colour_plays_it(first: int, take: int, colours: tuple[int, int]) -> None:
    state = board(preset="siege", first=first)
    assert rule(state, "pie E1 A1") == "FT-01"
    state = state.after(GAME.parse(first, "pie A1 D4"))
    assert state.to_move == 3 - first
    state = state.after(GAME.parse(3 - first, f"take {take}"))
    assert (state.colour_of_seat, state.to_move) == (colours, colours.index(1) + 1)


def test_FT_10_a_new_group_may_have_to_keep_away_from_the_opponent() -> None:
    state = after(board(new_away_from_enemy="on"), "s:A1 s:C3")
    assert (expands(state), news(state)) == ("A2 B1", "A3 A4 B2 B4 C1 D1 D2 D4")


def test_FT_10_what_is_left_to_start_is_each_players_own() -> None:
    state = after(board(new_starts=1), "s:A1 s:D4 C1+ A4+")
    assert state.starts_left == (0, 0)
    state = after(board(new_starts=1), "s:A1 s:D4 C1+ D3")
    refused = state.why_not(GAME.parse(1, "C4"))
    assert refused.sentence() == "C4 does not touch your tiles and you have no new starts (FT-09)."
    ben = after(state, "A2").why_not(GAME.parse(2, "A4"))
    assert ben.sentence() == "A4 does not touch your tiles (FT-09)."


@pytest.mark.parametrize(
    ("options", "last", "sentences"),
    [
        ({"new_starts": 2}, "C1+", ["Anna has 1 start left."]),
        ({"new_starts": 2}, "A2", []),
        ({"preset": "open"}, "C1+", []),
    ],
    ids=str,
)
def test_FT_10_what_a_new_group_has_cost_is_told_where_starts_are_counted(
    options: dict[str, Any], last: str, sentences: list[str]
) -> None:
    before = after(board(**options), "s:A1 s:D4")
    followed = after(before, last).followed(before, GAME.parse(1, last))
    assert [each.render(NAMES) for each in followed] == sentences


@pytest.mark.parametrize("seat", [1, 2])
def test_what_a_player_has_too_much_of_is_told_of_that_player(seat: int) -> None:
    """FT-07, FT-10, FT-12, FT-P03."""

    def found(squares: str, kind: str, tiles: int) -> list[str]:
        state = after(board(new_starts=1, tiles_per_player=tiles), "s:A1 s:D4")
        more = [Tile(square, seat, kind) for square in squares.split()]
        state = replace(state, to_move=3 - seat, tiles=(*state.tiles, *more))
        return [each.message.render({seat: "Anna"}) for each in state.problems()]

    assert found("A3 C1", "new", 9) == [
        "Anna has started 2 new groups instead of at most 1.",
        "Anna has 3 groups, but can have started only 2.",
    ]
    beside = "A2 A3" if seat == 1 else "D3 D2"
    assert found(beside, "expand", 2) == ["Anna has 3 tiles on the board instead of at most 2."]
    assert found(beside, "seed", 9) == ["Anna has 3 seeds instead of 1."]


def test_FT_06_stones_too_many_are_told() -> None:
    state = replace(after(board(), "s:A1 s:D4"), stones=("B2", "C3"))
    (found,) = state.problems()
    assert (found.rule, found.message.render({})) == ("FT-06", "There are 2 stones instead of 0.")


def test_FT_19_every_tile_counts_also_where_it_is_not_known_how_all_were_placed() -> None:
    tiles = b'"rows": 4, "cols": 4, "tile": {"A1": 1, "A2": 1, "A3": 1, "D4": 2}'
    sheet = GAME.score(b'{%s, "kind": {"A1": "seed", "D4": "seed"}}' % tiles)
    assert sheet.totals() == {1: 3, 2: 1}
    told = {line.message.render({}): line.points for line in sheet.lines[1] if line.points is not None}
    assert told == {"Seeds": 1, "Expansions": 0, "New starts": 0, "Tiles": 2}
    assert [line.points for line in GAME.score(b"{%s}" % tiles).lines[1] if line.points is not None] == [3]
