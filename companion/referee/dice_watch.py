"""Which dice were rolled since the last roll that counts, and what they show.

A die lies in the tray all the time, so its mere presence says nothing. The memory has the dice of the last
recorded roll. A die counts as rolled when it differs from them in place, turn or colour. A die that has not
moved can hardly show another value. If a reading says so, the table asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from itertools import permutations
from math import hypot, log, prod
from typing import Final

import msgspec

from companion.layout import Layout, Point, die_face
from companion.referee.likelihood import CELL_LIMIT
from companion.rules.game import Lying
from companion.sighting import DieSighting, Sighting

SAME_MM: Final = 1.5
SAME_DEG: Final = 6.0
"""Readings of one resting die differ by less as long as the light stays: of 72 on the simulated table all
by 0.9 mm and 0.4 degrees. Where the lamp or the camera is moved they differ by up to 3.4 mm and 5.5
degrees; then the die may be asked about. A roll that ends nearer than this is not seen at all."""

NUDGED_MM: Final = 6.0
NUDGED_DEG: Final = 12.0
"""Hardly one roll in a thousand ends so near to the last one, with the same value on top; a sleeve
that brushes the die does it often."""

SLID_MM: Final = 24.0
"""A die that moved less than this and hardly turned was pushed and keeps its value. Of real rolls three in
a thousand end so."""

TRUSTED_COST: Final = 6.0
"""The least cost of another value than a trusted one."""

COLOUR_LIMIT: Final = 1.5 * CELL_LIMIT
"""The greatest cost of another colour: more than that of an unseen end of a turn."""

TRAY_LEAD: Final = 2.0
TRAY_CONFIDENCE: Final = 0.85
"""A die in the tray is a die, so there less is asked of the reader than its own threshold, which
must also tell dice from clutter: this lead of the best value, in natural logarithms, and this
confidence. A reading that the count of the pips bears out has more. One whose pips could not be counted
where a top face must be needs nearly as much by itself: a side face was once read so, with 0.63."""


HARDLY_A_DIE: Final = 0.05
WITHIN_SIDES: Final = 1.2
"""A die that is found with less confidence, so many sides from another, is that other's top or side."""


class RestingDie(msgspec.Struct, frozen=True):
    """Where a die came to rest: millimetres of the tray, or of the picture where no tray is in view."""

    at_mm: Point
    angle_deg: float
    value: int | None
    colour: str = ""


class DiceMemory(msgspec.Struct, frozen=True):
    """The dice that belong to the record. ``lifted``: they have been out of the tray since."""

    dice: tuple[RestingDie, ...]
    lifted: bool = False


class DiceView:
    """The dice of one sighting against the memory of those that belong to the record.

    Without a memory nothing counts as rolled: what lies there when the watch begins may lie
    there since yesterday.
    """

    def __init__(
        self,
        layout: Layout,
        sighting: Sighting,
        memory: DiceMemory | None,
        ignoring: Collection[str] = (),
    ) -> None:
        self._faces = {name: die_face(name) for name, kind in layout.kinds.items() if kind.shape == "die"}
        sizes = [kind.size_mm[0] for kind in layout.kinds.values() if kind.shape == "die"]
        self._die_mm = sizes[0] if sizes else 1.0
        self._trays = {
            zone.id: (sheet.id, zone.outline_mm)
            for sheet, zone in layout.zones()
            if zone.form == "tray" and zone.id not in ignoring
        }
        sheets = {sheet for sheet, _ in self._trays.values()}
        self.tray_in_view = any(seen.sheet in sheets for seen in sighting.sheets)
        self._put_on = {sheet.id for sheet, zone in layout.zones() if layout.takes_dice(zone)}
        self._hand = sighting.stillness.hand
        self.dice = self._once(die for die in sighting.dice if self._counts(die))
        touched = [(die, self._touch(die, memory)) for die in self.dice]
        self.fresh = tuple(die for die, touch in touched if touch == "rolled")
        self.nudged = tuple(die for die, touch in touched if touch == "nudged")

    @property
    def unreadable(self) -> tuple[DieSighting, ...]:
        """Rolled dice without a readable value: cocked, cut off, or one on another."""
        return tuple(die for die in self.fresh if die.value is None)

    @property
    def trays(self) -> tuple[str, ...]:
        """The zones in which dice are read."""
        return tuple(self._trays)

    @property
    def put_down(self) -> bool:
        """Whether this game puts dice on cells, where they keep showing their roll."""
        return bool(self._put_on)

    @property
    def where(self) -> str:
        """The first die as ``zone/cell``."""
        return f"{self.trays[0]}/1" if self._trays else ""

    @property
    def sure(self) -> bool:
        """Whether every rolled die was read above the threshold of measured error."""
        return all(map(self._trusts, self.fresh + self.nudged if self.fresh else ()))

    def kinds(self, lying: Lying) -> tuple[str, ...]:
        """The dice of a position."""
        return tuple(kind for zone, cells in lying.items() if zone in self._trays for kind in cells.values())

    def cost(self, kinds: Sequence[str]) -> float | None:
        """What it costs to believe that the rolled dice show these kinds; None if they were not rolled.

        If a roll has more dice than have moved, one of them came to rest near its old place.
        """
        rolled = self._rolled(len(kinds))
        if not self.fresh or len(rolled) != len(kinds) or any(die.value is None for die in rolled):
            return None
        faces = [self._faces[kind] for kind in kinds]
        return min(self._cost_of(rolled, order) for order in set(permutations(faces)))

    def odds(self, kinds: Sequence[str]) -> float:
        """The share of these kinds among all that the rolled dice may show.

        Unlike `cost` it has no limit, so unlikely kinds still differ.
        """
        faces = [self._faces[kind] for kind in kinds]
        orders = set(permutations(faces))
        return max(prod(map(_odds_of, self._rolled(len(kinds)), order)) for order in orders)

    def value_kind(self, die: DieSighting) -> str | None:
        """The kind of piece that a die looks like."""
        faces = [(die.colour, die.value), ("", die.value)]
        return next((kind for kind, face in self._faces.items() if face in faces), None)

    def with_nudged(self) -> DiceView:
        """Give this view with the dice that hardly moved counted as rolled."""
        other = copy(self)
        other.fresh, other.nudged = self.fresh + self.nudged, ()
        return other

    def remember(self) -> DiceMemory:
        """Give the memory after these dice were recorded."""
        return DiceMemory(
            tuple(
                RestingDie(self._place(die), die.angle_deg, die.value, die.colour if die.colours else "")
                for die in self.dice
            )
        )

    def watch(self, memory: DiceMemory | None) -> DiceMemory | None:
        """Give the memory after a look without a roll: it begins, or notes that dice were picked up."""
        if memory is None:
            return self.remember()
        if self.tray_in_view and not self.dice and not self._hand:
            return DiceMemory(memory.dice, lifted=True)
        return memory

    def _counts(self, die: DieSighting) -> bool:
        """Whether a die may count as rolled. While a tray is in view, only dice in it count.

        A die that was put on a sheet for dice never counts.
        """
        if not self.tray_in_view:
            return bool(self._trays) and die.sheet not in self._put_on
        trays = (outline for sheet, outline in self._trays.values() if sheet == die.sheet)
        return die.centre_mm is not None and any(_inside(outline, die.centre_mm) for outline in trays)

    def _once(self, dice: Iterable[DieSighting]) -> tuple[DieSighting, ...]:
        """Leave out what is hardly a die and lies where another is: it is one of that die's sides."""
        found = tuple(dice)
        return tuple(
            die
            for die in found
            if die.accepted
            or die.confidence >= HARDLY_A_DIE
            or not any(
                other.confidence > die.confidence and self._apart_mm(die, other) < WITHIN_SIDES * self._die_mm
                for other in found
            )
        )

    def _apart_mm(self, one: DieSighting, other: DieSighting) -> float:
        (x, y), (other_x, other_y) = self._place(one), self._place(other)
        return hypot(x - other_x, y - other_y)

    def _rolled(self, number: int) -> tuple[DieSighting, ...]:
        """Choose the dice that were rolled, given their number."""
        return self.fresh if len(self.fresh) == number else self.fresh + self.nudged

    def _touch(self, die: DieSighting, memory: DiceMemory | None) -> str:
        if memory is None:
            return "resting"
        at_mm = self._place(die)
        nearest = "rolled"
        for other in memory.dice:
            if die.colours and other.colour not in ("", die.colour):
                continue
            away_mm = hypot(at_mm[0] - other.at_mm[0], at_mm[1] - other.at_mm[1])
            turn_deg = abs((die.angle_deg - other.angle_deg + 45.0) % 90.0 - 45.0)
            if away_mm < SAME_MM and turn_deg < SAME_DEG:
                turned_over = die.value not in (other.value, None) and self._trusts(die)
                return "nudged" if turned_over else "resting"
            near = away_mm < NUDGED_MM and turn_deg < NUDGED_DEG
            slid = away_mm < SLID_MM and turn_deg < SAME_DEG
            if (near or slid) and not memory.lifted and die.value in (other.value, None):
                nearest = "nudged"
        return nearest

    def _place(self, die: DieSighting) -> Point:
        if die.centre_mm is not None:
            return die.centre_mm
        mm_per_px = self._die_mm / max(1.0, die.box_px[2])
        return die.centre_px[0] * mm_per_px, die.centre_px[1] * mm_per_px

    def _trusts(self, die: DieSighting) -> bool:
        if die.accepted or not self.tray_in_view or die.flags or die.confidence < TRAY_CONFIDENCE:
            return die.accepted
        second, best = sorted(die.odds.values())[-2:]
        return _log_ratio(best, second) >= TRAY_LEAD

    def _cost_of(self, rolled: Sequence[DieSighting], faces: Sequence[tuple[str, int]]) -> float:
        total = 0.0
        for die, (colour, value) in zip(rolled, faces, strict=True):
            cost = _log_ratio(max(die.odds.values()), die.odds.get(value, 0.0))
            if value != die.value and self._trusts(die):
                cost = max(cost, TRUSTED_COST)
            total += min(CELL_LIMIT, cost)
            if die.colours:
                odd = _log_ratio(max(die.colours.values()), die.colours.get(colour, 0.0))
                total += min(COLOUR_LIMIT, odd)
        return total


def _log_ratio(best: float, odds: float) -> float:
    return log(best / odds) if odds > 0 else CELL_LIMIT


def _odds_of(die: DieSighting, face: tuple[str, int]) -> float:
    colour, value = face
    return die.odds.get(value, 0.0) * (die.colours.get(colour, 0.0) if die.colours else 1.0)


def _inside(outline_mm: Sequence[Point], at_mm: Point) -> bool:
    """Whether a point lies within a polygon: a ray to the right crosses its outline oddly often."""
    x, y = at_mm
    crossings = 0
    for (x1, y1), (x2, y2) in zip(outline_mm, (*outline_mm[1:], outline_mm[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1
