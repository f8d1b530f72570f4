"""Outlines as SVG writes them: small, and still the same lines."""

from __future__ import annotations

from webui.choices.outlines import edges_path, outline_path

SQUARE = ((0, 0), (10, 0), (10, 10), (0, 10))
BESIDE = ((10, 0), (20, 0), (20, 10), (10, 10))
APART = ((40, 0), (50, 0), (50, 10), (40, 10))
SLANTED = ((0, 0), (5, 5), (0, 10))


def test_an_outline_goes_from_corner_to_corner() -> None:
    assert outline_path(((2.5, 1), (12.5, 1), (12.5, 4), (2.5, 4))) == "M2.5 1l10 0 0 3-10 0z"


def test_corners_are_rounded_where_they_lie_so_that_errors_do_not_add_up() -> None:
    third = [(step / 3, 0.0) for step in range(4)]
    assert outline_path(third) == "M0 0l0.33 0 0.34 0 0.33 0z"


def test_an_edge_between_two_cells_is_drawn_once_and_lines_that_touch_are_joined() -> None:
    assert edges_path((SQUARE, BESIDE)) == "M0 0H20M0 10H20M0 0V10M10 0V10M20 0V10"


def test_lines_with_a_gap_stay_two() -> None:
    assert edges_path((SQUARE, APART)).startswith("M0 0H10M40 0H50")


def test_slanted_outlines_are_drawn_as_they_are() -> None:
    assert edges_path((SLANTED,)) == outline_path(SLANTED)
