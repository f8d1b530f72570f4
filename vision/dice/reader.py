"""Reads every die in a picture: a finder looks at several scales, a closer look reads each top face.

The seam is `DiceReader.read`; nothing outside `vision.dice` knows how it is done.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from companion.sighting import DieFlag, DieSighting, SheetSighting
from vision.dice.candidates import candidates
from vision.dice.closer import Networks, look_closer
from vision.dice.confidence import ACCEPT_THRESHOLD, Told, shares_of, told_of
from vision.dice.cuts.colours import body_colour, colour_name, white_of
from vision.dice.networks import FACE_FILES, FINDER_FILE, SCEPTIC_FILE, SHIPPED, TINT_FILE, FaceReader, Finder
from vision.dice.reading import Reading, overlap
from vision.ports import Floats, Image

BODY_SIDE = 1.25
"""Side of the box round a die, as a multiple of its top face: some of the sides show."""

SMALL_PX = 9.0
"""Below this a picture does not hold what tells a 4 from a 5."""

CUT_OFF = 0.3
"""A top face of which less than this is seen beyond its middle, in sides, may have pips out of view. Of 760
that were told of dice cut there or nearer to their edge, three had a wrong value, and were doubted
(docs/accuracy.md)."""


class DiceReader:
    """Reads dice; one reader serves one thread. Its networks are opened when they are first needed.

    Parameters
    ----------
    folder
        Where the trained networks are; the shipped ones if not given. Others may have no sceptic yet.
    """

    def __init__(self, folder: Path = SHIPPED) -> None:
        self._folder = folder

    @cached_property
    def _networks(self) -> Networks:
        sceptic = self._folder / SCEPTIC_FILE
        return Networks(
            Finder(self._folder / FINDER_FILE),
            [FaceReader(self._folder / name) for name in FACE_FILES],
            FaceReader(self._folder / TINT_FILE),
            FaceReader(sceptic) if self._folder == SHIPPED or sceptic.exists() else None,
        )

    def read(
        self, image: Image, *, sheets: Sequence[SheetSighting] = (), closer: bool = False
    ) -> tuple[DieSighting, ...]:
        """Read every die in view.

        Parameters
        ----------
        image : (H, W, 3) uint8
            Blue, green, red.
        sheets
            Sheets in view; they tell how large a die is in this picture, and what is white.
        closer
            Look again, enlarged, where something lies and no die was found, or none read safely; this needs
            sheets.

        Returns
        -------
        tuple of DieSighting
            From top to bottom. A die that cannot be read safely is there with its odds, not accepted.

        Raises
        ------
        ValueError
            When this is not a picture of 8 bits in colour: `vision.images.loading.load_image` makes one.
        WeightsError
            When a network is missing or torn.
        """
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            raise ValueError(f"a picture is (H, W, 3) uint8, not {image.shape} {image.dtype}")
        readings = self.apart(image, sheets=sheets, closer=closer)
        white = white_of(image) if sheets else None
        told = [
            _sighting(image, die, white) for die in told_of(readings, image.shape[:2], on_sheets=bool(sheets))
        ]
        return tuple(sorted(told, key=lambda die: (die.centre_px[1], die.centre_px[0])))

    def places(self, image: Image, sheets: Sequence[SheetSighting]) -> list[tuple[float, float]]:
        """Give where the finder alone sees a die, in px, though the close looks may believe in none.

        A top above a side in even light looks like a domino, which the close looks have learned to leave out.
        """
        return [
            (each.x_px, each.y_px) for each in candidates(self._networks.finder, image, sheets, closer=True)
        ]

    def apart(
        self, image: Image, *, sheets: Sequence[SheetSighting] = (), closer: bool = False
    ) -> list[Reading]:
        """Give everything that may be a die, one at each place, with all that was seen of it."""
        peaks = candidates(self._networks.finder, image, sheets, closer=closer)
        found = look_closer(self._networks, image, peaks, on_sheets=bool(sheets))
        kept: list[Reading] = []
        for reading in sorted(found, key=lambda each: -each.die):
            if not any(overlap(reading, other) for other in kept):
                kept.append(reading)
        return kept


def _sighting(image: Image, die: Told, white: Floats | None) -> DieSighting:
    reading, confidence = die.reading, die.confidence
    flags = _flags(image, die)
    shares = shares_of(reading)
    side = BODY_SIDE * reading.size_px
    body = body_colour(image, reading.x_px, reading.y_px, reading.size_px)
    return DieSighting(
        value=None if {"cocked", "stacked", "cut-off"} & set(flags) else reading.value,
        odds={value: float(shares[value - 1]) for value in range(1, 7)},
        box_px=(reading.x_px - side / 2, reading.y_px - side / 2, side, side),
        colour=colour_name(body if white is None else body * white),
        confidence=confidence,
        accepted=confidence >= ACCEPT_THRESHOLD and not flags,
        flags=flags,
        centre_px=(reading.x_px, reading.y_px),
    )


def cut_off(image: Image, reading: Reading) -> bool:
    """Say whether the picture's edge cuts the top face off."""
    height, width = image.shape[:2]
    reach = CUT_OFF * reading.size_px
    x, y = reading.x_px + 1, reading.y_px + 1
    return not (reach <= x <= width + 1 - reach and reach <= y <= height + 1 - reach)


def _flags(image: Image, die: Told) -> tuple[DieFlag, ...]:
    reading = die.reading
    flags: list[DieFlag] = []
    if cut_off(image, reading):
        flags.append("cut-off")
    if die.flat < 0.5:
        flags.append("stacked" if die.stacked else "cocked")
    if reading.size_px < SMALL_PX:
        flags.append("small")
    return tuple(flags)
