"""A flower is due: tiles are turned up and name its space (CF-26..29)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules.actions import Flower, Tile
from companion.games.caterpillar_filler.rules.data.board import COLUMNS, ROWS, Space, in_order, nearest_free
from companion.games.caterpillar_filler.rules.flow import proceed
from companion.games.caterpillar_filler.rules.position import P, Position
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import listed, reason


def nearest_to(p: Position, space: Space) -> tuple[Space, ...]:
    """List the spaces on which the flower of that tile may be put (CF-27, CF-28)."""
    return nearest_free(space, p.occupied(), wrap=p.table.switches.wrap, diagonal=p.table.diagonal_metric)


def legal_tiles(p: Position) -> Iterator[Tile]:
    """Every letter with every number not yet seen; all are equally likely."""
    if p.displaced is None:
        letters = [row for row in ROWS if all(pair[0] != row for pair in p.pairs)]
        numbers = [str(column) for column in COLUMNS if all(pair[1:] != str(column) for pair in p.pairs)]
        for letter in letters:
            for number in numbers:
                yield Tile(CHANCE, letter + number)


def why_not_tile(p: Position, action: Tile) -> Reason | None:
    """Why these tiles cannot be turned up."""
    if p.displaced is not None:
        return reason("CF-28", "First the flower of {tile} finds its space.", tile=p.displaced)
    for pair in p.pairs:
        if pair[0] == action.space[0]:
            return reason("CF-27", "The letter {letter} is already turned up.", letter=pair[0])
        if pair[1:] == action.space[1:]:
            return reason("CF-27", "The number {number} is already turned up.", number=pair[1:])
    return None


def apply_tile(p: P, action: Tile) -> P:
    """Turn up a pair; the flower goes to its space at once unless there is a choice of spaces."""
    turned = replace(p, pairs=(*p.pairs, action.space))
    if not p.supply:
        return proceed(replace(turned, due=p.due[1:]))  # CF-29: the pair is used up
    choices = nearest_to(p, action.space)
    if len(choices) > 1:
        return replace(turned, displaced=action.space)
    space = choices[0]
    return _bloom(replace(turned, grew_on=None if space == action.space else space), space)


def legal_flowers(p: Position) -> Iterator[Flower]:
    """The nearest free spaces to the one of the tiles (CF-28)."""
    if p.displaced is not None:
        for space in nearest_to(p, p.displaced):
            yield Flower(p.seat_to_move, p.displaced, space)


def why_not_flower(p: Position, action: Flower) -> Reason | None:
    """Why the flower cannot be put there."""
    if p.displaced is None:
        return reason("CF-27", "The tiles name the flower's space: turn them up first.")
    if action.tile != p.displaced:
        return reason("CF-27", "The tiles name {tile}.", tile=p.displaced)
    choices = nearest_to(p, p.displaced)
    if action.space not in choices:
        text = "{tile} is taken: the flower goes to {choices}"
        return reason("CF-28", text, tile=p.displaced, choices=listed(choices))
    return None


def apply_flower(p: P, action: Flower) -> P:
    """Put the displaced flower where the mover wants it."""
    return _bloom(p, action.space)


def _bloom(p: P, space: Space) -> P:
    return proceed(
        replace(
            p,
            flowers=in_order((*p.flowers, space)),
            supply=p.supply - 1,
            due=p.due[1:],
            displaced=None,
        )
    )
