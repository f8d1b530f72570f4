"""Every kind of action: in which phases, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from companion.games.octopus_garden.rules import actions
from companion.games.octopus_garden.rules.flow import after_shark, before_scoring
from companion.games.octopus_garden.rules.phases import (
    acting,
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
from companion.games.octopus_garden.rules.position import P, Phase, Position
from companion.rules.game import CHANCE, Action, Actor, Reason, Seat
from companion.rules.kit.verbs import Verb, Verbs, for_chance, others_turn
from companion.rules.kit.words import reason

_BY_CHANCE: Final[frozenset[Phase]] = frozenset({"SETUP", "FIRST", "SWAP", "TREASURE", "DRAW"})
_BY_ASKED: Final[frozenset[Phase]] = frozenset({"SHARK", "SCORE"})
_ANY_TIME: Final[tuple[Phase, ...]] = (
    *("LION", "ACT", "SWAP", "CHEST", "TREASURE", "PLANT", "MOVE", "DRAW", "FILL", "SHARK", "SCORE"),
)
"""Between two actions, in anybody's turn (OG-M03); an activation is one action."""


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

_AWAITED: Final[dict[str, Reason]] = {
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


def _verb(
    phases: tuple[Phase, ...],
    legal: Callable[[Position, Seat], Iterator[Action]],
    explain: Callable[[Position, Any], Reason | None] | None,
    apply: Callable[[Any, Any], Any],
    who: str = "due",
) -> Verb:
    """Make a verb whose ``explain`` is only asked about actions that are not legal."""

    def why_not(p: Position, action: Action) -> Reason | None:
        if action in legal(p, action.by):
            return None
        return explain(p, action) if explain else _AWAITED[p.phase]

    return Verb(who, phases, legal, why_not, apply, for_each=True)


_TABLE: Final[dict[type[Action], Verb]] = {
    actions.Draw: _verb(
        ("SETUP", "SWAP", "TREASURE", "DRAW"), chance.legal_draws, chance.explain_draw, chance.draw
    ),
    actions.First: _verb(("FIRST",), chance.legal_firsts, chance.explain_first, chance.first),
    actions.Lion: _verb(_LION, acting.legal_lions, acting.explain_lion, acting.hunt),
    actions.Skip: _verb(_LION, acting.legal_skips, None, acting.skip),
    actions.Buy: _verb(_ACT, market.legal_buys, market.explain_buy, _bought),
    actions.Oyster: _verb(_ACT, acting.legal_oysters, acting.explain_oyster, acting.attract),
    actions.Pass: _verb(_ACT, acting.legal_passes, acting.explain_pass, acting.pass_on),
    actions.Release: _verb(_ACT, sharks.legal_releases, sharks.explain_release, sharks.release),
    actions.Chest: _verb(("CHEST",), chests.legal_chests, chests.explain_chest, chests.open_chest),
    actions.Plant: _verb(("PLANT",), hand.legal_plants, hand.explain_plant, hand.plant),
    actions.Star: _verb(_MOVE, stars.legal_stars, stars.explain_star, stars.move_star),
    actions.Crab: _verb(_MOVE, crabs.legal_crabs, crabs.explain_crab, crabs.move_crab),
    actions.Boxer: _verb(_MOVE, crabs.legal_boxers, crabs.explain_boxer, crabs.move_boxer),
    actions.Coco: _verb(("MOVE", "COCONUT"), coconut.legal_cocos, coconut.explain_coco, coconut.move_beside),
    actions.Flip: _verb(("COCONUT",), coconut.legal_flips, coconut.explain_flip, coconut.flip),
    actions.Done: _verb(("MOVE", "SCORE"), acting.legal_dones, acting.explain_done, acting.done),
    actions.Fill: _verb(("FILL",), chance.legal_fills, chance.explain_fill, chance.fill),
    actions.Shark: _verb(("SHARK",), sharks.legal_sharks, sharks.explain_shark, _claimed),
    actions.NoShark: _verb(("SHARK",), sharks.legal_nosharks, None, _stayed),
    actions.Mimic: _verb(_ANY_TIME, mimics.legal_mimics, mimics.explain_mimic, _declared, who="mimic"),
}


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


def _not_theirs(p: Position, verb: Verb, actor: Actor) -> Reason | None:
    if actor == due(p):
        return None if verb.who != "mimic" or actor else reason("section 7", "Chance owns no mimic.")
    if verb.who == "mimic" and p.phase != "SCORE":
        return None if 1 <= actor <= p.seats else reason("section 5", "There is no such seat.")
    if due(p) == CHANCE:
        return for_chance(_AWAITED[p.phase].rule)
    return others_turn(due(p), _AWAITED[p.phase].rule if p.phase in _BY_ASKED else "OG-R34")


VERBS: Final = Verbs[Position]("Octopus's Garden", _TABLE, _AWAITED, _not_theirs)


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action; what was told stays until a player's next one."""
    if action.by != CHANCE:
        p = replace(p, news=())
    after: P = VERBS.apply(p, action)
    return after
