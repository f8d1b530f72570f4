"""Sentences for players: a template, its values, and the seats it speaks of.

The rules do not know what the players are called, so a message keeps seats apart from the
other values; whoever shows it renders it with the names at the table.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Message(msgspec.Struct, frozen=True):
    """One sentence with named parameters.

    ``to_doer`` is the same as it is said to the seat of which it tells, ``{who}``, if it is a `deed` of that
    seat's (`companion.rules.kit.deed`).

    Examples
    --------
    >>> Message("{who}: roll the die.", seats={"who": 1}).render({1: "Anna"})
    'Anna: roll the die.'
    >>> Message("Move {n} spaces.", {"n": 4}).render({})
    'Move 4 spaces.'
    """

    text: str
    values: dict[str, str | int] = {}
    seats: dict[str, int] = {}
    to_doer: str = ""

    def render(self, names: Mapping[int, str]) -> str:
        """Fill in the values; a seat without a name is the value of its key, or ``Player N``."""
        people = {key: f"Player {seat}" for key, seat in self.seats.items()}
        named = {key: names[seat] for key, seat in self.seats.items() if seat in names}
        return self.text.format(**people | self.values | named)

    def names(self, seat: int) -> bool:
        """Say whether the sentence calls that seat by name."""
        return any(named == seat and f"{{{key}}}" in self.text for key, named in self.seats.items())

    def said_to(self, seat: int) -> Message:
        """Say to a seat what it does itself, as its own button does; to any other the sentence as it is."""
        if not self.to_doer or self.seats.get("who") != seat:
            return self
        return Message(self.to_doer, self.values, self.seats)

    def without_address(self, seat: int) -> Message:
        """Leave out the name of that seat where the sentence begins by speaking to it.

        Examples
        --------
        >>> Message("{who}: roll the die.", seats={"who": 1}).without_address(1).text
        'roll the die.'
        """
        for key, named in self.seats.items():
            if named == seat and self.text.startswith(spoken := f"{{{key}}}: "):
                return msgspec.structs.replace(self, text=self.text.removeprefix(spoken))
        return self


def within(text: str, **parts: Message) -> Message:
    """Put what others say into a sentence, each in place of its key; equal keys of theirs are kept apart.

    Examples
    --------
    >>> said = within("{what}, please.", what=Message("{who}: roll", seats={"who": 1}))
    >>> said.render({1: "Anna"})
    'Anna: roll, please.'
    """
    said: dict[str, str] = {}
    values: dict[str, str | int] = {}
    seats: dict[str, int] = {}
    for part, message in parts.items():
        keys = {key: f"{key}_{part}" for key in (*message.values, *message.seats)}
        said[part] = message.text.format(**{key: f"{{{new}}}" for key, new in keys.items()})
        values |= {keys[key]: value for key, value in message.values.items()}
        seats |= {keys[key]: seat for key, seat in message.seats.items()}
    return Message(text.format(**said), values, seats)


def together(*messages: Message, between: str = " ") -> Message:
    """Say several sentences one after the other; equal keys of theirs are kept apart."""
    parts = {f"part{number}": message for number, message in enumerate(messages)}
    return within(between.join(f"{{{part}}}" for part in parts), **parts)
