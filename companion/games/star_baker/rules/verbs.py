"""Every kind of action: who takes it, in which phase, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, get_args

from msgspec.structs import replace

from companion.games.star_baker.rules import actions
from companion.games.star_baker.rules.phases import chef, dealing, picking, turns
from companion.games.star_baker.rules.position import P, Position
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.verbs import Verb, Verbs, awaited, others_turn
from companion.rules.kit.words import reason

_TABLE: Final[dict[type[Action], Verb]] = {
    actions.Chefs: Verb(
        "dealer", ("CHEFS",), dealing.legal_chefs, dealing.why_not_chefs, dealing.apply_chefs
    ),
    actions.Refill: Verb(
        "chance", ("REFILL",), dealing.legal_refills, dealing.why_not_refill, dealing.apply_refill
    ),
    actions.Time: Verb(
        "everybody", ("PICK",), picking.legal_times, picking.why_not_time, picking.apply_time, for_each=True
    ),
    actions.Order: Verb(
        "chance", ("REVEAL",), picking.legal_orders, picking.why_not_order, picking.apply_order
    ),
    actions.Fill: Verb("mover", ("TURN",), turns.legal_fills, turns.why_not_fill, turns.apply_fill),
    actions.Restock: Verb(
        "mover", ("TURN",), turns.legal_restocks, turns.why_not_restock, turns.apply_restock
    ),
    actions.Toss: Verb("mover", ("TOSS",), turns.legal_tosses, turns.why_not_toss, turns.apply_toss),
    actions.Reset: Verb(
        "chance", ("RESET",), dealing.legal_resets, dealing.why_not_reset, dealing.apply_reset
    ),
    actions.ChefTime: Verb(
        "chance", ("CHEF",), chef.legal_chef_times, chef.why_not_chef_time, chef.apply_chef_time
    ),
    actions.ChefTake: Verb(
        "chance", ("TURN",), chef.legal_chef_takes, chef.why_not_chef_take, chef.apply_chef_take
    ),
    actions.ChefRestock: Verb(
        "chance", ("TURN",), chef.legal_chef_restocks, chef.why_not_chef_restock, chef.apply_chef_restock
    ),
}

_AWAITED: Final = awaited(
    "section 6",
    {
        "CHEFS": "First everybody gets chef cards.",
        "REFILL": "First the recipe book gets its missing cards.",
        "PICK": "First everybody chooses a time card.",
        "CHEF": "First the automatic chef's time card is turned up.",
        "REVEAL": "First the time cards are turned face up.",
        "TURN": "Now players fill recipes or restock, in order of time.",
        "TOSS": "Something's wrong: first a card goes to the box.",
        "RESET": "First the book is shuffled into the deck.",
        "OVER": "The game is over.",
    },
    OVER="SB-25",
)


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: chance, the player in turn, or everybody who may choose a time card."""
    match p.phase:
        case "OVER":
            return ()
        case "CHEFS":
            return (dealing.chef_dealer(p),)
        case "PICK":
            return tuple(seat for seat in range(1, p.seats + 1) if picking.may_pick(p, seat))
        case "TURN" | "TOSS" if p.mover <= p.seats:
            return (p.mover,)
        case _:
            return (CHANCE,)


def _not_theirs(p: Position, verb: Verb, actor: Actor) -> Reason | None:
    if verb.who == "everybody":
        return None if 1 <= actor <= p.seats else reason("SB-06", "Only players choose a time card.")
    theirs = verb.who == "dealer" or (verb.who == "chance") == (actor == CHANCE)
    if theirs and actor in actors(p):
        return None
    if CHANCE in actors(p):
        return reason("section 7", "That is not for a player to decide.")
    (seat,) = actors(p)
    return others_turn(seat, "SB-08" if p.order else "SB-01")


VERBS: Final = Verbs[Position]("Star Baker", _TABLE, _AWAITED, _not_theirs)


def legal(p: Position, actor: Actor) -> Iterator[Action]:
    """Lazily give the legal actions of an actor; who has chosen a time card may choose none."""
    return VERBS.legal(p, actor) if actor in actors(p) else iter(())


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action."""
    after: P = VERBS.apply(p, action)
    since = _since(p, action) if not after.over else ()
    return after if since == after.since else replace(after, since=since)


def _since(p: Position, action: Action) -> tuple[actions.ByItself, ...]:
    """Give what people have yet to be told of; while they choose time cards it stays."""
    if isinstance(action, actions.Time):
        return p.since
    if isinstance(action, actions.Order):
        return (action,)
    if isinstance(action, get_args(actions.ByItself)) and len(list(islice(legal(p, action.by), 2))) == 1:
        return (*p.since, action)
    return ()
