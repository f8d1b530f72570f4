"""Final scoring and the score sheet (section 9.2), at any moment."""

from __future__ import annotations

import msgspec

from companion.games.it_happens.rules.checks.lying import cells_of
from companion.games.it_happens.rules.data.mounds import Mound
from companion.games.it_happens.rules.people import capital, who
from companion.games.it_happens.rules.phases.evaluation import evaluate, ranked, totals
from companion.games.it_happens.rules.position import Column, Position
from companion.games.it_happens.rules.table import Colour
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Value
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
    return (Other(f"{capital(who(p, neutral))}, {p.table.colours[neutral]}", _lines(p, neutral)),)


def _scoring_lines(p: Position, colour: Colour) -> tuple[Line, ...]:
    points = score(p, colour)
    owned = zip(p.table.mounds.types, p.items[colour], strict=True)
    items = listed([_counted(number, kind) for kind, number in owned if number], "and") or "none"
    types = types_owned(p, colour)
    return (
        Line(Message("Items, 5 for each type owned twice or more: {items}", {"items": items}), points.items),
        Line(Message("Worms left"), points.worms),
        _tile_line("Queens", p.queens[colour]),
        _tile_line("Generals", p.generals[colour]),
        Line(Message("Different types of item, 10 for the most: {types}", {"types": types}), points.variety),
    )


def _counted(number: int, kind: str) -> str:
    """Say how many items of a type, as ``1 key``, ``2 keys`` or ``1 pair of eyeglasses``."""
    if kind.endswith("s"):
        return f"{number} {'pair' if number == 1 else 'pairs'} of {kind}"
    return f"{number} {kind if number == 1 else f'{kind}s'}"


def _tile_line(name: str, values: tuple[int, ...]) -> Line:
    """Victory tiles: their values, or their number while they lie face down."""
    if 0 in values:
        return Line(Message(name + ": {n} face down", {"n": len(values)}))
    tiles = " + ".join(map(str, values)) or "none"
    return Line(Message(name + ": {tiles}", {"tiles": tiles}), sum(values))


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
    gains = [f"the Queen ({mound.queen_vp})"] if colour == queen else []
    gains += [f"the General ({mound.general_vp})"] if colour == general else []
    award = next(award for award in p.awards or evaluate(p).awards if award.mound == mound.id)
    if colour in award.worms:
        gains.append("a worm")
    pips = "pip" if total == 1 else "pips"
    values: dict[str, Value] = {"mound": p.called(mound.id), "n": total, "pips": pips}
    values["gains"] = listed(gains, "and") if gains else "nothing"
    text = "{mound}: {n} {pips}, {gains}" if p.awards else "{mound}: {n} {pips}, so far {gains}"
    return Message(text, values)
