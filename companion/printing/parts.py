"""What a printed set consists of: how many of each piece, what is on its back, cards of text."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.layout import Point, Rgb
from companion.printing.drawing import Path


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
    words: str


@dataclass(frozen=True)
class TextCard:
    """A card with words on both sides: a title and a text each.

    ``colour`` frames the card. ``pictures`` stand below the words of the back, a row each. ``emblem`` fills
    the middle of both sides, in mm from its centre.
    """

    front: tuple[str, str]
    back: tuple[str, str]
    colour: Rgb | None = None
    pictures: tuple[Picture, ...] = ()
    emblem: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Board:
    """Something that is printed as large as a sheet, with no camera to read it: its title and its drawing."""

    title: str
    size_mm: Point
    drawing: tuple[Path, ...]


@dataclass(frozen=True)
class PartList:
    """All that is cut out of card for one game: groups by name, each a file, and cards of text.

    ``decks`` are more cards of text by the name of their file, such as ``turn-order``.
    """

    groups: dict[str, tuple[Part, ...]]
    cards: tuple[TextCard, ...] = ()
    cards_title: str = "Cards"
    decks: dict[str, tuple[TextCard, ...]] = field(default_factory=dict)
    score_lines: tuple[str, ...] = ()
    """What the score pad has a row for, before the total."""

    boards: dict[str, Board] = field(default_factory=dict)
    """More boards by the name of their file, such as ``score-board``."""
