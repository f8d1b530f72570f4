"""How fillings and an order of players are said in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from companion.games.star_baker.rules.data.cards import Filling
from companion.games.star_baker.rules.table import CHEF
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Listing

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def fillings_called(fillings: Iterable[Filling]) -> Listing:
    """Name fillings, as ``vanilla and two blueberries``."""
    return listed([_counted(filling, number) for filling, number in Counter(fillings).items()], "and")


def _counted(filling: Filling, number: int) -> str:
    if number == 1:
        return filling
    return (
        f"{_NUMBERS[number]} {filling[:-1]}ies" if filling.endswith("y") else f"{_NUMBERS[number]} {filling}s"
    )


def in_turn(players: Sequence[int], chef: str) -> Message:
    """Say in which order players come; ``chef`` is what player 2 is called where nobody sits there."""
    first, *later = [f"{{player{player}}}" for player in players]
    text = f"{first} plays first{''.join(f', then {each}' for each in later)}."
    named = chef[:1].upper() + chef[1:] if players[0] == CHEF else chef
    return Message(text, {f"player{CHEF}": named}, {f"player{player}": player for player in players})
