"""One photograph of a finished table: what it shows, what is in doubt, and why it may be of no use."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.errors import CompanionError
from companion.frames.pictures import View, crop
from companion.layout import Layout
from companion.rules.final_table import Counted, PlacedTile
from companion.rules.game import Seat
from companion.rules.labels import Label
from companion.rules.message import Message
from companion.rules.phrases import Words
from companion.sighting import CellSighting, Sighting

FIRM: Final = 3.0
"""The likeliest kind is taken where the next is 20 times less likely; else people are asked."""

MOST_DOUBTS: Final = 16
"""Where more of a sheet is in doubt than so many spaces, another photograph is less work than answers."""


class BadPhotograph(CompanionError):
    """A photograph that does not help to score this table."""


class Spot(msgspec.Struct, frozen=True):
    """What one photograph shows of a space: kinds, the likeliest first; none where it is covered.

    ``margin`` is by how much the first is likelier than the second, in natural logarithms.
    """

    kinds: tuple[str, ...]
    margin: float

    @property
    def sure(self) -> bool:
        """Whether nobody need be asked."""
        return bool(self.kinds) and self.margin >= FIRM


class TablePhotograph(msgspec.Struct, frozen=True):
    """What a photograph shows of a finished table.

    ``spots`` is zone -> cell; ``gardens`` are joined tiles, each group in its own lattice; ``cards`` kinds
    that somebody spread out, whose is ``seat`` (0: the table's). ``crops`` show the spaces in doubt, as JPEG,
    and ``picture`` is the photograph with what was read drawn over it. ``remarks`` are for whoever took it.
    """

    seat: Seat
    spots: dict[str, dict[str, Spot]]
    gardens: tuple[tuple[PlacedTile, ...], ...] = ()
    cards: tuple[str, ...] = ()
    crops: dict[str, bytes] = {}
    picture: bytes = b""
    remarks: tuple[Words, ...] = ()


def look_at(
    view: View, layout: Layout, counted: Counted, seat: Seat, cards: tuple[str, ...] = ()
) -> TablePhotograph:
    """Take from a reading what counts at the end.

    Parameters
    ----------
    view
        The photograph, and all that was read in it.
    layout
        Of the game at this table.
    counted
        What matters.
    seat
        Whose things it shows; 0 for the table's.
    cards
        The cards whose markers were found, where players spread out theirs.

    Raises
    ------
    BadPhotograph
        ``photo-nothing`` or ``photo-covered``.
    """
    sighting = view.sighting
    spots = _counted_spots(sighting, counted)
    gardens = tuple(_garden(sighting)) if counted.gardens else ()
    found = _spread_out(sighting, cards) if counted.hands else ()
    if not counted.asks_for_photographs and sighting.sheets:
        return TablePhotograph(seat, {}, remarks=(counted.unseen,))
    if not spots and not gardens and not found:
        raise BadPhotograph("photo-nothing", _why_nothing(sighting))
    doubts = [
        f"{zone}/{cell}" for zone, cells in spots.items() for cell, spot in cells.items() if not spot.sure
    ]
    _refuse_covered(layout, spots)
    crops = {where: part for where in doubts if (part := crop(layout, view, where)) is not None}
    remarks = {problem.sentence: problem.said for problem in sighting.view if problem.code != "no-sheet"}
    return TablePhotograph(seat, spots, gardens, found, crops, remarks=tuple(remarks.values()))


def _counted_spots(sighting: Sighting, counted: Counted) -> dict[str, dict[str, Spot]]:
    """What lies in the zones that count, zone -> cell."""
    return {
        zone: {cell: _spot(each) for cell, each in cells.items() if _counts(counted, zone, cell)}
        for sheet in sighting.sheets
        for zone, cells in sheet.cells.items()
        if zone in counted.needed or zone in counted.welcome
    }


def _spread_out(sighting: Sighting, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that lie beside all sheets; what lies on a sheet is everybody's, such as a book's recipe."""
    on_sheets = {seen.best()[0] for _, _, seen in sighting.cells()}
    return tuple(card for card in cards if card not in on_sheets)


def _counts(counted: Counted, zone: str, cell: str) -> bool:
    cells = counted.needed.get(zone, ())
    return not cells or cell in cells


def _spot(seen: CellSighting) -> Spot:
    if seen.covered:
        return Spot((), 0.0)
    ranked = sorted(seen.log_p, key=lambda kind: -seen.log_p[kind])
    margin = seen.log_p[ranked[0]] - seen.log_p[ranked[1]] if len(ranked) > 1 else FIRM
    return Spot(tuple(ranked), margin)


def _garden(sighting: Sighting) -> list[tuple[PlacedTile, ...]]:
    return [
        tuple(PlacedTile(piece.kind, piece.x, piece.y, piece.turns) for piece in mosaic.pieces)
        for mosaic in sorted(sighting.mosaics, key=lambda each: -len(each.pieces))
    ]


def _why_nothing(sighting: Sighting) -> Message:
    said = next((problem.said for problem in sighting.view), None)
    return said or Message("The photograph shows nothing that scores in this game.")


def _refuse_covered(layout: Layout, spots: dict[str, dict[str, Spot]]) -> None:
    """Refuse a photograph with a hand in it, or half a sheet."""
    for zone, cells in spots.items():
        hidden = sum(not spot.sure for spot in cells.values())
        if hidden > min(MOST_DOUBTS, max(3, len(cells) // 2)):
            said = Message(
                "{hidden} of {all} spaces of “{sheet}” cannot be seen. Have the whole sheet in the "
                "picture, without a hand or glare on it, and take the photograph again.",
                {"hidden": hidden, "all": len(cells), "sheet": Label(layout.find(zone)[0].title)},
            )
            raise BadPhotograph("photo-covered", said)
