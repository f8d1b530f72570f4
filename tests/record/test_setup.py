"""The draws before the game: every value as likely as the others, drawn anew as well, and all proved."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from companion.record.errors import BadDraw
from companion.record.events import Settings
from companion.record.proof import check_record
from companion.record.setup import before_draws, begin_set_up, candidates, last_draws
from companion.rules.catalogue import load_game
from companion.rules.record import parse_record
from companion.sessions.store import Store

TILES = load_game("filler-tiles")
CATERPILLARS = load_game("caterpillar-filler")
SEVERAL = {"several_rule_tiles": "on"}


def test_who_begins_is_drawn_from_all():
    """FT-05: half each."""
    drawn = Counter(begin_set_up(TILES, seed=f"s{k}").draw("first").options["first"] for k in range(400))
    assert set(drawn) == {"1", "2"}
    assert min(drawn.values()) > 150


def test_what_was_chosen_by_hand_is_not_drawn():
    """Once it was drawn over, nobody could tell any more what other draws had hung on."""
    chosen = begin_set_up(CATERPILLARS, {"setup": "S03"})
    assert chosen.candidates("setup") == ()
    with pytest.raises(BadDraw, match="nothing to draw"):
        chosen.draw("setup")
    ruled = chosen.draw("rules")
    assert ruled.options["setup"] == "S03"
    drawn = begin_set_up(CATERPILLARS).draw("setup")
    assert len(drawn.candidates("setup")) == 12, "what was drawn may be drawn anew"


def test_a_second_draw_is_a_draw_and_no_change():
    again = [begin_set_up(TILES, seed=f"s{k}").draw("first").draw("first") for k in range(100)]
    assert {len(set(set_up.draws)) for set_up in again} == {1, 2}
    assert len(candidates(CATERPILLARS, "setup", {"setup": "S03"})) == 12


def test_of_several_values_none_is_drawn_twice():
    held = candidates(CATERPILLARS, "rules", {**SEVERAL, "rules": "R01+R02"})
    assert len(held) == 10


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_game_whose_beginning_was_drawn_anew_is_proved(tmp_path, times):
    for seed in ("a", "b", "c", "d"):
        set_up = begin_set_up(TILES, seed=seed)
        for _ in range(times):
            set_up = set_up.draw("first")
        with Store(tmp_path / f"{seed}.db") as store:
            session = store.new_session(
                "filler-tiles", ["Anna", "Ben"], settings=Settings(otherwise="tap"), set_up=set_up
            )
            while (actor := next(iter(session.state.actors), None)) is not None:
                session.act(next(session.state.legal(actor)))
            record = parse_record(session.record())
        proof = check_record(record)
        assert (proof.faults, proof.checked) == ((), times)
        other = {"1": "first=2", "2": "first=1"}[set_up.options["first"]]
        forged = msgspec.structs.replace(record, drawn=(*record.drawn[:-1], other))
        assert f"Draw {times} differs" in str(check_record(forged).said)


def test_what_was_chosen_by_hand_is_told_from_what_was_drawn():
    options = {**SEVERAL, "rules": "R05+R01+R12", "setup": "S03"}
    draws = ("setup=S07", "rules=R01", "setup=S03", "rules=R12")
    assert before_draws(CATERPILLARS, options, draws) == {**SEVERAL, "rules": "R05"}
    assert last_draws(CATERPILLARS, draws) == {
        2: ("rules", "R01"), 3: ("setup", "S03"), 4: ("rules", "R12"),
    }  # fmt: skip


def test_an_option_that_the_game_does_not_have_is_not_drawn():
    with pytest.raises(BadDraw, match="no option"):
        begin_set_up(TILES).draw("weather")


def test_every_order_of_draws_is_proved(tmp_path):
    """A tile shows one side: what is drawn first takes something from what is drawn then."""
    rng = random.Random(7)
    for number in range(12):
        options = {"turn_limit": "1", **rng.choice([{}, {"setup": "S03"}, {**SEVERAL, "rules": "R05"}])}
        set_up = begin_set_up(CATERPILLARS, options, f"seed-{number}")
        for key in rng.choices(["setup", "rules"], k=3):
            set_up = set_up.draw(key) if set_up.candidates(key) else set_up
        with Store(tmp_path / f"{number}.db") as store:
            session = store.new_session("caterpillar-filler", ["Anna", "Ben"], set_up=set_up)
            while session.state.actors:
                session.act(next(session.state.legal(session.state.actors[0])))
            assert check_record(parse_record(session.record())).faults == ()
