"""What hands do on the table so that an action has happened: one piece after the other.

It is worked out from what lay there and what shall lie there; no rule of any game is needed.
People first take away what was eaten, then move pieces, then bring new ones, then turn tiles up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.layout import TABLE, Layout
from companion.rules.abilities import Piles
from companion.rules.game import Lying
from companion.simulation.piles import as_pile, kept
from companion.simulation.table import SimulatedTable

Spot = tuple[str, str]
"""A zone and a cell."""


class Step(NamedTuple):
    """One thing a hand does: take a piece away, move it, bring one, or turn one up.

    ``take`` is where it lies (None: it is brought), ``put`` where it shall lie (None: it is taken
    off the table), ``kind`` what it then shows. A loose sheet lies in the zone `TABLE`, in a cell of
    its own name, and is a piece of that name.
    """

    take: Spot | None
    put: Spot | None
    kind: str


def steps(layout: Layout, before: Lying | Piles, after: Lying | Piles) -> list[Step]:
    """Give what a hand does to get from one view of the table to another. Dice are thrown, not laid."""
    old, new = _lying(layout, before), _lying(layout, after)
    gone: list[tuple[Spot, str]] = []
    come: list[tuple[Spot, str]] = []
    turned: list[Step] = []
    for spot in dict.fromkeys((*old, *new)):
        was, now = old.get(spot, ()), new.get(spot, ())
        if was != now:
            off, on = _left(was, now)
            over = [(a, b) for a in off for b in on if _other_side(a, b)][:1]
            turned += [Step(spot, spot, kind) for _, kind in over]
            for a, b in over:
                off.remove(a)
                on.remove(b)
            gone += [(spot, kind) for kind in off]
            come += [(spot, kind) for kind in on]
    moved = list(_moves(gone, come))
    taken = [Step(spot, None, kind) for spot, kind in gone]
    brought = [Step(None, spot, kind) for spot, kind in come]
    return [*taken, *_in_turn(moved), *brought, *turned]


def _left(was: tuple[str, ...], now: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Give what is taken off a pile and what comes onto it, the undermost first."""
    stay_was, stay_now = kept(was, now)
    off = [kind for place, kind in enumerate(was) if place not in stay_was]
    on = [kind for place, kind in enumerate(now) if place not in stay_now]
    return off, on


def thrown(layout: Layout, before: Lying, after: Lying) -> tuple[str, ...]:
    """Give the dice that are thrown to get from one view of the table to another: their kinds."""
    trays = [zone.id for _, zone in layout.zones() if zone.form == "tray"]
    return tuple(kind for tray in trays if not before.get(tray) for kind in after.get(tray, {}).values())


def _lying(layout: Layout, lying: Lying | Piles) -> dict[Spot, tuple[str, ...]]:
    """Give what lies in cells, and the loose sheets, sheets last: they are taken away when they are bare."""
    celled = [zone.id for _, zone in layout.zones() if zone.cells]
    spots = {(zone, cell): as_pile(kinds) for zone in celled for cell, kinds in lying.get(zone, {}).items()}
    return spots | {(TABLE, sheet): (sheet,) for sheet in layout.laid_out(lying)}


def _other_side(was: str, kind: str) -> bool:
    """Whether a piece becomes another by being turned over where it lies: a back and its front."""
    if was.endswith("-back"):
        return kind.startswith(was.removesuffix("back")) or kind == was.removesuffix("-back")
    return kind == f"{was}-back"


def _moves(gone: list[tuple[Spot, str]], come: list[tuple[Spot, str]]) -> Iterator[Step]:
    """Pair what is gone with what has come of the same kind; what is paired is taken out of both."""
    for place in list(come):
        spot, kind = place
        sources = [old for old in gone if old[1] == kind]
        near = [old for old in sources if old[0][0] == spot[0]]
        if sources:
            source = (near or sources)[0]
            gone.remove(source)
            come.remove(place)
            yield Step(source[0], spot, kind)


def _in_turn(moved: list[Step]) -> Iterator[Step]:
    """Order moves so that each goes to a free space; a circle begins anywhere."""
    waiting = list(moved)
    while waiting:
        held = {step.take for step in waiting if step.take != step.put}
        free = next((step for step in waiting if step.put not in held), waiting[0])
        waiting.remove(free)
        yield free


def perform(table: SimulatedTable, step: Step) -> None:
    """Do one step on a table; a piece that does not lie where it should is brought anew."""
    if TABLE in (step.take or step.put or ()):
        (table.bring_sheet if step.put else table.take_sheet)(step.kind)
        return
    if step.put is not None and step.take == step.put:
        if not table.turn_over(*step.put, step.kind):
            table.show(*step.put, step.kind)
        return
    piece = table.find(step.kind, *step.take) if step.take else table.thrown(step.kind)
    if step.put is None:
        if piece is not None:
            table.remove(piece.id)
    elif piece is None:
        table.add(step.kind, *step.put)
    else:
        table.move(piece.id, *step.put)
