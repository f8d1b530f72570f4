"""The simulated table as a game wants it: what should lie there is laid, and dice are thrown.

Convention: millimetres on a sheet, as in `companion.layout`.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.layout import Layout, Zone, die_kind
from companion.rules.abilities import Piles
from companion.rules.game import Lying
from companion.simulation.pieces import Piece, within
from companion.simulation.piles import as_pile
from companion.simulation.tabletop import Tabletop, locked


class LaidTable(Tabletop):
    """A `Tabletop`, made as one, that can be laid as a game says. Any thread may call every method."""

    def __init__(self, layout: Layout, seed: int) -> None:
        super().__init__(layout, seed)
        self._rolled: set[str] = set()
        """Dice that the game still wants in the tray: those are not put on a space."""

    @locked
    def show(self, zone_id: str, cell_id: str, kind: str) -> None:
        """See that a space shows this kind: a piece that lies there face down is turned up as it."""
        _, zone = self.layout.find(zone_id)
        self._lay_cell(zone, cell_id, kind)

    @locked
    def lay(self, lying: Lying | Piles) -> None:
        """See that this is what lies there: what lies right stays as it is, the rest is put right.

        Zones that are not named are cleared; dice that show what they should are not touched. Where
        only the uppermost pieces are named, nothing is taken to lie under them.
        """
        self._lay_sheets(self.layout.laid_out(lying))
        there = self.sheets()
        trays = [zone.id for _, zone in self.layout.zones() if zone.form == "tray"]
        self._rolled = {as_pile(kinds)[-1] for tray in trays for kinds in lying.get(tray, {}).values()}
        for sheet, zone in self.layout.zones():
            wanted = {cell: as_pile(kinds) for cell, kinds in lying.get(zone.id, {}).items()}
            if sheet.id not in there:
                continue
            if zone.form in ("tray", "area"):
                self._lay_loose(sheet.id, zone, sorted(pile[-1] for pile in wanted.values()))
                continue
            held = self._spots.piles(self._pieces.values())
            for cell in zone.cells:
                pile = wanted.get(cell.id, ())
                there_now = held.get((zone.id, cell.id), [])
                if tuple(piece.kind for piece in there_now) != pile:
                    self._lay_pile(zone, cell.id, there_now, pile)

    def _lay_pile(self, zone: Zone, cell_id: str, held: Sequence[Piece], pile: Sequence[str]) -> None:
        """Put a pile right from the first piece on that is not as it should be."""
        if len(pile) <= 1:
            self._lay_cell(zone, cell_id, pile[0] if pile else None)
            return
        right = [piece.kind == kind for piece, kind in zip(held, pile, strict=False)]
        good = right.index(False) if False in right else len(right)
        for piece in held[good:]:
            self.remove(piece.id)
        for kind in pile[good:]:
            self.add(kind, zone.id, cell_id)

    def _lay_cell(self, zone: Zone, cell_id: str, kind: str | None) -> None:
        piece = self.at(zone.id, cell_id)
        while piece is not None and piece.kind != kind:
            if kind is not None and kind in self._faces.hidden(piece.kind):
                self._deck.becomes(piece.id, kind)
                self._pieces[piece.id] = piece._replace(kind=kind)
                return
            self.remove(piece.id)
            piece = self.at(zone.id, cell_id)
        if piece is None and kind is not None:
            rolled = self.thrown(kind) if kind not in self._rolled else None
            if rolled is None:
                self.add(kind, zone.id, cell_id)
            else:
                self.move(rolled.id, zone.id, cell_id)

    def _lay_loose(self, sheet: str, zone: Zone, kinds: list[str]) -> None:
        lying = [piece for piece in self._pieces.values() if piece.sheet == sheet and within(zone, piece)]
        if sorted(piece.kind for piece in lying) == kinds or (zone.form == "tray" and not kinds):
            return  # a die that lies there from the last roll is left alone
        for piece in lying:
            self.remove(piece.id)
        self._throw(sheet, zone, kinds)

    def _lay_sheets(self, wanted: Sequence[str]) -> None:
        for sheet in self._loose:
            if sheet and sheet not in wanted:
                self.take_sheet(sheet)
        for sheet in wanted:
            self.bring_sheet(sheet)

    # Dice

    @locked
    def roll(self, values: Sequence[int] | None = None, dice: int = 1, colour: str = "") -> tuple[int, ...]:
        """Throw dice into the first tray; give what they show. ``values`` settles it beforehand."""
        thrown = tuple(values or (self._rng.randint(1, 6) for _ in range(dice)))
        self.throw([die_kind(colour, value) for value in thrown])
        return thrown

    @locked
    def throw(self, kinds: Sequence[str]) -> None:
        """Throw dice into the first tray, so that they show this; what lay there is taken up first.

        Dice that lie about are taken up, too, but not those that lie on a space for dice.
        """
        for sheet, zone in self.layout.zones():
            if zone.form == "tray":
                for piece in self._dice_about():
                    self.remove(piece.id)
                self._throw(sheet.id, zone, kinds)
                return

    @locked
    def thrown(self, kind: str) -> Piece | None:
        """A die in a tray that shows this."""
        if self.layout.kinds[kind].shape != "die":
            return None
        trays = {sheet.id: zone for sheet, zone in self.layout.zones() if zone.form == "tray"}
        return next(
            (
                piece
                for piece in self._pieces.values()
                if piece.kind == kind and piece.sheet in trays and within(trays[piece.sheet], piece)
            ),
            None,
        )

    def _dice_about(self) -> list[Piece]:
        placed = {
            piece.id
            for (zone, _), piece in self.taken().items()
            if piece.kind in self.layout.find(zone)[1].kinds
        }
        return [
            piece
            for piece in self._pieces.values()
            if self.layout.kinds[piece.kind].shape == "die" and piece.id not in placed
        ]

    def _throw(self, sheet: str, zone: Zone, kinds: Sequence[str]) -> None:
        taken: list[tuple[float, float]] = []
        for kind in kinds:
            taken.append(self._free_place(zone, kind, taken))
            self._new(kind, sheet, *taken[-1], self._rng.uniform(0, 360))
