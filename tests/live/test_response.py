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
from companion.referee.verdict import Ask, Choice, Disagree, NoChange, TakenBack
from companion.rules.message import Message


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
        board = StatusBoard(session, has_camera=True)
        self.response = TableResponse(self.judging, RecordWriter(session, self.judging), board, Schedule())
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
