"""What lies about on a path-traced table: a hand that reaches in, cups, pencils; and what they hide.

Convention: as in `bench.traced.boards.laid`, mm from the table's middle, x right, y away from the person.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mitsuba as mi
import numpy as np

from bench.traced.boards.rooms import Array, Rng

mi.set_variant("llvm_ad_rgb")

Parts = dict[str, Any]
Place = mi.ScalarTransform4f

SKINS = ((0.55, 0.32, 0.22), (0.36, 0.2, 0.13), (0.13, 0.07, 0.045), (0.68, 0.45, 0.35))


@dataclass(frozen=True)
class Clutter:
    """How many of each lie about."""

    hands: int = 0
    cups: int = 0
    pencils: int = 0

    @classmethod
    def random(cls, rng: Rng) -> Clutter:
        """Draw what a table in play has about it: often nothing."""
        return cls(int(rng.random() < 0.35), int(rng.integers(0, 3)), int(rng.integers(0, 3)))


def clutter_parts(rng: Rng, clutter: Clutter, half_mm: Array) -> Parts:
    """Build the meshes; ``half_mm`` (2,) is half the width and depth of what the sheets take."""
    parts: Parts = {}
    for nth in range(clutter.cups):
        parts |= _cup(rng, f"cup{nth}", _beside(rng, half_mm))
    for nth in range(clutter.pencils):
        parts |= _pencil(rng, f"pencil{nth}", rng.uniform(-1, 1, 2) * half_mm * 1.1)
    for nth in range(clutter.hands):
        parts |= _hand(rng, f"hand{nth}", rng.uniform(-0.8, 0.8, 2) * half_mm, half_mm)
    return parts


def hidden_share(clutter: mi.Scene, eye: Array, points: Array) -> float:
    """Say which share of the points (n, 3) the camera cannot see for what lies about."""
    way = eye[None] - points
    far = np.linalg.norm(way, axis=1)
    rays = mi.Ray3f(
        o=mi.Point3f(*points.T.astype(np.float32)),
        d=mi.Vector3f(*(way / far[:, None]).T.astype(np.float32)),
        maxt=mi.Float(far.astype(np.float32)),
        time=0.0,
        wavelengths=mi.Color0f(),
    )
    return float(np.mean(np.array(clutter.ray_test(rays))))


def _beside(rng: Rng, half_mm: Array) -> Array:
    """Choose a place for a cup: near the rim of what the sheets take, a little over it at times."""
    side = int(rng.integers(2))
    at = rng.uniform(-1, 1, 2) * half_mm
    at[side] = float(rng.choice([-1, 1])) * half_mm[side] * rng.uniform(0.9, 1.1)
    return at


def _cup(rng: Rng, name: str, at: Array) -> Parts:
    radius, high = rng.uniform(28, 42), rng.uniform(60, 100)
    glaze = {"type": "principled", "base_color": _rgb(rng.uniform(0.05, 0.8, 3)), "roughness": 0.15}
    tea = {"type": "principled", "base_color": _rgb((0.09, 0.04, 0.02)), "roughness": 0.05}
    wall = {"type": "cylinder", "p0": [*at, 0.0], "p1": [*at, high], "radius": radius}
    lid = Place().translate([*at, high - 8]).scale([radius, radius, 1])
    return {
        f"{name}-wall": wall | {"bsdf": {"type": "twosided", "bsdf": glaze}},
        f"{name}-tea": {"type": "disk", "to_world": lid, "bsdf": tea},
    }


def _pencil(rng: Rng, name: str, at: Array) -> Parts:
    along = rng.uniform(0, np.pi)
    reach = 85 * np.array([np.cos(along), np.sin(along)])
    paint = {"type": "principled", "base_color": _rgb(rng.uniform(0.03, 0.8, 3)), "roughness": 0.3}
    ends = {"p0": [*(at - reach), 4.5], "p1": [*(at + reach), 4.5]}
    return {name: {"type": "cylinder", "radius": 3.6, "bsdf": {"type": "twosided", "bsdf": paint}} | ends}


def _hand(rng: Rng, name: str, tip: Array, half_mm: Array) -> Parts:
    """Build a hand that points at ``tip``: a sleeve from beyond the rim, a palm, four fingers and a thumb."""
    skin = {"type": "principled", "base_color": _rgb(SKINS[int(rng.integers(len(SKINS)))]), "roughness": 0.5}
    cloth = {"type": "diffuse", "reflectance": _rgb(rng.uniform(0.03, 0.6, 3))}
    bearing = rng.uniform(-np.pi, np.pi)
    ahead = np.array([np.cos(bearing), np.sin(bearing)])
    across = np.array([-ahead[1], ahead[0]])
    palm = tip - 115 * ahead
    wrist, elbow = palm - 45 * ahead, palm - (260 + float(np.hypot(*half_mm))) * ahead
    parts: Parts = {}
    for finger, (off, long) in enumerate(((-30, 62), (-10, 75), (10, 72), (29, 55))):
        root = palm + 35 * ahead + off * across
        parts |= _limb(f"{name}-finger{finger}", (*root, 38.0), (*(root + long * ahead), 14.0), 8.5, skin)
    root = palm + 48 * across
    parts |= _limb(f"{name}-thumb", (*root, 30.0), (*(root + 48 * ahead - 8 * across), 16.0), 10.0, skin)
    place = Place().translate([*palm, 40.0]).rotate([0, 0, 1], float(np.degrees(bearing))).scale([52, 42, 17])
    parts[f"{name}-palm"] = {"type": "sphere", "to_world": place, "bsdf": skin}
    parts |= _limb(f"{name}-wrist", (*palm, 42.0), (*wrist, 48.0), 24.0, skin)
    return parts | _limb(f"{name}-sleeve", (*wrist, 52.0), (*elbow, 120.0), 42.0, cloth)


def _limb(name: str, start: tuple[float, ...], end: tuple[float, ...], radius: float, skin: Parts) -> Parts:
    rod = {"type": "cylinder", "p0": list(start), "p1": list(end), "radius": radius}
    tip = {"type": "sphere", "center": list(end), "radius": radius, "bsdf": skin}
    return {f"{name}-rod": rod | {"bsdf": {"type": "twosided", "bsdf": skin}}, f"{name}-tip": tip}


def _rgb(values: Any) -> Parts:
    return {"type": "rgb", "value": [float(each) for each in values]}
