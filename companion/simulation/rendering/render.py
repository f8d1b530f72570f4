"""From things on the table to the camera's picture.

What does not change while the camera hangs still - the table-top, the sheets, the light - is
drawn once; each piece is a small picture that is drawn once for the place it lies at, and kept
while it lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol

import cv2
import numpy as np

from companion.layout import Kind, Layout, die_face
from companion.printing import artwork as printed
from companion.simulation.rendering.arm import HandPose, draw_hand
from companion.simulation.rendering.camera_model import Array, CameraModel
from companion.simulation.rendering.dice3d import DieLook, DiePose, draw_die
from companion.simulation.rendering.light import LightField
from companion.simulation.rendering.scene import Scene, SheetPose
from companion.simulation.rendering.solids import CardPose, Face, Patch, Shade, draw_card, draw_shadow
from companion.simulation.rendering.surface import drawn_under

PAPER_LEVEL: Final = 0.965
"""Coded brightness of unprinted paper against a perfect white."""

_LENS_BLUR_PX: Final = 0.55
_SHEET_LIFT_MM: Final = 0.4
_SOURCE_PX_PER_MM: Final = 4.0


@dataclass(frozen=True)
class Thing:
    """A piece as it lies: its kind and sheet, where on the sheet, how it is turned.

    ``rests_at_mm`` is the height of what it lies on, ``lean_deg`` the slope of a cocked die.
    """

    kind: str
    sheet: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    rests_at_mm: float = 0.0
    lean_deg: float = 0.0


class Artwork(Protocol):
    """What sheets and pieces look like, as `companion.printing.artwork` gives it."""

    def sheet_image(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Array:
        """Give a sheet as (H, W, 3) blue, green, red."""
        ...

    def piece_image(self, layout: Layout, kind: str, px_per_mm: float) -> Array:
        """Give the face of a piece as (h, w, 4) blue, green, red, alpha."""
        ...


class Renderer:
    """Draws one scene through one camera.

    Parameters
    ----------
    layout : Layout
    scene : Scene
    size_px : (width, height)
    camera : CameraModel, optional
        Instead of the scene's own, for a bumped one.
    loose : sequence of str, optional
        The loose sheets on the table; see `Scene.arrange`.
    artwork : Artwork, optional
        What sheets and pieces look like; the printed set, if not given.
    """

    def __init__(
        self,
        layout: Layout,
        scene: Scene,
        size_px: tuple[int, int],
        camera: CameraModel | None = None,
        loose: Sequence[str] | None = None,
        artwork: Artwork = printed,
    ) -> None:
        self.layout = layout
        self._drawings = artwork
        self.scene = scene
        self.poses = scene.arrange(layout, loose)
        everywhere = scene.arrange(layout)
        self.camera = camera or scene.camera(everywhere, size_px)
        edges = np.vstack([pose.outline() for pose in everywhere.values()])
        middle = (edges.min(axis=0) + edges.max(axis=0)) / 2
        self.light = LightField(scene.light, self.camera, (middle[0], middle[1]))
        self._patches: dict[Thing, tuple[Shade, Patch]] = {}
        self._hands: dict[HandPose, tuple[Shade, Patch]] = {}

    @cached_property
    def ground(self) -> Array:
        """The lit table with its sheets and nothing on them, (height, width, 3) uint8."""
        picture = drawn_under(self.camera.table_map, self.scene.surface, self.scene.seed)
        for sheet_id, pose in self.poses.items():
            if self.layout.sheet(sheet_id).bare:
                continue
            draw_shadow(self.camera, self.light, pose.outline(8), _SHEET_LIFT_MM).over(picture)
            self._lay_sheet(picture, sheet_id, pose)
        lit = picture * self.light.field
        clipped: Array = np.clip(lit, 0, 255, out=lit).astype(np.uint8)
        return clipped

    def _lay_sheet(self, picture: Array, sheet_id: str, pose: SheetPose) -> None:
        edge = self.camera.project(pose.outline(12))
        low = np.maximum(np.floor(edge.min(axis=0)).astype(int) - 1, 0)
        high = np.ceil(edge.max(axis=0)).astype(int) + 2
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        region = picture[window]
        cover = np.zeros(region.shape[:2], np.uint8)
        cv2.fillPoly(cover, [np.round((edge - low) * 16).astype(np.int32)], (255.0,), cv2.LINE_AA, 4)
        source = self._artwork(sheet_id)
        px_per_mm = source.shape[1] / pose.size_mm[0]
        nowhere: Any = None
        at: Any = pose.on_sheet(self.camera.table_map[window]) * np.float32(px_per_mm) - np.float32(0.5)
        printed = cv2.remap(source, at, nowhere, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        alpha = cover[..., None].astype(np.float32) / 255.0
        region[:] = region * (1 - alpha) + printed * (alpha * PAPER_LEVEL)

    def _artwork(self, sheet_id: str) -> Array:
        """A sheet's artwork, averaged down to about the camera's resolution."""
        image = self._drawings.sheet_image(self.layout, sheet_id, _SOURCE_PX_PER_MM)
        part = min(1.4 * self.camera.px_per_mm / _SOURCE_PX_PER_MM, 1.0)
        small: Array = cv2.resize(image, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        return small

    def still(self, things: tuple[Thing, ...], hand: HandPose | None = None) -> Array:
        """The picture of those things, without noise: (height, width, 3) uint8 BGR."""
        frame = self.ground.copy()
        ordered = self._far_to_near(things)
        # Only of what lies there now: in a long game pieces lie at hundreds of places.
        self._patches = {thing: self._patches.get(thing) or self._drawn(thing) for thing in ordered}
        for thing in ordered:
            self._patches[thing][0].over(frame)
        for thing in ordered:
            self._patches[thing][1].over(frame)
        if hand is not None:
            shade, patch = self._hand(hand)
            shade.over(frame)
            patch.over(frame)
        blurred: Array = cv2.GaussianBlur(frame, (3, 3), _LENS_BLUR_PX)
        return blurred

    def on_table(self, sheet: str, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A point of a sheet in millimetres of the table."""
        x, y = self.poses[sheet].on_table(np.array([(x_mm, y_mm)]))[0]
        return float(x), float(y)

    def _far_to_near(self, things: tuple[Thing, ...]) -> list[Thing]:
        """Lower before higher, and then what is farther from the lens first."""
        eye = self.camera.eye[:2]

        def order(thing: Thing) -> tuple[float, float]:
            at = np.array(self.on_table(thing.sheet, thing.x_mm, thing.y_mm))
            return thing.rests_at_mm, -float(np.hypot(*(at - eye)))

        return sorted(things, key=order)

    def _drawn(self, thing: Thing) -> tuple[Shade, Patch]:
        kind = self.layout.kinds[thing.kind]
        return self._draw_die(thing, kind) if kind.shape == "die" else self._draw(thing)

    def _draw(self, thing: Thing) -> tuple[Shade, Patch]:
        x, y = self.on_table(thing.sheet, thing.x_mm, thing.y_mm)
        turn = thing.turn_deg + self.poses[thing.sheet].turn_deg
        face = self._face(thing.kind)
        pose = CardPose(x, y, turn, thing.rests_at_mm)
        foot = pose.place(face.outline_mm, 0.0)[:, :2]
        shade = draw_shadow(self.camera, self.light, foot, thing.rests_at_mm + face.height_mm)
        return shade, self._lit(draw_card(self.camera, self.light, face, pose))

    def _draw_die(self, thing: Thing, kind: Kind) -> tuple[Shade, Patch]:
        x, y = self.on_table(thing.sheet, thing.x_mm, thing.y_mm)
        turn = thing.turn_deg + self.poses[thing.sheet].turn_deg
        look = die_look(kind)
        pose = DiePose(x, y, die_face(thing.kind)[1], turn, thing.lean_deg)
        corner, colour, alpha = draw_die(self.camera, self.light, pose, look)
        half = look.side_mm * 0.47
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        foot = CardPose(x, y, turn).place(square, 0.0)[:, :2]
        shade = draw_shadow(self.camera, self.light, foot, look.side_mm)
        return shade, self._lit(Patch(corner, colour, alpha[..., None]))

    def _hand(self, pose: HandPose) -> tuple[Shade, Patch]:
        if pose not in self._hands:
            shade, patch = draw_hand(self.camera, self.light, pose)
            self._hands = {pose: (shade, self._lit(patch))}
        return self._hands[pose]

    def _lit(self, patch: Patch) -> Patch:
        """The patch in the light of its place."""
        height, width = patch.alpha.shape[:2]
        rows = np.clip(np.arange(height) + patch.corner[1], 0, self.camera.size_px[1] - 1)
        columns = np.clip(np.arange(width) + patch.corner[0], 0, self.camera.size_px[0] - 1)
        return Patch(patch.corner, patch.colour * self.light.field[np.ix_(rows, columns)], patch.alpha)

    def _face(self, kind_name: str) -> Face:
        kind = self.layout.kinds[kind_name]
        sharp = max(4.0, round(2.5 * self.camera.px_per_mm, 1))
        image = self._drawings.piece_image(self.layout, kind_name, sharp).copy()
        image[..., :3] = image[..., :3] * (image[..., 3:] / 255.0)
        return Face(image, kind.size_mm, kind.height_mm)


def die_look(kind: Kind) -> DieLook:
    """Size and colours of a die from its kind: the body first, then the pips."""
    body, pips = (kind.colours[0], kind.colours[1]) if len(kind.colours) > 1 else (kind.colours[0], (30,) * 3)
    return DieLook(kind.size_mm[0], _bgr(body), _bgr(pips))


def _bgr(rgb: tuple[int, ...]) -> tuple[float, float, float]:
    return float(rgb[2]), float(rgb[1]), float(rgb[0])
