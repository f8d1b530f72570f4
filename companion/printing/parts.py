"""What a printed set consists of: how many of each piece, what is on its back, cards of text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.layout import Point, Rgb
from companion.printing.drawing import Path
from companion.rules.message import Message
from companion.rules.phrases import Words

CARDS: Final = Message("Cards")


@dataclass(frozen=True)
class Part:
    """A kind of piece, how many there are, and the kind on its back ("" when it has none).

    ``marks`` are drawings by which people tell like pieces apart, one for each, in mm from the centre.
    """

    front: str
    count: int
    back: str = ""
    marks: tuple[tuple[Path, ...], ...] = ()

    @property
    def mark_of_each(self) -> tuple[tuple[Path, ...], ...]:
        """The mark of every piece; an empty drawing where it bears none."""
        return tuple(self.marks[n] if n < len(self.marks) else () for n in range(self.count))


@dataclass(frozen=True)
class Picture:
    """A small drawing with words beside it. The drawing is in mm from its centre, about 6 mm across."""

    drawing: tuple[Path, ...]
    words: Words


@dataclass(frozen=True)
class TextCard:
    """A card with words on both sides: a title and a text each.

    ``colour`` frames the card. ``pictures`` stand below the words of the back, a row each. ``emblem`` fills
    the middle of both sides, in mm from its centre.
    """

    front: tuple[Words, Words]
    back: tuple[Words, Words]
    colour: Rgb | None = None
    pictures: tuple[Picture, ...] = ()
    emblem: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Lettering:
    """A line of words on a board: its middle, size and room in mm as ``place``, and its colour."""

    words: Words
    place: tuple[Point, float, float]
    fill: Rgb


@dataclass(frozen=True)
class Board:
    """Something that is printed as large as a sheet, with no camera to read it.

    ``lettering`` is what each language writes on the drawing.
    """

    title: Words
    size_mm: Point
    drawing: tuple[Path, ...]
    lettering: tuple[Lettering, ...] = ()


@dataclass(frozen=True)
class PartList:
    """All that is cut out of card for one game: groups by name, each a file, and cards of text.

    ``decks`` are more cards of text by the name of their file, such as ``turn-order``.
    """

    groups: dict[str, tuple[Part, ...]]
    cards: tuple[TextCard, ...] = ()
    cards_title: Words = CARDS
    decks: Mapping[str, tuple[TextCard, ...]] = field(default_factory=dict)
    score_lines: tuple[Words, ...] = ()
    """What the score pad has a row for, before the total."""

    boards: dict[str, Board] = field(default_factory=dict)
    """More boards by the name of their file, such as ``score-board``."""

    titles: Mapping[str, Words] = field(default_factory=dict)
    """What stands on the pages of a group or a deck, by its name; without one the name itself does."""

    def title(self, name: str) -> Words:
        """Give what stands on the pages of a group or a deck."""
        return self.titles.get(name, name.replace("-", " ").capitalize())
