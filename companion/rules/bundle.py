"""A game is one folder; its ``__init__`` holds one `Bundle` as ``GAME``.

The folder has a package ``rules`` (its ``GAME`` is the `Game`) and, as far as the game has them:

========== =================================================================================
layout     ``LAYOUT``, and ``layout_of(game)`` or ``grown(layout, lying)`` where they are needed
art        ``sheet``, ``piece`` and ``parts``: how sheets and pieces are drawn
habits     ``HABITS``: which options bots try, and what no picture shows
pages      ``pages``, a Flask blueprint, and ``PAGE``: a page for boxes that no other game could use
booklet.md the rules in players' words
========== =================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

import msgspec

from companion.rules.message import Message
from companion.rules.phrases import Value

CONTRACT: Final = 1
"""The version of the contract between a game and the program. A number goes up when games must change."""

MARKER_IDS: Final = 587
"""AprilTag 36h11 has so many."""

MARKERS_PER_SHEET: Final = 4


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """What the program must know to find the parts of a game.

    Parameters
    ----------
    slug
        The game's name in lower case with hyphens.
    package
        The dotted name of the game's folder: ``__name__``.
    sheets
        The numbers of the game's sheets: sheet n bears the markers 4n to 4n + 3. A printed sheet keeps
        its markers for ever, so a game never gives up a number.
    pieces
        The ids of the markers on pieces.
    contract
        The version of the contract that the game is written for: `CONTRACT`.
    box_folder
        Where boxes of one's own are kept within the folder of the games.
    """

    slug: str
    package: str
    sheets: range
    pieces: range = range(0)
    contract: int = CONTRACT
    box_folder: str = ""

    def has(self, part: str) -> bool:
        """Say whether the folder has this part."""
        return find_spec(f"{self.package}.{part}") is not None

    def open(self, part: str) -> ModuleType:
        """Import a part. Raises ImportError."""
        return import_module(f"{self.package}.{part}")

    def marker_ids(self) -> Iterator[int]:
        """Give the ids of all markers of the game, on sheets and on pieces."""
        for number in self.sheets:
            yield from range(number * MARKERS_PER_SHEET, (number + 1) * MARKERS_PER_SHEET)
        yield from self.pieces


def markers_in_doubt(game: Bundle, others: Iterable[Bundle]) -> Message | None:
    """Say which markers of a game cannot be its own; None when all can."""
    ids = list(game.marker_ids())
    if any(not 0 <= each < MARKER_IDS for each in ids):
        values: dict[str, Value] = {"first": min(ids), "last": max(ids), "most": MARKER_IDS - 1}
        return Message("its markers are {first} to {last}, and there are 0 to {most}", values)
    if len(set(ids)) < len(ids):
        return Message("its pieces bear markers of its own sheets")
    for other in others:
        shared = sorted(set(ids).intersection(other.marker_ids()))
        if shared:
            values = {"n": len(shared), "game": other.slug, "one": shared[0]}
            many = "it uses {n} markers of {game}, {one} among them"
            return Message("it uses marker {one} of {game}", values, many=many)
    return None


def free_sheets(games: Iterable[Bundle]) -> str:
    """Write which numbers of sheets no game has, as ``4-15, 40-47``."""
    taken = {each // MARKERS_PER_SHEET for game in games for each in game.marker_ids()}
    free = [number for number in range(MARKER_IDS // MARKERS_PER_SHEET) if number not in taken]
    starts = [number for number in free if number - 1 not in free]
    ends = [number for number in free if number + 1 not in free]
    return ", ".join(f"{a}-{b}" if a < b else str(a) for a, b in zip(starts, ends, strict=True))
