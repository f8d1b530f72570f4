"""Makes a taught box from a teach file and its pictures.

Convention: pictures are (H, W, 3) blue, green, red; pixels as the teach file counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from msgspec.structs import replace

from companion.boxes.errors import BoxError
from companion.boxes.layout_of import shapes_of_game
from companion.boxes.placing import place_zones
from companion.boxes.taught_box import BoxContents, BoxExample, BoxSheet, BoxZone
from companion.boxes.teach_file import UNNAMED, Item, Photograph, Shape, TaughtSheet, TeachFile
from companion.errors import Saying
from companion.layout import Layout, Sheet
from vision.ports import Floats, Image
from vision.prints.sheet_print import laid_flat
from vision.sheets.lens_watch import LensWatch
from vision.sheets.registration import Registration
from vision.taught.cutting import Cut, cut_box, cut_flat
from vision.taught.finder import KnownSheet, SheetFinder
from vision.taught.sharpness import refuse_blurred

SHEET_PX = 1500
"""The longer side of a sheet's picture in a box."""

JPEG_QUALITY = 92

Load = Callable[[str], Image]
"""Gives the picture of that name. Raises an error with code and sentence."""


@dataclass
class Taught:
    """The result of a teach file: the content of ``box.json``, pictures by name, and the owner's notes."""

    contents: BoxContents
    files: dict[str, bytes]
    notes: list[Saying] = field(default_factory=list)


def teach(file: TeachFile, load: Load, layout: Layout | None) -> Taught:
    """Make a box.

    Parameters
    ----------
    file
        The teach file.
    load
        Gives its pictures.
    layout
        The layout of its game, None where it belongs to none.

    Raises
    ------
    BoxError
        With what is wrong and what to do.
    """
    shapes = {**(shapes_of_game(layout) if layout is not None else {}), **file.kinds}
    file = _named(file)
    files: dict[str, bytes] = {}
    sheets: list[BoxSheet] = []
    pictures: dict[str, Image] = {}
    for taught in file.sheets:
        picture = sheet_picture(load(taught.image), taught)
        name = f"sheets/{len(sheets):02d}.jpg"
        files[name] = _jpeg(picture)
        zones = place_zones(taught, layout)
        sheets.append(BoxSheet(taught.id, taught.size_mm, name, zones))
        pictures[taught.id] = picture
    examples: list[BoxExample] = []
    shown = {item.kind for photo in file.pieces for item in photo.items}
    if unknown := sorted(shown - shapes.keys()):
        raise BoxError(
            "box-of-another-game",
            "{game} has no kind of piece called {name}. Check its name.",
            game=file.game,
            name=unknown[0],
        )
    for photo in file.pieces:
        cuts = _cuts(load(photo.image), photo, file, shapes, pictures)
        for item, cut in zip(photo.items, cuts, strict=True):
            names = (f"pieces/{len(examples):04d}.png", f"pieces/{len(examples):04d}-mask.png")
            files[names[0]], files[names[1]] = _png(cut.patch), _png(cut.mask)
            examples.append(BoxExample(item.kind, *names, cut.px_per_mm))
    kinds = {
        name: shape for name, shape in shapes.items() if layout is None or name in shown | set(file.kinds)
    }
    all_zones = {zone.id: zone for sheet in sheets for zone in sheet.zones}
    contents = BoxContents(1, file.name, file.game, tuple(sheets), kinds, tuple(examples))
    return Taught(contents, files, _missing(all_zones, shown, kinds, layout))


def _named(file: TeachFile) -> TeachFile:
    """Leave out pieces that nobody has named yet, and photographs of which none is left."""
    photos = [
        replace(photo, items=tuple(item for item in photo.items if item.kind != UNNAMED))
        for photo in file.pieces
    ]
    return replace(file, pieces=tuple(photo for photo in photos if photo.items))


def _missing(
    zones: Mapping[str, BoxZone], shown: set[str], kinds: Mapping[str, Shape], layout: Layout | None
) -> list[Saying]:
    """Name the kinds that may lie on the sheets and were never shown."""
    wanted = {kind for zone in zones.values() if zone.cells for kind in zone.kinds or ()}
    if layout is None:
        wanted |= set(kinds)
    else:
        for zone in zones.values():
            if zone.cells:
                wanted |= set(layout.find(zone.id)[1].kinds)
        wanted = {kind for kind in wanted if layout.kinds[kind].shape not in ("die", "pawn")}
    unseen = sorted(wanted - shown)
    if not unseen:
        return []
    return [Saying("Not shown yet, so it cannot be read: {kinds}.", kinds=", ".join(unseen))]


def sheet_picture(image: Image, taught: TaughtSheet) -> Image:
    """Give a sheet as from straight above."""
    height, width = image.shape[:2]
    corners = np.array(taught.corners, dtype=np.float32)
    if (corners < -2).any() or (corners > (width + 1, height + 1)).any():
        raise BoxError(
            "corners-outside",
            "A corner of the sheet {sheet} lies outside its picture {picture}, which has {width} x "
            "{height} pixels. The sheet is cut off, or the corners are those of a picture of another "
            "size.",
            sheet=taught.id,
            picture=taught.image,
            width=width,
            height=height,
        )
    for zone in taught.zones:
        for x, y in (*zone.cells.values(), *zone.outline):
            if not (0 <= x <= width and 0 <= y <= height):
                raise BoxError(
                    "corners-outside",
                    "A place of the zone {zone} lies outside the picture {picture}, which has {width} x "
                    "{height} pixels. Was it taken from a picture of another size?",
                    zone=zone.id,
                    picture=taught.image,
                    width=width,
                    height=height,
                )
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    long = float(min(SHEET_PX, 1.15 * sides.max()))
    px_per_mm = long / max(taught.size_mm)
    size = (max(16, round(taught.size_mm[0] * px_per_mm)), max(16, round(taught.size_mm[1] * px_per_mm)))
    if sides.min() < 60:
        raise BoxError(
            "picture-too-small",
            "The sheet {sheet} is only {wide} pixels wide in {picture}. Go nearer.",
            sheet=taught.id,
            wide=round(sides.min()),
            picture=taught.image,
        )
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, target)
    flat: Image = cv2.warpPerspective(
        image, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    refuse_blurred([flat], taught.image)
    return flat


def _cuts(
    image: Image,
    photo: Photograph,
    file: TeachFile,
    shapes: Mapping[str, Shape],
    pictures: Mapping[str, Image],
) -> list[Cut]:
    """Cut every piece of a photograph out."""
    height, width = image.shape[:2]
    for item in photo.items:
        x, y, wide, high = item.box or (*item.at, 0.0, 0.0)  # type: ignore[misc]
        if x < -2 or y < -2 or x + wide > width + 2 or y + high > height + 2:
            raise BoxError(
                "piece-outside",
                "The piece {item} lies outside its picture {picture}, which has {width} x {height} pixels. "
                "Was its place taken from a picture of another size?",
                item=item.kind,
                picture=photo.image,
                width=width,
                height=height,
            )
    if photo.on is None:
        loose = [_cut_loose(image, photo, item, shapes[item.kind]) for item in photo.items]
        refuse_blurred((cut.patch for cut in loose), photo.image)
        return loose
    return _cuts_on_sheet(image, photo, file, shapes, pictures[photo.on])


def _cut_loose(image: Image, photo: Photograph, item: Item, shape: Shape) -> Cut:
    if item.box is None:
        raise BoxError(
            "piece-without-box",
            "The piece {item} in {picture} lies on no sheet: give the box round it, not a point.",
            item=item.kind,
            picture=photo.image,
        )
    return cut_box(image, item.box, shape)


def _cuts_on_sheet(
    image: Image, photo: Photograph, file: TeachFile, shapes: Mapping[str, Shape], picture: Image
) -> list[Cut]:
    """Find the sheet under the pieces, lay it flat, and cut each piece out of that."""
    taught = next(sheet for sheet in file.sheets if sheet.id == photo.on)
    registration = find_sheet(image, taught, picture, photo.image)
    px_per_mm = max(registration.px_per_mm, picture.shape[1] / taught.size_mm[0])
    flat, _ = laid_flat(image, registration, px_per_mm)
    refuse_blurred([flat], photo.image)
    bare = cv2.resize(picture, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_AREA)
    cuts = []
    for item in photo.items:
        at: Floats = np.array(item.at if item.box is None else _middle(item.box), dtype=float)
        shape = shapes[item.kind]
        centre = registration.to_sheet(at, shape.height_mm) * px_per_mm - 0.5
        cuts.append(cut_flat(flat, (float(centre[0]), float(centre[1])), px_per_mm, shape, bare))
    return cuts


def find_sheet(image: Image, taught: TaughtSheet, picture: Image, name: str) -> Registration:
    """Find a taught sheet, with its ``picture`` from straight above, in the photograph of that name.

    Raises
    ------
    BoxError
        ``sheet-not-found``, or ``picture-blurred`` where that may be why.
    """
    sheet = Sheet(taught.id, taught.id, taught.size_mm, (), (), ())
    finder = SheetFinder([KnownSheet.of(sheet, picture)], LensWatch())
    found = finder.find(image, cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if not found:
        refuse_blurred([image], name)
        raise BoxError(
            "sheet-not-found",
            "The sheet {sheet} cannot be found in {name}. Show all of it, with the same side up.",
            sheet=taught.id,
            name=name,
        )
    return max(found, key=lambda one: one.px_per_mm)


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[0] + box[2] / 2 - 0.5, box[1] + box[3] / 2 - 0.5


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _png(image: Image) -> bytes:
    return cv2.imencode(".png", image)[1].tobytes()
