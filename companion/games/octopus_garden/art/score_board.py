"""The score board, for the back of the market: spaces from below nothing up to the best gardens."""

from __future__ import annotations

from typing import Final

from companion.games.octopus_garden.art.water import DEEP, FOAM, SEA, SPACE, SPACE_EDGE, bubbles, kelp, sea
from companion.games.octopus_garden.layout import COLOURS, MARKET_MM
from companion.layout import Point
from companion.printing.drawing import Path, disc, line, mix
from companion.printing.glyphs import centred_text
from companion.printing.parts import Lettering
from companion.rules.kit.words import number
from companion.rules.message import Message

SAND = COLOURS["sand"]
COLUMNS: Final = 8
FIRST, LAST = -8, 63
"""The most that gardens score is about 62; points are lost after others were won."""

WIDTH_MM: Final = MARKET_MM[0]
LETTERING: Final = (
    Lettering(Message("SCORE BOARD"), ((WIDTH_MM / 2, 13.0), 9.0, WIDTH_MM - 20.0), FOAM),
    Lettering(
        Message(
            "All octopuses begin on 0. Past {last} go on from 0, and add {more}.",
            {"last": LAST, "more": LAST + 1},
        ),
        ((WIDTH_MM / 2, 22.5), 4.0, WIDTH_MM - 20.0),
        FOAM,
    ),
)

PITCH_MM: Point = (16.6, 15.8)
FIRST_AT: Point = (20.0, 163.0)
RADIUS_MM: Final = 7.2


def score_board() -> tuple[Path, ...]:
    """Draw the board, as large as the market that it is glued to."""
    places = {points: place_of(points) for points in range(FIRST, LAST + 1)}
    way = list(places.values())
    return (
        *sea(MARKET_MM),
        *kelp((5.0, 150.0), 44.0),
        *kelp((WIDTH_MM - 5.0, 120.0), 40.0, -1.0),
        *bubbles((6.5, 86.0), 8),
        *bubbles((WIDTH_MM - 6.5, 62.0), 8),
        line(way, mix(SPACE_EDGE, SEA, 0.35), 4.6),
        *(path for points, at in places.items() for path in _space(points, at)),
    )


def place_of(points: int) -> Point:
    """Give where so many points lie: from below on the left, to and fro, upwards."""
    row, column = divmod(points - FIRST, COLUMNS)
    along = column if row % 2 == 0 else COLUMNS - 1 - column
    return FIRST_AT[0] + along * PITCH_MM[0], FIRST_AT[1] - row * PITCH_MM[1]


def _space(points: int, at: Point) -> tuple[Path, ...]:
    """Draw a pool with its number; every tenth one, and nothing, is of sand."""
    ground = SAND if points % 10 == 0 else SPACE
    return (
        disc((at[0] + 0.4, at[1] + 0.5), RADIUS_MM + 0.6, mix(SEA, DEEP, 0.35)),
        disc(at, RADIUS_MM + 0.4, SPACE_EDGE),
        disc(at, RADIUS_MM - 0.3, ground if points >= 0 else mix(SPACE, SEA, 0.45)),
        centred_text(number(points), at, 6.4 if points % 10 == 0 else 5.4, DEEP),
    )
