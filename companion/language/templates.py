"""What a translation must keep of its sentence: the values it fills in, whom it addresses, and its marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

VALUE: Final = re.compile(r"\{(\w+)(?::([\w.*]*))?\}")
"""A value of a template, with the form in which it is said."""

_MARK: Final = re.compile(r"</?\w+[^<>]*>")
_ADDRESS: Final = re.compile(r"\{\w+\}: ")
_NO_VALUE: Final = re.compile(r"[{}]")
_NO_LETTER: Final = re.compile(r"(?:[^\w“”‘’]|[\d_])*")
"""Quotation marks say something: languages have different ones."""


COUNTED: Final = "n"
"""The value that chooses between singular and plural; *one action* need not name it."""


def names_in(text: str) -> set[str]:
    """Give the names of the values that a template fills in."""
    return {found[1] for found in VALUE.finditer(text)}


def says_nothing(text: str) -> bool:
    """Whether a template is only values and marks between them, which every language writes alike."""
    return _NO_LETTER.fullmatch(VALUE.sub("", text)) is not None


def faults(english: str, translation: str, *, plural: str = "") -> Iterator[str]:
    """Say what is wrong with a translation, so that it cannot stand for its sentence.

    Parameters
    ----------
    english
        The template in English.
    translation
        The template in another language.
    plural
        The value that chooses among several forms: each form may name it, or say it in words.
    """
    wanted, found = names_in(english), names_in(translation)
    if unknown := sorted(found - wanted - {plural}):
        yield f"there is no value {{{unknown[0]}}}"
    missing = wanted - found - {plural}
    if missing:
        yield f"the value {{{min(missing)}}} is missing"
    if _NO_VALUE.search(VALUE.sub("", translation)):
        yield "a brace does not belong to a value"
    address = _ADDRESS.match(english)
    if address and not translation.startswith(address[0]):
        yield f"it must begin with {address[0].strip()}"
    if sorted(_MARK.findall(english)) != sorted(_MARK.findall(translation)):
        yield "its <marks> differ"
