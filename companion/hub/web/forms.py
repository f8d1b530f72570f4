"""What forms hold, checked."""

from __future__ import annotations

from flask import request

from companion.hub.errors import HubError

LARGEST = 10**9


def text_in(name: str, most: int = 200) -> str:
    """Give the text of a field. Raises `HubError` where there is none."""
    text = request.form.get(name, "").strip()[:most]
    if not text:
        raise HubError("hub-bad-form", f"The field “{name}” is empty.")
    return text


def number_of(text: str, name: str) -> int:
    """Read a whole number. Raises `HubError` where it is none."""
    digits = text.strip().removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or int(digits) > LARGEST:
        raise HubError("hub-bad-form", f"The field “{name}” holds no whole number.")
    return int(text)


def number_in(name: str) -> int:
    """Give the whole number of a field. Raises `HubError` where it is none."""
    return number_of(text_in(name), name)


def numbers_in(name: str) -> list[int]:
    """Give the whole numbers of all fields of a name."""
    return [number_of(text, name) for text in request.form.getlist(name)]
