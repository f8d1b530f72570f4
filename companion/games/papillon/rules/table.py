"""The table's choices O1 to O13: options travel as text and are settled into a `Table`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.papillon.rules.data.board import Line
from companion.games.papillon.rules.data.box import Box
from companion.rules.boxes import box_switch, find_box
from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.kit.options import Chosen, not_usual, read_options, switch
from companion.rules.phrases import Term

COLOURS: Final = ("white", "black", "green", "orange")
"""Player colours of the own set, so that none looks like a flower colour (section 2)."""

DRAWN_AS: Final = {
    "pairing": ("pair",),
    "gnomes": ("gnome",),
    "order": ("order",),
    "tiles": ("fill", "reserve"),
}
"""Value of the option ``draws`` -> the first words of its outcomes: chance events C1, C2, C3, C4 with C5."""

DRAWS: Final = tuple(DRAWN_AS)

_GNOME_LINES: Final[dict[str, tuple[Line, Line]]] = {"two-tile": ("3", "C"), "literal": ("2", "B")}


class Table(msgspec.Struct, frozen=True):
    """What this table plays with. ``chosen`` holds the options that are not the default, as text."""

    box: Box
    colours: tuple[str, ...]
    gnome_lines: tuple[Line, Line]
    reserve_caterpillar: bool
    discards_unplaceable: bool
    recycles: bool
    flies_by_track: bool
    unlimited_caterpillars: bool
    caps_bonus: bool
    may_leave_patch: bool
    draws_whole_order: bool
    expert: bool
    picks_best_paid: bool
    drawn_by_software: frozenset[str]
    chosen: Chosen


BOX_OPTION: Final = "tile_data"


def options_for(boxes: Sequence[Box]) -> tuple[Option, ...]:
    """Every choice of the table, with these boxes of tiles."""
    return (
        switch(
            "gnome_lines",
            "Gnome lines",
            ("two-tile", "literal"),
            "Who drafts one of these two lines of the board wins the gnome. The rulebook can be read both "
            "ways.",  # O1
            ("Row 3 and column C", "Row 2 and column B"),
        ),
        switch(
            "reserve_caterpillar",
            "Caterpillar of a reserve tile",
            ("off", "on"),
            "A tile from the reserve that shows a caterpillar brings 1, as a drafted tile does; else it "
            "brings none.",  # O2
        ),
        switch(
            "unplaceable",
            "Tile that fits nowhere",
            ("shelve", "discard"),
            "A new tile that fits nowhere waits beside the garden until it fits, or leaves the game.",  # O3
            ("It waits", "It leaves the game"),
        ),
        switch(
            "bag_empty",
            "Empty bag",
            ("recycle", "none"),
            # O4
            "When the bag is empty the tiles that were removed go back into it, or nobody draws any more.",
            ("Tiles go back in", "No more tiles"),
        ),
        switch(
            "butterfly_order_2p",
            "Butterfly order of two",
            ("draft", "track"),
            "With two players: who drafted last places butterflies first, or who is last on the order track "
            "after the gnome was won.",  # O5
            ("Last to draft", "Last on the track"),
            seats=(2,),
        ),
        switch(
            "caterpillar_supply",
            "Caterpillar supply",
            ("50", "unlimited"),
            "There are fifty caterpillars, and who wins more than are left gets those only; or there are "
            "always enough.",  # O6
            ("Fifty", "Unlimited"),
        ),
        switch(
            "cap_scope",
            "Twelve caterpillars at most",
            ("all", "tiles-and-gnomes"),
            "Nobody keeps more than twelve: that is seen to after everything you win, or only after tiles "
            "and gnomes.",  # O7
            ("After every gain", "After tiles and gnomes"),
        ),
        switch(
            "perch",
            "Butterfly on a closed patch",
            ("compulsory", "optional"),
            "Who closes a patch of flowers must put a butterfly on it, or may keep the butterfly back.",  # O8
            ("Compulsory", "Optional"),
        ),
        switch(
            "first_order",
            "First order",
            ("clockwise", "random"),
            "In the first round the others follow the first player clockwise, or all places are drawn.",  # O9
            ("Clockwise", "Drawn"),
        ),
        switch(
            "expert",
            "Expert Gnomes",
            ("off", "on"),
            "A gnome that you win goes into your garden and makes what it stands on score more: butterflies "
            "of a field 2 each, tiles of a patch that counts 3 each.",  # O10
        ),
        switch(
            "expert_pick",
            "The two patches that count",
            ("size", "best-paid"),
            "With Expert Gnomes: the two largest patches score, or the two that pay best.",  # O11
            ("The two largest", "The two best paid"),
        ),
        box_switch(
            BOX_OPTION,
            "Tiles",
            boxes,
            # O12
            "The tiles of the printed set are our own; those of your box may differ. Bring yours in, or "
            "play with ours.",
        ),
        Option(
            "draws",
            "Drawn by the program",
            "",
            "What you tick the program draws, and says what to lay; the rest you draw at the table.",
            DRAWS,
            ("Planters", "Gnomes", "First player", "Tiles"),
            several=True,
            choice_helps=(
                "Which planter stands at which flower.",
                "The gnome of every round.",
                "Who goes first.",
                "The tiles that fill the board, and those of the reserve.",
            ),
        ),
        Option(
            "colours",
            "Colours",
            ",".join(COLOURS),
            "Colours of gardeners and butterflies in the order of the seats, with commas.",
            each="Colour",
        ),
    )


def make_table(seats: int, chosen: Mapping[str, str], boxes: tuple[Box, ...]) -> Table:
    """Turn chosen options into a table.

    Raises
    ------
    BadOption
        For an unknown option or an impossible value.
    """
    return _settle(seats, tuple(chosen.items()), boxes)


@lru_cache(maxsize=64)
def _settle(seats: int, chosen: Chosen, boxes: tuple[Box, ...]) -> Table:
    options = options_for(boxes)
    texts = read_options(options, dict(chosen))
    return Table(
        box=find_box(boxes, texts[BOX_OPTION]),
        colours=_colours(texts["colours"], seats),
        gnome_lines=_GNOME_LINES[texts["gnome_lines"]],
        reserve_caterpillar=texts["reserve_caterpillar"] == "on",
        discards_unplaceable=texts["unplaceable"] == "discard",
        recycles=texts["bag_empty"] == "recycle",
        flies_by_track=texts["butterfly_order_2p"] == "track",
        unlimited_caterpillars=texts["caterpillar_supply"] == "unlimited",
        caps_bonus=texts["cap_scope"] == "all",
        may_leave_patch=texts["perch"] == "optional",
        draws_whole_order=texts["first_order"] == "random",
        expert=texts["expert"] == "on",
        picks_best_paid=texts["expert_pick"] == "best-paid",
        drawn_by_software=frozenset(filter(None, texts["draws"].split("+"))),
        chosen=not_usual(options, texts),
    )


def _colours(text: str, seats: int) -> tuple[str, ...]:
    colours = tuple(text.split(","))[:seats]
    if len(colours) < seats or any(colour not in COLOURS for colour in colours):
        raise BadOption(
            "Option {key}: give {n} of {known}, with commas between them.",
            key="colours",
            n=seats,
            known=", ".join(COLOURS),
        )
    if len(set(colours)) < seats:
        raise BadOption("Option colours: two players cannot have the same colour.")  # R2
    return colours


WORDS: Final = (
    Term("white"),
    Term("black"),
    Term("green"),
    Term("orange"),
)
"""Words that options are chosen by, for translators."""
