"""The table's choices: options travel as text and are settled into a `Table` (section 10.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final

import msgspec

from companion.games.it_happens.rules.data.mounds import MoundSet
from companion.rules.boxes import box_switch, find_box
from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.kit.options import Chosen, not_usual, read_options, switch
from companion.rules.phrases import Term

SEATS: Final = (2, 3, 4, 5)
COLOURS: Final = ("yellow", "red", "green", "blue", "white")
DICE: Final = 5
"""Dice of one colour."""

NEUTRAL_DICE: Final = 2
"""Dice of the imaginary player's colour that each of two players holds (IH-R28)."""

BOX_OPTION: Final = "mound_data"

Colour = int
"""A colour in play, by its place: that of seat s is s - 1, the imaginary player's comes last."""


class Table(msgspec.Struct, frozen=True):
    """What this table plays with. ``chosen`` holds the options that are not the default, as text."""

    mounds: MoundSet
    seats: int
    colours: tuple[str, ...]
    pass_timing: str
    general_strict: bool
    imaginary_collects_all: bool
    imaginary_start_worms: int
    open_scores: bool
    dice_source: str
    mound_source: str
    start_player: str
    chosen: Chosen

    @property
    def neutral(self) -> Colour | None:
        """The imaginary player's colour; only two players have it."""
        return self.seats if self.seats == min(SEATS) else None

    @property
    def letters(self) -> tuple[str, ...]:
        """The colours in play as notations write them."""
        return tuple(colour[0].upper() for colour in self.colours)

    def dice(self, colour: Colour) -> int:
        """How many dice of a colour are in play."""
        return NEUTRAL_DICE * self.seats if colour == self.neutral else DICE

    def full_hand(self, seat: int) -> tuple[int, ...]:
        """The dice of each colour that a seat holds before a round."""
        own = seat - 1
        return tuple(
            DICE if colour == own else NEUTRAL_DICE if colour == self.neutral else 0
            for colour in range(len(self.colours))
        )

    def start_worms(self, colour: Colour) -> int:
        """Worm tiles at the start."""
        if colour == self.neutral:
            return self.imaginary_start_worms
        return self.mounds.start_worms_per_player


def options_for(sets: Sequence[MoundSet]) -> tuple[Option, ...]:
    """Every choice of the table, with those sets of mounds."""
    return (
        Option(
            "colours",
            "Colours",
            ",".join(COLOURS),
            "Dice colours in the order of the seats, with commas; with two players the third is the "
            "imaginary one's.",
            each="Colour",
        ),
        switch(
            "pass_timing",
            "Passing",
            ("any", "before_roll", "after_roll"),
            # IH-R08
            "A worm pays for passing your turn: before you roll, after you have seen the roll, or both.",
            ("Before or after the roll", "Before the roll", "After the roll"),
        ),
        switch(
            "general_on_tie",
            "General after a tie for the Queen",
            ("rank", "strict"),
            "Of two colours that tie for the Queen the one further left takes her. The General goes to the "
            "other of them, or to the colour with the next lower total.",  # IH-R15
            ("To the other tied colour", "To the next lower total"),
        ),
        switch(
            "imaginary_collects",
            "Imaginary player collects",
            ("all", "victory_tiles_only"),
            "With two players: the imaginary third player takes items and worms as anybody does, or victory "
            "tiles only.",  # IH-R23
            ("Everything", "Victory tiles only"),
            seats=(min(SEATS),),
        ),
        switch(
            "imaginary_start_worms",
            "Imaginary player's worms",
            ("0", "2"),
            # IH-R24
            "With two players: how many worm tiles the imaginary player starts with. It spends none.",
            seats=(min(SEATS),),
        ),
        switch(
            "open_scores",
            "Open scores",
            ("false", "true"),
            "Victory tiles that were won lie face down and only their number is shown until the end, or "
            "everybody sees all points all the time.",  # IH-R22
            ("Face down", "Open"),
        ),
        switch(
            "dice_source",
            "Dice",
            ("camera", "tap", "software"),
            "You roll real dice and the camera reads them, or you tap what you rolled, or the program rolls.",
            ("Read by the camera", "Tapped", "Rolled by the program"),
        ),
        switch(
            "mound_source",
            "Mounds",
            ("table", "software"),
            "You shuffle the mound cards at the table, or the program draws which ones come up.",
            ("Shuffled at the table", "Drawn by the program"),
        ),
        switch(
            "start_player",
            "First player",
            ("table", "random"),
            "The hungriest begins: you say who that is, or it is drawn.",  # IH-R34
            ("You say who", "Drawn"),
        ),
        box_switch(
            BOX_OPTION,
            "Mound cards",
            sets,
            # IH-R29
            "The rulebook prints no mound cards: those of the printed set are our own, and the cards of your "
            "box differ. Bring yours in, or play with ours.",
        ),
    )


def drawn_colours() -> tuple[str, ...]:
    """Every way to deal out the colours, for a table that asks for it (section 4)."""
    return tuple(map(",".join, permutations(COLOURS)))


def make_table(seats: int, chosen: Mapping[str, str], sets: Sequence[MoundSet]) -> Table:
    """Turn chosen options into a table.

    Raises
    ------
    BadOption
        For an unknown option or an impossible value.
    """
    options = options_for(sets)
    texts = read_options(options, chosen)
    return Table(
        mounds=find_box(sets, texts[BOX_OPTION]),
        seats=seats,
        colours=_colours(texts["colours"], seats),
        pass_timing=texts["pass_timing"],
        general_strict=texts["general_on_tie"] == "strict",
        imaginary_collects_all=texts["imaginary_collects"] == "all",
        imaginary_start_worms=int(texts["imaginary_start_worms"]),
        open_scores=texts["open_scores"] == "true",
        dice_source=texts["dice_source"],
        mound_source=texts["mound_source"],
        start_player=texts["start_player"],
        chosen=not_usual(options, texts),
    )


def _colours(text: str, seats: int) -> tuple[str, ...]:
    needed = max(seats, 3)
    colours = tuple(text.split(","))[:needed]
    if len(colours) < needed or not set(colours) <= set(COLOURS):
        raise BadOption(
            "Option {key}: give {n} of {known}, with commas between them.",
            key="colours",
            n=needed,
            known=", ".join(COLOURS),
        )
    twice = [colour for colour in colours if colours.count(colour) > 1]
    if twice:
        raise BadOption("Option {key}: {colour} stands there twice.", key="colours", colour=twice[0])
    return colours


WORDS: Final = (
    Term("yellow"),
    Term("red"),
    Term("green"),
    Term("blue"),
    Term("white"),
)
"""Words that options are chosen by, for translators."""
