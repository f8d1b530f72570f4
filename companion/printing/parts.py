"""What a printed set consists of: how many of each piece, what is on its back, cards of text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A kind of piece, how many there are, and the kind on its back ("" when it has none)."""

    front: str
    count: int
    back: str = ""


@dataclass(frozen=True)
class TextCard:
    """A card with words on both sides: a title and a text each."""

    front: tuple[str, str]
    back: tuple[str, str]


@dataclass(frozen=True)
class PartList:
    """All that is cut out of card for one game: groups by name, each a file, and cards of text."""

    groups: dict[str, tuple[Part, ...]]
    cards: tuple[TextCard, ...] = ()
    cards_title: str = "Cards"
