"""Learns the looks of the pieces of a box from the examples that it holds."""

from __future__ import annotations

from companion.boxes.taught_box import TaughtBox
from vision.taught.artwork import TaughtArtwork
from vision.taught.looks import Example, Looks
from vision.taught.pieces.crops import Shape


def learn_looks(box: TaughtBox, artwork: TaughtArtwork) -> Looks:
    """Give how the pieces of a box look."""
    shapes = {
        name: Shape(shape.shape, shape.size_mm, shape.height_mm) for name, shape in box.contents.kinds.items()
    }
    examples = []
    for each in box.contents.examples:
        patch, mask = artwork.example_pictures(each)
        examples.append(Example(each.kind, patch, mask, 0.0))
    return Looks.learn(examples, {kind: shapes[kind] for kind in artwork.examples})
