"""Expansion tiles of an owner's: added to the printed ones from a file, several sets beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from typing import Final, Literal

import msgspec

from companion.games.caterpillar_filler.rules.data.expansion import (
    NO_SETUP,
    SHIPPED,
    Expansion,
    Rule,
    SetUp,
    StartFlowers,
    Tile,
    checked,
)
from companion.rules.boxes import edition_of
from companion.rules.errors import BadData, BadOption
from companion.rules.kit.data_words import read_json
from companion.rules.message import Message
from companion.rules.phrases import Value, Words, Written

_ROOM: Final = resources.files("companion.games.caterpillar_filler.rules.data")

EXAMPLE_FILE: Final = _ROOM.joinpath("own_tiles.json").read_bytes()
"""What an owner's file may look like."""


class OwnerEntries(msgspec.Struct, frozen=True):
    """What an owner adds: tiles, set-ups and rules, and the yellow spaces of the own mat."""

    schema: Literal["caterpillar-filler-expansion/1"]
    tiles: tuple[Tile, ...] = ()
    setups: tuple[SetUp, ...] = ()
    rules: tuple[Rule, ...] = ()
    start_flowers: StartFlowers | None = None


def with_owner_entries(expansion: Expansion, data: bytes, name: str) -> Expansion:
    """Add an owner's entries (JSON, every entry ``"origin": "owner"``), under a name. Raises `BadData`.

    Set-ups that lay something on a yellow space of the owner's mat are left out.
    """
    extra = read_json(data, OwnerEntries, Message("the expansion tiles"))
    entries: tuple[SetUp | Rule, ...] = (*extra.setups, *extra.rules)
    foreign = [entry.id for entry in entries if entry.origin != "owner"]
    if foreign:
        raise BadData(
            Message("Entries of an owner carry the origin 'owner': {names}.", {"names": ", ".join(foreign)})
        )
    yellow = extra.start_flowers or expansion.start_flowers
    setups = tuple(each for each in expansion.setups if not {*each.flowers, *each.wasps} & {*yellow.spaces})
    left_out = {each.id for each in expansion.setups} - {each.id for each in setups}
    tiles = (
        msgspec.structs.replace(tile, setup_side="") if tile.setup_side in left_out else tile
        for tile in expansion.tiles
    )
    return checked(
        msgspec.structs.replace(
            expansion,
            name=name,
            edition=edition_of(name, data),
            tiles=(*tiles, *extra.tiles),
            setups=setups + extra.setups,
            rules=expansion.rules + extra.rules,
            start_flowers=yellow,
        )
    )


def clashes(known: Sequence[Expansion], new: Expansion) -> Iterator[Message]:
    """Say which names of set-ups and rules mean something else in tiles that are known already."""
    for other in known:
        theirs: tuple[SetUp | Rule, ...] = (*other.setups, *other.rules)
        there = {each.id: each for each in theirs}
        entries: tuple[SetUp | Rule, ...] = (*new.setups, *new.rules)
        for each in entries:
            if there.get(each.id, each) != each:
                yield Message(
                    "There is a {name} in {box} already. Give yours another id.",
                    {"name": each.id, "box": other.name},
                )


def called(entry: SetUp | Rule) -> Value:
    """Name a set-up or a rule for a sentence: one of an owner is called alike in every language."""
    return entry.name if entry.origin == "owner" else Written(entry.name)


def named(entry: SetUp | Rule, known: Sequence[Expansion]) -> Words:
    """Name a set-up or a rule, with the box that it comes from where that is not the printed one."""
    if entry.origin != "owner":
        return entry.name
    bearers = [each.name for each in known if entry in (*each.setups, *each.rules)]
    return Message("{entry} ({boxes})", {"entry": entry.name, "boxes": ", ".join(bearers)})


def _tiles(expansion: Expansion) -> Message:
    if expansion is SHIPPED:
        return Message("the printed expansion tiles")
    return Message("the expansion tiles of {name}", {"name": expansion.name})


def refuse_others_tiles(names: Iterable[str], expansion: Expansion, known: Sequence[Expansion]) -> None:
    """Raise `BadOption` for a set-up or a rule of a tile that this table does not have."""
    for name in names:
        if name == NO_SETUP or expansion.setup(name) or expansion.rule(name):
            continue
        other = next(each for each in known if each.setup(name) or each.rule(name))
        entry = other.setup(name) or other.rule(name)
        called = f"{entry.name} ({name})" if entry else name
        raise BadOption(
            "{called} is not on {tiles}, but on {other}: choose those, too.",
            called=called,
            tiles=_tiles(expansion),
            other=_tiles(other),
        )
