"""Reads every die in a picture: a learned look at several scales, then a closer look at each.

The seam is `DiceReader.read`; nothing outside `vision.dice` knows how it is done.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.sighting import DieFlag, DieSighting, SheetSighting
from vision.dice.colours import body_colour, colour_name
from vision.dice.network import WEIGHTS, DiceNetwork, Peak
from vision.ports import Floats, Image

ACCEPT_THRESHOLD = 0.97
"""A value is taken without asking at or above this confidence; see docs/accuracy.md."""

LOOK_PX = 1024
"""The long side of the largest picture the network is shown when the scale is not known."""

DIE_MM = 16.0
"""Side of the die that is likeliest on a sheet; 12 to 25 mm are found."""

FIRST_LOOK_PX, CLOSE_LOOK_PX = 24.0, 36.0
"""Size at which a die is looked for when the scale is known, and at which each is read again."""

CLOSE_SIDE_PX = 96
TURNS = 4
NOT_CONFIRMED = 0.1
"""What is left of the odds of a die that the closer look does not find."""

REPORT_AT_LEAST = 0.30
PLAUSIBLE_MM = (10.0, 30.0)
BODY_SIDE = 1.25
"""Side of the box round a die, as a multiple of its top face: some of the sides show."""

CALIBRATION = (2.5, 3.7, -0.5)
"""Offset, weight of the best value's log-odds, weight of its lead over the second: fitted to the
dice and the false dice of two photo sets that the network had not seen (docs/accuracy.md)."""

SHARPNESS = 2.0
"""How much more a lead in log-odds says of the value than its face value: fitted to the same dice."""


class DiceReader:
    """Reads dice; one reader serves one thread.

    Parameters
    ----------
    weights
        The trained network; the shipped one if not given.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._network = DiceNetwork(weights)

    def read(self, image: Image, *, sheets: Sequence[SheetSighting] = ()) -> tuple[DieSighting, ...]:
        """Read every die in view.

        Parameters
        ----------
        image : (H, W, 3) uint8
            Blue, green, red.
        sheets
            Sheets in view; they tell how large a die is in this picture.

        Returns
        -------
        tuple of DieSighting
            From top to bottom. A die that cannot be read safely is there with its odds, not accepted.
        """
        found: list[Peak] = []
        for scale in _scales(image, sheets):
            found += self._network.peaks(image, scale)
        kept = [peak for peak in _apart(found) if _plausible(peak, sheets)]
        looks = self._network.closer([look for peak in kept for look in _close_ups(image, peak)])
        read = [
            _sighting(image, peak, _together(peak, looks[TURNS * nth : TURNS * (nth + 1)]))
            for nth, peak in enumerate(kept)
        ]
        sure = [die for die in read if die.confidence >= REPORT_AT_LEAST]
        return tuple(sorted(sure, key=lambda die: (die.centre_px[1], die.centre_px[0])))


def _sighting(image: Image, peak: Peak, odds: Floats) -> DieSighting:
    order = np.argsort(odds)[::-1]
    confidence = _confidence(odds[order[0]], odds[order[1]])
    flags = _flags(image, peak)
    shares = _shares(odds)
    side = BODY_SIDE * peak.size_px
    return DieSighting(
        value=None if "cut-off" in flags else int(order[0]) + 1,
        odds={value: float(shares[value - 1]) for value in range(1, 7)},
        box_px=(peak.x_px - side / 2, peak.y_px - side / 2, side, side),
        colour=colour_name(body_colour(image, peak.x_px, peak.y_px, peak.size_px)),
        confidence=confidence,
        accepted=confidence >= ACCEPT_THRESHOLD and not flags,
        flags=flags,
        centre_px=(peak.x_px, peak.y_px),
    )


def _close_ups(image: Image, peak: Peak) -> list[Image]:
    """Cut out a die with its surroundings at the size at which it is read best, in every quarter turn.

    A value does not change when the die is turned, but what the network takes for one may: what it
    says of all four is worth more than of one.
    """
    cut = _cut_out(image, peak)
    return [np.ascontiguousarray(np.rot90(cut, turn)) for turn in range(TURNS)]


def _cut_out(image: Image, peak: Peak) -> Image:
    scale = CLOSE_LOOK_PX / peak.size_px
    middle = (CLOSE_SIDE_PX - 1) / 2
    reach = int(CLOSE_SIDE_PX / scale) + 8
    left, top = max(0, round(peak.x_px) - reach), max(0, round(peak.y_px) - reach)
    around = image[top : round(peak.y_px) + reach + 1, left : round(peak.x_px) + reach + 1]
    x, y = peak.x_px - left, peak.y_px - top
    warp = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    size = (CLOSE_SIDE_PX, CLOSE_SIDE_PX)
    return cv2.warpAffine(_softened(around, scale), warp, size, borderMode=cv2.BORDER_REPLICATE)


def _together(peak: Peak, looks: list[list[Peak]]) -> Floats:
    """Average all looks at a die; a close one that does not find it says that it is none."""
    middle = (CLOSE_SIDE_PX - 1) / 2
    log_odds = [_log_odds(peak.odds)]
    for look in looks:
        near = [
            each.odds
            for each in look
            if np.hypot(each.x_px - middle, each.y_px - middle) < 0.4 * CLOSE_LOOK_PX
        ]
        best = max(near, key=lambda odds: float(odds.max())) if near else peak.odds * NOT_CONFIRMED
        log_odds.append(_log_odds(best))
    return _logistic(np.mean(log_odds, axis=0))


def _softened(image: Image, scale: float) -> Image:
    """Blur before reducing: warping alone would leave jagged pips."""
    if scale > 0.75:
        return image
    return cv2.GaussianBlur(image, (0, 0), 0.4 / scale)


def _scales(image: Image, sheets: Sequence[SheetSighting]) -> list[float]:
    if sheets:
        px_per_mm = float(np.median([sheet.px_per_mm for sheet in sheets]))
        return [FIRST_LOOK_PX / (DIE_MM * px_per_mm)]
    first = min(1.0, LOOK_PX / max(image.shape[:2]))
    return [first, first / 2, first / 4] if max(image.shape[:2]) > 200 else [first, first / 2]


def _apart(peaks: list[Peak]) -> list[Peak]:
    """Keep the strongest of peaks that are the same die."""
    kept: list[Peak] = []
    for peak in sorted(peaks, key=lambda each: -float(each.odds.max())):
        near = (
            np.hypot(peak.x_px - k.x_px, peak.y_px - k.y_px) < 0.55 * max(peak.size_px, k.size_px)
            for k in kept
        )
        if not any(near):
            kept.append(peak)
    return kept


def _plausible(peak: Peak, sheets: Sequence[SheetSighting]) -> bool:
    """Whether a die may be as large as this; without a sheet nobody knows."""
    if not sheets:
        return True
    size_mm = peak.size_px / float(np.median([sheet.px_per_mm for sheet in sheets]))
    return PLAUSIBLE_MM[0] <= size_mm <= PLAUSIBLE_MM[1]


def _flags(image: Image, peak: Peak) -> tuple[DieFlag, ...]:
    height, width = image.shape[:2]
    reach = 0.4 * peak.size_px
    inside = reach <= peak.x_px + 1 <= width + 1 - reach and reach <= peak.y_px + 1 <= height + 1 - reach
    return () if inside else ("cut-off",)


def _shares(odds: Floats) -> Floats:
    """Give the odds of the values, as things stand if it is a die: they sum to 1."""
    weights = np.exp(SHARPNESS * (_log_odds(odds) - _log_odds(odds.max())))
    return weights / weights.sum()


def _log_odds(odds: Floats) -> Floats:
    safe = np.clip(odds, 1e-5, 1 - 1e-5)
    return np.log(safe / (1 - safe))


def _logistic(log_odds: Floats) -> Floats:
    return 1 / (1 + np.exp(-log_odds))


def _confidence(best: float, second: float) -> float:
    """Turn the network's two best values into the share of such readings that are right."""
    first, other = _log_odds(np.array([best, second]))
    offset, weight, lead = CALIBRATION
    return float(_logistic(offset + weight * first + lead * (first - other)))
