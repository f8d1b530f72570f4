"""How far a player's undo reaches, and who has to agree to it."""

from __future__ import annotations

from companion.record.timeline import Entry
from companion.record.undo import Undo, offer
from companion.rules import CHANCE


def did(*actors):
    return [Entry(by, "eat 1", "tap", 1.0, seq) for seq, by in enumerate(actors, 1)]


def test_what_another_player_has_chosen_since_comes_back_only_if_all_agree():
    because = "Somebody else has acted since, so everybody must agree."
    assert offer(did(1, 2), 1, 3) == Undo(1, 2, (2, 3), because)
    assert offer(did(2, 1), 2, 3) == Undo(2, 2, (1, 3), because)
    assert offer(did(1, 2), 2, 3) == Undo(2, 1, (), "")


def test_who_plays_alone_asks_nobody():
    assert offer(did(1, CHANCE), 1, 1) == Undo(1, 2, (), "")


def test_what_was_revealed_since_is_named_before_what_others_have_chosen():
    because = "Something has been revealed since, so everybody must agree."
    assert offer(did(1, CHANCE, 2), 1, 3) == Undo(1, 3, (2, 3), because)


def test_who_has_chosen_nothing_has_nothing_to_take_back():
    assert offer(did(CHANCE, 2, CHANCE), 1, 2) is None
    assert offer([], 1, 2) is None
