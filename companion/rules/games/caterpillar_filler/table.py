"""The table's choices: options travel as text and are settled into a `Table` of switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.games.caterpillar_filler.board import PLACE, Space
from companion.rules.games.caterpillar_filler.expansion import Expansion, Switches
from companion.rules.games.caterpillar_filler.start import START_CHAINS

NO_SETUP: Final = "none"
HEADS: Final = ("yellow", "brown", "purple", "white")
BODIES: Final = ("red", "blue", "green", "black")
FACES: Final = 6


class Table(msgspec.Struct, frozen=True):
    """What this table plays with. ``chosen`` holds the options that are not the default, as text."""

    heads: tuple[str, ...]
    bodies: tuple[str, ...]
    setup: str
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


def _switch(key: str, label: str, default: str, choices: tuple[str, ...], help_: str) -> Option:
    return Option(key, label, default, help_, choices, choices)


def options_for(expansion: Expansion) -> tuple[Option, ...]:
    """Every choice of the table, with the set-ups and rules of that expansion."""
    on_off = ("off", "on")
    return (
        Option(
            "setup",
            "Set-up",
            NO_SETUP,
            "Extra flowers and wasps in the garden, at most one set-up a game.",
            (NO_SETUP, *(setup.id for setup in expansion.setups)),
            ("None", *(setup.name for setup in expansion.setups)),
        ),
        Option(
            "rules",
            "Alternative rules",
            "",
            "One rule tile, or more where Several rule tiles is on.",
            tuple(rule.id for rule in expansion.rules),
            tuple(rule.name for rule in expansion.rules),
            several=True,
        ),
        _switch("several_rule_tiles", "Several rule tiles", "off", on_off, "More than one rule at once."),
        _switch("five_tile_box", "Box of five tiles", "off", on_off, "Random draws use five tiles only."),
        _switch("follow_tail", "Follow the tail", "off", on_off, "Your own tail's space may be entered."),
        _switch(
            "flower3_timing", "Flower of a 3", "before", ("before", "after"), "Before or after the move."
        ),
        _switch(
            "stuck_rule", "Leaving when stuck", "forced", ("forced", "free"), "Only when forced, or freely."
        ),
        _switch(
            "nearest_metric",
            "Nearest space",
            "orthogonal",
            ("orthogonal", "diagonal"),
            "Whether a diagonal step counts as one when a flower's space is taken.",
        ),
        _switch(
            "rejoin_direction",
            "Coming back",
            "either",
            ("either", "clockwise"),
            "Which way the body may run from the head on the edge.",
        ),
        _switch(
            "wasp_before_roll", "Wasp before the roll", "on", on_off, "A wasp may be put before rolling."
        ),
        Option(
            "start_flowers",
            "Start flowers",
            ",".join(expansion.start_flowers.spaces),
            "The four yellow flower spaces, with commas.",
        ),
        Option("die", "Die", "1,2,3,4,5,6", "The six faces of the die, each 1 to 6, with commas."),
        Option("turn_limit", "Turn limit", "off", "End after so many turns of all players together, or off."),
        Option("heads", "Heads", ",".join(HEADS), "Head colours in the order of the seats, with commas."),
        Option("bodies", "Bodies", ",".join(BODIES), "Body colours in the order of the seats, with commas."),
    )


def settle(seats: int, chosen: Mapping[str, str], expansion: Expansion) -> Table:
    """Turn chosen options into a table.

    Raises
    ------
    BadOption
        For an unknown option, an impossible value, or choices that do not go together.
    """
    texts = _texts(chosen, options_for(expansion))
    rules = _rules(texts["rules"], several=texts["several_rule_tiles"] == "on")
    switches = _switches(rules, expansion)
    if texts["follow_tail"] == "on":
        switches = msgspec.structs.replace(switches, follow_tail=True)
    table = Table(
        heads=_colours("heads", texts["heads"], HEADS, seats),
        bodies=_colours("bodies", texts["bodies"], BODIES, seats),
        setup="" if texts["setup"] == NO_SETUP else texts["setup"],
        rules=rules,
        start_flowers=_start_flowers(texts["start_flowers"]),
        die=_die(texts["die"]),
        switches=switches,
        bloom_after_move=texts["flower3_timing"] == "after",
        free_stuck=texts["stuck_rule"] == "free",
        diagonal_metric=texts["nearest_metric"] == "diagonal",
        join_clockwise_only=texts["rejoin_direction"] == "clockwise",
        wasp_before_roll=texts["wasp_before_roll"] == "on",
        turn_limit=_turn_limit(texts["turn_limit"]),
        chosen=tuple((o.key, texts[o.key]) for o in options_for(expansion) if texts[o.key] != o.default),
    )
    _refuse_overlap(table, seats, expansion)
    return table


def _texts(chosen: Mapping[str, str], options: tuple[Option, ...]) -> dict[str, str]:
    """Every option's text, with defaults filled in and choices checked."""
    texts = {option.key: option.default for option in options}
    known = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in known:
            raise BadOption(f"There is no option {key!r}. There is: {', '.join(known)}.")
        option = known[key]
        text = "".join(value.split())
        values = [part for part in text.split("+") if part] if option.several else [text]
        wrong = [part for part in values if option.choices and part not in option.choices]
        if wrong:
            raise BadOption(f"Option {key}: {wrong[0]!r} is none of {', '.join(option.choices)}.")
        # A set of choices has one spelling: in the order of the list, each once.
        texts[key] = "+".join(c for c in option.choices if c in values) if option.several else text
    return texts


def _rules(text: str, *, several: bool) -> tuple[str, ...]:
    rules = tuple(text.split("+")) if text else ()
    if len(rules) > 1 and not several:
        raise BadOption("Option rules: one rule a game, unless several_rule_tiles is on (CF-G33).")
    return rules


def _switches(rules: tuple[str, ...], expansion: Expansion) -> Switches:
    """Set the switches of all rules; two rules may not set the same one."""
    merged: dict[str, bool | int] = {}
    for rule in expansion.rules:
        if rule.id not in rules:
            continue
        clash = merged.keys() & rule.params.keys()
        if clash:
            raise BadOption(f"Option rules: {rule.id} and another rule both set {min(clash)}.")
        merged |= rule.params
    return msgspec.convert(merged, Switches)


def _colours(key: str, text: str, known: tuple[str, ...], seats: int) -> tuple[str, ...]:
    colours = tuple(text.split(","))[:seats]
    wrong = [colour for colour in colours if colour not in known]
    if wrong or len(colours) < seats:
        raise BadOption(f"Option {key}: give {seats} of {', '.join(known)}, with commas between them.")
    return colours


def refuse_equal_colours(table: Table) -> None:
    """Raise `BadOption` when two seats have the same head or body colour (CF-10)."""
    for key, colours in (("heads", table.heads), ("bodies", table.bodies)):
        twice = [colour for colour in colours if colours.count(colour) > 1]
        if twice:
            raise BadOption(f"Option {key}: two players cannot both have {twice[0]}.")


def _start_flowers(text: str) -> tuple[Space, ...]:
    spaces = tuple(text.split(","))
    if len(spaces) != 4 or len(set(spaces)) != 4 or any(space not in PLACE for space in spaces):
        raise BadOption("Option start_flowers: give four different spaces, such as E5,E12,L5,L12.")
    return spaces


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _die(text: str) -> tuple[int, ...]:
    faces = tuple(face for face in map(_whole, text.split(",")) if face is not None and 1 <= face <= FACES)
    if len(faces) != FACES or len(text.split(",")) != FACES:
        raise BadOption("Option die: give six faces from 1 to 6, such as 1,2,3,4,5,6.")
    return faces


def _turn_limit(text: str) -> int | None:
    if text == "off":
        return None
    limit = _whole(text)
    if not limit:
        raise BadOption("Option turn_limit: give a number of turns from 1, or off.")
    return limit


def _refuse_overlap(table: Table, seats: int, expansion: Expansion) -> None:
    setup = expansion.setup(table.setup)
    extra = setup.flowers + setup.wasps if setup else ()
    taken = {space for chain in START_CHAINS[seats] for space in chain} | set(extra)
    wrong = [space for space in table.start_flowers if space in taken]
    if wrong:
        raise BadOption(f"Option start_flowers: {wrong[0]} is already taken at the start.")
