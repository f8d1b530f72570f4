"""The score sheet: every point explained by a line that says where it comes from."""

from __future__ import annotations

import msgspec

from companion.rules.message import Message
from companion.rules.phrases import Value


class Line(msgspec.Struct, frozen=True):
    """One line of a seat's score sheet.

    ``points`` is None for a line that informs without scoring. ``where`` names the cells
    (``zone/cell``) that the line speaks of, so that a screen can light them up.
    """

    message: Message
    points: int | None = None
    where: tuple[str, ...] = ()


class Other(msgspec.Struct, frozen=True):
    """The score of somebody who plays without a seat: an imaginary or an automatic player."""

    name: Value
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """Sum of the points of its lines."""
        return _sum(self.lines)


class Sheet(msgspec.Struct, frozen=True):
    """The itemised score of every seat at one moment, and of ``others``, who have none."""

    lines: dict[int, tuple[Line, ...]]
    others: tuple[Other, ...] = ()

    def totals(self) -> dict[int, int]:
        """Sum of the points of each seat's lines."""
        return {seat: _sum(lines) for seat, lines in self.lines.items()}


def _sum(lines: tuple[Line, ...]) -> int:
    return sum(line.points or 0 for line in lines)
