"""What the bench of bot games must know of each game: its options in turn, and what no picture shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

RULES = ("", "R05", "R03", "R06", "R01+R07", "R10+R11", "R04+R09", "R08+R12", "R02")
"""Alternative rules of Caterpillar Filler, in turn."""

EVERY_RULE = {"rules": "+".join(f"R{k:02}" for k in range(1, 13)), "several_rule_tiles": "on"}
"""All twelve of them at once."""

CHOICES = (
    {},
    {"pass_timing": "before_roll"},
    {"general_on_tie": "strict", "colours": "white,blue,green,red,yellow"},
    {"pass_timing": "after_roll", "open_scores": "true"},
    {"imaginary_start_worms": "2", "colours": "green,white,blue,yellow,red"},
    {"imaginary_collects": "victory_tiles_only", "general_on_tie": "strict"},
)
"""Options of It Happens, in turn."""

BOARDS = (
    {},
    {"preset": "siege"},
    {"preset": "open", "rows": "6", "cols": "6"},
    {"opening": "drawn", "stones": "6"},
    {"preset": "siege", "rows": "6", "cols": "6", "stones": "4"},
    {"rows": "10", "cols": "10", "new_starts": "1", "opening_seeds": "2"},
    {"rows": "4", "cols": "12", "new_away_from_enemy": "on", "first": "2"},
    {"rows": "5", "cols": "7", "tiles_per_player": "12", "stones": "12", "new_starts": "0"},
    {"preset": "open", "rows": "12", "cols": "12", "opening": "pie"},
    {"new_starts": "9", "opening_seeds": "4"},
)
"""Options of Filler (tiles), in turn."""


class Habits(NamedTuple):
    """A game's options by the number of the game, and whether unseen actions follow from a seen one.

    ``follows(hidden, shown)``: whether the next view shows by itself that these actions, which leave
    no trace, happened before it. All others are tapped, as at a table. ``tapped(shown)``: whether an
    action is tapped though the table shows some of it, because the rest is in somebody's hand.
    ``heaviest``: options that give the rules most to do; they are timed besides the usual ones.
    """

    options: Callable[[int], dict[str, str]]
    follows: Callable[[Sequence[str], str], bool]
    tapped: Callable[[str], bool] = lambda _: False
    heaviest: Mapping[str, str] = MappingProxyType({})


def _caterpillar_options(number: int) -> dict[str, str]:
    rules = RULES[1 + number // 3 % (len(RULES) - 1)] if number % 3 == 2 else ""
    return {"rules": rules, "several_rule_tiles": "on"} if rules else {}


def _passed_on(hidden: Sequence[str], shown: str) -> bool:
    """A turn's end shows when the next player rolls or joins a piece."""
    return all(action in ("end", "wait") for action in hidden) and shown.startswith(("roll", "join"))


def _it_happens_options(number: int) -> dict[str, str]:
    return dict(CHOICES[number // 2 % len(CHOICES)])


def _colour_chosen(hidden: Sequence[str], shown: str) -> bool:
    """Which colour was chosen shows when its die is rolled; worms that are paid do not show."""
    return len(hidden) == 1 and hidden[0].startswith("roll ") and shown.startswith(hidden[0])


def _filler_tiles_options(number: int) -> dict[str, str]:
    return dict(BOARDS[number % len(BOARDS)])


def _never(hidden: Sequence[str], shown: str) -> bool:
    """Which colour somebody takes never shows."""
    del hidden, shown
    return False


ALL_MODULES = "mimic+coconut+shark+parrot+diver+lionfish+chest+boxer"
WATERS = (
    {},
    {"refill_choice": "reading_order"},
    {"modules": ALL_MODULES},
    {"pass_order": "draw_then_return", "printed_oysters_passable": "true", "lone_crab_points": "+1"},
    {"modules": "mimic+coconut", "mimic_stays": "false", "trash_cap": "3"},
    {"modules": "shark+lionfish", "lionfish_timing": "after_harvest", "pearls_limited": "true"},
    {"modules": "parrot+diver+chest+boxer", "chest_bust": "to_bag", "parrot_fish_cost": "1"},
)
"""Modules and options of Octopus's Garden, in turn."""


def _octopus_options(number: int) -> dict[str, str]:
    return dict(WATERS[number % len(WATERS)])


def _drawn_and_done(hidden: Sequence[str], shown: str) -> bool:
    """A token that was drawn shows when it is put down, and that somebody is done by what comes next.

    What comes out of a treasure chest stays in the hand for a while, or goes back: that is tapped.
    """
    return all(action == "done" or _puts_down(shown, action) for action in hidden)


def _puts_down(shown: str, drawn: str) -> bool:
    verb, _, code = drawn.partition(" ")
    return verb == "draw" and code in shown.split()


GARDENS = (
    {},
    {"expert": "on"},
    {"gnome_lines": "literal", "reserve_caterpillar": "on"},
    {"unplaceable": "discard", "cap_scope": "tiles-and-gnomes"},
    {"perch": "optional", "bag_empty": "none", "colours": "orange,green,black,white"},
    {"butterfly_order_2p": "track", "expert": "on", "expert_pick": "best-paid", "first_order": "random"},
    {"caterpillar_supply": "unlimited"},
)
"""Options of Papillon, in turn."""


def _papillon_options(number: int) -> dict[str, str]:
    return dict(GARDENS[number // 3 % len(GARDENS)])


KITCHENS = (
    {},
    {"advanced": "on"},
    {"bonus_fill_uses": "all", "automatic_chef": "dmitri"},
    {"reserve": "required", "advanced": "on", "automatic_chef": "farid"},
    {"open_hands": "on", "automatic_chef": "celeste"},
)
"""Options of Star Baker, in turn."""


def _star_baker_options(number: int) -> dict[str, str]:
    return dict(KITCHENS[number % len(KITCHENS)])


def _from_the_hand(shown: str) -> bool:
    """With which cards somebody pays, and what goes back into a hand, is tapped on that phone."""
    return shown.startswith(("fill", "restock"))


def _usual(number: int) -> dict[str, str]:
    del number
    return {}


PLAIN = Habits(_usual, _never)
"""Of a game that is not named below: the usual options, and what no picture shows is tapped."""

HABITS = {
    "caterpillar-filler": Habits(_caterpillar_options, _passed_on, heaviest=EVERY_RULE),
    "filler-tiles": Habits(_filler_tiles_options, _never),
    "it-happens": Habits(_it_happens_options, _colour_chosen),
    "octopus-garden": Habits(_octopus_options, _drawn_and_done),
    "papillon": Habits(_papillon_options, _never),
    "star-baker": Habits(_star_baker_options, _never, _from_the_hand),
}
