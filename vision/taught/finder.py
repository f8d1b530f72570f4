"""Finds taught sheets in frames: by their features or their outlines, then exactly by all of their print.

The next frame first looks where the sheet was, which takes a fraction of the time. A sheet that looks as it
did has not moved, and while nothing changes beside those that were found no other sheet has come.

Convention: homographies map mm of the sheet to px of an ideal lens, as in `vision.sheets.registration`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from companion.layout import Sheet
from vision.ports import Floats, Image
from vision.prints.locating import Found, locate, refit
from vision.prints.print_watch import PrintLook
from vision.prints.search_watch import SearchWatch
from vision.prints.sheet_print import Match, SheetPrint
from vision.sheets.lens_watch import LensWatch
from vision.sheets.registration import Registration
from vision.taught.features import FRAME_PX, QUICK_PX, Features, candidates, frame_features, print_features
from vision.taught.outline import find_outlines

STILL_PX = 0.5
"""A sheet whose windows moved by less than this has not moved."""

BENDING_POINTS, BENDING_SPREAD = 40, 0.45
"""A sheet teaches the lens if so many of its windows are found, over this share of it."""

SAME_PLACE = 0.4
"""Two sheets cannot overlap by more than this share of the smaller one."""

THUMB_PX = 40
LIKE_THUMB = 0.25
TRIED_OUTLINES = 3


@dataclass(frozen=True, eq=False)
class KnownSheet:
    """A sheet with all that it is found by; many readers may share one."""

    print: SheetPrint
    features: Features
    thumb: Floats

    @classmethod
    def of(cls, sheet: Sheet, picture: Image, mates: Sequence[Image] = ()) -> KnownSheet:
        """Learn a sheet from its ``picture``, (H, W, 3), as seen from straight above.

        ``mates`` are such pictures of the other sheets of its size.
        """
        return cls(SheetPrint(sheet, picture, mates), print_features(picture), _thumb(picture))


class _Seen(NamedTuple):
    """A sheet of the last frame; ``look`` is how its windows looked, None where they are too few."""

    found: Found
    look: PrintLook | None

    @classmethod
    def of(cls, grey: Image, found: Found) -> _Seen:
        return cls(found, PrintLook.of(grey, found.registration.to_frame(found.match.points_mm)))


class SheetFinder:
    """Finds the sheets of one box.

    Parameters
    ----------
    known
        The sheets.
    lens
        The lens so far; found sheets teach it.
    loose_places
        The greatest number of loose sheets in view, 0 if unknown. The finder looks for no more than these.
    """

    def __init__(self, known: Sequence[KnownSheet], lens: LensWatch, loose_places: int = 0) -> None:
        self._known = tuple(known)
        self._lens, self._loose_places = lens, loose_places
        self._last: list[_Seen] = []
        self._searches = SearchWatch()

    def forget(self) -> None:
        """Look everywhere the next time."""
        self._last = []
        self._searches.forget()

    def find(self, image: Image, grey: Image) -> list[Registration]:
        """Give every taught sheet in a frame, (H, W, 3), and the same in grey."""
        size_px = (grey.shape[1], grey.shape[0])
        found = self._tracked(grey, size_px)
        missing = self._missing_beside(found)
        wanted = (tuple(known.print.sheet.id for known in missing), self._lens.lens)
        # A sheet of which little is left in view may lie under the one that is looked for.
        outlines = (each.registration.corners_px() for each in found if each.match.is_sheet)
        if missing and self._searches.may_show_more(grey, wanted, outlines):
            found = self._searched(image, grey, found, size_px)
        found = self._with_lens(grey, found, size_px)
        known_looks = {id(seen.found): seen for seen in self._last}
        self._last = [known_looks.get(id(each)) or _Seen.of(grey, each) for each in found]
        return [each.registration for each in found]

    def _tracked(self, grey: Image, size_px: tuple[int, int]) -> list[Found]:
        """Find sheets near where they were."""
        tracked = []
        for last, look in self._last:
            before = last.registration
            if before.size_px != size_px:
                continue
            if look is not None and self._is_learned(last) and look.lies_still(grey):
                tracked.append(last)
                continue
            known = self._of(before.sheet)
            match = known.print.match(grey, before, fine=True)
            if (
                match.is_still_there
                and _moved_px(before, match) < STILL_PX
                and before.lens == self._lens.lens
            ):
                tracked.append(Found(before, match))
                continue
            if match.is_sheet:
                tracked.append(Found(refit(before, match, self._lens.lens), match))
                continue
            again = locate(known.print, grey, before.homography, self._lens.lens, size_px)
            if again is not None:
                tracked.append(again)
        return tracked

    def _is_learned(self, found: Found) -> bool:
        """Whether finding a sheet again would teach nothing about the lens."""
        fits = found.registration.lens == self._lens.lens
        return fits and (self._lens.settled or not _teaches_lens(found.match))

    def _missing(self, tracked: Sequence[Sheet]) -> list[KnownSheet]:
        """Give the sheets that may be in view and were not tracked."""
        seen = {sheet.id for sheet in tracked}
        no_more = 0 < self._loose_places <= sum(sheet.loose for sheet in tracked)
        missing = [known for known in self._known if known.print.sheet.id not in seen]
        return [known for known in missing if not (no_more and known.print.sheet.loose)]

    def _of(self, sheet: Sheet) -> KnownSheet:
        return next(known for known in self._known if known.print.sheet.id == sheet.id)

    def _searched(
        self, image: Image, grey: Image, tracked: list[Found], size_px: tuple[int, int]
    ) -> list[Found]:
        """Add to the tracked sheets those found in a small frame, then in a larger one, then by outlines."""
        found = tracked
        for side_px in dict.fromkeys(min(side, max(grey.shape)) for side in (QUICK_PX, FRAME_PX)):
            if missing := self._missing_beside(found):
                frame = frame_features(grey, side_px)
                here = [each for known in missing for each in self._by_features(known, grey, frame, size_px)]
                found = self._distinct([*found, *here])
        if missing := self._missing_beside(found):
            outlines = find_outlines(image)
            here = [each for known in missing for each in self._by_outline(known, image, grey, outlines)]
            found = self._distinct([*found, *here])
        return found

    def _missing_beside(self, found: Sequence[Found]) -> list[KnownSheet]:
        return self._missing([each.registration.sheet for each in found])

    def _by_outline(
        self, known: KnownSheet, image: Image, grey: Image, outlines: Sequence[Floats]
    ) -> list[Found]:
        """Give the first place where an outline suggests a sheet, and its print is."""
        size_px = (grey.shape[1], grey.shape[0])
        for matrix in _by_outlines(known, image, outlines):
            one = locate(known.print, grey, matrix, self._lens.lens, size_px)
            if one is not None:
                return [one]
        return []

    def _by_features(
        self, known: KnownSheet, grey: Image, frame: Features, size_px: tuple[int, int]
    ) -> list[Found]:
        """Give every place where features suggest a sheet, and its print is."""
        tried = (
            locate(known.print, grey, matrix, self._lens.lens, size_px)
            for matrix in _by_features(known, frame)
        )
        return [each for each in tried if each is not None]

    def _distinct(self, found: list[Found]) -> list[Found]:
        """Keep the surer of two sheets that overlap too much."""
        kept: list[Found] = []
        for each in sorted(found, key=lambda one: -one.score):
            if all(_shared(each.registration, other.registration) < SAME_PLACE for other in kept):
                kept.append(each)
        return kept

    def _with_lens(self, grey: Image, found: list[Found], size_px: tuple[int, int]) -> list[Found]:
        """Learn the lens from the found sheets, and fit them again if the lens has changed."""
        if self._lens.settled or not found:
            return found
        before = self._lens.lens
        views = [
            (each.match.points_mm, each.registration.to_frame(each.match.found_mm))
            for each in found
            if _teaches_lens(each.match)
        ]
        self._lens.learn(views, size_px)
        if self._lens.lens == before:
            return found
        again = []
        for each in found:
            better = refit(each.registration, each.match, self._lens.lens)
            match = self._of(better.sheet).print.match(grey, better, fine=True)
            again.append(Found(refit(better, match, self._lens.lens), match) if match.is_sheet else each)
        return again


def _teaches_lens(match: Match) -> bool:
    return len(match.points_mm) >= BENDING_POINTS and match.spread >= BENDING_SPREAD


def _moved_px(before: Registration, match: Match) -> float:
    """Give how far a sheet has moved, by the median of its windows."""
    return float(np.median(np.hypot(*(match.found_mm - match.points_mm).T))) * before.px_per_mm


def _by_features(known: KnownSheet, frame: Features) -> Iterator[Floats]:
    """Give the homographies, mm to px, that features suggest."""
    height, width = known.print.picture.shape[:2]
    across = np.diag([width / known.print.sheet.size_mm[0], height / known.print.sheet.size_mm[1], 1.0])
    across[:2, 2] = -0.5
    for candidate in candidates(known.features, (width, height), frame):
        yield candidate.homography @ across


def _by_outlines(known: KnownSheet, image: Image, outlines: Sequence[Floats]) -> list[Floats]:
    """Give the homographies, mm to px, that outlines suggest: those in which the sheet looks like itself."""
    width, height = known.print.sheet.size_mm
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float32) * THUMB_PX
    tried = []
    for outline in outlines:
        for turn in range(4):
            quad = np.roll(outline, -turn, axis=0).astype(np.float32)
            seen = cv2.warpPerspective(
                image, cv2.getPerspectiveTransform(quad, square), (THUMB_PX, THUMB_PX), flags=cv2.INTER_AREA
            )
            likeness = float((_thumb(seen) * known.thumb).mean())
            if likeness > LIKE_THUMB:
                tried.append((likeness, cv2.getPerspectiveTransform(corners, quad)))
    tried.sort(key=lambda each: -each[0])
    return [matrix for _, matrix in tried[:TRIED_OUTLINES]]


def _thumb(picture: Image) -> Floats:
    """Give a picture so small that only its large parts are left, each channel of mean 0 and spread 1."""
    small = cv2.resize(picture, (THUMB_PX, THUMB_PX), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab -= lab.mean(axis=(0, 1))
    even: Floats = lab / (lab.std(axis=(0, 1)) + 2.0)
    return even


def _shared(one: Registration, other: Registration) -> float:
    """Give which part of the smaller of two sheets lies under the other."""
    a, b = (each.corners_px().astype(np.float32) for each in (one, other))
    shared, _ = cv2.intersectConvexConvex(a, b)
    return float(shared) / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1.0)
