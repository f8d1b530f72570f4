"""The actions and their notation (specification section 6).

=====================  ============  ==========================================================
notation               actor         action
=====================  ============  ==========================================================
``wild flower G3``     chance        `Wild`: a token of set-up S12 arrives
``first 2``            chance        `First`: seat 2 begins (CF-14)
``roll 4``             chance        `Roll`; with R02 two values, the smaller first: ``roll 2 5``
``keep 5``             mover         `Keep`: the die kept of two (R02)
``tile G3``            chance        `Tile`: the next pair of tiles is turned up
``flower A1>B2``       mover         `Flower`: A1 is taken, so the flower goes to B2 (CF-28)
``H4-H5-H6``           mover         `Route`: the whole move, from the head's space on
``K7-K8*``             mover         the same, eating a flower on its last space
``G7-G8x2``            mover         the same, biting seat 2's caterpillar
``stuck``              mover         `Stuck` (CF-20)
``join P3 cw``         mover         `Join`: head on P3, body clockwise (or ``ccw``) behind it
``wait``               mover         `Wait`: no room on the edge (CF-37)
``wasp D6``            mover         `Wasp` (CF-30)
``shift H8-H7``        mover         `Shift`: a wasp in the garden moves one space (R06)
``end``                mover         `End` of the turn; in MOVE: of the move (R10)
=====================  ============  ==========================================================

In Grazing (R03) a move may eat on its way, as ``K7-K8*-K9-K10*-K11``. Since each eaten flower is
replaced by chance before the next step, such a move is played and logged in parts (`Route.parts`):
``K7-K8*``, then ``tile G3``, then ``K8-K9-K10*``, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from companion.games.caterpillar_filler.rules.data.board import Space
from companion.rules.game import Action, Actor
from companion.rules.kit.notation import Notation, Reader

Token = Literal["flower", "wasp"]
Direction = Literal["cw", "ccw"]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=4)]


class Wild(Action, frozen=True, tag="wild"):
    """A token that set-up S12 draws at random arrives on a space."""

    token: Token
    space: Space


class First(Action, frozen=True, tag="first"):
    """The first player is named or drawn (CF-14)."""

    seat: SeatNumber


class Roll(Action, frozen=True, tag="roll"):
    """The die comes to rest; with R02 two dice, smaller value first."""

    called: ClassVar[bool] = True

    values: Annotated[tuple[Face, ...], msgspec.Meta(min_length=1, max_length=2)]

    def __str__(self) -> str:
        return " ".join(["roll", *map(str, self.values)])


class Keep(Action, frozen=True, tag="keep"):
    """One of two dice is kept (R02)."""

    value: Face


class Tile(Action, frozen=True, tag="tile"):
    """The next letter and number are turned up; together they name a space (CF-27)."""

    space: Space


class Flower(Action, frozen=True, tag="flower"):
    """The flower goes to one of several nearest spaces, as the one of the tiles is taken (CF-28)."""

    tile: Space
    space: Space

    def __str__(self) -> str:
        return f"flower {self.space}" if self.tile == self.space else f"flower {self.tile}>{self.space}"


class Route(Action, frozen=True, tag="route"):
    """The spaces of the head, its starting space first.

    ``eats`` are the steps (from 1) on which a flower is eaten; ``bites`` is the seat whose
    caterpillar is bitten on the last step, or 0. A move is one route. Only in Grazing (R03)
    does a move go on after a flower: it is then logged in `parts`, each but the last ending
    on a flower, since every flower must be replaced before the next step.
    """

    path: Annotated[tuple[Space, ...], msgspec.Meta(min_length=2)]
    eats: tuple[int, ...] = ()
    bites: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0

    @property
    def steps(self) -> int:
        """Number of steps."""
        return len(self.path) - 1

    @property
    def end(self) -> Space:
        """The head's space after the route."""
        return self.path[-1]

    @property
    def eats_at_end(self) -> bool:
        """Whether the last step eats a flower."""
        return bool(self.eats) and self.eats[-1] == self.steps

    def parts(self) -> Iterator[Route]:
        """Cut the route behind every flower: the routes that are played and logged in R03."""
        cuts = [0, *(step for step in self.eats if step < self.steps), self.steps]
        for first, last in pairwise(cuts):
            eats = (last - first,) if last in self.eats else ()
            yield Route(self.by, self.path[first : last + 1], eats, self.bites if last == self.steps else 0)

    def __str__(self) -> str:
        marks = dict.fromkeys(self.eats, "*")
        if self.bites:
            marks[self.steps] = f"x{self.bites}"
        return "-".join(space + marks.get(step, "") for step, space in enumerate(self.path))


class Stuck(Action, frozen=True, tag="stuck"):
    """No complete route: the caterpillar leaves the garden (CF-20)."""


class Join(Action, frozen=True, tag="join"):
    """An away caterpillar comes back to the edge (CF-34..36)."""

    space: Space
    direction: Direction


class Wait(Action, frozen=True, tag="wait"):
    """An away caterpillar finds no room on the edge (CF-37)."""


class Wasp(Action, frozen=True, tag="wasp"):
    """A wasp from the hand is put on a free interior space (CF-30)."""

    space: Space


class Shift(Action, frozen=True, tag="shift"):
    """A wasp in the garden moves to an adjacent free interior space (R06)."""

    origin: Space
    space: Space

    def __str__(self) -> str:
        return f"shift {self.origin}-{self.space}"


class End(Action, frozen=True, tag="end"):
    """The turn is passed on; in MOVE with R10 the move is ended early."""


AnyAction = Wild | First | Roll | Keep | Tile | Flower | Route | Stuck | Join | Wait | Wasp | Shift | End

_SPACE = r"[A-P](?:1[0-6]|[1-9])"


def _route(by: Actor, text: str) -> Route:
    """Read a route that is known to have the right shape."""
    whole, _, bitten = text.partition("x")
    marked = whole.split("-")
    eats = tuple(step for step, space in enumerate(marked) if space.endswith("*"))
    return Route(by, tuple(space.rstrip("*") for space in marked), eats, int(bitten or 0))


def _flower(by: Actor, text: str) -> Flower:
    tile, _, space = text.partition(">")
    return Flower(by, tile, space or tile)


_FORMS: Final[dict[str, Reader]] = {
    r"(SPACE(?:-SPACE\*?)+(?:(?<!\*)x[1-4])?)": _route,
    r"wild (flower|wasp) (SPACE)": Wild,
    r"first ([1-4])": lambda by, seat: First(by, int(seat)),
    r"roll ([1-6](?: [1-6])?)": lambda by, values: Roll(by, tuple(map(int, values.split()))),
    r"keep ([1-6])": lambda by, value: Keep(by, int(value)),
    r"tile (SPACE)": Tile,
    r"flower (SPACE(?:>SPACE)?)": _flower,
    r"(?:stuck)": Stuck,
    r"join (SPACE) (cw|ccw)": Join,
    r"(?:wait)": Wait,
    r"wasp (SPACE)": Wasp,
    r"shift (SPACE)-(SPACE)": Shift,
    r"(?:end)": End,
}

NOTATION: Final = Notation(
    "Caterpillar Filler",
    {pattern.replace("SPACE", _SPACE): reader for pattern, reader in _FORMS.items()},
    AnyAction,
)
