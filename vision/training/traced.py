"""Path-traced tables as a source of training scenes: pictures and their truth, as `bench.traced` draws them.

Convention: as in `vision.training.scenes`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.training.photos import Photo
from vision.training.scenes import IGNORED, Truth


def load(folder: Path) -> list[Photo]:
    """Load all tables of a folder; a top face that the picture's edge cuts teaches nothing."""
    tables = []
    for path in sorted(folder.glob("*.json")):
        told, image = json.loads(path.read_text()), cv2.imread(str(path.with_suffix(".png")))
        truth = tuple(truth_of(die, image.shape[1::-1]) for die in told["dice"])
        things = tuple((each["x"], each["y"], each["size"]) for each in told["things"])
        tables.append(Photo(image, truth, things))
    return tables


def truth_of(die: dict[str, Any], size_px: tuple[int, ...]) -> Truth:
    """Give what is to be read of a die in a picture of this width and height."""
    corners = np.array(die["corners"])
    whole = bool((corners >= 0).all() and (corners < size_px).all())
    return Truth(die["label"] if whole else IGNORED, die["x"], die["y"], die["size"], *die["rise"])
