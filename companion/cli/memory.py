"""Memory that is not needed any more, given back to the system."""

from __future__ import annotations

import ctypes
from typing import Final

_trim: Final = getattr(ctypes.CDLL(None), "malloc_trim", None)
"""The C library's own; there is none but in glibc."""


def give_back() -> None:
    """Give the system the pages on which nothing lies any more.

    The C library keeps what is freed, apart for every thread, and a table has threads of its own: without
    this, what the tables before have let go of adds up to hundreds of megabytes. Having it give everything
    back at once (``MALLOC_MMAP_THRESHOLD_``) would make a reading take a third longer.
    """
    if _trim is not None:
        _trim(0)
