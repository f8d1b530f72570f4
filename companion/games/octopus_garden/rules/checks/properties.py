"""The property checks of section 15 of one step, as sentences about what they find broken.

What must hold of a single position, `problems` finds. That a record replays to the same states is
checked by `companion.rules.testing` for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.games.octopus_garden.rules.actions import Buy, Done, Oyster, Pass, Star
from companion.games.octopus_garden.rules.checks.problems import problems
from companion.games.octopus_garden.rules.phases.stars import distances, star_steps
from companion.games.octopus_garden.rules.position import Position
from companion.rules.game import Action

TURN_BOUND: Final = 3000
"""Turns within which every random game has ended."""

Check = Callable[[Position, Action, Position], bool]


def broken(before: Position, action: Action, after: Position) -> Iterator[str]:
    """Give every property that a step breaks."""
    for problem in problems(after):
        yield f"{problem.rule}: {problem.message.render({})}"
    for text, holds in _CHECKS.items():
        if not holds(before, action, after):
            yield f"{text} ({action})."


def _harvested(before: Position, action: Action, after: Position) -> bool:
    """P1 brings 2 pearls and one for every oyster token."""
    for effect in after.news[0 if action.by else len(before.news) :]:
        what, *words = effect.text.split()
        if what == "harvest" and not after.table.pearls_limited:
            oysters = len(after.garden[effect.seat - 1].having("OY"))
            return (
                int(words[0])
                == 2 + oysters
                == after.pearls[effect.seat - 1] - _spent(before, effect.seat, after)
            )
    return True


def _spent(before: Position, seat: int, after: Position) -> int:
    """Give what the seat had before its harvest: a lionfish may have cost it a pearl."""
    hunted = before.phase == "LION" and len(after.holes) > len(before.holes)
    return before.pearls[seat - 1] - hunted


def _room_at_start(before: Position, _: Action, after: Position) -> bool:
    return after.over or after.turn_no == before.turn_no or bool(after.own.empty)


def _grants_stay(before: Position, _: Action, after: Position) -> bool:
    pairs = zip(before.entitled, after.entitled, strict=True)
    return all(new >= old for olds, news in pairs for old, new in zip(olds, news, strict=True))


def _fish_in_order(before: Position, _: Action, after: Position) -> bool:
    kept = all(new[: len(old)] == old for old, new in zip(before.won, after.won, strict=True))
    tops = all(old[len(old) - len(new) :] == new for old, new in zip(before.stack, after.stack, strict=True))
    return kept and tops


def _star_nearer(before: Position, action: Action, _: Position) -> bool:
    if not isinstance(action, Star):
        return True
    far = distances(before.own)
    return far[action.step.origin] - far[action.step.target] == 1


def _stars_done(before: Position, action: Action, _: Position) -> bool:
    idle = not isinstance(action, Done) or before.phase != "MOVE"
    return idle or next(star_steps(before.own), None) is None


def _claims_fresh(_: Position, action: Action, after: Position) -> bool:
    """No claim outlives its owner's next action of the turn."""
    return not isinstance(action, Buy | Oyster | Pass) or action.by not in after.claim


def _one_claim(_: Position, __: Action, after: Position) -> bool:
    owners = [owner for owner in after.claim if owner]
    return len(owners) == len(set(owners))


def _sharks_remembered(before: Position, _: Action, after: Position) -> bool:
    return all(new or not old for old, new in zip(before.shark_used, after.shark_used, strict=True))


def _market_full(before: Position, _: Action, after: Position) -> bool:
    return after.turn_no <= max(before.turn_no, 1) or not (after.holes and after.bag)


def _last_turns(before: Position, _: Action, after: Position) -> bool:
    """Exactly n - 1 turns follow that of the trigger."""
    if after.over:
        return after.trigger > 0 and after.last_turns == 0
    if not after.trigger or after.turn_no == before.turn_no:
        return True
    ended = before.active
    first = after.trigger == ended
    return after.last_turns == (after.seats - 1 if first else before.last_turns - 1) and after.last_turns > 0


def _terminates(_: Position, __: Action, after: Position) -> bool:
    return after.turn_no <= TURN_BOUND


_CHECKS: Final[dict[str, Check]] = {
    "A harvest is not 2 pearls and one an oyster token": _harvested,
    "A turn began with a full garden": _room_at_start,
    "A bonus that was granted is gone": _grants_stay,
    "Bonus fish were not taken from the top": _fish_in_order,
    "A sea star came not one step nearer": _star_nearer,
    "A sea star had yet to move": _stars_done,
    "A claim outlived its round": _claims_fresh,
    "A seat has two claims": _one_claim,
    "A shark was forgotten": _sharks_remembered,
    "The market was not filled": _market_full,
    "Not every other player had one more turn": _last_turns,
    "The game goes on for ever": _terminates,
}
