"""The table's choices (sections 10.2 and 10.3): options travel as text and become a `Table`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.games.octopus_garden.rules.data.board import Board
from companion.games.octopus_garden.rules.data.box import MODULES, Box, Module
from companion.games.octopus_garden.rules.data.piece_set import PieceSet
from companion.games.octopus_garden.rules.data.tokens import Code, Multiset, multiset
from companion.rules.boxes import box_switch, find_box
from companion.rules.game import Option
from companion.rules.kit.options import Chosen, not_usual, read_options, switch


class Table(msgspec.Struct, frozen=True):
    """What this table plays with.

    ``chosen`` holds the options that are not the default, as text; ``rules`` is the version of the rules.
    """

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
    rules: str

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


_DRAW_FIRST: Final = "draw_then_return"
_OFF_ON: Final = ("false", "true")
_NO_YES: Final = ("No", "Yes")

_USUAL: Final[tuple[Option, ...]] = (
    Option(
        "modules",
        "Expert modules",
        "",
        "Each adds one kind of token to the bag. The rulebook advises to bring them in one after the other, "
        "in this order, and not all at once.",  # section 10.2
        tuple(MODULES),
        (
            *("Mimic octopus", "Coconut octopus", "Shark", "Parrot fish"),
            *("Diver", "Lionfish", "Treasure chest", "Boxer crab"),
        ),
        several=True,
        choice_helps=(
            "A mimic octopus may once become an anemone or a seagrass, when that wins you a fish at once.",
            "A coconut octopus may once move what lies around it, each token one step. It scores 3, used 1.",
            "A shark in your garden may hold one token of the market for you: the others cannot buy it.",
            "A parrot fish scores 1 point at the end for every coral beside it.",
            "A diver takes all trash and relics out of your garden when it is planted, and leaves with them.",
            "Whoever has a lionfish may pay 1 pearl a turn and take a token out of the market. It scores 5.",
            "A treasure chest lets you pay pearls and draw a token for each. Two alike, and all are lost.",
            "A boxer crab rides on an anemone, walks with it and keeps other animals off. It scores 3.",
        ),
    ),
    switch(
        "lone_crab_points",
        "Crab without a home",
        ("-1", "+1"),
        "At the end a hermit crab that has no home costs its owner a point, or brings one.",  # OG-R03
    ),
    switch(
        "trash_cap",
        "Most points lost by trash",
        ("none", "3"),
        "Trash that is nobody's home costs, each, as many points as you have of it: two of them cost 2 "
        "each. With a limit it is 3 each at most.",  # OG-R04
        ("No limit", "3"),
    ),
    switch(
        "printed_oysters_passable",
        "Animals cross printed oysters",
        _OFF_ON,
        "Sea stars and hermit crabs may walk over the two oysters printed in each garden, and need not go "
        "round them.",  # OG-R02
        _NO_YES,
    ),
    switch(
        "pass_order",
        "Passing",
        ("return_then_draw", _DRAW_FIRST),
        "Who passes puts a token of the market back into the bag and draws another. Put back first, the "
        "same one may come again.",  # OG-R17
        ("Put back, then draw", "Draw, then put back"),
    ),
    switch(
        "pearls_limited",
        "Only 40 pearls",
        _OFF_ON,
        "When the 40 pearls are out, nobody gets more; otherwise anything may stand for a pearl.",  # OG-R31
        _NO_YES,
    ),
    switch(
        "refill_choice",
        "Refilling the market",
        ("player", "reading_order"),
        "You choose an empty space of the market for every token that is drawn, or they are laid in reading "
        "order.",  # OG-R32
        ("The player chooses", "In reading order"),
    ),
    switch(
        "mimic_stays",
        "A used mimic keeps counting",
        ("true", "false"),
        "With the mimic octopus: what it has become counts for your later fish, too, or for that one fish "
        "only.",  # OG-M02
        ("Yes", "No"),
    ),
    switch(
        "lionfish_timing",
        "Lionfish",
        ("before_harvest", "after_harvest"),
        "With the lionfish: you take a token out of the market before you harvest your pearls, or with the "
        "harvest in hand.",  # OG-M17
        ("Before the harvest", "After the harvest"),
    ),
    switch(
        "chest_bust",
        "Two alike from a chest",
        ("out_of_game", "to_bag"),
        # OG-M23
        "With the treasure chest: after two alike all drawn tokens leave the game, or go back into the bag.",
        ("Out of the game", "Back into the bag"),
    ),
    switch(
        "parrot_fish_cost",
        "Parrot fish",
        ("2", "0", "1", "3"),
        "With the parrot fish: how many pearls it costs in the market. See the token in your box.",  # OG-M27
        ("2 pearls", "0 pearls", "1 pearl", "3 pearls"),
    ),
    switch(
        "draw_source",
        "Drawing tokens",
        ("bag", "software"),
        "You draw tokens from a bag at the table, or the program draws and says which to lay.",  # section 7
        ("Bag", "Program"),
    ),
)


BOX_OPTION: Final = "pieces"

RULES_VERSION: Final = "2"
OLDER_RULES: Final = ("1",)
"""Versions by which records are still followed.

Version 1 told by the sizes of all groups together how many fish were due: a new group earned none after a
split. Mimics completed a group one at a time.
"""


def options_for(sets: Sequence[PieceSet]) -> tuple[Option, ...]:
    """Every choice of the table, with these sets of pieces."""
    return (
        *_USUAL,
        box_switch(
            BOX_OPTION,
            "Garden and tokens",
            sets,
            # OG-R01
            "You play with the printed garden and tokens, or with those of your own box, from a file.",
        ),
    )


def make_table(
    seats: int, chosen: Mapping[str, str], sets: Sequence[PieceSet], rules: str = RULES_VERSION
) -> Table:
    """Turn chosen options into a table that follows a version of the rules. Raises `BadOption`."""
    options = options_for(sets)
    texts = read_options(options, chosen)
    pieces = find_box(sets, texts[BOX_OPTION])
    modules = texts["modules"].split("+")
    return Table(
        seats=seats,
        board=pieces.board,
        box=pieces.box,
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
        chosen=not_usual(options, texts),
        rules=rules,
    )
