"""What the camera reads of a taught box, and what stays tapped: by what was shown of it.

Labels are those of the game's layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.boxes.showing import kinds_to_show, sheets_to_show
from companion.boxes.taught_box import TaughtBox
from companion.layout import Layout

MOST_NAMED: Final = 6
"""So many kinds are named; of more their number is told."""


@dataclass(frozen=True)
class Coverage:
    """What is read of a box (labels of zones), which sheets and which kinds were never shown.

    ``joined``: the game joins pieces on the bare table, and only our markers show how they lie there.
    """

    read: tuple[str, ...]
    sheets_missing: tuple[str, ...]
    kinds_missing: tuple[str, ...]
    joined: bool

    @property
    def few_missing(self) -> tuple[str, ...]:
        """The kinds that were never shown, where they are few enough to be named."""
        return self.kinds_missing if len(self.kinds_missing) <= MOST_NAMED else ()


def coverage_of(box: TaughtBox, layout: Layout) -> Coverage:
    """Say what the camera reads of a box of this layout's game."""
    taught = {sheet.id: {zone.id for zone in sheet.zones} for sheet in box.contents.sheets}
    shown = {example.kind for example in box.contents.examples}
    read: list[str] = []
    for sheet in sheets_to_show(layout):
        for zone in sheet.zones:
            has_any = layout.takes_dice(zone) or bool(shown.intersection(zone.kinds))
            dice = any(layout.kinds[kind].shape == "die" for kind in zone.kinds if kind in layout.kinds)
            if zone.id in taught.get(sheet.id, ()) and ((has_any and zone.cells) or dice):
                read.append(zone.label)
    return Coverage(
        tuple(dict.fromkeys(read)),
        tuple(sheet.title for sheet in sheets_to_show(layout) if sheet.id not in taught),
        tuple(layout.kinds[kind].label for kind in kinds_to_show(layout) if kind not in shown),
        layout.mosaic is not None,
    )
