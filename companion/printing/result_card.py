"""The card of a finished game, to be shared as a picture: who played, who won, and the points.

Only what stands on the result's page is on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image

from companion.layout import Rgb
from companion.printing.drawing import Path, disc, line, mix, rectangle, rounded
from companion.printing.glyphs import can_write, centred_text, text, text_width
from companion.printing.rendering.raster import rasterise

WIDTH_MM: Final = 120.0
ROW_MM: Final = 14.0
HEAD_MM: Final = 40.0
FOOT_MM: Final = 12.0
EDGE_MM: Final = 8.0
PX_PER_MM: Final = 9.0
"""1080 pixels wide, which phones show whole."""

PAPER: Final[Rgb] = (244, 239, 226)
CARD: Final[Rgb] = (255, 253, 246)
INK: Final[Rgb] = (31, 42, 29)
QUIET: Final[Rgb] = (86, 96, 79)
LEAF: Final[Rgb] = (44, 97, 56)
WHITE: Final[Rgb] = (255, 255, 255)


class Player(NamedTuple):
    """One line of the card: the name, the points, whether it won, and the colour of its pieces."""

    name: str
    points: int
    won: bool
    colour: Rgb


def result_card(game: str, headline: str, players: Sequence[Player], when: str) -> bytes:
    """Draw the card of a finished game.

    Parameters
    ----------
    game, headline, when
        The game's title, who won in one sentence, and the day.
    players
        Those who played, the best first.

    Returns
    -------
    bytes
        A PNG, 1080 pixels wide.
    """
    height = HEAD_MM + ROW_MM * len(players) + FOOT_MM
    paths = [rectangle(0, 0, WIDTH_MM, height, PAPER), *_head(game, headline)]
    for place, player in enumerate(players):
        paths += _row(player, HEAD_MM + ROW_MM * place)
    paths.append(centred_text(_legible(when), (WIDTH_MM / 2, height - FOOT_MM / 2), 3.6, QUIET))
    return _png(paths, (WIDTH_MM, height), PX_PER_MM)


def with_picture(card: bytes, picture: bytes) -> bytes:
    """Put a picture of the table below the card of a result; both, and what comes out, are files."""
    drawn, photo = Image.open(BytesIO(card)).convert("RGB"), Image.open(BytesIO(picture)).convert("RGB")
    edge = round(EDGE_MM / 2 * PX_PER_MM)
    width = drawn.width - 2 * edge
    photo = photo.resize((width, round(photo.height * width / photo.width)), Image.Resampling.BICUBIC)
    whole = Image.new("RGB", (drawn.width, drawn.height + photo.height + edge), PAPER)
    whole.paste(drawn, (0, 0))
    whole.paste(photo, (edge, drawn.height))
    out = BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()


def _head(game: str, headline: str) -> Iterable[Path]:
    yield rectangle(0, 0, WIDTH_MM, HEAD_MM - 5, LEAF)
    yield _fitted(game, (WIDTH_MM / 2, 11.0), 5.0, mix(LEAF, WHITE, 0.8))
    yield _fitted(headline, (WIDTH_MM / 2, 23.0), 8.5, WHITE)


def _row(player: Player, top: float) -> Iterable[Path]:
    middle = top + ROW_MM / 2
    if player.won:
        yield rounded(EDGE_MM / 2, top + 1, WIDTH_MM - EDGE_MM, ROW_MM - 2, 3, CARD)
    yield disc((EDGE_MM + 4, middle), 3.4, INK)
    yield disc((EDGE_MM + 4, middle), 3.0, player.colour)
    points = str(player.points).replace("-", "\N{MINUS SIGN}")
    room = WIDTH_MM - 2 * EDGE_MM - 19 - text_width(points, 7.0)
    name, size = _legible(player.name), 6.0
    size = min(size, size * room / max(text_width(name, size), room))
    yield text(name, (EDGE_MM + 11, middle + 0.36 * size), size, INK, "left")
    yield text(points, (WIDTH_MM - EDGE_MM - 3, middle + 2.5), 7.0, INK, "right")


def app_icon(side_px: int) -> bytes:
    """Draw the table's sign as a PNG of so many pixels, for the home screen of a phone.

    Phones cut their own corners, so the ground fills all of it.
    """
    yellow, bright = (247, 231, 166), (250, 207, 58)
    paths = [
        rectangle(0, 0, 64, 64, LEAF),
        *(disc(at, radius, yellow) for at, radius in (((17, 42), 7), ((26.5, 37), 7.5), ((36.5, 40), 7.5))),
        disc((46, 32), 9.2, bright),
        *(disc(at, 1.6, INK) for at in ((43.3, 30.3), (49.5, 30.3))),
        line(((43.5, 35), (46.5, 36.6), (49.5, 35)), INK, 1.6),
        line(((42.8, 24), (40.3, 18)), INK, 1.6),
        line(((49.2, 24), (51.7, 18)), INK, 1.6),
    ]
    return _png(paths, (64, 64), side_px / 64)


def _png(paths: Iterable[Path], size_mm: tuple[float, float], px_per_mm: float) -> bytes:
    out = BytesIO()
    pixels = rasterise(paths, size_mm, px_per_mm, clear=False)
    Image.fromarray(pixels[:, :, ::-1]).save(out, "PNG", optimize=True)
    return out.getvalue()


def _fitted(words: str, centre: tuple[float, float], size: float, fill: Rgb) -> Path:
    """Write a line as large as it may be within the edges."""
    words, room = _legible(words), WIDTH_MM - 2 * EDGE_MM
    return centred_text(words, centre, size * room / max(room, text_width(words, size)), fill)


def _legible(words: str) -> str:
    """Leave out what the letters of the program do not have, as emoji: an empty box says nothing."""
    return "".join(sign for sign in words if can_write(sign)).strip() or "–"
