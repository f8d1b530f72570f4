"""The property checks SB-P01..P10 and P12 of one step, as sentences about what they find broken.

SB-P11 is about the shipped cards and is a test of the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from companion.games.star_baker.rules.actions import ChefTake, Fill, Order, Restock, Toss
from companion.games.star_baker.rules.checks.problems import problems
from companion.games.star_baker.rules.data.card_file import SHIPPED
from companion.games.star_baker.rules.flow import STALEMATE
from companion.games.star_baker.rules.phases.picking import arrival_min
from companion.games.star_baker.rules.position import Position
from companion.games.star_baker.rules.results.scoring import SET_BONUS, score, symbols
from companion.rules.game import Action
from companion.rules.kit.properties import Check, broken_by

DAY_BOUND: Final = 400
"""Days within which every random game has ended (SB-P12)."""


def broken(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Give every property that a step breaks."""
    # SB-P01, P02 and P10 hold of a single position.
    return broken_by(before, action, after, problems(after), _CHECKS)


def _won(action: Action) -> int:
    """How many recipes an action wins."""
    return len(action.won) if isinstance(action, Fill) else int(isinstance(action, ChefTake))


def _arrivals_differ(before: Position, action: Action, _: Position) -> bool:
    if not isinstance(action, Order) or before.table.cards is not SHIPPED:
        return True
    seats = [seat for seat in action.seats if seat <= before.seats]
    return all(
        arrival_min(before, one) != arrival_min(before, two) or arrival_min(before, one) is None
        for one, two in combinations(seats, 2)
        if len(before.time_pick[one - 1]) == len(before.time_pick[two - 1])
    )


def _cards_pay(before: Position, action: Action, _: Position) -> bool:
    if not isinstance(action, Fill):
        return True
    shown = Counter(filling for card in action.cards for filling in before.card(card).fillings)
    chains = [(card,) for card in action.won] if before.table.bonus_uses_all else [action.won]
    asked = [Counter(f for card in chain for f in before.card(card).requires) for chain in chains]
    some = asked[0]
    return all(needed <= shown for needed in asked) and all(
        any(some[filling] for filling in before.card(card).fillings) for card in action.cards
    )


def _fill_or_restock(before: Position, action: Action, after: Position) -> bool:
    if not isinstance(action, Fill | Restock):
        return True
    did = "fill" if isinstance(action, Fill) else "restock"
    time_cards = before.time_pick[action.by - 1]
    paid = isinstance(action, Fill) and set(time_cards) & set(action.cards)
    first = not before.actions_today[action.by - 1]
    same_day = after.day == before.day
    return first and not paid and (not same_day or after.actions_today[action.by - 1] == did)


def _cards_stay(before: Position, action: Action, after: Position) -> bool:
    if before.phase == "CHEFS":
        return True
    for player in before.players:
        gained = len(after.collection(player)) - len(before.collection(player))
        mine = player == (action.by or before.mover)
        if gained != (_won(action) - isinstance(action, Toss) if mine else 0):
            return False
    return True


def _recipes_fall(before: Position, action: Action, after: Position) -> bool:
    return before.deck + len(before.book) - after.deck - len(after.book) == _won(action)


def _ends_in_time(_: Position, __: Action, after: Position) -> bool:
    left = after.deck + len(after.book)
    guarded = after.table.stalemate_guard and after.resets >= STALEMATE
    if after.over:
        return guarded or left < after.table.book_size
    return after.phase in ("TURN", "TOSS") or left >= after.table.book_size


def _score_adds_up(before: Position, _: Action, after: Position) -> bool:
    for player in after.players:
        if after.collection(player) == before.collection(player):
            continue
        counts = symbols(after, player)
        sets = min(counts.values())
        total = sum(counts.values())
        if score(after, player) != total + SET_BONUS * sets or sets > total / len(counts):
            return False
    return True


def _terminates(_: Position, __: Action, after: Position) -> bool:
    return after.day <= DAY_BOUND


_CHECKS: Final[dict[str, Check]] = {
    "SB-P03": _arrivals_differ,
    "SB-P04": _cards_pay,
    "SB-P05": _fill_or_restock,
    "SB-P06": _cards_stay,
    "SB-P07": _recipes_fall,
    "SB-P08": _ends_in_time,
    "SB-P09": _score_adds_up,
    "SB-P12": _terminates,
}
