"""Actions as buttons: in words, as the piece that comes, and in few words where chance has many outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from companion.rules.abilities import KnowsWorth
from companion.rules.game import Action, Actor, Game, Seat, State
from companion.rules.kit.words import signed
from webui.choices.ways import Way

ABREAST: Final = 3
"""More outcomes of chance than these stand side by side; so many have room for a sentence each."""

MOST_BRIEF: Final = 8
BRIEF_LETTERS: Final = 14
"""So many choices, told apart by so few letters, stand below the board, each to be taken by one tap."""

GAP: Final = "…"
NO_BREAK: Final = "\N{NO-BREAK SPACE}"


class Offer(NamedTuple):
    """An action as a button: what it does, in words and perhaps as the piece that it lays (``kind``).

    ``worth`` is what it would earn at once, where the game can say. ``brief`` are the words by which one
    of many outcomes of chance is told from the others.
    """

    by: Actor
    text: str
    label: str
    kind: str = ""
    worth: str = ""
    brief: str = ""

    @property
    def shown(self) -> bool:
        """Whether its picture says it all: a number, which a die or a token bears."""
        return bool(self.kind) and self.brief.isdigit()


def offer(way: Way, game: Game, names: Mapping[Seat, str], state: State | None) -> Offer:
    """Give an action as a button; what it would earn is told with ``state`` only."""
    label = game.tell(way.action).render(names).rstrip(".")
    points = earned(way.action, state)
    return Offer(way.action.by, str(way.action), label, worth="" if points is None else signed(points))


def to_me(
    offers: Iterable[Offer], me: Seat | None, game: Game, names: Mapping[Seat, str]
) -> tuple[Offer, ...]:
    """Say on the phone of a seat what that seat itself may do without its name, as *Buy row R3*."""

    def said(each: Offer) -> Offer:
        if me is None or each.by != me:
            return each
        told = game.tell(game.parse(each.by, each.text)).said_to(me)
        return each._replace(label=told.render(names).rstrip("."))

    return tuple(map(said, offers))


def earned(action: Action, state: State | None) -> int | None:
    """What an action would earn at once; None where the game cannot say."""
    return state.worth(action) if isinstance(state, KnowsWorth) else None


def as_pieces(offers: Iterable[Offer], kinds: Sequence[str]) -> tuple[Offer, ...]:
    """Show each of these offers as the piece that it brings onto the table, if there are such."""
    if not kinds:
        return tuple(offers)
    return tuple(each._replace(kind=kind) for each, kind in zip(offers, kinds, strict=True))


def abreast(offers: Sequence[Offer], kinds: Sequence[str]) -> tuple[str, tuple[Offer, ...]]:
    """Make offers so brief that they stand side by side, and give what they have in common.

    Nothing of that needs saying where pictures say it all, as the faces of a die do.
    """
    shared, own = told_apart([each.label for each in offers])
    brief = [each._replace(brief=words) for each, words in zip(offers, own, strict=True)]
    shown = as_pieces(brief, kinds)
    return "" if all(each.shown for each in shown) else shared, shown


def side_by_side(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Make few offers so brief that they stand in a row or two, if words tell them apart so briefly."""
    if not 1 < len(offers) <= MOST_BRIEF:
        return ()
    _, own = told_apart([each.label for each in offers])
    short = max(map(len, own)) <= BRIEF_LETTERS
    return tuple(each._replace(brief=words) for each, words in zip(offers, own, strict=True)) if short else ()


def told_apart(sentences: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Give the words that sentences have in common, and those by which each is told from the others.

    ``The die shows 1``, ``The die shows 2`` have ``The die shows …`` in common, and of its own each
    has its number.
    """
    words = [sentence.split() for sentence in sentences]
    room = min(map(len, words)) - 1
    begun = min(_alike(words), room)
    ended = min(_alike(each[::-1] for each in words), room - begun)
    own = tuple(" ".join(each[begun : len(each) - ended]) for each in words)
    before, after = " ".join(words[0][:begun]), " ".join(words[0][len(words[0]) - ended :])
    return NO_BREAK.join(filter(None, (before, GAP, after))) if before or after else "", own


def _alike(sentences: Iterable[Sequence[str]]) -> int:
    """Count the words with which all of them begin."""
    together = zip(*sentences, strict=False)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, together))
