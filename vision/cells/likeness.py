"""How like two patterns of brightness are, whatever the light: the correlation of their samples."""

from __future__ import annotations

import numpy as np

from vision.ports import Floats


def standardised(rows: Floats, least: float = 1e-6) -> Floats:
    """Give rows (..., n) with mean 0 and length 1, so that their products are correlations.

    Rows whose samples spread by less than ``least`` (the root of their mean square) hold no pattern: they
    become 0, which is like nothing.
    """
    rows = rows - rows.mean(axis=-1, keepdims=True)
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.where(length > least * np.sqrt(rows.shape[-1]), rows / np.maximum(length, 1e-9), 0.0)
