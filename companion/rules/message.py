"""Sentences for players: a template, its values, and the seats it speaks of.

The rules do not know what the players are called, so a message keeps seats apart from the
other values; whoever shows it renders it with the names at the table.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Message(msgspec.Struct, frozen=True):
    """One sentence with named parameters.

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

    def render(self, names: Mapping[int, str]) -> str:
        """Fill in the values; a seat without a name is called what they have for it, or ``Player N``."""
        people = {key: f"Player {seat}" for key, seat in self.seats.items()}
        named = {key: names[seat] for key, seat in self.seats.items() if seat in names}
        return self.text.format(**people | self.values | named)


def together(*messages: Message) -> Message:
    """Say several sentences one after the other; equal keys of theirs are kept apart."""
    texts: list[str] = []
    values: dict[str, str | int] = {}
    seats: dict[str, int] = {}
    for number, message in enumerate(messages):
        keys = {key: f"{{{key}{number}}}" for key in (*message.values, *message.seats)}
        texts.append(message.text.format(**keys))
        values |= {f"{key}{number}": value for key, value in message.values.items()}
        seats |= {f"{key}{number}": seat for key, seat in message.seats.items()}
    return Message(" ".join(texts), values, seats)
