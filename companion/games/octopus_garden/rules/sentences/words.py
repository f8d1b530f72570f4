"""What the tokens are called in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.octopus_garden.rules.data.board import Cell, LineName
from companion.games.octopus_garden.rules.data.tokens import CODES, Code
from companion.rules.kit.words import listed, with_article
from companion.rules.message import Message
from companion.rules.phrases import Count, Listing, Term, Value

NAMES: Final[dict[Code, tuple[str, str]]] = {
    "AN": ("anemone", "anemones"),
    "CO": ("coral", "corals"),
    "HC": ("hermit crab", "hermit crabs"),
    "SH": ("shell", "shells"),
    "RE": ("relic", "relics"),
    "SG": ("seagrass", "seagrasses"),
    "SS": ("sea star", "sea stars"),
    "TR": ("trash", "pieces of trash"),
    "OY": ("oyster", "oysters"),
    "MO": ("mimic octopus", "mimic octopuses"),
    "CC": ("coconut octopus", "coconut octopuses"),
    "SK": ("shark", "sharks"),
    "PF": ("parrot fish", "parrot fish"),
    "DV": ("diver", "divers"),
    "LF": ("lionfish", "lionfish"),
    "TC": ("treasure chest", "treasure chests"),
    "BX": ("boxer crab", "boxer crabs"),
}
"""One, and several."""

FISH: Final = {"clownfish": Term("clownfish"), "seahorse": Term("seahorse")}

DEEDS: Final[Mapping[str, Value]] = {
    "draw": Message("draw a token"),
    "first": Message("first player"),
    "lion": Term("lionfish"),
    "skip": Message("go without"),
    "buy": Message("buy a line"),
    "oyster": Message("attract an oyster"),
    "pass": Message("pass"),
    "release": Message("throw the shark back"),
    "chest": Term("treasure chest"),
    "plant": Message("plant"),
    "star": Term("sea star"),
    "crab": Term("hermit crab"),
    "boxer": Term("boxer crab"),
    "coco": Term("coconut octopus"),
    "flip": Message("turn the coconut octopus over"),
    "done": Message("finish"),
    "fill": Message("fill the market"),
    "shark": Term("shark"),
    "noshark": Message("no shark"),
    "mimic": Term("mimic octopus"),
}
"""Verb of the notation -> what players call that, as they are asked for it (section 13)."""


def called(code: Code) -> Term:
    """Name one token."""
    return Term(NAMES[code][0])


def token_called(name: str) -> str:
    """Name one of several like tokens of a garden, as ``sea star 2`` for ``SS2``."""
    code = next(code for code in NAMES if name.startswith(code))
    return f"{called(code)} {name.removeprefix(code)}"


def a_token(code: Code) -> Term:
    """Name one token with its article, as ``a coral``, ``an anemone`` or ``a piece of trash``."""
    return with_article(_one(code))


def counted(number: int, code: Code) -> Count:
    """Say how many of a token, as ``1 coral`` or ``3 corals``."""
    return Count(number, _one(code), NAMES[code][1])


def _one(code: Code) -> str:
    return "piece of trash" if code == "TR" else NAMES[code][0]


def some_tokens(codes: str) -> Listing:
    """Name tokens by their codes as a sentence does, as ``2 corals and an anemone``."""
    numbers = {code: codes.count(code) for code in CODES if code in codes}
    named: list[Value] = [
        a_token(code) if number == 1 else counted(number, code) for code, number in numbers.items()
    ]
    return listed(named, "and")


def pearls(number: int) -> Count:
    """Say how many pearls."""
    return Count(number, "pearl")


def market_space(cell: Cell) -> Message:
    """Name a cell of the market, as ``row 2, column 3``."""
    return Message("row {row}, column {column}", {"row": cell[0], "column": cell[1]})


def market_line(line: LineName) -> Message:
    """Name a line of the market with what is printed beside it, as ``row R3``."""
    return Message("row {line}" if line[0] == "R" else "column {line}", {"line": line})


def spelled(spaces: Iterable[str]) -> str:
    """Name spaces one after the other, as ``B4-B5-C5``."""
    return "-".join(spaces)
