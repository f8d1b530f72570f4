"""The simulated table: physical pieces that lie where they were put, seen by a virtual camera.

Nothing here knows a rule. A piece lies where a hand has put it, a die shows what it rolled, and
the camera sees it through lens, light and noise; what that means is for others to find out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from companion.layout import Layout
from companion.printing import artwork as printed
from companion.rules.abilities import Piles
from companion.rules.game import Lying
from companion.simulation.laid_table import LaidTable
from companion.simulation.piles import rests_at_mm
from companion.simulation.rendering.arm import HandPose
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.noise import noisy
from companion.simulation.rendering.render import Artwork, Renderer, Thing
from companion.simulation.rendering.scene import Scene
from companion.simulation.switches import SWITCHES, arrived, hung, noise_of, setting, spoil
from companion.simulation.tabletop import locked

SIZE_PX: Final = (1640, 1232)
COCKED_DEG: Final = 24.0
RENDERED_BY: Final = frozenset({"bumped", "dim", "warm", "hard-shadow", "noise"})
"""Switches that change the ground of the picture."""


class SimulatedTable(LaidTable):
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
    artwork
        What sheets and pieces look like; the printed set, if not given.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        size_px: tuple[int, int] = SIZE_PX,
        seed: int = 0,
        scene: Scene | None = None,
        artwork: Artwork = printed,
    ) -> None:
        super().__init__(layout, seed)
        self._artwork = artwork
        self._size_px = size_px
        self._scene = scene or Scene.of_seed(seed)
        self._on: set[str] = set()
        self._renderer: Renderer | None = None
        self._rendered_for: tuple[frozenset[str], tuple[str, ...]] = (frozenset(), ())
        self._still: tuple[Any, Array] | None = None
        self._seed = seed
        self._pictures = 0

    # Misbehaviour

    @locked
    def switches(self) -> dict[str, bool]:
        """The ways in which the table can misbehave, and which do now."""
        return {name: name in self._on for name in SWITCHES}

    @locked
    def set_switch(self, name: str, *, on: bool) -> None:
        """Misbehave, or behave again. Raises KeyError."""
        if name not in SWITCHES:
            raise KeyError(name)
        (self._on.add if on else self._on.discard)(name)

    def hand(self, *, on: bool) -> None:
        """Hold a hand over the table, or take it away."""
        self.set_switch("hand", on=on)

    # The camera

    @locked
    def picture(self) -> Array:
        """Give the camera's picture of what lies there now: (height, width, 3) uint8 BGR."""
        on = frozenset(self._on)
        things = tuple(self.things())
        key = (things, on, tuple(self._loose))
        if self._still is None or self._still[0] != key:
            clean = self._renderer_for(on).still(things, self._hand_pose() if "hand" in on else None)
            self._still = key, spoil(clean, on)
        self._pictures += 1
        return arrived(noisy(self._still[1], noise_of(on), self._seed, self._pictures), on)

    @locked
    def renderer(self) -> Renderer:
        """Give what draws the picture of what lies there now: it knows where every place is seen."""
        return self._renderer_for(frozenset(self._on))

    def _renderer_for(self, on: frozenset[str]) -> Renderer:
        wanted, loose = on & RENDERED_BY, tuple(self._loose)
        if self._renderer is None or self._rendered_for != (wanted, loose):
            scene = setting(self._scene, wanted)
            camera = hung(scene.camera(scene.arrange(self.layout), self._size_px), wanted)
            self._renderer = Renderer(self.layout, scene, self._size_px, camera, loose, self._artwork)
            self._rendered_for = wanted, loose
        return self._renderer

    @locked
    def things(self) -> list[Thing]:
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


def render_position(
    layout: Layout, lying: Lying | Piles, *, size_px: tuple[int, int] = SIZE_PX, seed: int = 0
) -> Array:
    """Give the simulated camera's picture of a position: (height, width, 3) uint8 BGR."""
    table = SimulatedTable(layout, size_px=size_px, seed=seed)
    table.lay(lying)
    return table.picture()
