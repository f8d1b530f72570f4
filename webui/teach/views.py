"""How pieces of a photograph are shown: framed, and each by itself."""

from __future__ import annotations

from collections.abc import Sequence

from companion.boxes.teach_file import Item

MARGIN = 0.6
"""Of the pieces' usual size, round all of them."""


def box_of(item: Item) -> tuple[float, float, float, float]:
    """Give the frame of a piece (x, y, width, height) in px of its photograph."""
    if item.box is not None:
        return item.box
    x, y = item.at or (0.0, 0.0)
    return x - 10, y - 10, 20, 20


def close_up(item: Item) -> str:
    """Give the part of the photograph that shows a piece and what is round it, as a view box."""
    x, y, wide, high = box_of(item)
    side = 1.4 * max(wide, high)
    return f"{x + wide / 2 - side / 2:.0f} {y + high / 2 - side / 2:.0f} {side:.0f} {side:.0f}"


def part_with(items: Sequence[Item], size_px: tuple[int, int]) -> tuple[int, int, int, int]:
    """Give the part of a photograph (x, y, width, height) in which all pieces lie."""
    if not items:
        return 0, 0, *size_px
    boxes = [box_of(item) for item in items]
    margin = MARGIN * max(max(box[2:]) for box in boxes)
    left = max(0.0, min(x for x, *_ in boxes) - margin)
    top = max(0.0, min(y for _, y, *_ in boxes) - margin)
    right = min(size_px[0], max(x + wide for x, _, wide, _ in boxes) + margin)
    bottom = min(size_px[1], max(y + high for _, y, _, high in boxes) + margin)
    return round(left), round(top), round(right - left), round(bottom - top)
