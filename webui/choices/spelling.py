"""Choosing one of very many actions that no board shows, word by word: which three cards lie there.

Where a game knows what its pieces look like (`KnowsTraits`) that is asked first, until few are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.rules.abilities import KnowsTraits, NamesThings
from companion.rules.game import Game, State
from companion.rules.message import Message
from companion.rules.phrases import Phrase, Value
from webui.choices.pictures import pictured
from webui.choices.ways import FEW, Group, Way

TOLD_BY_LOOKS: Final = 24
"""Of so many pieces that look alike a player finds the own one: six rows of pictures on a phone."""


class Spelling(NamedTuple):
    """Where somebody stands who is spelling: the verb, the words so far, and those that may follow.

    ``kinds`` are the pieces that those words bring onto the table, where each word is one action;
    ``called`` is what players call each word. ``asked`` is the question about the piece that they answer.
    """

    label: Phrase
    said: tuple[str, ...]
    following: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    called: Mapping[str, Value] = {}
    asked: Message | None = None


class _Step(NamedTuple):
    """What is asked next: the ways that are left, sorted by the word that each of them needs."""

    ways: Mapping[str, tuple[Way, ...]]
    asked: Message | None = None

    @property
    def left(self) -> tuple[Way, ...]:
        return tuple(way for ways in self.ways.values() for way in ways)


def is_spelled(group: Group) -> bool:
    """Whether a group has too many actions for as many buttons, and no board to tap them on."""
    return not group.on_board and len(group.ways) > FEW


def spell(
    group: Group, words: Sequence[str], game: Game, state: State | None = None
) -> tuple[Spelling, tuple[Way, ...]]:
    """Give what may follow, and the actions that are few enough to be shown; wrong words are left out."""
    said: tuple[str, ...] = ()
    own = 0
    step = _next(group.ways, own, game)
    for word in words:
        if word in step.ways:
            said, own = (*said, word), own + (step.asked is None)
            step = _next(step.ways[word], own, game)
    left = step.left
    following = () if len(left) == 1 else tuple(word for word in step.ways if word)
    kinds = pictured(state, left) if state is not None and len(following) == len(left) else ()
    shown = (*said, *following)
    called = {word: game.called(word) if isinstance(game, NamesThings) else word for word in shown}
    return Spelling(group.label, said, following, kinds, called, step.asked), left if not following else ()


def _next(left: Sequence[Way], own: int, game: Game) -> _Step:
    """Ask for a trait while many are left, then for the word of their notation after ``own`` others."""
    seen = [game.traits(way.action) if isinstance(game, KnowsTraits) else () for way in left]
    for traits in zip(*seen, strict=True) if len(left) > TOLD_BY_LOOKS and not own else ():
        step = _Step(_sorted(left, [trait.shows for trait in traits]), traits[0].asked)
        if len(step.ways) > 1:
            return step
    return _Step(_sorted(left, [_word(way, own) for way in left]))


def _sorted(left: Iterable[Way], words: Iterable[str]) -> dict[str, tuple[Way, ...]]:
    found: dict[str, tuple[Way, ...]] = {}
    for way, word in zip(left, words, strict=True):
        found[word] = (*found.get(word, ()), way)
    return found


def _word(way: Way, number: int) -> str:
    """Give a word of an action's notation after its verb; "" behind the last."""
    return dict(enumerate(str(way.action).split()[1:])).get(number, "")
