"""The score sheet (FT-19, FT-20) and the outcome (FT-18, FT-19)."""

from __future__ import annotations

from typing import Final

from companion.games.filler_tiles.rules.board import Square
from companion.games.filler_tiles.rules.position import Kind, Position, other
from companion.rules.game import Outcome, Seat
from companion.rules.kit.words import number
from companion.rules.message import Message, within
from companion.rules.phrases import Value, marked
from companion.rules.sheet import Line, Sheet

_KINDS: Final[dict[Kind, str]] = {
    "seed": marked("Seeds"),
    "expand": marked("Expansions"),
    "new": marked("New starts"),
    "laid": marked("Tiles"),
}


def scores(p: Position) -> tuple[int, ...]:
    """Own tiles on the board, by seat (FT-19)."""
    return tuple(len(p.placed(seat)) for seat in range(1, p.seats + 1))


def sheet(p: Position, *, size_known: bool = True) -> Sheet:
    """Itemise every seat's tiles by how they were placed; the other lines are for information.

    Of a board whose size nobody has told no line says how many squares were not reached.
    """
    return Sheet({seat: _lines(p, seat, size_known=size_known) for seat in range(1, p.seats + 1)})


def _lines(p: Position, seat: Seat, *, size_known: bool) -> tuple[Line, ...]:
    mine = p.placed(seat)
    groups = sorted(p.board.groups(mine), key=len)
    largest = groups[-1] if groups else ()
    open_squares = p.open_squares
    kinds = {tile.kind for tile in p.tiles}
    # Of a table that was not followed nobody knows how its tiles were placed, or knows it of some.
    told = {"laid"} if kinds == {"laid"} else {*_KINDS} - ({"laid"} - kinds)
    return (
        *(_line(text, p.placed(seat, kind), scores=True) for kind, text in _KINDS.items() if kind in told),
        _line("Tiles on the board: {n}", mine),
        _line("Largest group: {n}", largest),
        Line(Message("Groups: {n}", {"n": len(groups)})),
        *((_line("Squares not reached: {n}", open_squares),) if size_known else ()),
        Line(Message("Margin: {n}", {"n": number(len(mine) - len(p.placed(other(seat))))})),
    )


def _line(text: str, squares: tuple[Square, ...], *, scores: bool = False) -> Line:
    """Give a line that counts squares and shows them."""
    where = tuple(f"board/{square}" for square in squares)
    return Line(Message(text, {"n": len(squares)}), len(squares) if scores else None, where)


def outcome(p: Position) -> Outcome | None:
    """Who has more tiles; no tie-break (FT-19, FT-G12)."""
    if not p.over:
        return None
    stuck = bool(p.open_squares)
    one, two = (len(p.placed(p.seat_of(colour))) for colour in (1, 2))
    if one == two:
        text = "Nobody can place: {n} each, a tie." if stuck else "Board full: {n} each, a tie."
        return Outcome((1, 2), Message(text, {"n": one}))
    winner = p.seat_of(1 if one > two else 2)
    values: dict[str, Value] = {"reds": one, "blues": two}
    seats = {"red": p.seat_of(1), "blue": p.seat_of(2), "winner": winner}
    text = (
        "Nobody can place: {red} {reds}, {blue} {blues}."
        if stuck
        else "Board full: {red} {reds}, {blue} {blues}."
    )
    why = Message(text, values, seats)
    told = within("{why} {wins}", why=why, wins=Message("{winner} wins.", seats={"winner": winner}))
    return Outcome((winner,), told, why)
