"""A reader that joins what it sees while the table rests: three looks err less than one.

Convention: that of the reader behind it; only frames of one rest, read one after the other, are joined.
Of which rest a frame is says whoever watches the table (`Stillness.rest`): a reader sees no frame of a
movement, and how long a rest has lasted does not tell it from the one before.
"""

from __future__ import annotations

from collections import deque
from typing import Final, Protocol

from companion.sighting import Sighting, Stillness
from vision.ports import Image
from vision.view.fusion import fuse

LOOKS: Final = 3
"""Sightings that are joined. Later looks at a resting table are seconds apart, and the light changes."""

SURE_LOG_P: Final = -0.05
"""A cell that shows something with odds of 95 % or more shows it surely."""


class Reading(Protocol):
    """What reads single frames: `vision.view.reader.TableReader`."""

    def read(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read a frame."""
        ...

    def teach(self, zone: str, cell: str, kind: str) -> None:
        """Learn from a correction."""
        ...


class SteadyReader:
    """Reads as the reader behind it does, and joins the frames of one rest by `vision.view.fusion.fuse`.

    A rest ends when something moves, and also when a cell surely shows something else than
    before: a piece may be slid so gently that nobody saw it move.
    """

    def __init__(self, reader: Reading) -> None:
        self._reader = reader
        self._looks: deque[Sighting] = deque(maxlen=LOOKS)

    def read(self, image: Image, *, stillness: Stillness | None = None, frame: int = 0) -> Sighting:
        """Read a frame, and join it with those before it that show the same rest.

        Raises
        ------
        ValueError
            When this is not an (H, W, 3) picture of 8 bits.
        """
        sighting = self._reader.read(image, stillness=stillness, frame=frame)
        if stillness is None or not self._goes_on(sighting):
            self._looks.clear()
        self._looks.append(sighting)
        return fuse(tuple(self._looks))

    def teach(self, zone: str, cell: str, kind: str) -> None:
        """Learn from a correction; what was seen before it is not believed any more."""
        self._reader.teach(zone, cell, kind)
        self._looks.clear()

    def _goes_on(self, sighting: Sighting) -> bool:
        """Whether this is a further look at the rest that the last one saw."""
        if not self._looks:
            return False
        last, now = self._looks[-1].stillness, sighting.stillness
        rests = now.still and not now.hand and now.still_s > last.still_s
        same = 0 < now.rest == last.rest  # between two rests that nobody counts anything may have been moved
        return rests and same and not any(contradict(before, sighting) for before in self._looks)


def contradict(before: Sighting, now: Sighting) -> bool:
    """Whether two sightings cannot be of the same table: something surely shows two things."""
    shown = _sure(before)
    return any(shown.get(place, kind) != kind for place, kind in _sure(now).items())


def _sure(sighting: Sighting) -> dict[tuple[str, str], str]:
    """Give zone and cell -> kind, of what is surely seen."""
    best = {(zone, cell): seen.best() for zone, cell, seen in sighting.cells() if not seen.covered}
    return {place: kind for place, (kind, log_p) in best.items() if log_p > SURE_LOG_P}
