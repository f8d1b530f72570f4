"""Keeps the grounds, cuts and looks of a box's photographs while the box is taught. Nothing is made twice.

Convention: places are px of the photographs, as the teach file counts them.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from msgspec.structs import replace

from companion.boxes.layout_of import shapes_of_game
from companion.boxes.teach_file import UNNAMED, Item, Photograph, Shape, TeachFile
from companion.boxes.trial import Trial
from companion.errors import Saying
from companion.layout import Layout
from vision.ports import Image
from vision.taught.cutting import Cut
from vision.taught.lessons.apart import find_apart
from vision.taught.lessons.ground import Ground, ground_of
from vision.taught.lessons.naming import cut_found, learn_shown, propose_names
from vision.taught.looks import Looks
from vision.taught.sharpness import refuse_blurred

MOST_GROUNDS: Final = 3
"""A ground takes some 20 MB."""

OTHER_SIZE: Final = 1.12
"""A kind whose measured size differs by more from ours gets its own size."""


class LessonBook:
    """What is known of the photographs of one box.

    Parameters
    ----------
    load
        Gives a picture of the box by its name.
    """

    def __init__(self, load: Callable[[str], Image]) -> None:
        self._load = load
        self._grounds: OrderedDict[tuple[object, ...], Ground] = OrderedDict()
        self._cuts: dict[tuple[object, ...], Cut] = {}

    def find_pieces(
        self, file: TeachFile, layout: Layout, photo: Photograph
    ) -> tuple[Photograph, tuple[Saying, ...]]:
        """Give a photograph with its pieces, each named or `UNNAMED`, and notes for the owner.

        Raises
        ------
        BoxError
            With what is wrong with the photograph.
        """
        ground = self._ground(file, photo)
        found = find_apart(ground)
        if ground.bare is None:
            refuse_blurred((ground.crop(box) for box in found.boxes), photo.image)
        shapes = shapes_now(file, layout)
        names = propose_names(ground, found.boxes, self.looks(file, layout), shapes)
        items = tuple(
            Item(name, ground.box_px(box)) for box, (name, _) in zip(found.boxes, names, strict=True)
        )
        return replace(photo, items=items), (_cut_off(found.cut_off),) if found.cut_off else ()

    def name_alike(self, file: TeachFile, layout: Layout, photo: Photograph) -> Photograph:
        """Name the unnamed pieces of a photograph after named pieces that look alike."""
        if all(item.kind != UNNAMED for item in photo.items):
            return photo
        alone = replace(file, pieces=(photo,))
        looks = self.looks(alone, layout)
        if looks is None:
            return photo
        ground, shapes = self._ground(file, photo), shapes_now(file, layout)
        left = [
            (n, item.box)
            for n, item in enumerate(photo.items)
            if item.kind == UNNAMED and item.box is not None
        ]
        names = propose_names(ground, [ground.box_flat(box) for _, box in left], looks, shapes)
        items = list(photo.items)
        for (n, _), (name, _) in zip(left, names, strict=True):
            items[n] = replace(items[n], kind=name)
        return replace(photo, items=tuple(items))

    def read_trial(self, file: TeachFile, layout: Layout, photo: Photograph) -> Trial:
        """Say what lies in a photograph of the test round. Raises `BoxError`."""
        ground = self._ground(file, photo)
        found, looks = find_apart(ground), self.looks(file, layout)
        names = propose_names(ground, found.boxes, looks, shapes_now(file, layout))
        items = tuple(
            Item(name, ground.box_px(box)) for box, (name, _) in zip(found.boxes, names, strict=True)
        )
        return Trial(replace(photo, items=items), tuple(round(sure, 3) for _, sure in names))

    def measured(self, file: TeachFile, layout: Layout) -> TeachFile:
        """Give the file with the sizes of kinds that were measured on a sheet and differ from ours."""
        shapes, sides = shapes_now(file, layout), defaultdict(list)
        for photo in file.pieces:
            ground = self._ground(file, photo) if photo.on is not None else None
            for item in photo.items if ground is not None else ():
                if ground is not None and ground.px_per_mm and item.box is not None and item.kind in shapes:
                    sides[item.kind].append(np.array(ground.box_flat(item.box)[2:]) / ground.px_per_mm)
        kinds = dict(file.kinds)
        for kind, seen in sides.items():
            shape = shapes[kind]
            # A piece that lies askew spans more: the least of them are nearest to its size.
            factor = float(
                np.median(np.sort([np.prod(each) ** 0.5 for each in seen])[: max(1, len(seen) // 2)])
            )
            factor /= float(np.prod(shape.size_mm)) ** 0.5
            if abs(np.log(factor)) > np.log(OTHER_SIZE):
                wide, high = (round(factor * side, 1) for side in shape.size_mm)
                kinds[kind] = replace(shape, size_mm=(wide, high))
        return replace(file, kinds=kinds)

    def looks(self, file: TeachFile, layout: Layout) -> Looks | None:
        """Learn the looks of all pieces named so far; None where there are none."""
        shapes = shapes_now(file, layout)
        cuts = [
            (item.kind, self._cut(file, photo, item, shapes[item.kind]))
            for photo in file.pieces
            for item in photo.items
            if item.kind in shapes and item.box is not None
        ]
        return learn_shown(cuts, shapes)

    def _cut(self, file: TeachFile, photo: Photograph, item: Item, shape: Shape) -> Cut:
        key = (photo.image, photo.on, item.box, shape)
        if key not in self._cuts:
            ground = self._ground(file, photo)
            self._cuts[key] = cut_found(ground, ground.box_flat(item.box or (0.0, 0.0, 8.0, 8.0)), shape)
        return self._cuts[key]

    def _ground(self, file: TeachFile, photo: Photograph) -> Ground:
        taught = next((sheet for sheet in file.sheets if sheet.id == photo.on), None)
        key = (photo.image, *(() if taught is None else (taught.image, taught.corners, taught.size_mm)))
        if key not in self._grounds:
            sheet_image = None if taught is None else self._load(taught.image)
            self._grounds[key] = ground_of(self._load(photo.image), taught, sheet_image, photo.image)
            while len(self._grounds) > MOST_GROUNDS:
                self._grounds.popitem(last=False)
        self._grounds.move_to_end(key)
        return self._grounds[key]


def shapes_now(file: TeachFile, layout: Layout) -> Mapping[str, Shape]:
    """Give the shapes of the kinds: the file's, or else ours."""
    return {**shapes_of_game(layout), **file.kinds}


def _cut_off(number: int) -> Saying:
    return Saying(
        "{n} thing at the edge of the picture is left out, as it is cut off.",
        "{n} things at the edge of the picture are left out, as they are cut off.",
        n=number,
    )
