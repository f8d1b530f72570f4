"""Positions as JSON, under the names of specification section 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

import msgspec

from companion.games.it_happens.rules.actions import Face
from companion.games.it_happens.rules.data.mounds import MoundSet
from companion.games.it_happens.rules.position import Award, Die, Find, Phase, Position
from companion.games.it_happens.rules.table import SEATS, Table, make_table
from companion.rules.errors import BadOption, BadPosition
from companion.rules.kit.position_file import read_position

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=0, le=5)]
TileValue = Annotated[int, msgspec.Meta(ge=0, le=9)]
DieEntry = tuple[str, Face]
T = TypeVar("T")


class AwardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a mound paid."""

    mound: str
    totals: tuple[tuple[str, Count], ...]
    queen: str | None = None
    general: str | None = None
    worms: tuple[str, ...] = ()


class FindEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the last die found."""

    by: SeatOrNone
    colour: str
    what: str
    taken: bool


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it is written. For a final table ``n`` and the tiles of each colour are enough.

    What is held by colour is written under the colour's name; a tile that lies face down has the
    value 0. ``deck`` is in the order of the data, for nobody knows the true one. The last four are
    beyond section 5: what the turn needs, and what was just won or found.
    """

    n: Count
    colour: tuple[str, ...] | None = None
    colours: tuple[str, ...] | None = None
    deck: tuple[str, ...] = ()
    round: Count | None = None
    start_seat: SeatOrNone = 0
    active_seat: SeatOrNone = 0
    phase: Phase = "OVER"
    slots: tuple[str, ...] = ()
    board: dict[str, tuple[tuple[DieEntry, ...], ...]] = {}
    hand: tuple[dict[str, Count], ...] | None = None
    rolled: DieEntry | None = None
    worms: dict[str, Count] = {}
    items: dict[str, dict[str, Count]] = {}
    queens: dict[str, tuple[TileValue, ...]] = {}
    generals: dict[str, tuple[TileValue, ...]] = {}
    unclaimed: tuple[TileValue, ...] | None = None
    worm_supply: Count | None = None
    item_supply: dict[str, Count] | None = None
    options: dict[str, str] = {}
    turn_no: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    rolling: str | None = None
    awards: tuple[AwardEntry, ...] = ()
    found: FindEntry | None = None


_PLAIN: Final = ("deck", "start_seat", "active_seat", "phase", "slots", "turn_no")
"""What a document and a position hold under the same name and in the same form."""


def encode(p: Position) -> bytes:
    """Write a position."""
    names, types = p.table.colours, p.table.mounds.types
    document = Document(
        **{name: getattr(p, name) for name in _PLAIN},
        n=p.seats,
        colour=names[: p.seats],
        colours=names,
        round=p.round,
        board={
            mound: tuple(tuple((names[die.colour], die.pips) for die in dice) for dice in columns)
            for mound, columns in zip(p.slots, p.board, strict=True)
        },
        hand=tuple(_held(names, counts) for counts in p.hand),
        rolled=(names[p.rolled.colour], p.rolled.pips) if p.rolled else None,
        worms=_by_name(names, p.worms),
        items={name: _held(types, counts) for name, counts in zip(names, p.items, strict=True)},
        queens=_by_name(names, p.queens),
        generals=_by_name(names, p.generals),
        unclaimed=p.unclaimed,
        worm_supply=p.worm_supply,
        item_supply=_by_name(types, p.item_supply),
        options=dict(p.table.chosen),
        rolling=None if p.rolling is None else names[p.rolling],
        awards=tuple(_award_entry(names, award) for award in p.awards),
        found=FindEntry(p.found.by, names[p.found.colour], p.found.what, p.found.taken) if p.found else None,
    )
    return msgspec.json.encode(document)


def _by_name(names: Sequence[str], values: Sequence[T]) -> dict[str, T]:
    return dict(zip(names, values, strict=True))


def _held(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Name what is there at all."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _award_entry(names: Sequence[str], award: Award) -> AwardEntry:
    queen, general = (None if who is None else names[who] for who in (award.queen, award.general))
    totals = tuple((names[colour], total) for colour, total in award.totals)
    return AwardEntry(award.mound, totals, queen, general, tuple(names[colour] for colour in award.worms))


def read(data: bytes) -> Document:
    """Read a document. Raises `BadPosition` when it is not one."""
    document = read_position(data, Document)
    if document.n not in SEATS:
        raise BadPosition("The position cannot be read: two to five players play.")
    return document


def position(document: Document, sets: Sequence[MoundSet]) -> Position:
    """Build the position of a document, filling in what was left out.

    Left out, the supplies hold the rest of their tiles, unclaimed are those victory tiles of scored
    mounds that nobody won, and all dice are in the hands. Raises `BadPosition` for a document
    that contradicts itself.
    """
    try:
        table = make_table(document.n, document.options, sets)
    except BadOption as error:
        raise BadPosition(error.sentence) from error
    return _Builder(document, table).position()


class _Builder:
    """Turns the names of a document into the places of a table."""

    def __init__(self, document: Document, table: Table) -> None:
        self.document = document
        self.table = table

    def position(self) -> Position:
        document, table = self.document, self.table
        self._refuse_contradictions()
        names, types = table.colours, table.mounds.types
        worms = self._listed(names, document.worms, 0, "colour")
        items = tuple(
            self._listed(types, held, 0, "item") for held in self._listed(names, document.items, {}, "colour")
        )
        values: dict[str, Any] = {name: getattr(document, name) for name in _PLAIN}
        p = Position(
            table=table,
            **values,
            round=self._round(),
            board=tuple(self._columns(mound) for mound in document.slots),
            hand=self._hands(),
            worms=worms,
            items=items,
            queens=self._listed(names, document.queens, (), "colour"),
            generals=self._listed(names, document.generals, (), "colour"),
            unclaimed=document.unclaimed or (),
            worm_supply=self._worm_supply(worms),
            item_supply=self._item_supply(items),
            rolling=None if document.rolling is None else self._colour(document.rolling),
            rolled=Die(self._colour(document.rolled[0]), document.rolled[1]) if document.rolled else None,
            awards=tuple(map(self._award, document.awards)),
            found=self._find(document.found) if document.found else None,
        )
        return p if document.unclaimed is not None else _with_unclaimed(p)

    def _refuse_contradictions(self) -> None:
        document, table = self.document, self.table
        for name, follows in (("colour", table.colours[: table.seats]), ("colours", table.colours)):
            written = getattr(document, name)
            if written not in (None, follows):
                raise BadPosition(f"The position contradicts itself: {name} is not {', '.join(follows)}.")
        self._known("mound", table.mounds.ids, [*document.deck, *document.slots])
        self._known("mound", document.slots, document.board)
        if len(document.slots) not in (0, 3):
            raise BadPosition("The position cannot be read: three mounds lie in the slots, or none.")

    def _known(self, noun: str, known: Sequence[str], names: Any) -> None:
        for name in names:
            if name not in known:
                raise BadPosition(f"The position cannot be read: there is no {noun} {name!r} there.")

    def _colour(self, name: str) -> int:
        self._known("colour", self.table.colours, [name])
        return self.table.colours.index(name)

    def _listed(self, names: Sequence[str], held: Mapping[str, T], otherwise: T, noun: str) -> tuple[T, ...]:
        """Put what is held by name into the order of the names."""
        self._known(noun, names, held)
        return tuple(held.get(name, otherwise) for name in names)

    def _round(self) -> int:
        if self.document.round is not None:
            return self.document.round
        return self.table.mounds.rounds if self.document.phase == "OVER" else 0

    def _columns(self, mound: str) -> tuple[tuple[Die, ...], ...]:
        number = len(self.table.mounds.mound(mound).columns)
        columns = self.document.board.get(mound, ((),) * number)
        if len(columns) != number:
            raise BadPosition(f"The position cannot be read: {mound} has {number} columns.")
        return tuple(tuple(Die(self._colour(colour), pips) for colour, pips in dice) for dice in columns)

    def _hands(self) -> tuple[tuple[int, ...], ...]:
        hands = self.document.hand
        if hands is None:
            return tuple(self.table.full_hand(seat) for seat in range(1, self.table.seats + 1))
        if len(hands) != self.table.seats:
            raise BadPosition(f"The position cannot be read: there are {self.table.seats} hands.")
        return tuple(self._listed(self.table.colours, hand, 0, "colour") for hand in hands)

    def _worm_supply(self, worms: tuple[int, ...]) -> int:
        if self.document.worm_supply is not None:
            return self.document.worm_supply
        return max(0, self.table.mounds.worm_tiles - sum(worms))

    def _item_supply(self, items: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        if self.document.item_supply is not None:
            return self._listed(self.table.mounds.types, self.document.item_supply, 0, "item")
        return tuple(
            max(0, each.count - sum(held[kind] for held in items))
            for kind, each in enumerate(self.table.mounds.item_types)
        )

    def _award(self, entry: AwardEntry) -> Award:
        self._known("mound", self.table.mounds.ids, [entry.mound])
        queen, general = (
            None if name is None else self._colour(name) for name in (entry.queen, entry.general)
        )
        totals = tuple((self._colour(name), total) for name, total in entry.totals)
        return Award(entry.mound, totals, queen, general, tuple(map(self._colour, entry.worms)))

    def _find(self, entry: FindEntry) -> Find:
        self._known("picture", (*self.table.mounds.types, "worm"), [entry.what])
        return Find(entry.by, self._colour(entry.colour), entry.what, entry.taken)


def _with_unclaimed(p: Position) -> Position:
    """Take for unclaimed what the scored mounds had and nobody won."""
    scored = [p.table.mounds.mound(name) for name in p.scored]
    left = Counter(value for mound in scored for value in (mound.queen_vp, mound.general_vp))
    left -= Counter(value for values in (*p.queens, *p.generals) for value in values)
    return msgspec.structs.replace(p, unclaimed=tuple(sorted(left.elements())))
