"""Every kind of action: in which phases, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from companion.games.octopus_garden.rules import (
    acting,
    actions,
    chance,
    chests,
    coconut,
    crabs,
    hand,
    market,
    mimics,
    sharks,
    stars,
)
from companion.games.octopus_garden.rules.flow import after_shark, before_scoring
from companion.games.octopus_garden.rules.position import P, Phase, Position
from companion.rules.game import CHANCE, Action, Actor, Reason, Seat
from companion.rules.kit.words import reason
from companion.rules.message import Message

_BY_CHANCE: Final[frozenset[Phase]] = frozenset({"SETUP", "FIRST", "SWAP", "TREASURE", "DRAW"})
_BY_ASKED: Final[frozenset[Phase]] = frozenset({"SHARK", "SCORE"})
_ANY_TIME: Final[tuple[Phase, ...]] = (
    *("LION", "ACT", "SWAP", "CHEST", "TREASURE", "PLANT", "MOVE", "DRAW", "FILL", "SHARK", "SCORE"),
)
"""Between two actions, in anybody's turn (OG-M03); an activation is one action."""


class Verb(NamedTuple):
    """One kind of action. ``explain`` is only asked about actions that are not legal."""

    phases: tuple[Phase, ...]
    legal: Callable[[Position, Seat], Iterator[Action]]
    explain: Callable[[Position, Any], Reason | None] | None
    apply: Callable[[Any, Any], Any]


def _claimed(p: P, action: actions.Shark) -> P:
    return after_shark(sharks.claim(p, action))


def _stayed(p: P, _: actions.NoShark) -> P:
    return after_shark(p)


def _declared(p: P, action: actions.Mimic) -> P:
    p = mimics.declare(p, action)
    if p.phase == "SCORE" and not mimics.may_declare(p, action.by):
        return before_scoring(p, action.by)
    return p


def _bought(p: P, action: actions.Buy) -> P:
    return hand.plant_on(market.bought(p, action))


_ACT: Final[tuple[Phase, ...]] = ("ACT",)
_LION: Final[tuple[Phase, ...]] = ("LION",)
_MOVE: Final[tuple[Phase, ...]] = ("MOVE",)

VERBS: Final[dict[type[Action], Verb]] = {
    actions.Draw: Verb(
        ("SETUP", "SWAP", "TREASURE", "DRAW"), chance.legal_draws, chance.explain_draw, chance.draw
    ),
    actions.First: Verb(("FIRST",), chance.legal_firsts, chance.explain_first, chance.first),
    actions.Lion: Verb(_LION, acting.legal_lions, acting.explain_lion, acting.hunt),
    actions.Skip: Verb(_LION, acting.legal_skips, None, acting.skip),
    actions.Buy: Verb(_ACT, market.legal_buys, market.explain_buy, _bought),
    actions.Oyster: Verb(_ACT, acting.legal_oysters, acting.explain_oyster, acting.attract),
    actions.Pass: Verb(_ACT, acting.legal_passes, acting.explain_pass, acting.pass_on),
    actions.Release: Verb(_ACT, sharks.legal_releases, sharks.explain_release, sharks.release),
    actions.Chest: Verb(("CHEST",), chests.legal_chests, chests.explain_chest, chests.open_chest),
    actions.Plant: Verb(("PLANT",), hand.legal_plants, hand.explain_plant, hand.plant),
    actions.Star: Verb(_MOVE, stars.legal_stars, stars.explain_star, stars.move_star),
    actions.Crab: Verb(_MOVE, crabs.legal_crabs, crabs.explain_crab, crabs.move_crab),
    actions.Boxer: Verb(_MOVE, crabs.legal_boxers, crabs.explain_boxer, crabs.move_boxer),
    actions.Coco: Verb(("MOVE", "COCONUT"), coconut.legal_cocos, coconut.explain_coco, coconut.move_beside),
    actions.Flip: Verb(("COCONUT",), coconut.legal_flips, coconut.explain_flip, coconut.flip),
    actions.Done: Verb(("MOVE", "SCORE"), acting.legal_dones, acting.explain_done, acting.done),
    actions.Fill: Verb(("FILL",), chance.legal_fills, chance.explain_fill, chance.fill),
    actions.Shark: Verb(("SHARK",), sharks.legal_sharks, sharks.explain_shark, _claimed),
    actions.NoShark: Verb(("SHARK",), sharks.legal_nosharks, None, _stayed),
    actions.Mimic: Verb(_ANY_TIME, mimics.legal_mimics, mimics.explain_mimic, _declared),
}

_AWAITED: Final[dict[Phase, Reason]] = {
    "SETUP": reason("OG-R38", "First nine tokens are drawn onto the market."),
    "FIRST": reason("OG-R34", "First somebody is named to begin."),
    "LION": reason("OG-M17", "First the lionfish hunts, or not."),
    "ACT": reason("OG-R36", "First a line is bought, an oyster attracted, or the turn passed."),
    "SWAP": reason("OG-R17", "First the swapped token is drawn."),
    "CHEST": reason("OG-M22", "First the treasure chest is opened."),
    "TREASURE": reason("OG-M22", "First the tokens for the chest are drawn."),
    "PLANT": reason("OG-R14", "First the hand is planted."),
    "MOVE": reason("OG-R20", "Now the animals move."),
    "COCONUT": reason("OG-M04", "The coconut octopus is at work."),
    "DRAW": reason("OG-R32", "First the market is filled again."),
    "FILL": reason("OG-R32", "First the token drawn is put on the market."),
    "SHARK": reason("OG-M13", "First the sharks are asked."),
    "SCORE": reason("OG-M03", "Only mimics may still be declared."),
    "OVER": reason("OG-R28", "The game is over."),
}
"""What a phase waits for, with the rule that says so."""


def due(p: Position) -> Actor:
    """Give whom the phase waits for: chance, the seat that is asked, or the active one."""
    if p.phase in _BY_CHANCE:
        return CHANCE
    return p.asked if p.phase in _BY_ASKED else p.active


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: whom the phase waits for, and the owners of mimics that could be declared."""
    if p.over:
        return ()
    first = due(p)
    if p.phase not in _ANY_TIME or p.phase == "SCORE":
        return (first,)
    others = (seat for seat in p.clockwise(p.active) if seat != first and mimics.may_declare(p, seat))
    return (first, *others)


def legal(p: Position, actor: Actor) -> Iterator[Action]:
    """Lazily give the legal actions of an actor."""
    for kind, verb in VERBS.items():
        if p.phase in verb.phases and _why_not_by(p, kind, actor) is None:
            yield from verb.legal(p, actor)


def _why_not_by(p: Position, kind: type[Action], actor: Actor) -> Reason | None:
    """Why such an action is not for that actor."""
    if actor == due(p):
        return None if kind is not actions.Mimic or actor else reason("section 7", "Chance owns no mimic.")
    if kind is actions.Mimic and p.phase != "SCORE":
        return None if 1 <= actor <= p.seats else reason("section 5", "There is no such seat.")
    if due(p) == CHANCE:
        return reason(_AWAITED[p.phase].rule, "That is for chance to decide.")
    rule = _AWAITED[p.phase].rule if p.phase in _BY_ASKED else "OG-R34"
    return Reason(rule, Message("It is {who}'s turn.", seats={"who": due(p)}))


def why_not(p: Position, action: Action) -> Reason | None:
    """Why an action is not legal now."""
    verb = VERBS.get(type(action))
    if verb is None:
        return reason("section 6", "That is not an action of Octopus's Garden.")
    if p.phase not in verb.phases:
        return _AWAITED[p.phase]
    wrong = _why_not_by(p, type(action), action.by)
    if wrong is not None or action in verb.legal(p, action.by):
        return wrong
    return verb.explain(p, action) if verb.explain else _AWAITED[p.phase]


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action; what was told stays until a player's next one."""
    if action.by != CHANCE:
        p = replace(p, news=())
    after: P = VERBS[type(action)].apply(p, action)
    return after
