"""The table's choices (section 10), settled into a `Table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.games.filler_tiles.rules.board import LARGEST, SMALLEST, Board
from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.kit.options import Chosen, Texts, not_usual, read_number, read_options
from companion.rules.phrases import Term

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


TILES: Final = Option(
    "tiles_per_player",
    "Tiles",
    FULL,
    "How many tiles each player has; full is enough for the whole board. Who has none left passes.",
    bounds=(1, LARGEST * LARGEST),
)

OPTIONS: Final = (
    Option(
        "preset",
        "Preset",
        "colonies",
        "How many new groups each player may begin later, and how the first tiles come on the board. The "
        "limit of Colonies and Siege is our own rule, while Open is the rulebook's text.",
        tuple(PRESETS),
        ("Colonies", "Siege", "Open"),
        choice_helps=(
            "Our usual game: three new groups each; first tiles in turn.",
            "Our rule, too: no new groups, you only join on. One divides the first tiles, the other chooses.",
            "The rulebook's text: any number of new groups; first tiles in turn. Nobody can be blocked.",
        ),
    ),
    Option("rows", "Rows", "8", "Squares of the board from top to bottom.", _SIZES, _SIZES),
    Option("cols", "Columns", "8", "Squares of the board from left to right.", _SIZES, _SIZES),
    Option(
        "new_starts",
        "New starts",
        BY_PRESET,
        "How many times each player may begin a new group away from the own tiles, after the opening.",
        (BY_PRESET, *map(str, range(10)), UNLIMITED),
        ("As the preset says", *map(str, range(10)), "Unlimited"),
    ),
    Option(
        "opening",
        "Opening",
        BY_PRESET,
        "How the first tiles come on the board.",
        (BY_PRESET, "alternate", "pie", "drawn"),
        ("As the preset says", "Seeds in turn", "Divide and choose", "Drawn"),
        choice_helps=(
            "Seeds in turn; in Siege one divides and the other chooses.",
            "Each puts the first tiles where they like, one by one in turn.",
            "The first player puts a tile of each colour, the second says which colour to play.",
            "The program draws two squares that face each other.",
        ),
    ),
    Option(
        "opening_seeds",
        "Seeds",
        "1",
        "With Seeds in turn: how many first tiles each player puts down.",
        ("1", "2", "3", "4"),
        ("1", "2", "3", "4"),
    ),
    TILES,
    Option(
        "stones",
        "Stones",
        "0",
        "Squares that nobody can take: the program draws them in pairs that face each other.",
        _STONES,
        _STONES,
    ),
    Option(
        "new_away_from_enemy",
        "New groups keep away",
        "off",
        "A new group may begin only where it touches nobody's tiles, the opponent's neither.",
        ("off", "on"),
        ("Off", "On"),
    ),
    Option(
        "first",
        "Who begins",
        "1",
        "The player who has the first turn: agree on one, or draw.",
        ("1", "2"),
        ("Player 1", "Player 2"),
    ),
)


def make_table(chosen: Mapping[str, str]) -> Table:
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
        raise BadOption("Option opening_seeds: several seeds only when they are put down in turn.")  # FT-07
    return seeds


def _tiles(texts: Texts, board: Board) -> int:
    least = int(texts["opening_seeds"])
    return read_number(TILES, texts[TILES.key], least=least, most=board.size) or board.size


WORDS: Final = (Term("full"),)
"""Words that options are chosen by, for translators."""
