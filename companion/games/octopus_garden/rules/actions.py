"""The actions and their notation (specification section 6).

=========================  ===========  =======================================================
notation                   actor        action
=========================  ===========  =======================================================
``draw AN``                chance       `Draw`: a token comes out of the bag
``first 2``                chance       `First`: seat 2 begins
``lion 23``, ``skip``      active       `Lion`: a lionfish removes a token; `Skip`: it does not
``buy R3``                 active       `Buy` a row or a column
``oyster B5``              active       `Oyster`: one is attracted to B5
``pass 12``                active       `Pass` and swap a token; ``pass`` where there is none
``release P2``             its owner    `Release`: a claiming shark is thrown back
``chest 2 pearls``         active       `Chest`: two pearls for two draws; ``chest 2 keep``, ``chest 0``
``plant SG A1``            active       `Plant` a token
``star B1-B2``             active       `Star`: a sea star moves; ``star C3xC4`` eats an oyster
``crab A2-B2``             active       `Crab`: with its home, if it has one
``crab B1-C1 drop``        active       the same, leaving its home behind
``crab A2-B2=TR``          active       the same, choosing between two homes on B2
``boxer A4-B4``            active       `Boxer`: the crab and its anemone
``coco C3: C4-B5``         active       `Coco`: an activated octopus moves a neighbour
``flip C3``                active       `Flip`: the activation ends
``done``                   active       `Done`: no more moves; before scoring: no more mimics
``fill 12 SG``             active       `Fill`: the token drawn goes to market cell 12
``shark P2 22``            its owner    `Shark`: a shark claims a market token; ``noshark P2``
``mimic P2:B2=AN``         its owner    `Mimic`: a mimic octopus is declared to be an anemone
``mimic P2:B2+C3=AN``      its owner    the same of two, which complete a group together
=========================  ===========  =======================================================

Two like animals on one space that have yet to move are told apart by their numbers: ``star SS2
B4-B5``. An activation is played and logged unit by unit; the whole of it, ``coco C3: C4-B5, C2-B2,
D2xD1``, is read too and divides into `Coco.parts`.

Harvests, tokens that are lost, bonus fish and the end trigger follow by themselves; they are no
actions, but the position tells them in the same notation (`position.Effect`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from companion.games.octopus_garden.rules.data.board import Cell, LineName, Space
from companion.games.octopus_garden.rules.data.tokens import Code, GroupKind, Home
from companion.rules.game import Action

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=4)]
ChestMode = Literal["", "keep", "pearls"]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One token, or a crab with its home, moves to an adjacent space.

    Attributes
    ----------
    eats : bool
        A sea star eats the oyster on the target.
    drop : bool
        A hermit crab leaves its home behind.
    home : str
        Which of several homes on the target a hermit crab takes, or "".
    token : str
        The name of the token, where several on the space could be meant, or "".
    """

    origin: Space
    target: Space
    eats: bool = False
    drop: bool = False
    home: Literal["", Home] = ""
    token: str = ""

    def __str__(self) -> str:
        token = f"{self.token} " if self.token else ""
        home = f"={self.home}" if self.home else ""
        return f"{token}{self.origin}{'x' if self.eats else '-'}{self.target}{home}{' drop' * self.drop}"


class Draw(Action, frozen=True, tag="draw"):
    """A token is drawn from the bag (section 7)."""

    code: Code


class First(Action, frozen=True, tag="first"):
    """The start player is named or drawn (OG-R34)."""

    seat: SeatNumber


class Lion(Action, frozen=True, tag="lion"):
    """A lionfish removes a market token for a pearl (10.2.6)."""

    cell: Cell


class Skip(Action, frozen=True, tag="skip"):
    """The lionfish is not used this turn."""

    declines = True


class Buy(Action, frozen=True, tag="buy"):
    """A row or a column is bought (section 8.1)."""

    line: LineName


class Oyster(Action, frozen=True, tag="oyster"):
    """An oyster is attracted to an empty space (OG-R15)."""

    space: Space


class Pass(Action, frozen=True, tag="pass"):
    """Nothing is bought; one market token is swapped, if there is one (OG-R36)."""

    cell: Literal["", Cell] = ""

    def __str__(self) -> str:
        return f"pass {self.cell}" if self.cell else "pass"


class Release(Action, frozen=True, tag="release"):
    """A claiming shark is thrown back into the bag (OG-M10)."""

    def __str__(self) -> str:
        return f"release P{self.by}"


class Chest(Action, frozen=True, tag="chest"):
    """Pearls are paid into a treasure chest, for as many draws (10.2.7)."""

    pearls: Annotated[int, msgspec.Meta(ge=0, le=999)]
    mode: ChestMode = ""

    def __str__(self) -> str:
        return f"chest {self.pearls} {self.mode}" if self.mode else f"chest {self.pearls}"


class Plant(Action, frozen=True, tag="plant"):
    """A token of the hand is laid into the garden (section 8.1)."""

    code: Code
    space: Space


class Star(Action, frozen=True, tag="star"):
    """A sea star moves towards the nearest oyster (section 8.3)."""

    step: Step


class Crab(Action, frozen=True, tag="crab"):
    """A hermit crab moves (section 8.4)."""

    step: Step


class Boxer(Action, frozen=True, tag="boxer"):
    """A boxer crab and its anemone move into an empty space (10.2.8)."""

    step: Step


class Coco(Action, frozen=True, tag="coco"):
    """A coconut octopus moves what lies beside it (10.2.2)."""

    space: Space
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=24)]

    def parts(self) -> Iterator[Coco]:
        """Divide into one step each: what is played and logged, before the `Flip`."""
        return (Coco(self.by, self.space, (step,)) for step in self.steps)

    def __str__(self) -> str:
        return f"coco {self.space}: {', '.join(map(str, self.steps))}"


class Flip(Action, frozen=True, tag="flip"):
    """The activation of a coconut octopus ends, and it is turned over."""

    space: Space


class Done(Action, frozen=True, tag="done"):
    """No more moves (P3), or no more declarations before scoring."""


class Fill(Action, frozen=True, tag="fill"):
    """The token drawn is put on an empty market cell (OG-R32)."""

    cell: Cell
    code: Code


class Shark(Action, frozen=True, tag="shark"):
    """A shark leaves its garden and claims a market token (10.2.3)."""

    cell: Cell

    def __str__(self) -> str:
        return f"shark P{self.by} {self.cell}"


class NoShark(Action, frozen=True, tag="noshark"):
    """The shark stays in its garden."""

    def __str__(self) -> str:
        return f"noshark P{self.by}"


class Mimic(Action, frozen=True, tag="mimic", omit_defaults=True):
    """A mimic octopus is declared to be an anemone or a seagrass, alone or with others (10.2.1)."""

    space: Space
    kind: GroupKind
    others: Annotated[tuple[Space, ...], msgspec.Meta(max_length=98)] = ()

    @property
    def spaces(self) -> tuple[Space, ...]:
        """Where the mimics lie that are declared together."""
        return (self.space, *self.others)

    def __str__(self) -> str:
        return f"mimic P{self.by}:{'+'.join(self.spaces)}={self.kind}"


AnyAction = (
    Draw | First | Lion | Skip | Buy | Oyster | Pass | Release | Chest | Plant
    | Star | Crab | Boxer | Coco | Flip | Done | Fill | Shark | NoShark | Mimic
)  # fmt: skip
