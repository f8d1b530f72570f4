"""The table's choices: options travel as text and are settled into a `Table` of switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.caterpillar_filler.rules.data.board import PLACE, Space
from companion.games.caterpillar_filler.rules.data.expansion import (
    NO_SETUP,
    SHIPPED,
    Expansion,
    Switches,
)
from companion.games.caterpillar_filler.rules.data.own_tiles import named, refuse_others_tiles
from companion.games.caterpillar_filler.rules.start import START_CHAINS
from companion.rules.boxes import box_switch, find_box
from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.kit.options import not_usual, read_number, read_options, switch, whole_number
from companion.rules.phrases import Term

HEADS: Final = ("yellow", "brown", "purple", "white")
BODIES: Final = ("red", "blue", "green", "black")
FACES: Final = 6


class Table(msgspec.Struct, frozen=True):
    """What this table plays with. ``chosen`` holds the options that are not the default, as text."""

    heads: tuple[str, ...]
    bodies: tuple[str, ...]
    setup: str
    setup_name: str
    """What players call it; "" without one."""
    own_setup: bool
    """Whether an owner named it."""
    rules: tuple[str, ...]
    start_flowers: tuple[Space, ...]
    die: tuple[int, ...]
    switches: Switches
    bloom_after_move: bool
    free_stuck: bool
    diagonal_metric: bool
    join_clockwise_only: bool
    wasp_before_roll: bool
    turn_limit: int | None
    chosen: tuple[tuple[str, str], ...]


TURN_LIMIT: Final = Option(
    "turn_limit",
    "Turn limit",
    "off",
    "The game ends after so many turns of all players together: the longest caterpillar wins, and equal "
    "ones share it.",
    bounds=(1, 999_999),  # as many as ever was allowed: a kept game stays readable
)


BOX_OPTION: Final = "expansion"

Expansions = tuple[Expansion, ...]
"""What tables may play with, the printed tiles alone first."""


def options_for(known: Expansions) -> tuple[Option, ...]:
    """Every choice of the table, with the set-ups and rules of those expansions."""
    return (*_from_tiles(known), *_HOUSE_RULES, *_of_the_box(known[0]))


def _from_tiles(known: Expansions) -> tuple[Option, ...]:
    setups = {setup.id: setup for each in known for setup in each.setups}.values()
    rules = {rule.id: rule for each in known for rule in each.rules}.values()
    return (
        Option(
            "setup",
            "Set-up",
            NO_SETUP,
            "More flowers and wasps lie in the garden from the start; one set-up a game. All but Hornet "
            "heart as printed are our own.",
            (NO_SETUP, *(setup.id for setup in setups)),
            ("None", *(named(setup, known) for setup in setups)),
            choice_helps=(
                "No more than the four flowers of every game.",
                *(setup.laid for setup in setups),
            ),
        ),
        Option(
            "rules",
            "Alternative rules",
            "",
            "A rule tile changes the game for everybody; the rulebook prints none of these rules: they are "
            "our own. Choose one, or more with Several rule tiles on.",
            tuple(rule.id for rule in rules),
            tuple(named(rule, known) for rule in rules),
            several=True,
            choice_helps=tuple(rule.help or rule.effect for rule in rules),
        ),
        switch(
            "several_rule_tiles",
            "Several rule tiles",
            ("off", "on"),
            "More than one of the alternative rules may be chosen for one game.",
        ),
        switch(
            "five_tile_box",
            "Box of five tiles",
            ("off", "on"),
            "Where set-up and rule are drawn, only five of the tiles take part, as in a box that holds five.",
        ),
        box_switch(
            BOX_OPTION,
            "Expansion tiles",
            known,
            "The rulebook describes one set-up, Hornet heart, and all other set-ups and rules here are our "
            "own. The tiles of your box may differ, and can be brought in besides.",  # CF-G05
            "Printed tiles",
        ),
    )


_HOUSE_RULES: Final = (
    switch(
        "follow_tail",
        "Follow the tail",
        ("off", "on"),
        "Your head may step onto the space that your own tail is just leaving, as with the rule Tail chaser.",
    ),
    switch(
        "flower3_timing",
        "Flower of a 3",
        ("before", "after"),
        "A roll of 3 brings a new flower: before the move, so that it may be eaten in it, or after the move.",
        ("Before the move", "After the move"),
    ),
    switch(
        "stuck_rule",
        "Leaving when stuck",
        ("forced", "free"),
        "You leave the garden only when your moves cannot all be made, or whenever you like.",
        ("Only when stuck", "Whenever you like"),
    ),
    switch(
        "nearest_metric",
        "Nearest space",
        ("orthogonal", "diagonal"),
        "A new flower whose space is taken goes to the nearest free one: a diagonal step counts two, or one.",
        ("Diagonal counts two", "Diagonal counts one"),
    ),
    switch(
        "rejoin_direction",
        "Coming back",
        ("either", "clockwise"),
        "When you come back your body may lie either way round the edge from your head, or clockwise only.",
        ("Either way round", "Clockwise only"),
    ),
    switch(
        "wasp_before_roll",
        "Wasp before the roll",
        ("on", "off"),
        "You may put a wasp before you have rolled, too, and not only when you know the roll.",
    ),
)


def _of_the_box(expansion: Expansion) -> tuple[Option, ...]:
    """What the pieces on the table are like, and how long the game may take."""
    return (
        Option(
            "start_flowers",
            "Start flowers",
            ",".join(expansion.start_flowers.spaces),
            "The four spaces with a flower at the start, the yellow ones of your mat, such as E5.",
            parts=tuple(PLACE),
        ),
        Option(
            "die",
            "Die",
            "1,2,3,4,5,6",
            "The numbers on the six faces of your die, if it is another than the usual one.",
            parts=tuple(map(str, range(1, FACES + 1))),
        ),
        TURN_LIMIT,
        Option(
            "heads",
            "Heads",
            ",".join(HEADS),
            "Head colours in the order of the seats, with commas.",
            each="Head",
        ),
        Option(
            "bodies",
            "Bodies",
            ",".join(BODIES),
            "Body colours in the order of the seats, with commas.",
            each="Body",
        ),
    )


def make_table(seats: int, chosen: Mapping[str, str], known: Expansions) -> Table:
    """Turn chosen options into a table.

    Raises
    ------
    BadOption
        For an unknown option, an impossible value, or choices that do not go together.
    """
    options = options_for(known)
    texts = read_options(options, chosen)
    expansion = find_box(known, texts[BOX_OPTION])
    rules = _rules(texts["rules"], several=texts["several_rule_tiles"] == "on")
    refuse_others_tiles((texts["setup"], *rules), expansion, known)
    switches = _switches(rules, expansion)
    if texts["follow_tail"] == "on":
        switches = msgspec.structs.replace(switches, follow_tail=True)
    setup = expansion.setup(texts["setup"])
    table = Table(
        heads=_colours("heads", texts["heads"], HEADS, seats),
        bodies=_colours("bodies", texts["bodies"], BODIES, seats),
        setup=setup.id if setup else "",
        setup_name=setup.name if setup else "",
        own_setup=setup is not None and setup.origin == "owner",
        rules=rules,
        start_flowers=_start_flowers(texts["start_flowers"], expansion),
        die=_die(texts["die"]),
        switches=switches,
        bloom_after_move=texts["flower3_timing"] == "after",
        free_stuck=texts["stuck_rule"] == "free",
        diagonal_metric=texts["nearest_metric"] == "diagonal",
        join_clockwise_only=texts["rejoin_direction"] == "clockwise",
        wasp_before_roll=texts["wasp_before_roll"] == "on",
        turn_limit=read_number(TURN_LIMIT, texts["turn_limit"]),
        chosen=not_usual(options, texts),
    )
    _refuse_overlap(table, seats, expansion)
    return table


def _rules(text: str, *, several: bool) -> tuple[str, ...]:
    rules = tuple(text.split("+")) if text else ()
    if len(rules) > 1 and not several:
        raise BadOption("Option rules: one rule a game, unless Several rule tiles is on.")  # CF-G33
    return rules


def _switches(rules: tuple[str, ...], expansion: Expansion) -> Switches:
    """Set the switches of all rules; two rules may not set the same one."""
    merged: dict[str, bool | int] = {}
    for rule in expansion.rules:
        if rule.id not in rules:
            continue
        clash = merged.keys() & rule.params.keys()
        if clash:
            other = next(each for each in expansion.rules if each.id in rules and clash & each.params.keys())
            raise BadOption(
                "Option {key}: {other} and {rule} do not go together.",
                key="rules",
                other=other.name,
                rule=rule.name,
            )
        merged |= rule.params
    return msgspec.convert(merged, Switches)


def _colours(key: str, text: str, known: tuple[str, ...], seats: int) -> tuple[str, ...]:
    colours = tuple(text.split(","))[:seats]
    wrong = [colour for colour in colours if colour not in known]
    if wrong or len(colours) < seats:
        raise BadOption(
            "Option {key}: give {n} of {known}, with commas between them.",
            key=key,
            n=seats,
            known=", ".join(known),
        )
    return colours


def refuse_equal_colours(table: Table) -> None:
    """Raise `BadOption` when two seats have the same head or body colour (CF-10)."""
    for key, colours in (("heads", table.heads), ("bodies", table.bodies)):
        twice = [colour for colour in colours if colours.count(colour) > 1]
        if twice:
            raise BadOption("Option {key}: two players cannot both have {colour}.", key=key, colour=twice[0])


def _start_flowers(text: str, expansion: Expansion) -> tuple[Space, ...]:
    """Give the spaces that were named; those of our mat stand for those of an owner's, if it is another."""
    spaces = tuple(text.split(","))
    if set(spaces) == set(SHIPPED.start_flowers.spaces):
        return expansion.start_flowers.spaces
    if len(spaces) != 4 or len(set(spaces)) != 4 or any(space not in PLACE for space in spaces):
        raise BadOption("Option start_flowers: give four different spaces, such as E5,E12,L5,L12.")
    return spaces


def _die(text: str) -> tuple[int, ...]:
    faces = tuple(
        face for face in map(whole_number, text.split(",")) if face is not None and 1 <= face <= FACES
    )
    if len(faces) != FACES or len(text.split(",")) != FACES:
        raise BadOption("Option die: give six faces from 1 to 6, such as 1,2,3,4,5,6.")
    return faces


def _refuse_overlap(table: Table, seats: int, expansion: Expansion) -> None:
    setup = expansion.setup(table.setup)
    extra = setup.flowers + setup.wasps if setup else ()
    taken = {space for chain in START_CHAINS[seats] for space in chain} | set(extra)
    wrong = [space for space in table.start_flowers if space in taken]
    if wrong:
        raise BadOption("Option start_flowers: {space} is already taken at the start.", space=wrong[0])


WORDS: Final = (
    Term("off"),
    Term("yellow"),
    Term("brown"),
    Term("purple"),
    Term("white"),
    Term("red"),
    Term("blue"),
    Term("green"),
    Term("black"),
)
"""Words that options are chosen by, for translators."""
