"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.rules.game import Prompt, Seat
from companion.rules.games.papillon.bidding import legal_bids
from companion.rules.games.papillon.gardening import layable
from companion.rules.games.papillon.news import draft_order, software_draws, with_news
from companion.rules.games.papillon.position import Phase, Position
from companion.rules.games.papillon.regions import region_of
from companion.rules.games.papillon.scoring import outcome
from companion.rules.games.papillon.setting_up import bare_flower
from companion.rules.games.papillon.words import COLOUR_NAMES, counted, flower_called, said
from companion.rules.message import Message
from companion.rules.words import listed


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it, after what followed from what was done last."""
    told = _expected(p)
    if p.over or not p.news:
        return told
    return {seat: Prompt(each.kind, with_news(p, seat, each.message)) for seat, each in told.items()}


def _expected(p: Position) -> dict[Seat, Prompt]:
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        return {seat: Prompt("over", result.message) for seat in seats}
    if p.phase == "GARDEN":
        return {seat: _gardener(p, seat) for seat in seats}
    message = _PHASES[p.phase](p)
    if p.to_move == 0 or p.phase == "RESERVE":
        return dict.fromkeys(seats, Prompt("wait" if software_draws(p) else "act", message))
    told = {seat: Prompt("wait", said("It is {who}'s turn.", p.to_move)) for seat in seats}
    told[p.to_move] = Prompt("may" if p.phase == "BONUS" else "act", message)
    return told


def _setup(p: Position) -> Message:
    if bare_flower(p) is not None:
        text = "Put each flower on a planter, one bonus token on each. "
        return Message(text + "Place 8 gnomes face down on the round track.")
    if p.order:
        return Message("Draw who is next on the bid order track.")
    if p.seats == 2:
        return Message("Draw the first player: nobody takes caterpillars.")
    return Message("Draw the first player: that one takes 9 caterpillars, everyone else 10.")


def _fill(p: Position) -> Message:
    if p.round > 1 and not any(p.board):
        text = "Remove leftover tiles and the unclaimed gnome. Round {round}. "
    else:
        text = ""
    left = len(p.spaces) - sum(map(bool, p.board))
    number = counted(left, "tile") if left == len(p.spaces) else counted(left, "more tile")
    return Message(text + "Fill the staircase: {n}.", {"n": number, "round": p.round})


def _gnome(p: Position) -> Message:
    text = "Turn up gnome {place} and put it in the shed."
    if p.board_tokens:
        text = "Put caterpillars on {spaces}. " + text
    return Message(text, {"place": p.round, "spaces": listed(p.board_tokens, "and")})


def _bid(p: Position) -> Message:
    text = "{who}: bid 0 to 5. You hold {n}. Free: {free}."
    free = ", ".join(str(bid.amount) for bid in legal_bids(p))
    return said(text, p.to_move, n=p.cat[p.to_move - 1], free=free)


def _draft(p: Position) -> Message:
    text = "{who}: take a row or a column."
    if p.shed is not None:
        text += " Row {row} or column {column} wins the gnome: {n}."
    row, column = p.table.gnome_lines
    message = said(text, p.to_move, row=row, column=column, n=counted(p.shed or 0, "caterpillar"))
    if p.turn:
        return message
    order = draft_order(p)
    return Message(f"{order.text} {message.text}", message.values, order.seats | message.seats)


def _reserve(p: Position) -> Message:
    return said("{who}: only one tile: draw one from the bag.", p.to_move)


def _gardener(p: Position, seat: Seat) -> Prompt:
    if p.due[seat - 1]:
        return Prompt("act", _perch(p, seat))
    if p.done[seat - 1]:
        return Prompt("wait", Message("The others are still gardening."))
    fitting = layable(p, seat)
    if fitting and all(laid.round != p.round for laid in p.garden[seat - 1]):
        return Prompt("act", Message("Everyone: lay your tiles, sides must match."))
    if fitting:
        return Prompt("act", said("{who}: {tile} still fits somewhere - lay it.", seat, tile=fitting[0]))
    if p.gnome_to_place[seat - 1]:
        return Prompt("act", said("{who}: place your gnome.", seat))
    if p.hand[seat - 1]:
        text = "{who}: {tiles} fits nowhere and waits. Say when you are done."
        if p.table.discards_unplaceable:
            text = "{who}: {tiles} fits nowhere and leaves the game. Say when you are done."
        return Prompt("act", said(text, seat, tiles=listed(p.hand[seat - 1], "and")))
    return Prompt("act", said("{who}: all tiles are laid. Say when you are done.", seat))


def _perch(p: Position, seat: Seat) -> Message:
    region = region_of(p.box, p.garden[seat - 1], p.due[seat - 1][0])
    colour, size = (COLOUR_NAMES[region.type], region.size) if region else ("", 0)
    text = "{who}: {colour} patch closed ({tiles}). Put a butterfly on it - from supply or from a flower?"
    if not p.bf[seat - 1]:
        text = "{who}: {colour} patch closed ({tiles}). Put a butterfly on it, from a flower."
    return said(text, seat, colour=colour, tiles=counted(size, "tile"))


def _fly(p: Position) -> Message:
    colours = sorted({COLOUR_NAMES[patch.colour] for patch in p.on_patch[p.to_move - 1]})
    text = "{who}: send the {colour} butterfly to a {colour} flower."
    if len(colours) > 1:
        text = "{who}: send a butterfly to a flower of its colour: {colour}."
    return said(text, p.to_move, colour=listed(colours))


def _bonus(p: Position) -> Message:
    text = "{who}: bonus token! Add one more butterfly to the {flower}, or skip."
    return said(text, p.to_move, flower=flower_called(p.bonus_at))


_PHASES: Final[dict[Phase, Callable[[Position], Message]]] = {
    "SETUP": _setup,
    "FILL": _fill,
    "GNOME": _gnome,
    "BID": _bid,
    "DRAFT": _draft,
    "RESERVE": _reserve,
    "FLY": _fly,
    "BONUS": _bonus,
}
