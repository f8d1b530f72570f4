"""What a taught box has learned from corrections in play: kept beside the box, and taken back one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace as replaced

from companion.boxes.errors import BoxError, unwritable
from companion.boxes.taught_box import BoxExample, TaughtBox
from companion.boxes.taught_shelf import FOLDER
from companion.storage.files import files_like, is_there, sync_folder, write_atomically

LESSONS: Final = ".lessons"
SUFFIX: Final = ".lesson"
MOST_OF_KIND: Final = 5
"""Of a kind; the oldest makes way. More examples make a reading slower, and hardly better."""


class PlayLesson(msgspec.Struct, frozen=True):
    """A piece that was read wrong: what it is, its patch and mask as PNG, px of the patch a mm."""

    kind: str
    patch: bytes
    mask: bytes
    px_per_mm: float


class PlayLessons:
    """The lessons of one box.

    Parameters
    ----------
    name
        The box.
    data
        The folder of the games.
    """

    def __init__(self, name: str, data: Path) -> None:
        self._folder = data / FOLDER / f"{name}{LESSONS}"

    def add(self, lesson: PlayLesson) -> None:
        """Keep a lesson. Raises `BoxError` where it cannot be written."""
        held = self.all()
        same = [name for name, one in held.items() if one.kind == lesson.kind]
        number = max((int(name) for name in held), default=0) + 1
        try:
            if not is_there(self._folder):
                self._folder.mkdir(parents=True)
                sync_folder(self._folder.parent)
            write_atomically(self._folder / f"{number:05d}{SUFFIX}", msgspec.msgpack.encode(lesson))
        except OSError as error:
            raise unwritable(error) from error
        for name in same[: max(0, len(same) + 1 - MOST_OF_KIND)]:
            self.take_back(name)

    def all(self) -> Mapping[str, PlayLesson]:
        """Give the lessons by their numbers, the oldest first; what cannot be read is left out."""
        held: dict[str, PlayLesson] = {}
        for path in files_like(self._folder, f"*{SUFFIX}"):
            if not path.stem.isdigit():
                continue
            try:
                held[path.stem] = msgspec.msgpack.decode(path.read_bytes(), type=PlayLesson)
            except (OSError, msgspec.DecodeError):
                continue
        return held

    def take_back(self, name: str) -> None:
        """Forget a lesson. Raises `BoxError` ``no-such-lesson``."""
        path = self._folder / f"{name}{SUFFIX}"
        if not name.isdigit() or not is_there(path):
            raise BoxError("no-such-lesson", "That lesson is taken back already.")
        path.unlink()


def with_lessons(box: TaughtBox, lessons: Mapping[str, PlayLesson]) -> TaughtBox:
    """Give a box that knows what was learned in play, too; kinds that it does not have are left out."""
    files, examples = dict(box.files), list(box.contents.examples)
    for name, lesson in lessons.items():
        if lesson.kind in box.contents.kinds and any(each.kind == lesson.kind for each in examples):
            patch, mask = f"lessons/{name}.png", f"lessons/{name}-mask.png"
            files[patch], files[mask] = lesson.patch, lesson.mask
            examples.append(BoxExample(lesson.kind, patch, mask, lesson.px_per_mm))
    return replace(box, contents=replaced(box.contents, examples=tuple(examples)), files=files)
