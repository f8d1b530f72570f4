"""What is cut out for Caterpillar Filler (specification sections 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.layout import Layout
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.games.caterpillar_filler.expansion import SHIPPED

TOKENS = 40
FULL_BODY = {2: 9, 3: 8, 4: 7}
"""Body pieces of one colour that are ever in play, by the number of players."""


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
    return PartList(groups, tuple(_expansion_cards()), "Expansion tiles")


def _expansion_cards() -> Iterator[TextCard]:
    rules = {rule.id: rule for rule in SHIPPED.rules}
    setups = {setup.id: setup for setup in SHIPPED.setups}
    for tile in SHIPPED.tiles:
        rule, setup = rules[tile.rule_side], setups[tile.setup_side]
        yield TextCard((f"{rule.id} {rule.name}", rule.effect), (f"{setup.id} {setup.name}", setup.laid))
