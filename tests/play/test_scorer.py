"""What a table's views lead to: what somebody has said no to is not asked again."""

from __future__ import annotations

from gardens import LAYOUT
from views import Table

from companion.play.addressee import NO
from companion.play.referee import Referee
from companion.play.scorer import Scorer
from companion.play.verdict import Ask, Choice, Disagree, NoChange, TakenBack
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
    no.act()
    verdict = scorer.judge(table.look())
    assert isinstance(verdict, Disagree)
    assert [each.cell for each in verdict.where] == [one]
    table.lying["garden"].pop(other)
    assert scorer.judge(table.look()) == asked


def test_after_a_no_a_table_that_lies_as_it_should_is_left_alone(store):
    scorer, table, asked = suspecting(store, rolled)
    scorer.offers(asked, table.look())[1].act()
    assert scorer.judge(table.look()) == NoChange()


def test_another_question_is_asked_after_a_no(store):
    scorer, table, asked = suspecting(store, rolled)
    scorer.offers(asked, table.look())[1].act()
    other = Choice((scorer.session.game.parse(0, "roll 5"),))
    scorer.referee.verdict = Ask(asked.question, (*asked.choices, other))
    assert scorer.judge(table.look()) == scorer.referee.verdict


def test_a_no_to_taking_back_is_heeded_too(store):
    scorer, table, asked = suspecting(store, lambda _: TakenBack(1, ()))
    answers = scorer.take_back(asked, table.look())
    answers[-1].act()
    assert scorer.judge(table.look()) == NoChange()
