"""The two turn options: joining on to one's own tiles, or starting a new group (FT-08..12)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.filler_tiles.rules.actions import Expand, New, Placement
from companion.games.filler_tiles.rules.board import Square
from companion.games.filler_tiles.rules.position import Kind, P, Position, Tile
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import reason


def touches(p: Position, square: Square, seat: Seat) -> bool:
    """Whether a square is a neighbour of one of the seat's tiles (FT-02)."""
    tile, colour = p.tile, p.colour_of_seat[seat - 1]
    return any(tile.get(near) == colour for near in p.board.neighbours(square))


def placement(p: Position, seat: Seat, square: Square) -> Placement:
    """What placing on that square of the board is: the square alone decides (FT-11)."""
    return Expand(seat, square) if touches(p, square, seat) else New(seat, square)


def legal_placements(p: Position, seat: Seat) -> Iterator[Placement]:
    """Every placement of a seat, were it its turn; square by square."""
    if p.supply[seat - 1] < 1:
        return
    tile, colour = p.tile, p.colour_of_seat[seat - 1]
    may_start = p.starts_left[seat - 1] != 0
    for square in p.open_squares:
        near = {tile.get(beside) for beside in p.board.neighbours(square)}
        if colour in near:
            yield Expand(seat, square)
        elif may_start and not (p.table.new_away_from_enemy and 3 - colour in near):
            yield New(seat, square)


def can_place(p: Position, seat: Seat) -> bool:
    """Whether a seat has any legal placement (FT-13)."""
    return next(legal_placements(p, seat), None) is not None


def legal_expands(p: Position) -> Iterator[Expand]:
    """Every open square beside one's own tiles (FT-09)."""
    return (action for action in legal_placements(p, p.to_move) if isinstance(action, Expand))


def legal_news(p: Position) -> Iterator[New]:
    """Every open square away from one's own tiles, while starts are left (FT-10)."""
    return (action for action in legal_placements(p, p.to_move) if isinstance(action, New))


def why_not_expand(p: Position, action: Expand) -> Reason | None:
    """Why no tile may be joined on there."""
    if touches(p, action.square, p.to_move):
        return _why_no_tile(p)
    text = "{square} does not touch your tiles."
    if p.starts_left[p.to_move - 1] == 0:
        text = "{square} does not touch your tiles and you have no new starts."
    return reason("FT-09", text, square=action.square)


def why_not_new(p: Position, action: New) -> Reason | None:
    """Why no new group may be started there."""
    square, enemy = action.square, 3 - p.colour_of_seat[p.to_move - 1]
    if touches(p, square, p.to_move):
        return reason("FT-11", "{square} touches your tiles: it is no new group.", square=square)
    if p.starts_left[p.to_move - 1] == 0:
        text = "{square} does not touch your tiles and you have no new starts."
        return reason("FT-10", text, square=square)
    if p.table.new_away_from_enemy and touches(p, square, p.seat_of(enemy)):
        text = "At this table a new group may not touch the opponent's tiles, as it would on {square}."
        return reason("FT-10", text, square=square)
    return _why_no_tile(p)


def _why_no_tile(p: Position) -> Reason | None:
    return None if p.supply[p.to_move - 1] else reason("FT-12", "You have no tiles left.")


def with_tile(p: P, action: Placement, kind: Kind) -> P:
    """Put a tile of the mover on the board, for good (FT-08)."""
    tile = Tile(action.square, p.colour_of_seat[p.to_move - 1], kind)
    return replace(p, tiles=(*p.tiles, tile))
