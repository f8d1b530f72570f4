"""What is cut out for Papillon (specification sections 2, 4 and 10), and a card of help for everybody.

Two players bid nothing and play for two numbers of each planter (10.1): their cards are others.
"""

from __future__ import annotations

from collections import Counter

from companion.games.papillon.layout import box_of
from companion.games.papillon.rules.data.board import BUTTERFLIES, CATERPILLARS, FLOWERS
from companion.games.papillon.rules.table import COLOURS
from companion.layout import Layout
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.message import Message

PLAYERS, COUPLE = 4, 2

ROUND = (
    Message("A round"),
    Message(
        "Fill the staircase, turn up the gnome. Bid 0 to 5 caterpillars. Take a row or a column. Lay your "
        "tiles: sides must match. A closed patch gets a butterfly; it flies to a flower of its colour."
    ),
)
END = (
    Message("After 8 rounds"),
    Message(
        "Flowers: most butterflies high, then middle, then low. Each caterpillar 1. Each butterfly printed "
        "in a closed field 1. Your two largest closed patches 2 a tile."
    ),
)
ROUND_OF_TWO = (
    Message("A round of two"),
    Message(
        "Fill all but D1 and A4, turn up the gnome. Nobody bids. Take a row or a column: the gnome makes you "
        "first next round. Lay your tiles: sides must match. A closed patch gets a butterfly; it flies to "
        "the flower of its colour."
    ),
)
END_OF_TWO = (
    Message("After 8 rounds of two"),
    Message(
        "Flowers: most butterflies high, the other low; equals both high. Each caterpillar 1. Each butterfly "
        "printed in a closed field 1. Your two largest closed patches 2 a tile."
    ),
)

SCORE_LINES = (
    Message("Red flowers"),
    Message("Blue flowers"),
    Message("Yellow flowers"),
    Message("Purple flowers"),
    Message("Caterpillars"),
    Message("Butterflies in closed fields"),
    Message("Two largest closed patches"),
    Message("Gnomes, for a tie"),
)

TITLES = {
    "tiles": Message("Tiles"),
    "gnomes": Message("Gnomes"),
    "planters": Message("Planters"),
    "gardeners": Message("Gardeners"),
    "butterflies": Message("Butterflies"),
    "tokens": Message("Caterpillars and bonus tokens"),
}


def parts(layout: Layout, seats: int | None) -> PartList:
    """List the set for so many players: the tiles and flowers serve any number of them."""
    box = box_of(layout)
    players = COLOURS[: seats or PLAYERS]
    gnomes = Counter(box.gnome_numbers)
    groups: dict[str, tuple[Part, ...]] = {
        "tiles": tuple(Part(tile, 1) for tile in box.tiles),
        "gnomes": tuple(Part(f"gnome-{number}", gnomes[number], "gnome-back") for number in sorted(gnomes)),
        "planters": tuple(Part(f"planter-{name}", 1) for name in box.planters),
        "gardeners": tuple(Part(f"gardener-{colour}", 1) for colour in players),
        "butterflies": tuple(Part(f"butterfly-{colour}", BUTTERFLIES) for colour in players),
        "tokens": (Part("caterpillar", CATERPILLARS), Part("bonus-token", len(FLOWERS))),
    }
    return PartList(
        groups, _cards(seats), Message("Help for players"), score_lines=SCORE_LINES, titles=TITLES
    )


def _cards(seats: int | None) -> tuple[TextCard, ...]:
    """Give a card to each of so many players; a set for any number has those of two besides."""
    more, two = TextCard(ROUND, END), TextCard(ROUND_OF_TWO, END_OF_TWO)
    if seats is None:
        return (more,) * PLAYERS + (two,) * COUPLE
    return (two if seats == COUPLE else more,) * seats
