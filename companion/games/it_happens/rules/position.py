"""The position: the state variables of specification section 5 and what follows from them."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeVar

import msgspec

from companion.games.it_happens.rules.data.mounds import Mound
from companion.games.it_happens.rules.table import Colour, Table
from companion.rules.game import Seat

Phase = Literal["FIRST", "REVEAL", "CHOOSE", "ROLL", "ROLLED", "OVER"]
"""What is awaited.

``FIRST``: who begins. ``REVEAL``: the mounds of the next round; those of the last are scored by
then, and its dice are still to be taken back. ``CHOOSE``: a roll, the colour for one, or a pass.
``ROLL``: the roll of a colour that is settled, chosen or paid for. ``ROLLED``: the die's mound,
a reroll or a pass. ``OVER``: nothing. Scoring (SCORE, FINAL) awaits nobody and is no phase.
"""

P = TypeVar("P", bound="Position")


class Die(NamedTuple):
    """A die that shows its pips."""

    colour: Colour
    pips: int


Column = tuple[Die, ...]
"""The dice in a column, from the lowest space up."""


class Award(msgspec.Struct, frozen=True):
    """What a mound paid: totals in the order of the columns, and who took what."""

    mound: str
    totals: tuple[tuple[Colour, int], ...]
    queen: Colour | None = None
    general: Colour | None = None
    worms: tuple[Colour, ...] = ()


class Find(msgspec.Struct, frozen=True):
    """What the last die placed found: a picture, whose it is, and whether the supply had the tile."""

    by: Seat
    colour: Colour
    what: str
    taken: bool


class Position(msgspec.Struct, frozen=True):
    """The state. Tuples by seat begin with seat 1; tuples by colour are ordered as `Table.colours`.

    ``deck`` names the mounds not yet revealed, in the order of the data: the order in which they
    lie nobody knows. ``start_seat`` begins the round, in REVEAL the round to come. ``hand`` counts
    the dice not yet placed, by seat and colour; the rolled one is among them. A 0 among ``queens``
    and ``generals`` is a tile that lies face down (`views.seen_by`). ``rolling`` is the colour whose
    roll is settled. ``awards`` tell of the round just scored, ``found`` of a die on a picture: both of
    the last action of a player.
    """

    table: Table
    phase: Phase
    round: int
    start_seat: Seat
    active_seat: Seat
    turn_no: int
    deck: tuple[str, ...]
    slots: tuple[str, ...]
    board: tuple[tuple[Column, ...], ...]
    hand: tuple[tuple[int, ...], ...]
    worms: tuple[int, ...]
    items: tuple[tuple[int, ...], ...]
    queens: tuple[tuple[int, ...], ...]
    generals: tuple[tuple[int, ...], ...]
    unclaimed: tuple[int, ...]
    worm_supply: int
    item_supply: tuple[int, ...]
    rolling: Colour | None = None
    rolled: Die | None = None
    awards: tuple[Award, ...] = ()
    found: Find | None = None

    @property
    def seats(self) -> int:
        """Number of players."""
        return self.table.seats

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "OVER"

    @property
    def colours(self) -> range:
        """The colours in play."""
        return range(len(self.table.colours))

    def called(self, mound: str) -> str:
        """What players call a mound."""
        return self.table.mounds.called(mound)

    @property
    def mounds(self) -> tuple[Mound, ...]:
        """The cards in the slots."""
        return tuple(self.table.mounds.mound(name) for name in self.slots)

    @property
    def scored(self) -> tuple[str, ...]:
        """The mounds that have been scored."""
        in_play = self.slots if self.phase in ("CHOOSE", "ROLL", "ROLLED") else ()
        return tuple(name for name in self.table.mounds.ids if name not in (*self.deck, *in_play))


def changed(values: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """Add to the number in one place (from 0)."""
    return (*values[:place], values[place] + change, *values[place + 1 :])


def put(values: tuple[tuple[int, ...], ...], place: int, row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Put a row in the place of another (from 0)."""
    return (*values[:place], row, *values[place + 1 :])
