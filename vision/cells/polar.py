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
from numpy.typing import NDArray

from vision.ports import Floats

GAIN_PRICE = 0.06
"""What leaving the measured light costs a bare cell: half as bright again costs 0.015, a tenth 0.0006."""

GAIN_LIMITS = (0.45, 1.6)
COLOUR_LIMITS = (0.2, 2.0)

PRICES = ((0.1, 0.15), (0.01, 0.3), (0.01, 0.3))
"""Of a piece, for brightness, red against green, yellow against blue: what a factor that is 1 off costs, and
a shift of 1. Fitted to path-traced tables, with hands over the simulated one to keep strangers out."""

TURNS = 2

VALUES_AT_ONCE = 2**16
"""Places are compared in groups whose working arrays, of so many floats each, stay in a processor's cache:
three to four times as fast as all places of a mat together."""


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
        offsets_mm: Floats = (self.radii_mm[:, None, None] * circle).reshape(-1, 2)
        return offsets_mm

    @cached_property
    def area(self) -> Floats:
        """The (rings,) shares of the whole area that one place stands for."""
        area: Floats = self.radii_mm / (self.radii_mm.sum() * self.angles)
        return area

    def shaped(self, samples: Floats) -> Floats:
        """Give (n, rings * angles, c) samples as (n, rings, angles, c)."""
        return samples.reshape(len(samples), self.rings, self.angles, -1)


class Templates:
    """Templates made ready for comparison.

    Every channel may differ from the template by a factor and by a shift, at a price: a lamp that shines
    back from a face lifts its darks, a shadow darkens it, and a camera under a warm lamp takes colour out of
    it. The pattern stays. So the strength of colours has much freedom, and what they are has little.

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
        self._weight = weight.sum(axis=(1, 2)).astype(np.float32)[:, None]
        whole = weight.mean(axis=0)
        self._plain_weight = (whole / whole.sum()).astype(np.float32)
        weighted = looks * weight[..., None]
        self._sum = weighted.sum(axis=(1, 2)).astype(np.float32)
        self._power = (weighted * looks).sum(axis=(1, 2)).astype(np.float32)
        self._faces = [_conjugate(_spectrum(weighted[..., [channel]])) for channel in range(3)]
        outlines, self._outline = _distinct(weight)
        self._masks = _conjugate(_spectrum(outlines[..., None]))

    def __len__(self) -> int:
        return len(self._weight)

    def differences(self, looks: Floats) -> Floats:
        """Give the mean squared difference to each template in its best turn, by channel: (n, kinds, 3).

        ``looks`` is (n, rings, angles, 3).
        """
        group = max(4, VALUES_AT_ONCE // (len(self) * TURNS * self.rings.angles))
        groups = [self._nearest(looks[n : n + group]) for n in range(0, len(looks), group)]
        return np.concatenate(groups) if groups else np.zeros((0, len(self), 3), np.float32)

    def _nearest(self, looks: Floats) -> Floats:
        gain: Floats = np.ones(1, np.float32)
        total: Floats = np.zeros(1, np.float32)
        under_masks = self._under_masks(looks)
        parts = []
        for channel, (gain_price, shift_price) in enumerate(PRICES):
            match = self._correlate(_spectrum(looks[..., [channel]]), self._faces[channel])
            missed, free = self._fit(match, *under_masks[channel], channel, (gain_price, shift_price), gain)
            parts.append(missed)
            total = total + missed
            # What darkens a face takes as much of its colours.
            gain = free if channel == 0 else gain
        turn = total.argmin(axis=-1)[..., None]
        nearest = [np.take_along_axis(part, turn, axis=-1) for part in parts]
        by_channel: Floats = (np.concatenate(nearest, axis=-1) / self._weight).astype(np.float32)
        return by_channel

    def plainness(self, looks: Floats) -> Floats:
        """Give how far (n,) places are from one plain colour: the mean square about their mean."""
        spread: Floats = np.zeros(len(looks), np.float32)
        outline = self._plain_weight
        for channel in range(3):
            samples = looks[..., channel]
            mean = (samples * outline).sum(axis=(1, 2))
            spread = spread + (samples**2 * outline).sum(axis=(1, 2)) - mean**2
        return spread

    def _fit(
        self,
        match: Floats,
        total: Floats,
        square: Floats,
        channel: int,
        prices: tuple[float, float],
        usual: Floats,
    ) -> tuple[Floats, Floats]:
        """Give what the best gain and shift of one channel leave, and that gain: (n, kinds, turns) both.

        What is missed is quadratic in gain and shift. With the best shift put in, there remain
        ``bend * gain * gain - 2 * slope * gain``, and what no gain changes.
        """
        gain_price, shift_price = prices
        gain_held = gain_price * self._weight
        held, sums = self._weight * (1 + shift_price), self._sum[:, [channel]]
        bend = self._power[:, [channel]] - sums * sums / held + gain_held
        slope = match - (sums / held) * total
        slope += gain_held * usual
        gain = np.clip(slope / bend, *(GAIN_LIMITS if channel == 0 else COLOUR_LIMITS))
        missed = bend * gain
        slope *= 2
        missed -= slope
        missed *= gain
        missed += square - total * total / held
        missed += gain_held * usual**2
        return missed, gain

    def _under_masks(self, looks: Floats) -> list[tuple[Floats, Floats]]:
        """Sum samples and their squares under the mask of every kind, for all turns, per channel.

        Where all kinds have one mask, its sums serve for all: (n, 1, turns).
        """
        both = np.concatenate([looks, looks * looks], axis=-1)
        of_kinds = slice(None) if self._masks.shape[2] == 1 else self._outline
        sums = [self._correlate(_spectrum(both[..., [each]]), self._masks)[:, of_kinds] for each in range(6)]
        return list(zip(sums[:3], sums[3:], strict=True))

    def _correlate(self, samples: Floats, templates: Floats) -> Floats:
        """Correlate (f, n, c) with conjugate (f, c, k) spectra for all turns: (n, k, turns).

        There are `TURNS` times as many turns as angles: what lies between them is interpolated exactly.
        """
        product = (samples @ templates).transpose(1, 2, 0)
        turns = TURNS * self.rings.angles
        correlation: Floats = TURNS * np.fft.irfft(product, n=turns, axis=-1).astype(np.float32)
        return correlation


def _distinct(masks: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """Give the masks that differ, and which of them each of (kinds, rings, angles) is.

    Most kinds of a zone have one outline, and with it one mask.
    """
    numbers: dict[bytes, int] = {}
    which = np.array([numbers.setdefault(mask.tobytes(), len(numbers)) for mask in masks], dtype=np.intp)
    return masks[np.unique(which, return_index=True)[1]], which


def _conjugate(spectrum: Floats) -> Floats:
    """Give (f, k, c) spectra as their conjugates (f, c, k), in one piece: numpy multiplies those fast."""
    return np.ascontiguousarray(spectrum.conj().transpose(0, 2, 1))


def _spectrum(samples: Floats) -> Floats:
    """Transform (n, rings, angles, c) along the angle, rings and channels in one row: (f, n, rings * c)."""
    spectrum = np.fft.rfft(samples.astype(np.float32), axis=2).astype(np.complex64)
    rows: Floats = spectrum.transpose(2, 0, 1, 3).reshape(spectrum.shape[2], len(samples), -1)  # type: ignore[assignment]
    return rows
