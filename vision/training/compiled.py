"""Compiles what is done for every ray; without numba it is run as it stands, some fifty times as slowly.

Convention: what is compiled takes and gives numbers, tuples and arrays alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

try:
    from numba import njit
except ImportError:

    def compiled(function: Function) -> Function:
        """Give a function as it is."""
        return function

else:

    def compiled(function: Function) -> Function:
        """Compile a function, once for all processes."""
        built: Function = njit(fastmath=True, cache=True)(function)
        return built
