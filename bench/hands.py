"""Hands of cards that are shown to a phone: how many cards are read, at any turn, slant and light.

Photographs of the simulated table; each hand is settled by its number.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

from companion.layouts import load_layout
from companion.simulation.rendering.held_up import held_up
from vision.view.shown import read_shown

SLUG: Final = "star-baker"
HANDS: Final = 30
MOST_CARDS: Final = 7
TILT_DEG: Final = 35.0


def run() -> dict[str, Any]:
    """Photograph hands and count what is read."""
    layout = load_layout(SLUG)
    kinds = [kind.name for kind in layout.kinds.values() if kind.marker >= 0]
    figures: Counter[str] = Counter()
    for number in range(1, HANDS + 1):
        rng = random.Random(number)
        held = Counter(rng.sample(kinds, rng.randint(1, MOST_CARDS)))
        photo = held_up(
            layout,
            list(held),
            spread=rng.choice(("fan", "row", "apart")),
            seed=number,
            turn_deg=rng.uniform(0, 360),
            tilt_deg=rng.uniform(-TILT_DEG, TILT_DEG),
        )
        read = Counter(read_shown(photo, layout).kinds)
        figures["hands"] += 1
        figures["cards"] += held.total()
        figures["hands read card by card"] += read == held
        figures["cards missed"] += (held - read).total()
        figures["cards that are not there"] += (read - held).total()
    return dict(figures)
