"""The table's choices (section 10), settled into a `Table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.games.filler_tiles.board import LARGEST, SMALLEST, Board
from companion.rules.options import Chosen, Texts, not_usual, read_options, whole_number

Opening = Literal["alternate", "pie", "drawn"]

BY_PRESET: Final = "preset"
UNLIMITED: Final = "unlimited"
FULL: Final = "full"

PRESETS: Final[dict[str, tuple[str, str]]] = {
    "colonies": ("3", "alternate"),
    "siege": ("0", "pie"),
    "open": (UNLIMITED, "alternate"),
}
"""Preset -> new starts and opening (section 6)."""

MOST_STONES: Final = 12
"""Neutral stones at most (section 2)."""

_SIZES: Final = tuple(map(str, range(SMALLEST, LARGEST + 1)))
_STONES: Final = tuple(map(str, range(0, MOST_STONES + 1, 2)))


class Table(msgspec.Struct, frozen=True):
    """What this table plays with. ``chosen`` holds the options that are not the default, as text."""

    board: Board
    new_starts: int | None
    opening: Opening
    opening_seeds: int
    tiles_per_player: int
    stones: int
    new_away_from_enemy: bool
    first: int
    chosen: Chosen


OPTIONS: Final = (
    Option(
        "preset",
        "Preset",
        "colonies",
        "Colonies: three new groups each. Siege: no new groups. Open: any number of new groups.",
        tuple(PRESETS),
        ("Colonies", "Siege", "Open"),
    ),
    Option("rows", "Rows", "8", "Squares from top to bottom.", _SIZES, _SIZES),
    Option("cols", "Columns", "8", "Squares from left to right.", _SIZES, _SIZES),
    Option(
        "new_starts",
        "New starts",
        BY_PRESET,
        "How many new groups each player may start after the opening.",
        (BY_PRESET, *map(str, range(10)), UNLIMITED),
        ("As the preset says", *map(str, range(10)), "Unlimited"),
    ),
    Option(
        "opening",
        "Opening",
        BY_PRESET,
        "Seeds in turn, one player divides and the other chooses, or a draw.",
        (BY_PRESET, "alternate", "pie", "drawn"),
        ("As the preset says", "Seeds in turn", "Divide and choose", "Drawn"),
    ),
    Option(
        "opening_seeds",
        "Seeds",
        "1",
        "First tiles of each player, when they are put down in turn.",
        ("1", "2", "3", "4"),
        ("1", "2", "3", "4"),
    ),
    Option("tiles_per_player", "Tiles", FULL, "Tiles of each player: a number, or full for a whole board."),
    Option(
        "stones",
        "Stones",
        "0",
        "Neutral stones on the board, drawn in pairs that face each other.",
        _STONES,
        _STONES,
    ),
    Option(
        "new_away_from_enemy",
        "New groups keep away",
        "off",
        "A new group may not touch the opponent's tiles either.",
        ("off", "on"),
        ("Off", "On"),
    ),
    Option("first", "Who begins", "1", "The seat that begins, by agreement or draw.", ("1", "2"), ("1", "2")),
)


def settle(chosen: Mapping[str, str]) -> Table:
    """Turn chosen options into a table.

    Raises
    ------
    BadOption
        For an unknown option, an impossible value, or choices that do not go together.
    """
    texts = read_options(OPTIONS, chosen)
    starts, opening = PRESETS[texts["preset"]]
    if texts["new_starts"] != BY_PRESET:
        starts = texts["new_starts"]
    if texts["opening"] != BY_PRESET:
        opening = texts["opening"]
    board = Board(int(texts["rows"]), int(texts["cols"]))
    return Table(
        board=board,
        new_starts=None if starts == UNLIMITED else int(starts),
        opening=msgspec.convert(opening, Opening),
        opening_seeds=_seeds(texts, opening),
        tiles_per_player=_tiles(texts, board),
        stones=int(texts["stones"]),
        new_away_from_enemy=texts["new_away_from_enemy"] == "on",
        first=int(texts["first"]),
        chosen=not_usual(OPTIONS, texts),
    )


def _seeds(texts: Texts, opening: str) -> int:
    seeds = int(texts["opening_seeds"])
    if seeds > 1 and opening != "alternate":
        raise BadOption("Option opening_seeds: several seeds only when they are put down in turn (FT-07).")
    return seeds


def _tiles(texts: Texts, board: Board) -> int:
    text, least = texts["tiles_per_player"], int(texts["opening_seeds"])
    number = board.size if text == FULL else whole_number(text)
    if number is None or not least <= number <= board.size:
        raise BadOption(
            f"Option tiles_per_player: give a number from {least} to {board.size}, or {FULL} (FT-12)."
        )
    return number
