"""Every kind of action: who takes it, in which phases, what is legal, why not, what comes of it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.it_happens.rules import actions
from companion.games.it_happens.rules.phases import opening, placing, rolling
from companion.games.it_happens.rules.position import P, Position
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.verbs import Verb, Verbs, for_chance, others_turn
from companion.rules.kit.words import reason

_TABLE: Final[dict[type[Action], Verb]] = {
    actions.First: Verb(
        "chance", ("FIRST",), opening.legal_firsts, opening.why_not_first, opening.apply_first
    ),
    actions.Reveal: Verb(
        "chance", ("REVEAL",), opening.legal_reveals, opening.why_not_reveal, opening.apply_reveal
    ),
    actions.Roll: Verb(
        "chance", ("CHOOSE", "ROLL"), rolling.legal_rolls, rolling.why_not_roll, rolling.apply_roll
    ),
    actions.Choose: Verb(
        "turn", ("CHOOSE",), rolling.legal_chooses, rolling.why_not_choose, rolling.apply_choose
    ),
    actions.Place: Verb(
        "turn", ("ROLLED",), placing.legal_places, placing.why_not_place, placing.apply_place
    ),
    actions.Reroll: Verb(
        "turn", ("ROLLED",), rolling.legal_rerolls, rolling.why_not_reroll, rolling.apply_reroll
    ),
    actions.Pass: Verb(
        "turn", ("CHOOSE", "ROLLED"), rolling.legal_passes, rolling.why_not_pass, rolling.apply_pass
    ),
}

_AWAITED: Final[dict[str, Reason]] = {
    "FIRST": reason("IH-R34", "First somebody is named to begin."),
    "REVEAL": reason("section 6", "First three mounds are revealed."),
    "CHOOSE": reason("IH-R06", "First a die is rolled."),
    "ROLL": reason("IH-R06", "First the die is rolled."),
    "ROLLED": reason("IH-R07", "The roll stands: first the die is placed."),
    "OVER": reason("section 6", "The game is over."),
}
"""What a phase waits for, with the rule that says so."""


def _not_theirs(p: Position, verb: Verb, actor: Actor) -> Reason | None:
    if actor == (CHANCE if verb.who == "chance" else p.active_seat):
        return None
    return (
        for_chance(_AWAITED[p.phase].rule) if verb.who == "chance" else others_turn(p.active_seat, "IH-R18")
    )


VERBS: Final = Verbs[Position]("It Happens", _TABLE, _AWAITED, _not_theirs)


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: chance, the active seat, or both while a turn may be passed before the roll."""
    both = dict.fromkeys((CHANCE, p.active_seat))
    return tuple(actor for actor in both if next(VERBS.legal(p, actor), None) is not None)


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action; what was told stays until a player's next one."""
    if action.by != CHANCE:
        p = replace(p, awards=(), found=None)
    after: P = VERBS.apply(p, action)
    return after
