"""What should be lying on the table, under the names of the game's layout."""

from __future__ import annotations

from companion.rules.game import Lying, Seat
from companion.rules.games.caterpillar_filler.board import Space
from companion.rules.games.caterpillar_filler.position import Position
from companion.rules.games.caterpillar_filler.start import PAIRS, RESERVE

FACE_DOWN_LETTER = "letter-back"
FACE_DOWN_NUMBER = "number-back"


def lying(p: Position) -> Lying:
    """What lies on the mat and in the tray. Wasps in hand and the supply's heap are not in it.

    The spaces beside the mat hold five pieces a colour; what a reserve has above that lies
    next to them (CF-G24) and is not listed.
    """
    return {
        "garden": garden(p),
        "letters": _column(p, FACE_DOWN_LETTER, [f"letter-{pair[0]}" for pair in p.pairs]),
        "numbers": _column(p, FACE_DOWN_NUMBER, [f"number-{pair[1:]}" for pair in p.pairs]),
        "reserve": {
            f"{colour}-{place}": f"body-{colour}"
            for colour, pieces in zip(p.table.bodies, p.reserve, strict=True)
            for place in range(1, min(pieces, RESERVE) + 1)
        },
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


def _column(p: Position, back: str, turned: list[str]) -> dict[str, str]:
    """A column of tiles, pair 1 at the top: the turned ones, then those face down (CF-09)."""
    tiles = turned + [back] * (PAIRS[p.seats] - len(turned))
    return {str(row): kind for row, kind in enumerate(tiles, 1)}
