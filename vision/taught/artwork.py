"""How a taught box looks, as `vision.ports.Artwork`: its sheets from straight above, its pieces upright.

Convention: as `companion.printing.artwork`: pixel i covers i to i + 1 over ``px_per_mm`` millimetres.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import cv2
import numpy as np

from companion.boxes.errors import BoxError
from companion.boxes.taught_box import BoxExample, TaughtBox
from companion.layout import Layout
from vision.ports import Image


class TaughtArtwork:
    """The pictures of a box."""

    def __init__(self, box: TaughtBox) -> None:
        self._box = box
        self._names = {sheet.id: sheet.picture for sheet in box.contents.sheets}
        self._pictures = lru_cache(maxsize=64)(self._picture)
        self._sized = lru_cache(maxsize=24)(self._resized)

    @cached_property
    def examples(self) -> dict[str, tuple[BoxExample, ...]]:
        """The examples of every kind."""
        found: dict[str, list[BoxExample]] = {}
        for example in self._box.contents.examples:
            found.setdefault(example.kind, []).append(example)
        return {kind: tuple(each) for kind, each in found.items()}

    def sheet_picture(self, sheet_id: str) -> Image:
        """Give a sheet as it was taught, (H, W, 3)."""
        return self._pictures(self._names[sheet_id])

    def example_pictures(self, example: BoxExample) -> tuple[Image, Image]:
        """Give the patch (h, w, 3) of an example, and its mask (h, w)."""
        return self._pictures(example.picture), self._pictures(example.mask)[..., 0]

    def sheet_image(self, layout: Layout, sheet_id: str, px_per_mm: float) -> Image:
        """Give a sheet as (H, W, 3) blue, green, red."""
        return self._sized(sheet_id, layout.sheet(sheet_id).size_mm, px_per_mm)

    def piece_image(self, layout: Layout, kind: str, px_per_mm: float) -> Image:
        """Give the face of a piece as (h, w, 4) blue, green, red, alpha; clear where none was shown."""
        width, height = (max(1, round(side * px_per_mm)) for side in layout.kind(kind)[0].size_mm)
        if kind not in self.examples:
            return np.zeros((height, width, 4), np.uint8)
        example = self.examples[kind][0]
        picture, mask = self.example_pictures(example)
        scale = px_per_mm / example.px_per_mm
        middle = np.array([picture.shape[1] / 2, picture.shape[0] / 2])
        shift = np.array([width / 2, height / 2]) - scale * middle
        move = np.column_stack([scale * np.eye(2), shift + 0.5 * scale - 0.5])
        soft = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale) if scale < 0.7 else picture
        colours = cv2.warpAffine(soft, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpAffine(mask, move, (width, height))
        return np.dstack([colours, alpha])

    def _resized(self, sheet_id: str, size_mm: tuple[float, float], px_per_mm: float) -> Image:
        picture = self.sheet_picture(sheet_id)
        width, height = (round(side * px_per_mm) for side in size_mm)
        method = cv2.INTER_AREA if width < picture.shape[1] else cv2.INTER_LINEAR
        image: Image = cv2.resize(picture, (width, height), interpolation=method)
        image.flags.writeable = False
        return image

    def _picture(self, name: str) -> Image:
        picture = cv2.imdecode(np.frombuffer(self._box.files[name], np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise BoxError(
                "bad-box", "The picture {name} of the box cannot be read. Ask for the file again.", name=name
            )
        image: Image = picture
        return image
