"""The log page: every event in words, with its time, and where it can be corrected."""

from __future__ import annotations

import orchard
import pytest
from golden.make_store import fill

from companion.play.describe import describe, log_lines
from companion.play.events import ActionTaken, Noted, Undone
from companion.play.store import Store
from companion.rules import Message

NAMES = {1: "Anna", 2: "Ben"}


@pytest.fixture
def sessions(tmp_path):
    with Store(tmp_path / "games.sqlite", orchard.find) as store:
        yield [store.load(ident) for ident in fill(store)]


def test_every_kind_of_event_has_words(sessions):
    lines = [line for session in sessions for line in log_lines(session)]
    for line in lines:
        assert line.text[-1] in ".)?"
        assert "{" not in line.text
        assert line.at.startswith("20")
    texts = [line.text for line in lines]
    assert "Dora: eat 4 (tap)." in texts
    assert "The camera asked: Is this a 4 or a 6? (4 / 6)" in texts
    assert "Dora asks everybody to take back 2 actions." in texts
    assert "Dora took back 2 actions, agreed by all." in texts
    assert "Action 2 was put right: pick 5." in texts
    assert "Cleo: Tea is ready." in texts
    assert any(text.startswith("The game is over. ") for text in texts)


def test_a_line_says_where_its_action_stands_now(sessions):
    for session in sessions:
        for line in log_lines(session):
            assert line.index == session.index_of(line.seq)


def test_a_game_that_tells_is_listened_to():
    class Telling(orchard.OrchardGame):
        def tell(self, action):
            return Message("{who} eats the {n}.", {"n": action.apple}, {"who": action.by})

    said = describe(ActionTaken(1, "eat 4", "camera"), NAMES, Telling())
    assert said == "Anna eats the 4 (camera)."


def test_without_a_game_the_notation_is_shown():
    assert (
        describe(ActionTaken(0, "pick 4", "software", draw=3), NAMES)
        == "pick 4 (drawn by the program, draw 3)."
    )
    assert describe(ActionTaken(3, "polish", "bot"), NAMES) == "Player 3: polish (bot)."
    assert describe(Undone(2, 1), NAMES) == "Ben took back 1 action."
    assert describe(Noted("Tea."), NAMES) == "Tea."
