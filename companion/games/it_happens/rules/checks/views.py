"""Who may know what: victory tiles lie face down in front of their owners (IH-R22)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.it_happens.rules.position import P, Position
from companion.games.it_happens.rules.table import Colour
from companion.rules.game import Seat

FACE_DOWN = 0
"""What stands for the value of a tile that one may not see."""


def hidden_from(p: Position, seat: Seat | None) -> tuple[Colour, ...]:
    """The colours whose tiles a seat may not look at. The imaginary player's are nobody's."""
    if p.over or p.table.open_scores:
        return ()
    return tuple(colour for colour in p.colours if colour + 1 != seat or colour == p.table.neutral)


def seen_by(p: P, seat: Seat | None) -> P:
    """Turn others' tiles face down. Their number, and what was won this moment, stays to be seen."""
    hidden = hidden_from(p, seat)
    return replace(p, queens=_covered(p.queens, hidden), generals=_covered(p.generals, hidden))


def _covered(tiles: tuple[tuple[int, ...], ...], hidden: tuple[Colour, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        (FACE_DOWN,) * len(values) if colour in hidden else values for colour, values in enumerate(tiles)
    )


def secrets(p: Position, seat: Seat | None) -> Iterator[str]:
    """Give what the JSON of a seat's view may not contain: the tiles of the others."""
    for colour in hidden_from(p, seat):
        for values in (p.queens[colour], p.generals[colour]):
            if values:
                yield f'"{p.table.colours[colour]}":[{",".join(map(str, values))}]'
