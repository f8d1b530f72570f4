"""Compares what lies at a place with every kind of piece in every turn at once.

A piece is sampled on rings round its middle. Turning the piece shifts the samples along the
rings, so one correlation along the angle, done with Fourier transforms, gives the squared
difference to a template for all turns; the template's mask (its outline) turns with it.

Convention: angles run from x to y, clockwise as seen, in equal steps from 0; arrays of samples
are (n, rings, angles, channels).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.ports import Floats

GAIN_PRICE = 0.06
"""What leaving the measured light costs: half as bright again costs 0.015, a tenth 0.0006."""

GAIN_LIMITS = (0.45, 1.5)


@dataclass(frozen=True)
class Rings:
    """Where a piece is sampled: ``rings`` circles up to ``radius_mm`` with ``angles`` places each."""

    radius_mm: float
    rings: int
    angles: int

    @cached_property
    def radii_mm(self) -> Floats:
        """The (rings,) radii: the middles of rings of equal width."""
        return (np.arange(self.rings) + 0.5) * (self.radius_mm / self.rings)

    @cached_property
    def offsets_mm(self) -> Floats:
        """The (rings * angles, 2) places round the middle."""
        turn = np.arange(self.angles) * (2 * np.pi / self.angles)
        circle = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
        return (self.radii_mm[:, None, None] * circle).reshape(-1, 2)

    @cached_property
    def area(self) -> Floats:
        """The (rings,) shares of the whole area that one place stands for."""
        return self.radii_mm / (self.radii_mm.sum() * self.angles)

    def shaped(self, samples: Floats) -> Floats:
        """Give (n, rings * angles, c) samples as (n, rings, angles, c)."""
        return samples.reshape(len(samples), self.rings, self.angles, -1)


class Templates:
    """Templates made ready for comparison.

    Parameters
    ----------
    looks
        (kinds, rings, angles, 3) looks of the faces.
    masks
        (kinds, rings, angles) from 0 (outside the piece) to 1.
    rings
        Where they were sampled.
    """

    def __init__(self, looks: Floats, masks: Floats, rings: Rings) -> None:
        self.rings = rings
        weight = masks * rings.area[:, None]
        self._weight = weight.sum(axis=(1, 2)).astype(np.float32)
        weighted = looks * weight[..., None]
        self._power = (weighted * looks).sum(axis=(1, 2, 3)).astype(np.float32)
        self._faces = _conjugate(_spectrum(weighted))
        self._masks = _conjugate(_spectrum(weight[..., None]))

    def __len__(self) -> int:
        return len(self._weight)

    def differences(self, looks: Floats) -> Floats:
        """Give the mean squared difference, (n, kinds), to each template in its best turn.

        ``looks`` is (n, rings, angles, 3). The light may differ by a factor, at a price.
        """
        match = self._correlate(_spectrum(looks), self._faces)
        square = self._correlate(_spectrum((looks * looks).sum(axis=-1, keepdims=True)), self._masks)
        weight, power = self._weight[:, None], self._power[:, None]
        price = GAIN_PRICE * weight
        gain = np.clip((match + price) / (power + price), *GAIN_LIMITS)
        missed = square + gain * (gain * power - 2 * match)
        return (missed / weight + GAIN_PRICE * (gain - 1) ** 2).min(axis=-1)

    def _correlate(self, samples: Floats, templates: Floats) -> Floats:
        """Correlate (f, n, c) with conjugate (f, c, k) spectra for all turns: (n, k, angles)."""
        product = samples @ templates
        return np.fft.irfft(product.transpose(1, 2, 0), n=self.rings.angles, axis=-1)


def _conjugate(spectrum: Floats) -> Floats:
    """Give (f, k, c) spectra as their conjugates (f, c, k), in one piece: numpy multiplies those fast."""
    return np.ascontiguousarray(spectrum.conj().transpose(0, 2, 1))


def _spectrum(samples: Floats) -> Floats:
    """Transform (n, rings, angles, c) along the angle, rings and channels in one row: (f, n, rings * c)."""
    spectrum = np.fft.rfft(samples.astype(np.float32), axis=2).astype(np.complex64)
    return spectrum.transpose(2, 0, 1, 3).reshape(spectrum.shape[2], len(samples), -1)
