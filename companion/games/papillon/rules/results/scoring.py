"""What counts: flowers, caterpillars, closed fields, the two patches (section 9, R59, R62 to R64)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.games.papillon.rules.data.regions import Region, regions
from companion.games.papillon.rules.position import Flower, Position
from companion.rules.game import Outcome, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message
from companion.rules.phrases import Listing, Value

COUNTED_PATCHES: Final = 2
"""The two largest closed patches count (line 4)."""


class Worth(NamedTuple):
    """A closed region, whether a gnome in it counts (Expert), and what each tile or icon pays."""

    region: Region
    gnome: bool
    each: int


class Scores(NamedTuple):
    """The four lines of a seat's sheet."""

    flowers: int
    caterpillars: int
    fields: int
    patches: int

    @property
    def total(self) -> int:
        """The Nectar."""
        return sum(self)


def ranks(counts: Sequence[int]) -> tuple[int, ...]:
    """Give everybody's dense rank from 1; equal counts share one, 0 stands for no butterfly."""
    levels = sorted({count for count in counts if count}, reverse=True)
    return tuple(levels.index(count) + 1 if count else 0 for count in counts)


def nectar(planter: tuple[int, int, int], counts: Sequence[int]) -> tuple[int, ...]:
    """Give what a flower pays each seat; two players use the high and the low number only (R59)."""
    high, middle, low = planter
    pays = (0, high, low) if len(counts) == 2 else (0, high, middle, low, 0)
    return tuple(pays[rank] for rank in ranks(counts))


def flower_nectar(p: Position, flower: Flower) -> tuple[int, ...]:
    """Give what a flower of the game pays each seat; nothing before it has a planter."""
    planter = p.box.planters.get(flower.planter)
    return nectar(planter, flower.count) if planter else (0,) * p.seats


def _worths(p: Position, seat: Seat, *, patches: bool) -> list[Worth]:
    """Give the closed patches, or fields, of a garden."""
    found = regions(p.box, p.garden[seat - 1])
    return [worth_of(p, seat, each) for each in found if each.closed and each.is_patch == patches]


def worth_of(p: Position, seat: Seat, region: Region) -> Worth:
    """Give what a closed region pays: 2 a tile of a patch, 1 an icon of a field; a gnome adds 1 (R62)."""
    gnome = p.table.expert and not set(p.gnome_at[seat - 1]).isdisjoint(region.nodes)
    return Worth(region, gnome, gnome + (2 if region.is_patch else 1))


def closed_worths(p: Position, seat: Seat) -> list[Worth]:
    """Give all closed patches of a garden."""
    return _worths(p, seat, patches=True)


def paying_fields(p: Position, seat: Seat) -> list[Worth]:
    """Give the closed fields that hold icons (R62)."""
    return [worth for worth in _worths(p, seat, patches=False) if worth.region.icons]


def paying_patches(p: Position, seat: Seat) -> list[Worth]:
    """Give the two closed patches that count (R63)."""
    return two_patches(closed_worths(p, seat), best_paid=best_paid(p))


def best_paid(p: Position) -> bool:
    """Whether the two best paid patches count, not the two largest (O11)."""
    return p.table.expert and p.table.picks_best_paid


def two_patches(worths: Sequence[Worth], *, best_paid: bool) -> list[Worth]:
    """Choose the two largest, of equal ones the better paid, or the two best paid (G17, O11)."""

    def first(worth: Worth) -> tuple[int, int]:
        pay = worth.region.size * worth.each
        return (pay, 0) if best_paid else (worth.region.size, pay)

    return sorted(worths, key=first, reverse=True)[:COUNTED_PATCHES]


def scores(p: Position, seat: Seat) -> Scores:
    """Give the four lines of a seat."""
    return Scores(
        flowers=sum(flower_nectar(p, flower)[seat - 1] for flower in p.flower),
        caterpillars=p.cat[seat - 1],
        fields=sum(worth.region.icons * worth.each for worth in paying_fields(p, seat)),
        patches=sum(worth.region.size * worth.each for worth in paying_patches(p, seat)),
    )


def winners(totals: Sequence[int], gnomes: Sequence[int]) -> tuple[Seat, ...]:
    """Give who has most Nectar, and of those most gnomes (R53)."""
    standing = list(zip(totals, gnomes, strict=True))
    return tuple(seat for seat, each in enumerate(standing, 1) if each == max(standing))


def outcome(p: Position) -> Outcome | None:
    """Give who has won and why, once the game is over."""
    if not p.over:
        return None
    totals = [scores(p, seat).total for seat in range(1, p.seats + 1)]
    won = winners(totals, p.gnomes)
    best = max(totals)
    if len(won) > 1:
        names = _called(won)
        message = Message("Shared victory: {winners} with {n} Nectar.", {"n": best, "winners": names})
        return Outcome(won, message, Message("With {n} Nectar each.", {"n": best}))
    others = [seat for seat, total in enumerate(totals, 1) if total == best and seat not in won]
    winner, values = {"winner": won[0]}, _more_gnomes(p, won[0], others, best)
    if not others:
        why = Message("With {n} Nectar.", values)
        return Outcome(won, Message("{winner} wins with {n} Nectar.", values, winner), why)
    text = "{winner} wins with {n} Nectar: as much as {others}, and more gnomes ({mine} to {theirs})."
    why = Message("With {n} Nectar: as much as {others}, and more gnomes ({mine} to {theirs}).", values)
    return Outcome(won, Message(text, values, winner), why)


def _called(seats: Sequence[Seat]) -> Listing:
    return listed([Message("{who}", seats={"who": seat}) for seat in seats], "and")


def _more_gnomes(p: Position, winner: Seat, others: Sequence[Seat], best: int) -> dict[str, Value]:
    """Give the values that say how gnomes decide against those who have as much Nectar (R53)."""
    if not others:
        return {"n": best}
    theirs = listed([p.gnomes[seat - 1] for seat in others], "and")
    return {"n": best, "others": _called(others), "mine": p.gnomes[winner - 1], "theirs": theirs}
