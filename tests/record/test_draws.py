"""Software draws: fair, reproducible, and provable by anybody."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from itertools import islice

import msgspec
import orchard
import pytest
from orchard import CHANCE, Eat, First, Pick

from companion.record import draws
from companion.record.errors import BadDraw
from companion.record.events import Settings
from companion.record.proof import Proof, check_record
from companion.record.setup import begin_set_up
from companion.rules.errors import BadRecord
from companion.rules.record import Record, parse_record
from companion.sessions.store import Store
from companion.story.describe import log_lines

GAME = orchard.GAME
KNOWN = [1, 1, 4, 3, 1, 2, 3, 6, 3, 3]
SOFTWARE = Settings(otherwise="software")


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.sqlite", orchard.find) as store:
        yield store


def played(store, seed="a-seed", draw=("weather", "weather"), goal="12"):
    """A whole game with everything drawn, the set-up included."""
    set_up = begin_set_up(GAME, {"goal": goal}, seed)
    for key in draw:
        set_up = set_up.draw(key)
    session = store.new_session("orchard", ["Anna", "Ben"], settings=SOFTWARE, set_up=set_up)
    while session.state.actors:
        session.act(Eat(session.state.actors[0], session.state.apple))
    return session


def read(session) -> Record:
    return parse_record(session.record(), GAME)


def test_the_construction_is_the_documented_one():
    """Written anew from the module's description alone."""

    def again(seed, number, weights):
        total = sum(weights)
        for i in range(100):
            x = int(hmac.new(seed.encode(), f"draw {number} {i}".encode(), hashlib.sha256).hexdigest(), 16)
            if x < 2**256 // total * total:
                point = x % total
                return next(n for n in range(len(weights)) if point < sum(weights[: n + 1]))
        raise AssertionError

    for number in range(1, 200):
        weights = [number % 3 + 1, 0, 2, number]
        assert draws.pick("seed", number, weights) == again("seed", number, weights)
    assert draws.commitment_of("seed") == hashlib.sha256(b"seed").hexdigest()


def test_known_draws_stay_the_same_for_ever():
    assert [draws.pick("orchard", number, [1] * 6) + 1 for number in range(1, 11)] == KNOWN


def test_a_number_beyond_the_last_whole_stretch_is_drawn_again(monkeypatch):
    tries = iter([2**256 - 1, 2**256 - 2, 17])
    monkeypatch.setattr(draws, "_number", lambda *_: next(tries))
    assert draws.pick("s", 1, [1] * 7) == 17 % 7


@pytest.mark.parametrize("weights", [[1] * 6, [1] * 256, [1, 2, 3, 4], [5, 0, 1]])
def test_every_outcome_comes_as_often_as_it_should(weights):
    number = 12_000
    found = Counter(draws.pick("fairness", k, weights) for k in range(1, number + 1))
    expected = {n: number * weight / sum(weights) for n, weight in enumerate(weights) if weight}
    assert set(found) == set(expected)
    chi_square = sum((found[n] - mean) ** 2 / mean for n, mean in expected.items())
    freedom = len(expected) - 1
    # Wilson and Hilferty's approximation: above 4.75 is less than one in a million.
    z = ((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
    assert abs(z) < 4.75


def test_neighbouring_draws_and_seeds_have_nothing_to_do_with_each_other():
    pairs = Counter(
        (draws.pick("pairs", k, [1] * 6), draws.pick("pairs", k + 1, [1] * 6)) for k in range(1, 7201, 2)
    )
    assert len(pairs) == 36
    assert 50 < min(pairs.values()) <= max(pairs.values()) < 160
    assert len({tuple(draws.pick(f"seed {n}", k, [1] * 6) for k in range(12)) for n in range(200)}) == 200


def test_nothing_to_draw_is_said():
    with pytest.raises(BadDraw, match="nothing left"):
        draws.pick("s", 1, [])
    with pytest.raises(BadDraw, match="Nothing is to be drawn"):
        draws.draw(GAME.new(2).after(First(CHANCE, 1)).after(Pick(CHANCE, 1)), "s", 1)


@pytest.mark.parametrize("seed", ["", "two words", " ahead"])
def test_a_seed_is_one_word(seed):
    with pytest.raises(BadDraw, match="one word"):
        begin_set_up(GAME, seed=seed)


def test_a_set_up_is_drawn_step_by_step():
    set_up = begin_set_up(GAME, seed="s")
    one = set_up.draw("weather")
    two = one.draw("weather")
    three = two.draw("weather")
    assert set_up.options == {}
    assert sorted(three.options["weather"].split("+")) == ["hail", "rain", "wind"]
    assert three.draws[:2] == two.draws
    assert two.commitment == set_up.commitment
    with pytest.raises(BadDraw, match="nothing to draw"):
        three.draw("weather")
    with pytest.raises(BadDraw):
        set_up.draw("goal")


def test_every_draw_of_a_game_is_proved(store):
    session = played(store)
    record = read(session)
    proof = check_record(record, GAME)
    assert proof.holds
    drawn = sum(entry.by == CHANCE for entry in session.line)
    assert proof.checked == 2 + drawn
    assert "all are right" in str(proof.said)
    assert (proof.sealed, proof.taken_back) == (0, ())
    alone = msgspec.structs.replace(proof, checked=1)
    assert str(alone.said) == "1 draw was made again from the seed, and is right."


def test_before_the_end_the_seed_stays_secret(store):
    set_up = begin_set_up(GAME, seed="a-secret").draw("weather")
    session = store.new_session("orchard", ["A", "B"], settings=SOFTWARE, set_up=set_up)
    assert "a-secret" not in session.record()
    proof = check_record(read(session), GAME)
    assert (proof.holds, proof.checked, proof.sealed) == (True, 0, 3)
    assert "before the seed is revealed" in str(proof.said)


def test_each_draw_that_is_tampered_with_is_named(store):
    record = read(played(store, seed="tamper"))
    places = [index for index, action in enumerate(record.actions) if action.by == CHANCE]
    for index in places[1:]:
        number = int(record.notes[index].removeprefix("draw "))
        out = [action.apple for action in record.actions[: index + 1] if isinstance(action, Pick)]
        other = next(n for n in orchard.BAG if n not in out)
        changed = (*record.actions[:index], Pick(CHANCE, other), Eat(record.actions[index + 1].by, other))
        proof = check_record(msgspec.structs.replace(record, actions=changed, notes={
            place: note for place, note in record.notes.items() if place <= index
        }), GAME)  # fmt: skip
        assert not proof.holds
        assert proof.faults == (proof.said,)
        assert f"Draw {number} differs" in str(proof.said)
        assert f"action {index + 1}" in str(proof.said)
        assert f"the seed gives “{record.actions[index]}”" in str(proof.said)


def test_a_tampered_set_up_is_named(store):
    record = read(played(store))
    others = {"rain", "wind", "hail"} - set(record.options["weather"].split("+"))
    forged = msgspec.structs.replace(record, options={**record.options, "weather": others.pop()})
    assert "Draw 1 differs" in str(check_record(forged, GAME).said)
    swapped = msgspec.structs.replace(record, drawn=record.drawn[::-1])
    assert "Draw 1 differs" in str(check_record(swapped, GAME).said)


def test_another_seed_number_or_claim_is_named(store):
    record = read(played(store))

    def faults(**changes):
        return str(check_record(msgspec.structs.replace(record, **changes), GAME).said)

    assert "Seed 1 is not the one that was committed" in faults(seed="another")
    assert "Draw 3 stands in the record 2 times" in faults(notes={**record.notes, 1: "draw 3"})
    assert "not a matter of chance" in faults(notes={**record.notes, 2: "draw 99"})
    with pytest.raises(BadRecord, match="no commitment"):
        faults(commitment="")


def test_what_was_taken_back_leaves_a_gap_and_is_not_drawn_again(store):
    session = store.new_session("orchard", ["A", "B"], settings=SOFTWARE)
    seat = session.state.actors[0]
    session.act(Eat(seat, session.state.apple))
    session.undo(seat, agreed_by=(3 - seat,))
    while session.state.actors:
        session.act(Eat(session.state.actors[0], session.state.apple))
    proof = check_record(read(session), GAME)
    assert proof.holds
    assert proof.taken_back == (3,)


@pytest.mark.parametrize(
    ("numbers", "said"),
    [((11,), "draw 11."), ((11, 12), "draws 11 and 12."), ((3, 4, 9), "draws 3, 4 and 9.")],
)
def test_draws_that_were_taken_back_are_named_by_their_numbers(numbers, said):
    proof = Proof(checked=2, sealed=0, taken_back=numbers, faults=())
    assert str(proof.said).endswith(f"Taken back by agreement or correction: {said}")


def test_what_follows_from_the_cards_is_taken_down_and_not_drawn(tmp_path):
    """The order of a Star Baker's day: nobody draws it, so it uses up no number, and the proof holds."""
    with Store(tmp_path / "games.sqlite") as store:
        session = store.new_session("star-baker", ["Anna", "Ben"], settings=SOFTWARE)
        rng = random.Random(5)
        while session.state.actors:
            seat = rng.choice(session.state.actors)
            session.act(rng.choice(list(islice(session.state.legal(seat), 20))))
        assert {entry.draw for entry in session.line if entry.text.startswith("order")} == {0}
        drawn = [entry.draw for entry in session.line if entry.draw]
        assert drawn == list(range(1, len(drawn) + 1))
        told = next(line.text for line in log_lines(session, None) if "are turned face up" in line.text)
        assert told.endswith("(by the program).")
        proof = check_record(parse_record(session.record()))
        assert (proof.holds, proof.checked, proof.taken_back) == (True, len(drawn), ())


def test_draws_behind_a_correction_count_only_where_they_still_hold(store):
    """A corrected pick changes what is left in the bag, and with it what a number gives."""
    held, overtaken = 0, 0
    for seed in range(12):
        session = played(store, seed=f"correction-{seed}", draw=(), goal="8")
        first = session.line[1].text
        unused = next(n for n in orchard.BAG if f"pick {n}" not in [entry.text for entry in session.line])
        seat = session.line[2].by
        session.correct(1, [Pick(CHANCE, unused), Eat(seat, unused)], removed=2)
        assert first not in [entry.text for entry in session.line[:2]]
        proof = check_record(read(session), GAME)
        assert proof.holds, proof.faults
        notes = [note for index, note in read(session).notes.items() if index > 2]
        held += sum(note.startswith("draw ") for note in notes)
        overtaken += sum(note.startswith("drawn before a correction") for note in notes)
    assert held > 0
    assert overtaken > 0


def test_a_game_that_goes_on_after_its_seed_was_shown_has_two(store):
    session = played(store)
    last = len(session.line) - 1
    session.correct(2, [Eat(session.line[2].by, session.states[2].apple)], removed=last - 1)
    while session.state.actors:
        session.act(Eat(session.state.actors[0], session.state.apple))
    record = read(session)
    assert len(record.seed.split()) == len(record.commitment.split()) == 2
    assert any(note.endswith("seed 2") for note in record.notes.values())
    proof = check_record(record, GAME)
    assert proof.holds
    assert proof.checked >= 6
    assert proof.taken_back
