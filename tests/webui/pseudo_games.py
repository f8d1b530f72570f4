"""Games in the pseudo-language: what may stand there without brackets, and players who go on."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

from unwrapped import outside

from companion.rules.booklet import booklet_of
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE
from companion.sessions.session import Session
from companion.simulation.bots import bots

TITLES = "|".join(sorted((re.escape(load_game(slug).info.name) for slug in GAMES), key=len, reverse=True))
"""What boxes are called in every language."""

PRINTED = {
    "it-happens": lambda game: [mound.name for mound in game.box.mounds],
    "star-baker": lambda game: [game.box.called(card).strip("“”") for card in game.box.cards],
}
"""Names that are printed on the cards of a box: the cards bear them in every language."""


class Catalogued:
    """Tells what of a game's texts comes from no catalogue, and should."""

    def __init__(self, game: Any) -> None:
        self._told = frozenset(_told_in_booklet(game))
        self._names = "|".join((TITLES, *_printed_on_cards(game)))

    def outside(self, texts: Iterable[str]) -> set[str]:
        """Give the texts with words that stand in no brackets and are no names."""
        return outside(set(texts) - self._told, names=self._names)


def act(session: Session, number: int) -> None:
    """Take some action, as bots do, or let chance decide."""
    state, rng = session.state, random.Random(number)
    seat = rng.choice([actor for actor in state.actors if actor != CHANCE] or [None])
    chosen = rng.choice([*state.odds()])[0] if seat is None else bots(2, number)[seat].choose(state)
    session.act(chosen)


def _told_in_booklet(game: Any) -> Iterator[str]:
    """Booklets are translated as a whole, not by catalogues."""
    booklet = booklet_of(game)
    for section in booklet.sections if booklet else ():
        yield section.title
        yield from (paragraph.text for paragraph in section.paragraphs)


def _printed_on_cards(game: Any) -> list[str]:
    """Give patterns of the names that cards bear, the longest first: one may be part of another."""
    names = sorted(PRINTED.get(game.info.slug, lambda _: ())(game), key=len, reverse=True)
    return [rf"(?<!\w){re.escape(name)}(?!\w)" for name in names]
