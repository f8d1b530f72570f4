"""The order of cards on the table, by where the camera sees them."""

from __future__ import annotations

from cmath import rect
from math import radians

import pytest

from companion.referee.loose_sheets import left_to_right
from companion.sighting import SheetSighting

WIDE_PX, HIGH_PX = 200.0, 220.0
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def _sheet(name: str, middle: complex, turn_deg: float) -> SheetSighting:
    corners = [complex(x * WIDE_PX, y * HIGH_PX) / 2 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    a, b, c, d = (
        (at.real, at.imag) for at in (middle + each * rect(1, radians(turn_deg)) for each in corners)
    )
    return SheetSighting(name, (a, b, c, d), IDENTITY, 1.0, {})


def _seen(places: dict[str, complex], roll_deg: float, turned_deg: float = 0.0) -> list[str]:
    """Name cards from left to right, in places of a grid of cards, before a camera that hangs askew."""
    roll = rect(1, radians(roll_deg))
    middles = {
        name: 1000 + 800j + roll * complex(1.2 * WIDE_PX * at.real, 1.2 * HIGH_PX * at.imag)
        for name, at in places.items()
    }
    return left_to_right([_sheet(name, at, roll_deg + turned_deg) for name, at in middles.items()])


@pytest.mark.parametrize("roll_deg", [-30, -25, 0, 25, 30])
def test_cards_in_columns_keep_their_order_before_a_camera_that_hangs_askew(roll_deg: float) -> None:
    assert _seen({"lower left": 1j, "upper right": 1 + 0j, "lower right": 1 + 1j}, roll_deg) == [
        "lower left",
        "upper right",
        "lower right",
    ]


@pytest.mark.parametrize("roll_deg", [-30, 0, 30])
@pytest.mark.parametrize("turned_deg", [0, 90, 180])
def test_a_row_is_named_from_the_left_whichever_way_its_cards_face(
    roll_deg: float, turned_deg: float
) -> None:
    assert _seen({"c": 2 + 0j, "a": 0j, "b": 1 + 0j}, roll_deg, turned_deg) == ["a", "b", "c"]


def test_cards_that_face_every_way_are_named_as_the_picture_shows_them() -> None:
    cards = [_sheet(name, 300 * at + 0j, 30.0 * at) for at, name in enumerate("abc")]
    assert left_to_right(cards[::-1]) == ["a", "b", "c"]
