"""What is cut out for Papillon (specification sections 2, 4 and 10), and a card of help for everybody."""

from __future__ import annotations

from collections import Counter

from companion.layout import Layout
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.games.papillon.board import BUTTERFLIES, CATERPILLARS, FLOWERS
from companion.rules.games.papillon.box import SHIPPED
from companion.rules.games.papillon.table import COLOURS

PLAYERS = 4

ROUND = (
    "A round",
    (
        "Fill the staircase, turn up the gnome. Bid 0 to 5 caterpillars. Take a row or a column. Lay your "
        "tiles: sides must match. A closed patch gets a butterfly; it flies to a flower of its colour."
    ),
)
END = (
    "After 8 rounds",
    (
        "Flowers: most butterflies high, then middle, then low. Each caterpillar 1. Each butterfly printed "
        "in a closed field 1. Your two largest closed patches 2 a tile."
    ),
)


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the set for so many players: the tiles and flowers serve any number of them."""
    del layout
    players = COLOURS[: seats or PLAYERS]
    gnomes = Counter(SHIPPED.gnome_numbers)
    groups: dict[str, tuple[Part, ...]] = {
        "tiles": tuple(Part(tile, 1) for tile in SHIPPED.tiles),
        "gnomes": tuple(Part(f"gnome-{number}", gnomes[number], "gnome-back") for number in sorted(gnomes)),
        "planters": tuple(Part(f"planter-{name}", 1) for name in SHIPPED.planters),
        "gardeners": tuple(Part(f"gardener-{colour}", 1) for colour in players),
        "butterflies": tuple(Part(f"butterfly-{colour}", BUTTERFLIES) for colour in players),
        "tokens": (Part("caterpillar", CATERPILLARS), Part("bonus-token", len(FLOWERS))),
    }
    return PartList(groups, (TextCard(ROUND, END),) * len(players), "Help for players")
