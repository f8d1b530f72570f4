"""Read the numbers and words of forms and addresses."""

from __future__ import annotations

from typing import Final

from flask import request

from companion.rules.message import Message
from webui.request.refusal import refuse

MOST_DIGITS: Final = 9
"""Of a number that a page sends; Python refuses to read one of thousands."""

ASIDE: Final = "aside"
"""The field of a form that names the game that may be put aside."""


def asked_for(key: str) -> list[str]:
    """The words that an address gives for a key: cells, in whose names commas may stand, or a notation's."""
    return request.args.get(key, "").split()


def seen_seq() -> int:
    """The number of the last event that the page had seen on which somebody tapped."""
    text = request.form.get("seq", "")
    number = small_number(text)
    if number is None:
        refuse(400, "bad-request", "That page did not say what it had seen. Open it again.")
    return number


def number_in_form(key: str) -> int:
    """A number of the form. Raises `PageError` ``bad-request``."""
    text = request.form.get(key, "")
    number = small_number(text)
    if number is None:
        refuse(
            400, "bad-request", Message("The page sent no number for “{key}”. Open it again.", {"key": key})
        )
    return number


def seconds_in_form(key: str) -> float:
    """A moment of the form, in monotonic seconds. Raises `PageError` ``bad-request``."""
    try:
        return float(request.form.get(key, ""))
    except ValueError:
        refuse(400, "bad-request", Message("The page sent no time for “{key}”. Open it again.", {"key": key}))


def small_number(text: str) -> int | None:
    """The number that a text is, if it is one that a page may send: plain digits, and not many of them."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None
