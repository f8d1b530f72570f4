"""A final table that was not followed: its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.it_happens.rules.checks import document, views
from companion.games.it_happens.rules.checks.problems import problems
from companion.games.it_happens.rules.data.mounds import MoundSet
from companion.games.it_happens.rules.results.scoring import sheet
from companion.games.it_happens.rules.results.winnings import could_be_won
from companion.games.it_happens.rules.table import BOX_OPTION, COLOURS
from companion.rules.errors import BadPosition
from companion.rules.kit.position_file import ask_for, naming_missing, read_position, refuse
from companion.rules.sheet import Sheet

_TILES: Final = ("worms", "items", "queens", "generals")


def score(data: bytes, sets: Sequence[MoundSet]) -> Sheet:
    """Score a position. Raises `BadPosition` with all problems."""
    written = read_position(data, document.Document)
    if any(
        views.FACE_DOWN in tiles for held in (written.queens, written.generals) for tiles in held.values()
    ):
        raise BadPosition("Turn up all victory tiles: a value of 0 cannot be scored.")
    try:
        with naming_missing(data, document.Document):
            p = document.position(document.read(data), sets)
            refuse(problems(p))
    except BadPosition as error:
        raise BadPosition(" ".join((error.sentence, *_hints(written, sets)))) from error
    ask_for(data, _TILES, "write what each colour holds, or {} where nobody holds any")
    if not could_be_won(p):
        raise BadPosition("Nobody wins both the Queen and the General of one mound.")
    return sheet(p)


def _hints(written: document.Document, sets: Sequence[MoundSet]) -> Iterator[str]:
    """Name the options without which a position cannot be."""
    held = (written.worms, written.items, written.queens, written.generals)
    colours = {colour for each in held for colour in each}
    in_play = set(COLOURS[: max(written.n, 3)])
    if "colours" not in written.options and colours & set(COLOURS) - in_play:
        yield "Other colours than the first ones need options.colours."
    kinds = {kind for items in written.items.values() for kind in items}
    if BOX_OPTION not in written.options and kinds - set(sets[0].types):
        yield f"Tiles of a set of your own need options.{BOX_OPTION}."
