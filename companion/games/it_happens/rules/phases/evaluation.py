"""Scoring the mounds after a round (section 9.1)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.it_happens.rules.data.mounds import Mound
from companion.games.it_happens.rules.data.tiles import collects, take_worm
from companion.games.it_happens.rules.position import Award, Column, P, Position, put
from companion.games.it_happens.rules.table import Colour


def evaluate(p: P) -> P:
    """Score the three mounds, left to right. The dice stay where they are."""
    for mound, columns in zip(p.mounds, p.board, strict=True):
        p = _pay(p, mound, _award(p, mound, columns))
    return p


def totals(columns: tuple[Column, ...]) -> tuple[tuple[Colour, int], ...]:
    """Each colour on a mound and the sum of its pips, in the order of the columns."""
    return tuple((dice[0].colour, sum(die.pips for die in dice)) for dice in columns if dice)


def ranked(columns: tuple[Column, ...], *, strict: bool) -> tuple[Colour | None, Colour | None]:
    """Who takes the Queen and who the General: the higher total, then the column further left.

    With ``strict`` only totals below the best one compete for the General (IH-R15). Nobody takes
    what there is no total for (IH-R16).
    """
    # Sorting keeps the order of the columns among equal totals.
    by_total = sorted(totals(columns), key=lambda entry: -entry[1])
    if not by_total:
        return None, None
    queen, best = by_total[0]
    rest = [colour for colour, total in by_total[1:] if not strict or total < best]
    return queen, rest[0] if rest else None


def _award(p: Position, mound: Mound, columns: tuple[Column, ...]) -> Award:
    queen, general = ranked(columns, strict=p.table.general_strict)
    matching = [
        colour for colour, total in totals(columns) if total == mound.worm_number and collects(p, colour)
    ]
    # Too few worms go to the columns further left (IH-R14).
    return Award(mound.id, totals(columns), queen, general, tuple(matching[: p.worm_supply]))


def _pay(p: P, mound: Mound, award: Award) -> P:
    queens, generals, unclaimed = p.queens, p.generals, p.unclaimed
    if award.queen is None:
        unclaimed += (mound.queen_vp,)
    else:
        queens = put(queens, award.queen, (*queens[award.queen], mound.queen_vp))
    if award.general is None:
        unclaimed += (mound.general_vp,)
    else:
        generals = put(generals, award.general, (*generals[award.general], mound.general_vp))
    for colour in award.worms:
        p = take_worm(p, colour)
    return replace(p, queens=queens, generals=generals, unclaimed=unclaimed, awards=(*p.awards, award))
