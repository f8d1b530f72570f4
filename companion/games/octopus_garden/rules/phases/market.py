"""The market: what rows and columns cost, who may buy them, buying (section 8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Buy
from companion.games.octopus_garden.rules.data.board import LINES, Cell, LineName
from companion.games.octopus_garden.rules.data.tokens import in_order
from companion.games.octopus_garden.rules.phases.sharks import thrown_back
from companion.games.octopus_garden.rules.position import P, Position, paid, replaced, with_cell, with_claim
from companion.games.octopus_garden.rules.sentences.words import market_line, market_space, pearls
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import reason
from companion.rules.message import Message


def price(p: Position, line: LineName) -> int:
    """Add up the costs of all tokens that lie in a line."""
    return sum(p.table.cost(code) for code in map(p.on, LINES[line]) if code)


def prices(p: Position) -> dict[LineName, int]:
    """Give the price of every row and column, for anybody who asks."""
    return {line: price(p, line) for line in LINES}


def affordable(p: Position, seat: Seat) -> dict[LineName, int]:
    """Give the rows and columns that a seat could buy if it were its turn, with their prices."""
    return {line: price(p, line) for line in LINES if why_no_purchase(p, seat, line) is None}


def taken_cells(p: Position, seat: Seat, line: LineName) -> tuple[Cell, ...]:
    """Give the cells whose tokens a seat would receive: all, but one shark a game (OG-M11, OG-M12).

    Of two sharks in a line the first in reading order is taken.
    """
    cells = [cell for cell in LINES[line] if p.on(cell)]
    sharks = [cell for cell in cells if p.on(cell) == "SK"]
    left = sharks if p.shark_used[seat - 1] else sharks[1:]
    return tuple(cell for cell in cells if cell not in left)


def claim_against(p: Position, seat: Seat, line: LineName) -> Cell | None:
    """Give the cell of a line that another one's shark claims, the first of several (OG-M09)."""
    return next((cell for cell in LINES[line] if p.claimed_by(cell) not in (0, seat)), None)


def why_no_purchase(p: Position, seat: Seat, line: LineName) -> Reason | None:
    """Why a seat could not buy a line if it were its turn."""
    claimed = claim_against(p, seat, line)
    if claimed is not None:
        text = "{owner}'s shark lies in {cell}: nobody else may buy that line."
        seats = {"owner": p.claimed_by(claimed)}
        return Reason("OG-M09", Message(text, {"cell": market_space(claimed)}, seats))
    if not any(map(p.on, LINES[line])):
        return reason("OG-R29", "In the market {line} is empty.", line=market_line(line))
    if not taken_cells(p, seat, line):
        text = "You have had your shark: nothing in {line} could be taken."
        return reason("OG-M12", text, line=market_line(line))
    cost = price(p, line)
    if cost > p.pearls[seat - 1]:
        return reason(
            "8.1",
            "In the market {line} costs {cost}; you have {pearls}.",
            line=market_line(line),
            cost=pearls(cost),
            pearls=pearls(p.pearls[seat - 1]),
        )
    return None


def legal_buys(p: Position, seat: Seat) -> Iterator[Buy]:
    """Every line that the seat may buy."""
    return (Buy(seat, line) for line in affordable(p, seat))


def explain_buy(p: Position, action: Buy) -> Reason | None:
    """Why that line may not be bought."""
    return why_no_purchase(p, action.by, action.line)


def bought(p: P, action: Buy) -> P:
    """Pay, and take the tokens into the hand; a claiming shark joins them or is thrown back."""
    seat = action.by
    claim = p.claim_of(seat)
    if claim is not None and claim not in LINES[action.line]:
        p = thrown_back(p, seat)
    cells = taken_cells(p, seat, action.line)
    hand = [code for code in map(p.on, cells) if code]
    p = paid(p, seat, price(p, action.line))
    for cell in cells:
        p = with_cell(p, cell, None)
    if claim in LINES[action.line]:
        hand.append("SK")
        p = with_claim(p, claim, 0)
    if "SK" in hand:
        p = replace(p, shark_used=replaced(p.shark_used, seat - 1, True))
    chests = hand.count("TC")
    to_plant = in_order(tuple(code for code in hand if code != "TC"))
    return replace(p, hand=to_plant, chests=chests, last_buy=p.turn_no)
