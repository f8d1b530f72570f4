"""Naming colours in sentences: those of seats by their players, the neutral one as the imaginary player."""

from __future__ import annotations

from companion.games.it_happens.rules.position import Position
from companion.games.it_happens.rules.table import Colour

IMAGINARY = "the imaginary player"


def who(p: Position, colour: Colour) -> str:
    """What stands for a colour's owner in the text of a message with the seats of `everybody`."""
    return IMAGINARY if colour == p.table.neutral else f"{{seat{colour + 1}}}"


def everybody(p: Position) -> dict[str, int]:
    """The seats of a message whose text was made with `who`."""
    return {f"seat{seat}": seat for seat in range(1, p.seats + 1)}


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]
