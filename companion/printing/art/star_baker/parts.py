"""What is cut out for Star Baker (specification section 2)."""

from __future__ import annotations

from companion.layout import Layout
from companion.layouts.star_baker import cards_of
from companion.printing.parts import Part, PartList, TextCard
from companion.rules.games.star_baker.lying import BACK, kind_of

REFERENCE_CARDS = 6

_REFERENCE = TextCard(
    (
        "A day in the kitchen",
        (
            "1. Everybody: one card face down as time card. 2. Turn over: the earliest goes first. "
            "3. In turn: fill a recipe with cards of your hand, or restock: take your discards back "
            "and, if you like, put one recipe on the deck."
        ),
    ),
    (
        "Counting up",
        (
            "The game ends when the deck cannot refill the book. 1 point for every coin, star and trophy "
            "on your cards, and 2 more for every set of all three."
        ),
    ),
)


def parts(layout: Layout, seats: int | None) -> PartList:  # noqa: ARG001
    """List the set: any player may get any chef, so the number of players leaves nothing out."""
    groups: dict[str, list[Part]] = {"recipes": [], "advanced": [], "chefs": []}
    names = {"recipe": "recipes", "advanced": "advanced", "chef": "chefs"}
    for card in cards_of(layout).cards.values():
        groups[names[card.kind]].append(Part(kind_of(card.card_id), 1, BACK))
    references = (_REFERENCE,) * REFERENCE_CARDS
    return PartList({name: tuple(group) for name, group in groups.items()}, references, "Reference cards")
