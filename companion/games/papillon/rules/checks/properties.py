"""The property checks of specification section 15 that speak of one step.

I1 to I3 are checked when a box is loaded; I4, I17 and I18 speak of whole games or of mirrored
gardens and are tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.papillon.rules import actions
from companion.games.papillon.rules.checks.problems import garden, pieces
from companion.games.papillon.rules.data.board import ROUNDS
from companion.games.papillon.rules.data.garden import Garden
from companion.games.papillon.rules.data.regions import closed_patches
from companion.games.papillon.rules.phases.flying import BONUS_SIZE
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.results.scoring import flower_nectar, scores
from companion.rules.game import Action, Seat
from companion.rules.kit.properties import Check, broken_by


def broken(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Give every property that a step breaks."""
    found = list(pieces(after))
    for seat in _changed_gardens(before, after):
        found += garden(after, seat)
    return broken_by(before, action, after, found, _CHECKS)


def _changed_gardens(before: Position, after: Position) -> list[Seat]:
    pairs = enumerate(zip(before.garden, after.garden, strict=True), 1)
    return [seat for seat, (old, new) in pairs if old is not new]


def _old_tiles_stay(before: Position, _: Action, after: Position) -> bool:
    """I8: tiles of earlier rounds never move."""

    def old(tiles: Garden) -> list[object]:
        return [laid for laid in tiles if laid.round < after.round]

    seats = _changed_gardens(before, after)
    return all(old(before.garden[seat - 1]) == old(after.garden[seat - 1]) for seat in seats)


def _closed_for_good(before: Position, _: Action, after: Position) -> bool:
    """I9: patches once rewarded stay closed, and each is rewarded once."""
    for seat in _changed_gardens(before, after):
        now = {(patch.key, patch.size) for patch in closed_patches(after.box, after.garden[seat - 1])}
        seen = before.closed_seen[seat - 1]
        was = {(patch.key, patch.size) for patch in closed_patches(before.box, before.garden[seat - 1])}
        if not {patch for patch in was if patch[0] in seen} <= now:
            return False
    return all(
        set(old) <= set(new) and len(set(new)) == len(new)
        for old, new in zip(before.closed_seen, after.closed_seen, strict=True)
    )


def _orders(before: Position, _: Action, after: Position) -> bool:
    """I10: the order is a permutation, and drafting begins in it."""
    if after.phase != "SETUP" and set(after.order) != set(range(1, after.seats + 1)):
        return False
    begins = after.phase == "DRAFT" and before.phase in ("BID", "GNOME")
    return not begins or after.draft_order == after.order


def _bids(before: Position, action: Action, after: Position) -> bool:
    """I11: nobody bids more than the purse holds, and nonzero bids differ."""
    if not isinstance(action, actions.Bid):
        return True
    if action.amount > before.cat[action.by - 1] or len(set(after.bid_zero)) != len(after.bid_zero):
        return False
    return not action.amount or not before.bid_num[action.amount - 1]


def _new_tiles(before: Position, action: Action, after: Position) -> bool:
    """I12: drafting brings two to four tiles, and a round one gnome at most."""
    if not isinstance(action, actions.Draft):
        return True
    new = len(after.hand[action.by - 1]) - len(before.hand[action.by - 1])
    enough = 2 <= new <= 4 or (new == 1 and (after.phase == "RESERVE" or not after.table.recycles))
    won = sum(after.gnomes) - sum(before.gnomes)
    return enough and (won == 0 or (won == 1 and before.shed is not None and after.shed is None))


def _tokens(before: Position, action: Action, after: Position) -> bool:
    """I13: a bonus token leaves once, taken by a patch of three or more."""
    pairs = list(zip(before.flower, after.flower, strict=True))
    if any(new.token and not old.token for old, new in pairs) and not isinstance(action, actions.Pair):
        return False
    taken = [new.id for old, new in pairs if old.token and not new.token]
    if not taken:
        return True
    sizes = {patch.key: patch.size for patch in before.on_patch[action.by - 1]}
    by_flight = isinstance(action, actions.Fly) and sizes.get(action.patch, 0) >= BONUS_SIZE
    return by_flight and len(taken) == 1


def _flower_line(before: Position, _: Action, after: Position) -> bool:
    """I15: nothing without butterflies, and more of them never pay less."""
    for flower in after.flower if after.flower is not before.flower else ():
        paid = sorted(zip(flower.count, flower_nectar(after, flower), strict=True))
        high = max(after.box.planters.get(flower.planter, (0,)))
        if any(nectar and not count for count, nectar in paid) or sum(n for _, n in paid) > len(paid) * high:
            return False
        if [nectar for _, nectar in paid] != sorted(nectar for _, nectar in paid):
            return False
    return True


def _garden_lines(before: Position, _: Action, after: Position) -> bool:
    """I16: line 4 is even without the module, line 3 within the icons there are."""
    for seat in _changed_gardens(before, after):
        line = scores(after, seat)
        if line.fields > after.box.icons * (2 if after.table.expert else 1):
            return False
        if line.patches % 2 and not after.table.expert:
            return False
    return True


def _bounded(before: Position, action: Action, after: Position) -> bool:
    """I19: eight rounds, and every action but a lifted tile brings the game on."""
    if isinstance(action, actions.Lay):
        return after.phase == "GARDEN"
    moved_on = (after.round, _progress(after)) > (before.round, _progress(before))
    return after.round <= ROUNDS and moved_on


_PHASES: Final = ("SETUP", "FILL", "GNOME", "BID", "DRAFT", "RESERVE", "GARDEN", "FLY", "BONUS", "OVER")


def _progress(p: Position) -> tuple[int, ...]:
    """Give numbers that rise within a round, whatever is done; drafts and flights come in turns."""
    drafting = p.phase in ("DRAFT", "RESERVE")
    flying = p.phase in ("FLY", "BONUS")
    phase = _PHASES.index("DRAFT" if drafting else "FLY" if flying else p.phase)
    tiles = sum(1 for tile in p.board if tile)
    return (
        phase,
        p.turn,
        -sum(len(patches) for patches in p.on_patch) if flying else 0,
        -tiles if drafting else tiles,
        sum(bool(flower.planter) for flower in p.flower) + len(p.order),
        sum(p.done) - sum(p.gnome_to_place),
        sum(len(keys) for keys in p.closed_seen),
        p.phase == "FLY",
        -sum(p.bf) if flying else 0,
    )


_CHECKS: Final[dict[str, Check]] = {
    "I8": _old_tiles_stay,
    "I9": _closed_for_good,
    "I10": _orders,
    "I11": _bids,
    "I12": _new_tiles,
    "I13": _tokens,
    "I15": _flower_line,
    "I16": _garden_lines,
    "I19": _bounded,
}
