"""What pages call the verbs of a notation: always something that a catalogue can translate."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

import pytest

from companion.rules.abilities import NamesThings
from companion.rules.catalogue import GAMES, load_game
from companion.rules.kit.notation import Notation


def notation_of(slug: str) -> Notation:
    """Find the notation of a game: a small one has it in the module of its rules."""
    for module in ("notation", "actions", ""):
        with suppress(ModuleNotFoundError):
            found = import_module(f"{GAMES[slug].package}.rules.{module}".rstrip("."))
            if isinstance(getattr(found, "NOTATION", None), Notation):
                return found.NOTATION
    raise LookupError(slug)


@pytest.mark.parametrize("slug", GAMES)
def test_no_verb_is_shown_as_the_notation_writes_it(slug: str) -> None:
    game, verbs = load_game(slug), notation_of(slug).verbs
    assert verbs
    assert isinstance(game, NamesThings)
    assert [verb for verb in sorted(verbs) if isinstance(game.called(verb), str | int)] == []
