"""What a seat does, told to everybody and said to that seat: the same words but for name and verbs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE
from companion.rules.kit.deed import deed, third_person
from companion.rules.message import Message
from companion.rules.testing import choose

NAMES = {1: "Anna", 2: "Ben", 3: "Cleo"}

OPTIONS = {
    "caterpillar-filler": [{"rules": "R06"}, {"rules": "R02"}],
    "octopus-garden": [{"modules": "mimic+coconut+shark+parrot+diver+lionfish+chest+boxer"}],
    "filler-tiles": [{"preset": "siege"}],
    "star-baker": [{"deal_chefs": "choose", "advanced": "on"}],
    "papillon": [{"expert": "on", "perch": "optional"}],
}
"""Tables at which there is more to do than at the usual one."""

STATES = ("I have finished.", "I have finished gardening.")
"""What is no order to anybody."""


@pytest.mark.parametrize(
    ("verbs", "ending"),
    [
        (("buy", "pay", "play", "stay"), "s"),
        (("place", "move", "declare", "choose", "bite", "turn", "draw", "skip", "eat"), "s"),
        (("pass", "catch", "wash", "fix", "buzz", "go", "do", "toss", "perch"), "es"),
    ],
)
def test_a_verb_is_put_in_the_third_person(verbs: tuple[str, ...], ending: str) -> None:
    assert [third_person(verb) for verb in verbs] == [verb + ending for verb in verbs]


def test_a_y_becomes_ies_behind_a_consonant_and_two_verbs_are_irregular() -> None:
    assert list(map(third_person, ("carry", "fly", "try"))) == ["carries", "flies", "tries"]
    assert (third_person("have"), third_person("be")) == ("has", "is")


@pytest.mark.parametrize(
    ("text", "told", "said"),
    [
        ("{who} [catch] {what}.", "Anna catches row R3.", "Catch row R3."),
        ("{who} [pay] a worm and [pass].", "Anna pays a worm and passes.", "Pay a worm and pass."),
        ("{who}'s shark claims {what}.", "Anna's shark claims row R3.", "Your shark claims row R3."),
    ],
)
def test_a_deed_is_written_once_and_told_both_ways(text: str, told: str, said: str) -> None:
    message = deed(text, 1, {"what": "row R3"})
    assert message.render(NAMES) == told
    assert message.said_to(1).render(NAMES) == said
    assert message.said_to(2) == message


def test_what_is_no_order_has_words_of_its_own() -> None:
    message = deed("{who} [have] finished.", 1, to_doer="I have finished.")
    assert message.render(NAMES) == "Anna has finished."
    assert message.said_to(1).render(NAMES) == "I have finished."


def test_a_deed_may_name_others() -> None:
    message = deed("{who} [bite] {victim}.", 1, victim=2)
    assert (message.render(NAMES), message.said_to(1).render(NAMES)) == ("Anna bites Ben.", "Bite Ben.")


def test_what_is_no_deed_is_said_to_everybody_alike() -> None:
    message = Message("{who} begins.", seats={"who": 1})
    assert message.said_to(1) == message


def offered(slug: str, options: dict[str, str]) -> Iterator[tuple[Message, int]]:
    """What seats may do in a random game to its end, each with the seat."""
    game, rng = load_game(slug), random.Random(slug)
    state = game.new(min(3, *game.info.seats[-1:]), options)
    while state.actors:
        for actor in state.actors:
            if actor != CHANCE:
                yield from ((game.tell(action), actor) for action in islice(state.legal(actor), 40))
        state = state.after(choose(state, rng))


def in_third_person(said: str, told: str) -> bool:
    """Whether what is told is what is said to the doer but for the name, and for the endings of verbs."""
    name, *rest = told.split()
    words = ["Your", *rest] if name.endswith("'s") else [rest[0].capitalize(), *rest[1:]]
    pairs = zip(said.split(), words, strict=True)
    return all(theirs in (own, _ended(own)) for own, theirs in pairs)


def _ended(word: str) -> str:
    bare = word.rstrip(".:")
    return third_person(bare) + word.removeprefix(bare)


@pytest.mark.parametrize(
    ("slug", "options"), [(slug, options) for slug in GAMES for options in ({}, *OPTIONS.get(slug, ()))]
)
def test_whoever_does_something_reads_it_as_the_others_do(slug: str, options: dict[str, str]) -> None:
    for message, seat in offered(slug, options):
        told, said = message.render(NAMES), message.said_to(seat).render(NAMES)
        assert NAMES[seat] in told
        assert NAMES[seat] not in said
        assert said in STATES or in_third_person(said, told), (told, said)
