"""The pictures of a film: what the camera saw, the points beside it, and who did what below.

Convention: frames are (540, 960, 3) uint8, blue, green, red.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from PIL import Image as Pillow

from companion.album.film_script import FilmScript, FilmStep, Standing
from companion.layout import Rgb
from companion.printing.drawing import Path, disc, mix, rectangle, rounded
from companion.printing.glyphs import can_write, text, text_width, wrap
from companion.printing.rendering.raster import rasterise

WIDTH_PX, HEIGHT_PX = 960, 540
PANEL_PX = 260
BAND_PX = 84
PICTURE_PX: Final = (WIDTH_PX - PANEL_PX, HEIGHT_PX - BAND_PX)

GROUND: Final[Rgb] = (20, 27, 22)
CARD: Final[Rgb] = (33, 43, 35)
INK: Final[Rgb] = (238, 242, 232)
QUIET: Final[Rgb] = (164, 176, 160)
LEAF: Final[Rgb] = (120, 190, 110)
ROW_PX: Final = 62

Frame = Any
"""(540, 960, 3) uint8, blue, green, red."""


def frames_of(script: FilmScript) -> Iterator[Frame]:
    """Give one frame a step, and one for the end."""
    picture: Frame = np.zeros((PICTURE_PX[1], PICTURE_PX[0], 3), np.uint8)
    for step in script.steps:
        picture = _opened(step.picture, picture)
        yield _frame(script.title, step, step.said, picture)
    if script.steps:
        yield _frame(script.title, script.steps[-1], script.ending, picture, loud=True)


def _opened(path: str, before: Frame) -> Frame:
    """Give a picture as large as its place; the one before where it cannot be read any more."""
    width, height = PICTURE_PX
    try:
        with Pillow.open(path) as found:
            whole = found.convert("RGB")
    except OSError:
        return before
    scale = min(width / whole.width, height / whole.height)
    size = max(1, round(whole.width * scale)), max(1, round(whole.height * scale))
    place = Pillow.new("RGB", (width, height), GROUND)
    place.paste(
        whole.resize(size, Pillow.Resampling.BICUBIC), ((width - size[0]) // 2, (height - size[1]) // 2)
    )
    return np.asarray(place)[..., ::-1]


def _frame(title: str, step: FilmStep, said: str, picture: Frame, *, loud: bool = False) -> Frame:
    paths = [
        rectangle(0, 0, WIDTH_PX, HEIGHT_PX, GROUND),
        *_panel(title, step),
        *_band(said, loud=loud),
    ]
    frame = rasterise(paths, (float(WIDTH_PX), float(HEIGHT_PX)), 1.0, clear=False)
    frame[: PICTURE_PX[1], : PICTURE_PX[0]] = picture
    return np.ascontiguousarray(frame)


def _panel(title: str, step: FilmStep) -> Iterator[Path]:
    left, room = WIDTH_PX - PANEL_PX + 16.0, PANEL_PX - 32.0
    yield from _line(title, (left, 40.0), 20, INK, room)
    yield from _line(step.time, (left, 66.0), 15, QUIET, room)
    most = max([1, *(each.points for each in step.standings)])
    for place, each in enumerate(step.standings):
        yield from _row(each, left, 92.0 + place * ROW_PX, room, most)


def _row(each: Standing, left: float, top: float, room: float, most: int) -> Iterator[Path]:
    yield disc((left + 9, top + 14), 9, INK)
    yield disc((left + 9, top + 14), 7.5, each.colour)
    points = str(each.points).replace("-", "\N{MINUS SIGN}")
    wide = text_width(points, 20)
    yield from _line(each.name, (left + 26, top + 20), 18, INK, room - 36 - wide)
    yield text(points, (left + room, top + 21), 20, INK, "right")
    yield rounded(left, top + 32, room, 8, 4, CARD)
    if each.points > 0:
        yield rounded(left, top + 32, max(8.0, room * each.points / most), 8, 4, mix(each.colour, INK, 0.25))


def _band(said: str, *, loud: bool) -> Iterator[Path]:
    top, size = HEIGHT_PX - BAND_PX, 26 if loud else 21
    yield rectangle(0, top, WIDTH_PX, BAND_PX, CARD)
    lines = wrap(_legible(said), WIDTH_PX - 48.0, size)[:2] or [""]
    first = top + BAND_PX / 2 + 0.36 * size - (len(lines) - 1) * 0.65 * size
    for place, words in enumerate(lines):
        yield from _line(
            words, (24.0, first + place * 1.3 * size), size, LEAF if loud else INK, WIDTH_PX - 48.0
        )


def _line(words: str, at: tuple[float, float], size: float, fill: Rgb, room: float) -> Iterator[Path]:
    """Write a line no wider than its room; nothing where no letter of it can be written."""
    words = _legible(words)
    if words:
        yield text(words, at, size * room / max(room, text_width(words, size)), fill, "left")


def _legible(words: str) -> str:
    return "".join(sign for sign in words if can_write(sign)).strip()
