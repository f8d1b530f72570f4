"""Says in words what is wrong with the view, and what to do about it.

Convention: px of the frame, BGR ``uint8``; grey frames are (H, W) ``uint8``.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.layout import Sheet
from companion.sighting import Stillness, ViewProblem
from vision.light.light import Light
from vision.ports import Floats, Image
from vision.sheets.marker_search import FoundMarker
from vision.sheets.registration import MARKERS_NEEDED, Registration
from vision.view.doubts import glare_problems, saturated_share

SMALL_PX = 160
DARK = 24
"""A frame whose brightest twentieth is darker shows nothing."""
BRIGHT = 250
"""A frame whose darker half is brighter is burnt out."""
SPREAD = 12
"""Levels between the dark and the bright parts of a frame that shows anything at all, or between a small
thing and the ground round it."""
GROUND_PX = 31
"""Width of the ground with which a small thing is compared, in a frame that was shrunk to `SMALL_PX`."""
ABOVE_NOISE = 12
"""So many times as far as noise usually does a small thing stands out of its ground."""
LIT = 3 * DARK
"""What is darker may be a gleam in a covered lens; what is brighter is a thing on a dark table."""
FLAT_BAND = 0.15
"""Share of the height that is one even colour when half a frame arrives."""

TORN_BLOCK_PX, TORN_SAME = 17, 0.05
"""So far above where it breaks off a compressed frame is whole, and looks like the rest in so few columns."""
TORN_CLIPPED = (8, 247)
"""Levels beyond these may have lost their noise."""

WHITE_TOO_DARK = 55
WHITE_TOO_BRIGHT = 252
BURNT_SHARE = 0.1
"""So much of a sheet is burnt out before anything is lost: its print may have no white in it."""
STRONG_CAST = float(np.log(3.5))
PX_PER_MM_NEEDED = 1.3
EDGE_MM = 2.2
"""A marker's edge that is wider than this on the sheet is blurred."""
EDGE_PX = 2.0
"""Below this many px an edge is as sharp as pixels can show."""
STEP_LEVELS = 40
STEP_PX = 31
"""Within so many px so many levels are a step: light against dark."""
WIDE_PX = 1640
"""A picture that is wider is shrunk to this before its steps are measured."""
STEPS_SHARE = 0.05
"""Less of a picture with steps in it may be one soft shadow on a plain table, of which nobody can tell."""
STEEPEST_SHARE = 0.02
SOFT_PX = 11.0
"""Where even the steepest steps are wider a picture is blurred. They are 4 to 7 px wide on simulated tables,
up to 9 in photographs of other things, and 14 to 19 out of focus, all of `WIDE_PX` at least: in a smaller
picture the same blur is narrower, and nothing is said."""
MOVED_MM = 2.0


def small_grey(grey: Image) -> Image:
    """Shrink a frame for the cheap looks."""
    width = min(SMALL_PX, grey.shape[1])
    height = max(1, round(grey.shape[0] * width / grey.shape[1]))
    small: Image = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return small


def frame_problems(small: Image) -> list[ViewProblem]:
    """Say what is wrong with a whole frame, given small; nothing can be read when there is any."""
    low, middle, high = np.percentile(small, (5, 50, 95))
    brightest = _brightest_thing(small)
    if high < DARK and brightest < LIT:
        return [ViewProblem("too-dark", "The picture is black. Is the lens covered, or the light off?")]
    if middle > BRIGHT and not brightest:
        return [ViewProblem("too-bright", "The picture is burnt out. Turn the light or the exposure down.")]
    if high - low < SPREAD and not brightest:
        return [
            ViewProblem("blurred", "The camera sees one even surface. Is it pointing at the table, in focus?")
        ]
    return []


def _brightest_thing(small: Image) -> float:
    """Give the brightest level at the places where something stands out of an even ground; 0: nothing does.

    One die covers less than a hundredth of a frame, too little for any measure of all of it.
    """
    smooth = cv2.blur(small.astype(np.float32), (3, 3))
    apart = np.abs(smooth - cv2.blur(smooth, (GROUND_PX, GROUND_PX)))
    things = apart > max(SPREAD, ABOVE_NOISE * float(np.median(apart)))
    return float(smooth[things].max()) if things.any() else 0.0


def half_frame(small: Image, corners_px: list[Floats], scale: float) -> bool:
    """Whether the lower part of a frame is one even colour, as when a picture breaks off.

    A plain table can look so, too; but no sheet reaches into what never arrived.
    ``corners_px`` are in the frame, ``scale`` leads from the frame to ``small``.
    """
    even = (np.ptp(small.astype(int), axis=1) <= 2) & (
        np.abs(small[:, 0].astype(int) - int(small[-1, 0])) <= 2
    )
    rows = len(even) if even.all() else int(np.argmin(even[::-1]))
    if rows < FLAT_BAND * len(even):
        return False
    border = (len(even) - rows) / scale
    return not corners_px or any((corners[:, 1] > border).any() for corners in corners_px)


def torn_below(grey: Image) -> int | None:
    """Give the row in px below which a frame has never arrived; None where all of it has.

    What never arrived has no noise. Nor has a table that is as black, or as bright, as a camera can tell; but
    what never arrived begins in all columns at once, and such a table goes on beside whatever lies on it.
    """
    level = int(grey[-1, 0])
    least = int(np.ceil(FLAT_BAND * len(grey)))  # to look at so many rows takes a fraction of the time
    if (np.abs(grey[-least:].astype(int) - level) > 2).any():
        return None
    lost = (np.abs(grey.astype(int) - level) <= 2).all(axis=1)
    rows = len(lost) if lost.all() else int(np.argmin(lost[::-1]))
    border = len(lost) - rows
    if rows < FLAT_BAND * len(lost) or border <= TORN_BLOCK_PX:
        return None
    above = np.abs(grey[border - TORN_BLOCK_PX].astype(int) - level) <= 2
    clipped = not TORN_CLIPPED[0] < level < TORN_CLIPPED[1]
    return None if clipped and above.mean() > TORN_SAME else border


def stillness_problems(stillness: Stillness | None) -> list[ViewProblem]:
    """Say that something moves or a hand is in the way."""
    if stillness is None or stillness.still:
        return []
    if stillness.hand:
        return [ViewProblem("not-still", "A hand is over the table.")]
    return [ViewProblem("not-still", "Something is moving on the table.")]


def missing_sheet(sheet: Sheet, found: tuple[FoundMarker, ...]) -> list[ViewProblem]:
    """Say that a sheet is partly in view, but shows too few markers to be read."""
    ids = {marker.id for marker in sheet.markers}
    seen = len(ids & {marker.id for marker in found})
    if not 0 < seen < MARKERS_NEEDED:
        return []
    said = "Only {seen} of {all} corner markers of {sheet} can be seen; {needed} are needed."
    counts = {"seen": seen, "all": len(ids), "needed": MARKERS_NEEDED}
    return [ViewProblem("marker-hidden", said, sheet.id, {"sheet": sheet.title, **counts})]


def sheet_problems(image: Image, grey: Image, registration: Registration, light: Light) -> list[ViewProblem]:
    """Say what is wrong with the view of one sheet."""
    sheet = registration.sheet
    problems = []

    def trouble(code: str, text: str, **counts: int) -> None:
        problems.append(ViewProblem(code, text, sheet.id, {"sheet": sheet.title, **counts}))

    hidden = len(sheet.markers) - len(registration.markers)
    if hidden:
        said = "{hidden} of {all} corner markers of {sheet} cannot be seen."
        trouble("marker-hidden", said, hidden=hidden, all=len(sheet.markers))
    if registration.px_per_mm < PX_PER_MM_NEEDED:
        trouble("too-small", "{sheet} is too small in the picture. Move the camera nearer.")
    white = light.white_at(np.array(sheet.size_mm) / 2)
    if white.max() < WHITE_TOO_DARK:
        trouble("too-dark", "It is too dark over {sheet}. Turn on a lamp.")
    if white.min() > WHITE_TOO_BRIGHT and saturated_share(image, registration) > BURNT_SHARE:
        trouble("too-bright", "{sheet} is burnt out. Turn the light or the exposure down.")
    if light.cast() > STRONG_CAST:
        trouble("colour-cast", "The light over {sheet} is so coloured that pieces may look alike.")
    if edge_width_mm(grey, registration) > max(EDGE_MM, EDGE_PX / registration.px_per_mm):
        trouble("blurred", "{sheet} is blurred. Focus the camera and keep it from shaking.")
    return problems + glare_problems(image, registration, light)


def unsharp(grey: Image) -> list[ViewProblem]:
    """Say that a picture without any marker is blurred, where it has enough light beside dark to tell."""
    scale = WIDE_PX / grey.shape[1]
    size = (WIDE_PX, round(grey.shape[0] * scale))
    wide = cv2.resize(grey, size, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    smooth = cv2.GaussianBlur(wide, (0, 0), 1.5).astype(np.float32)  # else noise would be steep
    near = np.ones((STEP_PX, STEP_PX), np.uint8)
    contrast = cv2.dilate(smooth, near) - cv2.erode(smooth, near)
    steps = contrast > STEP_LEVELS
    if steps.mean() < STEPS_SHARE:
        return []
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    width_px = contrast[steps] / np.maximum(np.hypot(across, down)[steps], 1e-3)
    if float(np.quantile(width_px, STEEPEST_SHARE)) < SOFT_PX:
        return []
    return [ViewProblem("blurred", "The picture is blurred. Focus the camera and keep it from shaking.")]


def moved(registration: Registration, before: Registration | None) -> list[ViewProblem]:
    """Say that the camera or the sheet is no longer where it was one frame before."""
    if before is None or before.size_px != registration.size_px:
        return []
    shift = np.linalg.norm(registration.corners_px() - before.corners_px(), axis=1).max()
    if shift < MOVED_MM * registration.px_per_mm:
        return []
    sheet = registration.sheet
    said = "The camera or {sheet} was moved; I have found it again."
    return [ViewProblem("camera-moved", said, sheet.id, {"sheet": sheet.title})]


def edge_width_mm(grey: Image, registration: Registration) -> float:
    """Give the width of the markers' outer edges on the sheet: contrast over steepest slope.

    The widest of the four directions counts, because a shaken picture is sharp along its trace.
    """
    at, step_mm = registration.once(_edge_profiles)
    seen = cv2.remap(grey, at.reshape(-1, at.shape[2], 2), None, cv2.INTER_LINEAR)
    mean = seen.reshape(at.shape[:3]).astype(float).mean(axis=1)
    contrast = mean[:, -3:].mean(axis=1) - mean[:, :3].mean(axis=1)
    slope = np.diff(mean, axis=1).max(axis=1) / step_mm
    return float(np.max(contrast / np.maximum(slope, 1e-6)))


def _edge_profiles(registration: Registration) -> tuple[Floats, float]:
    """Give profiles across the markers' edges, (4 sides, n, k, 2) px, from black to white; their step, mm."""
    seen = {marker.id for marker in registration.markers}
    markers = np.array([m.corners_mm for m in registration.sheet.markers if m.id in seen])
    bit_mm = float(np.linalg.norm(markers[0, 0] - markers[0, 1])) / 8
    across = np.linspace(-0.9, 0.9, 25) * bit_mm
    start, end = markers, np.roll(markers, -1, axis=1)
    along = start[:, :, None] + np.linspace(0.2, 0.8, 7)[:, None] * (end - start)[:, :, None]
    outward = (start + end) / 2 - markers.mean(axis=1, keepdims=True)
    outward /= np.linalg.norm(outward, axis=-1, keepdims=True)
    profiles = along[:, :, :, None] + across[:, None] * outward[:, :, None, None]
    sides = profiles.transpose(1, 0, 2, 3, 4).reshape(4, -1, len(across), 2)
    return registration.to_frame(sides).astype(np.float32), float(across[1] - across[0])
