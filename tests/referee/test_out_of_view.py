"""A table of which a part cannot be seen: that part is not called as it should be."""

from __future__ import annotations

import pytest
from live_house import House
from msgspec.structs import replace
from octopus_house import LAYOUT, MARKET

from companion.sighting import ViewProblem

OPENING = [*(f"0 draw {code}" for code in MARKET.split()), "0 first 1"]
HIDDEN = "Only 2 of 4 corner markers of the market can be seen; 3 are needed."


class HalfSeen(House):
    """A table of which the camera sees no sheet named in ``gone``."""

    gone: tuple[str, ...] = ()
    why: tuple[ViewProblem, ...] = ()

    def look(self, stillness, frame):
        whole = super().look(stillness, frame)
        seen = tuple(sheet for sheet in whole.sheets if sheet.sheet not in self.gone)
        return replace(whole, sheets=seen, view=self.why)

    def told(self):
        status = self.live.status
        return status.state, status.code, status.message.render(self.session.names)


@pytest.fixture
def house(store):
    return HalfSeen(store, LAYOUT, opening=OPENING)


def test_a_table_that_is_seen_whole_is_as_it_should_be(house):
    assert house.told() == ("still", "", "")


def test_a_sheet_with_pieces_on_it_that_is_not_seen_is_told(house):
    house.gone = ("market",)
    house.rest(2)
    assert house.told() == ("waiting", "sheet-unseen", "Octopus's Garden: the market is not in view.")
    house.gone = ()
    house.rest(2)
    assert house.told() == ("still", "", "")


def test_why_it_is_not_seen_is_told_as_the_reader_says_it(house):
    house.gone, house.why = ("market",), (ViewProblem("marker-hidden", HIDDEN, "market"),)
    house.rest(2)
    assert house.told() == ("waiting", "sheet-unseen", HIDDEN)


def test_a_garden_of_a_player_on_which_nothing_lies_is_told_of_mildly(house):
    assert not house.session.state.lying().get("garden-2")
    house.gone = ("garden-2",)
    house.rest(2)
    assert house.told() == ("still", "", "Octopus's Garden: garden 2 (Ben) is not in view.")
