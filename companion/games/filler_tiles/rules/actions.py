"""The actions and their notation (specification section 6).

=================  ==========  =====================================================
notation           actor       action
=================  ==========  =====================================================
``stones B2 G7``   chance      `Stones`: a pair of neutral stones (FT-06)
``draw C2``        chance      `Draw`: the drawn opening, colour 1 on C2 (FT-07)
``s:D4``           mover       `Seed` (FT-07)
``pie C3 F6``      seat        `Pie`: colour 1 on C3, colour 2 on F6 (FT-07)
``take 2``         other seat  `Take`: plays colour 2 from now on (FT-07)
``D4``             mover       `Expand` (FT-09)
``D4+``            mover       `New`: a new start (FT-10)
=================  ==========  =====================================================

The square alone decides between `Expand` and `New` (FT-11); `placing.placement` does so for those
who only know the square. A pass is no action: it happens by itself (FT-13).
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from companion.games.filler_tiles.rules.board import SQUARE, Square
from companion.rules.game import Action
from companion.rules.kit.notation import Notation

Colour = Annotated[int, msgspec.Meta(ge=1, le=2)]
"""Colour 1 moves first (FT-07)."""


class Stones(Action, frozen=True, tag="stones"):
    """A pair of stones on a square and its half-turn image; the square nearer to A1 comes first."""

    square: Square
    image: Square


class Draw(Action, frozen=True, tag="draw"):
    """The drawn opening: colour 1 on the square, colour 2 on its half-turn image."""

    square: Square


class Seed(Action, frozen=True, tag="seed"):
    """An opening tile on any open square."""

    square: Square

    def __str__(self) -> str:
        return f"s:{self.square}"


class Pie(Action, frozen=True, tag="pie"):
    """One tile of each colour, before the other player chooses a colour."""

    first: Square
    second: Square


class Take(Action, frozen=True, tag="take"):
    """The other player chooses a colour."""

    spoken = True

    colour: Colour


class Expand(Action, frozen=True, tag="expand"):
    """A tile beside one's own."""

    square: Square

    def __str__(self) -> str:
        return self.square


class New(Action, frozen=True, tag="new"):
    """A tile that touches none of one's own: a new group. Costs a start."""

    square: Square

    def __str__(self) -> str:
        return f"{self.square}+"


Placement = Expand | New
AnyAction = Stones | Draw | Seed | Pie | Take | Expand | New

NOTATION: Final = Notation(
    "Filler (tiles)",
    {
        f"({SQUARE})": Expand,
        rf"({SQUARE})\+": New,
        f"s:({SQUARE})": Seed,
        f"pie ({SQUARE}) ({SQUARE})": Pie,
        "take ([12])": lambda by, colour: Take(by, int(colour)),
        f"draw ({SQUARE})": Draw,
        f"stones ({SQUARE}) ({SQUARE})": Stones,
    },
    AnyAction,
)
