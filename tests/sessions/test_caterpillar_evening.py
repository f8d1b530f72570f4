"""A whole evening of Caterpillar Filler through session, draws and record."""

from __future__ import annotations

import random

import pytest

from companion.record.errors import BadDraw
from companion.record.events import Settings
from companion.record.proof import check_record
from companion.record.setup import begin_set_up
from companion.rules import CHANCE
from companion.rules.catalogue import load_game
from companion.rules.record import parse_record, replay

GAME = load_game("caterpillar-filler")
SOFTWARE = Settings(otherwise="software")


def play_on(session, chooser, actions=10_000):
    while session.state.actors and actions:
        actions -= 1
        if session.call:
            session.draw()
            continue
        legal = [
            action for action, _ in zip(session.state.legal(session.state.actors[0]), range(30), strict=False)
        ]
        session.act(chooser.choice(legal))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_is_drawn_and_proved_from_one_seed(store, seats):
    set_up = begin_set_up(GAME, {"turn_limit": "8"}, f"evening-{seats}").draw("setup").draw("rules")
    names = ["Anna", "Ben", "Cleo", "Dora"][:seats]
    session = store.new_session("caterpillar-filler", names, settings=SOFTWARE, set_up=set_up)
    assert session.state.actors[0] != CHANCE or session.call == "roll", "a wasp may be put before the roll"
    play_on(session, random.Random(seats))
    record = parse_record(session.record())
    assert replay(record) == session.state
    proof = check_record(record)
    assert proof.holds, proof.faults
    assert proof.checked == 2 + sum(entry.by == CHANCE for entry in session.line)


def test_the_wild_garden_is_drawn_token_by_token(store):
    session = store.new_session("caterpillar-filler", ["Anna", "Ben"], {"setup": "S12"}, Settings())
    for _ in range(8):
        session.draw()
    assert [entry.text.split()[:2] for entry in session.line] == [["wild", "flower"]] * 4 + [
        ["wild", "wasp"]
    ] * 4
    session.draw()
    assert session.line[-1].text.startswith("first ")
    assert [entry.draw for entry in session.line] == list(range(1, 10))


def test_set_up_and_rule_are_drawn_from_two_tiles():
    for seed in range(40):
        drawn = begin_set_up(GAME, {"five_tile_box": "on"}, f"s{seed}").draw("setup").draw("rules").options
        assert drawn["setup"][1:] != drawn["rules"][1:]  # CF-G32: T04 shows R04 or S04.
        assert {drawn["setup"][1:], drawn["rules"][1:]} <= {"01", "02", "04", "05", "09"}  # CF-G05


def test_one_rule_is_drawn_unless_several_are_played():
    one = begin_set_up(GAME, seed="s").draw("rules")
    with pytest.raises(BadDraw):
        one.draw("rules")
    several = begin_set_up(GAME, {"several_rule_tiles": "on"}, "s").draw("rules").draw("rules").draw("rules")
    assert len(set(several.options["rules"].split("+"))) == 3
    GAME.new(2, several.options)


def test_a_misread_die_is_put_right_in_the_middle_of_the_game(store):
    set_up = begin_set_up(GAME, {"turn_limit": "6"}, "misread")
    session = store.new_session("caterpillar-filler", ["Anna", "Ben"], settings=SOFTWARE, set_up=set_up)
    play_on(session, random.Random(5), actions=14)
    rolls = [place for place, entry in enumerate(session.line) if entry.text.startswith("roll ")]
    place = rolls[1]
    before = session.line
    for value in range(1, 7):
        preview = session.preview_correction(place, [GAME.parse(CHANCE, f"roll {value}")])
        assert preview.kept + len(preview.set_aside) == len(before) - place - 1
        if str(preview.actions[0]) == before[place].text:
            assert preview.misfit is None
        elif preview.misfit is not None:
            assert preview.misfit.reason.sentence().endswith(".")
            assert preview.misfit.reason.rule
    other = 1 if before[place].text != "roll 1" else 2
    found = session.correct(place, [GAME.parse(CHANCE, f"roll {other}")])
    assert session.line[place].text == f"roll {other}"
    assert tuple(entry.text for entry in session.timeline.set_aside) == tuple(
        entry.text for entry in before[len(before) - len(found.set_aside) :]
    )
    play_on(session, random.Random(6))
    assert check_record(parse_record(session.record())).holds


def test_undoing_gives_the_state_before(store):
    """CF-P11."""
    set_up = begin_set_up(GAME, {"turn_limit": "5"}, "undoing")
    names = ["Anna", "Ben", "Cleo"]
    session = store.new_session("caterpillar-filler", names, settings=SOFTWARE, set_up=set_up)
    play_on(session, random.Random(9), actions=9)
    while session.line and (seats := [seat for seat in session.names if session.may_undo(seat)]):
        seat = max(seats, key=lambda seat: -session.may_undo(seat).count)
        offer = session.may_undo(seat)
        wanted = session.states[-1 - offer.count]
        session.undo(seat, agreed_by=offer.needs)
        assert session.state == wanted
    assert all(entry.by == CHANCE for entry in session.line)
