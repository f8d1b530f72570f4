"""What looks at the photographs of a box that is being taught on the pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import cv2
import numpy as np

from companion.boxes.errors import BoxError
from companion.boxes.taught_box import pack_box, unpack_box
from companion.boxes.teach_file import Corners, TaughtSheet, TeachFile
from companion.boxes.teach_file import Photograph as TaughtPhoto
from companion.boxes.trial import Trial
from companion.frames.aside import Aside
from companion.layout import Layout
from companion.rules.phrases import Phrase
from vision.images.process import load_apart
from vision.ports import Image
from vision.taught.alike import HELP, alike_pairs
from vision.taught.learned import learn_looks
from vision.taught.lessons.book import LessonBook
from vision.taught.lessons.sheet_check import check_sheet
from vision.taught.outline import find_outlines
from vision.taught.teaching import teach

LONGEST_PX: Final = 2600
"""The longer side of a photograph that is kept: more than a camera over a table shows of a sheet."""

JPEG_QUALITY: Final = 93

Photograph = tuple[bytes, tuple[int, int]]
Made = tuple[bytes, Sequence[tuple[str, str, Phrase]]]
"""A box as a file; the pairs of kinds in it that look alike, each with what would help."""

Load = Callable[[str], bytes]
"""Gives a photograph of a box by its name, as JPEG."""


class TeachingDesk:
    """Looks at photographs one by one, in one thread: what a thread has once used the system keeps for it.

    Parameters
    ----------
    look
        Gives a picture by the table's camera. Raises an error with a code and a sentence.
    """

    def __init__(self, look: Callable[[], Any]) -> None:
        self._look = look
        self._open: tuple[str, LessonBook] | None = None
        self._aside = Aside("boxes being taught", counted=False)

    def prepare(self, data: bytes) -> Photograph:
        """Give a photograph upright and no larger than is of use, as JPEG, with its width and height."""
        return self._aside.ask(lambda: _kept(load_apart(data))).result()

    def through_camera(self) -> Photograph:
        """Give a photograph by the table's camera, as `prepare` does."""
        return self._aside.ask(lambda: _kept(self._look())).result()

    def size_px(self, jpeg: bytes) -> tuple[int, int]:
        """Give the width and the height of a photograph that is kept."""
        return self._aside.ask(lambda: _size(_decoded(jpeg))).result()

    def outline(self, jpeg: bytes) -> Corners | None:
        """Give the corners of the largest sheet in a photograph, clockwise from the top left."""
        return self._aside.ask(lambda: _outline(_decoded(jpeg))).result()

    def find_pieces(
        self, file: TeachFile, layout: Layout, load: Load, photo: TaughtPhoto
    ) -> tuple[TaughtPhoto, Sequence[Phrase]]:
        """Give a photograph with the pieces in it and proposed names, and what to tell. Raises `BoxError`."""
        return self._aside.ask(lambda: self._book(file, load).find_pieces(file, layout, photo)).result()

    def name_alike(self, file: TeachFile, layout: Layout, load: Load, photo: TaughtPhoto) -> TaughtPhoto:
        """Name pieces that have no name yet like those of the same photograph that have one."""
        return self._aside.ask(lambda: self._book(file, load).name_alike(file, layout, photo)).result()

    def read_trial(self, file: TeachFile, layout: Layout, load: Load, photo: TaughtPhoto) -> Trial:
        """Say what lies in a photograph of the test round. Raises `BoxError`."""
        return self._aside.ask(lambda: self._book(file, load).read_trial(file, layout, photo)).result()

    def measured(self, file: TeachFile, layout: Layout, load: Load) -> TeachFile:
        """Give the file with the sizes of pieces that differ from ours."""
        return self._aside.ask(lambda: self._book(file, load).measured(file, layout)).result()

    def make_box(self, file: TeachFile, layout: Layout, load: Load) -> Made:
        """Make the box of all that was taught, and say which kinds look too much alike. Raises `BoxError`."""
        return self._aside.ask(lambda: _made(file, layout, load)).result()

    def _book(self, file: TeachFile, load: Load) -> LessonBook:
        """Give what is known of a box's photographs; what was known of another box makes way."""
        if self._open is None or self._open[0] != file.name:
            self._open = file.name, LessonBook(lambda name: _decoded(load(name)))
        return self._open[1]

    def check_sheet(self, jpeg: bytes, sheet: TaughtSheet) -> Sequence[Phrase]:
        """Give warnings about the photograph of a sheet. Raises `BoxError` where it cannot be used."""
        return self._aside.ask(lambda: check_sheet(_decoded(jpeg), sheet)).result()


def _kept(image: Image) -> Photograph:
    scale = min(1.0, LONGEST_PX / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    return jpeg, _size(image)


def _decoded(jpeg: bytes) -> Image:
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        raise BoxError("picture-damaged", "A photograph of the box is damaged. Take it again.")
    image: Image = decoded
    return image


def _size(image: Image) -> tuple[int, int]:
    return image.shape[1], image.shape[0]


def _outline(image: Image) -> Corners | None:
    outlines = find_outlines(image)
    if not outlines:
        return None
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in outlines[0])
    return a, b, c, d


def _made(file: TeachFile, layout: Layout, load: Load) -> Made:
    taught = teach(file, lambda name: _decoded(load(name)), layout)
    data = pack_box(taught.contents, taught.files)
    box = unpack_box(data)
    pairs = alike_pairs(learn_looks(box))
    return data, [(pair.first, pair.second, HELP[pair.differ_by]) for pair in pairs]
