"""Reading the choices of a table: options travel as text (`companion.rules.game.Option`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from companion.rules.errors import BadOption
from companion.rules.game import Option
from companion.rules.phrases import Words, marked

Texts: TypeAlias = dict[str, str]
"""Option -> its text, none missing."""

Chosen: TypeAlias = tuple[tuple[str, str], ...]
"""The options that are not as usual, in the order of the list."""


SWITCHED: Final = {"off": marked("Off"), "on": marked("On")}
"""What the choices of a box to tick are called where nothing else says it."""


def switch(
    key: str,
    label: str,
    choices: Sequence[str],
    help_: str,
    labels: Sequence[Words] = (),
    seats: Sequence[int] = (),
) -> Option:
    """Give an option of a few choices: the first is the default, and `on` and `off` are a box to tick."""
    shown: tuple[Words, ...] = tuple(labels or (SWITCHED.get(each, each) for each in choices))
    return Option(key, label, choices[0], help_, tuple(choices), shown, seats=tuple(seats))


def read_options(options: Sequence[Option], chosen: Mapping[str, str]) -> Texts:
    """Give every option's text, with defaults filled in and choices checked.

    Raises
    ------
    BadOption
        For an unknown option, or a value that is none of its choices.
    """
    known = {option.key: option for option in options}
    texts = {option.key: option.default for option in options}
    for key, value in chosen.items():
        if key not in known:
            raise BadOption(
                "There is no option {key}. There is: {known}.", key=repr(key), known=", ".join(known)
            )
        option = known[key]
        text = "".join(value.split())
        parts = [part for part in text.split("+") if part] if option.several else [text]
        wrong = [part for part in parts if option.choices and part not in option.choices]
        if wrong:
            raise BadOption(
                "Option {key}: {value} is none of {choices}.",
                key=key,
                value=repr(wrong[0]),
                choices=", ".join(option.choices),
            )
        # A set of choices has one spelling: in the order of the list, each once.
        texts[key] = "+".join(c for c in option.choices if c in parts) if option.several else text
    return texts


def not_usual(options: Sequence[Option], texts: Texts) -> Chosen:
    """Give the options whose text is not the default."""
    return tuple((option.key, texts[option.key]) for option in options if texts[option.key] != option.default)


def read_number(
    option: Option, text: str, *, least: int | None = None, most: int | None = None
) -> int | None:
    """Read the number of an option with bounds, or narrower ones; None where its default, a word, stands.

    Raises
    ------
    BadOption
        For anything else.
    """
    if text == option.default:
        return None
    first, last = option.bounds or (0, 0)
    first, last = least or first, most or last
    number = whole_number(text)
    if number is None or not first <= number <= last:
        raise BadOption(
            "Option {key}: give a whole number from {first} to {last}, or {usual}.",
            key=option.key,
            first=first,
            last=last,
            usual=option.default,
        )
    return number


def whole_number(text: str) -> int | None:
    """Read a whole number of up to six digits; None when it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
