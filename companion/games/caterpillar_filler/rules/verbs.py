"""Every kind of action: who takes it, in which phases, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules import (
    actions,
    blooming,
    chance,
    joining,
    moving,
    routes,
    wasps,
)
from companion.games.caterpillar_filler.rules.position import P, Phase, Position
from companion.games.caterpillar_filler.rules.words import reason
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.message import Message


class Verb(NamedTuple):
    """One kind of action. The functions are only asked in one of its phases."""

    by_chance: bool
    phases: tuple[Phase, ...]
    legal: Callable[[Position], Iterator[Action]]
    why_not: Callable[[Position, Any], Reason | None]
    apply: Callable[[Any, Any], Any]


_WASP_PHASES: Final[tuple[Phase, ...]] = ("START", "ROLL", "MOVE", "JOIN", "END")

VERBS: Final[dict[type[Action], Verb]] = {
    actions.Wild: Verb(True, ("WILD",), chance.legal_wilds, chance.why_not_wild, chance.apply_wild),
    actions.First: Verb(True, ("FIRST",), chance.legal_firsts, chance.why_not_first, chance.apply_first),
    actions.Roll: Verb(True, ("START", "ROLL"), chance.legal_rolls, chance.why_not_roll, chance.apply_roll),
    actions.Keep: Verb(False, ("KEEP",), chance.legal_keeps, chance.why_not_keep, chance.apply_keep),
    actions.Tile: Verb(True, ("BLOOM",), blooming.legal_tiles, blooming.why_not_tile, blooming.apply_tile),
    actions.Flower: Verb(
        False, ("BLOOM",), blooming.legal_flowers, blooming.why_not_flower, blooming.apply_flower
    ),
    actions.Route: Verb(False, ("MOVE",), routes.legal_routes, moving.why_not_route, moving.apply_route),
    actions.Stuck: Verb(False, ("MOVE",), moving.legal_stucks, moving.why_not_stuck, moving.apply_stuck),
    actions.Join: Verb(False, ("JOIN",), joining.legal_joins, joining.why_not_join, joining.apply_join),
    actions.Wait: Verb(False, ("JOIN",), joining.legal_waits, joining.why_not_wait, joining.apply_wait),
    actions.End: Verb(False, ("MOVE", "END"), moving.legal_ends, moving.why_not_end, moving.apply_end),
    actions.Wasp: Verb(False, _WASP_PHASES, wasps.legal_wasps, wasps.why_not_wasp, wasps.apply_wasp),
    actions.Shift: Verb(False, _WASP_PHASES, wasps.legal_shifts, wasps.why_not_shift, wasps.apply_shift),
}

_FIRST: Final[dict[Phase, str]] = {
    "WILD": "First the wild garden is laid out.",
    "FIRST": "First somebody is named to begin.",
    "START": "First the die is rolled.",
    "ROLL": "First the die is rolled.",
    "KEEP": "First one of the two dice is kept.",
    "BLOOM": "First the flower that is due finds its space.",
    "MOVE": "The roll stands: first the caterpillar moves.",
    "JOIN": "The caterpillar is away: first it comes back to the edge.",
    "END": "The move is over.",
    "OVER": "The game is over.",
}


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: chance, the player to move, or both while a wasp may be put before the roll."""
    match p.phase:
        case "OVER":
            return ()
        case "WILD" | "FIRST":
            return (CHANCE,)
        case "BLOOM":
            return (CHANCE,) if p.displaced is None else (p.seat_to_move,)
        case "START" | "ROLL":
            may_wasp = next(legal(p, p.seat_to_move), None) is not None
            return (CHANCE, p.seat_to_move) if may_wasp else (CHANCE,)
        case _:
            return (p.seat_to_move,)


def legal(p: Position, actor: Actor) -> Iterator[Action]:
    """Lazily give the legal actions of an actor."""
    for verb in VERBS.values():
        if p.phase in verb.phases and actor == (CHANCE if verb.by_chance else p.seat_to_move):
            yield from verb.legal(p)


def why_not(p: Position, action: Action) -> Reason | None:
    """Why an action is not legal now."""
    verb = VERBS.get(type(action))
    if verb is None:
        return reason("section 6", "That is not an action of Caterpillar Filler.")
    if p.over:
        return reason("CF-40", _FIRST["OVER"])
    if p.phase not in verb.phases:
        return reason("section 6", _FIRST[p.phase])
    if action.by != (CHANCE if verb.by_chance else p.seat_to_move):
        if verb.by_chance:
            return reason("section 7", "That is for chance to decide.")
        return Reason("section 6", Message("It is {who}'s turn.", seats={"who": p.seat_to_move}))
    return verb.why_not(p, action)


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action."""
    kept = p if isinstance(action, actions.Wasp | actions.Shift) else replace(p, ate=0, grew_on=None)
    after: P = VERBS[type(action)].apply(kept, action)
    return after
