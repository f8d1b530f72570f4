"""The simulated table: physical pieces that lie where they were put, seen by a virtual camera.

Nothing here knows a rule. A piece lies where a hand has put it, a die shows what it rolled, and
the camera sees it through lens, light and noise; what that means is for others to find out.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import numpy as np

from companion.layout import Layout, Zone, die_kind
from companion.rules.game import Lying, Piles
from companion.simulation.arm import HandPose
from companion.simulation.camera_model import Array
from companion.simulation.pieces import Deck, Faces, Piece, Spots, put_down, within
from companion.simulation.piles import as_pile, rests_at_mm
from companion.simulation.render import Renderer, Thing
from companion.simulation.scene import Scene
from companion.simulation.switches import SWITCHES, hung, noise_of, setting, spoil

SIZE_PX: Final = (1640, 1232)
COCKED_DEG: Final = 24.0
TRAY_EDGE_MM: Final = 14.0
BESIDE_MM: Final = 2.0
"""From the upper edge of a sheet: where pieces from the box are put down that have no place of their own."""

NOISE_PICTURES: Final = 4
"""Sensor noise is drawn this many times and used in turn: drawing it anew would take longer than the rest."""

RENDERED_BY: Final = frozenset({"bumped", "dim", "warm", "hard-shadow", "noise"})
"""Switches that change the ground of the picture."""

P = ParamSpec("P")
R = TypeVar("R")


def _locked(
    method: Callable[Concatenate[SimulatedTable, P], R],
) -> Callable[Concatenate[SimulatedTable, P], R]:
    def wrapper(self: SimulatedTable, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._lock:
            return method(self, *args, **kwargs)

    wrapper.__name__, wrapper.__doc__ = method.__name__, method.__doc__
    return wrapper


class SimulatedTable:
    """Sheets, pieces, dice, a hand, and the camera above them. Every method may be called by any thread.

    Parameters
    ----------
    layout
        The sheets and kinds.
    size_px
        Width and height of the picture.
    seed
        Makes table, room, shuffling and every clumsy hand repeatable.
    scene
        Another room than the seed's.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        size_px: tuple[int, int] = SIZE_PX,
        seed: int = 0,
        scene: Scene | None = None,
    ) -> None:
        self.layout = layout
        self._size_px = size_px
        self._scene = scene or Scene.of_seed(seed)
        self._rng = random.Random(seed)
        self._lock = threading.RLock()
        self._pieces: dict[str, Piece] = {}
        self._spots = Spots(layout)
        self._faces = Faces(layout)
        self._deck = Deck(self._faces, self._rng)
        self._made = 0
        self._on: set[str] = set()
        self._renderer: Renderer | None = None
        self._rendered_for: tuple[frozenset[str], tuple[str, ...]] = (frozenset(), ())
        self._loose = [""] * layout.loose_places
        self._rolled: set[str] = set()
        """Dice that the game still wants in the tray: those are not put on a space."""
        self._still: tuple[Any, Array] | None = None
        self._noise = _noise_pictures(size_px, seed)
        self._pictures = 0

    # The sheets

    @_locked
    def sheets(self) -> tuple[str, ...]:
        """The sheets on the table: those that are always there, and loose ones from left to right."""
        fixed = (sheet.id for sheet in self.layout.sheets if not sheet.loose)
        return (*fixed, *filter(None, self._loose))

    @_locked
    def bring_sheet(self, sheet: str) -> None:
        """Lay a loose sheet in the first free place, if it does not lie there. Raises KeyError."""
        if not self.layout.sheet(sheet).loose or sheet in self._loose:
            return
        if "" not in self._loose:
            self.take_sheet(self._loose[0])
        self._loose[self._loose.index("")] = sheet

    @_locked
    def take_sheet(self, sheet: str) -> None:
        """Take a loose sheet off the table, with everything on it."""
        if sheet in self._loose:
            self._loose[self._loose.index(sheet)] = ""
            for piece in [piece for piece in self._pieces.values() if piece.sheet == sheet]:
                self.remove(piece.id)

    def _lay_sheets(self, wanted: Sequence[str]) -> None:
        for sheet in self._loose:
            if sheet and sheet not in wanted:
                self.take_sheet(sheet)
        for sheet in wanted:
            self.bring_sheet(sheet)

    # The pieces

    @_locked
    def pieces(self) -> tuple[Piece, ...]:
        """Everything that lies there, the undermost first."""
        return tuple(self._pieces.values())

    @_locked
    def taken(self) -> dict[tuple[str, str], Piece]:
        """The uppermost piece of every space, (zone, cell), on which one lies."""
        return self._spots.taken(self._pieces.values())

    @_locked
    def at(self, zone_id: str, cell_id: str) -> Piece | None:
        """The uppermost piece on a space."""
        return self._spots.taken(self._pieces.values()).get((zone_id, cell_id))

    @_locked
    def find(self, kind: str, zone_id: str, cell_id: str) -> Piece | None:
        """The uppermost piece of a kind on a space, whatever lies on it."""
        pile = self._spots.piles(self._pieces.values()).get((zone_id, cell_id), [])
        return next((piece for piece in reversed(pile) if piece.kind == kind), None)

    @_locked
    def add(self, kind: str, zone_id: str, cell_id: str) -> str:
        """Put a new piece on a space; give its id. Raises KeyError."""
        sheet, cell = self._spots.cells[zone_id, cell_id]
        return self._new(kind, sheet, *put_down(cell, self._rng))

    @_locked
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

    def _new(self, kind: str, sheet: str, x_mm: float, y_mm: float, turn_deg: float) -> str:
        self._made += 1
        name = f"p{self._made}"
        turn = 0.0 if self._faces.hidden(kind) or self._has_top(kind) else turn_deg
        self._pieces[name] = Piece(name, kind, sheet, x_mm, y_mm, turn)
        self._deck.lay(name, kind, {piece.kind for piece in self._pieces.values()})
        return name

    def _has_top(self, kind: str) -> bool:
        """Whether people lay it upright: a tile with its code, but no disc."""
        described = self.layout.kinds[kind]
        return bool(described.code) and described.shape != "disc"

    @_locked
    def remove(self, piece: str) -> None:
        """Take a piece off the table. Raises KeyError."""
        del self._pieces[piece]
        self._deck.turned_up(piece)

    @_locked
    def move(self, piece: str, zone_id: str, cell_id: str) -> None:
        """Put a piece on a space. Raises KeyError."""
        sheet, cell = self._spots.cells[zone_id, cell_id]
        self._place(piece, sheet, *put_down(cell, self._rng))

    @_locked
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
        turn = piece.turn_deg if self._has_top(piece.kind) else turn_deg
        self._pieces[name] = piece._replace(sheet=sheet, x_mm=x_mm, y_mm=y_mm, turn_deg=turn)

    @_locked
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

    @_locked
    def turn_over(self, zone_id: str, cell_id: str, kind: str) -> bool:
        """Turn over the piece on a space whose other side is of this kind, wherever it lies in its pile."""
        piece = self.find(self._faces.other_side(kind) or "", zone_id, cell_id)
        if piece is None:
            return False
        self._pieces[piece.id] = piece._replace(kind=kind)
        return True

    @_locked
    def hidden(self, piece: str) -> str | None:
        """What is under a piece that lies face down."""
        return self._deck.under(piece)

    @_locked
    def show(self, zone_id: str, cell_id: str, kind: str) -> None:
        """See that a space shows this kind: a piece that lies there face down is turned up as it."""
        _, zone = self.layout.find(zone_id)
        self._lay_cell(zone, cell_id, kind)

    @_locked
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

    # Dice

    @_locked
    def roll(self, values: Sequence[int] | None = None, dice: int = 1, colour: str = "") -> tuple[int, ...]:
        """Throw dice into the first tray; give what they show. ``values`` settles it beforehand."""
        thrown = tuple(values or (self._rng.randint(1, 6) for _ in range(dice)))
        self.throw([die_kind(colour, value) for value in thrown])
        return thrown

    @_locked
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

    @_locked
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

    # Misbehaviour

    @_locked
    def switches(self) -> dict[str, bool]:
        """The ways in which the table can misbehave, and which do now."""
        return {name: name in self._on for name in SWITCHES}

    @_locked
    def set_switch(self, name: str, *, on: bool) -> None:
        """Misbehave, or behave again. Raises KeyError."""
        if name not in SWITCHES:
            raise KeyError(name)
        (self._on.add if on else self._on.discard)(name)

    def hand(self, *, on: bool) -> None:
        """Hold a hand over the table, or take it away."""
        self.set_switch("hand", on=on)

    # The camera

    @_locked
    def picture(self) -> Array:
        """Give the camera's picture of what lies there now: (height, width, 3) uint8 BGR."""
        on = frozenset(self._on)
        things = tuple(self._things())
        key = (things, on, tuple(self._loose))
        if self._still is None or self._still[0] != key:
            clean = self._renderer_for(on).still(things, self._hand_pose() if "hand" in on else None)
            self._still = key, spoil(clean, on)
        self._pictures += 1
        noise = self._noise[self._pictures % NOISE_PICTURES]
        strength = noise_of(on) / 2.0
        noisy: Array = np.clip(self._still[1] + strength * noise, 0, 255).astype(np.uint8)
        return noisy

    def _renderer_for(self, on: frozenset[str]) -> Renderer:
        wanted, loose = on & RENDERED_BY, tuple(self._loose)
        if self._renderer is None or self._rendered_for != (wanted, loose):
            scene = setting(self._scene, wanted)
            camera = hung(scene.camera(scene.arrange(self.layout), self._size_px), wanted)
            self._renderer = Renderer(self.layout, scene, self._size_px, camera, loose)
            self._rendered_for = wanted, loose
        return self._renderer

    def _things(self) -> list[Thing]:
        """Give what the camera has before it, with what the switches do to it."""
        pieces = tuple(self._pieces.values())
        rests = rests_at_mm(self.layout, pieces)
        things = [
            Thing(piece.kind, piece.sheet, piece.x_mm, piece.y_mm, piece.turn_deg, height)
            for piece, height in zip(pieces, rests, strict=True)
        ]
        flat = [n for n, thing in enumerate(things) if self.layout.kinds[thing.kind].shape == "disc"]
        if "cocked-die" in self._on:
            things = [_cocked(thing) if thing.kind.startswith("die-") else thing for thing in things]
        if "misplaced" in self._on and flat:
            things[flat[0]] = _moved(things[flat[0]], 10.5)
        if "missing" in self._on and flat:
            del things[flat[-1]]
        if "covered-marker" in self._on:
            things += self._mug()
        return things

    def _mug(self) -> list[Thing]:
        """Give what hides the first sheet's first marker: a pile of that game's largest piece."""
        sheet = self.layout.sheets[0]
        largest = max(self.layout.kinds.values(), key=lambda kind: kind.size_mm[0])
        x, y = (sum(values) / 4 for values in zip(*sheet.markers[0].corners_mm, strict=True))
        return [Thing(largest.name, sheet.id, x, y, 30.0, layer * largest.height_mm) for layer in range(3)]

    def _hand_pose(self) -> HandPose:
        sheet = self.layout.sheets[0]
        renderer = self._renderer_for(frozenset(self._on))
        x, y = renderer.on_table(sheet.id, 0.45 * sheet.size_mm[0], 0.55 * sheet.size_mm[1])
        return HandPose(x, y, 20.0)


def _cocked(thing: Thing) -> Thing:
    return Thing(
        thing.kind, thing.sheet, thing.x_mm, thing.y_mm, thing.turn_deg, thing.rests_at_mm, COCKED_DEG
    )


def _moved(thing: Thing, by_mm: float) -> Thing:
    return replace(thing, x_mm=thing.x_mm + by_mm)


def _noise_pictures(size_px: tuple[int, int], seed: int) -> list[Array]:
    """Draw the sensor's noise at a standard deviation of 2 grey values."""
    rng = np.random.default_rng((seed, 11))
    shape = (size_px[1], size_px[0], 3)
    return [(2 * rng.standard_normal(shape, dtype=np.float32)) for _ in range(NOISE_PICTURES)]


def render_position(
    layout: Layout, lying: Lying | Piles, *, size_px: tuple[int, int] = SIZE_PX, seed: int = 0
) -> Array:
    """Give the simulated camera's picture of a position: (height, width, 3) uint8 BGR."""
    table = SimulatedTable(layout, size_px=size_px, seed=seed)
    table.lay(lying)
    return table.picture()
