"""One tap on a space or card takes an action where that says all of it, and its seat can take it back."""

from __future__ import annotations

import random
import re

import pytest
from phones import phone_at

from bench.phones.taps import taps_of_a_game
from companion.record.errors import BadDraw
from companion.record.events import Settings
from companion.rules.game import CHANCE
from companion.simulation.bots import bots, to_act
from webui.choices.at_once import cards_meant, ends_meant
from webui.choices.ways import Way

TAKEN = re.compile(r'data-by="(\d)" data-text="([^"]+)"')


def begin(hub, game: str, otherwise: str = "tap"):
    session = hub.store.new_session(game, ("Anna", "Ben"), {}, Settings(otherwise=otherwise))
    hub.open(session)
    return session


def play_to(session, phase: str, seed: int = 3):
    """Play on until a phase, by bots."""
    rng, players = random.Random(seed), bots(2, seed)
    while session.state.phase != phase:
        seat = to_act(session.state)
        outcomes = [outcome for outcome, _ in session.state.odds()]
        session.act(players[seat].choose(session.state) if seat else rng.choice(outcomes), "bot")
    return to_act(session.state)


def test_a_space_means_an_action_where_one_way_alone_leads_over_it_and_ends_there() -> None:
    straight, bent, other = (Way(None, cells) for cells in (("a", "b"), ("a", "c", "d"), ("a", "c", "e")))
    assert ends_meant([straight, bent, other], lambda _: 1) == {"b": straight, "d": bent, "e": other}
    through = Way(None, ("a", "b", "f"))
    assert ends_meant([straight, through], lambda _: 1) == {"f": through}


def test_a_card_means_an_action_where_that_names_nothing_else() -> None:
    alone, pair = Way(None, ("1",)), Way(None, ("2",))
    named = {alone: frozenset({"x"}), pair: frozenset({"y", "z"})}
    assert cards_meant([alone, pair], named, ()) == {"x": alone}
    assert cards_meant([pair], named, ("y",)) == {"z": pair}


def test_time_cards_are_chosen_by_one_tap(hub) -> None:
    session = begin(hub, "star-baker")
    seat = play_to(session, "PICK")
    page = phone_at(hub, seat).get("/play").text
    assert {text for _, text in TAKEN.findall(page)} == {str(each) for each in session.state.legal(seat)}
    assert {by for by, _ in TAKEN.findall(page)} == {str(seat)}
    assert 'id="at-once"' in page


def test_the_last_secret_choice_asks_first_for_all_are_turned_over_then(hub) -> None:
    session = begin(hub, "star-baker")
    first = play_to(session, "PICK")
    last = next(seat for seat in (1, 2) if seat != first)
    session.act(next(session.state.legal(first)), "bot")
    page = phone_at(hub, last).get("/play").text
    assert session.state.phase == "PICK"
    assert TAKEN.findall(page) == []
    page = phone_at(hub, first).get("/play").text
    assert TAKEN.findall(page), "whoever has chosen may choose anew by one tap while another one must choose"


def test_what_somebody_calls_for_is_not_left_to_the_program(hub) -> None:
    session = begin(hub, "caterpillar-filler")
    session.act(session.game.parse(CHANCE, "first 1"))
    assert next(session.state.odds())[0].called
    with pytest.raises(BadDraw):
        session.leave_to_program()


def test_tiles_to_lay_are_offered_where_all_end_at_one_space(hub) -> None:
    session = begin(hub, "papillon")
    seat = play_to(session, "GARDEN")
    page = phone_at(hub, seat).get("/play").text
    assert len(re.findall(r'name="text"\s+value="lay ', page)) == 12


def test_what_chance_decides_is_never_taken_by_the_tap_on_a_space(hub) -> None:
    begin(hub, "octopus-garden")
    assert not [by for by, _ in TAKEN.findall(phone_at(hub, 1).get("/play").text) if by == str(CHANCE)]


def test_the_program_draws_in_the_whole_game_after_one_tap(client, hub) -> None:
    session = begin(hub, "papillon")
    while session.state.phase != "FILL":
        client.post("/play/draw", data={"seq": session.seq})
    assert "Draw in the whole game" in client.get("/play").text
    client.post("/play/draw", data={"seq": session.seq, "on": "always"})
    assert session.state.phase == "GNOME"
    assert session.settings.resolver("fill") == "software"
    assert session.settings.resolver("gnome") == "tap"


def test_nothing_is_left_to_the_program_where_nothing_is_to_be_drawn(hub) -> None:
    session = begin(hub, "star-baker")
    play_to(session, "PICK")
    with pytest.raises(BadDraw):
        session.leave_to_program()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "mean"), [("papillon", 5.0), ("star-baker", 2.2)])
def test_a_turn_takes_few_taps(game: str, mean: float) -> None:
    """The seeds of the draws are fixed: Papillon takes 4.7 in the mean, Star Baker 1.9."""
    figures = taps_of_a_game(game, draws=True)
    assert figures["the program draws: taps a turn, mean"] <= mean
    assert figures["the program draws: actions to which no taps led"] == 0


def test_tiles_that_lie_in_several_ways_stand_side_by_side(hub) -> None:
    session = begin(hub, "papillon")
    page = phone_at(hub, play_to(session, "GARDEN")).get("/play").text
    assert 'class="offers pictured' in page
    assert "other ways" not in page
