"""Sentences for players: a template, its values, and the seats it speaks of.

The rules do not know what the players are called, nor in which language they read. So a message keeps its
template, seats and other values apart; whoever shows it renders it for an audience: the names at the table,
and a language. The template is what translators translate (docs/translate.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

import msgspec
from msgspec.structs import replace

from companion.rules.phrases import ENGLISH, NOBODY, Audience, Listing, Series, Value, filled, spoken


class Message(msgspec.Struct, frozen=True):
    """One sentence with named parameters, or a fragment of one as a value of another.

    Parameters
    ----------
    text
        The template, in English.
    values
        Key -> a number, a name as it is printed, or a phrase (`companion.rules.phrases`), such as a message.
    seats
        Key -> the seat whose name stands there.
    to_doer
        The same as it is said to the seat of which it tells, ``{who}``, if it is a `deed` of that
        seat's (`companion.rules.kit.deed`).
    many
        The template where the value ``n`` is a number other than one.
    ends
        False where the full stop at the end is left out.
    addresses
        False where the name is left out with which the sentence begins: ``{who}: ...``.

    Examples
    --------
    >>> Message("{who}: roll the die.", seats={"who": 1}).render({1: "Anna"})
    'Anna: roll the die.'
    >>> Message("Move {n} space.", {"n": 4}, many="Move {n} spaces.").render({})
    'Move 4 spaces.'
    """

    text: str
    values: Mapping[str, Value] = {}
    seats: dict[str, int] = {}
    to_doer: str = ""
    many: str = ""
    ends: bool = True
    addresses: bool = True

    def __str__(self) -> str:
        return self.say(NOBODY)

    def render(self, names: Mapping[int, str]) -> str:
        """Fill in the values; a seat without a name is the value of its key, or ``Player N``.

        The names of an `Audience` bring the language with them; plain names hear English.
        """
        return self.say(Audience.of(names))

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the language of an audience; as a fragment, in the form that the sentence asks for."""
        said = self._filled(audience, form)
        return said if self.ends else said.rstrip(".")

    def _filled(self, audience: Audience, form: str) -> str:
        people = {key: audience.called(seat) for key, seat in self.seats.items()}
        known = {key: name for key, name in people.items() if key not in self.values}
        named = {key: people[key] for key, seat in self.seats.items() if seat in audience}
        values = {**known, **self.values, **named}
        number = self.values.get("n", 1)
        number = number if isinstance(number, int) else 1
        template = audience.speech.template(self.text, self.many, number)
        try:
            return filled(self._addressed(template), values, audience, form)
        except (LookupError, ValueError, AttributeError) as error:
            audience.speech.fails(self.text, error)
            english = self.many if self.many and number != 1 else self.text
            return filled(self._addressed(english), values, audience, form)

    def _addressed(self, template: str) -> str:
        if self.addresses:
            return template
        return template.removeprefix(self._address())

    def _address(self) -> str:
        return next((f"{{{key}}}: " for key in self.seats if self.text.startswith(f"{{{key}}}: ")), "")

    def names(self, seat: int) -> bool:
        """Say whether the sentence calls that seat by name."""
        text = self._addressed(self.text)
        inner = (each for each in map(_as_message, self.values.values()) if isinstance(each, Message))
        return any(named == seat and f"{{{key}}}" in text for key, named in self.seats.items()) or any(
            each.names(seat) for each in inner
        )

    def knowing(self, names: Mapping[int, str]) -> Message:
        """Fill in what the seats are called, for readers who do not know the names at the table.

        Examples
        --------
        >>> str(Message("It is {who}'s turn.", seats={"who": 2}).knowing({2: "Ben"}))
        "It is Ben's turn."
        """
        inner = {key: each.knowing(names) for key, each in self.values.items() if isinstance(each, Message)}
        people = {key: names[seat] for key, seat in self.seats.items() if seat in names}
        return replace(self, values={**self.values, **inner, **people})

    def said_to(self, seat: int) -> Message:
        """Say to a seat what it does itself, as its own button does; to any other the sentence as it is."""
        if not self.to_doer or self.seats.get("who") != seat:
            return self
        return Message(self.to_doer, self.values, self.seats)

    def without_stop(self) -> Message:
        """Leave out the full stop, as on a button."""
        return replace(self, ends=False)

    def without_address(self, seat: int) -> Message:
        """Leave out the name of that seat where the sentence begins by speaking to it.

        Examples
        --------
        >>> Message("{who}: roll the die.", seats={"who": 1}).without_address(1).render({1: "Anna"})
        'roll the die.'
        """
        if any(named == seat and self._address() == f"{{{key}}}: " for key, named in self.seats.items()):
            return replace(self, addresses=False)
        for key, part in self.values.items():
            if isinstance(part, Message) and self.text.startswith(f"{{{key}}}"):
                shorter = part.without_address(seat)
                return self if shorter is part else replace(self, values={**self.values, key: shorter})
        return self

    def flat(self) -> Message:
        """Give the same in English as one template of plain values and seats, for whoever stores it."""
        text, values, seats = "", dict[str, Value](), dict(self.seats)
        for words, key, form, _ in Formatter().parse(self._addressed(self._in_number())):
            text += words
            if key is None:
                continue
            part = _in_form(self._flat_part(key), form or "")
            text += part.text
            values |= part.values
            seats |= part.seats
        return Message(text if self.ends else text.rstrip("."), values, seats)

    def _flat_part(self, key: str) -> Message:
        """Give what stands in one place; a seat keeps its key, for the name that it may have."""
        value = _as_message(self.values.get(key, ""))
        if isinstance(value, Message) and key not in self.seats:
            inner = value.flat()
            own = {each: f"{each}_{key}" for each in (*inner.values, *inner.seats)}
            text = inner.text.format(**{each: f"{{{new}}}" for each, new in own.items()})
            values = {own[each]: said for each, said in inner.values.items()}
            return Message(text, values, {own[each]: seat for each, seat in inner.seats.items()})
        known = {key: value if isinstance(value, int) else str(value)} if key in self.values else {}
        return Message(f"{{{key}}}", known)

    def _in_number(self) -> str:
        return self.many if self.many and self.values.get("n") != 1 else self.text


def _as_message(value: Value) -> Value:
    """Give a list of values as a message with each of them in a place of its own; anything else as it is."""
    if not isinstance(value, Listing | Series):
        return value
    keys = [f"item{number}" for number, _ in enumerate(value.items)]
    marked = [f"{{{key}}}" for key in keys]
    text = ENGLISH.listed(marked, value.last) if isinstance(value, Listing) else value.between.join(marked)
    return Message(text, dict(zip(keys, value.items, strict=True)))


def _in_form(flat: Message, form: str) -> Message:
    """Say a flat message in a form; of English forms only a capital letter at the beginning shows."""
    first = re.match(r"\{(\w+)\}", flat.text)
    if first is None:
        return replace(flat, text=spoken(flat.text, NOBODY, form))
    value = flat.values.get(first[1])
    said = {first[1]: spoken(value, NOBODY, form)} if isinstance(value, str) else {}
    return replace(flat, values={**flat.values, **said})


def within(text: str, **parts: Message) -> Message:
    """Put what others say into a sentence, each in place of its key.

    Examples
    --------
    >>> said = within("{what}, please.", what=Message("{who}: roll", seats={"who": 1}))
    >>> said.render({1: "Anna"})
    'Anna: roll, please.'
    """
    return Message(text, {**parts})


def together(*messages: Message, between: str = " ") -> Message:
    """Say several sentences one after the other."""
    if len(messages) == 1:
        return messages[0]
    parts = {f"part{number}": message for number, message in enumerate(messages)}
    return within(between.join(f"{{{part}}}" for part in parts), **parts)
