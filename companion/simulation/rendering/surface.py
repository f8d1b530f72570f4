"""The table-top under the sheets: planks of wood or woven cloth, made from seeded noise."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np

from companion.simulation.rendering.camera_model import Array

SURFACES: Final = ("oak", "walnut", "cloth")
PX_PER_MM: Final = 1.6
SIDE_PX: Final = 1024
"""The texture repeats, mirrored, every 640 mm."""

_WOOD_BGR: Final = {"oak": (112, 156, 190), "walnut": (52, 74, 104)}
_CLOTH_BGR: Final = (108, 92, 74)
_PLANK_PX: Final = 192


def _soft_noise(rng: np.random.Generator, rows: int, columns: int) -> Array:
    """Smooth noise of zero mean and unit deviation: ``rows`` x ``columns`` values filled in."""
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    smooth = cv2.resize(coarse, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC)
    unit: Array = (smooth - smooth.mean()) / smooth.std()
    return unit


def _wood(base_bgr: tuple[int, int, int], rng: np.random.Generator) -> Array:
    """Planks along x: slow bands, fine fibres, dark seams and a shade of its own for each plank."""
    bands = np.sin(_soft_noise(rng, 40, 3) * 2.2 + _soft_noise(rng, 14, 5))
    fibres = _soft_noise(rng, 512, 24) * 0.6 + _soft_noise(rng, 1024, 90) * 0.4
    tone = 1.0 + 0.05 * bands + 0.045 * fibres
    for top in range(0, SIDE_PX, _PLANK_PX):
        tone[top : top + _PLANK_PX] *= 1.0 + 0.06 * rng.standard_normal()
        tone[top : top + 2] *= 0.62
    return tone[..., None] * np.array(base_bgr, dtype=np.float32)


def _cloth(rng: np.random.Generator) -> Array:
    """A plain weave with slight folds."""
    y, x = np.mgrid[0:SIDE_PX, 0:SIDE_PX].astype(np.float32)
    weave = np.sin(x * 2.1) * np.sin(y * 2.1)
    tone = 1.0 + 0.05 * weave + 0.03 * _soft_noise(rng, 400, 400) + 0.04 * _soft_noise(rng, 4, 5)
    woven: Array = tone[..., None] * np.array(_CLOTH_BGR, dtype=np.float32)
    return woven


@lru_cache(maxsize=4)
def texture(surface: str, seed: int) -> Array:
    """The surface's colours, (`SIDE_PX`, `SIDE_PX`, 3) uint8 BGR, `PX_PER_MM` pixels a millimetre.

    Raises
    ------
    KeyError
        When there is no such surface; see `SURFACES`.
    """
    rng = np.random.default_rng((seed, 11))
    colours = _cloth(rng) if surface == "cloth" else _wood(_WOOD_BGR[surface], rng)
    clipped: Array = np.clip(colours, 0, 255).astype(np.uint8)
    return clipped


def drawn_under(table_map: Array, surface: str, seed: int) -> Array:
    """The surface as the camera sees it: (h, w, 2) mm of the table -> (h, w, 3) uint8 BGR."""
    at: Any = table_map * np.float32(PX_PER_MM)
    nowhere: Any = None
    picture: Array = cv2.remap(
        texture(surface, seed), at, nowhere, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return picture
