"""The parts of the reading chain, put together: layout, artwork, reader, dice."""

from __future__ import annotations

from companion.layout import Layout
from companion.printing import artwork
from vision.dice import DiceReader
from vision.reader import TableReader


def table_reader(layout: Layout) -> TableReader:
    """Give a reader of that game's sheets and of any dice."""
    return TableReader(layout, artwork, DiceReader())
