"""Positions that differ only where a seat cannot look, for every game that hides something."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from companion.games.it_happens.rules.checks import views as termites
from companion.games.star_baker.rules.position import in_order, replaced
from companion.rules.game import Seat


def it_happens(state: Any, seat: Seat | None, rng: random.Random) -> Iterator[Any]:
    """Other values on the tiles that lie face down."""
    hidden = termites.hidden_from(state, seat)

    def changed(tiles: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(value % 9 + 1 for value in values) if colour in hidden else values
            for colour, values in enumerate(tiles)
        )

    twin = replace(state, queens=changed(state.queens), generals=changed(state.generals))
    if twin != state:
        yield twin


def star_baker(state: Any, seat: Seat | None, rng: random.Random) -> Iterator[Any]:
    """Another time card of the same hand, and other cards in the hands of the others."""
    for other in (other for other in range(1, state.seats + 1) if other != seat):
        i = other - 1
        held = [*state.hand[i], *state.time_pick[i]]
        if state.phase == "PICK" and state.time_pick[i] and len(held) > 1:
            card = rng.choice([card for card in held if (card,) != state.time_pick[i]])
            moved = replace(state, time_pick=replaced(state.time_pick, other, (card,)))
            rest = in_order(each for each in held if each != card)
            yield replace(moved, hand=replaced(moved.hand, other, rest))
        strange = rng.sample(state.unseen, min(len(state.unseen), len(state.hand[i])))
        kept = state.hand[i][len(strange) :]
        if strange:
            yield replace(state, hand=replaced(state.hand, other, in_order([*strange, *kept])))


TWINS: Final[dict[str, Callable[[Any, Seat | None, random.Random], Iterator[Any]]]] = {
    "it-happens": it_happens,
    "star-baker": star_baker,
}
"""Slug -> the twins of a position for a seat; a game that hides something and is not here fails the tests."""
