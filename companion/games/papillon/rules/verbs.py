"""Every kind of action: who takes it, in which phase, what is legal, why not, what comes of it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.games.papillon.rules import actions
from companion.games.papillon.rules.phases import (
    bidding,
    drafting,
    drawing,
    flying,
    gardening,
    perching,
    setting_up,
)
from companion.games.papillon.rules.position import News, P, Position
from companion.games.papillon.rules.sentences.news import drawn_for, following, software_draws
from companion.rules.game import CHANCE, Action, Actor, Reason
from companion.rules.kit.verbs import Verb, Verbs, awaited, for_chance, others_turn
from companion.rules.kit.words import reason

_TABLE: Final[dict[type[Action], Verb]] = {
    actions.Pair: Verb(
        "chance", ("SETUP",), setting_up.legal_pairs, setting_up.why_not_pair, setting_up.apply_pair
    ),
    actions.Order: Verb(
        "chance", ("SETUP",), setting_up.legal_orders, setting_up.why_not_order, setting_up.apply_order
    ),
    actions.Fill: Verb("chance", ("FILL",), drawing.legal_fills, drawing.why_not_fill, drawing.apply_fill),
    actions.Gnome: Verb(
        "chance", ("GNOME",), drawing.legal_gnomes, drawing.why_not_gnome, drawing.apply_gnome
    ),
    actions.Bid: Verb("turn", ("BID",), bidding.legal_bids, bidding.why_not_bid, bidding.apply_bid),
    actions.Draft: Verb(
        "turn", ("DRAFT",), drafting.legal_drafts, drafting.why_not_draft, drafting.apply_draft
    ),
    actions.Reserve: Verb(
        "chance", ("RESERVE",), drawing.legal_reserves, drawing.why_not_reserve, drawing.apply_reserve
    ),
    actions.Lay: Verb(
        "gardener",
        ("GARDEN",),
        gardening.legal_lays,
        gardening.why_not_lay,
        gardening.apply_lay,
        for_each=True,
    ),
    actions.Post: Verb(
        "gardener",
        ("GARDEN",),
        gardening.legal_posts,
        gardening.why_not_post,
        gardening.apply_post,
        for_each=True,
    ),
    actions.Done: Verb(
        "gardener",
        ("GARDEN",),
        gardening.legal_dones,
        gardening.why_not_done,
        gardening.apply_done,
        for_each=True,
    ),
    actions.Perch: Verb(
        "gardener",
        ("GARDEN",),
        perching.legal_perches,
        perching.why_not_perch,
        perching.apply_perch,
        for_each=True,
    ),
    actions.Fly: Verb("turn", ("FLY",), flying.legal_flights, flying.why_not_fly, flying.apply_fly),
    actions.Bonus: Verb("turn", ("BONUS",), flying.legal_bonuses, flying.why_not_bonus, flying.apply_bonus),
}

_AWAITED: Final = awaited(
    "section 6",
    {
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
    },
)


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


def _not_theirs(p: Position, verb: Verb, actor: Actor) -> Reason | None:
    if actor in actors(p):
        return None
    if verb.who == "chance":
        return for_chance()
    if not 1 <= actor <= p.seats:
        return reason("section 6", "That is for a player to do.")
    return reason("R34", "You have finished gardening.") if verb.who == "gardener" else others_turn(p.to_move)


VERBS: Final = Verbs[Position]("Papillon", _TABLE, _AWAITED, _not_theirs)


def apply(p: P, action: Action) -> P:
    """Give the position after a legal action."""
    after: P = VERBS.apply(p, action)
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
