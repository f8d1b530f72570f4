"""Choosing an action by tapping cells, for any game whose notation names cells."""

from __future__ import annotations

import pytest

from companion.games.caterpillar_filler.rules import Route
from companion.layouts import load_layout
from companion.rules.game import CHANCE
from webui.choices.choosing import choose, groups_of, may_choose_for

NAMES = {1: "Anna", 2: "Ben"}


def chosen(session, *picks: str, key: str = ""):
    groups = groups_of(session.state, session.game, load_layout("caterpillar-filler"), session.state.actors)
    return choose(groups, key, [f"garden/{pick}" for pick in picks], session.game, NAMES)


def routes(session) -> list[Route]:
    return [action for action in session.state.legal(1) if isinstance(action, Route)]


def test_before_a_tap_every_end_is_shown(session) -> None:
    found = chosen(session)
    ends = {action.end for action in routes(session)}
    assert {where.partition("/")[2] for where in found.ends} == ends
    assert found.offers == ()
    assert {where.partition("/")[2] for where, mark in found.marks.items() if "end" in mark} == ends


def test_it_is_known_whether_other_spaces_than_ends_may_be_tapped(session) -> None:
    ends = {action.end for action in routes(session)}
    assert chosen(session).leads_over == any(set(action.path[1:-1]) - ends for action in routes(session))
    assert not chosen(session)._replace(marks={"garden/A1": "open end"}).leads_over
    assert chosen(session)._replace(marks={"garden/A1": "open way"}).leads_over


def test_a_tapped_end_offers_exactly_the_ways_there(session) -> None:
    end = routes(session)[0].end
    there = [str(route) for route in routes(session) if route.end == end]
    assert [offer.text for offer in chosen(session, end).offers] == there[:12]


def test_every_legal_action_can_be_reached_by_tapping_its_way(session) -> None:
    for action in routes(session):
        offers = [offer.text for offer in chosen(session, *action.path[1:]).offers]
        assert offers == [str(action)]


def test_taps_that_lead_nowhere_begin_anew(session) -> None:
    end = next(session.state.legal(1)).end
    assert chosen(session, "P16", end).picked == (f"garden/{end}",)
    assert chosen(session, "P16").picked == ()


def test_chance_that_is_no_place_is_a_row_of_buttons(session) -> None:
    session.correct(1, [])
    found = chosen(session)
    assert [offer.text for offer in found.offers] == [f"roll {value}" for value in range(1, 7)]
    assert found.group is None
    assert chosen(session, "G7", key="1wasp").offers[0].text == "wasp G7"


def test_tiles_are_tapped_on_the_board(session) -> None:
    session.correct(1, [session.game.parse(0, "roll 3")])
    found = chosen(session, "G3")
    assert [(offer.by, offer.text) for offer in found.offers] == [(CHANCE, "tile G3")]
    assert len(found.ends) == 1


@pytest.mark.parametrize(("me", "expected"), [(None, (1,)), (1, (1,)), (2, ())])
def test_phones_choose_for_their_own_seat(session, me, expected) -> None:
    assert may_choose_for(session.state, me, openly=True) == expected


def test_of_what_chance_decides_no_offer_stands_out_among_others(session) -> None:
    assert chosen(session, next(session.state.legal(1)).end).leads, "somebody chooses"
    session.correct(1, [session.game.parse(0, "roll 3")])
    assert chosen(session, "G3").leads, "only one is left"
    session.correct(1, [])
    assert not chosen(session).leads


def test_nobody_chooses_for_all_where_something_is_hidden(session) -> None:
    assert may_choose_for(session.state, None, openly=False) == ()
