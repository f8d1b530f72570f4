"""The close looks at each candidate, and what they say together.

Unless sheets are in view, what the finder hardly sees is shown to it by itself. A first cut is made where it
says; a face reader tells how far off that was, and further cuts, turned a little and mirrored, are made where
the top face is. The readers take turns. What is hardly a die after the first look of each is looked at no
longer, nor the pips of a die beyond doubt. Dice on which both looks agree need no more; others are looked at
in other colours, too, and in their tints alone, by a reader of its own. A sceptic looks at each, too: it has
learned from what the others take for dice that is none. A last cut shows what lies above in the picture,
where no other die tells that this is a top: where a top face lies there, this may be a side of the same die.
And the finder looks once more, at the place and the size that the close looks have told.

Convention: pixels of the picture given, origin top left, x right, y down.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.dice.again import look_again, still_seen
from vision.dice.candidates import parted
from vision.dice.cuts.contrast import decorrelated, tints
from vision.dice.cuts.crops import Pyramid, into_cut
from vision.dice.cuts.detail import is_blank, is_board
from vision.dice.networks import FaceReader, Finder, Peak
from vision.dice.reading import FIRST_LOOKS, FLOOR, Reading, die_odds, overlap
from vision.ports import Floats, Image


class Networks(NamedTuple):
    """What looks at a picture: the finder, the face readers, the one of tints alone, and the sceptic.

    Before a sceptic has learned from what the others take for dice there is none.
    """

    finder: Finder
    faces: Sequence[FaceReader]
    tint: FaceReader
    sceptic: FaceReader | None = None


class Way(NamedTuple):
    """A way to look: how far turned, whether mirrored, and whether in colours `decorrelated`."""

    turn_deg: float
    mirrored: bool = False
    apart: bool = False


FIRST, SECOND = Way(0.0), Way(13.0, mirrored=True)
FURTHER = (Way(-17.0, apart=True), Way(31.0, apart=True), Way(-29.0, mirrored=True))
"""Each look sees other pixels, and all see the picture about upright, because where two faces show it is the
upper one that is the top. In other colours the pips may show that the light or the die hides."""

ABOVE = 0.8
"""How far above a side face the top face of the same die is looked for, in sides."""

WORTH_MORE, WORTH_MORE_ON_SHEETS = 0.5, 0.1
"""Odds of a die by the first look of each reader below which a candidate is left out. Of 4,448 dice told on
photographs none had less than the first; of all else that the finder sees 45 of 100 had. On sheets, what may
be a die that is burnt out is asked about."""

SURELY_FLAT = -1.0
"""Log-odds of lying on another rather than flat from which on there is one more look for that alone: as many
dice on others are found as with one more look at every die, which three of four do not need."""

PIPS, ITSELF = (0.0, 0.35), (0.55, 1.3)
"""How large what lies where a die beyond doubt does may be, in its sizes, to be one of its pips, or it once
more. What lies between may be dice that stand in a block, and together look like one."""


def look_closer(
    networks: Networks, image: Image, peaks: Sequence[Peak], *, on_sheets: bool = False
) -> list[Reading]:
    """Read every candidate by all face readers in turn, and those in doubt by their tints alone.

    What is hardly a die is left out, and what lies where a die is beyond doubt.
    """
    pyramid = Pyramid(image)
    readings: list[Reading] = []
    for wave in parted(peaks):
        readings += _read_wave(networks, pyramid, image, _not_hidden(wave, readings), on_sheets=on_sheets)
    readings = _read_doubtful(networks, pyramid, _not_outdone(readings))
    fronts = [each for each in readings if _is_perhaps_a_front(each, readings)]
    _look_above(networks.faces[0], pyramid, fronts)
    perhaps_stacked = [each for each in readings if each.lies and each.on_another > SURELY_FLAT]
    _look_how_they_lie(networks.faces[0], pyramid, perhaps_stacked)
    look_again(networks.finder, pyramid, readings)
    return readings


def _read_wave(
    networks: Networks, pyramid: Pyramid, image: Image, begun: list[Reading], *, on_sheets: bool
) -> list[Reading]:
    """Look once at candidates that lie apart, and keep what may be dice."""
    least = WORTH_MORE_ON_SHEETS if on_sheets else WORTH_MORE
    if not on_sheets:
        begun = still_seen(networks.finder, pyramid, begun)
    looked = _look_first(networks.faces, pyramid, begun)
    dice = [each for each in looked if each.any_die >= least and not is_board(image, each)]
    if not on_sheets:
        dice = [each for each in dice if not is_blank(image, each)]
    if networks.sceptic:
        _look_sceptically(networks.sceptic, pyramid, dice)
    return dice


def _read_doubtful(networks: Networks, pyramid: Pyramid, readings: Sequence[Reading]) -> list[Reading]:
    """Look again at what is in doubt, by all face readers in turn and then by tints alone."""
    turn = itertools.cycle(networks.faces)
    for way in FURTHER:
        _look(next(turn), pyramid, [each for each in readings if not each.plain and not each.none], way)
    dice = [reading for reading in readings if not reading.none]
    _look_at_tints(networks.tint, pyramid, [each for each in dice if len(each.looks) > FIRST_LOOKS])
    return dice


def _not_hidden(peaks: Sequence[Peak], looked: Sequence[Reading]) -> list[Reading]:
    """Begin a reading of every peak, but for those that show a die beyond doubt once more, or its pips."""
    plain = [each for each in looked if each.plain]
    return [
        Reading(peak, peak.x_px, peak.y_px, peak.size_px)
        for peak in peaks
        if not any(overlap(peak, die) and _is_part(peak, die) for die in plain)
    ]


def _is_part(peak: Peak, die: Reading) -> bool:
    size = peak.size_px / die.size_px
    return any(least <= size < most for least, most in (PIPS, ITSELF))


def _look_first(
    readers: Sequence[FaceReader], pyramid: Pyramid, readings: Sequence[Reading]
) -> list[Reading]:
    """Look once by each of two readers, by the second where the first has told the top face to be."""
    off, zoom = _look(readers[0], pyramid, readings, FIRST)
    for reading, *told in zip(readings, off, zoom, strict=True):
        reading.move(*told)
    readings = [reading for reading in readings if not reading.none]
    _look(readers[-1], pyramid, readings, SECOND)
    return readings


def _not_outdone(readings: Sequence[Reading]) -> list[Reading]:
    """Leave out what lies where a likelier die does that is beyond doubt."""
    plain = [each for each in readings if each.plain]
    return [each for each in readings if not any(overlap(each, die) and each.die < die.die for die in plain)]


def _is_perhaps_a_front(reading: Reading, others: Sequence[Reading]) -> bool:
    """Say whether a top face may lie above it: not if it points up as another die beyond doubt does."""
    beside = (other for other in others if other is not reading and other.plain)
    return reading.rise[1] > 0 or not any(map(reading.points_like, beside))


def _look_at_tints(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    """See which value each shows by tints alone, turned two ways."""
    for reading in readings:
        place = reading.x_px, reading.y_px, reading.size_px
        cuts = [
            pyramid.cut(*place, way.turn_deg, flip=way.mirrored, top_px=reader.top_px)
            for way in (FIRST, SECOND)
        ]
        odds = reader.read([tints(cut, reader.top_px) for cut in cuts]).odds[:, 1:7]
        shares = odds / odds.sum(axis=1, keepdims=True)
        reading.tints = np.log(np.maximum(shares, FLOOR)).mean(axis=0)


def _look_sceptically(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    """See whether the one that has learned what others take for dice believes in each."""
    cuts = [
        pyramid.cut(each.x_px, each.y_px, each.size_px, top_px=reader.top_px, side_px=reader.side_px)
        for each in readings
    ]
    for reading, odds in zip(readings, reader.read(cuts).odds, strict=True):
        reading.sceptic = odds


def _look_above(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    cuts = [
        pyramid.cut(each.x_px, each.y_px - ABOVE * each.size_px, each.size_px, top_px=reader.top_px)
        for each in readings
    ]
    for reading, odds in zip(readings, reader.read(cuts).odds, strict=True):
        reading.above = die_odds(odds)


def _look_how_they_lie(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
    """See once more whether they lie on others, from where the close looks have found the faces."""
    told = reader.read(_cuts(reader, pyramid, readings, SECOND)).lies
    for reading, lies in zip(readings, () if told is None else told, strict=True):
        reading.lies.append(lies)


def _look(
    reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading], way: Way
) -> tuple[Floats, Floats]:
    faces = reader.read(_cuts(reader, pyramid, readings, way))
    back = into_cut(way.turn_deg, flip=way.mirrored).T
    for reading, odds, rise in zip(readings, faces.odds, faces.rise, strict=True):
        reading.looks.append(odds)
        reading.rises.append(back @ rise)
    if faces.lies is not None:
        for reading, lies in zip(readings, faces.lies, strict=True):
            reading.lies.append(lies)
    return faces.off, faces.zoom


def _cuts(reader: FaceReader, pyramid: Pyramid, readings: Sequence[Reading], way: Way) -> list[Image]:
    """Cut the faces out as a reader looks at them in some way."""
    cuts = [
        pyramid.cut(each.x_px, each.y_px, each.size_px, way.turn_deg, flip=way.mirrored, top_px=reader.top_px)
        for each in readings
    ]
    return [decorrelated(cut, reader.top_px) for cut in cuts] if way.apart else cuts
