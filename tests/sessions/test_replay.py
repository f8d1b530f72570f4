"""Whatever happens in whatever order, the game is the replay of its log."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import orchard
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.record import draws
from companion.record.errors import BadCorrection, CannotUndo, StaleAction
from companion.record.events import Finished, Resumed, Settings
from companion.record.proof import check_record
from companion.record.timeline import fold
from companion.rules import CHANCE, IllegalAction
from companion.rules.record import parse_record, replay
from companion.sessions.store import Store

GAME = orchard.GAME


class AnyEvening(RuleBasedStateMachine):
    """Players, chance, second thoughts, corrections and power cuts, in any order."""

    @initialize(seats=st.integers(1, 4), software=st.booleans())
    def begin(self, seats, software):
        # Hypothesis must see the same evening again: the secrets are no secrets here.
        numbers = count()
        self.real_secrets, draws.secrets = (
            draws.secrets,
            SimpleNamespace(token_hex=lambda _: f"s{next(numbers)}"),
        )
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "games.sqlite"
        self.store = Store(self.path, orchard.find)
        chosen = Settings(otherwise="software" if software else "camera")
        names = ["Anna", "Ben", "Cleo", "Dora"][:seats]
        self.session = self.store.new_session("orchard", names, settings=chosen)
        self.listen()

    def listen(self):
        self.told = [*self.session.events]
        self.session.subscribe(self.told.extend)

    def teardown(self):
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()
            draws.secrets = self.real_secrets

    @precondition(lambda self: self.session.state.actors)
    @rule(data=st.data())
    def act(self, data):
        actor = self.session.state.actors[0]
        action = data.draw(st.sampled_from(list(self.session.state.legal(actor))))
        line = self.session.line
        self.session.act(action, data.draw(st.sampled_from(["tap", "camera", "bot"])))
        assert self.session.line[len(line)].text == str(action)

    @precondition(lambda self: self.session.state.actors == (CHANCE,))
    @rule()
    def draw(self):
        self.session.draw()

    @rule(seat=st.integers(1, 4))
    def act_out_of_turn(self, seat):
        before = self.session.moment
        action = orchard.Eat(seat, 7)
        try:
            self.session.act(action)
        except IllegalAction:
            assert self.session.moment is before
        else:
            raise AssertionError("An apple that does not exist was eaten.")

    @rule(seat=st.integers(1, 4), everybody=st.booleans())
    def undo(self, seat, everybody):
        offer = self.session.may_undo(seat)
        before = self.session.moment
        try:
            self.session.undo(seat, agreed_by=range(1, 5) if everybody else ())
        except CannotUndo:
            assert offer is None
            return
        if everybody or not offer.needs:
            place = len(before.timeline.line) - offer.count
            assert self.session.state == before.states[place]
            assert before.timeline.line[place].by == seat
        else:
            assert self.session.state == before.states[-1]
            assert self.session.timeline.request.count == offer.count

    @rule(seat=st.integers(1, 4), yes=st.booleans())
    def answer_request(self, seat, yes):
        request = self.session.timeline.request
        before = len(self.session.line)
        try:
            self.session.agree(seat) if yes else self.session.refuse(seat)
        except CannotUndo:
            assert request is None or seat in request.agreed or seat > self.session.state.seats
            return
        if yes and len({*request.agreed, seat}) == self.session.state.seats:
            assert len(self.session.line) == before - request.count

    @rule()
    def redo(self):
        undone = self.session.timeline.undone
        line = self.session.line
        try:
            self.session.redo()
        except CannotUndo:
            assert not undone
        else:
            assert self.session.line[: len(line) + len(undone[0])] == (*line, *undone[0])
            assert self.session.timeline.undone in (undone[1:], ())

    @precondition(lambda self: self.session.line)
    @rule(data=st.data())
    def correct(self, data):
        line = self.session.line
        place = data.draw(st.integers(0, len(line) - 1))
        removed = data.draw(st.integers(0, min(2, len(line) - place)))
        state = self.session.states[place]
        actions = []
        for _ in range(data.draw(st.integers(0, 2))):
            if state.actors:
                actions.append(data.draw(st.sampled_from(list(state.legal(state.actors[0])))))
                state = state.after(actions[-1])
        found = self.session.correct(place, actions, removed=removed)
        wanted = [*map(str, actions), *(entry.text for entry in line[place + removed :][: found.kept])]
        assert [entry.text for entry in self.session.line[place:]][: len(wanted)] == wanted
        assert found.kept + len(found.set_aside) == len(line) - place - removed
        assert (found.misfit is None) == (not found.set_aside)

    @rule(place=st.integers(-2, 30))
    def correct_nonsense(self, place):
        before = self.session.moment
        try:
            self.session.correct(place, [orchard.Eat(1, 7)])
        except BadCorrection:
            assert self.session.moment is before
        else:
            raise AssertionError("An apple that does not exist was eaten.")

    @rule(skip=st.integers(0, 3))
    def take_up(self, skip):
        waiting = self.session.timeline.set_aside[skip:]
        misfit = self.session.take_up(skip)
        assert (misfit is None) == (not self.session.timeline.set_aside)
        assert misfit is None or misfit.entry in waiting

    @precondition(lambda self: self.session.seq > 1)
    @rule()
    def tap_on_an_old_page(self):
        before = self.session.moment
        try:
            self.session.correct(0, [], removed=0, expect_seq=self.session.seq - 1)
        except StaleAction:
            assert self.session.moment is before
        else:
            raise AssertionError("A tap on an old page acted.")

    @rule()
    def reopen(self):
        ident, before = self.session.id, self.session.moment
        self.store.close()
        self.store = Store(self.path, orchard.find)
        self.session = self.store.load(ident)
        assert self.session.moment == before
        self.session.settle()
        self.listen()

    @invariant()
    def is_the_replay_of_its_log(self):
        if not hasattr(self, "session"):
            return
        session = self.session
        assert fold(session.events) == session.timeline
        assert [each.seq for each in session.events] == list(range(1, session.seq + 1))
        state = GAME.new(session.state.seats, session.timeline.started.options)
        states = [state]
        for entry in session.line:
            action = GAME.parse(entry.by, entry.text)
            assert state.why_not(action) is None
            state = state.after(action)
            states.append(state)
        assert tuple(states) == session.states

    @invariant()
    def is_told_as_it_is_stored(self):
        if hasattr(self, "session"):
            assert self.told == list(self.session.events)

    @invariant()
    def says_that_it_is_over_when_it_is(self):
        if not hasattr(self, "session"):
            return
        ends = [each.event for each in self.session.events if isinstance(each.event, Finished | Resumed)]
        outcome = self.session.state.outcome
        if outcome is None:
            assert not ends or isinstance(ends[-1], Resumed)
        else:
            assert ends[-1] == Finished(outcome.winners, self.session.state.sheet().totals())

    @invariant()
    def has_an_honest_record(self):
        if hasattr(self, "session"):
            record = parse_record(self.session.record(), GAME)
            assert replay(record, game=GAME) == self.session.state
            assert check_record(record, GAME).holds


AnyEvening.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestAnyEvening = AnyEvening.TestCase
