"""What chance decides: the tokens that come out of the bag, and the start player (section 7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Draw, Fill, First
from companion.games.octopus_garden.rules.data.tokens import Multiset
from companion.games.octopus_garden.rules.flow import begin_turn, enter_moves, refill
from companion.games.octopus_garden.rules.phases.chests import treasure_drawn
from companion.games.octopus_garden.rules.position import P, Position, into_bag, out_of_bag, with_cell
from companion.games.octopus_garden.rules.sentences.words import a_token, called, market_space
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason


def drawable(p: Position) -> Multiset:
    """Give the tokens from which the next one is drawn, all equally likely; a chest draws no chests."""
    return tuple((code, n) for code, n in p.bag if not (code == "TC" and p.phase == "TREASURE"))


def legal_draws(p: Position, _: int) -> Iterator[Draw]:
    """Every kind of token that may come out of the bag."""
    return (Draw(CHANCE, code) for code, _ in drawable(p))


def draw_odds(p: Position) -> Iterator[tuple[Draw, int]]:
    """Give every draw with the number of such tokens in the bag."""
    return ((Draw(CHANCE, code), number) for code, number in drawable(p))


def explain_draw(p: Position, action: Draw) -> Reason:
    """Why that token cannot have been drawn."""
    if action.code == "TC" and p.phase == "TREASURE":
        return reason("10.2.7", "A treasure chest is set aside, and another token drawn.")
    return reason("section 7", "There is no {what} in the bag.", what=called(action.code))


def draw(p: P, action: Draw) -> P:
    """Take a token out of the bag: to the market, into the hand that fills it, or for a chest."""
    code = action.code
    p = out_of_bag(p, code)
    if p.treasure is not None:
        return treasure_drawn(p, p.treasure, code)
    if p.swap is not None:
        return _swapped(p, action)
    if p.phase == "DRAW" and not p.table.reading_order:
        return replace(p, phase="FILL", drawn=code)
    p = with_cell(p, p.holes[0], code)
    if p.phase == "DRAW":
        return refill(p)
    return p if p.holes else replace(p, phase="FIRST")


def _swapped(p: P, action: Draw) -> P:
    """Put the token drawn after a pass into its cell; what still lies there goes back now (OG-R17)."""
    old = p.on(p.swap) if p.swap else None
    p = into_bag(p, old) if old else p
    return enter_moves(replace(with_cell(p, p.swap, action.code) if p.swap else p, swap=None))


def legal_fills(p: Position, seat: int) -> Iterator[Fill]:
    """Every empty cell for the token drawn (OG-R32)."""
    if p.drawn is not None:
        for cell in p.holes:
            yield Fill(seat, cell, p.drawn)


def explain_fill(p: Position, action: Fill) -> Reason:
    """Why the token does not go there."""
    if p.drawn is not None and action.code != p.drawn:
        return reason("OG-R32", "The token drawn is {what}.", what=a_token(p.drawn))
    return reason("OG-R32", "In the market {cell} is not empty.", cell=market_space(action.cell))


def fill(p: P, action: Fill) -> P:
    """Put the token drawn on a cell of the market."""
    return refill(replace(with_cell(p, action.cell, action.code), drawn=None))


def legal_firsts(p: Position, _: int) -> Iterator[First]:
    """Any seat may be the start player (OG-R34)."""
    return (First(CHANCE, seat) for seat in range(1, p.seats + 1))


def explain_first(_: Position, action: First) -> Reason:
    """Why that seat cannot be the start player."""
    return reason("OG-R34", "There is no seat {seat}.", seat=action.seat)


def first(p: P, action: First) -> P:
    """Begin the first turn."""
    return begin_turn(p, action.seat)
