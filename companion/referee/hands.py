"""Compare a hand that its owner shows to the phone with the game.

The cards may be the hand of the record: then all is well. They may be the hand after an action, such as a
played time card, a won recipe or a dealt chef set. Then the owner confirms this action. Or they are the
cards that an action names, laid out instead of being tapped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from companion.layout import Layout
from companion.rules.abilities import KnowsHands, ShowsCards
from companion.rules.game import Action, Seat, State
from companion.rules.kit.words import listed
from companion.rules.labels import Label
from companion.rules.message import Message

TELLS_APART: Final = 3
"""Up to so many strange cards, the sentence names each of them."""


class HandProblem(NamedTuple):
    """A difference between a shown hand and the game, with a stable code."""

    code: str
    message: Message


class HandShown(NamedTuple):
    """What a shown hand means.

    ``agrees``: it is the hand of the record, card by card. ``left``: the actions after which it is the
    hand. ``chosen``: the actions that name exactly these cards. ``begun``: other actions name these cards
    and more.
    """

    agrees: bool
    problems: tuple[HandProblem, ...] = ()
    left: tuple[Action, ...] = ()
    chosen: tuple[Action, ...] = ()
    begun: bool = False


def look_at_hand(
    view: State, layout: Layout, seat: Seat, shown: Sequence[str], actions: Iterable[Action]
) -> HandShown:
    """Compare the cards that a seat shows with the game as that seat sees it.

    Parameters
    ----------
    view
        The position as the seat may see it, so the answer can give away nothing else.
    shown
        The kinds of the cards in the picture, one for each that was read.
    actions
        What the seat, or chance, may do now.

    Raises
    ------
    TypeError
        For a game in which nobody holds cards.
    """
    if not isinstance(view, KnowsHands):
        raise TypeError("nobody holds cards in this game")
    before, now = frozenset(view.held(seat)), frozenset(shown)
    twice = tuple(_twice(layout, kind) for kind, count in Counter(shown).items() if count > 1)
    if twice:
        return HandShown(agrees=False, problems=twice)
    offered = tuple(actions)
    names = {each: frozenset(view.named(each)) if isinstance(view, ShowsCards) else None for each in offered}
    left = () if now == before else _left(view, seat, before, now, offered)
    chosen = tuple(each for each in offered if each not in left and names[each] == now)
    return HandShown(
        agrees=now == before,
        problems=() if left or chosen else tuple(_differences(view, layout, seat, shown)),
        left=left,
        chosen=chosen,
        begun=any(named is not None and now < named for named in names.values()),
    )


def _left(
    view: State, seat: Seat, before: frozenset[str], now: frozenset[str], offered: Iterable[Action]
) -> tuple[Action, ...]:
    """Give the actions that lead to this hand, or else the only one that brings its new cards."""
    after = [(each, frozenset(_held(view.after(each), seat))) for each in offered]
    exact = tuple(each for each, hand in after if hand == now)
    if exact:
        return exact
    brought = tuple(each for each, hand in after if now <= hand and not now <= before)
    return brought if len(brought) == 1 else ()


def _held(state: State, seat: Seat) -> tuple[str, ...]:
    return state.held(seat) if isinstance(state, KnowsHands) else ()


def _differences(view: KnowsHands, layout: Layout, seat: Seat, shown: Sequence[str]) -> Iterator[HandProblem]:
    """Say which shown cards the seat does not hold, and which of its cards the picture lacks."""
    held = view.held(seat)
    if not held:
        yield HandProblem("hand-not-dealt", Message("In the game you hold no cards yet."))
    strange = [kind for kind in shown if kind not in held]
    if len(strange) > TELLS_APART:
        text = "{n} cards in the picture are not in your hand. Have only your own hand in it."
        yield HandProblem("hand-too-many", Message(text, {"n": len(strange)}))
    else:
        yield from (HandProblem("card-elsewhere", view.whereabouts(kind, seat)) for kind in strange)
    missing = [Label(layout.kinds[kind].label) for kind in held if kind not in shown]
    if missing:
        text = "Of your hand {cards} cannot be seen in the picture."
        yield HandProblem("hand-incomplete", Message(text, {"cards": listed(missing, "and")}))


def _twice(layout: Layout, kind: str) -> HandProblem:
    text = "{card} is in the picture twice; there is only one such card."
    return HandProblem("card-twice", Message(text, {"card": Label(layout.kinds[kind].label)}))
