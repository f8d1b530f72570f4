"""Draws whole boxes: the faces and shapes of their kinds, and patches of them in a setting.

A patch is read in the light of teaching: the ground around the piece is known in that light.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.ports import Floats, Image
from vision.taught.pieces.crops import Shape
from vision.training.taught import views
from vision.training.taught.marks import Rng, blob
from vision.training.taught.styles import LARGE, SMALL, STYLES


@dataclass(frozen=True)
class DrawnBox:
    """The kinds of a box: faces (SIDE, SIDE, 3), masks, their one shape, and the style they are drawn in."""

    faces: list[Floats]
    masks: list[Floats]
    shape: Shape
    style: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds."""
        return tuple(f"{self.style}-{nth}" for nth in range(len(self.faces)))


@dataclass(frozen=True)
class Drawn:
    """One patch, how its ground looks in the light of teaching, and how the piece lies."""

    patch: Image
    empty: Image
    turn_rad: float


def draw_box(rng: Rng, count: int, style: str | None = None) -> DrawnBox:
    """Draw a box with up to ``count`` kinds."""
    style = style or str(rng.choice(list(STYLES)))
    if style in SMALL:
        form = str(rng.choice(["disc", "disc", "square", "square", "hex", "free"]))
    else:
        form = "square" if style == "scenery" else str(rng.choice(["square", "rect", "rect", "hex"]))
        if style == "counted":
            form = "rect"
    if form == "free" and style == "letters":
        form = "disc"
    faces = STYLES[style](rng, count)
    shorter = rng.uniform(0.6, 0.75) if form == "rect" else 1.0
    size = (20.0 * shorter, 20.0) if style in SMALL else (60.0 * shorter, 60.0)
    shape = Shape(form, size)  # type: ignore[arg-type]
    frees = [blob(rng) for _ in faces] if form == "free" else [None] * len(faces)
    return DrawnBox(faces, [views.outline_mask(shape, free) for free in frees], shape, style)


def draw_patch(
    rng: Rng,
    box: DrawnBox,
    nth: int | None,
    setting: views.Setting,
    *,
    taught: views.Setting | None = None,
    turn_rad: float = 0.0,
    off: float = 0.05,
    over: bool = False,
    face: tuple[Floats, Floats] | None = None,
) -> Drawn:
    """Draw a patch of a kind, or of the bare ground where ``nth`` is None and no other face is given."""
    bare = views.ground(rng, views.canvas_size(box.shape))
    laid = bare
    if nth is not None:
        face = (box.faces[nth], box.masks[nth])
    if face is not None:
        laid = views.lay(rng, bare, *face, box.shape, turn_rad=turn_rad, off=off)
    if over:
        laid = views.hidden(rng, laid)
    return Drawn(views.seen(rng, laid, setting), views.seen(rng, bare, taught or setting), turn_rad)


def sizes(style: str) -> tuple[float, float]:
    """Give between what lengths in px pieces of a style are seen: small pieces are seen small."""
    return (22.0, 80.0) if style in SMALL else (55.0, 180.0)


__all__ = ["LARGE", "SMALL", "Drawn", "DrawnBox", "draw_box", "draw_patch", "sizes"]
