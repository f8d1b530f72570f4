"""Positions as files: read one, and say why one cannot be scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from companion.rules.errors import BadData, BadPosition
from companion.rules.game import Problem
from companion.rules.kit.data_words import read_json
from companion.rules.message import Message

T = TypeVar("T")


def read_position(data: bytes, kind: type[T]) -> T:
    """Read a position. Raises `BadPosition` for bytes that are no text, no JSON, or no such position."""
    try:
        return read_json(data, kind, Message("the position"))
    except BadData as error:
        raise BadPosition(error.said) from error


def written_names(data: bytes) -> frozenset[str]:
    """Give the names that stand in a position that can be read."""
    return frozenset(msgspec.json.decode(data, type=dict[str, msgspec.Raw]))


def ask_for(data: bytes, names: Sequence[str], why: str) -> None:
    """Ask for the names that a final table cannot do without.

    Raises
    ------
    BadPosition
        With every name that the position lacks, and ``why`` they are needed, as half a sentence.
    """
    missing = [name for name in names if name not in written_names(data)]
    if missing:
        raise BadPosition(f"The position needs {_quoted(missing)}: {why}.")


def refuse(problems: Sequence[Problem], hints: Sequence[str] = ()) -> None:
    """Raise `BadPosition` with all problems and then the hints, if there is a problem."""
    if problems:
        raise BadPosition(" ".join((*(each.message.render({}) for each in problems), *hints)))


@contextmanager
def naming_missing(data: bytes, kind: type) -> Iterator[None]:
    """Add to a refusal the few names that a nearly whole position lacks: a likely cause.

    A short position, which has only what a final table needs, is refused as it is.
    """
    try:
        yield
    except BadPosition as error:
        names: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
        try:
            missing = [name for name in names if name not in written_names(data)]
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise error from None
        if not missing or 2 * len(missing) > len(names):
            raise
        raise BadPosition(f"{error.sentence} The position does not say {_quoted(missing)}.") from error


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)
