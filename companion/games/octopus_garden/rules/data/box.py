"""What is in the box: how many tokens of each code, what they cost and what they score (section 2)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from companion.games.octopus_garden.rules.data.tokens import CODES, GROUP_KINDS, Code, GroupKind
from companion.rules.errors import BadData
from companion.rules.kit.data_words import read_json
from companion.rules.message import Message

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Module = Literal["mimic", "coconut", "shark", "parrot", "diver", "lionfish", "chest", "boxer"]
Bonus = Literal["clownfish", "seahorse"]

MODULES: Final[dict[Module, Code]] = {
    "mimic": "MO",
    "coconut": "CC",
    "shark": "SK",
    "parrot": "PF",
    "diver": "DV",
    "lionfish": "LF",
    "chest": "TC",
    "boxer": "BX",
}
"""The expert modules in the suggested order of introduction, and the token of each (section 10.2)."""

COST_BY_RULES: Final = ("OY",)
POINTS_BY_RULES: Final = ("HC", "RE", "TR", "PF")
"""Tokens whose price, or points, a formula of the rules gives (section 9); the file tells all others."""

LEAST_TOKENS: Final = 27
"""Garden tokens with which a market of nine is filled again and again."""

BONUSES: Final[dict[GroupKind, Bonus]] = {"AN": "clownfish", "SG": "seahorse"}


class _Entry(msgspec.Struct, frozen=True):
    code: Code
    name: Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f{}]{1,32}\Z")]
    count: Count
    cost: Count | str = 0
    points: Points | str = 0
    points_flipped: Points = 0
    group_size: Annotated[int, msgspec.Meta(ge=1)] = 0


class _Fish(msgspec.Struct, frozen=True):
    clownfish: tuple[Count, ...]
    seahorse: tuple[Count, ...]
    two_player_values: tuple[Count, ...]


class _Pearls(msgspec.Struct, frozen=True):
    count: Count
    start_per_player: Count


class _File(msgspec.Struct, frozen=True):
    game: Literal["octopus-garden"]
    schema_version: Literal[1]
    base: tuple[_Entry, ...]
    base_total: int
    oyster: _Entry
    bonus: _Fish
    pearls: _Pearls
    modules: tuple[_Entry, ...]


class Box:
    """The pieces of one box; an owner's own file may take the shipped one's place (OG-R01).

    Attributes
    ----------
    names, counts, costs, points : dict
        By code. 0 stands where a formula of the rules counts: the price of an oyster, the points of some.
    flipped_points : int
        What an activated coconut octopus scores.
    group_size : dict
        How many anemones, or seagrasses, attract one bonus fish.
    """

    def __init__(self, file: _File) -> None:
        entries = {entry.code: entry for entry in (*file.base, file.oyster, *file.modules)}
        self.names: dict[Code, str] = {code: entry.name for code, entry in entries.items()}
        self.counts: dict[Code, int] = {code: entry.count for code, entry in entries.items()}
        self.costs: dict[Code, int] = {code: _number(entry.cost) for code, entry in entries.items()}
        self.points: dict[Code, int] = {code: _number(entry.points) for code, entry in entries.items()}
        self.flipped_points = entries["CC"].points_flipped
        self.group_size: dict[GroupKind, int] = {kind: entries[kind].group_size for kind in GROUP_KINDS}
        self.base: tuple[Code, ...] = tuple(entry.code for entry in file.base)
        self.pearls = file.pearls.count
        self.start_pearls = file.pearls.start_per_player
        self._fish = file.bonus

    def fish(self, bonus: Bonus, seats: int) -> tuple[int, ...]:
        """Give the values of a stack of bonus fish, top first (section 4, OG-R35)."""
        if seats == 2:
            return self._fish.two_player_values
        return self._fish.clownfish if bonus == "clownfish" else self._fish.seahorse


def load_box(data: bytes) -> Box:
    """Read a token file. Raises `BadData` with what is wrong."""
    file = read_json(data, _File, Message("the tokens"))
    codes = [entry.code for entry in (*file.base, file.oyster, *file.modules)]
    if sorted(codes) != sorted(CODES):
        raise BadData(
            Message("The tokens are not those of the game, each once: {codes}.", {"codes": ", ".join(CODES)})
        )
    for entry in (*file.base, file.oyster, *file.modules):
        if isinstance(entry.cost, str) and entry.code not in COST_BY_RULES:
            raise BadData(
                Message(
                    "The {name} costs a number of pearls, not {cost}.",
                    {"name": entry.name, "cost": repr(entry.cost)},
                )
            )
        if isinstance(entry.points, str) and entry.code not in POINTS_BY_RULES:
            raise BadData(
                Message(
                    "The {name} scores a number, not {points}.",
                    {"name": entry.name, "points": repr(entry.points)},
                )
            )
    total = sum(entry.count for entry in file.base)
    if total != file.base_total:
        raise BadData(
            Message(
                "The garden tokens are {found} instead of {all}.", {"found": total, "all": file.base_total}
            )
        )
    if total < LEAST_TOKENS:
        raise BadData(
            Message(
                "There are {n} garden tokens; the market and the bag need {least} or more.",
                {"n": total, "least": LEAST_TOKENS},
            )
        )
    if any(entry.code in GROUP_KINDS and not entry.group_size for entry in file.base):
        raise BadData(Message("Anemones and seagrasses need a group size."))
    return Box(file)


def _number(value: int | str) -> int:
    """Give the printed number; what is written in words follows a formula of the rules."""
    return value if isinstance(value, int) else 0
