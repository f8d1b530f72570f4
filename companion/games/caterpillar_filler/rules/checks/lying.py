"""What should be lying on the table, under the names of the game's layout."""

from __future__ import annotations

from functools import lru_cache

from companion.games.caterpillar_filler.rules.data.board import Space
from companion.games.caterpillar_filler.rules.position import Position
from companion.games.caterpillar_filler.rules.start import PAIRS, RESERVE
from companion.rules.game import Lying, Seat

FACE_DOWN_LETTER = "letter-back"
FACE_DOWN_NUMBER = "number-back"


def lying(p: Position) -> Lying:
    """What lies on the mat and in the tray. Wasps in hand and the supply's heap are not in it.

    The spaces beside the mat hold five pieces a colour; what a reserve has above that lies
    next to them (CF-G24) and is not listed.
    """
    return {
        "garden": garden(p),
        "letters": dict(_letters(p.seats, p.pairs)),
        "numbers": dict(_numbers(p.seats, p.pairs)),
        "reserve": dict(_reserve(p.table.bodies, p.reserve)),
        "tray": {str(number): f"die-{value}" for number, value in enumerate(p.dice, 1)},
    }


def garden(p: Position) -> dict[Space, str]:
    """Every piece in the garden: space -> kind."""
    pieces = dict.fromkeys(p.flowers, "flower") | dict.fromkeys(p.wasp_spaces, "wasp")
    for seat in range(1, p.seats + 1):
        head, body = pieces_of(p, seat)
        for space in p.body[seat - 1]:
            pieces[space] = body
        for space in p.chain(seat)[:1]:
            pieces[space] = head
    return pieces


def pieces_of(p: Position, seat: Seat) -> tuple[str, str]:
    """The kinds of a seat's head and body pieces."""
    return f"head-{p.table.heads[seat - 1]}", f"body-{p.table.bodies[seat - 1]}"


# What lies beside the garden is the same in nearly all of the many positions that a referee looks at.


@lru_cache(maxsize=64)
def _letters(seats: int, pairs: tuple[str, ...]) -> dict[str, str]:
    return _column(seats, FACE_DOWN_LETTER, [f"letter-{pair[0]}" for pair in pairs])


@lru_cache(maxsize=64)
def _numbers(seats: int, pairs: tuple[str, ...]) -> dict[str, str]:
    return _column(seats, FACE_DOWN_NUMBER, [f"number-{pair[1:]}" for pair in pairs])


def _column(seats: int, back: str, turned: list[str]) -> dict[str, str]:
    """A column of tiles, pair 1 at the top: the turned ones, then those face down (CF-09)."""
    tiles = turned + [back] * (PAIRS[seats] - len(turned))
    return {str(row): kind for row, kind in enumerate(tiles, 1)}


@lru_cache(maxsize=256)
def _reserve(bodies: tuple[str, ...], reserve: tuple[int, ...]) -> dict[str, str]:
    return {
        f"{colour}-{place}": f"body-{colour}"
        for colour, pieces in zip(bodies, reserve, strict=True)
        for place in range(1, min(pieces, RESERVE) + 1)
    }
