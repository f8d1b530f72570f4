"""The score sheet: a line for every flower, purse, closed field and counted patch (section 9)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.papillon.rules.data.regions import Region
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.results.scoring import flower_nectar, paying_fields, paying_patches, ranks
from companion.games.papillon.rules.sentences.words import counted, flower_called, part_called
from companion.rules.game import Seat
from companion.rules.message import Message
from companion.rules.phrases import Term, Value
from companion.rules.sheet import Line, Sheet

_PLACES = ("none", "first", "second", "third", "fourth")


def sheet(p: Position) -> Sheet:
    """Itemise every seat's Nectar as it stands."""
    return Sheet({seat: tuple(_lines(p, seat)) for seat in range(1, p.seats + 1)})


def _lines(p: Position, seat: Seat) -> Iterator[Line]:
    yield from _flowers(p, seat)
    yield Line(Message("Caterpillars"), p.cat[seat - 1])
    yield from _fields(p, seat)
    yield from _patches(p, seat)
    yield Line(Message("Gnomes, for a tie: {n}", {"n": p.gnomes[seat - 1]}))
    if p.over and p.hand[seat - 1]:
        yield Line(Message("Tiles that fit nowhere: {n}", {"n": len(p.hand[seat - 1])}))


def _flowers(p: Position, seat: Seat) -> Iterator[Line]:
    for flower in p.flower:
        number = flower.count[seat - 1]
        values: dict[str, Value] = {
            "flower": flower_called(flower.id),
            "butterflies": counted(number, "butterfly"),
            "place": Term(_PLACES[ranks(flower.count)[seat - 1]]),
        }
        text = "{flower:Cap}: {butterflies}, {place}" if number else "{flower:Cap}: no butterfly"
        where = (f"planter-{flower.id}/planter",)
        yield Line(Message(text, values), flower_nectar(p, flower)[seat - 1], where)


def _fields(p: Position, seat: Seat) -> Iterator[Line]:
    for region, gnome, each in paying_fields(p, seat):
        text = "Closed {part}: {icons} with a gnome, {each} each" if gnome else "Closed {part}: {icons}"
        values: dict[str, Value] = {
            "part": part_called(region.key, p.box),
            "icons": counted(region.icons, "butterfly icon"),
        }
        if gnome:
            values["each"] = each
        yield Line(Message(text, values), region.icons * each, _cells(region, seat))


def _patches(p: Position, seat: Seat) -> Iterator[Line]:
    for region, gnome, each in paying_patches(p, seat):
        text = "Closed {part}: {tiles}, {each} each"
        if gnome:
            text = "Closed {part}: {tiles}, {each} each with a gnome"
        values: dict[str, Value] = {
            "part": part_called(region.key, p.box),
            "tiles": counted(region.size, "tile"),
            "each": each,
        }
        yield Line(Message(text, values), region.size * each, _cells(region, seat))


def _cells(region: Region, seat: Seat) -> tuple[str, ...]:
    return tuple(f"garden-{seat}/{x},{y}" for x, y in region.cells)
