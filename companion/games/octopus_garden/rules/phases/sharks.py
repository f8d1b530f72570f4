"""Sharks: claiming a market token, and being thrown back (10.2.3)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.octopus_garden.rules.actions import NoShark, Release, Shark
from companion.games.octopus_garden.rules.data.board import CELLS, Cell
from companion.games.octopus_garden.rules.position import P, Position, into_bag, told, with_claim, with_garden
from companion.games.octopus_garden.rules.sentences.words import market_space
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import reason


def thrown_back(p: P, seat: Seat) -> P:
    """Throw a seat's claiming shark into the bag, if it has one (OG-M10)."""
    cell = p.claim_of(seat)
    if cell is None:
        return p
    return told(into_bag(with_claim(p, cell, 0), "SK"), seat, f"release P{seat}")


def claimable(p: Position) -> tuple[Cell, ...]:
    """The market cells that a shark may claim: a token that is none, and nobody's yet (OG-M13)."""
    return tuple(cell for cell in CELLS if p.on(cell) not in (None, "SK") and not p.claimed_by(cell))


def may_claim(p: Position, seat: Seat) -> bool:
    """Whether a seat has a shark in its garden, covered or not, and a token to claim."""
    return bool(p.garden[seat - 1].having("SK") and claimable(p))


def legal_sharks(p: Position, seat: Seat) -> Iterator[Shark]:
    """Every cell that the shark of the seat that is asked may claim."""
    return (Shark(seat, cell) for cell in claimable(p))


def explain_shark(p: Position, action: Shark) -> Reason:
    """Why that token may not be claimed."""
    if p.on(action.cell) is None:
        return reason("OG-M13", "There is no token in {cell}.", cell=market_space(action.cell))
    if p.on(action.cell) == "SK":
        return reason("OG-M13", "A shark may not claim another shark.")
    return reason("OG-M13", "The token in {cell} is claimed already.", cell=market_space(action.cell))


def claim(p: P, action: Shark) -> P:
    """Move the shark onto a market token; its space in the garden is free."""
    garden = p.garden[action.by - 1]
    _, shark = garden.having("SK")[0]
    return with_claim(with_garden(p, action.by, garden.without(shark.name)), action.cell, action.by)


def legal_nosharks(_: Position, seat: Seat) -> Iterator[NoShark]:
    """The shark may always stay."""
    yield NoShark(seat)


def legal_releases(p: Position, seat: Seat) -> Iterator[Release]:
    """A claiming shark may be thrown back before the action of the turn."""
    if p.claim_of(seat):
        yield Release(seat)


def explain_release(_: Position, __: Release) -> Reason:
    """Why nothing is thrown back."""
    return reason("OG-M10", "You have no shark on the market.")


def release(p: P, action: Release) -> P:
    """Throw the shark back."""
    return thrown_back(p, action.by)
