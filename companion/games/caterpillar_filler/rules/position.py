"""The position: the state variables of specification section 5 and what follows from them."""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from companion.games.caterpillar_filler.rules.actions import Token
from companion.games.caterpillar_filler.rules.data.board import Space
from companion.games.caterpillar_filler.rules.start import PAIRS
from companion.games.caterpillar_filler.rules.table import Table
from companion.rules.game import Seat

Phase = Literal["WILD", "FIRST", "START", "ROLL", "KEEP", "BLOOM", "MOVE", "JOIN", "END", "OVER"]
"""What is awaited.

``WILD``: chance, the tokens of set-up S12. ``FIRST``: who begins. ``START``: the die, with a
caterpillar in the garden. ``ROLL``: the die, after a join (R11). ``KEEP``: one die of two (R02).
``BLOOM``: a flower is due. ``MOVE``: the route. ``JOIN``: an away caterpillar's way back.
``END``: the move is over. ``OVER``: so is the game.
"""

Cause = Literal["eaten", "rolled"]
"""Why a flower is due: one was eaten (CF-23), or a 3 was rolled."""

P = TypeVar("P", bound="Position")


class Position(msgspec.Struct, frozen=True):
    """The public state. Tuples by seat are in seat order: seat 1 at index 0.

    Spaces are listed row by row in ``flowers`` and ``wasp_spaces``, from the neck to the tail
    in ``body``, and in the order of turning up in ``pairs``. Of this turn only: ``roll``,
    ``dice``, ``steps_left``, ``wasps_used`` and ``bitten`` (a seat, or 0). Of the last action,
    wasps apart: ``ate`` (flowers) and ``grew_on``, where a flower grew whose space was taken,
    when that was the only nearest one.
    """

    table: Table
    phase: Phase
    seat_to_move: Seat
    turn_no: int
    head: tuple[Space | None, ...]
    body: tuple[tuple[Space, ...], ...]
    in_hand: tuple[int, ...]
    reserve: tuple[int, ...]
    wasps: tuple[int, ...]
    flowers: tuple[Space, ...]
    wasp_spaces: tuple[Space, ...]
    supply: int
    flowers_eaten: tuple[int, ...]
    bites_given: tuple[int, ...]
    bites_suffered: tuple[int, ...]
    wasps_placed: tuple[int, ...]
    pairs: tuple[Space, ...] = ()
    tiles_out: bool = False
    dice: tuple[int, ...] = ()
    roll: int | None = None
    steps_left: int = 0
    wasps_used: int = 0
    due: tuple[Cause, ...] = ()
    displaced: Space | None = None
    ate: int = 0
    bitten: Seat = 0
    grew_on: Space | None = None
    to_lay: tuple[Token, ...] = ()

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.head)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "OVER"

    @property
    def away(self) -> tuple[bool, ...]:
        """Which caterpillars are out of the garden."""
        return tuple(head is None for head in self.head)

    @property
    def pairs_left(self) -> int:
        """Pairs of tiles still face down."""
        return PAIRS[self.seats] - len(self.pairs)

    @property
    def lengths(self) -> tuple[int, ...]:
        """Length of each caterpillar, away ones included (CF-42)."""
        return tuple(1 + len(body) + hand for body, hand in zip(self.body, self.in_hand, strict=True))

    @property
    def longest(self) -> tuple[Seat, ...]:
        """The seats whose caterpillar has the greatest length."""
        lengths = self.lengths
        return tuple(seat for seat, length in enumerate(lengths, 1) if length == max(lengths))

    @property
    def winner(self) -> Seat | None:
        """The seat that has won alone."""
        return self.longest[0] if self.over and len(self.longest) == 1 else None

    def chain(self, seat: Seat) -> tuple[Space, ...]:
        """Head, neck, ..., tail of a caterpillar; empty while it is away."""
        head = self.head[seat - 1]
        return () if head is None else (head, *self.body[seat - 1])

    def occupied(self) -> set[Space]:
        """The spaces that hold a piece (CF-06)."""
        spaces = {*self.flowers, *self.wasp_spaces, *(head for head in self.head if head is not None)}
        return spaces.union(*self.body)


def replaced(values: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    """Add to one seat's number."""
    return (*values[: seat - 1], values[seat - 1] + change, *values[seat:])


def with_chain(p: P, seat: Seat, chain: tuple[Space, ...]) -> P:
    """Put a caterpillar on these spaces (head first), or take it away with an empty chain."""
    i = seat - 1
    return msgspec.structs.replace(
        p,
        head=(*p.head[:i], chain[0] if chain else None, *p.head[seat:]),
        body=(*p.body[:i], chain[1:], *p.body[seat:]),
    )
