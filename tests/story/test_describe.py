"""The log page: every event in words, with its time, and where it can be corrected."""

from __future__ import annotations

import orchard
import pytest
from golden.make_store import fill

from companion.language.languages import LANGUAGES
from companion.record.events import ActionTaken, Corrected, Notation, Noted, Settings, Undone
from companion.record.eyes import Eyes
from companion.record.timeline import Entry
from companion.rules.phrases import Audience
from companion.sessions.store import Store
from companion.story.describe import describe, log_lines

NAMES = {1: "Anna", 2: "Ben"}


@pytest.fixture
def sessions(tmp_path):
    with Store(tmp_path / "games.sqlite", orchard.find) as store:
        yield [store.load(ident) for ident in fill(store)]


def test_every_kind_of_event_has_words(sessions):
    lines = [line for session in sessions for line in log_lines(session, 1)]
    for line in lines:
        assert line.text[-1] in ".)?"
        assert "{" not in line.text
        assert line.at.startswith("20")
    texts = [line.text for line in lines]
    assert "Dora: eat 4." in texts
    assert "The camera asked: Is this a 4 or a 6? (4 / 6)" in texts
    assert "Dora asks everybody to take back 2 actions." in texts
    assert "Dora took back 2 actions, agreed by all." in texts
    assert any(" now says “Out of the bag: pick 5” instead of “" in text for text in texts)
    assert "Cleo: Tea is ready." in texts
    assert any(text.startswith("The game is over. ") for text in texts)


def test_a_wish_to_take_back_that_the_game_has_overtaken_is_told_to_be_so(tmp_path):
    with Store(tmp_path / "games.sqlite", orchard.find) as store:
        session = store.new_session("orchard", ["Anna", "Ben"])
        for action in (orchard.First(0, 1), orchard.Pick(0, 4), orchard.Eat(1, 4), orchard.Pick(0, 5)):
            session.act(action)
        session.undo(1)
        session.refuse(2)
        session.undo(1)
        session.act(orchard.Eat(2, 5))
        asked = [line.followed for line in log_lines(session, None) if line.kind == "undo-asked"]
    wished = ("Anna: eat 4.", "Out of the bag: pick 5.")
    assert asked == [wished, (*wished, "The game went on before everybody had answered.")]


@pytest.mark.parametrize("again", [False, True])
def test_a_wish_of_somebody_who_plays_on_is_told_to_be_dropped(tmp_path, again):
    """Also where playing on is to let stand again what had been taken back without asking anybody."""
    with Store(tmp_path / "games.sqlite", orchard.find) as store:
        session = store.new_session("orchard", ["Anna", "Ben"])
        for action in (orchard.First(0, 2), orchard.Pick(0, 4), orchard.Eat(2, 4), orchard.Pick(0, 5)):
            session.act(action)
        session.act(orchard.Polish(1))
        session.act(orchard.Eat(1, 5))
        session.act(next(session.state.legal(0)))
        if again:
            session.act(next(session.state.legal(2)))
            session.undo(2)
        session.undo(2)
        if again:
            session.redo()
        else:
            session.act(next(session.state.legal(2)))
        asked = [line.followed for line in log_lines(session, None) if line.kind == "undo-asked"]
    assert len(asked) == 1
    assert asked[0][0] == "Ben: eat 4."
    assert asked[0][-1] == "Ben played on instead."


def test_a_line_says_where_its_action_stands_now(sessions):
    for session in sessions:
        for line in log_lines(session, 1):
            assert line.index == next(
                (place for place, entry in enumerate(session.line) if entry.seq == line.seq), None
            )


def test_an_action_that_does_not_count_any_more_is_told_as_such(sessions):
    for session in sessions:
        events = {logged.seq: logged.event for logged in session.events}
        gone = {line.seq for line in log_lines(session, 1) if line.gone}
        taken = {seq for seq, event in events.items() if isinstance(event, ActionTaken)}
        assert gone == taken - {entry.seq for entry in session.line}
    assert any(line.gone for session in sessions for line in log_lines(session, 1))


def test_an_action_is_told_by_its_game_with_its_source():
    def said(event):
        return describe(event, NAMES, Eyes(orchard.GAME, None))

    assert said(ActionTaken(1, "eat 4", "camera")) == "Anna: eat 4 (camera)."
    drawn = said(ActionTaken(0, "pick 4", "software", draw=3))
    assert drawn == "Out of the bag: pick 4 (by the program, draw 3)."
    assert said(ActionTaken(3, "polish", "bot")) == "Player 3: polish (bot)."
    correction = Corrected(1, 1, 0, (Notation(1, "eat 3"),))
    eaten = (Entry(1, "eat 4", "tap", 1.0, 2),)
    told = describe(correction, NAMES, Eyes(orchard.GAME, None), eaten)
    assert told == "The record now says “Anna: eat 3” instead of “Anna: eat 4”."
    told = describe(Corrected(1, 1, 0), NAMES, Eyes(orchard.GAME, None), eaten)
    assert told == "The record no longer says “Anna: eat 4”."
    assert said(correction) == "“Anna: eat 3” was added to the record."
    assert said(Undone(2, 1)) == "Ben took back 1 action."
    assert said(Noted("Tea.")) == "Tea."


def test_who_has_no_seat_is_called_what_it_is(tmp_path):
    settings = Settings(otherwise="software")
    with Store(tmp_path / "games.sqlite") as store:
        session = store.new_session("star-baker", ["Anna"], {}, settings)
        session.act(next(iter(session.state.legal(1))))
        texts = [line.text for line in log_lines(session, 1)]
    assert any("chef cards" in text for text in texts)
    assert any(text.startswith("The time cards are turned face up.") for text in texts)
    assert not [text for text in texts if "Player" in text]


def test_the_log_speaks_the_language_of_who_reads_it(sessions):
    """The record stays as it is; names, and what people wrote, are said as they are."""
    german = Audience(NAMES, LANGUAGES.speech("de"))
    events = [
        Undone(2, 1),
        Undone(1, 2, (2,)),
        Noted("Tee ist fertig.", 1),
        ActionTaken(1, "eat 4", "camera"),
    ]
    said = [describe(event, german, Eyes(orchard.GAME, None)) for event in events]
    assert said == [
        "Ben hat 1 Zug zurückgenommen.",
        "Anna hat 2 Züge zurückgenommen, alle waren einverstanden.",
        "Anna: Tee ist fertig.",
        "Anna: eat 4 (Kamera).",
    ]
    for session in sessions:
        told = log_lines(session, 1, Audience(session.names, german.speech))
        assert not [line.text for line in told if "{" in line.text or "The game" in line.text]
