"""Compares doubtful places with the kinds of piece that may lie there: the best spot, the best turn.

Players do not centre their pieces, and a raised face shifts in a slanted view. So a coarse look
tries spots within reach of the middle, and a fine one settles round the best of them.

Convention: offsets are mm of the sheet from the middle of the cell, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.layout import Kind, Layout
from vision.cells.codes import Codes
from vision.cells.faces import Face, faces_of
from vision.cells.polar import Rings, Templates
from vision.cells.sampling import Sampler
from vision.ports import Artwork, Floats, Mask

SOFTNESSES_MM = (0.6, 0.8, 1.0, 1.2)
"""Templates are blurred by one of these: the fewer px a mm has, the softer is a face. Below the first, waves
of the paper and errors of the pose blur as much."""

OTHER_MM = 0.15
"""A softness is kept until the frame's own is so far from it: templates take long to make."""

FINE_STEP_MM = 1.2
REACH_MM = 4.5
COARSE_STEP_MM = 2.2
SETTLE_STEP_MM = 0.8

CLOSE_STEP_MM = 0.35
POOR = 0.006
"""What fits worse than this after the fine look may only be off by half a step, or the coarse look
has led astray: a busy face is as unlike itself at 0.4 mm as a plain one is at 2 mm."""

SHIFT_PRICE = 0.0006
"""What a millimetre off the middle costs, squared: 4 mm cost 0.01."""

EXEMPLARS_PER_KIND = 6

PLAIN_FACE = 0.004
"""A face that differs from its own mean by less has no pattern to know it by."""


class Pieces:
    """The faces of the kinds of one zone, as printed and as taught.

    ``kinds`` names them in the order of the columns of `differences`; ``plain`` (kinds,) says which of
    them are round and of one plain colour, so that a sleeve may look like them. ``softness_mm`` is how far
    the first frame is blurred.
    """

    def __init__(self, layout: Layout, kinds: tuple[str, ...], artwork: Artwork, softness_mm: float) -> None:
        self.kinds = kinds
        described = [layout.kinds[name] for name in kinds]
        self.height_mm = float(np.mean([kind.height_mm for kind in described]))
        radius = max(_reach(kind) for kind in described)
        angles = 8 * int(np.ceil(2 * np.pi * radius / FINE_STEP_MM / 8))
        fine = Rings(radius, int(np.ceil(radius / FINE_STEP_MM)), angles)
        self._layout, self._artwork, self._rings = layout, artwork, (Rings(radius, 5, 24), fine)
        self._softness_mm = _step(softness_mm)
        self._coarse, self._fine = (
            _Gallery(rings, faces) for rings, faces in zip(self._rings, self._printed_faces(), strict=True)
        )
        self._round = np.array([kind.shape in ("disc", "pawn") for kind in described])
        self.plain = self._round & self._fine.plain_kinds()
        self._codes = Codes(described)
        self._spots = _hexagons(COARSE_STEP_MM, REACH_MM)
        self._settle = _hexagons(SETTLE_STEP_MM, SETTLE_STEP_MM * 1.01)
        self._close = _hexagons(CLOSE_STEP_MM, CLOSE_STEP_MM * 2.01)

    def differences(self, sampler: Sampler, places_mm: Floats) -> tuple[Floats, Floats]:
        """Compare (n, 2) places with each kind.

        Returns
        -------
        tuple
            The mean squared differences by channel, (n, kinds, 3), and how far each place is from one plain
            colour, (n,): what is plain is no piece with a pattern that the light has nearly taken away.
            What leaving its place costs counts with the brightness.
        """
        self._soften(sampler.softness_mm)
        shifts: Floats = np.zeros((len(places_mm), 1, 2)) + self._spots
        _, shifts = self._coarse.compare(sampler, places_mm, shifts, self.height_mm)
        shifts = shifts + self._settle
        difference, shifts = self._fine.compare(sampler, places_mm, shifts, self.height_mm)
        poor = _poor(difference)
        if len(poor):
            closer = self._look_closer(sampler, places_mm[poor], shifts[poor])
            difference[poor] = _nearer(difference[poor], closer)
        places = places_mm + shifts[:, 0]
        penalties = self._codes.penalties(sampler, places, self.height_mm, len(self.kinds))
        difference[..., 0] += penalties
        return difference, self._fine.plainness(sampler, places, self.height_mm)

    def _printed_faces(self) -> list[tuple[Face, ...]]:
        """Give the printed faces of all kinds on the coarse rings, then on the fine ones."""
        soft = self._softness_mm
        faces = [faces_of(self._artwork, self._layout, name, self._rings, soft) for name in self.kinds]
        return list(zip(*faces, strict=True))

    def _soften(self, softness_mm: float) -> None:
        """Make the printed faces as soft as the frame."""
        wanted = float(np.clip(softness_mm, SOFTNESSES_MM[0], SOFTNESSES_MM[-1]))
        if abs(wanted - self._softness_mm) < OTHER_MM:
            return
        self._softness_mm = _step(wanted)
        for gallery, faces in zip((self._coarse, self._fine), self._printed_faces(), strict=True):
            gallery.reprint(faces)
        self.plain = self._round & self._fine.plain_kinds()

    def _look_closer(self, sampler: Sampler, places_mm: Floats, shifts_mm: Floats) -> Floats:
        """Settle once more round the spot found; if still poor, round the one that the fine look finds."""
        closest, _ = self._fine.compare(sampler, places_mm, shifts_mm + self._close, self.height_mm)
        poor = _poor(closest)
        if len(poor):
            other: Floats = np.zeros((len(poor), 1, 2))
            for around in (self._spots, self._settle, self._close):
                found, other = self._fine.compare(sampler, places_mm[poor], other + around, self.height_mm)
            closest[poor] = _nearer(closest[poor], found)
        return closest

    def learn(self, sampler: Sampler, place_mm: Floats, kind: str) -> None:
        """Take what lies at a place, (2,), as one more face of this kind.

        Its spot is where any known face fits best, or the middle.
        """
        places = place_mm[None]
        _, shifts = self._coarse.compare(sampler, places, np.zeros((1, 1, 2)) + self._spots, self.height_mm)
        for gallery in (self._coarse, self._fine):
            gallery.add(sampler, places + shifts[:, 0], self.kinds.index(kind), self.height_mm)


class _Gallery:
    """The faces of several kinds at one fineness."""

    def __init__(self, rings: Rings, faces: Sequence[Face]) -> None:
        self._rings = rings
        self._looks = np.stack([look for look, _ in faces])
        self._masks = np.stack([mask for _, mask in faces])
        self._owner = np.arange(len(faces))
        self._printed = len(faces)
        self._templates = Templates(self._looks, self._masks, rings)

    def reprint(self, faces: Sequence[Face]) -> None:
        """Put other pictures of the printed faces in; what was taught stays."""
        self._looks[: self._printed] = [look for look, _ in faces]
        self._templates = Templates(self._looks, self._masks, self._rings)

    def compare(
        self, sampler: Sampler, places_mm: Floats, shifts_mm: Floats, height_mm: float
    ) -> tuple[Floats, Floats]:
        """Compare (n, 2) places at their (n, s, 2) shifts.

        Returns
        -------
        tuple
            The difference by channel to each kind at its best shift, (n, kinds, 3), and the (n, 1, 2)
            shift of the best kind.
        """
        n, spots = shifts_mm.shape[:2]
        places = (places_mm[:, None] + shifts_mm).reshape(-1, 2)
        looks = self._rings.shaped(sampler.looks(places, self._rings.offsets_mm, height_mm))
        by_face = self._templates.differences(looks).reshape(n, spots, -1, 3)
        by_face[..., 0] += SHIFT_PRICE * (shifts_mm**2).sum(axis=-1)[..., None]
        total = by_face.sum(axis=-1)
        best = total.min(axis=2).argmin(axis=1)
        at = total.argmin(axis=1)[:, None, :, None]
        nearest = np.take_along_axis(by_face, at, axis=1)[:, 0]
        by_kind = np.full((n, self._printed, 3), np.inf)
        for face, kind in enumerate(self._owner):
            by_kind[:, kind] = _nearer(by_kind[:, kind], nearest[:, face])
        return by_kind, shifts_mm[np.arange(n), best][:, None]

    def plain_kinds(self) -> Mask:
        """Say which kinds have a printed face of nearly one plain colour."""
        return np.asarray(self._templates.plainness(self._looks[: self._printed]) < PLAIN_FACE)

    def plainness(self, sampler: Sampler, places_mm: Floats, height_mm: float) -> Floats:
        """Give how far (n, 2) places are from one plain colour, (n,)."""
        looks = self._rings.shaped(sampler.looks(places_mm, self._rings.offsets_mm, height_mm))
        return self._templates.plainness(looks)

    def add(self, sampler: Sampler, places_mm: Floats, kind: int, height_mm: float) -> None:
        """Add what is seen at (1, 2) as a face of a kind; the oldest taught one makes room."""
        taught = [face for face in np.flatnonzero(self._owner == kind) if face >= self._printed]
        keep = np.ones(len(self._owner), dtype=bool)
        keep[taught[: max(0, len(taught) + 1 - EXEMPLARS_PER_KIND)]] = False
        look = self._rings.shaped(sampler.looks(places_mm, self._rings.offsets_mm, height_mm))
        round_mask = self._masks[kind].min(axis=-1, keepdims=True) * np.ones_like(self._masks[kind])
        self._looks = np.concatenate([self._looks[keep], look])
        self._masks = np.concatenate([self._masks[keep], round_mask[None]])
        self._owner = np.concatenate([self._owner[keep], [kind]])
        self._templates = Templates(self._looks, self._masks, self._rings)


def _step(softness_mm: float) -> float:
    return min(SOFTNESSES_MM, key=lambda each: abs(each - softness_mm))


def _poor(differences: Floats) -> NDArray[np.intp]:
    """Give the places, of (n, kinds, 3) differences, that no kind fits well."""
    return np.flatnonzero(differences.sum(axis=-1).min(axis=1) > POOR)


def _nearer(one: Floats, other: Floats) -> Floats:
    """Give of each two differences by channel, (..., 3), those with the smaller sum."""
    return np.where((other.sum(axis=-1) < one.sum(axis=-1))[..., None], other, one)


def _reach(kind: Kind) -> float:
    """How far a face reaches from its middle, in mm."""
    width, height = kind.size_mm
    return float(np.hypot(width, height) / 2) if kind.shape in ("square", "card") else max(width, height) / 2


def _hexagons(step_mm: float, reach_mm: float) -> Floats:
    """Give the (k, 2) points of a hexagonal lattice within reach, the middle first."""
    count = int(reach_mm / step_mm) + 1
    across = np.arange(-count, count + 1)
    row, column = np.meshgrid(across, across, indexing="ij")
    points = step_mm * np.stack([column + 0.5 * row, np.sqrt(0.75) * row], axis=-1).reshape(-1, 2)
    distance = np.hypot(*points.T)
    order = np.argsort(distance, kind="stable")
    nearest: Floats = points[order][distance[order] <= reach_mm]
    return nearest
