"""Whole tables as Mitsuba scenes: printed sheets that wave, pieces of thick card, and dice.

Nothing of the simulated table's pictures is used, only where its hands have put things; light, materials,
lens and camera are others.

Convention: lengths in mm; x to the right, y away from the person, z up from the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from bench.traced.boards.cameras import Profile, develop
from bench.traced.boards.clutter import Clutter, clutter_parts, hidden_share
from bench.traced.boards.patches import Window
from bench.traced.boards.printers import PRINTERS, Printer
from bench.traced.boards.rooms import Array, Rng, Room
from bench.traced.dice import Make, axes
from companion.layout import Kind, Layout, Point
from companion.printing import artwork as printed
from companion.simulation.rendering.camera_model import CameraModel
from companion.simulation.rendering.render import Artwork, Thing
from companion.simulation.rendering.scene import Scene, SheetPose

mi.set_variant("llvm_ad_rgb")

Parts = dict[str, Any]
Place = mi.ScalarTransform4f

SHEET_PX_PER_MM, PIECE_PX_PER_MM = 6.0, 16.0
PAPER_MM = 0.25
BOUNCES = 4
OVERSCAN = 1.12
"""The picture is traced so much larger than it is wanted: a lens bends more into its corners."""

ROUND_SIDES = 48
BOARD = (0.32, 0.34, 0.3)
"""The core of grey board that shows at a cut edge, linear."""


class _Waves:
    """How high a sheet stands off the table: two long waves and a corner that curls."""

    def __init__(self, rng: Rng, high_mm: float, pose: SheetPose) -> None:
        self._size = np.array(pose.size_mm)
        self._high = high_mm
        self._waves = [(rng.uniform(-4, 4, 2), rng.uniform(0, 6)) for _ in range(2)]

    def height(self, points_mm: Array) -> Array:
        part = np.asarray(points_mm) / self._size
        total = sum(0.5 + 0.5 * np.sin(part @ along + start) for along, start in self._waves)
        return self._high * total / 2


@dataclass(frozen=True)
class Setting:
    """Where the sheets of a table lie, how they wave, where the camera hangs, and what else lies about.

    The ``seed`` settles all of it, so it stays from one picture of a table to the next.
    """

    layout: Layout
    room: Room
    profile: Profile
    poses: dict[str, SheetPose]
    waves: dict[str, _Waves]
    camera: CameraModel
    clutter: Parts
    printer: Printer
    artwork: Artwork
    seed: int

    @classmethod
    def of(
        cls,
        layout: Layout,
        sheets: list[str],
        room: Room,
        profile: Profile,
        seed: int,
        *,
        printer: Printer = PRINTERS["fresh"],
        artwork: Artwork = printed,
        clutter: Clutter | None = None,
    ) -> Setting:
        """Lay out the sheets as the simulated table's hands do, and hang the camera over them."""
        still = np.random.default_rng((seed, 11))
        scene = Scene(tilt_deg=room.tilt_deg, roll_deg=room.roll_deg, view_deg=profile.view_deg, k1=0, k2=0)
        scene = replace(scene, jumble_deg=3.0, seed=seed)
        loose = [name for name in sheets if layout.sheet(name).loose]
        poses = {name: pose for name, pose in scene.arrange(layout, loose).items() if name in sheets}
        waves = {name: _Waves(still, room.waves_mm, pose) for name, pose in poses.items()}
        camera = scene.camera(poses, profile.size_px)
        corners = np.vstack([pose.outline() for pose in poses.values()])
        about = np.random.default_rng((seed, 19))
        parts = clutter_parts(about, clutter, np.ptp(corners, axis=0) / 2) if clutter else {}
        return cls(layout, room, profile, poses, waves, camera, parts, printer, artwork, seed)

    @property
    def middle(self) -> Array:
        """The point of the table that the camera looks at: where the traced scene has its origin."""
        return np.array(self.camera.target_mm)

    @property
    def whole(self) -> Window:
        """The whole traced picture, which is larger than the camera's."""
        width, height = (round(OVERSCAN * side) for side in self.profile.size_px)
        return Window(0, 0, width, height)

    def place(self, sheet: str, points_mm: Array) -> Array:
        """Points (n, 2) of a sheet on the traced table, (n, 3), on the paper."""
        flat = (self.poses[sheet].on_table(points_mm) - self.middle) * (1, -1) * self.printer.scale
        return np.column_stack([flat, PAPER_MM + self.waves[sheet].height(points_mm)])

    def seen_px(self, sheet: str, points_mm: Array, height_mm: float = 0.0) -> Array:
        """Give where the picture shows points (n, 2) of a sheet, or above it: (n, 2), px."""
        placed = self.place(sheet, points_mm) + np.array([0, 0, height_mm])
        above = placed * (1, -1, 1) + (*self.middle, 0)
        matrix, ideal = _lens(self.profile), self.camera.project(above)
        rays = np.column_stack([(ideal - matrix[:2, 2]) / matrix[0, 0], np.ones(len(ideal))])
        bent = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, _bend(self.profile))[0]
        return np.asarray(bent[:, 0])

    def seen_spaces(self) -> dict[str, dict[str, list[float]]]:
        """Say of each cell where the picture shows its middle, x and y, and how wide it is there, in px."""
        spaces: dict[str, dict[str, list[float]]] = {}
        for sheet, zone in self.layout.zones():
            for cell in zone.cells if sheet.id in self.poses else ():
                half = np.ptp(np.array(cell.outline_mm), axis=0).min() / 2
                about = np.add(cell.centre_mm, [(0, 0), (half, 0), (0, half)])
                middle, right, below = self.seen_px(sheet.id, about)
                wide = 2 * min(np.hypot(*(right - middle)), np.hypot(*(below - middle)))
                spaces.setdefault(zone.id, {})[cell.id] = [round(float(n), 1) for n in (*middle, wide)]
        return spaces

    def hidden_cells(self) -> dict[str, dict[str, float]]:
        """Say of each cell which share is hidden by what lies about; those in the open are left out."""
        if not self.clutter:
            return {}
        about = mi.load_dict({"type": "scene"} | self.clutter)
        eye = (self.camera.eye - (*self.middle, 0.0)) * (1, -1, -1)
        hidden: dict[str, dict[str, float]] = {}
        for sheet, zone in self.layout.zones():
            for cell in zone.cells if sheet.id in self.poses else ():
                share = hidden_share(about, eye, self.place(sheet.id, _points_of(cell.outline_mm)))
                if share:
                    hidden.setdefault(zone.id, {})[cell.id] = round(share, 2)
        return hidden


def _points_of(outline_mm: Iterable[Point]) -> Array:
    """Give points (n, 2) spread over an outline: its corners, its middle, and half way between."""
    corners = np.array(list(outline_mm))
    middle = corners.mean(axis=0)
    return np.vstack([0.1 * middle + 0.9 * corners, (middle + corners) / 2, middle])


def trace(rng: Rng, setting: Setting, things: list[Thing], *, rays: int = 16) -> NDArray[np.uint8]:
    """Trace a table and develop its picture, (H, W, 3) blue, green, red; ``rng`` draws the noise."""
    (light,) = trace_windows(rng, setting, things, [setting.whole], rays=rays)
    return develop_light(rng, setting, light)


def trace_windows(
    rng: Rng, setting: Setting, things: list[Thing], windows: list[Window], *, rays: int
) -> list[Array]:
    """Trace parts of a table; give the light (height, width, 3) of each, linear red, green, blue."""
    scene = mi.load_dict(_scene(setting, things))
    seeds = [int(rng.integers(2**31)) for _ in windows]
    sensors = [mi.load_dict(_sensor(setting, rays, window)) for window in windows]
    return [
        np.array(mi.render(scene, sensor=sensor, seed=seed))[..., :3]
        for sensor, seed in zip(sensors, seeds, strict=True)
    ]


def develop_light(rng: Rng, setting: Setting, light: Array) -> NDArray[np.uint8]:
    """Make the picture (H, W, 3) blue, green, red of the whole table's light; ``rng`` draws the noise."""
    return develop(rng, _bent(_calm(light), setting.profile), setting.room, setting.profile)


def _scene(setting: Setting, things: list[Thing]) -> Parts:
    layout, room, poses = setting.layout, setting.room, setting.poses
    parts: Parts = {"type": "scene", "integrator": {"type": "path", "max_depth": BOUNCES}}
    parts |= {"table": _table(room)} | _lights(room)
    parts |= setting.clutter
    for name in poses:
        parts[f"sheet-{name}"] = _sheet(setting, name)
    kinds = list(dict.fromkeys(thing.kind for thing in things))
    dice = {kind: _make(setting, layout.kinds[kind]) for kind in kinds if layout.kinds[kind].shape == "die"}
    for nth, thing in enumerate(things):
        kind = layout.kinds[thing.kind]
        if thing.sheet not in poses:
            continue
        x, y, z = setting.place(thing.sheet, np.array([[thing.x_mm, thing.y_mm]]))[0]
        at = (x, y, z + thing.rests_at_mm)
        turn = np.radians(thing.turn_deg + poses[thing.sheet].turn_deg)
        if thing.kind in dice:
            parts[f"die{nth}"] = _die(f"die{nth}", dice[thing.kind], kind, at, turn)
        else:
            parts |= _piece(f"piece{nth}", setting, kind, at, turn)
    return parts


def _sensor(setting: Setting, rays: int, window: Window) -> Parts:
    camera = setting.camera
    eye, ahead, up = camera.eye, camera.rotation[2], -camera.rotation[1]
    flip = np.array([1.0, -1.0, -1.0])
    origin = (eye - (*setting.middle, 0.0)) * flip
    place = Place().look_at(
        origin=origin.tolist(), target=(origin + ahead * flip).tolist(), up=(up * flip).tolist()
    )
    _, _, width, height = setting.whole
    view = 2 * np.degrees(np.arctan(width / 2 / camera.focal_px))
    film = {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "gaussian"}}
    film |= {"crop_offset_x": window.left, "crop_offset_y": window.top}
    film |= {"crop_width": window.width, "crop_height": window.height}
    sampler = {"type": "multijitter", "sample_count": rays}
    return {
        "type": "perspective",
        "fov": float(view),
        "fov_axis": "x",
        "to_world": place,
        "film": film,
        "sampler": sampler,
    }


def _lights(room: Room) -> Parts:
    parts: Parts = {"sky": {"type": "constant", "radiance": _rgb(room.sky / np.pi * 3)}}
    for nth, lamp in enumerate(room.lamps):
        away = float(np.linalg.norm(lamp.middle_mm))
        slant = lamp.middle_mm[2] / away
        radiance = lamp.strength * away**2 / (lamp.size_mm[0] * lamp.size_mm[1] * slant) * 3
        place = Place().look_at(origin=lamp.middle_mm.tolist(), target=[0, 0, 0], up=[0, 0.01, 1])
        parts[f"lamp{nth}"] = {
            "type": "rectangle",
            "to_world": place.scale([lamp.size_mm[0] / 2, lamp.size_mm[1] / 2, 1]),
            "emitter": {"type": "area", "radiance": _rgb(radiance)},
        }
    return parts


def _table(room: Room) -> Parts:
    bitmap = mi.Bitmap(room.top.astype(np.float32))
    scale = 4000 / room.top_mm
    texture = {"type": "bitmap", "bitmap": bitmap, "raw": True, "to_uv": Place().scale([scale, scale, 1])}
    material = {"type": "principled", "base_color": texture, "roughness": 0.45, "specular": 0.4}
    return {
        "type": "rectangle",
        "to_world": Place().translate([0, 0, -0.05]).scale([2000, 2000, 1]),
        "bsdf": material,
    }


def _print(image: NDArray[np.uint8], room: Room) -> Parts:
    """A printed face's material, from blue, green, red."""
    level = image[..., 2::-1].astype(np.float32) / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    linear = 0.025 + 0.86 * linear  # ink is never black, paper never white
    texture = {
        "type": "bitmap",
        "bitmap": mi.Bitmap(linear.astype(np.float32)),
        "raw": True,
        "wrap_mode": "clamp",
    }
    rough = 0.55 - 0.3 * min(room.gloss, 1.0)
    return {
        "type": "principled",
        "base_color": texture,
        "roughness": rough,
        "specular": 0.2 + 0.6 * room.gloss,
    }


def _sheet(setting: Setting, name: str) -> mi.Mesh:
    width, height = setting.poses[name].size_mm
    xs, ys = np.linspace(0, width, 60), np.linspace(0, height, 60)
    grid = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)
    points = setting.place(name, grid)
    cells = np.arange(3600).reshape(60, 60)
    a, b, c, d = cells[:-1, :-1], cells[:-1, 1:], cells[1:, 1:], cells[1:, :-1]
    faces = np.concatenate([np.stack(each, -1).reshape(-1, 3) for each in ((a, c, b), (a, d, c))])
    uv = grid / (width, height)
    image = setting.printer.ink(setting.artwork.sheet_image(setting.layout, name, SHEET_PX_PER_MM))
    return _mesh(f"sheet-{name}", points, faces, uv, _print(image, setting.room))


def _piece(name: str, setting: Setting, kind: Kind, at: tuple[float, float, float], turn: float) -> Parts:
    """A piece of card: its printed face and the cut edge below."""
    width, height = kind.size_mm
    outline = _outline(kind) * setting.printer.scale
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    placed = (outline @ spin.T) * (1, -1) + at[:2]
    n, top = len(placed), at[2] + kind.height_mm
    ring = np.roll(np.arange(n), -1)
    lid = np.column_stack([np.vstack([placed, at[:2]]), np.full(n + 1, top)])
    fan = np.column_stack([np.full(n, n), ring, np.arange(n)])
    uv = np.vstack([outline, (0, 0)]) / (width, height) / setting.printer.scale + 0.5
    image = setting.printer.ink(setting.artwork.piece_image(setting.layout, kind.name, PIECE_PX_PER_MM))
    wall = np.vstack(
        [np.column_stack([placed, np.full(n, top)]), np.column_stack([placed, np.full(n, at[2])])]
    )
    upper, lower = np.arange(n), np.arange(n) + n
    sides = np.vstack([np.column_stack([upper, ring, ring + n]), np.column_stack([upper, ring + n, lower])])
    edge = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _rgb(np.array(BOARD))}}
    return {
        f"{name}-face": _mesh(f"{name}-face", lid, fan, uv, _print(image, setting.room), normals=False),
        f"{name}-edge": _mesh(f"{name}-edge", wall, sides, np.zeros((2 * n, 2)), edge, normals=False),
    }


def _outline(kind: Kind) -> Array:
    """Give a piece's outline round its middle, (n, 2), clockwise as seen."""
    width, height = kind.size_mm
    if kind.shape in ("disc", "pawn"):
        turn = np.linspace(0, 2 * np.pi, ROUND_SIDES, endpoint=False)
        return np.stack([np.cos(turn), np.sin(turn)], -1) * (width / 2, height / 2)
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)


def _make(setting: Setting, kind: Kind) -> Make:
    """Give the make of a die, the same for each of its faces."""
    die = kind.name.rpartition("-")[0]
    rng = np.random.default_rng((setting.seed, 12, *die.encode()))
    body, pips = (np.array(rgb) / 255 for rgb in (*kind.colours[:2], (30, 30, 30))[:2])
    make = Make.random(rng)
    return replace(
        make, kind="plastic", body=body**2.2, pips=pips**2.2, second=None, asian=False, turned=(False,) * 6
    )


def _die(name: str, make: Make, kind: Kind, at: tuple[float, float, float], turn: float) -> mi.Mesh:
    value, side = int(kind.name.rpartition("-")[2]), kind.size_mm[0]
    normal, right, above = axes(value)
    spin = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    points = side * make.mesh.points @ np.stack([right, above, normal]).T @ spin.T + (
        *at[:2],
        at[2] + side / 2,
    )
    material = {"type": "principled", "base_color": {"type": "mesh_attribute", "name": "vertex_color"}}
    material |= {"roughness": 0.3, "specular": 0.5}
    mesh = _mesh(name, points, make.mesh.faces, None, material)
    mesh.add_attribute("vertex_color", 3, np.ascontiguousarray(make.mesh.colours).ravel())
    return mesh


def _mesh(
    name: str, points: Array, faces: Array, uv: Array | None, material: Parts, *, normals: bool = True
) -> mi.Mesh:
    properties = mi.Properties()
    if material["type"] == "principled":
        material = {"type": "twosided", "bsdf": material}
    properties["bsdf"] = mi.load_dict(material)
    shape = mi.Mesh(
        name,
        len(points),
        len(faces),
        has_vertex_normals=normals,
        has_vertex_texcoords=uv is not None,
        props=properties,
    )
    held = mi.traverse(shape)
    held["vertex_positions"] = np.ascontiguousarray(points, dtype=np.float32).ravel()
    held["faces"] = np.ascontiguousarray(faces, dtype=np.uint32).ravel()
    if uv is not None:
        held["vertex_texcoords"] = np.ascontiguousarray(uv, dtype=np.float32).ravel()
    held.update()
    return shape


def _calm(light: Array) -> Array:
    """Take single bright grains out of a picture of few rays."""
    light = np.ascontiguousarray(light, dtype=np.float32)
    middle = cv2.medianBlur(light, 3)
    return np.where(light > 1.6 * middle + 0.02, middle, light)


def _bent(light: Array, profile: Profile) -> Array:
    """Draw a picture as the profile's lens does, and cut it to size."""
    at = _lens_map(profile, light.shape[1::-1])
    return cv2.remap(light, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=1)
def _lens_map(profile: Profile, traced_px: tuple[int, int]) -> Array:
    """Give where in the traced picture each pixel (height, width, 2) of the profile's lens lies."""
    width, height = profile.size_px
    matrix = _lens(profile)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    seen = np.stack([x, y], -1).reshape(-1, 1, 2)
    ideal = cv2.undistortPoints(seen, matrix, _bend(profile), P=matrix).reshape(height, width, 2)
    border = (np.array(traced_px) - (width, height)) / 2
    return (ideal + border).astype(np.float32)


def _lens(profile: Profile) -> Array:
    """Give the camera matrix (3, 3)."""
    width, height = profile.size_px
    focal = width / 2 / np.tan(np.radians(profile.view_deg / 2))
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


def _bend(profile: Profile) -> Array:
    """Give the lens's distortion (4,), as OpenCV has it."""
    return np.array([profile.k1, 0, 0, 0.0])


def _rgb(values: Array) -> Parts:
    return {"type": "rgb", "value": [float(each) for each in values]}
