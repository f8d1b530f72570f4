"""Memory that is not needed any more, given back to the system."""

from __future__ import annotations

import ctypes
import threading
import time
from typing import Final

ARENAS: Final = 2
"""Heaps that threads share. Each keeps what was freed in it, and by itself the C library makes one for each
thread, up to eight for every core."""

LARGE_BYTES: Final = 4 * 2**20
"""What is as large as a camera's picture has pages of its own, and gives them back when it is freed.

By itself the C library learns to keep even 32 MB, and gaps between what stays add up: Papillon's evening took
45 MB more, and grew by 8 %. With smaller limits a reading takes up to a third longer; with this, 5 to 8 %.
"""

KEPT_BYTES: Final = 32 * 2**20
"""What a heap keeps at its end, so that the next reading finds it."""

EVERY_S: Final = 10.0

_ARENA_MAX: Final = -8
_MMAP_THRESHOLD: Final = -3
_TRIM_THRESHOLD: Final = -1
"""The numbers of these settings in glibc's malloc.h."""

_library: Final = ctypes.CDLL(None)
_trim: Final = getattr(_library, "malloc_trim", None)
_set: Final = getattr(_library, "mallopt", None)
"""The C library's own; there are none but in glibc."""


def give_back() -> None:
    """Give the system the pages on which nothing lies any more.

    The C library keeps what is freed, apart for every thread, and a table has threads of its own: without
    this, what the tables before have let go of adds up to hundreds of megabytes.
    """
    if _trim is not None:
        _trim(0)


def bound() -> None:
    """Have all threads that are begun from now on share a few heaps, and large things lie beside them."""
    if _set is not None:
        _set(_ARENA_MAX, ARENAS)
        _set(_MMAP_THRESHOLD, LARGE_BYTES)
        _set(_TRIM_THRESHOLD, KEPT_BYTES)


def keep_giving_back() -> None:
    """Give back what is not needed again and again, as long as the process runs.

    Pictures of many sizes come and go in a long game, and leave gaps between what stays.
    """
    threading.Thread(target=_give_back_for_ever, name="memory", daemon=True).start()


def _give_back_for_ever() -> None:
    while True:
        time.sleep(EVERY_S)
        give_back()
