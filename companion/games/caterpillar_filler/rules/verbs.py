"""Every kind of action: who takes it, in which phases, what is legal, why not, what comes of it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.caterpillar_filler.rules import actions
from companion.games.caterpillar_filler.rules.phases import blooming, chance, joining, moving, routes, wasps
from companion.games.caterpillar_filler.rules.position import P, Phase, Position
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.verbs import Verb, Verbs, awaited, for_chance, others_turn

_WASP_PHASES: Final[tuple[Phase, ...]] = ("START", "ROLL", "MOVE", "JOIN", "END")

_TABLE: Final[dict[type[Action], Verb]] = {
    actions.Wild: Verb("chance", ("WILD",), chance.legal_wilds, chance.why_not_wild, chance.apply_wild),
    actions.First: Verb("chance", ("FIRST",), chance.legal_firsts, chance.why_not_first, chance.apply_first),
    actions.Roll: Verb(
        "chance", ("START", "ROLL"), chance.legal_rolls, chance.why_not_roll, chance.apply_roll
    ),
    actions.Keep: Verb("turn", ("KEEP",), chance.legal_keeps, chance.why_not_keep, chance.apply_keep),
    actions.Tile: Verb(
        "chance", ("BLOOM",), blooming.legal_tiles, blooming.why_not_tile, blooming.apply_tile
    ),
    actions.Flower: Verb(
        "turn", ("BLOOM",), blooming.legal_flowers, blooming.why_not_flower, blooming.apply_flower
    ),
    actions.Route: Verb("turn", ("MOVE",), routes.legal_routes, moving.why_not_route, moving.apply_route),
    actions.Stuck: Verb("turn", ("MOVE",), moving.legal_stucks, moving.why_not_stuck, moving.apply_stuck),
    actions.Join: Verb("turn", ("JOIN",), joining.legal_joins, joining.why_not_join, joining.apply_join),
    actions.Wait: Verb("turn", ("JOIN",), joining.legal_waits, joining.why_not_wait, joining.apply_wait),
    actions.End: Verb("turn", ("MOVE", "END"), moving.legal_ends, moving.why_not_end, moving.apply_end),
    actions.Wasp: Verb("turn", _WASP_PHASES, wasps.legal_wasps, wasps.why_not_wasp, wasps.apply_wasp),
    actions.Shift: Verb("turn", _WASP_PHASES, wasps.legal_shifts, wasps.why_not_shift, wasps.apply_shift),
}

_AWAITED: Final = awaited(
    "section 6",
    {
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
    },
    OVER="CF-40",
)


def _not_theirs(p: Position, verb: Verb, actor: Actor) -> Reason | None:
    if actor == (CHANCE if verb.who == "chance" else p.seat_to_move):
        return None
    return for_chance() if verb.who == "chance" else others_turn(p.seat_to_move)


VERBS: Final = Verbs[Position]("Caterpillar Filler", _TABLE, _AWAITED, _not_theirs)


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
            may_wasp = next(VERBS.legal(p, p.seat_to_move), None) is not None
            return (CHANCE, p.seat_to_move) if may_wasp else (CHANCE,)
        case _:
            return (p.seat_to_move,)


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action."""
    kept = p if isinstance(action, actions.Wasp | actions.Shift) else replace(p, ate=0, grew_on=None)
    after: P = VERBS.apply(kept, action)
    return after
