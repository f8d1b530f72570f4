"""Finds pieces that lie on no cell: anywhere within the outline of a zone, or on the bare table.

Convention: px of the frame; mm of the sheet where there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.boxes.teach_file import Shape
from companion.layout import Zone
from companion.sighting import EMPTY, LoosePiece
from vision.ports import Floats, Image
from vision.sheets.registration import Registration
from vision.taught.flat import Flat
from vision.taught.looks import Looks, Odds
from vision.taught.outline import find_outlines, find_rounds, holds, holds_middle
from vision.taught.pieces.calibrated import join, weigh
from vision.taught.pieces.crops import SPAN
from vision.taught.pieces.lattice import split_joined
from vision.taught.zones import cell_sighting

UNLIKE, UNLIKE_USUAL = 13.0, 4.0
"""The least difference in CIELAB, brightness halved, of a place with a piece from the bare sheet: a fixed
distance, and a multiple of the zone's usual difference."""

SMALLEST, LARGEST = 0.45, 1.8
"""A blob is one piece when its area is between these, in areas of the smallest and the largest kind."""

WHOLE = 0.75
"""A larger share of a picture is the table, or the picture's edge."""

LEAST_OF_PICTURE = 0.002
ASPECT, CLOSE = 1.22, 1.08
"""How far the aspect of a seen piece may be from its kind's; less for a picture of one whole piece."""

PATCH_PX = 160

ROUND = ("disc", "hex")
"""The forms that have no four straight sides by which they are found on a bare table."""


def pieces_in_zone(
    zone: Zone,
    registration: Registration,
    flat: Flat,
    bare: Flat,
    shapes: Mapping[str, Shape],
    looks: Looks,
) -> list[LoosePiece]:
    """Give the pieces that lie within the outline of a zone, apart from each other."""
    kinds = [kind for kind in zone.kinds if kind in looks.known]
    if not kinds:
        return []
    areas = [_area_mm2(shapes[kind]) for kind in kinds]
    span_mm = SPAN * max(max(shapes[kind].size_mm) for kind in kinds)
    blobs = [
        (centre, box)
        for centre, box, area_mm2 in _blobs(zone, flat, bare)
        if SMALLEST * min(areas) < area_mm2 < LARGEST * max(areas)
    ]
    if not blobs:
        return []
    centres_mm = np.array([centre for centre, _ in blobs])
    odds = looks.read(
        flat.patches(centres_mm, span_mm), [kinds] * len(blobs), bare.patches(centres_mm, span_mm)
    )
    height_mm = float(np.mean([shapes[kind].height_mm for kind in kinds]))
    found = []
    for (centre, box), each in zip(blobs, odds, strict=True):
        seen = cell_sighting(each)
        corners = registration.to_frame(box, height_mm)
        at = registration.to_frame(np.array([centre]), height_mm)[0]
        found.append(
            _piece(seen.log_p, at, corners, zone.id, each.turn_rad, strange=seen.strange, centre_mm=centre)
        )
    return [piece for piece in found if piece.strange or piece.best()[0] != EMPTY]


def pieces_on_table(image: Image, shapes: Mapping[str, Shape], looks: Looks) -> list[LoosePiece]:
    """Give the pieces on the bare table: those with straight sides, and round ones.

    Parameters
    ----------
    image
        (H, W, 3), BGR.
    shapes, looks
        How the kinds are cut that may lie there, and how they look.
    """
    kinds = sorted(looks.known)
    discs = [kind for kind in kinds if shapes[kind].shape in ROUND]
    straight = [kind for kind in kinds if kind not in discs]
    found = _straight_pieces(image, straight, shapes, looks) if straight else []
    cards = [outline for outline, _ in found]
    return [
        *(piece for _, pieces in found for piece in pieces),
        *(_discs(image, discs, shapes, looks, cards) if discs else ()),
    ]


def _joined(
    image: Image,
    outline: Floats,
    kinds: Sequence[str],
    shapes: Mapping[str, Shape],
    looks: Looks,
) -> list[LoosePiece]:
    """Give the tiles of a rectangle of joined ones; none where it is another thing."""
    squares = [kind for kind in kinds if shapes[kind].shape == "square"]
    if not squares:
        return []
    shape = shapes[squares[0]]

    def read(outlines: Sequence[Floats]) -> list[LoosePiece]:
        patches = [_patch(image, each, shape) for each in outlines]
        odds = looks.read(patches, [squares] * len(patches), [None] * len(patches))
        return [_loose(each, place, place) for each, place in zip(odds, outlines, strict=True)]

    return split_joined(outline, read)


def _discs(
    image: Image,
    kinds: Sequence[str],
    shapes: Mapping[str, Shape],
    looks: Looks,
    cards: Sequence[Floats],
) -> list[LoosePiece]:
    """Give the discs, without round parts of the pictures on cards."""
    outlines = [each for each in find_rounds(image) if not any(holds_middle(card, each) for card in cards)]
    alike: dict[Shape, list[str]] = {}
    for kind in kinds:
        alike.setdefault(shapes[kind], []).append(kind)
    # Nothing on a bare table tells how large a disc is: it is as large as each kind in turn.
    parts = [
        looks.evidence([_patch(image, each, shape) for each in outlines], [like] * len(outlines))
        for shape, like in alike.items()
    ]
    joined = [join(of_one, max(part.hidden for part in of_one)) for of_one in zip(*parts, strict=True)]
    return [_loose(weigh(each), outline, outline) for each, outline in zip(joined, outlines, strict=True)]


def _straight_pieces(
    image: Image, kinds: Sequence[str], shapes: Mapping[str, Shape], looks: Looks
) -> list[tuple[Floats, list[LoosePiece]]]:
    """Give outlines with straight sides and what lies in each: one piece, or the tiles that are joined there.

    A piece, or joined tiles, that fill the picture count, too.
    """
    height, width = image.shape[:2]
    edge = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float) - 0.5
    # A whole garden may resemble one of its tiles from afar: joined tiles are looked for first.
    garden = _joined(image, edge, kinds, shapes, looks)
    if garden:
        return [(edge, garden)]
    close = [kind for kind in kinds if 1 / CLOSE < width / height / _aspect(shapes[kind]) < CLOSE]
    whole = _read_outline(image, edge, close, shapes, looks) if close else None
    if whole is not None and not whole.strange:
        return [(edge, [whole])]
    outlines = [
        outline
        for outline in find_outlines(image)
        if LEAST_OF_PICTURE < cv2.contourArea(outline.astype(np.float32)) / (height * width) < WHOLE
    ]
    outlines = [each for each in outlines if not any(holds(other, each) for other in outlines)]
    if not outlines:
        return [] if whole is None else [(edge, [whole])]
    found = []
    for outline in outlines:
        piece = _read_outline(image, outline, kinds, shapes, looks)
        lying = [] if piece is None else [piece]
        if piece is None or piece.strange:
            lying = _joined(image, outline, kinds, shapes, looks) or lying
        if lying:
            found.append((outline, lying))
    return found


def _read_outline(
    image: Image, outline: Floats, kinds: Sequence[str], shapes: Mapping[str, Shape], looks: Looks
) -> LoosePiece | None:
    """Read the piece within four corners, by the kinds with about such sides."""
    sides = np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1)
    seen_aspect = (sides[0] + sides[2]) / (sides[1] + sides[3])
    best = None
    for turned in (False, True):
        aspect = 1 / seen_aspect if turned else seen_aspect
        like = [kind for kind in kinds if 1 / ASPECT < aspect / _aspect(shapes[kind]) < ASPECT]
        if not like or (turned and best is not None):
            continue
        # The corner at the lower left becomes the upper left one: the piece lies on its side.
        corners = np.roll(outline, 1, axis=0) if turned else outline
        patch = _patch(image, corners, shapes[like[0]])
        (odds,) = looks.read([patch], [like], [None])
        best = _loose(odds, outline, corners)
    return best


def _loose(odds: Odds, outline: Floats, corners: Floats) -> LoosePiece:
    """Give the reading of an outline, whose corners begin with the piece's upper left one."""
    seen = cell_sighting(odds)
    log_p = {kind: value for kind, value in seen.log_p.items() if kind != EMPTY}
    total = float(np.logaddexp.reduce(list(log_p.values())))
    log_p = {kind: value - total for kind, value in log_p.items()} if total > -20 else seen.log_p
    turn = odds.turn_rad + _lies_at(corners)
    return _piece(log_p, outline.mean(axis=0), outline, "", turn, strange=seen.strange)


def _patch(image: Image, corners: Floats, shape: Shape) -> Image:
    """Lay what is within four corners flat, with a ring round it."""
    wide, high = shape.size_mm
    scale = PATCH_PX / max(wide, high)
    across, down = wide * scale, high * scale
    left, top = (SPAN - 1) / 2 * across, (SPAN - 1) / 2 * down
    target = np.array([(0, 0), (across, 0), (across, down), (0, down)])
    target = target + np.array([left, top]) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
    size = (round(SPAN * across), round(SPAN * down))
    smaller = float(np.linalg.norm(corners[0] - corners[1])) / across
    soft = cv2.GaussianBlur(image, (0, 0), 0.45 * smaller) if smaller > 1.3 else image
    patch: Image = cv2.warpPerspective(soft, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return patch


def _blobs(zone: Zone, flat: Flat, bare: Flat) -> list[tuple[tuple[float, float], Floats, float]]:
    """Give what lies in a zone: middle in mm, the (4, 2) corners round it in mm, and its area."""
    outline = np.array(zone.outline_mm) * flat.px_per_mm
    inside = np.zeros(flat.picture.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline.round().astype(np.int32)], 255)
    seen, known = (
        cv2.cvtColor(cv2.GaussianBlur(each, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
        for each in (flat.picture, bare.picture)
    )
    off = np.linalg.norm((seen - known) * np.array([0.5, 1.0, 1.0], np.float32), axis=2)
    usual = float(np.median(off[inside > 0])) if inside.any() else 0.0
    differs = ((off > max(UNLIKE, UNLIKE_USUAL * usual)) & (inside > 0)).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    closed = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, kernel, iterations=2)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    blobs: list[tuple[tuple[float, float], Floats, float]] = []
    for contour in contours:
        x, y, width, height = cv2.boundingRect(contour)
        corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], dtype=float)
        moments = cv2.moments(contour)
        if moments["m00"] > 0:
            centre = (moments["m10"] / moments["m00"] + 0.5, moments["m01"] / moments["m00"] + 0.5)
            at = (centre[0] / flat.px_per_mm, centre[1] / flat.px_per_mm)
            blobs.append((at, corners / flat.px_per_mm, moments["m00"] / flat.px_per_mm**2))
    return blobs


def _piece(
    log_p: dict[str, float],
    at: Floats,
    corners: Floats,
    zone: str,
    turn_rad: float,
    *,
    strange: bool,
    centre_mm: tuple[float, float] | None = None,
) -> LoosePiece:
    low, high = corners.min(axis=0), corners.max(axis=0)
    box = (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
    return LoosePiece(log_p, (float(at[0]), float(at[1])), box, zone, centre_mm, turn_rad, strange)


def _lies_at(corners: Floats) -> float:
    """Give how the upper side of four corners is turned in the picture, clockwise."""
    x, y = corners[1] - corners[0]
    return float(np.arctan2(y, x))


def _aspect(shape: Shape) -> float:
    return shape.size_mm[0] / shape.size_mm[1]


def _area_mm2(shape: Shape) -> float:
    full = {"disc": np.pi / 4, "hex": 0.75, "free": 0.7}.get(shape.shape, 1.0)
    return full * shape.size_mm[0] * shape.size_mm[1]
