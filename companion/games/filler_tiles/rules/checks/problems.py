"""Everything that is wrong with a position that was entered by hand or pieced together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.filler_tiles.rules.board import Square
from companion.games.filler_tiles.rules.flow import turn_of
from companion.games.filler_tiles.rules.position import Position
from companion.rules.game import Problem, Seat
from companion.rules.message import Message
from companion.rules.phrases import Value


def problems(p: Position) -> tuple[Problem, ...]:
    """List all problems at once; none for any position that play can reach."""
    found = [*_squares(p), *_stones(p)]
    if found:  # what follows needs every piece on a square of its own
        return tuple(found)
    for seat in range(1, p.seats + 1):
        found += [*_supply(p, seat), *_groups(p, seat)]
    return (*found, *_turn(p))


def _problem(rule: str, text: str, where: tuple[Square, ...] = (), who: Seat = 0, **values: Value) -> Problem:
    seats = {"who": who} if who else {}
    return Problem(rule, Message(text, values, seats), tuple(f"board/{square}" for square in where))


def _squares(p: Position) -> Iterator[Problem]:
    for square, number in Counter([*(tile.square for tile in p.tiles), *p.stones]).items():
        if not p.board.has(square):
            yield _problem("FT-01", "{square} is not on this board.", square=square)
        if number > 1:
            yield _problem("FT-P10", "There are {n} pieces on {square}.", (square,), n=number, square=square)
    if sorted(p.colour_of_seat) != [1, 2]:
        yield _problem("FT-07", "The players do not have one colour each.")


def _stones(p: Position) -> Iterator[Problem]:
    """Compare the number; that they lie in pairs matters only to a draw (FT-06)."""
    number, wanted = len(p.stones), p.table.stones
    if number > wanted or (number < wanted and p.phase != "STONES"):
        yield _problem("FT-06", "There are {n} stones instead of {all}.", p.stones, n=number, all=wanted)
    elif p.phase == "STONES" and number == wanted:
        yield _problem("FT-06", "All stones have been laid.")


def _supply(p: Position, seat: Seat) -> Iterator[Problem]:
    i, everything = seat - 1, p.placed(seat)
    if p.supply[i] < 0:
        text = "{who} has {n} tiles on the board instead of at most {all}."
        yield _problem("FT-12", text, everything, seat, n=len(everything), all=p.table.tiles_per_player)
    starts = p.starts_left[i]
    if starts is not None and starts < 0:
        where = p.placed(seat, "new")
        text = "{who} has started {n} new groups instead of at most {all}."
        yield _problem("FT-10", text, where, seat, n=len(where), all=p.table.new_starts or 0)
    if p.over and not everything:
        yield _problem("FT-07", "{who} has no tile on the board, but everybody begins with one.", who=seat)
    seeds, allowed = p.placed(seat, "seed"), p.table.opening_seeds
    if len(seeds) > allowed:
        text = "{who} has {n} seeds instead of {all}."
        yield _problem("FT-07", text, seeds, seat, n=len(seeds), all=allowed)


def _groups(p: Position, seat: Seat) -> Iterator[Problem]:
    """More groups than can have been started (FT-P03); any number if starts are unlimited."""
    starts = p.table.new_starts
    groups = tuple(p.board.groups(p.placed(seat)))
    if starts is not None and len(groups) > p.table.opening_seeds + starts:
        text = "{who} has {n} groups, but can have started only {all}."
        most = p.table.opening_seeds + starts
        yield _problem("FT-P03", text, p.placed(seat), seat, n=len(groups), all=most)


def _turn(p: Position) -> Iterator[Problem]:
    """What contradicts itself about whose turn it is."""
    if p.to_move not in (1, 2):
        yield _problem("section 5", "It is nobody's turn.")
    elif p.phase == "MAIN" and turn_of(p, p.to_move).to_move != p.to_move:
        yield _problem("FT-13", "{who} cannot place and must pass.", who=p.to_move)
    elif p.phase == "MAIN" and turn_of(p, p.to_move).over:
        yield _problem("FT-18", "Nobody can place: the game is over.")
    if p.phase == "SEED" and not any(p.seeds_left):
        yield _problem("FT-07", "All seeds have been put down.")
    if p.phase == "PIE" and sorted(p.tile.values()) not in ([], [1, 2]):
        yield _problem("FT-07", "There is not one tile of each colour.")
