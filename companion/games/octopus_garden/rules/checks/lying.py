"""What should be lying on the table, under the names of the game's layout."""

from __future__ import annotations

from typing import Final

from companion.games.octopus_garden.rules.data.board import CELLS
from companion.games.octopus_garden.rules.data.tokens import Code, Token
from companion.games.octopus_garden.rules.position import Position
from companion.rules.abilities import Piles
from companion.rules.game import Lying

KINDS: Final[dict[Code, str]] = {
    "AN": "anemone",
    "CO": "coral",
    "HC": "hermit-crab",
    "SH": "shell",
    "RE": "relic",
    "SG": "seagrass",
    "SS": "sea-star",
    "TR": "trash",
    "OY": "oyster",
    "MO": "mimic-octopus",
    "CC": "coconut-octopus",
    "SK": "shark",
    "PF": "parrot-fish",
    "DV": "diver",
    "LF": "lionfish",
    "TC": "treasure-chest",
    "BX": "boxer-crab",
}

USED: Final[dict[Code, str]] = {"MO": "mimic-octopus-back", "CC": "coconut-octopus-back"}
"""What shows when such a token was turned over."""


def kind_of(token: Token) -> str:
    """Give the kind that a token in a garden shows."""
    return USED[token.code] if token.flipped or token.acts_as else KINDS[token.code]


def lying(p: Position) -> Lying:
    """Give the market and the topmost token of every space of the gardens.

    A shark hides the token it claims. Bonus fish, pearls and the oyster bed lie beside the boards
    and are not listed; the tokens below others are known to the position only.
    """
    return {zone: {cell: pile[-1] for cell, pile in cells.items()} for zone, cells in piles(p).items()}


def piles(p: Position) -> Piles:
    """Give every token of the market and the gardens, from the board up."""
    market: dict[str, tuple[str, ...]] = {
        cell: (KINDS[code],) + (KINDS["SK"],) * bool(p.claimed_by(cell))
        for cell, code in zip(CELLS, p.market, strict=True)
        if code is not None
    }
    table = {"market": market}
    for seat, garden in enumerate(p.garden, 1):
        stacks = zip(garden.board.spaces, garden.stacks, strict=True)
        table[f"garden-{seat}"] = {space: tuple(map(kind_of, stack)) for space, stack in stacks if stack}
    return table
