"""A game in progress: acting, taking back, putting right, and what is seen when."""

from __future__ import annotations

import threading

import orchard
import pytest
from msgspec.structs import replace
from orchard import CHANCE, Eat, First, Pick, Polish
from orchard import Store as Keep

from companion.record.errors import (
    BadCorrection,
    BadDraw,
    CannotUndo,
    StaleAction,
    StoreError,
)
from companion.record.events import Finished, Resumed, SeedRevealed, Settings
from companion.record.timeline import UndoRefusal
from companion.rules import IllegalAction
from companion.sessions.store import Store
from companion.storage.database import Database


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "games.sqlite", orchard.find) as store:
        yield store


@pytest.fixture
def session(store):
    """Anna begins, has picked and eaten 4; Ben has picked 5."""
    session = store.new_session("orchard", ["Anna", "Ben", "Cleo"])
    session.act_all([First(CHANCE, 1), Pick(CHANCE, 4)], "camera", 0.97)
    session.act(Eat(1, 4))
    session.act(Pick(CHANCE, 5), "camera")
    return session


def texts(session):
    return [entry.text for entry in session.line]


# Acting


def test_an_action_is_seen_only_after_its_commit(session, monkeypatch):
    seen = []
    session.subscribe(seen.append)

    def spy(self, ident, rows, seeds=()):
        assert session.seq == 5
        assert texts(session)[-1] == "pick 5"
        assert seen == []
        return real(self, ident, rows, seeds)

    real = Database.append
    monkeypatch.setattr(Database, "append", spy)
    session.act(Eat(2, 5))
    assert (session.seq, texts(session)[-1], len(seen)) == (6, "eat 5", 1)


def test_a_failed_commit_leaves_everything_as_it_was(session, monkeypatch):
    before = session.moment
    seen = []
    session.subscribe(seen.append)

    def fail(*_):
        raise StoreError("store-full", "The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "append", fail)
        for change in (
            lambda: session.act(Eat(2, 5)),
            lambda: session.undo(1, agreed_by=(2, 3)),
            lambda: session.correct(1, [Pick(CHANCE, 3)]),
        ):
            with pytest.raises(StoreError):
                change()
    assert session.moment is before
    assert seen == []


def test_what_stands_is_answered_as_done_and_its_draw_is_made_later(store, monkeypatch, caplog):
    session = store.new_session("orchard", ["Anna", "Ben"], settings=Settings(otherwise="software"))
    append = Database.append

    def full_for_draws(self, ident, rows, seeds=()):
        if '"source":"software"' in rows[0].body:
            raise StoreError("store-full", "The disk is full.")
        append(self, ident, rows, seeds)

    eaten = Eat(session.state.turn, session.state.apple)
    with monkeypatch.context() as patch:
        patch.setattr(Database, "append", full_for_draws)
        (taken,) = session.act(eaten)
        assert (taken.event.text, texts(session)[-1]) == (str(eaten), str(eaten))
        assert (session.resolver, session.held_up) == ("software", "The disk is full.")
        assert session.settle() == ()
        assert caplog.text.count("A draw waits") == 1, "it is not told over and over"
    (drawn,) = session.settle()
    assert drawn.event.source == "software"
    assert (session.resolver, session.held_up) == (None, "")


def test_an_illegal_action_is_refused_with_its_rule(session):
    with pytest.raises(IllegalAction, match=r"not possible now \(OR-1\)") as caught:
        session.act_all([Polish(2), Eat(2, 6)])
    assert caught.value.rule == "OR-1"
    assert texts(session)[-1] == "pick 5"


def test_a_tap_on_an_old_page_does_nothing(session):
    page = session.seq
    session.act(Eat(2, 5), expect_seq=page)
    for tap in (
        lambda: session.act(Pick(CHANCE, 6), expect_seq=page),
        lambda: session.undo(2, expect_seq=page),
        lambda: session.correct(0, [First(CHANCE, 2)], expect_seq=page),
        lambda: session.draw(expect_seq=page),
    ):
        with pytest.raises(StaleAction):
            tap()
    assert texts(session)[-1] == "eat 5"


def test_a_failing_listener_does_not_stop_the_game(session, caplog):
    told = []
    end = session.subscribe(lambda _: 1 / 0)
    session.subscribe(told.append)
    session.act(Polish(2))
    assert len(told) == 1
    assert "subscriber failed" in caplog.text
    end()
    caplog.clear()
    session.act(Eat(2, 5))
    assert caplog.text == ""


def test_every_event_tells_who_said_so(session):
    first = session.line[0]
    assert (first.source, first.confidence, first.seq) == ("camera", 0.97, 2)
    assert session.line[2].source == "tap"


def test_chance_goes_to_whom_the_table_says(store):
    settings = Settings(chance={"first": "tap", "pick": "camera"})
    session = store.new_session("orchard", ["A", "B"], settings=settings)
    assert session.resolver == "tap"
    session.act(First(CHANCE, 2))
    assert session.resolver == "camera"
    session.change_settings(Settings(camera=False, chance=settings.chance))
    assert session.resolver == "tap"
    session.draw()
    assert session.resolver is None
    assert session.line[-1].source == "software"
    with pytest.raises(BadDraw):
        session.draw()
    session.change_settings(Settings(otherwise="software"))
    session.act(Eat(2, session.state.apple))
    assert session.state.actors == (1,)


def test_who_switches_the_camera_off_undoes_nothing_that_is_chosen_at_the_same_time(store, monkeypatch):
    session = store.new_session("orchard", ["A", "B"])
    other = threading.Thread(target=session.use_camera, kwargs={"on": False})
    append = Database.append

    def slow(*args) -> None:
        if not other.ident:
            other.start()
            other.join(0.2)  # it has read the settings by then, if it does not wait
        append(*args)

    monkeypatch.setattr(Database, "append", slow)
    session.change_settings(replace(session.settings, otherwise="software"))
    other.join()
    assert (session.settings.otherwise, session.settings.camera) == ("software", False)


def test_a_question_is_answered_once(session):
    asked = session.ask("Is this a 5 or a 6?", ["5", "6"], "tray/1")
    assert session.timeline.question.asked.where == "tray/1"
    session.answer(asked, "5")
    with pytest.raises(StaleAction):
        session.answer(asked, "6")
    asked = session.ask("And this?", ["1", "2"])
    session.act(Eat(2, 5))
    with pytest.raises(StaleAction):
        session.answer(asked, "1")


# Taking back


def test_an_own_last_choice_is_taken_back_freely(session):
    session.act(Polish(2))
    offer = session.may_undo(2)
    assert (offer.count, offer.needs, offer.because) == (1, (), "")
    before = session.states[-2]
    session.undo(2)
    assert session.state == before
    assert texts(session)[-1] == "pick 5"
    session.redo()
    assert texts(session)[-1] == "polish"
    with pytest.raises(CannotUndo):
        session.redo()


def test_a_revealed_outcome_is_crossed_only_if_all_agree(session):
    offer = session.may_undo(1)
    assert (offer.count, offer.needs) == (2, (2, 3))
    assert "been revealed" in offer.because
    session.undo(1)
    assert texts(session)[-1] == "pick 5"
    assert session.timeline.request.agreed == (1,)
    session.agree(3)
    with pytest.raises(CannotUndo):
        session.agree(3)
    with pytest.raises(CannotUndo):
        session.agree(9)
    session.agree(2)
    assert texts(session) == ["first 1", "pick 4"]
    assert session.timeline.request is None


def test_everybody_may_agree_at_once(session):
    session.undo(1, agreed_by=(3, 2))
    assert texts(session) == ["first 1", "pick 4"]


def test_a_refusal_or_a_new_action_ends_the_request(session):
    session.undo(1, agreed_by=(2,))
    assert session.timeline.request.agreed == (1, 2)
    session.refuse(3)
    with pytest.raises(CannotUndo):
        session.agree(3)
    session.undo(1)
    session.act(Eat(2, 5))
    with pytest.raises(CannotUndo):
        session.agree(2)
    with pytest.raises(CannotUndo):
        session.refuse(2)


def test_who_refused_is_known_until_the_game_goes_on_or_it_is_asked_anew(session):
    session.undo(1)
    session.refuse(3)
    assert session.timeline.refused == UndoRefusal(1, 3)
    session.undo(1)
    assert session.timeline.refused is None
    session.refuse(1)
    assert session.timeline.refused is None, "who asked thinks better of it"
    session.undo(1)
    session.refuse(2)
    session.act(Eat(2, 5))
    assert session.timeline.refused is None


def test_who_asked_is_told_that_the_game_went_on_until_they_act_or_it_is_asked_anew(session):
    session.undo(1)
    asked = session.timeline.request
    session.act(Eat(2, 5))
    session.act(next(session.state.legal(CHANCE)))
    assert session.timeline.lapsed == asked, "a draw that follows by itself hides it from nobody"
    session.undo(1)
    assert session.timeline.lapsed is None
    session.correct(len(session.line) - 1, [])
    assert session.timeline.lapsed.by == 1
    session.undo(1, agreed_by=(2, 3))
    assert session.timeline.lapsed is None, "they have it now"


def test_a_request_that_is_refused_or_given_up_does_not_lapse(session):
    session.undo(1)
    session.refuse(2)
    session.act(Eat(2, 5))
    assert session.timeline.lapsed is None
    session.act(next(session.state.legal(CHANCE)))
    session.undo(2)
    assert session.timeline.request is not None
    session.act(next(session.state.legal(3)))
    assert session.timeline.lapsed is not None
    session.act(next(session.state.legal(CHANCE)))
    session.undo(1)
    session.act(next(session.state.legal(1)))
    assert session.timeline.lapsed is None, "who plays on knows"


def test_who_plays_alone_takes_back_also_what_was_revealed(store):
    session = store.new_session("orchard", ["A"])
    session.act_all([First(CHANCE, 1), Pick(CHANCE, 1)])
    assert session.may_undo(1) is None
    with pytest.raises(CannotUndo, match="A has nothing"):
        session.undo(1)
    session.act(Polish(1))
    session.act(Keep(1, 1))
    session.act(Pick(CHANCE, 2))
    session.undo(1)  # Alone at the table, nobody else is to be asked.
    assert texts(session)[-1] == "polish"


# Putting right


def test_a_misread_outcome_is_put_right_and_the_rest_stands(session):
    session.act(Eat(2, 5))
    session.act(Pick(CHANCE, 6), "camera")
    found = session.correct(5, [Pick(CHANCE, 3)])
    assert texts(session) == ["first 1", "pick 4", "eat 4", "pick 5", "eat 5", "pick 3"]
    assert (found.kept, found.misfit) == (0, None)
    assert session.line[-1].source == "correction"


def test_what_no_longer_fits_is_named_and_set_aside(session):
    session.act(Eat(2, 5))
    preview = session.preview_correction(3, [Pick(CHANCE, 6)])
    assert session.seq == 6
    found = session.correct(3, [Pick(CHANCE, 6)])
    assert found == preview
    assert found.misfit.index == 4
    assert found.misfit.entry.text == "eat 5"
    assert found.misfit.reason.rule == "OR-1"
    assert session.state.sheet().totals() == {1: 4, 2: 0, 3: 0}
    assert texts(session) == ["first 1", "pick 4", "eat 4", "pick 6"]
    assert [entry.text for entry in session.timeline.set_aside] == ["eat 5"]


def test_what_was_set_aside_is_taken_up_again(session):
    session.act_all([Eat(2, 5), Pick(CHANCE, 1), Polish(3)])
    session.correct(3, [Pick(CHANCE, 6)])
    misfit = session.take_up()
    assert misfit.entry.text == "eat 5"
    session.act(Eat(2, 6))
    assert session.take_up(skip=1) is None
    assert texts(session)[3:] == ["pick 6", "eat 6", "pick 1", "polish"]
    assert session.timeline.set_aside == ()


def test_an_action_may_be_left_out_or_put_in(session):
    session.act(Polish(2))
    session.correct(4, [])
    assert texts(session)[-1] == "pick 5"
    session.correct(4, [Polish(2), Eat(2, 5)], removed=0)
    assert texts(session)[-2:] == ["polish", "eat 5"]


def test_a_correction_that_is_itself_illegal_is_refused(session):
    with pytest.raises(BadCorrection, match=r"“eat 6” cannot stand there.*OR-1"):
        session.correct(2, [Eat(1, 6)])
    for place, removed in ((4, 1), (-1, 1), (0, 9), (2, -1)):
        with pytest.raises(BadCorrection, match="no action"):
            session.correct(place, [], removed=removed)


def test_the_end_is_written_and_a_correction_may_reopen_it(session):
    session.act_all([Eat(2, 5), Pick(CHANCE, 1), Eat(3, 1), Pick(CHANCE, 6), Eat(1, 6)])
    assert session.state.outcome.winners == (1,)
    assert session.events[-1].event == Finished((1,), {1: 10, 2: 5, 3: 2})
    with pytest.raises(IllegalAction):
        session.act(Pick(CHANCE, 2))
    session.correct(7, [Pick(CHANCE, 3), Eat(1, 3)], removed=2)
    assert session.state.outcome is None
    assert isinstance(session.events[-1].event, Resumed)
    assert session.timeline.finished is None


def test_a_correction_after_the_end_may_change_the_winner(session):
    session.act_all([Eat(2, 5), Pick(CHANCE, 1), Eat(3, 1), Pick(CHANCE, 6), Eat(1, 6)])
    told = len(session.events)
    session.correct(0, [First(CHANCE, 2)])
    misfit = session.take_up()
    assert misfit.entry.text == "eat 4"
    rest = [Eat(2, 4), Pick(CHANCE, 5), Eat(3, 5), Pick(CHANCE, 1), Eat(1, 1), Pick(CHANCE, 6), Eat(2, 6)]
    session.act_all(rest)
    session.correct(8, [Eat(2, 6)])
    kinds = [type(each.event).__name__ for each in session.events[told:]]
    assert kinds[:2] == ["Corrected", "Resumed"]
    assert kinds.count("Finished") == 1  # The last correction changed nothing of the end.
    assert session.state.outcome.winners == (2,)
    session.correct(8, [Polish(2), Eat(2, 6)])
    assert session.events[-1].event == Finished((2,), {1: 2, 2: 11, 3: 5})


def test_the_seed_is_shown_at_the_end_and_never_used_again(store):
    session = store.new_session("orchard", ["A", "B"], settings=Settings(otherwise="software"))
    while session.state.actors:
        session.act(Eat(session.state.actors[0], session.state.apple))
    shown = session.events[-1].event
    assert isinstance(shown, SeedRevealed)
    used = session.timeline.draws
    session.correct(2, [Keep(session.line[2].by, session.states[2].apple)], removed=len(session.line) - 2)
    first, second = session.timeline.seeds
    assert first.seed == shown.seed
    assert (second.first, second.seed) == (used + 1, "")
    assert second.commitment != first.commitment
    assert session.line[-1].draw == used + 1
