"""Drafting rows and columns of the staircase, and the gnome (R17 to R24)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Draft
from companion.games.papillon.rules.data.board import LINES, SPACES, Line, Space
from companion.games.papillon.rules.flow import next_drafter, swap_first
from companion.games.papillon.rules.position import P, Position, added, put
from companion.games.papillon.rules.purse import cap, gain
from companion.rules.game import Reason
from companion.rules.kit.words import reason


def lying_in(p: Position, line: Line) -> dict[Space, str]:
    """Give the tiles still lying in a row or column."""
    tiles = {space: p.board[SPACES.index(space)] for space in LINES[line]}
    return {space: tile for space, tile in tiles.items() if tile}


def wins_gnome(p: Position, line: Line) -> bool:
    """Whether drafting that line wins the gnome, however few tiles it still holds (R19, G9)."""
    return line in p.table.gnome_lines and p.shed is not None


def legal_drafts(p: Position) -> Iterator[Draft]:
    """Every line that still holds a tile (R17)."""
    return (Draft(p.to_move, line) for line in LINES if lying_in(p, line))


def why_not_draft(p: Position, action: Draft) -> Reason | None:
    """Why that line cannot be drafted."""
    if not lying_in(p, action.line):
        noun = "Row" if action.line.isdigit() else "Column"
        if not set(LINES[action.line]) & set(p.spaces):
            text = "{noun} {line} is not used with two players."
            return reason("R55", text, noun=noun, line=action.line)
        return reason("R17", "{noun} {line} holds no tile any more.", noun=noun, line=action.line)
    return None


def apply_draft(p: P, action: Draft) -> P:
    """Take tiles and tokens, then the gnome; one tile alone calls for a reserve tile (R18 to R24).

    Returning the excess before the reserve tile comes to the same as after it.
    """
    seat = action.by
    tiles = lying_in(p, action.line)
    tokens = [space for space in p.board_tokens if space in tiles]
    taken = replace(
        p,
        hand=put(p.hand, seat, tuple(sorted((*p.hand[seat - 1], *tiles.values())))),
        board=tuple("" if tile in tiles.values() else tile for tile in p.board),
        board_tokens=tuple(space for space in p.board_tokens if space not in tiles),
        cat=added(p.cat, seat, len(tokens)),
    )
    if wins_gnome(p, action.line):
        taken = _with_gnome(taken, seat)
    if taken.cat[seat - 1] > p.cat[seat - 1]:
        taken = cap(taken, seat)
    if len(tiles) == 1 and taken.pool:
        return replace(taken, phase="RESERVE")
    return next_drafter(taken)


def _with_gnome(p: P, seat: int) -> P:
    """Take the gnome and its caterpillars; with two players become first (R19, R57, R61)."""
    paid = gain(p, seat, p.shed or 0)
    won = replace(paid, shed=None, gnomes=added(p.gnomes, seat, 1))
    if p.table.expert:
        won = replace(won, gnome_to_place=added(p.gnome_to_place, seat, 1))
    return swap_first(won, seat)
