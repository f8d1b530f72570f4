"""What grows: anemone, coral, seagrass. Each is drawn within 9.2 mm of the middle."""

from __future__ import annotations

from companion.games.octopus_garden.layout import COLOURS
from companion.layout import Point, Rgb
from companion.printing.drawing import Path, disc, drop, line, mix, polar, shifted, turned

O: Point = (0.0, 0.0)  # noqa: E741
INK = COLOURS["ink"]
WHITE = COLOURS["white"]


def anemone(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw ten tentacles round a mouth."""
    parts: list[Path] = []
    for n in range(10):
        turn = turned(36.0 * n)
        arm = line([polar(2.0, 0), polar(4.4, 10), polar(6.6, 4), polar(7.7, -4)], figure, 1.9)
        parts += [turn.path(arm), turn.path(disc(polar(7.9, -5), 1.15, WHITE))]
    return [*parts, disc(O, 3.3, figure), disc(O, 2.0, mix(ground, WHITE, 0.6)), disc(O, 0.9, figure)]


def coral(ground: Rgb, figure: Rgb) -> list[Path]:
    """Draw a tree of five stout branches that fork."""
    parts = [line([(0.0, 7.6), (0.0, 2.0)], figure, 3.2)]
    limbs: tuple[tuple[Point, ...], ...] = (
        ((0.0, 4.6), (-4.4, 1.8), (-6.4, -2.4)),
        ((-4.4, 1.8), (-7.4, 2.2)),
        ((0.0, 2.4), (-1.9, -2.6), (-2.9, -7.0)),
        ((0.0, 2.4), (2.1, -2.4), (2.9, -7.2)),
        ((2.1, -2.4), (5.3, -5.1)),
        ((0.0, 5.0), (4.6, 2.4), (7.4, -0.6)),
    )
    parts += [line(limb, figure, 2.5) for limb in limbs]
    tips = [limb[-1] for limb in limbs]
    parts += [disc(tip, 0.75, mix(ground, figure, 0.25)) for tip in tips]
    return [*parts, line([(-4.6, 8.1), (4.6, 8.1)], mix(figure, INK, 0.3), 1.4)]


def seagrass(_: Rgb, figure: Rgb) -> list[Path]:
    """Draw five blades that sway the same way."""
    parts: list[Path] = []
    for x, height, lean in ((-5.6, 9.0, -7.0), (-2.7, 14.4, 5.0), (0.4, 16.6, -3.0), (3.3, 13.6, 8.0)):
        blade = shifted((x, 8.0)).path(turned(-90.0 + lean).path(Path(drop(height, 2.5, 0.0), figure)))
        rib = shifted((x, 8.0)).path(
            turned(-90.0 + lean).path(line([(2.0, 0.0), (height - 3.0, 0.0)], mix(figure, WHITE, 0.45), 0.5))
        )
        parts += [blade, rib]
    short = shifted((6.2, 7.2)).path(turned(-80.0).path(Path(drop(8.4, 2.3, 0.0), figure)))
    return [*parts, short, line([(-6.4, 8.2), (6.4, 8.2)], mix(figure, INK, 0.35), 1.2)]
