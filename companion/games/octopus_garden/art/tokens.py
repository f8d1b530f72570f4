"""Tokens: a figure on a ground, and a rim of light and dark beads that no other token has.

Hue is the last thing to go by: grounds run from nearly white to nearly black, figures differ in
their outline and their folds, and the beads tell any two tokens apart at any turn.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.octopus_garden.art import animals, bonus, plants, things
from companion.games.octopus_garden.layout import COLOURS, FACES, TOKEN_MM
from companion.layout import Kind, Rgb
from companion.printing.drawing import Path, disc, mix

RADIUS = TOKEN_MM / 2
RIM_MM = 3.0
BEAD_MM = 1.3
INK = COLOURS["ink"]
WHITE = COLOURS["white"]

Figure = Callable[[Rgb, Rgb], list[Path]]
"""Draws what is on a token, given the colours of its ground and its figure, within 9.2 mm."""

FIGURES: dict[str, Figure] = {
    "anemone": plants.anemone,
    "coral": plants.coral,
    "seagrass": plants.seagrass,
    "hermit-crab": animals.hermit_crab,
    "sea-star": animals.sea_star,
    "shark": animals.shark,
    "parrot-fish": animals.parrot_fish,
    "lionfish": animals.lionfish,
    "boxer-crab": animals.boxer_crab,
    "mimic-octopus": animals.mimic_octopus,
    "coconut-octopus": animals.coconut_octopus,
    "mimic-octopus-back": things.disguise,
    "coconut-octopus-back": things.coconut,
    "shell": things.shell,
    "relic": things.relic,
    "trash": things.trash,
    "oyster": things.oyster,
    "diver": things.diver,
    "treasure-chest": things.treasure_chest,
}


def token(kind: Kind) -> list[Path]:
    """Draw a token's face, or one of the pieces that lie beside the boards."""
    if kind.name not in FIGURES:
        return bonus.beside(kind)
    ground, figure = FACES[kind.name][1]
    return [*_disc(kind, ground), *FIGURES[kind.name](ground, figure)]


def _disc(kind: Kind, ground: Rgb) -> list[Path]:
    """Give the rim with its beads, and the ground."""
    rim = mix(ground, INK, 0.62)
    dark = mix(rim, INK, 0.8)
    return [
        disc((0.0, 0.0), RADIUS, INK),
        disc((0.0, 0.0), RADIUS - 0.35, rim),
        *(disc(dot.at_mm, BEAD_MM if dot.light else 0.8, WHITE if dot.light else dark) for dot in kind.code),
        disc((0.0, 0.0), RADIUS - RIM_MM, mix(ground, WHITE, 0.35)),
        disc((0.0, 0.0), RADIUS - RIM_MM - 0.3, ground),
    ]
