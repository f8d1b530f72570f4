"""The property checks of specification section 15 for one step, numbered IH-P01..P10 in its order.

IH-P10 (a record replays to the same state) holds for every game and is checked by
`companion.rules.testing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.it_happens.rules.actions import Pass, Reroll, Reveal
from companion.games.it_happens.rules.checks.problems import problems
from companion.games.it_happens.rules.data.mounds import WORM, MoundSet
from companion.games.it_happens.rules.data.spaces import own_column, placeable, target
from companion.games.it_happens.rules.position import Position
from companion.games.it_happens.rules.results.scoring import SET_VP, VARIETY_VP, score
from companion.games.it_happens.rules.table import DICE, SEATS, Table
from companion.rules.game import Action
from companion.rules.kit.properties import Check, broken_by


def broken(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Give every property that a step breaks."""
    # IH-P01..P03 and the first half of P04 hold of a single position.
    return broken_by(before, action, after, problems(after), _CHECKS)


def _dice_stay(before: Position, action: Action, after: Position) -> bool:
    """Dice leave the mounds only when new ones come, and never turn."""
    if isinstance(action, Reveal):
        return not any(dice for columns in after.board for dice in columns)
    return all(
        dice == later[: len(dice)]
        for columns, then in zip(before.board, after.board, strict=True)
        for dice, later in zip(columns, then, strict=True)
    )


def _tiles_stay(before: Position, action: Action, after: Position) -> bool:
    """Only reroll and pass cost a worm, each one; all other tiles are kept."""
    paid = 1 if isinstance(action, Pass | Reroll) else 0
    spent = [before.worms[colour] - after.worms[colour] for colour in before.colours]
    if any(less > (paid if colour + 1 == action.by else 0) for colour, less in enumerate(spent)):
        return False
    kept = all(
        a >= b
        for was, now in zip(before.items, after.items, strict=True)
        for b, a in zip(was, now, strict=True)
    )
    return kept and all(
        now[: len(was)] == was
        for had, has in ((before.queens, after.queens), (before.generals, after.generals))
        for was, now in zip(had, has, strict=True)
    )


def _only_the_stuck_are_skipped(_: Position, __: Action, after: Position) -> bool:
    """A stuck colour has no dice, or a full column on every mound, if there are columns enough."""
    if after.phase not in ("CHOOSE", "ROLL", "ROLLED"):
        return True
    if not placeable(after, after.active_seat):
        return False
    enough = all(len(columns) >= len(after.colours) for columns in after.board)
    return not enough or all(
        target(after, colour, slot) is not None or own_column(columns, colour) is not None
        for colour in after.colours
        for slot, columns in enumerate(after.board)
    )


def _one_tile_each(_: Position, __: Action, after: Position) -> bool:
    return all(award.queen is None or award.queen != award.general for award in after.awards)


def _totals(_: Position, __: Action, after: Position) -> bool:
    scores = [score(after, colour) for colour in after.colours]
    varied = [each for each in scores if each.variety == VARIETY_VP]
    any_item = any(number for items in after.items for number in items)
    return bool(varied) == any_item and all(
        each.total >= 0 and each.variety in (0, VARIETY_VP) for each in scores
    )


def _terminates(_: Position, __: Action, after: Position) -> bool:
    return after.turn_no <= most_turns(after.table)


_CHECKS: Final[dict[str, Check]] = {
    "IH-P04": _dice_stay,
    "IH-P05": _tiles_stay,
    "IH-P06": _only_the_stuck_are_skipped,
    "IH-P07": _one_tile_each,
    "IH-P08": _totals,
    "IH-P09": _terminates,
}


def most_turns(table: Table) -> int:
    """Turns within which every game has ended: every die, and every worm that can be spent, once."""
    dice = sum(table.dice(colour) for colour in range(len(table.colours)))
    return table.mounds.rounds * dice + _most_worms(table.mounds, table.seats)


def _most_worms(mounds: MoundSet, seats: int) -> int:
    """Worm tiles that ever come into players' hands: at the start, from pictures, from mounds."""
    pictures = sum(picture == WORM for picture in mounds.pictures())
    return mounds.start_worms_per_player * seats + pictures + len(mounds.mounds) * max(seats, 3)


def most_actions(mounds: MoundSet) -> int:
    """Actions within which every game has ended.

    A colour chosen, a roll and a placing for every die; a choice, a roll and a pass for every worm.
    """
    dice = DICE * max(SEATS)
    return 1 + mounds.rounds * (1 + 3 * dice) + 3 * _most_worms(mounds, max(SEATS))


def most_points(mounds: MoundSet) -> int:
    """More than anybody can ever have."""
    tiles = sum(mound.queen_vp + mound.general_vp for mound in mounds.mounds)
    return SET_VP * len(mounds.types) + VARIETY_VP + mounds.worm_tiles + tiles
