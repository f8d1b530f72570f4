"""The table's choices (sections 10.2 and 10.3): options travel as text and become a `Table`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.rules.game import Option
from companion.rules.games.octopus_garden.board import Board
from companion.rules.games.octopus_garden.box import MODULES, Box, Module
from companion.rules.games.octopus_garden.tokens import Code, Multiset, multiset
from companion.rules.options import Chosen, not_usual, read_options


class Table(msgspec.Struct, frozen=True):
    """What this table plays with. ``chosen`` holds the options that are not the default, as text."""

    seats: int
    board: Board
    box: Box
    modules: tuple[Module, ...]
    lone_crab_points: int
    trash_cap: int | None
    printed_oysters_passable: bool
    draw_then_return: bool
    pearls_limited: bool
    reading_order: bool
    mimic_stays: bool
    lion_after_harvest: bool
    bust_to_bag: bool
    parrot_fish_cost: int
    chosen: Chosen

    def cost(self, code: Code) -> int:
        """What a token of the market costs (section 2)."""
        return self.parrot_fish_cost if code == "PF" else self.box.costs[code]

    def garden_tokens(self) -> Multiset:
        """What the bag holds before the first draw; of the sharks one a player (section 4)."""
        counts = {code: self.box.counts[code] for code in self.box.base}
        for module in self.modules:
            code = MODULES[module]
            counts[code] = min(self.seats, self.box.counts[code]) if code == "SK" else self.box.counts[code]
        return multiset(counts)


def _switch(
    key: str, label: str, choices: tuple[str, ...], help_: str, labels: tuple[str, ...] = ()
) -> Option:
    """Give an option whose first choice is the default."""
    return Option(key, label, choices[0], help_, choices, labels or choices)


_DRAW_FIRST: Final = "draw_then_return"
_OFF_ON: Final = ("false", "true")
_NO_YES: Final = ("No", "Yes")

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "modules",
        "Expert modules",
        "",
        "Any of the eight expert modules, in any combination (section 10.2).",
        tuple(MODULES),
        (
            *("Mimic octopus", "Coconut octopus", "Shark", "Parrot fish"),
            *("Diver", "Lionfish", "Treasure chest", "Boxer crab"),
        ),
        several=True,
    ),
    _switch("lone_crab_points", "Crab without a home", ("-1", "+1"), "What it scores (OG-R03)."),
    _switch(
        "trash_cap",
        "Most points lost by a trash",
        ("none", "3"),
        "Each loose trash costs as many points as there are, or 3 at most (OG-R04).",
        ("No limit", "3"),
    ),
    _switch(
        "printed_oysters_passable",
        "Animals cross printed oysters",
        _OFF_ON,
        "Sea stars and hermit crabs may enter the two printed oysters (OG-R02).",
        _NO_YES,
    ),
    _switch(
        "pass_order",
        "Passing",
        ("return_then_draw", _DRAW_FIRST),
        "Whether the token put back may be drawn again (OG-R17).",
        ("Put back, then draw", "Draw, then put back"),
    ),
    _switch("pearls_limited", "Only 40 pearls", _OFF_ON, "Take what is left, and no more (OG-R31).", _NO_YES),
    _switch(
        "refill_choice",
        "Refilling the market",
        ("player", "reading_order"),
        "The player chooses the space of every token drawn, or they go in reading order (OG-R32).",
        ("The player chooses", "In reading order"),
    ),
    _switch(
        "mimic_stays",
        "A used mimic keeps counting",
        ("true", "false"),
        "Whether it counts for later groups (OG-M02).",
        ("Yes", "No"),
    ),
    _switch(
        "lionfish_timing",
        "Lionfish",
        ("before_harvest", "after_harvest"),
        "When a lionfish removes a token (OG-M17).",
        ("Before the harvest", "After the harvest"),
    ),
    _switch(
        "chest_bust",
        "Two alike from a chest",
        ("out_of_game", "to_bag"),
        "Where the drawn tokens go (OG-M23).",
        ("Out of the game", "Back into the bag"),
    ),
    _switch("parrot_fish_cost", "Parrot fish", ("2", "0", "1", "3"), "Its cost in pearls (OG-M27)."),
    _switch(
        "draw_source",
        "Drawing tokens",
        ("bag", "software"),
        "From a bag at the table, or by the program (section 7).",
        ("Bag", "Program"),
    ),
)


def settle(seats: int, chosen: Mapping[str, str], board: Board, box: Box) -> Table:
    """Turn chosen options into a table. Raises `BadOption`."""
    texts = read_options(OPTIONS, chosen)
    modules = texts["modules"].split("+")
    return Table(
        seats=seats,
        board=board,
        box=box,
        modules=tuple(module for module in MODULES if module in modules),
        lone_crab_points=int(texts["lone_crab_points"]),
        trash_cap=None if texts["trash_cap"] == "none" else int(texts["trash_cap"]),
        printed_oysters_passable=texts["printed_oysters_passable"] == "true",
        draw_then_return=texts["pass_order"] == _DRAW_FIRST,
        pearls_limited=texts["pearls_limited"] == "true",
        reading_order=texts["refill_choice"] == "reading_order",
        mimic_stays=texts["mimic_stays"] == "true",
        lion_after_harvest=texts["lionfish_timing"] == "after_harvest",
        bust_to_bag=texts["chest_bust"] == "to_bag",
        parrot_fish_cost=int(texts["parrot_fish_cost"]),
        chosen=not_usual(OPTIONS, texts),
    )
