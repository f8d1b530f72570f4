"""Says by a small network how like two cuts of pieces look: cuts of one kind get nearly the same direction.

The network has learned from drawn boxes what light, focus and a small shift do, and what makes kinds differ
(`vision.training.taught`). It starts from the first stages of EfficientNet-Lite0.

Convention: cuts are (side, side, 3) uint8 as `crops.cut` gives them, in the light of teaching.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from vision.dice.runtime import onnxruntime
from vision.dice.weights import SUFFIX, unpacked
from vision.ports import Floats, Image
from vision.taught.pieces.crops import GREY, Form, outline

SMALL_SIDE, LARGE_SIDE = 64, 96
"""Pixels of the cuts that are embedded: of small pieces, and of cards and tiles."""

LARGE_FROM_PX = 85
"""Pieces whose longer side is seen this large are embedded from large cuts."""

WEIGHTS = Path(__file__).parent / f"embedding{SUFFIX}"
AT_ONCE = 32
"""So many cuts go through the network together: more take more memory and are no faster."""


@lru_cache(maxsize=1)
def _network() -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(unpacked(WEIGHTS), options, providers=["CPUExecutionProvider"])


def directions(cuts: Sequence[Image] | Image, form: Form) -> Floats:
    """Give the direction (n, 192) of length 1 of each cut; all are of one size, and of pieces of one form."""
    if not len(cuts):
        return np.zeros((0, 1), np.float32)
    out = []
    for start in range(0, len(cuts), AT_ONCE):
        some: Floats = np.stack(list(cuts[start : start + AT_ONCE]))[..., ::-1].astype(np.float32)
        some = GREY + (some - GREY) * outline(form, some.shape[1])[..., None]
        planes = np.ascontiguousarray(some.transpose(0, 3, 1, 2))
        out.append(_network().run(None, {"cuts": planes})[0])
    return np.concatenate(out)
