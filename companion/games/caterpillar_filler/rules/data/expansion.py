"""The expansion data: start flowers, set-ups S01.., rules R01.. and the tiles that carry them.

The shipped file is ``expansion.json`` beside this module. The owner of a box may add entries
with ``"origin": "owner"`` (see `own_tiles`); everything is validated on the way in.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Annotated, Final, Literal

import msgspec

from companion.games.caterpillar_filler.rules.actions import Token
from companion.games.caterpillar_filler.rules.data.board import EDGE, Space
from companion.games.caterpillar_filler.rules.start import START_SPACES
from companion.rules.errors import BadData
from companion.rules.kit.data_words import in_words, unreadable
from companion.rules.message import Message, together
from companion.rules.phrases import Count, Series

PRINTED: Final = "printed"
NO_SETUP: Final = "none"

Origin = Literal["source", "this-project", "owner"]
MOST_TOKENS: Final = 40
"""In the box (section 2)."""

Line = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f{}]{1,60}\Z")]
"""What is printed as a name."""

Text = Annotated[str, msgspec.Meta(max_length=400)]

Identifier = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_.]{1,24}\Z")]


class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an alternative rule may change (specification section 10); the defaults are the base game."""

    follow_tail: bool = False
    two_dice: bool = False
    flower_stops: bool = True
    cannibal: bool = True
    wasps_per_turn: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    wasp_shift: bool = False
    wrap: bool = False
    reverse_stuck: bool = False
    bloom3: Annotated[int, msgspec.Meta(ge=0, le=4)] = 1
    min_move: bool = False
    rejoin_roll: bool = False
    goal_reserve: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class RandomTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens that a set-up lays at random on free interior spaces: first the flowers."""

    flowers: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOKENS)]
    wasps: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOKENS)]
    area: Literal["interior"] = "interior"

    @property
    def order(self) -> tuple[Token, ...]:
        """The tokens in the order in which they are laid."""
        flower: tuple[Token, ...] = ("flower",)
        wasp: tuple[Token, ...] = ("wasp",)
        return flower * self.flowers + wasp * self.wasps


class SetUp(msgspec.Struct, frozen=True):
    """An alternative set-up: extra tokens laid before the first turn."""

    id: Identifier
    name: Line
    origin: Origin
    flowers: tuple[Space, ...] = ()
    wasps: tuple[Space, ...] = ()
    random: RandomTokens | None = None
    note: str = ""

    @property
    def tokens(self) -> int:
        """How many extra tokens it takes from the supply."""
        drawn = self.random.order if self.random else ()
        return len(self.flowers) + len(self.wasps) + len(drawn)

    @property
    def laid(self) -> Series:
        """What it lays out, in sentences."""
        sentences = []
        if self.flowers:
            sentences.append(Message("Flowers: {spaces}.", {"spaces": Series(self.flowers)}))
        if self.wasps:
            sentences.append(Message("Wasps: {spaces}.", {"spaces": Series(self.wasps)}))
        if self.random is not None:
            drawn = {
                "flowers": Count(self.random.flowers, "flower"),
                "wasps": Count(self.random.wasps, "wasp"),
            }
            some = "{flowers}, then {wasps}, each on a free inner space that is drawn."
            sentences.append(Message(some, drawn))
        return Series(tuple(sentences), " ")


class Rule(msgspec.Struct, frozen=True):
    """An alternative rule: the switches it sets.

    ``effect`` is what its tile says, ``help`` the same for somebody who has not read the rules yet.
    """

    id: Identifier
    name: Line
    origin: Origin
    effect: Text
    params: dict[str, bool | int]
    interactions: Text = ""
    help: Text = ""


class Tile(msgspec.Struct, frozen=True):
    """A double sided expansion tile. An owner may know one side only."""

    tile: Identifier
    rule_side: str = ""
    setup_side: str = ""


class StartFlowers(msgspec.Struct, frozen=True):
    """The four yellow spaces (CF-07)."""

    origin: Origin
    spaces: tuple[Space, Space, Space, Space]
    note: str = ""


class Limits(msgspec.Struct, frozen=True):
    """What every set-up keeps to (section 10)."""

    max_extra_tokens: int
    wasps_interior_only: bool


class TileSubset(msgspec.Struct, frozen=True):
    """The tiles of a box that holds fewer (CF-G05)."""

    tiles: tuple[str, ...]
    note: str = ""


class Expansion(msgspec.Struct, frozen=True):
    """All expansion data of one box."""

    schema: Literal["caterpillar-filler-expansion/1"]
    start_flowers: StartFlowers
    limits: Limits
    five_tile_box: TileSubset
    tiles: tuple[Tile, ...] = ()
    setups: tuple[SetUp, ...] = ()
    rules: tuple[Rule, ...] = ()
    name: str = PRINTED
    """What the option ``expansion`` calls it."""
    edition: str = ""
    """With an owner's tiles: its name, and what tells one file of that name from another."""
    licence_note: str = ""
    coordinates: str = ""

    def setup(self, name: str) -> SetUp | None:
        """The set-up of that id."""
        return next((setup for setup in self.setups if setup.id == name), None)

    def rule(self, name: str) -> Rule | None:
        """The rule of that id."""
        return next((rule for rule in self.rules if rule.id == name), None)

    def enabled_tiles(self, *, five_tile_box: bool) -> tuple[Tile, ...]:
        """The tiles in the box: all, or the five of `five_tile_box` (CF-G05)."""
        if not five_tile_box:
            return self.tiles
        return tuple(tile for tile in self.tiles if tile.tile in self.five_tile_box.tiles)


def load_expansion(data: bytes) -> Expansion:
    """Read and check expansion data. Raises `BadData` with everything that is wrong."""
    try:
        expansion = msgspec.json.decode(data, type=Expansion)
    except msgspec.MsgspecError as error:
        raise BadData(unreadable(Message("the expansion data"), in_words(str(error), data))) from error
    return checked(expansion)


def checked(expansion: Expansion) -> Expansion:
    """See that entries fit together, with everything that is wrong. Raises `BadData`."""
    problems = [*_twice(expansion), *_tile_problems(expansion), *_yellow_problems(expansion)]
    for setup in expansion.setups:
        problems += _setup_problems(setup, expansion)
    for rule in expansion.rules:
        problems += _rule_problems(rule)
    if problems:
        raise BadData(together(*problems))
    return expansion


def _twice(expansion: Expansion) -> Iterator[Message]:
    names = [
        *(tile.tile for tile in expansion.tiles),
        *(setup.id for setup in expansion.setups),
        *(rule.id for rule in expansion.rules),
    ]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Message("{name} is there twice.", {"name": name})
    if NO_SETUP in names:
        yield Message(
            "{name} is no name for a tile, a set-up or a rule: it means that there is none.",
            {"name": NO_SETUP},
        )


def _yellow_problems(expansion: Expansion) -> Iterator[Message]:
    yellow = expansion.start_flowers.spaces
    if len(set(yellow)) < len(yellow):
        yield Message("The four yellow spaces are different ones.")
    yield from (
        Message("{space} is a start space, and no yellow one.", {"space": space})
        for space in yellow
        if space in START_SPACES
    )


def _tile_problems(expansion: Expansion) -> Iterator[Message]:
    for tile in expansion.tiles:
        if tile.rule_side and expansion.rule(tile.rule_side) is None:
            yield Message("{tile}: there is no rule {rule}.", {"tile": tile.tile, "rule": tile.rule_side})
        if tile.setup_side and expansion.setup(tile.setup_side) is None:
            yield Message(
                "{tile}: there is no set-up {setup}.", {"tile": tile.tile, "setup": tile.setup_side}
            )


def _setup_problems(setup: SetUp, expansion: Expansion) -> Iterator[Message]:
    spaces = setup.flowers + setup.wasps
    on_edge = [space for space in setup.wasps if space in EDGE]
    if on_edge and expansion.limits.wasps_interior_only:
        yield Message(
            "{name}: a wasp may not lie on the outside edge: {spaces}.",
            {"name": setup.id, "spaces": ", ".join(on_edge)},
        )  # CF-31
    if len(set(spaces)) != len(spaces):
        yield Message("{name}: two tokens on one space.", {"name": setup.id})  # CF-06
    taken = [s for s in spaces if s in START_SPACES or s in expansion.start_flowers.spaces]
    if taken:
        yield Message(
            "{name}: {spaces} is a start space or a yellow space.",
            {"name": setup.id, "spaces": ", ".join(taken)},
        )
    if setup.tokens > expansion.limits.max_extra_tokens:
        yield Message(
            "{name}: more than {most} extra tokens.",
            {"name": setup.id, "most": expansion.limits.max_extra_tokens},
        )


def _rule_problems(rule: Rule) -> Iterator[Message]:
    try:
        msgspec.convert(rule.params, Switches)
    except msgspec.ValidationError as error:
        yield Message(
            "{name}: {what}. A rule may set {names}.",
            {"name": rule.id, "what": in_words(str(error)), "names": ", ".join(Switches.__struct_fields__)},
        )


SHIPPED: Final = load_expansion(
    resources.files("companion.games.caterpillar_filler.rules.data").joinpath("expansion.json").read_bytes()
)
"""The data that comes with the program."""
