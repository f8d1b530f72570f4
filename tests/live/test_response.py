"""What a table responds to its views and to answers: what somebody has said no to is not asked again."""

from __future__ import annotations

import pytest
from gardens import LAYOUT
from views import Table

from companion.live.response.apply import TableResponse
from companion.live.response.decide import Context, decide
from companion.live.response.effects import PutQuestion, TakeBack
from companion.live.response.judging import Judging
from companion.live.response.record_writer import RecordWriter
from companion.live.schedule import Schedule
from companion.live.status_board import StatusBoard
from companion.record.errors import CannotUndo, StaleAction
from companion.record.events import ActionTaken, Undone
from companion.referee.addressee import NO
from companion.referee.referee import Referee
from companion.referee.verdict import Ask, Choice, Disagree, NoChange, TakenBack, Unclear
from companion.rules.message import Message
from companion.sighting import ViewProblem


class Suspects(Referee):
    """Makes the same of every view."""

    verdict = NoChange()

    def judge(self, *_args, **_more):
        return self.verdict


class Suspecting:
    """A table whose referee suspects something, and the response to it."""

    def __init__(self, session, referee):
        self.session, self.referee = session, referee
        self.judging = Judging(session, referee, None)
        self.board = StatusBoard(session, has_camera=True)
        self.schedule = Schedule()
        writer = RecordWriter(session, self.judging)
        self.response = TableResponse(self.judging, writer, self.board, self.schedule)
        self.judge, self.apply = self.judging.judge, self.response.apply

    def offers(self, asked, sighting):
        return self.response.offers(asked.choices, sighting)

    def decided(self, verdict):
        """What is decided of something that was taken back, after a second look."""
        undo_by = self.judging.undo_by(verdict)
        return decide(verdict, Context(self.session.game, 0.0, twice=False, undo_by=undo_by))

    def take_back(self, verdict, sighting):
        """The answers to whether something was taken back."""
        (question,) = (each for each in self.decided(verdict) if isinstance(each, PutQuestion))
        return self.offers(question, sighting)


def suspecting(store, verdict_of):
    """A table that suspects something, how it should lie, and what is suspected."""
    session = store.new_session(LAYOUT.game, ["Anna", "Ben"])
    session.act(session.game.parse(0, "first 1"))
    referee, table = Suspects(LAYOUT), Table(LAYOUT)
    referee.verdict = verdict_of(session)
    table.lay(session.state.lying())
    return Suspecting(session, referee), table, referee.verdict


def rolled(session):
    return Ask(Message("Was it this?"), (Choice((session.game.parse(0, "roll 3"),)), NO))


def test_what_somebody_has_said_no_to_is_not_asked_again_while_the_table_looks_the_same(store):
    suspicion, table, asked = suspecting(store, rolled)
    one, other, *_ = table.lying["garden"]
    table.lying["garden"].pop(one)
    assert suspicion.judge(table.look()) == asked
    _, no = suspicion.offers(asked, table.look())
    no.act(suspicion.session.seq)
    verdict = suspicion.judge(table.look())
    assert isinstance(verdict, Disagree)
    assert [each.cell for each in verdict.where] == [one]
    table.lying["garden"].pop(other)
    assert suspicion.judge(table.look()) == asked


def test_after_a_no_a_table_that_lies_as_it_should_is_left_alone(store):
    suspicion, table, asked = suspecting(store, rolled)
    suspicion.offers(asked, table.look())[1].act(suspicion.session.seq)
    assert suspicion.judge(table.look()) == NoChange()


def test_another_question_is_asked_after_a_no(store):
    suspicion, table, asked = suspecting(store, rolled)
    suspicion.offers(asked, table.look())[1].act(suspicion.session.seq)
    other = Choice((suspicion.session.game.parse(0, "roll 5"),))
    suspicion.referee.verdict = Ask(asked.question, (*asked.choices, other))
    assert suspicion.judge(table.look()) == suspicion.referee.verdict


def test_a_no_to_taking_back_is_heeded_too(store):
    suspicion, table, asked = suspecting(store, lambda _: TakenBack(1, ()))
    answers = suspicion.take_back(asked, table.look())
    answers[-1].act(suspicion.session.seq)
    assert suspicion.judge(table.look()) == NoChange()


def test_an_answer_is_for_the_record_that_was_judged_and_for_no_later_one(store):
    suspicion, table, asked = suspecting(store, rolled)
    yes, _ = suspicion.offers(asked, table.look())
    judged = suspicion.session.seq
    suspicion.session.note("a photograph was sent")
    with pytest.raises(StaleAction):
        yes.act(judged)
    yes.act(suspicion.session.seq)
    assert suspicion.session.line[-1].text == "roll 3"


def test_an_answer_removes_what_was_asked_about_and_nothing_that_was_done_since(store):
    suspicion, table, asked = suspecting(store, lambda _: TakenBack(1, ()))
    suspicion.judge(table.look())
    yes, _ = suspicion.take_back(asked, table.look())
    judged = suspicion.session.seq
    suspicion.session.act(suspicion.session.game.parse(0, "roll 3"))
    with pytest.raises(StaleAction):
        yes.act(judged)
    assert [entry.text for entry in suspicion.session.line] == ["first 1", "roll 3"]


def test_a_move_that_the_table_replaces_goes_in_one_step_with_what_takes_its_place(store):
    suspicion, table, _ = suspecting(store, rolled)
    session = suspicion.session
    session.act(session.game.parse(0, "roll 4"))
    moves = [action for action in session.state.legal(1) if str(action).count("-") == 4]
    session.act(moves[0])
    commits = []
    session.subscribe(commits.append)
    suspicion.referee.verdict = TakenBack(1, (moves[1],))
    verdict = suspicion.judge(table.look())
    (take_back,) = (each for each in suspicion.decided(verdict) if isinstance(each, TakeBack))
    suspicion.apply(take_back, table.look(), 0.0)
    (told,) = commits
    assert [type(each.event) for each in told] == [Undone, ActionTaken]
    assert session.line[-1].text == str(moves[1])
    assert session.may_undo(1).count == 1


def test_what_others_must_agree_to_is_not_replaced(store):
    session = suspecting(store, rolled)[0].session
    session.act(session.game.parse(0, "roll 4"))
    for text in (str(next(session.state.legal(1))), "end"):
        session.act(session.game.parse(1, text))
    session.act(session.game.parse(0, "roll 3"))
    before = session.line
    with pytest.raises(CannotUndo):
        session.act_instead(1, (session.game.parse(1, "end"),))
    assert session.line == before


def covered(session):
    sentence = "Something covers C10."
    return Unclear((ViewProblem("covered", sentence),), Message(sentence), rolled(session))


def test_a_space_that_stays_covered_is_asked_about_after_the_second_look(store):
    suspicion, table, verdict = suspecting(store, covered)
    board, view = suspicion.board, table.look()
    suspicion.schedule.read(10.0)
    suspicion.response.respond(verdict, view, 10.0)
    assert board.status.message == verdict.message
    assert board.status.question is None
    assert [suspicion.schedule.due(now_s, 9.0) for now_s in (11.0, 11.5)] == [False, True]
    suspicion.response.respond(verdict, view, 11.5)
    assert board.status.question is None, "a grave verdict is looked at twice"
    for now_s in (13.0, 23.0):
        suspicion.response.respond(verdict, view, now_s)
        assert board.status.question.text == Message("Was it this?")
    assert board.status.question.id == suspicion.session.events[-1].seq, "it is put once"


def test_what_covers_a_space_for_a_moment_is_not_asked_about(store):
    suspicion, table, verdict = suspecting(store, covered)
    for now_s in (10.0, 14.0, 18.0):
        suspicion.response.respond(verdict, table.look(), now_s)
        suspicion.response.moved()
    suspicion.response.respond(NoChange(), table.look(), 20.0)
    suspicion.response.respond(verdict, table.look(), 24.0)
    assert suspicion.board.status.question is None


def test_nothing_more_is_asked_about_a_covered_space_once_somebody_has_said_no(store):
    suspicion, table, verdict = suspecting(store, covered)
    assert suspicion.judge(table.look()) == verdict
    _, no = suspicion.offers(verdict.otherwise, table.look())
    no.act(suspicion.session.seq)
    assert suspicion.judge(table.look()) == NoChange()
