"""What a printer makes of the artwork: fresh ink, another make's colours, a worn cartridge, grey, too small.

A set is printed by one printer, so sheets and pieces of a table share it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Printer:
    """One printer: what it does to the colours, and how large its millimetre is."""

    name: str
    ink: Callable[[Image], Image]
    scale: float = 1.0


def _fresh(image: Image) -> Image:
    return image


def _cool(image: Image) -> Image:
    """Give the colours of another make: blues heavier, reds towards magenta, less contrast."""
    level = image[..., :3].astype(np.float32) / 255
    mixed = level @ np.array([[0.97, 0.03, 0.02], [0.02, 0.90, 0.03], [0.0, 0.07, 0.93]], np.float32)
    return _joined(image, 0.04 + 0.93 * mixed ** np.array([0.9, 1.08, 1.05], np.float32))


def _faded(image: Image) -> Image:
    """Give the colours after a summer by the window, or of a cartridge that runs out of yellow."""
    level = image[..., :3].astype(np.float32) / 255
    worn = 1 - (1 - level) * np.array([0.55, 0.75, 0.8], np.float32)
    return _joined(image, worn)


def _grey(image: Image) -> Image:
    """Print in black and white."""
    return _joined(
        image, np.repeat(cv2.cvtColor(image[..., :3].copy(), cv2.COLOR_BGR2GRAY)[..., None], 3, 2) / 255
    )


def _joined(image: Image, colours: NDArray[np.floating]) -> Image:
    """Put new colours, from 0 to 1, into a picture that may have a fourth channel."""
    inked = image.copy()
    inked[..., :3] = np.clip(255 * colours, 0, 255).astype(np.uint8)
    return inked


PRINTERS = {
    printer.name: printer
    for printer in (
        Printer("fresh", _fresh),
        Printer("cool", _cool),
        Printer("faded", _faded),
        Printer("grey", _grey),
        Printer("small", _fresh, 0.97),
    )
}
