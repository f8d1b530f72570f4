"""What came of an action by itself, as the log tells it afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.papillon.rules.actions import Bid, Done, Draft, Fill, Fly, Reserve
from companion.games.papillon.rules.data.board import ROUNDS
from companion.games.papillon.rules.data.regions import region_of
from companion.games.papillon.rules.phases.drafting import lying_in
from companion.games.papillon.rules.position import Position
from companion.games.papillon.rules.sentences.news import describe_news, draft_order, following
from companion.games.papillon.rules.sentences.words import counted, part_called, said, tiles_called
from companion.rules.game import Action, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message, together
from companion.rules.phrases import Term, Value


def followed(before: Position, action: Action, after: Position) -> Iterator[Message]:
    """Tell what came of an action, in the order in which it was done at the table."""
    if isinstance(action, Draft):
        yield _drafted(before, action)
    for news in following(before, action, after):
        yield describe_news(news)
    match action:
        case Bid() if after.phase != "BID":
            yield draft_order(after)
        case Done():
            yield from _garden(before, action.by, after)
        case Fly(_, _, flower):
            if after.bonus_at == flower:
                yield said("{who} takes the bonus token.", action.by)
        case Fill() | Reserve() if not before.bag:
            yield Message("The bag was empty: the tiles that had left the game are in it again.")
    if after.round > before.round > 0:
        yield _round_over(before)


def _drafted(before: Position, action: Draft) -> Message:
    """Name the tiles of a drafted line, with the caterpillars that lay on them (R18)."""
    lying = lying_in(before, action.line)
    caterpillars = sum(space in lying for space in before.board_tokens)
    tiles = tiles_called(lying.values())
    if not caterpillars:
        return said("{who} takes {tiles}.", action.by, tiles=tiles)
    number = counted(caterpillars, "caterpillar")
    return said("{who} takes {tiles}, with {n}.", action.by, tiles=tiles, n=number)


def _garden(before: Position, seat: Seat, after: Position) -> Iterator[Message]:
    """Tell of the patches that a finished garden has closed, and of the tiles that found no place."""
    due, rewarded = after.due[seat - 1], set(after.closed_seen[seat - 1]) - set(before.closed_seen[seat - 1])
    for key in sorted({*due, *rewarded}):
        region = region_of(after.box, after.garden[seat - 1], key)
        size = counted(region.size if region else 0, "tile")
        closed = "{who} has closed the {patch}, {tiles}."
        message = said(closed, seat, patch=part_called(key, after.box), tiles=size)
        none_left = Message("There is no butterfly left for it.")
        yield together(message, none_left) if key in rewarded else message
    if tiles := before.hand[seat - 1]:
        text = "{who} has no room for {tiles}."
        if before.round < ROUNDS:
            text = "{who} has no room for {tiles} yet."
        if after.table.discards_unplaceable:
            text = "{who} has no room for {tiles}: out of the game."
        yield said(text, seat, tiles=tiles_called(tiles))


def _round_over(before: Position) -> Message:
    """Tell that a round has ended, and what was left of it (R43)."""
    tiles, gnome = [*filter(None, before.board)], before.shed is not None
    left: list[Value] = [
        *([tiles_called(tiles)] if tiles else []),
        *([Term("gnome", "the")] if gnome else []),
    ]
    if not left:
        return Message("Round {round} is over.", {"round": before.round})
    text = "Round {round} is over: {left} leave the game."
    if len(tiles) + gnome == 1:
        text = "Round {round} is over: {left} leaves the game."
    return Message(text, {"round": before.round, "left": listed(left, "and")})
