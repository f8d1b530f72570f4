"""The score sheet: every point explained by a line that says where it comes from."""

from __future__ import annotations

import msgspec

from companion.rules.message import Message


class Line(msgspec.Struct, frozen=True):
    """One line of a seat's score sheet.

    ``points`` is None for a line that informs without scoring. ``where`` names the cells
    (``zone/cell``) that the line speaks of, so that a screen can light them up.
    """

    message: Message
    points: int | None = None
    where: tuple[str, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """The itemised score of every seat at one moment."""

    lines: dict[int, tuple[Line, ...]]

    def totals(self) -> dict[int, int]:
        """Sum of the points of each seat's lines."""
        return {seat: sum(line.points or 0 for line in lines) for seat, lines in self.lines.items()}
