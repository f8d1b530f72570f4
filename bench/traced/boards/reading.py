"""How a path-traced table is read: the printed set by its marks, an unmarked one by what was taught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.boxes.layout_of import layout_of_box
from companion.boxes.taught_box import TaughtBox, unpack_box
from companion.cli.assembly.parts import table_reader
from companion.cli.assembly.taught import taught_reader
from companion.layout import Layout
from companion.layouts import load_layout
from companion.live.photos import without_sheets
from companion.sighting import Sighting
from vision.ports import Image


@dataclass(frozen=True)
class Reading:
    """What a table is read by: a layout, and the box of an unmarked set.

    ``other`` is a box of the same game whose boards look otherwise. It should find nothing.
    """

    layout: Layout
    box: TaughtBox | None = None
    other: TaughtBox | None = None

    @classmethod
    def of(cls, folder: Path, truth: Mapping[str, Any]) -> Reading:
        """Give what a picture's truth tells of; boxes lie in the picture's folder."""
        layout = load_layout(truth["game"])
        layout = layout.for_seats(truth["seats"]) if "seats" in truth else layout
        if not truth.get("box"):
            return cls(layout)
        own = folder / truth["box"]
        set_of = own.name.removeprefix(f"{truth['game']}-{truth['style']}-")
        others = [path for path in sorted(own.parent.glob(f"{truth['game']}-*-{set_of}")) if path != own]
        box, *rest = (unpack_box(path.read_bytes()) for path in (own, *others[:1]))
        return cls(layout_of_box(box, layout), box, *rest)

    def read(self, picture: Image) -> Sighting:
        """Read a picture as a table that nobody has seen before."""
        if self.box is None:
            return without_sheets(table_reader(self.layout).read(picture))
        return taught_reader(self.layout, self.box).read(picture)

    def sheets_of_another(self, picture: Image) -> int:
        """Count the sheets that another box finds in a picture."""
        if self.other is None:
            return 0
        layout = layout_of_box(self.other, self.layout)
        return len(taught_reader(layout, self.other).read_sheets(picture).sheets)
