"""The panel at the table: what its lights show of a game, and what its buttons do to it."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest
from gardens import after

from companion.live.status import Countdown, LiveStatus, Question
from companion.panel import desk
from companion.panel.desk import PanelDesk, Presser
from companion.panel.view import PanelView, look
from companion.record.errors import CannotUndo, NotYourSeat, StaleAction
from companion.record.events import Settings
from companion.rules.game import CHANCE
from companion.rules.message import Message
from companion.sessions.store import Store
from hw.panel.lights import GLOWS, TUNES

QUESTION = Question(9, Message("A 5 or a 6?"), (Message("5"), Message("6"), Message("No die")))


class Live:
    """A running table that remembers what it was asked."""

    def __init__(self):
        self.status, self.calls, self.tell = LiveStatus("still"), [], lambda _: None

    def subscribe(self, subscriber):
        self.tell = subscriber
        return lambda: self.calls.append("ended")

    def show(self, state, **more):
        self.status = LiveStatus(state, **more)
        self.tell(self.status)

    def answer(self, question, choice):
        self.calls.append((question, choice))

    def retry(self):
        self.calls.append("retry")


class Board:
    """Devices that remember what they were told."""

    def __init__(self):
        self.troubles, self.pins = {}, {"confirm": 17}
        self.shown, self.tunes, self.ring, self.heard = [], [], [], lambda _: None

    def listen(self, heard):
        self.heard = heard

    def show(self, state, seats):
        assert state in GLOWS
        self.shown.append((state, tuple(seats)))

    def sound(self, tune):
        assert tune in TUNES
        self.tunes.append(tune)

    def light_ring(self, *, on):
        self.ring.append(on)

    def close(self):
        pass


@pytest.fixture
def table(tmp_path):
    """A game of two after the first roll, its running table, devices, and the desk that joins them."""
    with Store(tmp_path / "games.sqlite") as store:
        session = store.new_session("caterpillar-filler", ["Anna", "Ben"])
        for text in ("first 1", "roll 4"):
            session.act(session.game.parse(CHANCE, text))
        live, board, off = Live(), Board(), []
        desk = PanelDesk(board, lambda: off.append(1))
        detach = desk.attach(session, live)
        yield SimpleNamespace(
            store=store, session=session, live=live, board=board, desk=desk, detach=detach, off=off
        )


def line(session):
    return [f"{entry.by} {entry.text}" for entry in session.line]


def move(session):
    session.act(session.game.parse(1, "A14-B14-C14-D14-E14"))


def test_the_lights_show_how_the_table_stands_and_who_acts(table):
    assert table.board.shown[-1] == ("still", (1,))
    for state in GLOWS:
        table.live.show(state)
        assert table.desk.view.status == state
        assert table.board.shown[-1] == (state, (1,))
    move(table.session)
    table.session.act(table.session.game.parse(1, "end"))
    assert table.board.shown[-1][1] == (2,), "who is to roll acts"
    table.detach()
    assert table.board.shown[-1] == ("off", ())
    assert table.live.calls == ["ended"]


def test_what_wants_a_person_is_heard_once(table):
    table.live.show("ask", question=QUESTION)
    table.live.show("ask", question=QUESTION, frame=7)
    table.live.show("wrong", code="disagree")
    table.live.show("lost")
    table.live.show("still")
    assert table.board.tunes == ["ask", "wrong", "lost"]


def test_an_answer_that_is_chosen_while_the_lights_are_worked_out_stays_chosen(table, monkeypatch):
    table.live.show("ask", question=QUESTION)
    pressed = threading.Thread(target=table.desk.press, args=("right",))

    def slow(*args):
        view = look(*args)
        pressed.start()
        pressed.join(0.2)
        return view

    monkeypatch.setattr(desk, "look", slow)
    table.live.show("ask", question=QUESTION, frame=7)
    pressed.join()
    assert table.desk.view.chosen == 1


def test_a_turn_that_passes_is_heard(table):
    move(table.session)
    table.session.act(table.session.game.parse(1, "end"))
    assert table.board.tunes == ["turn"]


def test_the_encoder_chooses_and_confirm_answers(table):
    table.live.show("ask", question=QUESTION)
    for word, chosen in (("right", 1), ("right", 2), ("right", 0), ("left", 2)):
        table.board.heard(word)
        assert table.desk.view.chosen == chosen
    table.board.heard("confirm")
    assert table.live.calls == [(9, 2)]
    table.live.show("ask", question=Question(11, Message("?"), QUESTION.choices))
    assert table.desk.view.chosen == 0, "another question begins anew"


def test_a_question_for_one_seat_alone_is_not_for_the_panel(table):
    table.live.show("ask", question=Question(9, QUESTION.text, QUESTION.choices, to=(1,)))
    assert table.desk.view.question is None
    table.board.heard("confirm")
    assert table.live.calls == ["retry"]


def test_next_passes_the_turn_on_when_that_leaves_no_trace(table):
    move(table.session)
    table.board.heard("next")
    assert line(table.session)[-1] == "1 end"


def test_next_refuses_while_something_is_left_to_do_and_it_is_heard(table):
    before = line(table.session)
    with pytest.raises(StaleAction, match="left to do"):
        table.desk.press("next")
    table.board.heard("next")
    assert table.board.tunes == ["no"]
    assert line(table.session) == before


def test_confirm_passes_on_at_once_what_is_being_counted_down(table):
    move(table.session)
    table.live.show("still", countdown=Countdown(1, "end", time.monotonic(), 12.0))
    table.board.heard("confirm")
    assert line(table.session)[-1] == "1 end"


def test_confirm_does_not_pass_on_what_a_tap_has_stopped(table):
    move(table.session)
    table.live.show("still", countdown=Countdown(1, "end", time.monotonic(), 12.0, stopped=True))
    table.board.heard("confirm")
    assert line(table.session)[-1] != "1 end"
    assert table.live.calls == ["retry"]


def test_confirm_and_dice_look_again_when_nothing_is_asked(table):
    table.board.heard("confirm")
    table.board.heard("dice")
    assert table.live.calls == ["retry", "retry"]


def test_undo_takes_the_last_choice_back(table):
    move(table.session)
    table.board.heard("undo")
    assert line(table.session) == ["0 first 1", "0 roll 4"]
    table.board.heard("undo")
    assert table.board.tunes == ["no"], "a roll is nobody's choice"


@pytest.mark.parametrize("agreed", [True, False])
def test_an_undo_that_wants_everybody_is_agreed_to_or_refused(table, agreed):
    session = table.session
    move(session)
    for by, text in ((1, "end"), (CHANCE, "roll 2")):
        session.act(session.game.parse(by, text))
    table.board.heard("undo")
    assert session.timeline.request is not None
    table.board.heard("confirm" if agreed else "undo")
    assert session.timeline.request is None
    assert (line(session)[-1] == "0 roll 2") is not agreed


def test_where_hands_are_hidden_the_panel_takes_nothing_back(table):
    hidden = table.store.new_session("it-happens", ["Anna", "Ben"])
    assert hidden.game.info.hidden
    table.desk.attach(hidden, table.live)
    table.live.show("still", countdown=Countdown(1, "end", time.monotonic(), 12.0))
    for word in ("undo", "next", "confirm"):
        with pytest.raises(NotYourSeat, match="own phone"):
            table.desk.press(word)


def test_whoever_presses_for_one_seat_agrees_for_that_seat_alone(table):
    session = table.session
    move(session)
    for by, text in ((1, "end"), (CHANCE, "roll 2")):
        session.act(session.game.parse(by, text))
    ben = Presser(lambda seat: seat == 2)
    with pytest.raises(CannotUndo, match="nothing to take back"):
        table.desk.press("undo", ben)
    anna = Presser(lambda seat: seat == 1, session.seq, 0)
    table.desk.press("undo", anna)
    with pytest.raises(StaleAction):
        table.desk.press("undo", anna)
    with pytest.raises(CannotUndo, match="waiting"):
        table.desk.press("confirm", anna._replace(seq=session.seq))
    assert session.timeline.request is not None
    table.desk.press("confirm", ben)
    assert line(session)[-1] != "0 roll 2"


def test_nobody_passes_on_the_turn_of_another_seat(table):
    move(table.session)
    with pytest.raises(NotYourSeat, match="Anna"):
        table.desk.press("next", Presser(lambda seat: seat == 2))
    assert line(table.session)[-1] != "1 end"


def test_a_second_tap_on_the_same_page_answers_no_other_question(table):
    table.live.show("ask", question=Question(11, QUESTION.text, QUESTION.choices))
    with pytest.raises(StaleAction):
        table.desk.press("confirm", Presser(question=9))
    assert table.live.calls == []


def test_holding_shuts_down_and_says_goodbye(table):
    table.board.heard("shut_down")
    table.board.heard("shut_down")
    assert table.off == [1]
    assert table.board.tunes == ["bye"]
    desk = PanelDesk()
    assert not desk.may_shut_down
    with pytest.raises(StaleAction):
        desk.press("shut_down")


def test_a_panel_without_devices_or_game_is_a_panel_all_the_same(table):
    desk = PanelDesk(troubles={"panel": "No chip."})
    for word in ("confirm", "undo", "next", "left", "right", "dice"):
        desk.press(word)
    assert desk.view == PanelView()
    assert desk.pins == {}
    assert desk.troubles == {"panel": "No chip."}
    desk.light_ring(on=True)
    told = []
    desk.subscribe(lambda: told.append(desk.view.status))
    desk.attach(table.session, None)
    assert told == ["off"]
    assert desk.view.seats == (1,)


def test_the_ring_light_is_switched_and_shown(table):
    table.desk.light_ring(on=True)
    assert table.board.ring == [True]
    table.live.show("reading")
    assert table.desk.view.ring


def test_a_finished_game_lights_nobody(table):
    state = after(table.session.state)
    finished = SimpleNamespace(outcome="over", actors=())
    assert look(PanelView(), state, LiveStatus("still")).seats == (1,)
    assert look(PanelView(), finished, LiveStatus("still")).seats == ()


def test_at_work_nobody_waits_for_the_panel_and_a_failure_ends_nothing(table, caplog):
    desk, board = table.desk, table.board
    desk.start()
    table.live.retry = lambda: 1 / 0
    board.heard("dice")
    move(table.session)
    board.heard("next")
    ends_s = time.monotonic() + 30
    while line(table.session)[-1] != "1 end":
        assert time.monotonic() < ends_s
        time.sleep(0.01)
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("laid", ["another", "the same", "none"])
def test_a_press_that_had_to_wait_counts_for_the_game_that_lay_there_then(table, laid):
    waiting = []
    table.desk._later = waiting.append  # as while the panel's thread waits for a reading
    move(table.session)
    table.board.heard("undo")
    table.detach()
    other = table.store.new_session("caterpillar-filler", ["Carla", "Dora"])
    for by, text in ((CHANCE, "first 1"), (CHANCE, "roll 4"), (1, "A14-B14-C14-D14-E14")):
        other.act(other.game.parse(by, text))
    if laid != "none":
        table.desk.attach(other if laid == "another" else table.session, Live())
    before = (len(table.session.line), len(other.line))
    for job in waiting:
        job()
    taken_back = laid == "the same"
    assert (len(table.session.line), len(other.line)) == (before[0] - taken_back, before[1])
    assert ("no" in table.board.tunes) == (laid == "another")


def test_shutting_down_waits_for_no_game(table):
    waiting = []
    table.desk._later = waiting.append
    table.board.heard("shut_down")
    table.detach()
    table.desk.attach(table.store.new_session("caterpillar-filler", ["Carla", "Dora"]), Live())
    for job in waiting:
        job()
    assert table.off == [1]


@pytest.fixture
def to_roll(table):
    """A game in which the program rolls, but a wasp may be put before: Ben is to call for it."""
    session = table.store.new_session(
        "caterpillar-filler", ["Anna", "Ben"], settings=Settings(chance={"roll": "software"}, otherwise="tap")
    )
    session.act(session.game.parse(CHANCE, "first 2"))
    assert session.call == "roll"
    table.desk.attach(session, table.live)
    return session


def test_a_roll_that_waits_is_called_for_with_a_button(table, to_roll, monkeypatch):
    """A table without a phone must come by the program's roll."""
    with pytest.raises(StaleAction):
        table.desk.press("confirm", Presser(lambda seat: seat == 2, to_roll.seq - 1))
    table.desk.press("confirm", Presser(lambda seat: seat == 1, to_roll.seq))
    assert to_roll.call == "roll", "it is Ben's"
    monkeypatch.setattr(desk, "CALL_S", 0.0)
    table.desk.press("confirm")
    assert line(to_roll)[-1].startswith("0 roll")


def test_a_button_that_is_pressed_twice_rolls_for_nobody(table, to_roll, monkeypatch):
    """The second press, or one as a countdown ends, was meant for the turn before."""
    monkeypatch.setattr(desk, "CALL_S", 1e9)
    table.desk.press("confirm")
    assert to_roll.call == "roll"
    assert table.live.calls[-1] == "retry"
    monkeypatch.setattr(desk, "CALL_S", 0.0)
    table.live.show("wrong", code="disagree")
    table.desk.press("confirm")
    assert to_roll.call == "roll", "what is wrong on the table is looked at again"
    table.live.show("still")
    table.desk.press("confirm", Presser(lambda seat: seat == 2, to_roll.seq))
    assert to_roll.call == ""
