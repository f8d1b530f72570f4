"""Every kind of action: who takes it, in which phases, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from companion.games.it_happens.rules import actions, opening, placing, rolling
from companion.games.it_happens.rules.position import P, Phase, Position
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.words import reason
from companion.rules.message import Message


class Verb(NamedTuple):
    """One kind of action. The functions are only asked in one of its phases."""

    by_chance: bool
    phases: tuple[Phase, ...]
    legal: Callable[[Position], Iterator[Action]]
    why_not: Callable[[Position, Any], Reason | None]
    apply: Callable[[Any, Any], Any]


VERBS: Final[dict[type[Action], Verb]] = {
    actions.First: Verb(True, ("FIRST",), opening.legal_firsts, opening.why_not_first, opening.apply_first),
    actions.Reveal: Verb(
        True, ("REVEAL",), opening.legal_reveals, opening.why_not_reveal, opening.apply_reveal
    ),
    actions.Roll: Verb(
        True, ("CHOOSE", "ROLL"), rolling.legal_rolls, rolling.why_not_roll, rolling.apply_roll
    ),
    actions.Choose: Verb(
        False, ("CHOOSE",), rolling.legal_chooses, rolling.why_not_choose, rolling.apply_choose
    ),
    actions.Place: Verb(False, ("ROLLED",), placing.legal_places, placing.why_not_place, placing.apply_place),
    actions.Reroll: Verb(
        False, ("ROLLED",), rolling.legal_rerolls, rolling.why_not_reroll, rolling.apply_reroll
    ),
    actions.Pass: Verb(
        False, ("CHOOSE", "ROLLED"), rolling.legal_passes, rolling.why_not_pass, rolling.apply_pass
    ),
}

_FIRST: Final[dict[Phase, Reason]] = {
    "FIRST": reason("IH-R34", "First somebody is named to begin."),
    "REVEAL": reason("section 6", "First three mounds are revealed."),
    "CHOOSE": reason("IH-R06", "First a die is rolled."),
    "ROLL": reason("IH-R06", "First the die is rolled."),
    "ROLLED": reason("IH-R07", "The roll stands: first the die is placed."),
    "OVER": reason("section 6", "The game is over."),
}
"""What a phase waits for, with the rule that says so."""


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: chance, the active seat, or both while a turn may be passed before the roll."""
    return tuple(
        actor for actor in dict.fromkeys((CHANCE, p.active_seat)) if next(legal(p, actor), None) is not None
    )


def legal(p: Position, actor: Actor) -> Iterator[Action]:
    """Lazily give the legal actions of an actor."""
    for verb in VERBS.values():
        if p.phase in verb.phases and actor == (CHANCE if verb.by_chance else p.active_seat):
            yield from verb.legal(p)


def why_not(p: Position, action: Action) -> Reason | None:
    """Why an action is not legal now."""
    verb = VERBS.get(type(action))
    if verb is None:
        return reason("section 6", "That is not an action of It Happens.")
    if p.phase not in verb.phases:
        return _FIRST[p.phase]
    if action.by != (CHANCE if verb.by_chance else p.active_seat):
        if verb.by_chance:
            return reason(_FIRST[p.phase].rule, "That is for chance to decide.")
        return Reason("IH-R18", Message("It is {who}'s turn.", seats={"who": p.active_seat}))
    return verb.why_not(p, action)


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action; what was told stays until a player's next one."""
    if action.by != CHANCE:
        p = replace(p, awards=(), found=None)
    after: P = VERBS[type(action)].apply(p, action)
    return after
