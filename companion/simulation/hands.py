"""What hands do on the table so that an action has happened: one piece after the other.

It is worked out from what lay there and what shall lie there; no rule of any game is needed.
People first take away what was eaten, then move pieces, then bring new ones, then turn tiles up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.layout import TABLE, Layout
from companion.rules.game import Lying
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


def steps(layout: Layout, before: Lying, after: Lying) -> list[Step]:
    """Give what a hand does to get from one view of the table to another. Dice are thrown, not laid."""
    old, new = _lying(layout, before), _lying(layout, after)
    gone = {spot: kind for spot, kind in old.items() if new.get(spot) != kind}
    come = {spot: kind for spot, kind in new.items() if old.get(spot) != kind}
    turned = [Step(spot, spot, kind) for spot, kind in come.items() if _turns_up(gone.get(spot), kind)]
    for spot in [spot for spot, kind in come.items() if _turns_up(gone.get(spot), kind)]:
        del gone[spot], come[spot]
    moved = list(_moves(gone, come))
    taken = [Step(spot, None, kind) for spot, kind in gone.items()]
    brought = [Step(None, spot, kind) for spot, kind in come.items()]
    return [*taken, *_in_turn(moved), *brought, *turned]


def thrown(layout: Layout, before: Lying, after: Lying) -> tuple[str, ...]:
    """Give the dice that are thrown to get from one view of the table to another: their kinds."""
    trays = [zone.id for _, zone in layout.zones() if zone.form == "tray"]
    return tuple(kind for tray in trays if not before.get(tray) for kind in after.get(tray, {}).values())


def _lying(layout: Layout, lying: Lying) -> dict[Spot, str]:
    """Give what lies in cells, and the loose sheets, sheets last: they are taken away when they are bare."""
    celled = [zone.id for _, zone in layout.zones() if zone.cells]
    spots = {(zone, cell): kind for zone in celled for cell, kind in lying.get(zone, {}).items()}
    return spots | {(TABLE, sheet): sheet for sheet in layout.laid_out(lying)}


def _turns_up(was: str | None, kind: str) -> bool:
    """Whether a piece becomes another by being turned up where it lies: a back and its front."""
    return was is not None and was.endswith("-back") and kind.startswith(was.removesuffix("back"))


def _moves(gone: dict[Spot, str], come: dict[Spot, str]) -> Iterator[Step]:
    """Pair what is gone with what has come of the same kind; what is paired is taken out of both."""
    for spot, kind in list(come.items()):
        source = next((old for old, was in gone.items() if was == kind and spot[0] == old[0]), None)
        source = source or next((old for old, was in gone.items() if was == kind), None)
        if source is not None:
            del gone[source], come[spot]
            yield Step(source, spot, kind)


def _in_turn(moved: list[Step]) -> Iterator[Step]:
    """Order moves so that each goes to a free space; a circle begins anywhere."""
    waiting = list(moved)
    while waiting:
        held = {step.take for step in waiting}
        free = next((step for step in waiting if step.put not in held), waiting[0])
        waiting.remove(free)
        yield free


def perform(table: SimulatedTable, step: Step) -> None:
    """Do one step on a table; a piece that does not lie where it should is brought anew."""
    if TABLE in (step.take or step.put or ()):
        (table.bring_sheet if step.put else table.take_sheet)(step.kind)
        return
    piece = table.at(*step.take) if step.take else table.thrown(step.kind)
    if step.put is None:
        if piece is not None:
            table.remove(piece.id)
    elif piece is None:
        table.add(step.kind, *step.put)
    elif step.take != step.put:
        table.move(piece.id, *step.put)
    else:
        table.show(*step.put, step.kind)
