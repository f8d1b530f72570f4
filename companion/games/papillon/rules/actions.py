"""The actions and their notation (specification section 6).

=======================  ============  ==========================================================
notation                 actor         action
=======================  ============  ==========================================================
``pair FR1=PL3``         chance        `Pair`: a flower is put on a planter (R1)
``order 2``              chance        `Order`: seat 2 takes the next place to bid and draft (R5)
``fill A1=T17``          chance        `Fill`: a tile comes to lie on the staircase (R7)
``gnome 3``              chance        `Gnome`: the round's gnome is turned up (R9)
``bid 0``                bidder        `Bid` (R10..R13)
``draft A``              drafter       `Draft`: a row or column is taken (R17..R19)
``reserve T44``          chance        `Reserve`: a tile from the bag for who took only one (R20)
``lay T13@0,-1/1``       every seat    `Lay`: tile T13 on cell (0, -1), turned once (R25..R28)
``lift T13``             every seat    `Lay` without a spot: back into the hand, to lie elsewhere (R28)
``post T67.c``           every seat    `Post`: a gnome is put on a segment (R61)
``done``                 every seat    `Done`: what is unlaid waits, for it fits nowhere (R29, R34)
``perch T01.a<supply``   every seat    `Perch`: a butterfly for a closed patch, also ``<FY1`` (R31)
``fly T01.a>FR1``        flyer         `Fly`: the patch's butterfly goes to a flower (R36)
``bonus FY1``            flyer         `Bonus`: one more, ``supply``, a flower, or ``none`` (R40)
=======================  ============  ==========================================================

Settling the bids, waiting tiles and the end of a round follow from these and are no actions.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from companion.games.papillon.rules.data.board import FlowerId, Line, Space
from companion.games.papillon.rules.data.garden import Spot
from companion.games.papillon.rules.data.tileset import PlanterId, Positive, TileId
from companion.rules.game import Action, Actor
from companion.rules.kit.notation import Notation, Reader

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=4)]
NodeName = Annotated[str, msgspec.Meta(pattern=r"^T[0-9]{2}\.[a-d]\Z")]
Source = Literal["supply", "none", "FR1", "FR2", "FB1", "FB2", "FY1", "FY2", "FP1", "FP2"]
"""Where a butterfly comes from: the personal supply, a flower, or nowhere."""


class Pair(Action, frozen=True, tag="pair"):
    """A flower is put on a planter (R1, C1)."""

    flower: FlowerId
    planter: PlanterId

    def __str__(self) -> str:
        return f"pair {self.flower}={self.planter}"


class Order(Action, frozen=True, tag="order"):
    """A gardener takes the next free place of the bid order track (R5, C3)."""

    seat: SeatNumber


class Fill(Action, frozen=True, tag="fill"):
    """A tile is drawn for a space of the staircase (R7, C4)."""

    space: Space
    tile: TileId

    def __str__(self) -> str:
        return f"fill {self.space}={self.tile}"


class Gnome(Action, frozen=True, tag="gnome"):
    """The gnome of the round is turned up (R9, C2)."""

    number: Positive


class Bid(Action, frozen=True, tag="bid"):
    """A bid of so many caterpillars (R10)."""

    amount: Annotated[int, msgspec.Meta(ge=0, le=5)]


class Draft(Action, frozen=True, tag="draft"):
    """All tiles still lying in a row or column are taken (R17)."""

    line: Line


class Reserve(Action, frozen=True, tag="reserve"):
    """A tile is drawn from the bag for the drafter (R20, C4)."""

    tile: TileId


class Lay(Action, frozen=True, tag="lay"):
    """A tile goes to a spot of the garden, or without a spot back into the hand (R25, R28)."""

    tile: TileId
    spot: Spot | None

    def __str__(self) -> str:
        return f"lift {self.tile}" if self.spot is None else f"lay {self.tile}@{self.spot}"


class Post(Action, frozen=True, tag="post"):
    """A gnome is put on a segment of the own garden (R61)."""

    node: NodeName


class Done(Action, frozen=True, tag="done"):
    """The garden stands; tiles that fit nowhere wait (R29, R34)."""


class Perch(Action, frozen=True, tag="perch"):
    """A butterfly is put on a patch that was closed (R31)."""

    patch: NodeName
    source: Source

    def __str__(self) -> str:
        return f"perch {self.patch}<{self.source}"


class Fly(Action, frozen=True, tag="fly"):
    """The butterfly of a patch goes to a flower of its colour (R36)."""

    patch: NodeName
    flower: FlowerId

    def __str__(self) -> str:
        return f"fly {self.patch}>{self.flower}"


class Bonus(Action, frozen=True, tag="bonus"):
    """One more butterfly for the flower whose bonus token was taken, or none (R40)."""

    source: Source


AnyAction = (
    Pair | Order | Fill | Gnome | Bid | Draft | Reserve | Lay | Post | Done | Perch | Fly | Bonus
)  # fmt: skip

_PATTERNS: Final = {
    "FLOWER": r"F[RBYP][12]",
    "PLANTER": r"PL[1-8]",
    "SPACE": r"[A-D]1|[ABC]2|[AB]3|A4",
    "TILE": r"T[0-9]{2}",
    "WHOLE": r"-?[0-9]{1,2}",
}


def _lay(by: Actor, tile: str, x: str, y: str, rotation: str) -> Lay:
    return Lay(by, tile, Spot(int(x), int(y), int(rotation)))


_FORMS: Final[dict[str, Reader]] = {
    r"pair (FLOWER)=(PLANTER)": Pair,
    r"order ([1-4])": lambda by, seat: Order(by, int(seat)),
    r"fill (SPACE)=(TILE)": Fill,
    r"gnome ([1-9][0-9]?)": lambda by, number: Gnome(by, int(number)),
    r"bid ([0-5])": lambda by, amount: Bid(by, int(amount)),
    r"draft ([1-4A-D])": Draft,
    r"reserve (TILE)": Reserve,
    r"lay (TILE)@(WHOLE),(WHOLE)/([0-3])": _lay,
    r"lift (TILE)": lambda by, tile: Lay(by, tile, None),
    r"post (TILE\.[a-d])": Post,
    r"done": Done,
    r"perch (TILE\.[a-d])<(supply|none|FLOWER)": Perch,
    r"fly (TILE\.[a-d])>(FLOWER)": Fly,
    r"bonus (supply|none|FLOWER)": Bonus,
}


def _spelt_out(form: str) -> str:
    for name, pattern in _PATTERNS.items():
        form = form.replace(name, pattern)
    return form


NOTATION: Final = Notation(
    "Papillon", {_spelt_out(form): reader for form, reader in _FORMS.items()}, AnyAction
)
