"""What the dice reader costs: milliseconds beside the fastest public way, memory, and disk."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import cv2
import numpy as np

from bench.dice.cases import SETS
from bench.dice.classical import read_blobs
from vision.dice import DiceReader
from vision.dice.networks import SHIPPED
from vision.dice.weights import SUFFIX
from vision.images.loading import load_image
from vision.ports import Image
from vision.training.labels import entries

ROUNDS = 15
DICE, MOST_PHOTOGRAPHS = 5, 25
PIPS = {1: ((0, 0),), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1))}

MEMORY = """
import re, pathlib, numpy as np, cv2
def high_water_mb():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) / 1024
image = np.random.default_rng(1).integers(0, 255, (960, 1280, 3), np.uint8)
before = high_water_mb()
from vision.dice import DiceReader
DiceReader().read(image)
print(high_water_mb() - before)
"""


def five_dice() -> Image:
    """Draw a picture of 1280x960 with five dice of 70 px on grained wood."""
    rng = np.random.default_rng(5)
    grain = cv2.resize(rng.normal(150, 12, (96, 32)).astype(np.float32), (1280, 960))
    picture = np.clip(grain[..., None] * (0.6, 0.85, 1.0), 0, 255).astype(np.uint8)
    for nth, value in enumerate((1, 3, 4, 3, 4)):
        die = np.full((70, 70, 3), 235, np.uint8)
        for u, v in PIPS[value]:
            cv2.circle(die, (35 + 18 * u, 35 + 18 * v), 7, (20, 20, 20), -1, cv2.LINE_AA)
        picture[200 + 90 * nth : 270 + 90 * nth, 150 + 220 * nth : 220 + 220 * nth] = die
    return picture


def large_picture_ms(reader: DiceReader) -> float:
    """Time the same picture as a phone of twelve megapixels takes it; the median is given."""
    picture = cv2.resize(five_dice(), (4000, 3000))
    taken: list[float] = []
    for _ in range(ROUNDS // 3):
        start_s = time.process_time()
        reader.read(picture)
        taken.append(1000 * (time.process_time() - start_s))
    return round(float(np.median(taken)), 1)


def times_ms(reader: DiceReader) -> dict[str, float]:
    """Time both ways on the same picture in turn, so that both meet the same load; the median is given."""
    picture = five_dice()
    ways: dict[str, Callable[[Image], object]] = {
        "two stages (shipped)": reader.read,
        "blobs in groups (public)": read_blobs,
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, read in ways.items():
            start_s = time.process_time()
            read(picture)
            taken[name].append(1000 * (time.process_time() - start_s))
    return {f"{name}, ms of processor": round(float(np.median(ms)), 1) for name, ms in taken.items()}


def photographs_ms(photos: Path, reader: DiceReader) -> dict[str, str]:
    """Time photographs of five dice, as large as they fit into 1280x960, at their second reading."""
    figures = {}
    for name in SETS:
        five = [entry["file"] for entry in entries(photos, name) if len(entry["dice"]) == DICE]
        taken = []
        for nth in np.linspace(0, len(five) - 1, min(len(five), MOST_PHOTOGRAPHS)).round().astype(int):
            picture = fitted(load_image(photos / name / five[nth]))
            reader.read(picture)
            start_s = time.process_time()
            reader.read(picture)
            taken.append(1000 * (time.process_time() - start_s))
        if taken:
            figures[f"{name}, {len(taken)} photographs"] = (
                f"median {np.median(taken):.0f}, {min(taken):.0f} to {max(taken):.0f}"
            )
    return figures


def fitted(picture: Image) -> Image:
    """Make a picture as large as it fits into 1280x960."""
    scale = min(1280 / picture.shape[1], 960 / picture.shape[0])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)


def memory_mb() -> dict[str, float]:
    """Measure in a fresh process how much memory the reader adds at its peak, with onnxruntime."""
    out = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True).stdout
    return {"memory added at its peak, MB": round(float(out), 1)}


def install_mb() -> dict[str, float]:
    """Measure what onnxruntime and the weights take on disk."""
    files = metadata.files("onnxruntime") or []
    sizes = [path.stat().st_size for path in (Path(str(file.locate())) for file in files) if path.is_file()]
    weights = sum(path.stat().st_size for path in SHIPPED.glob(f"*{SUFFIX}"))
    return {"onnxruntime, MB on disk": round(sum(sizes) / 1e6, 1), "weights, MB": round(weights / 1e6, 2)}
