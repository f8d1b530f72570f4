"""A set that was printed in black and white: the same artwork without its colours.

Convention: pictures as `vision.ports.Artwork` gives them, blue, green, red.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np

from companion.layout import Layout
from vision.light.light import Light, measure_light, seen_at, terms_of
from vision.light.palette import Palette, level_of, palette_of
from vision.ports import Artwork, Floats, Image
from vision.sheets.registration import Registration

GREY: Final = 0.15
"""The share of the printed colour below which a set is printed in grey. On path-traced tables grey sets show
less than 0.05 of it; faded ones under three spots more than 0.3."""

EXPECTED: Final = 0.0002
"""How much colour is expected before a sheet is seen: a sheet with hardly any colour cannot tell."""

STRAY: Final = 0.03
"""What differs from its colour by more says less: a thing may lie there."""

ROUNDS: Final = 5


class ColourSeen(NamedTuple):
    """How much colour a sheet has in print, a mean square, and how much of that is seen."""

    printed: float = EXPECTED
    seen: float = EXPECTED

    @property
    def share(self) -> float:
        """The share of the printed colour that is seen."""
        return self.seen / self.printed


@dataclass(frozen=True)
class GreyPrint:
    """Artwork as a printer without colours prints it."""

    artwork: Artwork

    def sheet_image(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Image:
        """Give a sheet as (H, W, 3) of three equal channels."""
        return _in_grey(self.artwork.sheet_image(layout, sheet_id, px_per_mm))

    def piece_image(self, layout: Layout, kind: str, px_per_mm: float) -> Image:
        """Give the face of a piece as (h, w, 4) of three equal channels and its alpha."""
        return _in_grey(self.artwork.piece_image(layout, kind, px_per_mm))


def _in_grey(image: Image) -> Image:
    grey = image.copy()
    grey[..., :3] = cv2.cvtColor(image[..., :3].copy(), cv2.COLOR_BGR2GRAY)[..., None]
    return grey


class PrintWatch:
    """Finds out whether a set was printed in colours: how much of them the sheets show."""

    def __init__(self, layout: Layout, artwork: Artwork) -> None:
        self._layout, self._coloured = layout, artwork
        self._grey = GreyPrint(artwork)
        self._colours: dict[str, ColourSeen] = {}
        self._lights: dict[str, Light] = {}
        self.artwork: Artwork = artwork

    def look(self, image: Image, registrations: Iterable[Registration]) -> bool:
        """Look for colours on the sheets that came into view; say whether `artwork` has become another.

        Convention: the frame is (H, W, 3) blue, green, red.
        """
        self._lights.clear()
        registrations = tuple(registrations)
        for registration in registrations:
            name = registration.sheet.id
            light = measure_light(image, registration, palette_of(self._layout, name, self._grey))
            palette = palette_of(self._layout, name, self._coloured)
            self._lights[name] = light
            self._colours[name] = colour_seen(image, registration, light, palette)
        of_all = (ColourSeen(), *self._colours.values())
        printed, seen = (sum(each) for each in zip(*of_all, strict=True))
        in_grey = ColourSeen(printed, seen).share < GREY
        before, self.artwork = self.artwork, self._grey if in_grey else self._coloured
        if not in_grey:
            self._lights.clear()
        return self.artwork is not before

    def measured_light(self, sheet: str) -> Light | None:
        """Give the light by this print over a sheet that the last `look` measured; None over any other."""
        return self._lights.get(sheet)


def colour_seen(image: Image, registration: Registration, light: Light, palette: Palette) -> ColourSeen:
    """Measure how much of a sheet's printed colour a frame shows.

    A lamp's colour changes slowly over a sheet, so slow changes of colour count as its light.

    Parameters
    ----------
    image
        The frame, (H, W, 3) blue, green, red.
    registration
        Where the sheet lies in it.
    light
        The light over it, measured as if it was printed in grey. Its mixing does not count: what fits a grey
        print best takes colours away.
    palette
        Its print in colours.
    """
    levels, known = seen_at(image, registration, palette.places_mm)
    if not known.any():
        return ColourSeen(0.0, 0.0)
    places_mm = palette.places_mm[known]
    unmixed = replace(light, mixing=np.eye(3))
    undone = unmixed.undo(levels[known].astype(np.uint8)[:, None], places_mm)[:, 0]
    colour, printed = (
        each - each.mean(axis=1, keepdims=True) for each in (undone, level_of(palette.colours[known]))
    )
    terms = terms_of(places_mm, light.size_mm)
    usual = weights = palette.weights[known] / palette.weights[known].sum()
    for _ in range(ROUNDS):
        seen, wanted = (_without_slow(each, terms, weights) for each in (colour, printed))
        product, power = (float(weights @ (each * wanted).sum(axis=1)) for each in (seen, wanted))
        missed = np.linalg.norm(seen - product / max(power, EXPECTED) * wanted, axis=1)
        weights = usual / (1 + (missed / STRAY) ** 2)
        weights = weights / weights.sum()
    return ColourSeen(power, product)


def _without_slow(colour: Floats, terms: Floats, weights: Floats) -> Floats:
    """Give (n, 3) colours without what changes slowly over the sheet, as (n, 6) terms do."""
    weighted = terms * weights[:, None]
    solved = np.linalg.lstsq(weighted.T @ terms, weighted.T @ colour, rcond=1e-6)[0]
    fast: Floats = colour - terms @ solved
    return fast
