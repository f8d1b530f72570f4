"""Reads pieces by how they look: taught by a few examples of each kind, asked what lies in a patch.

`Looks.learn` cuts the examples out, in every turn in which they may lie. `Looks.read` balances each patch by
the ground around the piece, cuts the piece out, and compares it with all examples of the kinds that may lie
there. Then it compares again, in the light that the surest pieces show.

Convention: patches as in `vision.taught.pieces.crops`. A turn is in radians, clockwise from upright.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import msgspec
import numpy as np

from companion.errors import CompanionError
from companion.sighting import EMPTY
from vision.ports import Floats, Image
from vision.taught.pieces.calibrated import COVERED, NONE, Evidence, Odds, join, weigh
from vision.taught.pieces.crops import SPAN, Shape
from vision.taught.pieces.group import Asked, Group
from vision.taught.pieces.light_of_patch import (
    Pairs,
    fit_light,
    fitted,
    ground_pairs,
    hidden_share,
    log_colours,
    shifts_by_ground,
    without_neighbours,
)

VERSION = 1
WORTH_A_SECOND_LOOK = 0.03
"""Log colours that change by less than this change no reading."""

GREYS = np.array([[-0.4] * 3, [-1.8] * 3], np.float32)

KEPT_PX = 240
"""Pictures of examples are kept this large at most: 160 px of piece."""

QUALITY = 92


@dataclass(frozen=True)
class Example:
    """One piece as it was shown.

    ``patch`` is rectified, the piece in its middle, with a ring of ground of a quarter of its size
    around it; ``mask`` (h, w) uint8 is white where the piece is, None where the form tells; ``turn_rad`` is
    how the piece was turned from upright, None where that is not known.
    """

    kind: str
    patch: Image
    mask: Image | None = None
    turn_rad: float | None = None


__all__ = ["COVERED", "EMPTY", "NONE", "Example", "Looks", "LooksError", "Odds", "Shape"]


class _Kept(msgspec.Struct, frozen=True):
    kind: str
    patch: bytes
    mask: bytes | None
    turn_rad: float | None


class _File(msgspec.Struct, frozen=True):
    version: int
    shapes: dict[str, Shape]
    examples: list[_Kept]
    ground: bytes | None


class LooksError(CompanionError, ValueError):
    """The saved looks of pieces cannot be read."""

    code = "looks-damaged"

    def __init__(self, sentence: str) -> None:
        super().__init__(self.code, sentence)


class Looks:
    """How the kinds of pieces of one box look."""

    def __init__(
        self, examples: Sequence[Example], shapes: dict[str, Shape], ground: Image | None = None
    ) -> None:
        self.examples = tuple(examples)
        self.shapes = shapes
        self.ground = ground
        alike: dict[Shape, list[Example]] = {}
        for example in examples:
            alike.setdefault(shapes[example.kind], []).append(example)
        self.groups = {
            shape: Group.learn(
                shape,
                [each.kind for each in members],
                [each.patch for each in members],
                [each.turn_rad or 0.0 for each in members],
            )
            for shape, members in alike.items()
        }

    @classmethod
    def learn(
        cls, examples: Sequence[Example], shapes: dict[str, Shape], ground: Image | None = None
    ) -> Looks:
        """Learn from examples.

        Parameters
        ----------
        examples : Sequence of Example
            At least one of each kind that shall be read.
        shapes : dict
            The shape of each kind that has an example.
        ground : Image, optional
            The bare ground on which the examples lay.

        Raises
        ------
        KeyError
            When a kind has no shape.
        """
        return cls(examples, shapes, ground)

    def read(
        self,
        patches: Sequence[Image],
        among: Sequence[Sequence[str]],
        empty: Sequence[Image | None] = (),
        sheet: Pairs | None = None,
    ) -> list[Odds]:
        """Say what lies in each patch of one picture.

        Parameters
        ----------
        patches : Sequence of (h, w, 3) uint8
            Each spans `SPAN` longer sides of the largest kind that may lie there.
        among : Sequence
            The kinds that may lie in each patch; kinds that were never taught are left out.
        empty : Sequence
            The bare place as it was taught; None or nothing where that is not known.
        sheet : Pairs, optional
            Colours of the print between the spaces of their sheet, which tell the light where pieces lie so
            close that no ground shows around them.
        """
        return [weigh(each) for each in self.evidence(patches, among, empty, sheet)]

    def evidence(
        self,
        patches: Sequence[Image],
        among: Sequence[Sequence[str]],
        empty: Sequence[Image | None] = (),
        sheet: Pairs | None = None,
    ) -> list[Evidence]:
        """Say how each patch compares with the kinds that may lie there; see `read`."""
        allowed = [tuple(kind for kind in kinds if kind in self.known) for kinds in among]
        grounds = [
            None if ground is None or not ground.size else fitted(ground, patch.shape)
            for patch, ground in zip(patches, list(empty) or [None] * len(patches), strict=True)
        ]
        raw = [log_colours(patch) for patch in patches]
        bare = [None if ground is None else log_colours(ground) for ground in grounds]
        light = fit_light(_told_by_ground(raw, bare, sheet))
        logs = [light.on(log) for log in raw]
        shifts = shifts_by_ground(logs, bare, 1 / SPAN, on_sheet=sheet is not None)
        asked = [
            Asked(log + shift, ground, kinds, self._spans_mm(kinds))
            for log, shift, ground, kinds in zip(logs, shifts, bare, allowed, strict=True)
        ]
        lit = None if sheet is None else sheet._replace(seen=light.on(sheet.seen))
        return self._in_light_of_pieces(asked, lit)

    def _spans_mm(self, kinds: Sequence[str]) -> float:
        """Give how many millimetres a patch for these kinds shows."""
        return SPAN * max((max(self.shapes[kind].size_mm) for kind in kinds), default=1.0)

    def _in_light_of_pieces(self, asked: list[Asked], sheet: Pairs | None) -> list[Evidence]:
        """Compare, and compare again if the pieces show another light than their ground."""
        seen = self._compare(asked)
        told = [each.pair for each in seen if each.pair]
        told += _told_by_ground([each.log for each in asked], [each.bare for each in asked], sheet)
        light = fit_light(told)
        if abs(light.on(GREYS) - GREYS).max() < WORTH_A_SECOND_LOOK:
            return seen
        again = [nth for nth, each in enumerate(seen) if not each.bare]
        better = self._compare([asked[nth]._replace(log=light.on(asked[nth].log)) for nth in again])
        for nth, each in zip(again, better, strict=True):
            seen[nth] = each
        return seen

    def _compare(self, asked: list[Asked]) -> list[Evidence]:
        """Compare patches with their bare places and with each kind that may lie there."""
        parts: list[list[Evidence]] = [[] for _ in asked]
        for group in self.groups.values():
            own = frozenset(group.kinds)
            concerned = [nth for nth, each in enumerate(asked) if own.intersection(each.kinds)]
            for nth, found in zip(concerned, group.compare([asked[nth] for nth in concerned]), strict=True):
                parts[nth].append(found)
        return [
            join(part, hidden_share(each.log, each.bare, 1 / SPAN))
            for part, each in zip(parts, asked, strict=True)
        ]

    @cached_property
    def known(self) -> frozenset[str]:
        """The kinds of which there is an example."""
        return frozenset(example.kind for example in self.examples)

    def to_bytes(self) -> bytes:
        """Give everything that was taught as the bytes of a file."""
        kept = [
            _Kept(
                each.kind,
                _packed(each.patch, ".jpg"),
                None if each.mask is None else _packed(each.mask, ".png"),
                each.turn_rad,
            )
            for each in self.examples
        ]
        ground = None if self.ground is None else _packed(self.ground, ".jpg")
        return msgspec.msgpack.encode(_File(VERSION, self.shapes, kept, ground))

    @classmethod
    def from_bytes(cls, held: bytes) -> Looks:
        """Read what `to_bytes` gave.

        Raises
        ------
        LooksError
            When the bytes are damaged, or of a newer version.
        """
        try:
            file = msgspec.msgpack.decode(held, type=_File)
            examples = [
                Example(
                    each.kind,
                    _unpacked(each.patch, cv2.IMREAD_COLOR),
                    None if each.mask is None else _unpacked(each.mask, cv2.IMREAD_GRAYSCALE),
                    each.turn_rad,
                )
                for each in file.examples
            ]
            ground = None if file.ground is None else _unpacked(file.ground, cv2.IMREAD_COLOR)
        except (msgspec.MsgspecError, cv2.error) as error:
            raise LooksError("The looks of the pieces in this box file are damaged.") from error
        if file.version > VERSION:
            raise LooksError("The looks of the pieces were taught by a newer version of this program.")
        return cls(examples, file.shapes, ground)


def _told_by_ground(
    logs: Sequence[Floats], bare: Sequence[Floats | None], sheet: Pairs | None
) -> list[Pairs]:
    """Pair what tells the light: the ground around each piece, and the print of their sheet."""
    around = [
        ground_pairs(log, ground, 1 / SPAN)
        for log, ground in zip(logs, bare, strict=True)
        if ground is not None
    ]
    if sheet is None:
        return around
    light = fit_light([sheet])
    return [sheet, *(without_neighbours(each, light) for each in around)]


def _packed(image: Image, suffix: str) -> bytes:
    scale = KEPT_PX / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(suffix, image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _unpacked(held: bytes, flags: int) -> Image:
    image = cv2.imdecode(np.frombuffer(held, np.uint8), flags)
    if image is None:
        raise LooksError("A picture of a piece in this box file is damaged.")
    pixels: Image = image
    return pixels
