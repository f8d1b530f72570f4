"""The demo box: an unmarked set of any game, photographed on the simulated table and taught from that."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.boxes.showing import kinds_to_show
from companion.boxes.taught_box import TaughtBox, pack_box, unpack_box
from companion.boxes.teach_file import parse_teach_file
from companion.layout import Layout
from companion.simulation.unmarked.artwork import UnmarkedArtwork, unmarked_layout
from companion.simulation.unmarked.photographs import DrawingPhotographer, Photographer, photograph_set
from companion.simulation.unmarked.styles import STYLES, style_named
from vision.taught.teaching import teach

DEMO: Final = "demo"
"""What ``--box`` calls it."""


@dataclass(frozen=True, eq=False)
class DemoBox:
    """The set as it is (``layout`` and ``artwork``, for the simulated table), and what was taught of it."""

    layout: Layout
    artwork: UnmarkedArtwork
    box: TaughtBox


@lru_cache(maxsize=8)
def demo_box(layout: Layout, style: str = STYLES[0].name, seed: int = 0) -> DemoBox:
    """Photograph an unmarked set of a game in a style, as owners are asked to, and teach it.

    Parameters
    ----------
    layout
        The layout of the game.
    style
        The name of a style.
    seed
        The room in which the photographs are taken.
    """
    artwork = UnmarkedArtwork(style_named(style))
    box = taught_by(DrawingPhotographer(artwork, seed), layout, name=f"{DEMO}-{style}", seed=seed)
    return DemoBox(unmarked_layout(layout), artwork, unpack_box(box))


def taught_by(photographer: Photographer, layout: Layout, *, name: str, seed: int) -> bytes:
    """Photograph an unmarked set as its owner is asked to; give the file of the box that is taught from that.

    Parameters
    ----------
    photographer
        Who photographs it.
    layout
        The layout of the game.
    name
        The name of the box.
    seed
        How the pieces are laid.
    """
    file, pictures = photograph_set(
        unmarked_layout(layout), photographer, kinds_to_show(layout), name=name, game=layout.game, seed=seed
    )
    taught = teach(parse_teach_file(json.dumps(file).encode()), pictures.__getitem__, layout)
    return pack_box(taught.contents, taught.files)
