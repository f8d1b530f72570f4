"""The position: the state variables of specification section 5."""

from __future__ import annotations

from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import ChestMode
from companion.games.octopus_garden.rules.data.board import CELLS, Cell, Space
from companion.games.octopus_garden.rules.data.box import Bonus
from companion.games.octopus_garden.rules.data.garden import Garden
from companion.games.octopus_garden.rules.data.tokens import (
    GROUP_KINDS,
    Code,
    GroupKind,
    Multiset,
    minus,
    plus,
)
from companion.games.octopus_garden.rules.table import Table
from companion.rules.game import Seat

Phase = Literal[
    "SETUP", "FIRST", "LION", "ACT", "SWAP", "CHEST", "TREASURE", "PLANT", "MOVE", "COCONUT", "DRAW", "FILL",
    "SHARK", "SCORE", "OVER",
]  # fmt: skip
"""What is awaited.

``SETUP``: chance, the nine tokens of the market. ``FIRST``: who begins. ``LION`` (P0): a lionfish's
victim. ``ACT`` (P2): buy, oyster or pass. ``SWAP``: chance, the token after a pass. ``CHEST``:
pearls for a chest, ``TREASURE``: chance, its draws. ``PLANT`` (P2b). ``MOVE`` (P3), ``COCONUT``: an
activation. ``DRAW``, ``FILL`` (P4): chance, then the cell. ``SHARK`` (P4b). ``SCORE``: the last
declarations of mimics. ``OVER``. Harvests (P1) follow by themselves.
"""

P = TypeVar("P", bound="Position")
T = TypeVar("T")


class Fish(msgspec.Struct, frozen=True):
    """A bonus fish that was won, and the group that attracted it."""

    bonus: Bonus
    value: int
    spaces: tuple[Space, ...] = ()


class Treasure(msgspec.Struct, frozen=True):
    """A chest being drawn for: draws still due, what becomes of them, what came so far."""

    left: int
    mode: ChestMode
    drawn: tuple[Code, ...] = ()


class Activation(msgspec.Struct, frozen=True):
    """A coconut octopus at work: its space, and the names of the tokens it may still move."""

    space: Space
    units: tuple[str, ...]


class Effect(msgspec.Struct, frozen=True):
    """What followed by itself from a player's last action, in the notation of section 6.

    ``harvest 4``, ``lost TR,RE``, ``bonus clownfish 7``, ``end trigger P2``, ``release P2``, and
    besides ``eaten C4``, ``bust SG,SG``, ``chest 4`` (pearls received).
    """

    seat: Seat
    text: str


class Position(msgspec.Struct, frozen=True):
    """The public state. Tuples by seat are in seat order: seat 1 at index 0.

    ``market`` and ``claim`` follow `CELLS`; a cell without a token is None, an unclaimed one 0.
    ``stack`` and ``entitled`` follow `GROUP_KINDS`: clownfish, seahorses. ``last_buy`` is
    the turn of the last purchase (OG-R37). Only within a turn: ``hand``, ``chests`` (bought and
    not yet opened), ``treasure``, ``swap``, ``drawn``, ``asked``, ``activation``.
    """

    table: Table
    phase: Phase
    active: Seat
    turn_no: int
    bag: Multiset
    market: tuple[Code | None, ...]
    claim: tuple[Seat, ...]
    gone: Multiset
    bed: int
    stack: tuple[tuple[int, ...], ...]
    pearls: tuple[int, ...]
    garden: tuple[Garden, ...]
    won: tuple[tuple[Fish, ...], ...]
    entitled: tuple[tuple[int, ...], ...]
    shark_used: tuple[bool, ...]
    trigger: Seat = 0
    last_turns: int = 0
    last_buy: int = 0
    hand: tuple[Code, ...] = ()
    chests: int = 0
    treasure: Treasure | None = None
    swap: Cell | None = None
    drawn: Code | None = None
    asked: Seat = 0
    activation: Activation | None = None
    news: tuple[Effect, ...] = ()

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.garden)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "OVER"

    @property
    def own(self) -> Garden:
        """The active seat's garden."""
        return self.garden[self.active - 1]

    @property
    def purse(self) -> int:
        """The active seat's pearls."""
        return self.pearls[self.active - 1]

    @property
    def holes(self) -> tuple[Cell, ...]:
        """The empty cells of the market, in reading order."""
        return tuple(cell for cell, code in zip(CELLS, self.market, strict=True) if code is None)

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in clockwise order from one of them."""
        return tuple((first - 1 + step) % self.seats + 1 for step in range(self.seats))

    def on(self, cell: Cell) -> Code | None:
        """The token on a market cell."""
        return self.market[PLACE[cell]]

    def claimed_by(self, cell: Cell) -> Seat:
        """Whose shark lies on a market cell; 0 for nobody's."""
        return self.claim[PLACE[cell]]

    def claim_of(self, seat: Seat) -> Cell | None:
        """The cell that a seat's shark claims."""
        return CELLS[self.claim.index(seat)] if seat in self.claim else None


PLACE: Final = {cell: index for index, cell in enumerate(CELLS)}


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Put another value at an index."""
    return (*values[:index], value, *values[index + 1 :])


def with_garden(p: P, seat: Seat, garden: Garden) -> P:
    """Change a seat's garden."""
    return replace(p, garden=replaced(p.garden, seat - 1, garden))


def with_cell(p: P, cell: Cell, code: Code | None) -> P:
    """Put a token on a market cell, or take it away."""
    return replace(p, market=replaced(p.market, PLACE[cell], code))


def with_claim(p: P, cell: Cell, seat: Seat) -> P:
    """Let a seat's shark lie on a market cell, or nobody's."""
    return replace(p, claim=replaced(p.claim, PLACE[cell], seat))


def paid(p: P, seat: Seat, pearls: int) -> P:
    """Take pearls from a seat."""
    return replace(p, pearls=replaced(p.pearls, seat - 1, p.pearls[seat - 1] - pearls))


def earned(p: P, seat: Seat, pearls: int, effect: str) -> P:
    """Give pearls to a seat; with ``pearls_limited`` no more than are left (OG-R31)."""
    left = p.table.box.pearls - sum(p.pearls)
    given = min(pearls, left) if p.table.pearls_limited else pearls
    return told(paid(p, seat, -given), seat, f"{effect} {given}")


def into_bag(p: P, *codes: Code) -> P:
    """Put tokens back into the bag."""
    return replace(p, bag=plus(p.bag, *codes))


def out_of_bag(p: P, code: Code) -> P:
    """Take a token from the bag."""
    return replace(p, bag=minus(p.bag, code))


def out_of_game(p: P, *codes: Code) -> P:
    """Let tokens leave the game."""
    return replace(p, gone=plus(p.gone, *codes))


def told(p: P, seat: Seat, text: str) -> P:
    """Tell what followed by itself."""
    return replace(p, news=(*p.news, Effect(seat, text)))


def entitled_to(p: Position, seat: Seat, kind: GroupKind) -> int:
    """How many bonus fish of that kind a seat has been granted so far."""
    return p.entitled[seat - 1][GROUP_KINDS.index(kind)]
