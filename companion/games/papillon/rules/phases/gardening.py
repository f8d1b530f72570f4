"""Laying tiles freely with matching sides, gnomes in the garden, and being done (R25 to R34, R61)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.papillon.rules.actions import Done, Lay, Post
from companion.games.papillon.rules.data.garden import (
    Laid,
    connected,
    fits_somewhere,
    spots,
    why_not_there,
    with_tile,
    without_tile,
)
from companion.games.papillon.rules.flow import after_gardening
from companion.games.papillon.rules.phases.perching import with_patches_due
from companion.games.papillon.rules.position import P, Position, put
from companion.games.papillon.rules.sentences.words import part_called
from companion.rules.game import Reason, Seat
from companion.rules.kit.words import reason


def why_no_gardening(p: Position, seat: Seat) -> Reason | None:
    """Why a seat may no longer garden this round (R34)."""
    if p.done[seat - 1]:
        return reason("R34", "You have said that you are done.")
    return None


def legal_lays(p: Position, seat: Seat) -> Iterator[Lay]:
    """Every tile in hand on every legal spot, then every tile of this round that may be lifted."""
    if p.done[seat - 1]:
        return
    for tile in p.hand[seat - 1]:
        for spot in spots(p.box, p.garden[seat - 1], tile):
            yield Lay(seat, tile, spot)
    for laid in p.garden[seat - 1]:
        if _why_not_lifted(p, seat, laid) is None:
            yield Lay(seat, laid.tile, None)


def why_not_lay(p: Position, action: Lay) -> Reason | None:
    """Why that tile cannot go there, or cannot be lifted."""
    seat, garden = action.by, p.garden[action.by - 1]
    laid = next((laid for laid in garden if laid.tile == action.tile), None)
    gone = why_no_gardening(p, seat)
    if gone is not None:
        return gone
    if action.spot is None:
        if laid is None:
            return reason("R28", "{tile} does not lie in your garden.", tile=action.tile)
        return _why_not_lifted(p, seat, laid)
    if laid is not None:
        return reason("R28", "{tile} lies in your garden: lift it first.", tile=action.tile)
    if action.tile not in p.hand[seat - 1]:
        return reason("R25", "You do not have {tile}.", tile=action.tile)
    return why_not_there(p.box, garden, p.box.tiles[action.tile], action.spot)


def _why_not_lifted(p: Position, seat: Seat, laid: Laid) -> Reason | None:
    if laid.round != p.round:
        return reason("R28", "Tiles of earlier rounds never move.")
    if any(node.startswith(laid.tile) for node in p.gnome_at[seat - 1]):
        return reason("R61", "A gnome stands on {tile} and never moves again.", tile=laid.tile)
    if not connected(without_tile(p.garden[seat - 1], laid.tile)):
        return reason("R28", "The garden must stay in one piece: lift the tiles beyond first.")
    return None


def apply_lay(p: P, action: Lay) -> P:
    """Lay a tile, or take it back into the hand."""
    seat = action.by
    garden, hand = p.garden[seat - 1], p.hand[seat - 1]
    if action.spot is None:
        garden, hand = without_tile(garden, action.tile), tuple(sorted((*hand, action.tile)))
    else:
        garden = with_tile(garden, action.tile, action.spot, p.round)
        hand = tuple(tile for tile in hand if tile != action.tile)
    return replace(p, garden=put(p.garden, seat, garden), hand=put(p.hand, seat, hand))


def layable(p: Position, seat: Seat) -> tuple[str, ...]:
    """Give the tiles in hand that could be added to the garden as it is (R29)."""
    garden = p.garden[seat - 1]
    return tuple(tile for tile in p.hand[seat - 1] if fits_somewhere(p.box, garden, tile))


def legal_posts(p: Position, seat: Seat) -> Iterator[Post]:
    """Every segment of the garden, for a gnome won this round (R61)."""
    if p.gnome_to_place[seat - 1] and not p.done[seat - 1]:
        for laid in p.garden[seat - 1]:
            tile = p.box.tiles[laid.tile]
            for index in range(len(tile.segments)):
                yield Post(seat, tile.node(index))


def why_not_post(p: Position, action: Post) -> Reason | None:
    """Why no gnome can be put there."""
    if not p.gnome_to_place[action.by - 1]:
        return reason("R61", "You have no gnome to place.")
    in_garden = any(action.node.startswith(laid.tile) for laid in p.garden[action.by - 1])
    if not in_garden or action.node not in p.box.segments:
        return reason("R61", "There is no {part} in your garden.", part=part_called(action.node, p.box))
    return why_no_gardening(p, action.by)


def apply_post(p: P, action: Post) -> P:
    """Put a gnome into the garden for good."""
    seat = action.by
    return replace(
        p,
        gnome_to_place=put(p.gnome_to_place, seat, p.gnome_to_place[seat - 1] - 1),
        gnome_at=put(p.gnome_at, seat, tuple(sorted((*p.gnome_at[seat - 1], action.node)))),
    )


def legal_dones(p: Position, seat: Seat) -> Iterator[Done]:
    """Being done, once nothing more can be laid."""
    if why_not_done(p, Done(seat)) is None:
        yield Done(seat)


def why_not_done(p: Position, action: Done) -> Reason | None:
    """Why a seat is not done yet (R29, R61)."""
    gone = why_no_gardening(p, action.by)
    if gone is not None:
        return gone
    tile = next((t for t in p.hand[action.by - 1] if fits_somewhere(p.box, p.garden[action.by - 1], t)), None)
    if tile is not None:
        return reason("R29", "{tile} still fits somewhere - lay it.", tile=tile)
    if p.gnome_to_place[action.by - 1]:
        return reason("R61", "Place your gnome first.")
    return None


def apply_done(p: P, action: Done) -> P:
    """Let the garden stand: unlaid tiles wait or leave the game, closed patches get their due (R30, R31)."""
    seat = action.by
    done = replace(p, done=put(p.done, seat, True))
    if p.table.discards_unplaceable:
        removed = tuple(sorted((*p.removed, *p.hand[seat - 1])))
        done = replace(done, removed=removed, hand=put(p.hand, seat, ()))
    return after_gardening(with_patches_due(done, seat))
