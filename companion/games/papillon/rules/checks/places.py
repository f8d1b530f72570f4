"""Where an action takes place on the table: for pages on which it is chosen by tapping."""

from __future__ import annotations

from companion.games.papillon.rules import actions
from companion.games.papillon.rules.data.board import LINES
from companion.games.papillon.rules.position import Position
from companion.rules.game import Action, Seat


def places(p: Position, action: Action) -> tuple[str, ...]:
    """Give the cells (``zone/cell``) that an action leads over, in order; none where it shows nowhere.

    A line of the staircase is named by its tiles, a patch by the tile of its key.
    """
    seat = action.by
    match action:
        case actions.Bid():
            return (f"bids/{action.amount or 'Z1'}",)
        case actions.Draft():
            spaces = (space for space in LINES[action.line] if space in p.spaces)
            return tuple(f"staircase/{space}" for space in spaces)
        case actions.Lay(spot=None):
            return _tile(p, seat, action.tile)
        case actions.Lay() if action.spot and action.tile in p.hand[seat - 1]:
            held = p.hand[seat - 1].index(action.tile) + 1
            return f"hand-{seat}/{held}", f"garden-{seat}/{action.spot.x},{action.spot.y}"
        case actions.Post():
            return _tile(p, seat, action.node[:3])
        case actions.Perch():
            return _tile(p, seat, action.patch[:3])
        case actions.Fly():
            return f"perched-{seat}/{action.patch}", f"planter-{action.flower}/planter"
    return ()


def _tile(p: Position, seat: Seat, tile: str) -> tuple[str, ...]:
    """Give the cell of a garden on which a tile lies."""
    return tuple(f"garden-{seat}/{laid.x},{laid.y}" for laid in p.garden[seat - 1] if laid.tile == tile)
