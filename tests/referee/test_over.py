"""After the end of a game: who tidies up breaks no rule and takes nothing back."""

from __future__ import annotations

import random

import pytest
from live_house import House

from companion.layouts import load_layout


@pytest.fixture
def over(store):
    """A game of Filler (tiles) that was played to its end, with everything on the table."""
    house = House(store, load_layout("filler-tiles"), opening=())
    chance = random.Random(5)
    while house.session.state.outcome is None:
        seat = house.session.state.actors[0]
        house.session.act(chance.choice(list(house.session.state.legal(seat))))
    house.lay()
    house.rest(5)
    assert house.live.status.state == "still"
    return house


@pytest.mark.whole
def test_a_board_that_is_cleared_is_not_complained_of(over):
    for left in (40, 20, 0):
        lying = dict(list(over.session.state.lying()["board"].items())[:left])
        over.table.lay({"board": lying})
        over.rest(8)
        assert (over.live.status.state, over.live.status.question) == ("still", None)
    assert over.session.state.outcome is not None


def test_whether_the_last_action_was_taken_back_is_asked(over):
    over.lay(over.session.states[-2])
    over.rest(8)
    assert over.session.state.outcome is not None
    question = over.live.status.question
    assert "taken back" in str(question.text)
    over.live.answer(question.id, 0)
    assert over.session.state.outcome is None
