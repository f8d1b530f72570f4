"""The position: the state variables of specification section 5 and what follows from them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec

from companion.games.papillon.rules.actions import NodeName
from companion.games.papillon.rules.data.board import FlowerId, Space, spaces_for
from companion.games.papillon.rules.data.box import Box, Node
from companion.games.papillon.rules.data.garden import Garden
from companion.games.papillon.rules.data.tileset import Kind
from companion.games.papillon.rules.table import Table
from companion.rules.game import Seat

Phase = Literal[
    "SETUP", "FILL", "GNOME", "BID", "DRAFT", "RESERVE", "GARDEN", "FLY", "BONUS", "OVER"
]  # fmt: skip
"""What is awaited (section 6). SETTLE, ROUND_END and SCORE pass by themselves."""

P = TypeVar("P", bound="Position")
T = TypeVar("T")


class Flower(msgspec.Struct, frozen=True):
    """A stand-up flower: its planter (``""`` before the set-up) and the butterflies of each seat."""

    id: FlowerId
    colour: str
    planter: str
    token: bool
    count: tuple[int, ...]


class Perched(msgspec.Struct, frozen=True):
    """A butterfly waiting on a patch closed this round; size and colour are those at closing (R39)."""

    key: NodeName
    colour: Kind
    size: int


class News(msgspec.Struct, frozen=True):
    """What followed by itself from what a seat did: caterpillars, zeros to be slid, a tile drawn for it."""

    what: Literal["first", "pays", "slides", "takes", "gnome", "over", "reserve", "swaps"]
    seat: Annotated[int, msgspec.Meta(ge=1, le=4)]
    n: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    tile: Annotated[str, msgspec.Meta(pattern=r"^(T[0-9]{2})?\Z")] = ""


class Position(msgspec.Struct, frozen=True):
    """The state; nothing in it is secret. Tuples by seat are in seat order: seat 1 at index 0.

    ``turn`` counts who bids, drafts or flies within the order of the phase. ``board`` has one
    entry a space in reading order, ``""`` for none. ``gnome_track`` are the numbers turned up so
    far; the others are face down and in no state. ``done`` is who said so; ``due`` the closed
    patches of each seat that still get a butterfly, ``bonus_at`` the flower of a token just taken.
    ``news`` is what followed from what a seat did last: people have yet to be told of it.
    """

    table: Table
    phase: Phase
    round: int
    turn: int
    order: tuple[Seat, ...]
    draft_order: tuple[Seat, ...]
    bid_num: tuple[Seat, ...]
    bid_zero: tuple[Seat, ...]
    bag: tuple[str, ...]
    removed: tuple[str, ...]
    board: tuple[str, ...]
    board_tokens: tuple[Space, ...]
    gnome_track: tuple[int, ...]
    shed: int | None
    cat: tuple[int, ...]
    supply: int
    hand: tuple[tuple[str, ...], ...]
    garden: tuple[Garden, ...]
    closed_seen: tuple[tuple[Node, ...], ...]
    bf: tuple[int, ...]
    on_patch: tuple[tuple[Perched, ...], ...]
    flower: tuple[Flower, ...]
    gnomes: tuple[int, ...]
    gnome_to_place: tuple[int, ...]
    gnome_at: tuple[tuple[Node, ...], ...]
    done: tuple[bool, ...]
    due: tuple[tuple[Node, ...], ...]
    bonus_at: FlowerId | Literal[""] = ""
    news: tuple[News, ...] = ()

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.garden)

    @property
    def box(self) -> Box:
        """The tiles, gnomes and planters that are played with."""
        return self.table.box

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "OVER"

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces of the staircase in use."""
        return spaces_for(self.seats)

    @property
    def pool(self) -> tuple[str, ...]:
        """The tiles that can be drawn; an empty bag is filled with the removed ones (G15, O4)."""
        return self.bag or (self.removed if self.table.recycles else ())

    @property
    def flying_order(self) -> tuple[Seat, ...]:
        """Who flies first: the reverse of this round's drafting order (R35, G13, O5)."""
        track = self.seats == 2 and self.table.flies_by_track
        return (self.order if track else self.draft_order)[::-1]

    @property
    def to_move(self) -> Seat:
        """Whose turn it is to bid, draft or fly; 0 in the other phases."""
        match self.phase:
            case "BID":
                return self.order[self.turn]
            case "DRAFT" | "RESERVE":
                return self.draft_order[self.turn]
            case "FLY" | "BONUS":
                return self.flying_order[self.turn]
            case _:
                return 0

    @property
    def gardening(self) -> tuple[Seat, ...]:
        """The seats that still have to do in the Gardening phase."""
        if self.phase != "GARDEN":
            return ()
        return tuple(
            seat for seat in range(1, self.seats + 1) if not self.done[seat - 1] or self.due[seat - 1]
        )

    def flower_of(self, name: str) -> Flower | None:
        """Give the flower of that name, or None when it is not in this game."""
        return next((flower for flower in self.flower if flower.id == name), None)


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Replace one seat's entry."""
    return (*values[: seat - 1], value, *values[seat:])


def added(values: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    """Add to one seat's number."""
    return put(values, seat, values[seat - 1] + change)
