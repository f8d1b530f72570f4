"""The classes that the close look tells apart, in the order of the network's outputs."""

from __future__ import annotations

from typing import Final

NONE: Final = 0
"""No die here, or not its top face. Classes 1 to 6 are the values."""

COCKED: Final = 7
STACKED: Final = 8
NUMERAL: Final = 9
"""Figures or an emblem in place of pips. Not reported: printed figures on tokens and tiles look the same."""

CLASSES: Final = 10
