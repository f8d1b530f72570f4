"""What should be lying on the table, under the names of the game's layout.

===================  =========================  ==================================================
zone                 cells                      kinds
===================  =========================  ==================================================
``staircase``        ``A1`` .. ``A4``           ``T17``: a garden tile, its rotation has no meaning
``tokens``           ``A1`` .. ``A4``           ``caterpillar``, on the tile of that space
``shed``             ``C3``                     ``gnome-3``: face up
``rounds``           ``1`` .. ``8``             ``gnome-back``
``order``            ``1`` .. ``4``             ``gardener-white``
``bids``             ``Z4`` .. ``Z1``, 1 .. 5   ``gardener-white``
``planter-FR1``      ``planter``                ``planter-PL3``; one such zone a flower card
``token-FR1``        ``token``                  ``bonus-token``
``clips-FR1``        ``1`` .. ``16``            ``butterfly-white``; any clip serves as well
``garden-1``         ``x,y`` as ``0,-1``        ``T13-1``: tile T13, turned once clockwise
``perched-1``        a patch, ``T01.a``         ``butterfly-white``, waiting on that patch
``posted-1``         a segment, ``T67.c``       ``gnome-back``, with Expert Gnomes
``hand-1``           numbered, without places   ``T44``: drafted and not yet laid, or waiting
===================  =========================  ==================================================

Zones with a seat's number there are one a player. A seventeenth butterfly on one flower has no clip
and is not listed. Not listed are purses, butterflies in the
personal supply and gnomes in front of a player: the rules count them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice, repeat
from typing import Final

from companion.games.papillon.rules.data.board import GNOMES, SHED, SPACES, ZEROS
from companion.games.papillon.rules.position import Flower, Position
from companion.rules.game import Lying, Seat

CLIPS: Final = 16
"""Places for butterflies on a flower card (2.4)."""


def lying(p: Position) -> Lying:
    """Give what lies on the board, on the flower cards and in the gardens."""
    table: Lying = {
        "staircase": {space: tile for space, tile in zip(SPACES, p.board, strict=True) if tile},
        "tokens": dict.fromkeys(p.board_tokens, "caterpillar"),
        "shed": {} if p.shed is None else {SHED: f"gnome-{p.shed}"},
        "rounds": {str(place): "gnome-back" for place in range(len(p.gnome_track) + 1, GNOMES + 1)},
        "order": _order(p),
        "bids": _bids(p),
    }
    for flower in p.flower:
        table |= _flower_card(p, flower)
    for seat in range(1, p.seats + 1):
        table |= _garden(p, seat)
    return table


def gardener(p: Position, seat: Seat) -> str:
    """Give the kind of a seat's gardener."""
    return f"gardener-{p.table.colours[seat - 1]}"


def butterfly(p: Position, seat: Seat) -> str:
    """Give the kind of a seat's butterflies."""
    return f"butterfly-{p.table.colours[seat - 1]}"


def _numbered(kinds: Iterable[str]) -> dict[str, str]:
    return {str(number): kind for number, kind in enumerate(kinds, 1)}


def _order(p: Position) -> dict[str, str]:
    """Gardeners on the order track; who has bid stands on the bid track."""
    away = {*p.bid_num, *p.bid_zero}
    return {str(place): gardener(p, seat) for place, seat in enumerate(p.order, 1) if seat not in away}


def _bids(p: Position) -> dict[str, str]:
    numbers = {str(amount): gardener(p, seat) for amount, seat in enumerate(p.bid_num, 1) if seat}
    return {zero: gardener(p, seat) for zero, seat in zip(ZEROS, p.bid_zero, strict=False)} | numbers


def _flower_card(p: Position, flower: Flower) -> Lying:
    clips = chain.from_iterable(
        repeat(butterfly(p, seat), number) for seat, number in enumerate(flower.count, 1)
    )
    return {
        f"planter-{flower.id}": {"planter": f"planter-{flower.planter}"} if flower.planter else {},
        f"token-{flower.id}": {"token": "bonus-token"} if flower.token else {},
        f"clips-{flower.id}": _numbered(islice(clips, CLIPS)),
    }


def _garden(p: Position, seat: Seat) -> Lying:
    i = seat - 1
    return {
        f"garden-{seat}": {f"{laid.x},{laid.y}": f"{laid.tile}-{laid.rot}" for laid in p.garden[i]},
        f"perched-{seat}": {patch.key: butterfly(p, seat) for patch in p.on_patch[i]},
        f"posted-{seat}": dict.fromkeys(p.gnome_at[i], "gnome-back"),
        f"hand-{seat}": _numbered(p.hand[i]),
    }
