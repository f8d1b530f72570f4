"""Every kind of action: who takes it, in which phase, what is legal, why not, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from companion.games.papillon.rules import (
    actions,
    bidding,
    drafting,
    drawing,
    flying,
    gardening,
    perching,
    setting_up,
)
from companion.games.papillon.rules.news import drawn_for, following, software_draws
from companion.games.papillon.rules.position import News, P, Phase, Position
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.words import reason
from companion.rules.message import Message


class Verb(NamedTuple):
    """One kind of action. The functions are only asked in its phase.

    ``who``: chance, the seat whose turn it is, or every gardener (then ``legal`` is asked for one).
    """

    who: Literal["chance", "turn", "gardener"]
    phase: Phase
    legal: Callable[..., Iterator[Action]]
    why_not: Callable[[Position, Any], Reason | None]
    apply: Callable[[Any, Any], Any]


VERBS: Final[dict[type[Action], Verb]] = {
    actions.Pair: Verb(
        "chance", "SETUP", setting_up.legal_pairs, setting_up.why_not_pair, setting_up.apply_pair
    ),
    actions.Order: Verb(
        "chance", "SETUP", setting_up.legal_orders, setting_up.why_not_order, setting_up.apply_order
    ),
    actions.Fill: Verb("chance", "FILL", drawing.legal_fills, drawing.why_not_fill, drawing.apply_fill),
    actions.Gnome: Verb("chance", "GNOME", drawing.legal_gnomes, drawing.why_not_gnome, drawing.apply_gnome),
    actions.Bid: Verb("turn", "BID", bidding.legal_bids, bidding.why_not_bid, bidding.apply_bid),
    actions.Draft: Verb("turn", "DRAFT", drafting.legal_drafts, drafting.why_not_draft, drafting.apply_draft),
    actions.Reserve: Verb(
        "chance", "RESERVE", drawing.legal_reserves, drawing.why_not_reserve, drawing.apply_reserve
    ),
    actions.Lay: Verb("gardener", "GARDEN", gardening.legal_lays, gardening.why_not_lay, gardening.apply_lay),
    actions.Post: Verb(
        "gardener", "GARDEN", gardening.legal_posts, gardening.why_not_post, gardening.apply_post
    ),
    actions.Done: Verb(
        "gardener", "GARDEN", gardening.legal_dones, gardening.why_not_done, gardening.apply_done
    ),
    actions.Perch: Verb(
        "gardener", "GARDEN", perching.legal_perches, perching.why_not_perch, perching.apply_perch
    ),
    actions.Fly: Verb("turn", "FLY", flying.legal_flights, flying.why_not_fly, flying.apply_fly),
    actions.Bonus: Verb("turn", "BONUS", flying.legal_bonuses, flying.why_not_bonus, flying.apply_bonus),
}

_FIRST: Final[dict[Phase, str]] = {
    "SETUP": "First the flowers are put on planters, and the first player is drawn.",
    "FILL": "First the staircase is filled.",
    "GNOME": "First the gnome is turned up.",
    "BID": "First all bid.",
    "DRAFT": "First a row or column is drafted.",
    "RESERVE": "First the reserve tile is drawn.",
    "GARDEN": "First all lay their tiles.",
    "FLY": "First the butterflies fly.",
    "BONUS": "First the bonus token is used or declined.",
    "OVER": "The game is over.",
}


def actors(p: Position) -> tuple[Actor, ...]:
    """Who may act: chance, whose turn it is, or everybody who has not finished gardening."""
    match p.phase:
        case "OVER":
            return ()
        case "GARDEN":
            return p.gardening
        case "BID" | "DRAFT" | "FLY" | "BONUS":
            return (p.to_move,)
        case _:
            return (CHANCE,)


def legal(p: Position, actor: Actor) -> Iterator[Action]:
    """Lazily give the legal actions of an actor."""
    if actor not in actors(p):
        return
    for verb in VERBS.values():
        if p.phase == verb.phase:
            yield from verb.legal(p, actor) if verb.who == "gardener" else verb.legal(p)


def why_not(p: Position, action: Action) -> Reason | None:
    """Why an action is not legal now."""
    verb = VERBS.get(type(action))
    if verb is None:
        return reason("section 6", "That is not an action of Papillon.")
    if p.phase != verb.phase:
        return reason("section 6", _FIRST[p.phase])
    if action.by not in actors(p):
        return _not_this_actor(p, verb, action.by)
    return verb.why_not(p, action)


def _not_this_actor(p: Position, verb: Verb, actor: Actor) -> Reason:
    if verb.who == "chance":
        return reason("section 7", "That is for chance to decide.")
    if not 1 <= actor <= p.seats:
        return reason("section 6", "That is for a player to do.")
    if verb.who == "gardener":
        return reason("R34", "You have finished gardening.")
    return Reason("section 6", Message("It is {who}'s turn.", seats={"who": p.to_move}))


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action."""
    after: P = VERBS[type(action)].apply(p, action)
    news = _news(p, action, after)
    return after if news == after.news else replace(after, news=news)


def _news(p: Position, action: Action, after: Position) -> tuple[News, ...]:
    """Give what people have yet to be told of: before a draw that the table only watches they were not."""
    if action.by == CHANCE:
        told_yet = p.news if software_draws(p) else ()
        return (*told_yet, *drawn_for(p, action), *following(p, action, after))
    if p.phase == after.phase == "GARDEN":
        return tuple(news for news in p.news if news.seat != action.by)
    return following(p, action, after)
