"""Cards on a page, and choosing an action by tapping them. Knows no game: only which cards an action names.

The cards of an action are tapped in any order. What has been tapped so far keeps the actions that name all
of it; an action that names exactly this is offered, and so are the shortest of those that name more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.layout import Layout
from companion.rules.abilities import Cards, ShowsCards
from companion.rules.game import Game, Seat, State
from companion.rules.labels import Label
from companion.rules.phrases import Audience, spoken
from webui.choices.at_once import cards_meant
from webui.choices.choosing import Choosing
from webui.choices.offers import Offer
from webui.choices.ways import Group, Way

SUGGESTED: Final = 4
"""Actions that name more than was tapped: so many are offered at once."""


class CardView(NamedTuple):
    """One card: its picture, what it is in words, its CSS classes, and where a tap leads ("" nowhere).

    ``act`` is the action that one tap on it takes, if it says all of one. ``below`` is what stands below it.
    """

    kind: str
    words: str
    marks: str
    href: str
    act: Offer | None = None
    below: str = ""


class RowView(NamedTuple):
    """Cards that lie together under a title; ``seat`` is whose they are, or 0."""

    title: str
    cards: tuple[CardView, ...]
    seat: Seat
    small: bool


class Chosen(NamedTuple):
    """What the taps on cards leave: groups that are chosen otherwise, ways to offer, cards to mark."""

    others: tuple[Group, ...]
    ways: tuple[Way, ...]
    marks: dict[str, str]
    taps: tuple[str, ...]
    left: int
    at_once: dict[str, Way]


Named = Mapping[Way, frozenset[str]]
"""The kinds of card that each way names."""


def choose_cards(
    state: State, groups: Sequence[Group], picked: Sequence[str], seat: Seat | None
) -> Chosen | None:
    """Say what can still be meant after taps on these kinds of card; None where no cards are shown."""
    if not isinstance(state, ShowsCards):
        return None
    shown = {kind for row in state.cards(seat) for kind in row.kinds}
    named = {way: frozenset(state.named(way.action)) for group in groups for way in group.ways}
    tapped = [group for group in groups if _by_cards([named[way] for way in group.ways], shown)]
    ways = [way for group in tapped for way in group.ways]
    taps, left = _left(ways, named, picked, shown)
    marks = {kind: "open" for way in left for kind in named[way]} | dict.fromkeys(taps, "open picked")
    others = tuple(group for group in groups if group not in tapped)
    kept = tuple(kind for kind in picked if kind in taps)
    at_once = cards_meant(left, named, taps)
    return Chosen(others, _offered(tapped, left, named, taps), marks, kept, len(left), at_once)


def _by_cards(named: Sequence[frozenset[str]], shown: Collection[str]) -> bool:
    """Whether the ways of a group are chosen by cards: some name any, and all that are named are shown."""
    return any(named) and all(kinds.issubset(shown) for kinds in named)


def _left(
    ways: Sequence[Way], named: Named, picked: Sequence[str], shown: Collection[str]
) -> tuple[frozenset[str], Sequence[Way]]:
    """Give the taps that count and the ways that name them all; a tap that leads nowhere begins anew."""
    for kinds in (picked, picked[-1:]):
        taps = frozenset(kinds).intersection(shown)
        left = [way for way in ways if taps <= named[way]]
        if left:
            return taps, left
    return frozenset(), ways


def _offered(
    groups: Sequence[Group], left: Sequence[Way], named: Named, taps: frozenset[str]
) -> tuple[Way, ...]:
    """Give the ways to offer: in each group the shortest that go on from the taps, then those of them alone.

    Ways that name no card come last.
    """
    longer = sorted((way for way in left if named[way] > taps), key=lambda way: len(named[way]))
    more = longer[:SUGGESTED] if taps or len(longer) == 1 else []
    exact = [way for way in left if named[way] == taps]
    offered = [way for group in groups for way in (*more, *exact) if way in group.ways]
    plain = [way for group in groups for way in group.ways if taps and not named[way]]
    return tuple(dict.fromkeys((*offered, *plain)))


def card_rows(
    state: State,
    seat: Seat | None,
    layout: Layout,
    names: Mapping[Seat, str],
    marks: Mapping[str, str],
    link: Callable[[str], str] | None,
    at_once: Mapping[str, Offer] = MappingProxyType({}),
) -> tuple[RowView, ...]:
    """Give the rows of cards that a page shows; none where a state shows no cards.

    ``marks`` are CSS classes by kind; cards marked ``open`` get the address that ``link`` gives. ``at_once``
    are the actions that one tap takes, by kind.
    """
    if not isinstance(state, ShowsCards):
        return ()
    return tuple(_row(row, layout, names, marks, link, at_once) for row in state.cards(seat))


def _row(
    row: Cards,
    layout: Layout,
    names: Mapping[Seat, str],
    marks: Mapping[str, str],
    link: Callable[[str], str] | None,
    at_once: Mapping[str, Offer],
) -> RowView:
    words = row.words or tuple(Label(layout.kinds[kind].label) for kind in row.kinds)
    below = row.below or ("",) * len(row.kinds)
    cards = tuple(
        CardView(
            kind,
            spoken(said, Audience.of(names)),
            marks.get(kind, ""),
            link(kind) if link is not None and "open" in marks.get(kind, "").split() else "",
            at_once.get(kind),
            spoken(under, Audience.of(names)),
        )
        for kind, said, under in zip(row.kinds, words, below, strict=True)
    )
    return RowView(row.title.render(names), cards, row.seat, row.small)


def shelves(rows: Sequence[RowView]) -> tuple[tuple[Seat, tuple[RowView, ...]], ...]:
    """Give the small rows by whose they are, as they follow each other."""
    small = [row for row in rows if row.small]
    return tuple((seat, tuple(group)) for seat, group in groupby(small, key=lambda row: row.seat))


def with_cards(choosing: Choosing, chosen: Chosen, game: Game, names: Mapping[Seat, str]) -> Choosing:
    """Join what is chosen by cards with what is chosen otherwise."""
    offers = tuple(
        Offer(way.action.by, str(way.action), game.tell(way.action).render(names).rstrip("."))
        for way in chosen.ways
    )
    return choosing._replace(
        offers=(*offers, *choosing.offers),
        marks={**choosing.marks, **chosen.marks},
        picked=chosen.taps,
        left=chosen.left,
        at_once={**choosing.at_once, **chosen.at_once},
    )
