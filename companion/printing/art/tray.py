"""The dice tray of every game: one calm tone on which dice of any colour stand out."""

from __future__ import annotations

from companion.layout import Rgb, Sheet
from companion.printing.drawing import Path, mix, rectangle, rounded
from companion.printing.glyphs import centred_text
from companion.printing.tags import fiducials

INK: Rgb = (30, 26, 30)


def tray(sheet: Sheet, dictionary: str, paper: Rgb, lettering: Rgb) -> list[Path]:
    """Draw the tray on paper of the game's tone."""
    width, height = sheet.size_mm
    zone = sheet.zone("tray")
    (left, top), _, (right, bottom), _ = zone.outline_mm
    felt = zone.ground[""]
    rim, frame = 2.0, mix(felt, INK, 0.5)
    field = (left - rim, top - rim, right - left + 2 * rim, bottom - top + 2 * rim)
    return [
        rectangle(0.0, 0.0, width, height, paper),
        rounded(*field, 3.0, frame),
        rectangle(left, top, right - left, bottom - top, felt),
        centred_text("ROLL HERE", (width / 2, 8.0), 5.0, lettering),
        centred_text("flat dice only", (width / 2, height - 8.0), 4.0, lettering),
        *fiducials(sheet, dictionary),
    ]
