"""The property checks FT-P01..P10 notice what they are there for."""

# The specification's own numbers make the names.
# ruff: noqa: N802

from __future__ import annotations

import sys
from typing import Any

import pytest
from ft_table import GAME, action, after, board
from msgspec.structs import replace

from companion.games.filler_tiles.rules.position import Tile
from companion.rules.testing import check_game


def broken(before: Any, text: str, **changes: Any) -> set[str]:
    """The numbers of the properties that are broken when the step ends in a changed state."""
    taken = action(before, text)
    found = GAME.properties(before, taken, replace(before.after(taken), **changes))
    return {sentence.split()[0].rstrip(":") for sentence in found}


def main() -> Any:
    return after(board(new_starts=1), "s:A1 s:D4")


def test_every_property_has_a_test() -> None:
    names = [name for name in vars(sys.modules[__name__]) if name.startswith("test_FT_P")]
    assert {int(name.removeprefix("test_FT_P")[:2]) for name in names} == set(range(1, 11))


@pytest.mark.parametrize("text", ["A2", "C3+"])
def test_a_right_step_breaks_none(text: str) -> None:
    assert broken(main(), text) == set()


BLOCKED = "s:A1 s:B2 A2 B1 A3 B3 A4 B4 C1 C2 C3 C4 D1 D2 D3"
ODD = "s:A1 s:A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3 E4"

AWAY = "s:A2 s:A3 B2 C4 B3 C1 B4 C3 D2 A4 D3 C2 D4 D1 B1"


@pytest.mark.parametrize(
    ("options", "moves", "last"),
    [
        ({"new_starts": 0}, BLOCKED, "D4"),
        ({"new_starts": 3, "tiles_per_player": 3}, "s:A1 s:D4 A2 D3 A3", "D2"),
        ({"new_starts": 0, "stones": "B1 B2 B3 B4 C2 D2"}, "s:A1 s:C1 A2 D1 A3", "A4"),
        ({"preset": "open"}, "s:A1 s:A2", "A3"),
        ({"preset": "open", "new_away_from_enemy": "on"}, AWAY, "A1"),
        ({"preset": "open", "rows": 5, "cols": 5}, ODD, "E5"),
        ({"preset": "open", "rows": 5, "cols": 5, "tiles_per_player": 2}, "s:A1 s:A2 A3", "A4"),
    ],
    ids=str,
)
def test_a_right_end_breaks_none(options: dict[str, Any], moves: str, last: str) -> None:
    """FT-P05, P07 and P08: of which ends they speak, and of which not."""
    assert broken(after(board(**options), moves), last) == set()


def test_FT_P01_every_tile_was_placed() -> None:
    assert broken(main(), "A2", tiles=main().tiles) == {"FT-P01"}
    more = (*main().tiles, Tile("A2", 1, "expand"), Tile("D3", 2, "expand"))
    assert broken(main(), "A2", tiles=more) == {"FT-P01"}
    of_ben = (*main().tiles, Tile("A2", 2, "expand"))
    assert broken(main(), "A2", tiles=of_ben) == {"FT-P01"}
    cut = board(preset="siege")
    pie = GAME.parse(1, "pie A1 B2")
    wrong = replace(cut.after(pie), tiles=(Tile("A1", 1, "seed"), Tile("B2", 1, "seed")))
    assert any("FT-P01" in sentence for sentence in GAME.properties(cut, pie, wrong))


def test_FT_P02_starts() -> None:
    as_new = (*main().tiles, Tile("A2", 1, "new"))
    assert broken(main(), "A2", tiles=as_new) == {"FT-P02"}
    for_free = (*main().tiles, Tile("C3", 1, "expand"))
    assert broken(main(), "C3+", tiles=for_free) == {"FT-P02"}


def test_FT_P03_groups() -> None:
    tiles = (*main().tiles, *(Tile(square, 1, "expand") for square in ("A3", "C1", "C3")))
    assert "FT-P03" in broken(main(), "A2", tiles=tiles)


def test_FT_P04_the_square_decides() -> None:
    unlike = replace(main(), tiles=(Tile("C1", 1, "seed"), Tile("D4", 2, "seed")))
    step = GAME.parse(1, "A2")
    found = GAME.properties(unlike, step, main().after(step))
    assert any("FT-P04" in sentence for sentence in found)


def test_FT_P05_passing() -> None:
    assert broken(main(), "A2", to_move=1) == {"FT-P05"}
    assert "FT-P05" in broken(main(), "A2", phase="OVER")
    one_blocked = after(board(new_starts=0), "s:A1 s:B2 A2 B1 A3 B3 A4")
    assert "FT-P05" in broken(one_blocked, "B4", phase="OVER")
    other_blocked = after(board(new_starts=0), "s:B2 s:A1 B1 A2 B3 A3 B4")
    assert "FT-P05" in broken(other_blocked, "A4", phase="OVER")


def test_FT_P06_at_most_one_tile_a_square() -> None:
    crowd = tuple(Tile(square, 1, "expand") for square in board().board.squares)
    assert "FT-P06" in broken(main(), "A2", tiles=(*main().tiles, *crowd))
    stony = after(board(stones="B2 C3"), "s:A1 s:D4")
    assert "FT-P06" in broken(stony, "A2", tiles=crowd)


def test_FT_P07_the_board_fills() -> None:
    assert "FT-P07" in broken(main(), "A2", phase="OVER")
    limited = after(board(tiles_per_player=2), "s:A1 s:D4 A2")
    assert broken(limited, "D3") == set()


def test_FT_P08_open_is_even() -> None:
    almost = "s:A1 s:A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3"
    state = after(board(preset="open"), almost)
    assert broken(state, "D4") == set()
    recoloured = tuple(replace(tile, colour=1) for tile in state.after(action(state, "D4")).tiles)
    assert "FT-P08" in broken(state, "D4", tiles=recoloured)


def test_FT_P09_nothing_opens() -> None:
    moved = (Tile("B1", 1, "seed"), Tile("D4", 2, "seed"), Tile("A1", 1, "expand"))
    assert broken(main(), "A2", tiles=moved) == {"FT-P09"}
    stony = after(board(stones="B2 C3"), "s:A1 s:D4")
    assert broken(stony, "A2", stones=("B3", "C2")) == {"FT-P09"}


def test_FT_P10_one_piece_a_square() -> None:
    assert "FT-P10" in broken(main(), "A2", tiles=(*main().tiles, Tile("A1", 1, "expand")))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("preset", ["colonies", "siege", "open"])
def test_many_games_of_every_size(preset: str) -> None:
    """The 720 random games behind FT-P07."""
    sizes = [{"preset": preset, "rows": str(r), "cols": str(c)} for r in range(4, 12) for c in (4, 7, 10)]
    assert check_game(GAME, options=sizes, seeds=range(10)).games == 240
