"""The mat: a courtyard of flagstones within a band of glazed tiles, and a bench for each colour beside it.

Frames mark the boards of the menu: the squares within a frame are that board, from A1.
"""

from __future__ import annotations

from companion.games.filler_tiles.art.tiles import INK
from companion.games.filler_tiles.layout import (
    BOARD_AT,
    BOARD_MM,
    COLOURS,
    FLAGSTONES,
    PLASTER,
    SQUARE_MM,
)
from companion.games.filler_tiles.rules.board import LARGEST
from companion.layout import Point, Rgb, Sheet, Zone
from companion.printing.drawing import (
    Path,
    disc,
    drop,
    line,
    mix,
    polygon,
    polygons,
    rectangle,
    round_a_square,
    rounded,
    shifted,
    star,
    turned,
)
from companion.printing.glyphs import centred_text, text
from companion.printing.tags import fiducials

BAND_MM = 7.0
BAND: Rgb = mix(COLOURS["blue"], INK, 0.25)
GROUT: Rgb = (206, 188, 152)
FRAME: Rgb = (168, 96, 62)
GOLD: Rgb = (222, 172, 74)
BENCHES: dict[str, Rgb] = {
    "red": mix(COLOURS["red"], PLASTER, 0.87),
    "blue": mix(COLOURS["sky"], PLASTER, 0.15),
}
LETTERING: Rgb = mix(COLOURS["blue"], INK, 0.35)


def mat(sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw the mat."""
    width, height = sheet.size_mm
    return [
        rectangle(0.0, 0.0, width, height, PLASTER),
        *_plaster_tiles(width, height),
        *_band(),
        *_squares(sheet.zone("board")),
        *_frames(),
        *_crossings(),
        *(path for colour in ("red", "blue") for path in _bench(sheet.zone(f"reserve-{colour}"), colour)),
        *_titles(width, height),
        *fiducials(sheet, dictionary),
    ]


def _plaster_tiles(width: float, height: float) -> list[Path]:
    """Give a pale pattern of tiles over the margins: a flower of four petals, and a star between."""
    columns, rows = 24, 17
    step_x, step_y = width / columns, height / rows
    petal = Path(drop(9.0, 5.4, 1.0), mix(PLASTER, COLOURS["blue"], 0.07))
    flower = [turned(90.0 * n + 45.0).path(petal) for n in range(4)]
    between = polygon(star(4, 3.4, 1.3), mix(PLASTER, FRAME, 0.14))
    parts: list[Path] = []
    for row in range(rows):
        for column in range(columns):
            parts += shifted(((column + 0.5) * step_x, (row + 0.5) * step_y)).drawing(flower)
            if row and column:
                parts.append(shifted((column * step_x, row * step_y)).path(between))
    return parts


def _band() -> list[Path]:
    """Give the band round the board with the names of rows and columns (rule FT-01)."""
    (left, top), side = BOARD_AT, BOARD_MM + 2 * BAND_MM
    parts = [
        rounded(left - BAND_MM, top - BAND_MM, side, side, 2.5, mix(BAND, INK, 0.35)),
        rounded(left - BAND_MM + 0.7, top - BAND_MM + 0.7, side - 1.4, side - 1.4, 2.0, BAND),
    ]
    for n in range(LARGEST + 1):
        parts += [
            shifted(at).path(polygon(star(4, 2.3, 0.9), GOLD))
            for at in round_a_square(BOARD_AT, BOARD_MM, BAND_MM / 2, n * SQUARE_MM)
        ]
    for n in range(LARGEST):
        upper, lower, left_hand, right_hand = round_a_square(
            BOARD_AT, BOARD_MM, BAND_MM / 2, (n + 0.5) * SQUARE_MM
        )
        parts += [centred_text(str(n + 1), at, 5.0, PLASTER) for at in (upper, lower)]
        parts += [centred_text("ABCDEFGHIJKL"[n], at, 5.0, PLASTER) for at in (left_hand, right_hand)]
    return parts


def _squares(board: Zone) -> list[Path]:
    """Give the flagstones, one tone for what each larger board adds, with grout between them."""
    stones: dict[Rgb, list[tuple[Point, ...]]] = {}
    for cell in board.cells:
        stones.setdefault(board.ground[cell.id], []).append(cell.outline_mm)
    parts = [polygon(board.outline_mm, GROUT)]
    parts += [polygons(outlines, colour) for colour, outlines in stones.items()]
    for n in range(1, LARGEST):
        across, down = _lines(n, LARGEST)
        parts += [line(across, GROUT, 0.5), line(down, GROUT, 0.5)]
    return parts


def _lines(n: int, length: int) -> tuple[list[Point], list[Point]]:
    """Give the line below row n and the one right of column n, so many squares long, from A1's side."""
    (left, top), at, end = BOARD_AT, n * SQUARE_MM, length * SQUARE_MM
    return [(left, top + at), (left + end, top + at)], [(left + at, top), (left + at, top + end)]


def _frames() -> list[Path]:
    """Give a frame for each smaller board of the menu, and its size in the corner."""
    parts: list[Path] = []
    for size in FLAGSTONES:
        if size < LARGEST:
            across, down = _lines(size, size)
            parts += [line(across, FRAME, 0.9), line(down, FRAME, 0.9)]
        corner = (BOARD_AT[0] + size * SQUARE_MM - 1.6, BOARD_AT[1] + size * SQUARE_MM - 1.7)
        parts.append(text(f"{size} × {size}", corner, 3.0, mix(FRAME, INK, 0.2), "right"))
    return parts


def _crossings() -> list[Path]:
    """Give a small glazed tile wherever four squares meet; no piece ever lies there."""
    parts = []
    for row in range(1, LARGEST):
        for column in range(1, LARGEST):
            at = (BOARD_AT[0] + column * SQUARE_MM, BOARD_AT[1] + row * SQUARE_MM)
            parts.append(shifted(at).path(polygon(star(4, 2.3, 1.5), mix(COLOURS["blue"], PLASTER, 0.15))))
            parts.append(disc(at, 0.65, GOLD))
    return parts


def _bench(zone: Zone, colour: str) -> list[Path]:
    """Give the place for a player's tiles."""
    (left, top), _, (right, bottom), _ = zone.outline_mm
    tone, pale = COLOURS[colour], BENCHES[colour]
    edge = rounded(left, top, right - left, bottom - top, 5.0, mix(tone, INK, 0.2))
    rim = rounded(
        left + 0.8, top + 0.8, right - left - 1.6, bottom - top - 1.6, 4.4, mix(tone, PLASTER, 0.45)
    )
    seat = rounded(left + 5.0, top + 5.0, right - left - 10.0, bottom - top - 10.0, 3.0, pale)
    beads = [
        disc((x, y), 0.9, PLASTER) for x, y in _round_about(left + 2.9, top + 2.9, right - 2.9, bottom - 2.9)
    ]
    name = centred_text(colour.upper(), ((left + right) / 2, top + 17.0), 7.0, mix(tone, PLASTER, 0.35))
    return [edge, rim, *beads, seat, name]


def _round_about(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """Give places every 6 mm or so along a rectangle."""
    columns, rows = round((right - left) / 6.0), round((bottom - top) / 6.0)
    xs = [left + (right - left) * n / columns for n in range(columns + 1)]
    ys = [top + (bottom - top) * n / rows for n in range(1, rows)]
    return [(x, y) for x in xs for y in (top, bottom)] + [(x, y) for y in ys for x in (left, right)]


def _titles(width: float, height: float) -> list[Path]:
    """Give the name of the game, for either player to read."""
    title = text("FILLER", (43.5, 27.5), 12.0, LETTERING, "left")
    return [title, turned(180.0, (width / 2, height / 2)).path(title)]
