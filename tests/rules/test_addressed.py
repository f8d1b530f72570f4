"""What somebody does, as that very player reads it: without the name, and in words that one would say."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from companion.rules.addressed import addressed
from companion.rules.games import GAMES, load_game
from companion.rules.message import Message

WHO = {"who": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{who} buys {what}.", "Buy row R3."),
        ("{who} pays a worm and rolls again.", "Pay a worm and roll again."),
        ("{who} pays a worm and passes.", "Pay a worm and pass."),
        ("{who} fills {what}, and as a bonus Scone.", "Fill row R3, and as a bonus Scone."),
        ("{who} has finished.", "I have finished."),
        ("{who} finds no room on the edge and waits.", "I find no room on the edge and wait."),
        ("{who}'s shark claims {what}.", "Your shark claims row R3."),
        ("The die shows {what}.", "The die shows row R3."),
    ],
)
def test_a_sentence_is_said_to_the_one_whom_it_tells_of(text: str, said: str) -> None:
    message = Message(text, {"what": "row R3"}, WHO)
    assert addressed(message, 1).render({1: "Anna"}) == said
    assert addressed(message, 2) == message


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_chosen_from_is_said_without_the_name(slug: str) -> None:
    """Only what somebody does to another names people."""
    game, rng = load_game(slug), random.Random(slug)
    state = game.new(2, {})
    for _ in range(60):
        if not state.actors:
            break
        actor = rng.choice(state.actors)
        actions = list(islice(state.legal(actor), 60))
        for action in actions if actor else ():
            said = addressed(game.tell(action), actor).render({1: "Anna", 2: "Ben"})
            assert "Anna" not in said or actor != 1
            assert said[0].isupper()
            first = said.split()[0].rstrip(".")
            assert not first.endswith("s") or first.endswith("ss")
        state = state.after(rng.choice(actions))
