"""What follows by itself from an action, told to those at the table (specification section 13).

Payments, gnomes and sliding zeros are no actions of their own: the hands at the table have to carry
them out all the same. A position keeps them until a seat has acted again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.papillon.rules.actions import Bid, Draft, Order, Reserve
from companion.games.papillon.rules.phases.drafting import lying_in, wins_gnome
from companion.games.papillon.rules.phases.drawing import reserve_brings
from companion.games.papillon.rules.phases.setting_up import bare_flower
from companion.games.papillon.rules.position import News, Position
from companion.games.papillon.rules.purse import available
from companion.games.papillon.rules.sentences.words import counted, said
from companion.rules.game import Action
from companion.rules.message import Message, together, within

_WORDS: Final = {
    "first": "{who} takes 9 caterpillars, everyone else 10.",
    "pays": "{who} pays {n}.",
    "slides": "The others slide one zero to the left.",
    "takes": "{who} takes {n}.",
    "gnome": "{who} gets the gnome: {n}.",
    "over": "{who} has too many and returns {n}.",
    "reserve": "{who} takes tile {tile} from the bag.",
    "swaps": "{who} is first now: the two gardeners change places.",
}


def software_draws(p: Position) -> bool:
    """Whether the table only watches this draw (O13)."""
    setup = "order" if bare_flower(p) is None else "pairing"
    event = {"SETUP": setup, "GNOME": "gnomes"}.get(p.phase, "tiles")
    return event in p.table.drawn_by_software


def following(before: Position, action: Action, after: Position) -> tuple[News, ...]:
    """Give what follows by itself from an action, in the order in which it is done."""
    match action:
        case Order() if software_draws(before) and after.phase != "SETUP" and after.seats > 2:
            return (News("first", after.order[0]),)
        case Bid():
            return tuple(_bid(before, action, after))
        case Draft():
            return tuple(_draft(before, action, after))
        case Reserve():
            return tuple(_reserve(before, action, after))
    return ()


def drawn_for(before: Position, action: Action) -> tuple[News, ...]:
    """Give the reserve tile for its drafter to take (R20), whoever drew it: the log names it itself."""
    if isinstance(action, Reserve):
        return (News("reserve", before.to_move, tile=action.tile),)
    return ()


def _bid(before: Position, action: Bid, after: Position) -> Iterator[News]:
    if action.amount:
        yield News("pays", action.by, action.amount)
    elif before.bid_zero:
        yield News("slides", action.by)
    if after.phase == "BID":
        return
    for seat in before.bid_zero if action.amount else (action.by, *before.bid_zero):
        # None, too, is told: a full purse takes nothing, whatever is printed at the zero.
        yield News("takes", seat, max(0, after.cat[seat - 1] - before.cat[seat - 1]))


def _draft(before: Position, action: Draft, after: Position) -> Iterator[News]:
    tiles = lying_in(before, action.line)
    purse = before.cat[action.by - 1] + sum(space in tiles for space in before.board_tokens)
    if wins_gnome(before, action.line):
        number = available(before, before.shed or 0)
        yield News("gnome", action.by, number)
        purse += number
    if purse > after.cat[action.by - 1]:
        yield News("over", action.by, purse - after.cat[action.by - 1])
    if after.order != before.order:
        yield News("swaps", action.by)


def _reserve(before: Position, action: Reserve, after: Position) -> Iterator[News]:
    """Tell what its icon brings (O2), and what is above twelve then."""
    number, seat = reserve_brings(before, action.tile), before.to_move
    if number:
        yield News("takes", seat, number)
        purse = before.cat[seat - 1] + number
        if purse > after.cat[seat - 1]:
            yield News("over", seat, purse - after.cat[seat - 1])


def news_told(p: Position) -> tuple[Message, ...]:
    """Tell what followed from what was done last: it is everybody's business."""
    return tuple(map(describe_news, p.news))


def describe_news(news: News) -> Message:
    """Tell one thing that followed."""
    return said(_WORDS[news.what], news.seat, n=counted(news.n, "caterpillar"), tile=news.tile)


def draft_order(p: Position) -> Message:
    """Name the drafting order."""
    places = [Message("{who}", seats={"who": seat}) for seat in p.draft_order]
    return within("Draft order: {players}.", players=together(*places, between=", "))
