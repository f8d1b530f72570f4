"""What lies in a cell, by how far it is from each kind in brightness and in two colours."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cells.odds import PRINTED, STRANGE, TAUGHT, weigh

FAR = (0.2, 0.2, 0.2)


def share(*differences: tuple[float, float, float], strange: float = STRANGE) -> tuple[float, float]:
    """Give how likely the first of some kinds is that lie on other ground, and how likely a stranger."""
    stranger, odds = weigh(np.array([(FAR, *differences)]), np.array([strange]))
    return float(odds[0, 1]), float(stranger[0])


def bare_share(ground: tuple[float, float, float]) -> tuple[float, float]:
    """Give how likely bare ground is that differs so much from its print, and how likely a stranger."""
    stranger, odds = weigh(np.array([(ground, FAR)]), np.array([STRANGE]))
    return float(odds[0, 0]), float(stranger[0])


def test_a_pattern_that_fits_one_kind_is_that_kind_where_the_lamp_takes_all_colour_away() -> None:
    blue, green = (0.002, 0.008, 0.017), (0.010, 0.010, 0.018)
    assert share(blue, green, FAR)[0] > 0.99


def test_two_kinds_that_differ_in_colour_alone_are_told_apart_where_colours_fit() -> None:
    assert share((0.001, 0.001, 0.001), (0.001, 0.04, 0.06))[0] > 0.99


def test_two_kinds_that_differ_in_colour_alone_are_doubtful_where_no_colour_fits() -> None:
    assert share((0.002, 0.02, 0.03), (0.002, 0.03, 0.04))[0] < 0.99


def test_taught_kinds_that_differ_in_colour_alone_are_told_apart_where_no_colour_fits_well() -> None:
    """A brown piece has the pattern of a red one; printed pieces of one pattern have one colour."""
    brown, red = (0.006, 0.012, 0.012), (0.002, 0.04, 0.04)
    taught, printed = (
        weigh(np.array([[brown, red]]), np.array([STRANGE]), scales)[1][0, 0] for scales in (TAUGHT, PRINTED)
    )
    assert taught > 0.95 > printed


@pytest.mark.parametrize("channel", range(3))
def test_what_fits_nothing_in_any_channel_is_a_stranger(channel: int) -> None:
    unlike = [0.03, 0.03, 0.03]
    unlike[channel] = 0.02
    assert share(tuple(unlike), FAR)[1] > 0.5


def test_a_sleeve_of_one_even_colour_is_a_stranger() -> None:
    """It is as pale as a head, and of another colour than any piece."""
    head = (0.004, 0.005, 0.008)
    assert share(head, FAR, strange=0.011)[1] > 0.5
    assert share(head, FAR)[0] > 0.99, "so far a head with a pattern may be from its print"


def test_a_sleeve_as_even_and_bright_as_bare_ground_is_no_bare_ground() -> None:
    """Its brightness fits a plain thing of any colour."""
    assert bare_share((0.0002, 0.05, 0.03))[1] > 0.9
    assert bare_share((0.0002, 0.008, 0.006))[0] > 0.99, "a webcam takes as much colour away"
