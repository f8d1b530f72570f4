"""What vision wants handed in: the printed artwork, and somebody who reads dice.

Vision imports neither the printer nor a dice reader. The module `companion.printing.artwork`
keeps the first contract as it stands, `vision.dice.DiceReader` the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout, Point
from companion.sighting import DieSighting, SheetSighting

Image = NDArray[np.uint8]
"""A picture, (H, W, 3) in OpenCV's order blue, green, red, or (H, W) grey."""

Floats = NDArray[np.floating[Any]]


Mask = NDArray[np.bool_]
"""Which places, cells or pixels something holds of."""


class Artwork(Protocol):
    """What is printed. Pixel i of a picture covers i to i + 1 over ``px_per_mm`` millimetres.

    It is hashable: what was made of it is kept by it.
    """

    def __hash__(self) -> int: ...

    def sheet_image(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Image:
        """Give a sheet as (H, W, 3) blue, green, red."""
        ...

    def piece_image(self, layout: Layout, kind: str, px_per_mm: float) -> Image:
        """Give the face of a piece as (h, w, 4) blue, green, red, alpha."""
        ...


class DiceReading(Protocol):
    """Reads every die in a picture."""

    def read(
        self, image: Image, *, sheets: Sequence[SheetSighting] = (), closer: bool = False
    ) -> tuple[DieSighting, ...]:
        """Give the dice; ``sheets`` tell how large one should look, ``closer`` is for what was not seen."""
        ...

    def places(self, image: Image, sheets: Sequence[SheetSighting]) -> Sequence[Point]:
        """Give where dice may lie, in px, though `read` believes in none there."""
        ...
