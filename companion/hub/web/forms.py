"""What forms hold, checked."""

from __future__ import annotations

from flask import request

from companion.hub.errors import HubError
from companion.rules.message import Message
from companion.rules.phrases import Term, Value

LARGEST = 10**9

FIELDS = {
    "name": Term("name"),
    "table": Term("table"),
    "role": Term("role"),
    "password": Term("password"),
    "starts": Term("starts"),
    "ends": Term("ends"),
    "way": Term("way"),
    "size": Term("size"),
    "rounds": Term("rounds"),
    "player": Term("player"),
    "into": Term("into"),
    "points": Term("points"),
}
"""The words by which refusals name the fields of all forms."""


def field_called(name: str) -> Value:
    """Give the word for a field; a name that no form has stands as it is."""
    return FIELDS.get(name, name)


def text_in(name: str, most: int = 200) -> str:
    """Give the text of a field. Raises `HubError` where there is none."""
    text = request.form.get(name, "").strip()[:most]
    if not text:
        raise HubError(
            "hub-bad-form", Message("The field “{field}” is empty.", {"field": field_called(name)})
        )
    return text


def number_of(text: str, name: str) -> int:
    """Read a whole number. Raises `HubError` where it is none."""
    digits = text.strip().removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or int(digits) > LARGEST:
        raise HubError(
            "hub-bad-form",
            Message("The field “{field}” holds no whole number.", {"field": field_called(name)}),
        )
    return int(text)


def number_in(name: str) -> int:
    """Give the whole number of a field. Raises `HubError` where it is none."""
    return number_of(text_in(name), name)


def numbers_in(name: str) -> list[int]:
    """Give the whole numbers of all fields of a name."""
    return [number_of(text, name) for text in request.form.getlist(name)]
