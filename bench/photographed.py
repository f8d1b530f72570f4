"""Boards of real print: photographed gardens of Kingdomino taught as boards, and found in other pictures.

The photographs lie beside the checkout. Each shows 25 joined tiles from above, and many tiles lie in several
gardens, so the gardens are hard to tell from each other. A garden that was photographed more than once is
taught from another photograph than the one in which it is found. A garden is laid on a plain table at any
turn, slanted by up to 45 degrees, in other light, with up to two fifths of it covered.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.looks import BOXES
from companion.boxes.layout_of import layout_of_box
from companion.boxes.taught_box import TaughtBox, pack_box, unpack_box
from companion.boxes.teach_file import parse_teach_file
from companion.cli.assembly.taught import taught_reader
from companion.sighting import Sighting
from companion.simulation.rendering.camera_model import CameraModel
from vision.ports import Floats, Image
from vision.taught.teaching import teach

GARDENS = BOXES / "kingdomino"
SIZE_PX = (1640, 1232)
SIDE_MM, VIEW_PX = 250.0, 1500.0
MOST_TILT_DEG, MOST_COVERED = 45.0, 0.4
ROWS, COLUMNS = "ABCDE", "12345"
TENTH = 0.1
SAME_GARDEN = 15.0
"""Two photographs of one garden differ by at most 9 levels (median of 100 parts), others by 23 and more."""

OTHERS = 3
"""So many other gardens are looked for in every picture."""

STEP_MM = SIDE_MM / len(ROWS)
MIDDLES_MM = np.array([(x + 0.5, y + 0.5) for y in range(5) for x in range(5)]) * STEP_MM
OUTLINE_MM = SIDE_MM * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])


def run() -> dict[str, Any]:
    """Find every garden; give nothing where the photographs are not here."""
    cv2.setNumThreads(1)
    files = sorted(GARDENS.glob("*.jpg"))
    if not files:
        return {"photographs of gardens": "are not beside the checkout"}
    much = find_boards(files, (0.25, 0.42), seed=9)
    return {"gardens as boards": dict(find_boards(files)), "largely covered": dict(much)}


def find_boards(
    files: list[Path], covered: tuple[float, float] = (0.0, MOST_COVERED), seed: int = 8
) -> Counter[str]:
    """Teach every photograph as a board; look for it, and for others, where it lies.

    Parameters
    ----------
    files
        The photographs.
    covered
        The smallest and the largest share of a board that is covered.
    seed
        Settles how the boards lie and what covers them.
    """
    photos = [np.asarray(cv2.imread(str(file)), np.uint8) for file in files]
    alike, turned = _same_gardens(photos, turns=1), _same_gardens(photos, turns=4)
    boxes = [_box(photo) for photo in photos]
    counts = Counter[str]()
    for number, photo in enumerate(photos):
        picture, middles_px = _lay(photo, covered, np.random.default_rng((seed, number)))
        taught = next((other for other in alike[number] if other != number), number)
        counts["boards"] += 1
        counts["taught from another photograph"] += taught != number
        seen = _read(boxes[taught], picture)
        counts["found"] += bool(seen.sheets)
        if seen.sheets and taught == number:  # two photographs were not cut alike to a millimetre
            _count_spaces(seen, middles_px, counts)
        others = [other for other in range(len(photos)) if other not in turned[number]]
        for other in sorted(others, key=lambda other: (other - number) % len(photos))[:OTHERS]:
            counts["others looked for"] += 1
            counts["others taken for it"] += bool(_read(boxes[other], picture).sheets)
    return counts


def _same_gardens(photos: list[Image], turns: int) -> list[list[int]]:
    """Give for each photograph the numbers of those that show the same garden, itself among them.

    With four ``turns`` a garden may have been photographed from any of its sides.
    """
    labs = [cv2.cvtColor(photo, cv2.COLOR_BGR2LAB) for photo in photos]
    small = [cv2.resize(lab, (10, 10), interpolation=cv2.INTER_AREA).astype(float) for lab in labs]

    def apart(one: Floats, other: Floats) -> float:
        ways = (np.rot90(other, turn) for turn in range(turns))
        return min(float(np.median(np.abs(one - way).max(axis=2))) for way in ways)

    return [[n for n, other in enumerate(small) if apart(one, other) < SAME_GARDEN] for one in small]


def _box(photo: Image) -> TaughtBox:
    """Teach a photograph as a board with 25 spaces, of no game."""
    height, width = photo.shape[:2]
    step = np.array([width, height]) / len(ROWS)
    corners = {f"{row}{column}": _corner(row, column) * step for row in "AE" for column in "15"}
    zone = {"id": "spaces", "grid": {"rows": list(ROWS), "columns": list(COLUMNS)}}
    zone["cells"] = {name: at.tolist() for name, at in corners.items()}
    sheet = {"id": "board", "image": "board", "size_mm": [SIDE_MM, SIDE_MM], "zones": [zone]}
    sheet["corners"] = [[0, 0], [width, 0], [width, height], [0, height]]
    raw = {"version": 1, "name": "board", "game": None, "sheets": [sheet], "pieces": [], "kinds": {}}
    taught = teach(parse_teach_file(json.dumps(raw).encode()), lambda _: photo, None)
    return unpack_box(pack_box(taught.contents, taught.files))


def _corner(row: str, column: str) -> Floats:
    return np.array([COLUMNS.index(column) + 0.5, ROWS.index(row) + 0.5])


def _lay(photo: Image, covered: tuple[float, float], rng: np.random.Generator) -> tuple[Image, Floats]:
    """Give a picture of a board on a table, and where the middles of its spaces (25, 2) are seen."""
    tilt, roll = rng.uniform(-MOST_TILT_DEG, MOST_TILT_DEG), rng.uniform(-180, 180)
    middle = (SIDE_MM / 2, SIDE_MM / 2)
    camera = CameraModel(SIZE_PX, VIEW_PX, middle, rng.uniform(420, 650), tilt, roll)
    side_px = photo.shape[0]
    warp = cv2.getPerspectiveTransform(
        (OUTLINE_MM * side_px / SIDE_MM - 0.5).astype(np.float32),
        camera.project(OUTLINE_MM).astype(np.float32),
    )
    table = np.clip(rng.normal(0, 8, (SIZE_PX[1], SIZE_PX[0], 3)) + rng.uniform(40, 200, 3), 0, 255)
    cover = cv2.warpPerspective(np.ones(photo.shape[:2], np.float32), warp, SIZE_PX, flags=cv2.INTER_LINEAR)
    laid = cv2.warpPerspective(photo, warp, SIZE_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture = table + cover[..., None] * (laid - table)
    middles_px = camera.project(MIDDLES_MM)
    return _seen(_cover(picture, middles_px, covered, rng), rng), middles_px


def _cover(
    picture: Floats, middles_px: Floats, covered: tuple[float, float], rng: np.random.Generator
) -> Floats:
    """Lay even things over the picture until a share of the spaces is hidden."""
    wanted, mask = rng.uniform(*covered) * len(middles_px), np.zeros(picture.shape[:2], np.uint8)
    columns, rows = np.clip(middles_px.astype(int), 0, np.array(SIZE_PX) - 1).T
    while (mask[rows, columns] > 0).sum() < wanted:
        at = middles_px[rng.integers(len(middles_px))].astype(int).tolist()
        thing = np.zeros_like(mask)
        cv2.ellipse(thing, at, rng.integers(30, 90, 2).tolist(), float(rng.uniform(0, 180)), 0, 360, 255, -1)
        picture[thing > 0] = rng.uniform(20, 220, 3)
        mask |= thing
    return picture


def _seen(picture: Floats, rng: np.random.Generator) -> Image:
    """Light, blur and code a picture as another lamp and camera do."""
    x = np.linspace(-1, 1, SIZE_PX[0])[None, :, None]
    light = rng.uniform(0.55, 1.15) * rng.uniform(0.8, 1.2, 3) * (1 + rng.uniform(-0.3, 0.3) * x)
    lit = 255 * np.clip(picture * light / 255, 0, 1) ** rng.uniform(0.8, 1.25)
    soft = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), rng.uniform(0.5, 1.5))
    noisy = np.clip(soft + rng.normal(0, rng.uniform(1, 5), soft.shape), 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)


def _read(box: TaughtBox, picture: Image) -> Sighting:
    return taught_reader(layout_of_box(box, None), box).read_sheets(picture)


def _count_spaces(seen: Sighting, middles_px: Floats, counts: Counter[str]) -> None:
    """Count the spaces that lie where the found corners put them."""
    corners_px = np.array(seen.sheets[0].corners_px, np.float32)
    place = cv2.getPerspectiveTransform(OUTLINE_MM.astype(np.float32), corners_px)
    found_px = cv2.perspectiveTransform(MIDDLES_MM[None], place)[0]
    grid = middles_px.reshape(len(ROWS), len(COLUMNS), 2)
    across, down = (np.linalg.norm(np.gradient(grid, axis=axis), axis=2) for axis in (1, 0))
    wide_px = np.minimum(across, down).ravel()
    off_px = np.linalg.norm(found_px - middles_px, axis=1)
    counts["spaces"] += len(off_px)
    counts["spaces within a tenth"] += int((off_px < TENTH * wide_px).sum())
