"""Tiles from the bag and gnomes from the round track (R7 to R9, R20, C2, C4, C5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Fill, Gnome, Reserve
from companion.games.papillon.rules.data.board import SPACES, Space
from companion.games.papillon.rules.flow import begin_bidding, next_drafter
from companion.games.papillon.rules.position import P, Position, put
from companion.games.papillon.rules.purse import available, cap, gain
from companion.rules.game import CHANCE, Reason
from companion.rules.kit.words import reason


def _drawn(p: P, tile: str) -> P:
    """Take a tile out of the bag."""
    left = tuple(other for other in p.pool if other != tile)
    return replace(p, bag=left, removed=p.removed if p.bag else ())


def _why_not_drawn(p: Position, tile: str) -> Reason | None:
    if tile in p.pool:
        return None
    if tile not in p.box.tiles:
        return reason("section 2", "There is no tile {tile}.", tile=tile)
    return reason("section 7", "{tile} has been seen already.", tile=tile)


def next_space(p: Position) -> Space:
    """Give the space that is filled next, in reading order."""
    return next(space for space in p.spaces if not p.board[SPACES.index(space)])


def legal_fills(p: Position) -> Iterator[Fill]:
    """Every tile in the bag, for the next space."""
    space = next_space(p)
    return (Fill(CHANCE, space, tile) for tile in p.pool)


def why_not_fill(p: Position, action: Fill) -> Reason | None:
    """Why that tile cannot come to lie there."""
    space = next_space(p)
    if action.space != space:
        return reason("R7", "The next space is {space}.", space=space)
    return _why_not_drawn(p, action.tile)


def apply_fill(p: P, action: Fill) -> P:
    """Lay a tile on the staircase; behind the last come the caterpillars (R8)."""
    drawn = _drawn(p, action.tile)
    filled = replace(drawn, board=put(p.board, SPACES.index(action.space) + 1, action.tile))
    if action.space != p.spaces[-1] and filled.pool:
        return filled
    return _with_tokens(replace(filled, phase="GNOME"))


def _with_tokens(p: P) -> P:
    """Put a caterpillar on every tile with an icon, while the supply lasts (R8, G6)."""
    icons = [space for space, tile in zip(SPACES, p.board, strict=True) if tile and _has_icon(p, tile)]
    tokens = icons[: available(p, len(icons))]
    return replace(p, board_tokens=tuple(tokens), supply=p.supply - len(tokens))


def _has_icon(p: Position, tile: str) -> bool:
    return p.box.tiles[tile].caterpillar


def gnomes_left(p: Position) -> Counter[int]:
    """Give the numbers that are still face down, and how often."""
    return Counter(p.box.gnome_numbers) - Counter(p.gnome_track)


def gnome_odds(p: Position) -> Iterator[tuple[Gnome, int]]:
    """Every number that the next gnome can show, with its weight."""
    left = gnomes_left(p)
    return ((Gnome(CHANCE, number), left[number]) for number in sorted(left))


def legal_gnomes(p: Position) -> Iterator[Gnome]:
    """Every number that the next gnome can show."""
    return (gnome for gnome, _ in gnome_odds(p))


def why_not_gnome(p: Position, action: Gnome) -> Reason | None:
    """Why the gnome cannot show this number."""
    if not gnomes_left(p)[action.number]:
        return reason("R9", "No face-down gnome shows a {number}.", number=action.number)
    return None


def apply_gnome(p: P, action: Gnome) -> P:
    """Put the gnome into the shed."""
    return begin_bidding(replace(p, shed=action.number, gnome_track=(*p.gnome_track, action.number)))


def legal_reserves(p: Position) -> Iterator[Reserve]:
    """Every tile in the bag."""
    return (Reserve(CHANCE, tile) for tile in p.pool)


def why_not_reserve(p: Position, action: Reserve) -> Reason | None:
    """Why that tile cannot be drawn."""
    return _why_not_drawn(p, action.tile)


def apply_reserve(p: P, action: Reserve) -> P:
    """Give the drafter the tile; its icon brings nothing, unless ``reserve_caterpillar`` is on (R21).

    Only who gains something returns what is above twelve, as after a draft.
    """
    seat = p.to_move
    hand = tuple(sorted((*p.hand[seat - 1], action.tile)))
    drawn = replace(_drawn(p, action.tile), hand=put(p.hand, seat, hand))
    number = reserve_brings(p, action.tile)
    return next_drafter(cap(gain(drawn, seat, number), seat) if number else drawn)


def reserve_brings(p: Position, tile: str) -> int:
    """Give how many caterpillars a reserve tile brings: one for its icon where that counts (O2)."""
    return available(p, 1) if p.table.reserve_caterpillar and _has_icon(p, tile) else 0
