"""What lies on the simulated table: sheets, pieces, piles and dice, as hands have put them.

Nothing here knows a rule, and nothing is seen by a camera: that is `companion.simulation.table`.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from typing import Concatenate, Final, ParamSpec, TypeVar

from companion.layout import NO_MARKER, Layout, Zone
from companion.simulation.pieces import Deck, Faces, Piece, Spots, put_down

TRAY_EDGE_MM: Final = 14.0
SQUARE_DEG: Final = 1.2
"""How much askew people lay square tiles."""

BESIDE_MM: Final = 2.0
"""From the upper edge of a sheet: where pieces from the box are put down that have no place of their own."""

T = TypeVar("T", bound="Tabletop")
P = ParamSpec("P")
R = TypeVar("R")


def locked(method: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Let one thread at a time do this to a table."""

    def wrapper(self: T, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.lock:
            return method(self, *args, **kwargs)

    wrapper.__name__, wrapper.__doc__ = method.__name__, method.__doc__
    return wrapper


class Tabletop:
    """Sheets, pieces and dice. Every method may be called by any thread.

    Parameters
    ----------
    layout
        The sheets and kinds.
    seed
        Makes shuffling and every clumsy hand repeatable.
    """

    def __init__(self, layout: Layout, seed: int) -> None:
        self.layout = layout
        self.lock = threading.RLock()
        self._rng = random.Random(seed)
        self._pieces: dict[str, Piece] = {}
        self._spots = Spots(layout)
        self._faces = Faces(layout)
        self._squares = _squares(layout, self._faces)
        self._deck = Deck(self._faces, self._rng)
        self._made = 0
        self._loose = [""] * layout.loose_places

    # The sheets

    @locked
    def sheets(self) -> tuple[str, ...]:
        """The sheets on the table: those that are always there, and loose ones from left to right."""
        fixed = (sheet.id for sheet in self.layout.sheets if not sheet.loose)
        return (*fixed, *filter(None, self._loose))

    @locked
    def bring_sheet(self, sheet: str) -> None:
        """Lay a loose sheet in the first free place, if it does not lie there. Raises KeyError."""
        if not self.layout.sheet(sheet).loose or sheet in self._loose:
            return
        if "" not in self._loose:
            self.take_sheet(self._loose[0])
        self._loose[self._loose.index("")] = sheet

    @locked
    def take_sheet(self, sheet: str) -> None:
        """Take a loose sheet off the table, with everything on it. Raises KeyError."""
        if self.layout.sheet(sheet).loose and sheet in self._loose:
            self._loose[self._loose.index(sheet)] = ""
            for piece in [piece for piece in self._pieces.values() if piece.sheet == sheet]:
                self.remove(piece.id)

    # The pieces

    @locked
    def pieces(self) -> tuple[Piece, ...]:
        """Everything that lies there, the undermost first."""
        return tuple(self._pieces.values())

    @locked
    def taken(self) -> dict[tuple[str, str], Piece]:
        """The uppermost piece of every space, (zone, cell), on which one lies."""
        return self._spots.taken(self._pieces.values())

    @locked
    def at(self, zone_id: str, cell_id: str) -> Piece | None:
        """The uppermost piece on a space."""
        return self._spots.taken(self._pieces.values()).get((zone_id, cell_id))

    @locked
    def find(self, kind: str, zone_id: str, cell_id: str) -> Piece | None:
        """The uppermost piece of a kind on a space, whatever lies on it."""
        pile = self._spots.piles(self._pieces.values()).get((zone_id, cell_id), [])
        return next((piece for piece in reversed(pile) if piece.kind == kind), None)

    @locked
    def add(self, kind: str, zone_id: str, cell_id: str) -> str:
        """Put a new piece on a space; give its id. Raises KeyError."""
        sheet, cell = self._spots.cells[zone_id, cell_id]
        return self._new(kind, sheet, *put_down(cell, self._rng))

    @locked
    def bring(self, kind: str) -> str:
        """Bring a piece from the box, to where such pieces are kept, else beside the board; give its id.

        Raises KeyError for an unknown kind, and for one that lies in no zone.
        """
        lying = set(self.sheets())
        homes = [(sheet, zone) for sheet, zone in self.layout.zones() if kind in zone.kinds]
        homes = [(sheet, zone) for sheet, zone in homes if sheet.id in lying]
        if not homes:
            raise KeyError(kind)
        sheet, zone = next(((s, z) for s, z in homes if z.form == "area"), homes[0])
        if zone.form == "area":
            place = self._free_place(zone, kind, [])
        else:
            place = (self._rng.uniform(0.3, 0.7) * sheet.size_mm[0], BESIDE_MM)
        return self._new(kind, sheet.id, *place, self._rng.uniform(0, 360))

    def _free_place(self, zone: Zone, kind: str, taken: Sequence[tuple[float, float]]) -> tuple[float, float]:
        """Give a place within a zone, away from those that are taken as far as there is room."""
        xs, ys = zip(*zone.outline_mm, strict=True)
        apart_mm = 1.6 * self.layout.kinds[kind].size_mm[0]
        for _ in range(200):
            x = self._rng.uniform(min(xs) + TRAY_EDGE_MM, max(xs) - TRAY_EDGE_MM)
            y = self._rng.uniform(min(ys) + TRAY_EDGE_MM, max(ys) - TRAY_EDGE_MM)
            if all((x - ox) ** 2 + (y - oy) ** 2 > apart_mm**2 for ox, oy in taken):
                break
        return x, y

    def _new(self, kind: str, sheet: str, x_mm: float, y_mm: float, turn_deg: float) -> str:
        self._made += 1
        name = f"p{self._made}"
        turn = 0.0 if self._faces.hidden(kind) or self._has_top(kind) else self._squared(kind, turn_deg)
        self._pieces[name] = Piece(name, kind, sheet, x_mm, y_mm, turn)
        self._deck.lay(name, kind, {piece.kind for piece in self._pieces.values()})
        return name

    def _has_top(self, kind: str) -> bool:
        """Whether people lay it upright: a tile with its code, but no disc."""
        described = self.layout.kinds[kind]
        return bool(described.code) and described.shape != "disc"

    def _squared(self, kind: str, turn_deg: float) -> float:
        """Give how people turn it: a card or tile joins its place, whichever way up, if not exactly."""
        if kind not in self._squares:
            return turn_deg
        upright = 0.0 if self.layout.kinds[kind].shape == "card" else 90.0 * round(turn_deg / 90.0)
        return upright + self._rng.gauss(0, SQUARE_DEG)

    @locked
    def remove(self, piece: str) -> None:
        """Take a piece off the table. Raises KeyError."""
        del self._pieces[piece]
        self._deck.turned_up(piece)

    @locked
    def move(self, piece: str, zone_id: str, cell_id: str) -> None:
        """Put a piece on a space. Raises KeyError."""
        sheet, cell = self._spots.cells[zone_id, cell_id]
        self._place(piece, sheet, *put_down(cell, self._rng))

    @locked
    def move_mm(self, piece: str, sheet: str, x_mm: float, y_mm: float) -> None:
        """Put a piece somewhere; on a space that takes its kind it comes to lie as people lay it.

        Raises KeyError for an unknown piece or sheet.
        """
        kind = self._pieces[piece].kind
        zones = {zone.id: zone for zone in self.layout.sheet(sheet).zones}
        spot = self._spots.at(sheet, x_mm, y_mm)
        if spot is not None and kind in zones[spot[0]].kinds:
            x_mm, y_mm, _ = put_down(self._spots.cells[spot][1], self._rng)
        self._place(piece, sheet, x_mm, y_mm, self._pieces[piece].turn_deg)

    def _place(self, name: str, sheet: str, x_mm: float, y_mm: float, turn_deg: float) -> None:
        piece = self._pieces.pop(name)
        turn = piece.turn_deg if self._has_top(piece.kind) else self._squared(piece.kind, turn_deg)
        self._pieces[name] = piece._replace(sheet=sheet, x_mm=x_mm, y_mm=y_mm, turn_deg=turn)

    @locked
    def flip(self, piece: str) -> None:
        """Turn a piece over; a die goes on to its next face. Raises KeyError."""
        held = self._pieces[piece]
        kind = self._deck.under(piece) or self._faces.other_side(held.kind)
        if self.layout.kinds[held.kind].shape == "die":
            stem, _, value = held.kind.rpartition("-")
            kind = f"{stem}-{int(value) % 6 + 1}"
        if kind is not None:
            self._deck.turned_up(piece)
            self._pieces[piece] = held._replace(kind=kind)
            self._deck.lay(piece, kind, {each.kind for each in self._pieces.values()})

    @locked
    def turn_over(self, zone_id: str, cell_id: str, kind: str) -> bool:
        """Turn over the piece on a space whose other side is of this kind, wherever it lies in its pile."""
        piece = self.find(self._faces.other_side(kind) or "", zone_id, cell_id)
        if piece is None:
            return False
        self._pieces[piece.id] = piece._replace(kind=kind)
        return True

    @locked
    def hidden(self, piece: str) -> str | None:
        """What is under a piece that lies face down."""
        return self._deck.under(piece)


def _squares(layout: Layout, faces: Faces) -> frozenset[str]:
    """Name the cards and tiles that people lay square: those with a space of their own, or a marker."""
    in_cells = {kind for _, zone in layout.zones() if zone.cells for kind in zone.kinds}
    return frozenset(
        kind.name
        for kind in layout.kinds.values()
        if kind.shape in ("square", "card") and not faces.hidden(kind.name)
        if kind.name in in_cells or kind.marker != NO_MARKER
    )
