"""Choosing one of very many actions that no board shows, word by word: which three cards lie there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.abilities import NamesThings
from companion.rules.game import Game, State
from webui.pictures import pictured
from webui.ways import FEW, Group, Way


class Spelling(NamedTuple):
    """Where somebody stands who is spelling: the verb, the words so far, and those that may follow.

    ``kinds`` are the pieces that those words bring onto the table, where each word is one action;
    ``called`` is what players call each word.
    """

    label: str
    said: tuple[str, ...]
    following: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    called: Mapping[str, str] = {}


def is_spelled(group: Group) -> bool:
    """Whether a group has too many actions for as many buttons, and no board to tap them on."""
    return not group.on_board and len(group.ways) > FEW


def spell(
    group: Group, words: Sequence[str], game: Game, state: State | None = None
) -> tuple[Spelling, tuple[Way, ...]]:
    """Give what may follow, and the actions that are few enough to be shown; wrong words are left out."""
    said: tuple[str, ...] = ()
    left = group.ways
    for word in words:
        longer = tuple(way for way in left if _words(way)[: len(said) + 1] == (*said, word))
        if longer:
            said, left = (*said, word), longer
    following = tuple(dict.fromkeys(_words(way)[len(said)] for way in left if len(_words(way)) > len(said)))
    if len(following) == 1 and len(left) == 1:
        following = ()
    kinds = pictured(state, left) if state is not None and len(following) == len(left) else ()
    shown = (*said, *following)
    called = {word: game.called(word) if isinstance(game, NamesThings) else word for word in shown}
    return Spelling(group.label, said, following, kinds, called), left if not following else ()


def _words(way: Way) -> tuple[str, ...]:
    return tuple(str(way.action).split()[1:])
