"""What is cut out for Star Baker (specification section 2)."""

from __future__ import annotations

from companion.games.star_baker.art.icons import GOLD, WHITE, icon
from companion.games.star_baker.layout import CLOTH, INK, border_of, cards_of
from companion.games.star_baker.rules.checks.lying import BACK, kind_of
from companion.layout import Layout, Rgb
from companion.printing.drawing import disc, mix, polygon, star
from companion.printing.glyphs import centred_text
from companion.printing.parts import Part, PartList, Picture, TextCard
from companion.rules.message import Message

_DAY = (
    Message("A day in the kitchen"),
    Message(
        "1. Everybody: one card face down as time card. 2. Turn all time cards face up: the earliest goes "
        "first. 3. In turn: fill a recipe with cards of your hand, or restock: take your discard pile back "
        "and, if you like, put one recipe on the deck. 4. Turn up new recipes; with too few, count."
    ),
)
_POINTS = (
    Message("Points and abilities"),
    Message("Coin, star, trophy: 1 each. Set of all three: 2 more."),
)

_ABILITIES = {
    "bonus_fill": Message("Bonus fill: one more recipe"),
    "bonus_restock": Message("Bonus restock: discards back"),
    "somethings_wrong": Message("Something's wrong: lose a card"),
    "arrive_early": Message("Arrive early: an hour earlier"),
}
_ICON_MM = 4.6

_PLACES = range(1, 7)
_GOLD_LIGHT = mix(GOLD, WHITE, 0.45)

SCORE_LINES = (
    Message("Coins"),
    Message("Stars"),
    Message("Trophies"),
    Message("Set bonus: 2 for each set"),
)

TITLES = {
    "recipes": Message("Recipes"),
    "advanced": Message("Advanced recipes"),
    "chefs": Message("Chefs"),
    "turn-order": Message("Turn order"),
}


def _reference(colour: Rgb) -> TextCard:
    """Give the reference card of a chef, with the icons of the abilities."""
    icons = tuple(
        Picture(tuple(icon(name, (0.0, 0.0), _ICON_MM)), words) for name, words in _ABILITIES.items()
    )
    return TextCard(_DAY, _POINTS, colour, icons)


def _turn_order(nth: int) -> TextCard:
    """Give the card of a place in the day's order: alike on both sides."""
    emblem = (
        disc((0.0, 2.4), 15.4, mix(CLOTH, INK, 0.35)),
        disc((0.0, 2.4), 14.4, WHITE),
        polygon([(x, y + 2.4) for x, y in star(5, 14.0, 8.6)], mix(GOLD, INK, 0.25)),
        polygon([(x, y + 2.4) for x, y in star(5, 12.9, 7.9)], _GOLD_LIGHT),
        centred_text(str(nth), (0.0, 3.2), 8.0, INK),
    )
    side = (Message("Turn order"), "")
    return TextCard(side, side, mix(CLOTH, INK, 0.35), emblem=emblem)


def parts(layout: Layout, seats: int | None) -> PartList:  # noqa: ARG001
    """List the set: any player may get any chef, so the number of players leaves nothing out."""
    groups: dict[str, list[Part]] = {"recipes": [], "advanced": [], "chefs": []}
    names = {"recipe": "recipes", "advanced": "advanced", "chef": "chefs"}
    for card in cards_of(layout).cards.values():
        groups[names[card.kind]].append(Part(kind_of(card.card_id), 1, BACK))
    # A box of one's own may have chefs whose colour is known by name only.
    chefs = {card.border: border_of(card) for card in cards_of(layout).cards.values() if card.kind == "chef"}
    return PartList(
        {name: tuple(group) for name, group in groups.items()},
        tuple(map(_reference, chefs.values())),
        Message("Reference cards"),
        {"turn-order": tuple(map(_turn_order, _PLACES))},
        SCORE_LINES,
        titles=TITLES,
    )
