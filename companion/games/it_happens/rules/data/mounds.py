"""The mound cards and the supply of tiles: a data set, shipped or entered by an owner (section 2.2).

The shipped file is ``mounds.json`` beside this module, the project's own print-and-play cards. The
owner of a published box enters the cards into a file of the same form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Annotated, Final, Literal, get_type_hints

import msgspec

from companion.games.it_happens.rules.actions import MOUND_ID, MoundId
from companion.rules.boxes import edition_of
from companion.rules.errors import BadData
from companion.rules.kit.data_words import in_words, said_of, unreadable
from companion.rules.message import Message, together
from companion.rules.phrases import Value, marked

WORM: Final = "worm"
"""The picture that pays a worm tile; every other picture is a type of item."""

SLOTS: Final = 3
"""Mounds a round."""

MOUNDS: Final = 12
"""Mound cards in the box: four rounds."""

MOST_PLAYERS: Final = 5

ITEM_NAME: Final = r"^[a-z][a-z0-9_-]{0,23}\Z"
CARD_NAME: Final = r"^(?!\s)[^{}\x00-\x1f]{0,32}(?<!\s)\Z"
SET_NAME: Final = r"^[A-Za-z0-9_.-]{1,32}\Z"

PATTERNS: Final = {
    ITEM_NAME: marked(
        "an item is one word of up to 24 small letters, digits, - and _, and begins with a letter"
    ),
    CARD_NAME: marked(
        "the name printed on a card has up to 32 signs, no curly brackets, and no blank at either end"
    ),
    SET_NAME: marked("a set's name has 1 to 32 letters, digits, dots, - and _"),
    rf"^{MOUND_ID}\Z": marked("a card's name has up to 12 letters, digits and _, and begins with a letter"),
}
"""What may be written -> how that is said."""

MEASURES: Final = (
    (r"Expected `int`, got `\w+`", marked("it is a number, in digits")),
    (r"Expected `int` >= (?P<least>\d+)", marked("it is {least} or more")),
    (r"Expected `int` <= (?P<most>\d+)", marked("it is {most} or less")),
    (r"Expected `array` of length >= 1", marked("nothing stands there")),
    (r"Expected `array` of length <= (?P<most>\d+)", marked("there are more than {most}")),
)
"""How the reader of data says what may stand there, and how that is said."""

NUMBERED: Final = {
    "mounds": marked("card {n}"),
    "columns": marked("column {n}"),
    "": marked("space {n}"),
    "item_types": marked("item {n}"),
}
"""A name in the data with a number -> what people call it; what has a number only is a space of a column."""

THINGS: Final = {
    "mounds": marked("cards"),
    "columns": marked("columns"),
    "item_types": marked("items"),
    "data_set": marked("name"),
    "count": marked("count"),
    "type": marked("item"),
    "id": marked("card's name"),
    "queen_vp": marked("Queen"),
    "general_vp": marked("General"),
    "worm_number": marked("worm number"),
    "worm_tiles": marked("worm tiles"),
    "start_worms_per_player": marked("worm tiles of each player at the start"),
}
"""A name in the data -> what people call it."""

Positive = Annotated[int, msgspec.Meta(ge=1, le=999)]
VictoryPoints = Annotated[int, msgspec.Meta(ge=2, le=9)]
ItemName = Annotated[str, msgspec.Meta(pattern=ITEM_NAME)]
Pictures = Annotated[tuple[ItemName | None, ...], msgspec.Meta(min_length=1, max_length=6)]
"""The spaces of a column from the lowest up; None is a plain space."""


class Mound(msgspec.Struct, frozen=True):
    """A mound card."""

    id: MoundId
    worm_number: Positive
    queen_vp: VictoryPoints
    general_vp: VictoryPoints
    columns: Annotated[tuple[Pictures, ...], msgspec.Meta(min_length=1, max_length=6)]
    name: Annotated[str, msgspec.Meta(pattern=CARD_NAME)] = ""


class ItemType(msgspec.Struct, frozen=True):
    """A type of lost-and-found tile and how many of it there are."""

    type: ItemName
    count: Positive


class MoundSet(msgspec.Struct, frozen=True, eq=False):
    """All that a box holds besides dice.

    A set is loaded once and is equal to itself only, so that positions, which carry it, are
    compared and hashed without going through twelve cards.
    """

    game: Literal["it-happens"]
    schema_version: Literal[1]
    data_set: Annotated[str, msgspec.Meta(pattern=SET_NAME)]
    item_types: tuple[ItemType, ...]
    worm_tiles: Positive
    start_worms_per_player: Positive
    mounds: tuple[Mound, ...]

    @property
    def name(self) -> str:
        """What the option ``mound_data`` calls it."""
        return self.data_set

    @property
    def edition(self) -> str:
        """Of an owner's set, its name and what tells one file of that name from another."""
        return "" if self is SHIPPED else _edition(self)

    @property
    def types(self) -> tuple[str, ...]:
        """The names of the items."""
        return tuple(each.type for each in self.item_types)

    @property
    def ids(self) -> tuple[str, ...]:
        """The mounds' names, in the order of the data."""
        return tuple(mound.id for mound in self.mounds)

    @property
    def rounds(self) -> int:
        """Rounds until every mound was on the table."""
        return len(self.mounds) // SLOTS

    def mound(self, name: str) -> Mound:
        """The mound of that name. Raises `KeyError`."""
        for mound in self.mounds:
            if mound.id == name:
                return mound
        raise KeyError(name)

    def called(self, name: str) -> str:
        """What players call a mound: by the name printed on it, if it alone bears that.

        Else they find it by its worm number and its leftmost item. What its Queen is worth would tell what
        lies face down before whoever won it (IH-R22).
        """
        mound = next((each for each in self.mounds if each.id == name), None)
        if mound is None:
            return name
        if mound.name and self._alone_bears(mound.name):
            return mound.name
        items = (each for column in mound.columns for each in column if each not in (None, WORM))
        signs = filter(None, (f"worm number {mound.worm_number}", next(items, None)))
        return f"{f'{mound.name} {name}'.strip()} ({', '.join(signs)})"

    def _alone_bears(self, name: str) -> bool:
        """Whether one card alone is called so, and none by that as its code."""
        alike = [each.casefold() for mound in self.mounds for each in {mound.name, mound.id}]
        return alike.count(name.casefold()) == 1

    def pictures(self) -> Iterator[str]:
        """Every picture on every card."""
        for mound in self.mounds:
            for column in mound.columns:
                yield from filter(None, column)


@lru_cache(maxsize=16)
def _edition(mounds: MoundSet) -> str:
    return edition_of(mounds.name, msgspec.json.encode(mounds))


def load_mounds(data: bytes, *, shortened: bool = False) -> MoundSet:
    """Read and check a data set.

    Parameters
    ----------
    data : bytes
        JSON, as specification section 2.2 describes it.
    shortened : bool
        Whether the table shortens the game on purpose: 3, 6 or 9 mounds will do then.

    Raises
    ------
    BadData
        With everything that is wrong.
    """
    called = Message("the mound data")
    try:
        mounds = msgspec.json.decode(data, type=MoundSet)
    except RecursionError as error:
        raise BadData(unreadable(called, Message("it is nested too deeply"))) from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(unreadable(called, _in_words(str(error)))) from error
    problems = [*_count_problems(mounds, shortened=shortened), *_name_problems(mounds)]
    if problems:
        raise BadData(together(*problems))
    return mounds


def wrong_parts(part: Mapping[str, object], kind: type[Mound | MoundSet]) -> dict[str, Message]:
    """Say of each part of a card or a set, by its name in the data, what is wrong with it by itself."""
    found = {}
    for key, of_part in get_type_hints(kind, include_extras=True).items():
        try:
            msgspec.convert(part.get(key), of_part)
        except msgspec.ValidationError as error:
            found[key] = _in_words(str(error).replace("at `$[", f"at `$.{key}["))
    return found


def no_such_items(pictures: Iterable[str], types: Iterable[str]) -> Iterator[Message]:
    """Say which pictures show an item that there is not."""
    for name in sorted(set(pictures) - {WORM, *types}):
        yield Message("There is no item type {name}.", {"name": name})


def _in_words(problem: str) -> Message:
    """Say what the reader of data found, and where, as somebody says it who holds the cards."""
    what, _, path = problem.partition(" - at `$")
    places = [
        _place(name, index) for name, index in re.findall(r"(\w+)?(?:\[(\d+)\])?", path) if name or index
    ]
    return said_of(places, _found(what) or in_words(what))


def _found(what: str) -> Message | None:
    for sign, meaning in PATTERNS.items():
        if f"Expected `str` matching regex {sign!r}" in what:
            return Message(meaning)
    for sign, meaning in MEASURES:
        if found := re.search(sign, what):
            return Message(meaning, found.groupdict())
    return None


def _place(name: str, index: str) -> Value:
    if index:
        return Message(NUMBERED.get(name, marked("number {n}")), {"n": int(index) + 1})
    return Message(THINGS[name]) if name in THINGS else name


def _count_problems(mounds: MoundSet, *, shortened: bool) -> Iterator[Message]:
    number = len(mounds.mounds)
    allowed = range(SLOTS, MOUNDS + 1, SLOTS) if shortened else (MOUNDS,)
    if number not in allowed:
        if shortened:
            yield Message("There are {n} mounds; 3, 6, 9 or 12 mounds make a shortened game.", {"n": number})
        else:
            yield Message("There are {n} mounds; twelve mounds make a game.", {"n": number})
    needed = MOST_PLAYERS * mounds.start_worms_per_player
    if mounds.worm_tiles < needed:
        yield Message(
            "{n} worm tiles are not enough: five players start with {needed}.",
            {"n": mounds.worm_tiles, "needed": needed},
        )


def _name_problems(mounds: MoundSet) -> Iterator[Message]:
    names = [*mounds.ids, *mounds.types]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Message("{name} is there twice.", {"name": name})
    if WORM in mounds.types:
        yield Message("A worm is not an item.")
    yield from no_such_items(mounds.pictures(), mounds.types)


SHIPPED_FILE: Final = (
    resources.files("companion.games.it_happens.rules.data").joinpath("mounds.json").read_bytes()
)

SHIPPED: Final = load_mounds(SHIPPED_FILE)
"""The cards that come with the program, `companion-pnp-1`."""

EXAMPLE_FILE: Final = SHIPPED_FILE.replace(SHIPPED.data_set.encode(), b"our-box", 1)
"""What an owner's file may look like: no two sets bear one name."""
