"""The actions and their notation (specification section 6).

======================  =======  ============================================================
notation                actor    action
======================  =======  ============================================================
``first 2``             chance   `First`: seat 2 begins (IH-R34)
``reveal M03 M08 M11``  chance   `Reveal`: the mounds of the round, left to right
``roll W``              seat     `Choose`: the colour to be rolled (two players, section 10.1)
``roll 4``              chance   `Roll`; with two players the colour too: ``roll W 4``
``reroll``              seat     `Reroll`: a worm is paid, the die is to be rolled again
``pass``                seat     `Pass`: a worm is paid, the turn is over
``place M03``           seat     `Place`: the space follows from the rules
``place M03.C4.1``      seat     the same on a space of the player's own choice: never legal
======================  =======  ============================================================
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

import msgspec

from companion.rules.game import Action, Actor
from companion.rules.kit.notation import Notation

MOUND_ID: Final = r"[A-Za-z][A-Za-z0-9_]{0,11}"
SPACE_ID: Final = r"C[1-6]\.[1-6]"

Letter = Literal["Y", "R", "G", "B", "W"]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=5)]
MoundId = Annotated[str, msgspec.Meta(pattern=rf"^{MOUND_ID}\Z")]


class First(Action, frozen=True, tag="first"):
    """The first player is named or drawn (IH-R34)."""

    seat: SeatNumber


class Reveal(Action, frozen=True, tag="reveal"):
    """Three mounds come to lie in the slots S1, S2 and S3."""

    mounds: tuple[MoundId, MoundId, MoundId]

    def __str__(self) -> str:
        return " ".join(["reveal", *self.mounds])


class Choose(Action, frozen=True, tag="choose"):
    """The colour that is rolled next, where a player holds two (IH-R26)."""

    colour: Letter

    def __str__(self) -> str:
        return f"roll {self.colour}"


class Roll(Action, frozen=True, tag="roll"):
    """The die comes to rest. ``colour`` is empty where every player has one colour only."""

    called: ClassVar[bool] = True

    value: Face
    colour: Letter | Literal[""] = ""

    def __str__(self) -> str:
        return f"roll {self.colour} {self.value}" if self.colour else f"roll {self.value}"


class Reroll(Action, frozen=True, tag="reroll"):
    """One worm for another roll; the last roll counts (IH-R07)."""


class Pass(Action, frozen=True, tag="pass"):
    """One worm for not placing a die this turn (IH-R08)."""


class Place(Action, frozen=True, tag="place"):
    """The rolled die goes to a mound.

    Where on the mound it goes the rules say. ``space`` is only given by somebody who saw the
    die lie elsewhere; `why_not` then says where it belongs.
    """

    mound: MoundId
    space: Annotated[str, msgspec.Meta(pattern=rf"^(?:{SPACE_ID})?\Z")] = ""

    def __str__(self) -> str:
        return f"place {self.mound}.{self.space}" if self.space else f"place {self.mound}"


AnyAction = First | Reveal | Choose | Roll | Reroll | Pass | Place


def _roll(by: Actor, colour: Letter | None, value: str) -> Roll:
    return Roll(by, int(value), colour or "")


NOTATION: Final = Notation(
    "It Happens",
    {
        "first ([1-5])": lambda by, seat: First(by, int(seat)),
        f"reveal ({MOUND_ID}) ({MOUND_ID}) ({MOUND_ID})": lambda by, *mounds: Reveal(by, mounds),
        "roll ([YRGBW])": Choose,
        "roll (?:([YRGBW]) )?([1-6])": _roll,
        "reroll": Reroll,
        "pass": Pass,
        f"place ({MOUND_ID})": Place,
        rf"place ({MOUND_ID})\.({SPACE_ID})": Place,
    },
    AnyAction,
)
