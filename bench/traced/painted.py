"""Path-traced pictures of tables, by Mitsuba 3: materials, grounds, rooms and a camera.

Needs ``pip install mitsuba`` and LLVM 16 or newer on the machine.
"""

from __future__ import annotations

from typing import Any

import cv2
import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from bench.traced.dice import Make, colour
from bench.traced.tables import HEIGHT_PX, WIDTH_PX, Camera, Table, Thing

mi.set_variant("llvm_ad_rgb")

Array = NDArray[np.floating]
Rng = np.random.Generator
Parts = dict[str, Any]
Place = mi.ScalarTransform4f

TABLE_MM, GROUND_PX = 4000.0, 1024
BRIGHTEST = 1.1
"""Cameras expose so that no more than a fiftieth of the picture is brighter, where 1 is nearly burnt out."""
RAYS, BUSY_RAYS, BOUNCES = 32, 12, 8
GROUNDS = ("cloth", "felt", "wood", "lacquer", "pattern", "mat")
ROUGHNESS = {"lacquer": 0.12, "wood": 0.5, "mat": 0.6}
METALS = ("Cu", "Au", "Ag")


def picture_of(rng: Rng, table: Table, rays: int = RAYS) -> NDArray[np.uint8]:
    """Trace a table with ``rays`` a pixel and develop the picture, (960, 1280, 3) blue, green, red."""
    parts: Parts = {"type": "scene", "integrator": {"type": "path", "max_depth": BOUNCES}}
    parts |= {"ground": _ground(rng), "sensor": _sensor(table.camera, rays)} | _room(rng, table.camera)
    meshes = [make.mesh for make in table.makes]
    materials = [_material(rng, make) for make in table.makes]
    for nth, die in enumerate(table.dice):
        points = table.side_mm * meshes[die.make].points @ die.rotation.T + die.middle
        parts[f"die{nth}"] = _mesh(f"die{nth}", points, meshes[die.make], materials[die.make])
    for nth, thing in enumerate(table.things):
        parts |= _thing(rng, thing, nth)
    return _developed(rng, np.array(mi.render(mi.load_dict(parts), seed=int(rng.integers(2**31))))[..., :3])


def _sensor(camera: Camera, rays: int) -> Parts:
    place = Place().look_at(origin=camera.eye.tolist(), target=[0, 0, 0], up=camera.up.tolist())
    film = {"type": "hdrfilm", "width": WIDTH_PX, "height": HEIGHT_PX, "rfilter": {"type": "gaussian"}}
    sampler = {"type": "independent", "sample_count": rays}
    return {
        "type": "perspective",
        "fov": camera.view_deg,
        "to_world": place,
        "film": film,
        "sampler": sampler,
    }


def _room(rng: Rng, camera: Camera) -> Parts:
    """Light a table from everywhere, by windows, and by a lamp; none hangs between camera and table."""
    level = rng.uniform(0.15, 1.0)
    parts: Parts = {"sky": {"type": "constant", "radiance": _rgb(level * np.exp(rng.normal(0, 0.08, 3)))}}
    for nth in range(int(rng.integers(0, 4))):
        away, round_rad, high_rad = rng.uniform(500, 1500), rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 1.53)
        flat = np.cos(high_rad)
        at = away * np.array([np.cos(round_rad) * flat, np.sin(round_rad) * flat, np.sin(high_rad)])
        wide, high = rng.uniform(30, 500, 2)
        bright = rng.uniform(0.3, 2) * level * away**2 / (wide * high) * np.exp(rng.normal(0, 0.12, 3))
        if camera.may_see(at, float(np.hypot(wide, high)) / 2):
            continue
        place = Place().look_at(origin=at.tolist(), target=[0, 0, 0], up=[0, 0.01, 1])
        parts[f"window{nth}"] = {
            "type": "rectangle",
            "to_world": place.scale([wide / 2, high / 2, 1]),
            "emitter": {"type": "area", "radiance": _rgb(bright)},
        }
    if rng.random() < 0.35:
        at, radius = np.array([*rng.uniform(-600, 600, 2), rng.uniform(400, 1200)]), rng.uniform(15, 60)
        bright = np.full(3, rng.uniform(1, 4) * level * (at @ at) / (np.pi * radius**2))
        emitter = {"type": "area", "radiance": _rgb(bright)}
        if not camera.may_see(at, radius):
            parts["lamp"] = {"type": "sphere", "center": at.tolist(), "radius": radius, "emitter": emitter}
    return parts


def _material(rng: Rng, make: Make) -> Parts:
    own = {
        "plastic": {"roughness": rng.uniform(0.2, 0.45), "specular": 0.5},
        "gloss": {"roughness": rng.uniform(0.04, 0.15), "specular": rng.uniform(0.5, 0.8)},
        "matt": {"roughness": 0.8, "specular": 0.3},
        "clear": {"roughness": rng.uniform(0.03, 0.2), "specular": 0.6, "spec_trans": rng.uniform(0.35, 0.8)},
    }
    return {"type": "principled", "base_color": {"type": "mesh_attribute", "name": "vertex_color"}} | own[
        make.kind
    ]


def _mesh(name: str, points: Array, mesh: Any, material: Parts) -> mi.Mesh:
    properties = mi.Properties()
    properties["bsdf"] = mi.load_dict(material)
    shape = mi.Mesh(name, len(points), len(mesh.faces), has_vertex_normals=True, props=properties)
    shape.add_attribute("vertex_color", 3, np.ascontiguousarray(mesh.colours).ravel())
    held = mi.traverse(shape)
    held["vertex_positions"], held["faces"] = points.astype(np.float32).ravel(), mesh.faces.ravel()
    held.update()
    return shape


def _ground(rng: Rng) -> Parts:
    kind = str(rng.choice(GROUNDS))
    bitmap = mi.Bitmap(_woven(rng, kind).astype(np.float32))
    scale = float(rng.uniform(2.5, 12))
    texture = {"type": "bitmap", "bitmap": bitmap, "raw": True, "to_uv": Place().scale([scale, scale, 1])}
    rough = ROUGHNESS.get(kind, 0.9)
    shine = 0.5 if rough < 0.4 else 0.2
    material = {"type": "principled", "base_color": texture, "roughness": rough, "specular": shine}
    half = TABLE_MM / 2
    return {"type": "rectangle", "to_world": Place().scale([half, half, 1]), "bsdf": material}


def _woven(rng: Rng, kind: str) -> Array:
    """Draw a table's colours, (1024, 1024, 3)."""
    one, other, n = colour(rng), colour(rng), GROUND_PX
    share = np.zeros((n, n), np.float32)
    if kind in ("wood", "lacquer"):
        one = np.array([0.45, 0.25, 0.12]) * rng.uniform(0.2, 1.4)
        other, along = one * rng.uniform(0.4, 0.8), np.linspace(0, 2 * np.pi, n)[:, None]
        share = 0.35 + 0.35 * np.sin(along * rng.uniform(8, 30) + 12 * _noise(rng, 4, 1.2))
        share = share + 0.3 * _noise(rng, 7, 0.6)
    elif kind == "felt":
        other, share = one * rng.uniform(0.6, 0.9), _noise(rng, 8, 0.3)
    elif kind == "cloth":
        thread, at = int(rng.integers(3, 9)), np.arange(n)
        other = one * rng.uniform(0.5, 0.9)
        share = 0.6 * ((at[:, None] // thread + at // thread) % 2) + 0.4 * _noise(rng, 8, 0.4)
    elif kind == "pattern":
        step = int(rng.integers(24, 140))
        for x in range(0, n, step):
            for y in range(0, n, step):
                at_px = (x + (y // step % 2) * step // 2, y)
                cv2.circle(share, at_px, int(step * 0.3), 1.0, -1, cv2.LINE_AA)
    else:
        for _ in range(40):
            at_px, line = rng.integers(0, n, 2), int(rng.choice([-1, 2, 4]))
            if rng.random() < 0.5:
                corner = (at_px + rng.integers(20, 200, 2)).tolist()
                cv2.rectangle(share, at_px.tolist(), corner, rng.random(), line)
            else:
                cv2.circle(share, at_px.tolist(), int(rng.integers(6, 80)), rng.random(), line, cv2.LINE_AA)
    return one + np.clip(share, 0, 1)[..., None] * (other - one)


def _noise(rng: Rng, octaves: int, roughness: float) -> Array:
    total = np.zeros((GROUND_PX, GROUND_PX), np.float32)
    for octave in range(octaves):
        small = rng.standard_normal((2 ** (octave + 2),) * 2).astype(np.float32)
        total += cv2.resize(small, total.shape, interpolation=cv2.INTER_CUBIC) / 2 ** (octave * roughness)
    return (total - total.min()) / np.ptp(total)


def _thing(rng: Rng, thing: Thing, nth: int) -> Parts:
    """Build a coin, a counter, a bead, a cube or a card."""
    name, radius = f"thing{nth}", thing.radius
    rough = float(rng.uniform(0.1, 0.6))
    material: Parts = {
        "type": "principled", "base_color": _rgb(colour(rng)), "roughness": rough, "specular": 0.5
    }  # fmt: skip
    if thing.kind == "bead":
        middle = [thing.x, thing.y, 0.7 * radius]
        return {name: {"type": "sphere", "center": middle, "radius": 0.7 * radius, "bsdf": material}}
    place = Place().translate([thing.x, thing.y, 0.0]).rotate([0, 0, 1], float(rng.uniform(0, 360)))
    if thing.kind in ("coin", "counter"):
        high = 1.8 if thing.kind == "coin" else 4.0
        if thing.kind == "coin":
            material = {"type": "roughconductor", "material": str(rng.choice(METALS)), "alpha": 0.15}
        rim = {"type": "cylinder", "p0": [thing.x, thing.y, 0], "p1": [thing.x, thing.y, high]}
        lid = place.translate([0, 0, high]).scale([radius, radius, 1])
        return {
            f"{name}rim": rim | {"radius": radius, "bsdf": material},
            f"{name}lid": {"type": "disk", "to_world": lid, "bsdf": material},
        }
    half = [0.7 * radius] * 3 if thing.kind == "cube" else [1.3 * radius, 1.9 * radius, 0.2]
    return {
        name: {"type": "cube", "to_world": place.translate([0, 0, half[2]]).scale(half), "bsdf": material}
    }


def _developed(rng: Rng, light: Array) -> NDArray[np.uint8]:
    """Expose, focus, add noise and compress as a camera does."""
    linear = light[..., ::-1] * np.exp(rng.normal(0, 0.08, 3))
    usual, bright = np.percentile(linear.mean(axis=2), (70, 98))
    linear = np.maximum(linear * min(rng.uniform(0.25, 0.55) / usual, BRIGHTEST / bright), 0)
    linear = linear / (1 + 0.15 * linear)
    curved = np.where(linear < 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    seen = (255 * np.clip(curved, 0, 1)).astype(np.float32)
    if rng.random() < 0.5:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 1.2))
    noisy = np.clip(seen + rng.normal(0, rng.uniform(0.5, 6), seen.shape), 0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))]
    return cv2.imdecode(cv2.imencode(".jpg", noisy, quality)[1], cv2.IMREAD_COLOR)


def _rgb(values: Array) -> Parts:
    return {"type": "rgb", "value": [float(each) for each in values]}
