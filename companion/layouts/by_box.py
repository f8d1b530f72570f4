"""The layouts of a game that is played with boxes of one's own: one a box, made once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.layout import Layout


class Boxed(Protocol):
    """What is in a box; ``edition`` tells it from any other, and is "" for what is printed."""

    @property
    def edition(self) -> str:
        """Its name, and what tells one file of that name from another."""
        ...


B = TypeVar("B", bound=Boxed)


class LayoutsByBox(Generic[B]):
    """Layouts, and the boxes that they are of.

    Parameters
    ----------
    make
        Lays a box out, with its edition as `Layout.box`; may raise `BadData`.
    """

    def __init__(self, make: Callable[[B], Layout]) -> None:
        self._make = make
        self._made: dict[str, tuple[B, Layout]] = {}

    def of(self, box: B) -> Layout:
        """Give the layout of a box. Raises `BadData` for one that cannot be laid out."""
        if box.edition not in self._made:
            self._made[box.edition] = (box, self._make(box))
        return self._made[box.edition][1]

    def box_of(self, layout: Layout) -> B:
        """Give the box that a layout is of."""
        return self._made[layout.box][0]
