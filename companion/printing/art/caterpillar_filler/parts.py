"""What is cut out for Caterpillar Filler (specification sections 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.layout import Layout
from companion.layouts.caterpillar_filler import expansion_of
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.games.caterpillar_filler.expansion import Expansion

TOKENS = 40
FULL_BODY = {2: 9, 3: 8, 4: 7}
"""Body pieces of one colour that are ever in play, by the number of players."""


NO_SIDE = ("", "")
"""Of a tile of which an owner knows one side."""


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the set, with only the body pieces that so many players need; all 9 without a number.

    Which tiles stay in the box is drawn by lot, so all 32 are printed for any number.
    """
    kinds = tuple(layout.kinds)
    bodies = FULL_BODY[seats] if seats else max(FULL_BODY.values())
    heads = [Part(kind, 1) for kind in kinds if kind.startswith("head-")]
    chains = [Part(kind, bodies) for kind in kinds if kind.startswith("body-")]
    tiles = [
        Part(kind, 1, f"{suit}-back")
        for suit in ("letter", "number")
        for kind in kinds
        if kind.startswith(f"{suit}-") and not kind.endswith("-back")
    ]
    groups = {
        "caterpillars": (*heads, *chains, Part("butterfly", 1)),
        "flowers": (Part("flower", TOKENS, "wasp"),),
        "tiles": tuple(tiles),
    }
    return PartList(groups, tuple(_expansion_cards(expansion_of(layout))), "Expansion tiles")


def _expansion_cards(expansion: Expansion) -> Iterator[TextCard]:
    for tile in expansion.tiles:
        rule, setup = expansion.rule(tile.rule_side), expansion.setup(tile.setup_side)
        front = (f"{rule.id} {rule.name}", rule.effect) if rule else NO_SIDE
        yield TextCard(front, (f"{setup.id} {setup.name}", setup.laid) if setup else NO_SIDE)
