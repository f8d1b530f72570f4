"""What follows by itself from an action, told to those at the table (specification section 13).

Payments, gnomes, closed patches and the end of a round are no actions of their own: the hands at
the table have to carry them out all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.game import Action
from companion.rules.games.papillon.actions import Bid, Done, Draft, Order
from companion.rules.games.papillon.board import MOST_CATERPILLARS
from companion.rules.games.papillon.drafting import lying_in, wins_gnome
from companion.rules.games.papillon.position import Position
from companion.rules.games.papillon.purse import available
from companion.rules.games.papillon.words import counted, said
from companion.rules.message import Message


def news(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """Give what is to be done at the table behind an action, in order."""
    return (*_following(before, action, after), *_round_end(before, after))


def _following(before: Position, action: Action, after: Position) -> Iterator[Message]:
    match action:
        case Order() if after.phase == "FILL" and after.seats > 2:
            yield Message("{first} takes 9 caterpillars, everyone else 10.", seats={"first": after.order[0]})
        case Bid():
            yield from _bid(before, action, after)
        case Draft():
            yield from _draft(before, action, after)
        case Done() if before.hand[action.by - 1] and not after.hand[action.by - 1]:
            yield said("{who}: what fits nowhere leaves the game.", action.by)


def _bid(before: Position, action: Bid, after: Position) -> Iterator[Message]:
    if action.amount:
        text = "{who} pays {n}."
        yield said(text, action.by, n=counted(action.amount, "caterpillar"))
    elif before.bid_zero:
        yield Message("Slide the others one zero to the left.")
    if after.phase == "BID":
        return
    zeros = before.bid_zero if action.amount else (action.by, *before.bid_zero)
    for seat in zeros:
        paid = after.cat[seat - 1] - before.cat[seat - 1]
        yield said("{who} takes {n}.", seat, n=counted(paid, "caterpillar"))
    yield draft_order(after)


def _draft(before: Position, action: Draft, after: Position) -> Iterator[Message]:
    tiles = lying_in(before, action.line)
    purse = before.cat[action.by - 1] + sum(space in tiles for space in before.board_tokens)
    if wins_gnome(before, action.line):
        text = "{who}: you get the gnome: {n}."
        number = available(before, before.shed or 0)
        yield said(text, action.by, n=counted(number, "caterpillar"))
        purse += number
    if purse > after.cat[action.by - 1]:
        text = "{who}: over {most}: return {n}."
        yield said(text, action.by, most=MOST_CATERPILLARS, n=purse - after.cat[action.by - 1])


def draft_order(p: Position) -> Message:
    """Name the drafting order."""
    seats = {f"place{place}": seat for place, seat in enumerate(p.draft_order, 1)}
    return Message(f"Draft order: {', '.join(f'{{{key}}}' for key in seats)}.", {}, seats)


def _round_end(before: Position, after: Position) -> Iterator[Message]:
    if 0 < before.round < after.round:
        yield Message("Remove leftover tiles and the unclaimed gnome. Round {round}.", {"round": after.round})
