"""What each seat is told to do now, in the words of specification section 13."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from companion.games.papillon.rules.data.board import ROUNDS
from companion.games.papillon.rules.data.regions import region_of
from companion.games.papillon.rules.phases.bidding import legal_bids
from companion.games.papillon.rules.phases.gardening import layable
from companion.games.papillon.rules.phases.perching import sources
from companion.games.papillon.rules.phases.setting_up import bare_flower
from companion.games.papillon.rules.position import Phase, Position
from companion.games.papillon.rules.results.scoring import outcome
from companion.games.papillon.rules.sentences.news import draft_order, news_told, software_draws
from companion.games.papillon.rules.sentences.words import (
    COLOUR_NAMES,
    PARTS,
    counted,
    flower_called,
    said,
    tile_called,
)
from companion.rules.game import Prompt, Seat
from companion.rules.kit.words import listed
from companion.rules.message import Message, within
from companion.rules.phrases import Listing, Term, Value

Kind: TypeAlias = Literal["act", "may", "wait"]

_SAY_DONE: Final = "{who}: say when you are done."

Asked: TypeAlias = tuple[Message, ...]
"""A headline of a line or two on a phone, and what else is to be known, a line each."""


def prompts(p: Position) -> dict[Seat, Prompt]:
    """Tell every seat what is expected of it; what followed from what was done last stands below."""
    seats = range(1, p.seats + 1)
    result = outcome(p)
    if result is not None:
        return {seat: Prompt("over", result.message) for seat in seats}
    if p.phase == "GARDEN":
        return {seat: _to_gardener(p, seat) for seat in seats}
    asked = _PHASES[p.phase](p)
    if p.to_move == 0 or p.phase == "RESERVE":
        drawing = _asking(p, "wait" if software_draws(p) else "act", asked)
        return dict.fromkeys(seats, replace(drawing, hands=_hands(p)))
    waits = _asking(p, "wait", (said("It is {who}'s turn.", p.to_move),))
    told = dict.fromkeys(seats, waits)
    told[p.to_move] = _asking(p, "may" if p.phase == "BONUS" else "act", asked)
    return told


def _asking(p: Position, kind: Kind, asked: Asked) -> Prompt:
    return Prompt(kind, asked[0], (*news_told(p), *asked[1:]))


def _hands(p: Position) -> Asked:
    """What hands do besides drawing. On tiles that the program drew the board shows the caterpillars."""
    match p.phase:
        case "SETUP" if bare_flower(p) is not None:
            return _PLANTERS
        case "FILL" if p.round > 1 and not any(p.board):
            return (_CLEAR,)
        case "GNOME" if "tiles" not in p.table.drawn_by_software:
            return _caterpillars(p)
        case _:
            return ()


def _setup(p: Position) -> Asked:
    if bare_flower(p) is not None:
        return _PLANTERS
    if p.order:
        return (Message("Draw who is next on the bid order track."),)
    first = Message("Draw lots for the first player.")
    if p.seats == 2:
        return first, Message("Nobody takes caterpillars.")
    return first, Message("The first player takes 9 caterpillars, everyone else 10.")


def _fill(p: Position) -> Asked:
    left = len(p.spaces) - sum(map(bool, p.board))
    number = counted(left, "tile") if left == len(p.spaces) else counted(left, "more tile")
    headline = Message("Fill the staircase: {n}.", {"n": number})
    if p.round == 1 or any(p.board):
        return headline, *_empty_bag(p)
    return headline, Message("Round {round}.", {"round": p.round}), _CLEAR, *_empty_bag(p)


def _empty_bag(p: Position) -> Asked:
    """Say how the bag is filled again (C5), before it is drawn from."""
    if p.bag or not p.pool:
        return ()
    return (Message("The bag is empty: put the tiles that have left the game into it, and shuffle."),)


def _gnome(p: Position) -> Asked:
    headline = Message("Turn up gnome {place} and put it in the shed.", {"place": p.round})
    return headline, *_caterpillars(p)


def _caterpillars(p: Position) -> Asked:
    if not p.board_tokens:
        return ()
    return (Message("Put caterpillars on {spaces}.", {"spaces": listed(p.board_tokens, "and")}),)


def _bid(p: Position) -> Asked:
    free = listed([str(bid.amount) for bid in legal_bids(p)])
    held = Message("You hold {n}.", {"n": counted(p.cat[p.to_move - 1], "caterpillar")})
    return said("{who}: bid {free}.", p.to_move, free=free), held, *_shed(p)


def _shed(p: Position) -> Asked:
    """Say what wins the gnome in the shed, and what that is worth."""
    if p.shed is None:
        return ()
    row, column = p.table.gnome_lines
    values: dict[str, Value] = {"row": row, "column": column, "n": counted(p.shed, "caterpillar")}
    return (Message("Row {row} or column {column} wins the gnome: {n}.", values),)


def _draft(p: Position) -> Asked:
    headline = said("{who}: take a row or a column.", p.to_move)
    order = () if p.turn else (draft_order(p),)
    return headline, *order, *_shed(p)


def _reserve(p: Position) -> Asked:
    headline = said("{who}: draw one tile from the bag.", p.to_move)
    return headline, Message("Only one tile was taken."), *_empty_bag(p)


def _to_gardener(p: Position, seat: Seat) -> Prompt:
    prompt = _asking(p, *_gardener(p, seat))
    # A tile may still be taken up again, but that is not what is asked.
    return replace(prompt, asks="done") if prompt.message.text == _SAY_DONE else prompt


def _gardener(p: Position, seat: Seat) -> tuple[Kind, Asked]:
    if p.due[seat - 1]:
        return "act", _perch(p, seat)
    if p.done[seat - 1]:
        return "wait", (Message("The others are still gardening."),)
    fitting = layable(p, seat)
    if fitting and all(laid.round != p.round for laid in p.garden[seat - 1]):
        return "act", (Message("Everyone: lay your tiles, sides must match."),)
    if fitting:
        tile = tile_called(fitting[0], p.box)
        return "act", (said("{who}: the {tile} still fits, lay it.", seat, tile=tile),)
    if p.gnome_to_place[seat - 1]:
        return "act", (said("{who}: place your gnome.", seat),)
    return "act", (said(_SAY_DONE, seat), _rest(p, seat))


def _rest(p: Position, seat: Seat) -> Message:
    """Say what becomes of tiles that can be laid nowhere."""
    rest = [within("the {tile}", tile=tile_called(tile, p.box)) for tile in p.hand[seat - 1]]
    if not rest:
        return Message("All tiles are laid.")
    if p.table.discards_unplaceable:
        one, many = (
            "{tiles:Cap} fits nowhere and leaves the game.",
            "{tiles:Cap} fit nowhere and leave the game.",
        )
    elif p.round == ROUNDS:
        one = "{tiles:Cap} fits nowhere and counts for nothing."
        many = "{tiles:Cap} fit nowhere and count for nothing."
    else:
        one, many = "{tiles:Cap} fits nowhere and waits.", "{tiles:Cap} fit nowhere and wait."
    return Message(one if len(rest) == 1 else many, {"tiles": listed(rest, "and")})


def _perch(p: Position, seat: Seat) -> Asked:
    if len(p.due[seat - 1]) > 1:
        return _perch_on_several(p, seat)
    region = region_of(p.box, p.garden[seat - 1], p.due[seat - 1][0])
    patch, size = (Term(PARTS[region.type]), region.size) if region else (Term("patch"), 0)
    text = "{who}: put a butterfly on the {patch}."
    if p.table.may_leave_patch:
        text = "{who}: you may put a butterfly on the {patch}."
    headline = said(text, seat, patch=patch)
    text = "It is closed, with {tiles}. Take the butterfly {where}."
    if p.table.may_leave_patch:
        text = "It is closed, with {tiles}. Take the butterfly {where}, or leave the patch without one."
    return headline, Message(text, {"tiles": counted(size, "tile"), "where": _butterflies(p, seat)})


def _perch_on_several(p: Position, seat: Seat) -> Asked:
    """Say that several patches are closed: which comes first is the player's choice."""
    text, more = "{who}: put a butterfly on each of {n} closed patches.", "Take each butterfly {where}."
    if p.table.may_leave_patch:
        text = "{who}: you may put a butterfly on each of {n} closed patches."
        more = "Take each butterfly {where}, or leave a patch without one."
    headline = said(text, seat, n=len(p.due[seat - 1]))
    return headline, Message(more, {"where": _butterflies(p, seat)})


def _butterflies(p: Position, seat: Seat) -> Listing:
    """Say where butterflies may be taken from."""
    own, flower = Message("from your supply"), Message("from a flower")
    found = dict.fromkeys(source == "supply" for source in sources(p, seat))
    return listed([own if each else flower for each in found])


def _fly(p: Position) -> Asked:
    kinds = sorted({patch.colour for patch in p.on_patch[p.to_move - 1]}, key=lambda each: COLOUR_NAMES[each])
    if len(kinds) == 1:
        text = "{who}: send the {colour} butterfly to a {colour} flower."
        return (said(text, p.to_move, colour=Term(COLOUR_NAMES[kinds[0]])),)
    colours = listed([Term(COLOUR_NAMES[each]) for each in kinds], "and")
    more = Message("Yours wait on {colours}.", {"colours": colours})
    return said("{who}: send a butterfly to a flower of its colour.", p.to_move), more


def _bonus(p: Position) -> Asked:
    text = "{who}: add a butterfly to the {flower}, or skip."
    if not any(source != p.bonus_at for source in sources(p, p.to_move)):
        text = "{who}: skip, there is no butterfly to add to the {flower}."
    return said(text, p.to_move, flower=flower_called(p.bonus_at)), Message("You have its bonus token.")


_PLANTERS: Final = (
    Message("Put each flower on a planter, one bonus token on each."),
    Message("Place 8 gnomes face down on the round track."),
)
_CLEAR: Final = Message("Remove leftover tiles and the unclaimed gnome.")

_PHASES: Final[dict[Phase, Callable[[Position], Asked]]] = {
    "SETUP": _setup,
    "FILL": _fill,
    "GNOME": _gnome,
    "BID": _bid,
    "DRAFT": _draft,
    "RESERVE": _reserve,
    "FLY": _fly,
    "BONUS": _bonus,
}
