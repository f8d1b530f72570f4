"""A final table that was not followed: its score, and why it shows no winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.caterpillar_filler.rules.checks import document
from companion.games.caterpillar_filler.rules.checks.problems import broken_links, problems
from companion.games.caterpillar_filler.rules.data.board import ROUND_NEIGHBOURS
from companion.games.caterpillar_filler.rules.position import Position
from companion.games.caterpillar_filler.rules.results.scoring import sheet
from companion.games.caterpillar_filler.rules.table import Expansions
from companion.rules.kit.position_file import ask_for, naming_missing, read_position, refuse, written_names
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.sheet import Sheet

_TALLIES: Final = ("flowers_eaten", "bites_given", "bites_suffered", "wasps_placed", "wasps")
"""What only a followed game knows: a sheet leaves out those that the position does not say."""


def score(data: bytes, known: Expansions) -> Sheet:
    """Score a position. Raises `BadPosition` with all problems."""
    written = read_position(data, document.Document)
    if None in written.head:
        why = "a caterpillar is away, so write how many body pieces each player holds"
        ask_for(data, ["in_hand"], why)
    with naming_missing(data, document.Document):
        p = document.position(document.read(data), known)
        refuse(problems(p), tuple(_hints(p, known)))
    return sheet(p, unknown=frozenset(_TALLIES) - written_names(data))


def _hints(p: Position, known: Expansions) -> Iterator[str]:
    """Name the option without which a position cannot be."""
    links = [link for seat in range(1, p.seats + 1) for link in broken_links(p, seat)]
    if any(behind in ROUND_NEIGHBOURS[space] for space, behind in links):
        rules = dict.fromkeys(rule.id for each in known for rule in each.rules if rule.params.get("wrap"))
        yield f"A caterpillar that goes over the edge needs options.rules={' or '.join(rules)}."


def unfinished(p: Position) -> Message | None:
    """Say that nobody has won yet: without a turn limit a game does not end in a tie (CF-41)."""
    if not p.over or len(p.longest) == 1 or p.table.turn_limit is not None:
        return None
    names = listed([Message("{who}", seats={"who": seat}) for seat in p.longest], "and")
    return Message("Nobody has won yet: {names} are equally long.", {"names": names})
