"""Star Baker followed from the table: the book is read, hands are not, and nobody guesses at secrets."""

from __future__ import annotations

import pytest
import watched
from live_house import House
from watched import accepted, played

from companion.layouts import load_layout
from companion.live.follow import Follower
from companion.live.turnover import Turnover
from companion.printing import artwork
from companion.record.events import Settings
from companion.referee.addressee import discreet
from companion.referee.search import Search
from companion.referee.verdict import Ask, Disagree, HalfDone, NoChange
from companion.rules.catalogue import load_game
from companion.rules.game import CHANCE
from companion.rules.record import history
from companion.rules.testing import random_record
from companion.sessions.dealing import drawn, following, settled
from companion.sessions.store import Store
from companion.simulation.evening import Evening
from vision.view.reader import TableReader

GAME = load_game("star-baker")
LAYOUT = load_layout("star-baker").for_seats(2)
BEGUN = ("0 chefs 1 red", "0 chefs 2 orange", "0 refill R02", "0 refill R13", "0 refill R12")
CHOSEN = ("1 time C1c", "2 time C2b", "0 order 2 1")


def begun(*lines, **options):
    """Two bakers; the book holds R02 (chocolate), R13 (blueberry, bonus fill) and R12 (chocolate)."""
    return played(GAME, GAME.new(2, options), *BEGUN, *lines)


class Watched(watched.Watched):
    def __init__(self, state):
        super().__init__(LAYOUT, state)


def test_a_card_that_is_turned_up_is_read_wherever_it_lies():
    state = played(GAME, GAME.new(2), *BEGUN[:3])
    table = Watched(state)
    table.put("book", **{"book-6": "card-R13"})
    assert accepted(table.judge()) == ["0 refill R13"]


def test_the_places_of_the_book_do_not_matter():
    table = Watched(begun())
    table.table.lying["book"] = {"book-7": "card-R02", "book-3": "card-R12", "book-5": "card-R13"}
    assert table.judge() == NoChange()


def test_nobody_guesses_which_time_card_was_chosen(monkeypatch):
    """Whatever lies there while time cards are chosen, none is inferred, asked about or even tried."""
    table, tried = Watched(begun()), []
    child = Search._child

    def noted(search, node, action):
        tried.append(action)
        return child(search, node, action)

    monkeypatch.setattr(Search, "_child", noted)
    table.put("book", **{"book-1": None})
    verdict = table.judge()
    assert isinstance(verdict, Disagree)
    assert tried == []
    assert Turnover(frozenset()).rest(table.state, 0.0) is None


def test_how_somebody_pays_is_asked_of_that_seat_alone():
    state = begun("1 time C1a", "2 time C2c", "0 order 1 2")
    table = Watched(state)
    table.put("book", **{"book-2": None})
    verdict, to = discreet([state], table.judge())
    assert isinstance(verdict, Ask)
    assert to == (1,)
    actions = [action for choice in verdict.choices for action in choice.actions]
    assert "fill R12 < C1b" in map(str, actions)
    assert all(action.by == 1 for action in actions)


def test_that_somebody_cannot_pay_is_nobody_elses_business():
    """The question is the same one, to the same seat, whatever that seat holds."""
    poor = begun("1 time C1b", "2 time C2c", "0 order 1 2")
    assert not any(str(action).startswith("fill") for action in poor.legal(1))
    table = Watched(poor)
    table.put("book", **{"book-2": None})
    verdict, to = discreet([poor], table.judge())
    assert (type(verdict), to) == (Ask, (1,))


def test_what_was_tapped_is_still_to_be_done_on_the_table():
    before = begun("1 time C1a", "2 time C2c", "0 order 1 2")
    table = Watched(before)
    table.state = played(GAME, before, "1 fill R02 < C1b")
    verdict = table.judge(earlier=(before,), unseen=1)
    assert isinstance(verdict, HalfDone)
    assert "Cocoa Twist away from the recipe book" in verdict.message.render({})
    table.show(table.state)
    assert table.judge(earlier=(before,), unseen=1) == NoChange()


def test_restocking_is_a_choice_that_no_countdown_makes():
    state = begun("1 time C1c", "2 time C2b", "0 order 2 1")
    turnover = Turnover(frozenset())
    assert [turnover.rest(state, seconds) for seconds in (0.0, 30.0)] == [None, None]
    assert turnover.countdown is None


def test_the_order_does_not_tell_more_than_the_cards_that_are_turned_over():
    state = begun(*CHOSEN)
    assert state.seen_by(None).time_pick == state.time_pick == (("C1c",), ("C2b",))


def test_what_is_certain_nobody_need_find_out(tmp_path):
    """A reserved card lies on top of the deck: nobody is asked whether it ever left the book."""
    with Store(tmp_path / "games.db") as store:
        session = store.new_session("star-baker", ["Anna", "Ben"], settings=Settings())
        for line in (*BEGUN, *CHOSEN[:2]):
            by, _, text = line.partition(" ")
            session.act(GAME.parse(int(by), text))
        assert str(session.line[-1].text) == "order 2 1"
        session.act(GAME.parse(2, "restock reserve R12"))
        session.act(GAME.parse(1, "restock"))
        assert (session.line[-1].text, session.line[-1].source) == ("refill R12", "software")
        assert session.state.phase == "PICK"


def test_a_card_that_can_only_be_turned_up_is_still_to_be_laid(tmp_path):
    """The table showed how the card before it went; it is not asked whether this one was taken back."""
    with Store(tmp_path / "games.sqlite") as store:
        house = House(store, LAYOUT, (*BEGUN, *CHOSEN[:2]), countdown=False)
        house.session.act(GAME.parse(2, "restock reserve R12"))
        house.lay()
        house.rest(2)
        house.table.lying["book"] = {"book-1": "card-R02"}
        house.rest(4)
        asked = house.live.status.question
        fills = [str(action) for action in house.session.state.legal(1) if "R13" in str(action)]
        assert asked is not None
        house.live.answer(asked.id, 0)
        assert house.line[-2].removeprefix("1 ") in fills
        assert house.line[-1] == "0 refill R12"
        house.pass_time(20)
        assert house.live.status.code == "half-done"
        assert house.live.status.question is None
        house.lay()
        house.rest(2)
        assert house.live.status.state == "still"


def test_a_card_that_was_put_back_and_comes_up_again_may_be_on_its_way():
    """Where the table shows the first alone, nobody is asked what else it may have been."""
    states = [begun(*CHOSEN)]
    for line in ("2 fill R02 < C2a", "1 restock reserve R12", "0 refill R12"):
        states.append(played(GAME, states[-1], line))
    table = Watched(states[1])
    table.show(states[2])
    verdict = table.referee.judge(states[3], table.table.look(), earlier=states[2::-1], unseen=2)
    assert isinstance(verdict, HalfDone)
    assert [(each.zone, each.expected) for each in verdict.missing] == [("book", "card-R12")]


def test_a_card_that_is_not_yet_swept_is_none_that_the_program_has_dealt():
    """What is swept off the book may be dealt again: the one card that still lies there is an old one."""
    state = list(history(random_record(GAME, 2, {}, seed=0)))[19]
    assert sorted(state.lying()["book"].values()) == ["card-R21", "card-R30", "card-R49"]
    table = Watched(state)
    table.table.lying["book"] = {"book-1": "card-R21"}
    dealt = Settings(otherwise="software")
    verdict = table.referee.judge(state, table.table.look(), drawn=lambda each: drawn(each, dealt))
    assert isinstance(verdict, HalfDone)


def test_all_that_lies_is_public():
    """The camera, the board and the simulated table never hold what a spectator may not know."""
    for state in history(random_record(GAME, 3, {"advanced": "on"}, seed=3)):
        assert state.lying() == state.seen_by(None).lying()


def follow_pictures(seats, seed, most_actions, **options):
    """Follow a game of bots from pictures; what is in the hands is tapped."""
    layout, state = load_layout("star-baker").for_seats(seats), GAME.new(seats, options)
    evening = Evening(layout, state, seed, size_px=(1240, 930), most_actions=most_actions)
    reader, follower = TableReader(layout, artwork), Follower(layout, state)
    untold, read, before = [], 0, state
    for moment in evening.play():
        new = [action for action in moment.actions if action != following(before)]
        untold += new
        before, now = moment.state, settled(moment.state)
        if moment.told:
            continue
        shows = bool(new) and new[-1].by == CHANCE
        follower.tell(*(untold[:-1] if shows else untold))
        read += shows
        sighting = reader.read(moment.picture)
        follower.see(sighting, lambda question, truth=now: true_answer(follower, question, truth))
        assert follower.state == now, untold
        untold = []
    return read, evening


def true_answer(follower, question, truth):
    """A reserved card that is turned up looks like one that was never reserved."""
    for choice in question.choices:
        state = follower.states[-1 - choice.undone]
        for action in choice.actions:
            state = state.after(action)
        if settled(state) == truth:
            return choice
    raise AssertionError(f"the truth is not among the answers: {question}")


@pytest.mark.whole
@pytest.mark.parametrize(("seats", "most_actions"), [(2, 40), pytest.param(6, 300, marks=pytest.mark.slow)])
def test_a_game_is_followed_from_pictures(seats, most_actions):
    read, evening = follow_pictures(seats, 3, most_actions)
    assert len(evening.truth) == most_actions or evening.state.outcome
    assert read > seats + 3


def test_bots_play_to_the_end():
    """All choose, nobody chooses for ever; the hands do what the game says."""
    evening = Evening(LAYOUT, GAME.new(2), 5, size_px=(160, 120))
    for _ in range(400):
        if not evening.state.actors:
            break
        evening.state = evening.state.after(evening._next())
    assert evening.state.outcome is not None
