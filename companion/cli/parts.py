"""The parts of the reading chain, put together: layout, artwork, reader, dice."""

from __future__ import annotations

from companion.layout import Layout
from companion.printing import artwork
from vision.dice import DiceReader
from vision.lens import Lens
from vision.reader import TableReader


def table_reader(layout: Layout, *, any_dice: bool = False, lens: Lens | None = None) -> TableReader:
    """Give a reader of that game's sheets, and of dice: where the game has some, or of ``any_dice``.

    The ``lens`` is learned by and by where it is not known.

    To search a whole picture for dice takes ten times as long as to read the sheets.
    """
    return TableReader(layout, artwork, DiceReader() if any_dice or layout.has_dice else None, lens)
