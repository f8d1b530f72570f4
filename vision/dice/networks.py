"""The learned parts of the dice reader: the finder of top faces, and four readers of one face.

Behind the wide one stands a part that tells how a die lies (`vision.training.lean_branch`).

They were trained by `vision.training` (see the records beside the weights for sets, steps and
seeds). The finder knows dice of 13 to 60 px, so a picture is shown to it at several scales, or at
the one that the sheets in view give; a face reader gets cuts with a top face of one size.

Convention: pixels of the picture given, origin top left, x right, y down, a pixel's middle at
whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.classes import CLASSES
from vision.dice.cuts.crops import resized
from vision.dice.runtime import onnxruntime
from vision.dice.weights import SUFFIX, unpacked
from vision.ports import Floats, Image

SHIPPED = Path(__file__).parent
FINDER_FILE = f"finder{SUFFIX}"
WIDE_FILE = f"wide{SUFFIX}"
FACE_FILES = (WIDE_FILE, f"face{SUFFIX}")
"""The face readers were trained apart from each other, so that they seldom err alike."""

TINT_FILE = f"tint{SUFFIX}"
"""A face reader that sees nothing but tints (`vision.dice.cuts.contrast.tints`), and of which only the odds
of the values count: it has learned nothing else, and from drawn dice alone."""

SCEPTIC_FILE = f"sceptic{SUFFIX}"
"""A face reader that has learned above all what the others take for dice and is none, from drawn tables."""

PLACED = 5
"""What a face reader tells beside the classes: where the face is (2), how large, and which way is up (2)."""

TOP_PX = "top_px"
"""Under this name a face reader's file tells how large the top face is in the cuts it has learned from."""

FINDER_ABREAST, FACE_ABREAST = 4, 2
"""How many neighbours of a row each network takes as one pixel (`abreast`)."""

STRIDE = 8
SIDE_MULTIPLE = 16
REFERENCE_SIZE_PX = 32
KNOWN_SIZES_PX = (11.0, 68.0)
SEEN_AT_LEAST = 0.2
LEAST_LOGIT = math.log(SEEN_AT_LEAST / (1 - SEEN_AT_LEAST))
VALUES = 6


class Peak(NamedTuple):
    """A place that looks like the middle of a top face.

    ``seen`` is what the finder gives for a die, ``odds`` (6,) for its values; neither is
    calibrated. ``size_px`` is the side of a square as large as the top face appears.
    """

    x_px: float
    y_px: float
    size_px: float
    seen: float
    odds: Floats


class Faces(NamedTuple):
    """What the face reader says of cuts.

    ``odds`` (N, 10) of the classes, not calibrated; ``off`` (N, 2) how far right and below the middle
    the top face lies, in its sides; ``zoom`` (N,) its size as a multiple of the size it was cut for;
    ``rise`` (N, 2) how far right and below a point is seen that lies one side further out of the die, in
    sides: where dice lie flat, the way up; ``lies`` (N, 3) the odds of lying flat, of leaning and of lying on
    another, None where the reader has not learned to tell.
    """

    odds: Floats
    off: Floats
    zoom: Floats
    rise: Floats
    lies: Floats | None = None


def _session(weights: Path) -> onnxruntime.InferenceSession:
    """Open a network, or give the one that an earlier reader opened: several threads may run it at once."""
    return _opened(weights, weights.stat().st_mtime_ns if weights.exists() else 0)


@lru_cache(maxsize=10)
def _opened(weights: Path, _changed_ns: int) -> onnxruntime.InferenceSession:
    """Open a network that runs on one thread: frames, not networks, are what is read side by side."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # A pool of memory that only grows would keep what the largest picture ever took.
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(unpacked(weights), options, providers=["CPUExecutionProvider"])


def abreast(pictures: NDArray[np.uint8], pixels: int) -> NDArray[np.uint8]:
    """See so many neighbours of a row as one pixel: (N, H, W, 3) as (N, H, W / pixels, 3 pixels)."""
    count, height, width, colours = pictures.shape
    return pictures.reshape(count, height, width // pixels, pixels * colours)


class Finder:
    """Finds top faces in a picture at one scale."""

    def __init__(self, weights: Path) -> None:
        self._network = _session(weights)

    def look(self, image: Image, scale: float) -> list[Peak]:
        """Find the top faces that are 11 to 68 px large in the picture reduced by ``scale``.

        Parameters
        ----------
        image : (H, W, 3) uint8
        scale : float
            Below 1 the picture is made smaller before it is looked at.
        """
        (out,) = self._say(_filled_up(resized(image, scale))[None])
        return list(_peaks(out, scale))

    def look_at(self, cuts: Sequence[Image]) -> list[list[Peak]]:
        """Find the top faces in each of several cuts of one size, a multiple of 16 px, in its pixels."""
        return [list(_peaks(out, 1.0)) for out in self._say(np.stack(cuts))] if cuts else []

    def _say(self, pictures: NDArray[np.uint8]) -> Floats:
        (out,) = self._network.run(None, {"image": abreast(pictures, FINDER_ABREAST)})
        said: Floats = out
        return said


class FaceReader:
    """Says which class each of several cuts shows, in which a top face is ``top_px`` large.

    The cuts are ``side_px`` large.

    Raises
    ------
    ValueError
        When the file holds another network.
    """

    def __init__(self, weights: Path) -> None:
        self._network = _session(weights)
        if self._network.get_outputs()[0].shape[-1] != CLASSES + PLACED:
            raise ValueError(f"{weights.name} is no face reader, or one of an earlier build")
        self.top_px = float(self._network.get_modelmeta().custom_metadata_map[TOP_PX])
        self.side_px = int(self._network.get_inputs()[0].shape[1])

    def read(self, cuts: Sequence[Image]) -> Faces:
        """Read cuts of (``side_px``, ``side_px``, 3) uint8."""
        if not cuts:
            return Faces(np.zeros((0, CLASSES)), np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2)))
        out, *more = self._network.run(None, {"image": abreast(np.stack(cuts), FACE_ABREAST)})
        placed, lies = out[:, CLASSES:], _softmax(more[0]) if more else None
        return Faces(_softmax(out[:, :CLASSES]), placed[:, :2], np.exp(placed[:, 2]), placed[:, 3:5], lies)


def _softmax(logits: Floats) -> Floats:
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=-1, keepdims=True)
    return shares


def _peaks(out: Floats, scale: float) -> Iterator[Peak]:
    """Give the peaks of what the finder says (10, h, w), in pixels of the picture before scaling."""
    rows, columns = _maxima(out[0])
    said = out[:, rows, columns].T.astype(np.float64)
    seen, of_value = 1 / (1 + np.exp(-said[:, 0])), _softmax(said[:, 1 : 1 + VALUES])
    size_px = REFERENCE_SIZE_PX * np.exp(np.clip(said[:, 1 + VALUES], -3, 3))
    x, y = (
        (STRIDE * (place + off + 0.5)) / scale - 0.5
        for place, off in zip((columns, rows), said[:, 2 + VALUES :].T, strict=True)
    )
    for nth in np.flatnonzero((size_px >= KNOWN_SIZES_PX[0]) & (size_px <= KNOWN_SIZES_PX[1])):
        at, size = (float(x[nth]), float(y[nth])), float(size_px[nth] / scale)
        yield Peak(*at, size, float(seen[nth]), of_value[nth])


def _filled_up(image: Image) -> Image:
    """Fill up to a multiple of 16 px, which the network needs."""
    right, below = (-image.shape[1]) % SIDE_MULTIPLE, (-image.shape[0]) % SIDE_MULTIPLE
    filled: Image = cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return filled


def _maxima(logits: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns that are the highest of their 3x3 neighbourhood and high enough."""
    highest = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((logits >= highest) & (logits >= LEAST_LOGIT))
    return rows, columns
