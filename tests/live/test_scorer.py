"""What a table's views lead to: what somebody has said no to is not asked again."""

from __future__ import annotations

import pytest
from gardens import LAYOUT
from views import Table

from companion.live.scorer import Scorer
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


def suspecting(store, verdict_of):
    """A scorer whose referee suspects something, the table as it should lie, and what is suspected."""
    session = store.new_session(LAYOUT.game, ["Anna", "Ben"])
    session.act(session.game.parse(0, "first 1"))
    referee, table = Suspects(LAYOUT), Table(LAYOUT)
    referee.verdict = verdict_of(session)
    table.lay(session.state.lying())
    return Scorer(session, referee, None), table, referee.verdict


def rolled(session):
    return Ask(Message("Was it this?"), (Choice((session.game.parse(0, "roll 3"),)), NO))


def test_what_somebody_has_said_no_to_is_not_asked_again_while_the_table_looks_the_same(store):
    scorer, table, asked = suspecting(store, rolled)
    one, other, *_ = table.lying["garden"]
    table.lying["garden"].pop(one)
    assert scorer.judge(table.look()) == asked
    _, no = scorer.offers(asked, table.look())
    no.act(scorer.session.seq)
    verdict = scorer.judge(table.look())
    assert isinstance(verdict, Disagree)
    assert [each.cell for each in verdict.where] == [one]
    table.lying["garden"].pop(other)
    assert scorer.judge(table.look()) == asked


def test_after_a_no_a_table_that_lies_as_it_should_is_left_alone(store):
    scorer, table, asked = suspecting(store, rolled)
    scorer.offers(asked, table.look())[1].act(scorer.session.seq)
    assert scorer.judge(table.look()) == NoChange()


def test_another_question_is_asked_after_a_no(store):
    scorer, table, asked = suspecting(store, rolled)
    scorer.offers(asked, table.look())[1].act(scorer.session.seq)
    other = Choice((scorer.session.game.parse(0, "roll 5"),))
    scorer.referee.verdict = Ask(asked.question, (*asked.choices, other))
    assert scorer.judge(table.look()) == scorer.referee.verdict


def test_a_no_to_taking_back_is_heeded_too(store):
    scorer, table, asked = suspecting(store, lambda _: TakenBack(1, ()))
    answers = scorer.take_back(asked, table.look())
    answers[-1].act(scorer.session.seq)
    assert scorer.judge(table.look()) == NoChange()


def test_an_answer_is_for_the_record_that_was_judged_and_for_no_later_one(store):
    scorer, table, asked = suspecting(store, rolled)
    yes, _ = scorer.offers(asked, table.look())
    judged = scorer.session.seq
    scorer.session.note("a photograph was sent")
    with pytest.raises(StaleAction):
        yes.act(judged)
    yes.act(scorer.session.seq)
    assert scorer.session.line[-1].text == "roll 3"


def test_an_answer_removes_what_was_asked_about_and_nothing_that_was_done_since(store):
    scorer, table, asked = suspecting(store, lambda _: TakenBack(1, ()))
    scorer.judge(table.look())
    yes, _ = scorer.take_back(asked, table.look())
    judged = scorer.session.seq
    scorer.session.act(scorer.session.game.parse(0, "roll 3"))
    with pytest.raises(StaleAction):
        yes.act(judged)
    assert [entry.text for entry in scorer.session.line] == ["first 1", "roll 3"]


def test_a_move_that_the_table_replaces_goes_in_one_step_with_what_takes_its_place(store):
    scorer, table, _ = suspecting(store, rolled)
    session = scorer.session
    session.act(session.game.parse(0, "roll 4"))
    moves = [action for action in session.state.legal(1) if str(action).count("-") == 4]
    session.act(moves[0])
    commits = []
    session.subscribe(commits.append)
    scorer.referee.verdict = TakenBack(1, (moves[1],))
    verdict = scorer.judge(table.look())
    assert scorer.take_back(verdict, table.look()) == []
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
