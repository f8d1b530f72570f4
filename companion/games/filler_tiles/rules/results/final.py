"""A final table that was not followed: its score, and why it shows no winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.filler_tiles.rules.actions import Expand
from companion.games.filler_tiles.rules.checks import document
from companion.games.filler_tiles.rules.checks.problems import problems
from companion.games.filler_tiles.rules.phases.placing import legal_placements
from companion.games.filler_tiles.rules.position import Position
from companion.games.filler_tiles.rules.results.scoring import sheet
from companion.rules.game import Problem, Seat
from companion.rules.kit.position_file import ask_for, naming_missing, read_position, refuse, written_names
from companion.rules.message import Message
from companion.rules.sheet import Sheet

_HINTS: Final = {
    "FT-01": "A board of another size than 8 by 8 needs rows and cols.",
    "FT-06": "Write the squares of all stones under stones.",
    "FT-07": "More seeds need options.opening_seeds.",
    "FT-10": "More new groups need options.preset=open or options.new_starts.",
    "FT-12": "More tiles need options.tiles_per_player.",
    "FT-P03": "More new groups need options.preset=open or options.new_starts.",
}
"""A rule that a position breaks -> the names that may be missing."""


def score(data: bytes) -> Sheet:
    """Score a position. Raises `BadPosition` with all problems."""
    written = read_position(data, document.Document)
    with naming_missing(data, document.Document):
        p = document.decode(data)
        if p.table.first != 1 or p.table.opening == "pie":
            ask_for(data, ["colour_of_seat"], "with these options either player may have either colour")
        found = problems(p)
        refuse(found, tuple(_hints(found)))
    sized = {"rows", "cols"} <= {*written_names(data), *written.options}
    return sheet(p, size_known=sized)


def _hints(found: tuple[Problem, ...]) -> Iterator[str]:
    """Name the options without which a position cannot be."""
    yield from dict.fromkeys(_HINTS[each.rule] for each in found if each.rule in _HINTS)


def unfinished(p: Position) -> Message | None:
    """Say that somebody can still join on to their tiles (FT-18).

    Of new groups nobody knows how many are left: how the tiles were placed, the table does not show.
    """
    if not p.over:
        return None
    movers = [seat for seat in range(1, p.seats + 1) if _can_surely_place(p, seat)]
    if not movers:
        return None
    return Message("The game is not over: {who} can still place a tile.", seats={"who": movers[0]})


def _can_surely_place(p: Position, seat: Seat) -> bool:
    starts_known = p.table.new_starts is None or all(tile.kind != "laid" for tile in p.tiles)
    return any(starts_known or isinstance(each, Expand) for each in legal_placements(p, seat))
