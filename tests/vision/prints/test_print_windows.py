"""The windows of a print that are its own: its mirror image and other cards of its design have them not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.layout import Sheet
from vision.prints.locating import locate
from vision.prints.print_windows import is_copy, windows_of
from vision.prints.sheet_print import COARSE_PX, FINE_PX, Match, SheetPrint
from vision.sheets.lens import Lens

SHEET = Sheet("card", "card", (160.0, 160.0), (), (), ())
SIDE_PX = 640


def texture(seed, side_px=SIDE_PX):
    """Give a print that is nowhere like itself, (side, side) of grey."""
    noise = np.random.default_rng(seed).normal(size=(side_px // 5, side_px // 5)).astype(np.float32)
    soft = cv2.resize(noise, (side_px, side_px), interpolation=cv2.INTER_CUBIC)
    return np.clip(128 + 45 * soft, 0, 255).astype(np.uint8)


def own(windows):
    return [window.middle_mm for window in windows if window.own]


def card(seed, *, shared_to=0.5):
    """Give a card of a design: what lies left of a line all cards share."""
    print_, line = texture(seed), round(shared_to * SIDE_PX)
    print_[:, :line] = texture(99)[:, :line]
    return print_


@pytest.mark.parametrize("side_px", [COARSE_PX, FINE_PX])
def test_a_print_that_is_nowhere_like_itself_is_its_own_all_over(side_px) -> None:
    windows = windows_of(texture(1), SHEET, side_px).windows
    assert len(own(windows)) > 0.6 * len(windows)


@pytest.mark.parametrize(
    "turn", [lambda print_: np.flip(print_, 0), lambda print_: np.rot90(print_, 2), np.transpose]
)
def test_a_board_that_its_mirror_is_like_has_only_what_breaks_the_pattern(turn) -> None:
    board = cv2.addWeighted(texture(1), 0.5, np.ascontiguousarray(turn(texture(1))), 0.5, 0)
    board[400:480, 100:180] = texture(3)[:80, :80]
    windows = windows_of(board, SHEET, FINE_PX).windows
    assert 0 < len(own(windows)) < 0.2 * len(windows)


def test_what_all_cards_of_a_design_share_is_no_cards_own() -> None:
    line_mm = SHEET.size_mm[0] / 2
    alone = own(windows_of(card(1), SHEET, FINE_PX).windows)
    assert sum(x < line_mm for x, _ in alone) > 20, "or the next lines prove nothing"
    beside = own(windows_of(card(1), SHEET, FINE_PX, [card(2), card(3)]).windows)
    assert sum(x < line_mm - 5 for x, _ in beside) == 0
    assert sum(x > line_mm for x, _ in beside) > 20


def test_a_copy_is_no_card_to_be_told_from() -> None:
    scale = windows_of(card(1), SHEET, COARSE_PX)
    darker = np.clip(0.7 * card(1) + np.random.default_rng(5).normal(0, 5, (SIDE_PX, SIDE_PX)), 0, 255)
    assert is_copy(scale, darker.astype(np.uint8), SHEET)
    assert not is_copy(scale, card(2, shared_to=0.8), SHEET)
    colours = [cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR) for grey in (card(1), darker.astype(np.uint8))]
    with_copy, without = SheetPrint(SHEET, *colours[:1], colours[1:]), SheetPrint(SHEET, colours[0])
    assert [each.own for each in with_copy._fine.windows] == [each.own for each in without._fine.windows]


def match(agreeing, own, spread, alone):
    points = np.zeros((agreeing, 2))
    return Match(points, points, 140, spread, alone, 24, own, 60)


@pytest.mark.parametrize(
    ("agreeing", "own", "spread", "alone", "is_sheet"),
    [
        (70, 30, 0.6, 3, True),  # two fifths covered, and nearly all that is like no other place of the board
        (70, 30, 0.3, 3, False),  # in one corner
        (110, 10, 0.8, 3, False),  # a card of the same design, or the mirror image of a grid
        (110, 30, 0.8, 0, False),  # a grid that is a cell off
        (28, 19, 0.15, 11, False),  # two tiles of a garden that lie in another, too
        (28, 19, 0.4, 11, True),
    ],
)
def test_much_of_what_is_its_own_all_over_a_sheet_tells_it(agreeing, own, spread, alone, is_sheet) -> None:
    assert match(agreeing, own, spread, alone).is_sheet == is_sheet


CELLS = 8


def grid_board(seed):
    """Give a board of lopsided cells that look alike; two of its rims differ from other boards'."""
    side_px = SIDE_PX // CELLS
    board = np.tile(texture(7, side_px), (CELLS, CELLS))
    board[:90], board[-90:] = texture(seed)[:90], texture(seed + 1)[-90:]
    return board


def located(known, shown, shift_px):
    """Look for a board from a place that is so many pixels off."""
    frame = np.full((800, 800), 120, np.uint8)
    frame[60 : 60 + SIDE_PX, 80 : 80 + SIDE_PX] = shown
    scale = SIDE_PX / SHEET.size_mm[0]
    start = np.array([[scale, 0.0, 80.0 + shift_px], [0.0, scale, 60.0], [0.0, 0.0, 1.0]])
    known = SheetPrint(SHEET, cv2.cvtColor(known, cv2.COLOR_GRAY2BGR))
    return locate(known, frame, start, Lens(), (800, 800))


def test_a_grid_is_not_found_a_cell_off_nor_another_board_of_it() -> None:
    assert located(grid_board(11), grid_board(11), 0) is not None
    assert located(grid_board(11), grid_board(11), SIDE_PX // CELLS) is None
    assert located(grid_board(11), grid_board(13), 0) is None
