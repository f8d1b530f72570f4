"""Compiles what is done for every ray; without numba it is run as it stands, some fifty times as slowly.

Convention: what is compiled takes and gives numbers, tuples and arrays alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

LOOSE = {"reassoc", "nsz", "arcp", "contract", "afn"}
"""How freely numbers may be computed; never as if none were infinite: such say that a ray misses."""

try:
    from numba import njit
except ImportError:

    def compiled(function: Function) -> Function:
        """Give a function as it is."""
        return function

else:

    def compiled(function: Function) -> Function:
        """Compile a function.

        It is not kept for another run: it holds what it was built of in other modules, and would not see that
        these have changed.
        """
        built: Function = njit(fastmath=LOOSE)(function)
        return built
