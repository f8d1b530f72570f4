"""The action of the turn besides buying (P0 and P2): lionfish, oyster, pass, end of the moves."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.octopus_garden.rules.actions import Done, Lion, Oyster, Pass, Skip
from companion.games.octopus_garden.rules.data.board import CELLS, Cell
from companion.games.octopus_garden.rules.flow import after_lion, before_scoring, enter_moves, finish_moves
from companion.games.octopus_garden.rules.phases.sharks import thrown_back
from companion.games.octopus_garden.rules.phases.stars import star_steps
from companion.games.octopus_garden.rules.position import (
    P,
    Position,
    into_bag,
    out_of_game,
    paid,
    with_cell,
    with_garden,
)
from companion.games.octopus_garden.rules.sentences.words import market_space, pearls
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import reason


def oyster_price(p: Position, seat: Seat) -> int:
    """Give what the next oyster costs a seat: one more than it owns, printed ones included (OG-R15)."""
    return 1 + p.garden[seat - 1].oysters


def why_no_oyster(p: Position, seat: Seat) -> Reason | None:
    """Why a seat could not attract an oyster if it were its turn."""
    if not p.bed:
        return reason("OG-R16", "The oyster bed is empty.")
    if not p.garden[seat - 1].empty:
        return reason("OG-R15", "There is no empty space for an oyster.")
    cost, purse = oyster_price(p, seat), p.pearls[seat - 1]
    if cost > purse:
        text = "An oyster costs {cost}; you have {purse}."
        return reason("OG-R15", text, cost=pearls(cost), purse=pearls(purse))
    return None


def legal_oysters(p: Position, seat: Seat) -> Iterator[Oyster]:
    """An oyster on every empty space."""
    if why_no_oyster(p, seat) is None:
        for space in p.own.empty:
            yield Oyster(seat, space)


def explain_oyster(p: Position, action: Oyster) -> Reason:
    """Why no oyster is attracted there."""
    wrong = why_no_oyster(p, action.by)
    return wrong or reason("OG-R15", "{space} is not an empty space.", space=action.space)


def attract(p: P, action: Oyster) -> P:
    """Pay for an oyster and lay it into the garden."""
    p = paid(thrown_back(p, action.by), action.by, oyster_price(p, action.by))
    garden = p.own.planted("OY", action.space)
    return enter_moves(with_garden(replace(p, bed=p.bed - 1), action.by, garden))


def swappable(p: Position, seat: Seat) -> tuple[Cell, ...]:
    """Give the cells whose token a seat may swap: occupied, and claimed by nobody else (OG-M15)."""
    return tuple(cell for cell in CELLS if p.on(cell) and p.claimed_by(cell) in (0, seat))


def legal_passes(p: Position, seat: Seat) -> Iterator[Pass]:
    """Swap any one token; plain only where there is none (OG-R36)."""
    cells = swappable(p, seat)
    if not cells:
        yield Pass(seat)
    for cell in cells:
        yield Pass(seat, cell)


def explain_pass(p: Position, action: Pass) -> Reason:
    """Why one cannot pass like that."""
    if not action.cell:
        return reason("OG-R36", "Who passes swaps one market token.")
    if p.on(action.cell) is None:
        return reason("OG-R36", "There is no token in {cell}.", cell=market_space(action.cell))
    return reason("OG-M15", "The token in {cell} is claimed by a shark.", cell=market_space(action.cell))


def pass_on(p: P, action: Pass) -> P:
    """Pass: the token goes back into the bag and another one is drawn into its cell.

    With ``draw_then_return`` it goes back after the draw (OG-R17), unless the bag is empty.
    """
    p = thrown_back(p, action.by)
    if not action.cell:
        return enter_moves(p)
    code = p.on(action.cell)
    if code and not (p.table.draw_then_return and p.bag):
        p = with_cell(into_bag(p, code), action.cell, None)
    return replace(p, phase="SWAP", swap=action.cell)


def legal_lions(p: Position, seat: Seat) -> Iterator[Lion]:
    """Every market token that nobody claims (OG-M15)."""
    return (Lion(seat, cell) for cell in CELLS if p.on(cell) and not p.claimed_by(cell))


def explain_lion(p: Position, action: Lion) -> Reason:
    """Why the lionfish leaves that token alone."""
    if p.on(action.cell) is None:
        return reason("10.2.6", "There is no token in {cell}.", cell=market_space(action.cell))
    return reason("OG-M15", "The token in {cell} is claimed by a shark.", cell=market_space(action.cell))


def hunt(p: P, action: Lion) -> P:
    """Pay a pearl; the token leaves the game and its cell stays empty until P4 (OG-M19)."""
    code = p.on(action.cell)
    p = out_of_game(p, *((code,) if code else ()))
    return after_lion(with_cell(paid(p, action.by, 1), action.cell, None))


def legal_skips(_: Position, seat: Seat) -> Iterator[Skip]:
    """The lionfish may always rest."""
    yield Skip(seat)


def skip(p: P, _: Skip) -> P:
    """Leave the market as it is."""
    return after_lion(p)


def legal_dones(p: Position, seat: Seat) -> Iterator[Done]:
    """The moves may end when every sea star that can move has moved (OG-R25)."""
    if p.phase != "MOVE" or next(star_steps(p.own), None) is None:
        yield Done(seat)


def explain_done(p: Position, _: Done) -> Reason:
    """Why the moves do not end yet."""
    step = next(star_steps(p.own), None)
    return reason("OG-R25", "First the sea star on {space} moves.", space=step.origin if step else "")


def done(p: P, action: Done) -> P:
    """End the moves, or the declarations before scoring."""
    return finish_moves(p) if p.phase == "MOVE" else before_scoring(p, action.by)
