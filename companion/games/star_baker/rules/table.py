"""The table's choices (section 10), settled into a `Table`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from companion.games.star_baker.rules.data.cards import CardId, CardSet
from companion.rules.boxes import box_switch, find_box
from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.kit.options import Chosen, not_usual, read_options, switch
from companion.rules.phrases import Term

SEATS: Final = (1, 2, 3, 4, 5, 6)
CARDS_A_PLAYER: Final = 10
"""Cards of the deck for each player (SB-03)."""

CHEF: Final = 2
"""The automatic chef of a solo game, as a player (section 10)."""

Personality = Literal["ada", "bruno", "celeste", "dmitri", "esme", "farid"]

USUAL_CHEF: Final = "ada"

_CHEFS: Final = ("Ada", "Bruno", "Celeste", "Dmitri", "Esme", "Farid")


BOX_OPTION: Final = "cards"

_USUAL: Final = (
    switch(
        "advanced",
        "Advanced cards",
        ("needed", "on", "off"),
        "The ten red-bordered cards, Arrive early and Something's wrong, are shuffled in with the others. "
        "Six players need them.",
        ("Only if six play", "On", "Off"),
    ),
    switch(
        "bonus_fill_uses",
        "Bonus fill",
        ("leftover", "all"),
        "The second recipe of a bonus fill is paid with the fillings you have left, or with all of them "
        "once more.",
        ("With what is left", "With all again"),
    ),
    switch(
        "reserve",
        "Reserving",
        ("optional", "required"),
        "Who restocks may put a card of the book on top of the deck, or must. There it is out of reach "
        "today.",
        ("May", "Must"),
    ),
    switch(
        "open_hands",
        "Open hands",
        ("off", "on"),
        "Everybody sees every hand, on every phone; you may lay your cards open on the table, too.",
        ("Off", "On"),
    ),
    switch(
        "deal_chefs",
        "Chef cards",
        ("random", "choose"),
        "Which colour of chef cards each player has: dealt at random, or chosen in the order of the seats.",
        ("Dealt at random", "Chosen"),
    ),
    switch(
        "stalemate_guard",
        "Stalemate guard",
        ("on", "off"),
        "The fifth time that the row is shuffled away and nobody filled a recipe in between, the game ends. "
        "This rule is ours; the rulebook has no such end.",
        ("On", "Off"),
    ),
    Option(
        "automatic_chef",
        "Automatic chef",
        USUAL_CHEF,
        "Whom you play against when you play alone. Each takes recipes in a way of its own.",
        tuple(name.lower() for name in _CHEFS),
        _CHEFS,
        seats=(1,),
        choice_helps=(
            "Takes the recipe with the most symbols.",
            "Takes the recipe that needs the most fillings.",
            "Takes the recipe that needs the fewest fillings.",
            "Takes the recipe with the symbol it has least of.",
            "Takes the recipe that brings the most fillings.",
            "Takes the recipe with the latest time.",
        ),
    ),
)


def options_for(sets: Sequence[CardSet]) -> tuple[Option, ...]:
    """Every choice of the table, with these sets of cards."""
    return (
        *_USUAL,
        box_switch(
            BOX_OPTION,
            "Cards",
            sets,
            # SB-G28
            "The recipes of the printed set are our own; those of your box may differ. Bring yours in, or "
            "play with ours.",
        ),
    )


_CHEF_NAMES: Final[dict[str, Term]] = {
    "ada": Term("Chef Ada"),
    "bruno": Term("Chef Bruno"),
    "celeste": Term("Chef Celeste"),
    "dmitri": Term("Chef Dmitri"),
    "esme": Term("Chef Esme"),
    "farid": Term("Chef Farid"),
}


def chef_called(personality: str) -> Term:
    """Give what an automatic chef is called."""
    return _CHEF_NAMES[personality]


class Table(msgspec.Struct, frozen=True):
    """What this table plays with. ``chosen`` holds the options that are not the default, as text."""

    seats: int
    cards: CardSet
    advanced: bool
    bonus_uses_all: bool
    must_reserve: bool
    open_hands: bool
    choose_chefs: bool
    stalemate_guard: bool
    automatic_chef: Personality
    chosen: Chosen

    @property
    def players(self) -> int:
        """Number of players, the automatic chef of a solo game included: it is player 2."""
        return max(2, self.seats)

    @property
    def solo(self) -> bool:
        """Whether one person plays against the automatic chef."""
        return self.seats == 1

    @property
    def chef_name(self) -> Term:
        """What the automatic chef is called."""
        return chef_called(self.automatic_chef)

    @property
    def book_size(self) -> int:
        """Cards in the book at the start of a day (SB-04)."""
        return self.players + 1

    @property
    def deck_size(self) -> int:
        """Cards of the deck before any is turned up (SB-03)."""
        return CARDS_A_PLAYER * self.players

    @property
    def in_use(self) -> tuple[CardId, ...]:
        """The recipe cards of which the deck is a part."""
        return self.cards.recipes(advanced=self.advanced)


def make_table(seats: int, chosen: Mapping[str, str], sets: Sequence[CardSet]) -> Table:
    """Turn chosen options into a table.

    Raises
    ------
    BadOption
        For an unknown option, an impossible value, or too few cards for the players.
    """
    if seats not in SEATS:
        raise BadOption("Star Baker is for 1 to 6 players, not {seats}.", seats=seats)
    options = options_for(sets)
    texts = read_options(options, chosen)
    cards = find_box(sets, texts[BOX_OPTION])
    needed = CARDS_A_PLAYER * seats > len(cards.recipes(advanced=False))
    table = Table(
        seats=seats,
        cards=cards,
        advanced=texts["advanced"] == "on" or (texts["advanced"] == "needed" and needed),
        bonus_uses_all=texts["bonus_fill_uses"] == "all",
        must_reserve=texts["reserve"] == "required",
        open_hands=texts["open_hands"] == "on",
        choose_chefs=texts["deal_chefs"] == "choose",
        stalemate_guard=texts["stalemate_guard"] == "on",
        automatic_chef=msgspec.convert(texts["automatic_chef"], Personality),
        chosen=not_usual(options, texts),
    )
    if len(cards.recipes(advanced=True)) < table.deck_size:
        raise BadOption(
            "{seats} players need {size} recipes, and {cards} has fewer.",
            seats=seats,
            size=table.deck_size,
            cards=cards.name,
        )
    if len(table.in_use) < table.deck_size:
        raise BadOption(  # SB-02
            "{seats} players need the advanced cards: {size} in all.", seats=seats, size=table.deck_size
        )
    return table
