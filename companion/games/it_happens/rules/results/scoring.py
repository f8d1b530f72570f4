"""Final scoring and the score sheet (section 9.2), at any moment."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.games.it_happens.rules.checks.lying import cells_of
from companion.games.it_happens.rules.data.mounds import WORM, Mound
from companion.games.it_happens.rules.people import COLOURS, item, items
from companion.games.it_happens.rules.phases.evaluation import evaluate, ranked, totals
from companion.games.it_happens.rules.position import Column, Position
from companion.games.it_happens.rules.table import Colour
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Count, Value
from companion.rules.sheet import Line, Other, Sheet

SET_VP = 5
"""For each type of item of which there are two or more (IH-R19)."""

VARIETY_VP = 10
"""For the most different types (IH-R20)."""


class Score(msgspec.Struct, frozen=True):
    """The lines of section 9.2 for one colour. A tile that lies face down counts nothing here."""

    items: int
    worms: int
    queens: int
    generals: int
    variety: int

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return self.items + self.worms + self.queens + self.generals + self.variety


def score(p: Position, colour: Colour) -> Score:
    """What a colour has, the imaginary player's included."""
    return Score(
        items=SET_VP * sum(number > 1 for number in p.items[colour]),
        worms=p.worms[colour],
        queens=sum(p.queens[colour]),
        generals=sum(p.generals[colour]),
        variety=VARIETY_VP if colour in _most_varied(p) else 0,
    )


def types_owned(p: Position, colour: Colour) -> int:
    """How many different types of item a colour owns."""
    return sum(number > 0 for number in p.items[colour])


def _most_varied(p: Position) -> list[Colour]:
    """The colours with the most different types; nobody while nobody owns an item (IH-R20)."""
    most = max(types_owned(p, colour) for colour in p.colours)
    return [colour for colour in p.colours if most and types_owned(p, colour) == most]


def sheet(p: Position) -> Sheet:
    """Itemise every seat's score as if the game ended now, with the mounds for information."""
    return Sheet({seat: _lines(p, seat - 1) for seat in range(1, p.seats + 1)}, _others(p))


def _lines(p: Position, colour: Colour) -> tuple[Line, ...]:
    return (*_scoring_lines(p, colour), *_mound_lines(p, colour))


def _others(p: Position) -> tuple[Other, ...]:
    """The imaginary player, who may win (section 10.1)."""
    neutral = p.table.neutral
    if neutral is None:
        return ()
    name = Message("The imaginary player, {colour}", {"colour": COLOURS[p.table.colours[neutral]]})
    return (Other(name, _lines(p, neutral)),)


def _scoring_lines(p: Position, colour: Colour) -> tuple[Line, ...]:
    points = score(p, colour)
    owned = zip(p.table.mounds.types, p.items[colour], strict=True)
    found = listed([items(number, kind) for kind, number in owned if number], "and")
    text = "Items, 5 for each type owned twice or more: {items}"
    of_items = (
        Message(text, {"items": found})
        if found
        else Message("Items, 5 for each type owned twice or more: none")
    )
    types = types_owned(p, colour)
    return (
        Line(of_items, points.items),
        Line(Message("Worms left"), points.worms),
        _tile_line(_QUEENS, p.queens[colour]),
        _tile_line(_GENERALS, p.generals[colour]),
        Line(Message("Different types of item, 10 for the most: {types}", {"types": types}), points.variety),
    )


_QUEENS: Final = (Message("Queens: {n} face down"), Message("Queens: {tiles}"), Message("Queens: none"))
_GENERALS: Final = (
    Message("Generals: {n} face down"),
    Message("Generals: {tiles}"),
    Message("Generals: none"),
)


def _tile_line(texts: tuple[Message, Message, Message], values: tuple[int, ...]) -> Line:
    """Victory tiles: their values, or their number while they lie face down."""
    hidden, shown, none = texts
    if 0 in values:
        return Line(replace(hidden, values={"n": len(values)}))
    if not values:
        return Line(none, 0)
    return Line(replace(shown, values={"tiles": " + ".join(map(str, values))}), sum(values))


def _mound_lines(p: Position, colour: Colour) -> tuple[Line, ...]:
    """What a colour has on each mound, and what that is worth: now, or when the round was scored."""
    standing = list(zip(p.mounds, p.board, strict=True))
    return tuple(
        Line(
            _mound_message(p, mound, columns, colour, dict(totals(columns))[colour]),
            where=tuple(f"{mound.id}/{cell}" for cell in cells_of(columns, colour)),
        )
        for mound, columns in standing
        if colour in dict(totals(columns))
    )


def _mound_message(
    p: Position, mound: Mound, columns: tuple[Column, ...], colour: Colour, total: int
) -> Message:
    queen, general = ranked(columns, strict=p.table.general_strict)
    gains: list[Value] = []
    if colour == queen:
        gains.append(Message("the Queen ({n})", {"n": mound.queen_vp}))
    if colour == general:
        gains.append(Message("the General ({n})", {"n": mound.general_vp}))
    award = next(award for award in p.awards or evaluate(p).awards if award.mound == mound.id)
    if colour in award.worms:
        gains.append(item(WORM, "a"))
    values: dict[str, Value] = {"mound": p.called(mound.id), "pips": Count(total, "pip")}
    if not gains:
        return Message("{mound}: {pips}, nothing" if p.awards else "{mound}: {pips}, so far nothing", values)
    text = "{mound}: {pips}, {gains}" if p.awards else "{mound}: {pips}, so far {gains}"
    return Message(text, {**values, "gains": listed(gains, "and")})
