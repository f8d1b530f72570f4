"""The test round of a box: pieces that were laid down to see whether they are told from each other."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.boxes.teach_file import Photograph


class Trial(msgspec.Struct, frozen=True):
    """A photograph of the test round.

    ``photo`` names what was read, ``sure`` how sure that is, and ``said`` what people said of a piece by its
    number: the name that is right.
    """

    photo: Photograph
    sure: tuple[float, ...]
    said: dict[int, str] = {}

    def with_word(self, number: int, kind: str) -> Trial:
        """Give the trial with what somebody said of a piece."""
        return replace(self, said={**self.said, number: kind})

    @property
    def right(self) -> int:
        """How many pieces were read as people said that they are."""
        return sum(self.photo.items[number].kind == kind for number, kind in self.said.items())

    @property
    def lesson(self) -> Photograph:
        """The pieces that were read wrong, by their right names: examples to learn from."""
        items = tuple(
            replace(self.photo.items[number], kind=kind)
            for number, kind in sorted(self.said.items())
            if self.photo.items[number].kind != kind
        )
        return replace(self.photo, items=items)
