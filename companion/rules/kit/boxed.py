"""A game that takes boxes of one's own: what all games write alike of `TakesBoxes`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, Protocol, Self, TypeVar

from companion.rules.boxes import find_box, owned, without


class Box(Protocol):
    """What is in a box: its name, and what tells it from any other."""

    @property
    def name(self) -> str:
        """What the option that chooses a box calls it."""
        ...

    @property
    def edition(self) -> str:
        """The name and a digest of the contents; "" for what is printed."""
        ...


B = TypeVar("B", bound=Box)


class GameWithBoxes(Generic[B]):
    """The boxes that are known, and the one at this table. The game never changes: it gives others.

    Parameters
    ----------
    known
        The boxes, the printed one first.
    box
        The box at this table.
    """

    box_option: str

    def __init__(self, known: tuple[B, ...], box: B) -> None:
        self.known, self.box = known, box

    def knowing(self, known: tuple[B, ...], box: B | None = None) -> Self:
        """Give the same game with these boxes, and one of them at the table; usually the printed one."""
        return type(self)(known, known[0] if box is None else box)

    @property
    def edition(self) -> str:
        """Tell what is in the owner's box at this table from any other; "" for what is printed."""
        return self.box.edition

    @property
    def boxes(self) -> tuple[str, ...]:
        """The names of the owners' boxes."""
        return owned(self.known)

    @property
    def own_names(self) -> frozenset[str]:
        """What owners have called the things in their boxes; what is printed, too, has its translation."""
        printed, *owners = (frozenset(self.names_in(box)) for box in self.known)
        return frozenset().union(*owners) - printed

    def names_in(self, box: B) -> Iterable[str]:
        """Give what the things in a box are called, where its file names them."""
        del box
        return ()

    def without_box(self, name: str) -> Self:
        """Give the same game without an owner's box."""
        return self.knowing(without(self.known, name))

    def at_table(self, options: Mapping[str, str]) -> Self:
        """Give the same game with the box that a table plays with."""
        box = find_box(self.known, options.get(self.box_option))
        return self if box is self.box else self.knowing(self.known, box)
