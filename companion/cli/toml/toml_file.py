"""A TOML file read into a frozen value: every mistake is told, each with its line and a way out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import (
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from companion.errors import CompanionError
from companion.rules.message import Message, together
from companion.rules.phrases import Listing, Series, Value, Written, marked

S = TypeVar("S", bound=msgspec.Struct)

KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [brackets]",
    "object": "a table of its own",
    "null": "nothing",
}
"""msgspec's names of what stands in a file, in words."""

BOUNDS: Final = {
    "<=": "this must be at most {n}.",
    ">=": "this must be at least {n}.",
    "<": "this must be less than {n}.",
    ">": "this must be more than {n}.",
}

Trail: TypeAlias = tuple[str, ...]
"""Where a value stands: the names of the tables that lead to it, and its own."""


class Mistake(NamedTuple):
    """What is wrong, and in which line of the file; 0 where no line can be named."""

    line: int
    said: Message

    @property
    def what(self) -> str:
        """What is wrong, in English."""
        return str(self.said)


class SettingsError(CompanionError):
    """The settings file cannot be used as it stands.

    Attributes
    ----------
    mistakes : tuple of Mistake
        All of them, in the order of their lines.
    lines : tuple of str
        The file's own lines, to show a mistake in its place; none where the file cannot be read.
    usable : dict
        The keys and tables of the file with which nothing is wrong.
    """

    code = "bad-settings"

    def __init__(
        self, path: Path, mistakes: tuple[Mistake, ...], text: str = "", usable: dict[str, Any] | None = None
    ) -> None:
        self.path, self.lines, self.usable = path, tuple(text.splitlines()), usable or {}
        self.mistakes = tuple(sorted(mistakes, key=lambda each: (each.line, each.what)))
        super().__init__(self.code, Series(tuple(map(self._placed, self.mistakes)), "\n"))

    def _placed(self, mistake: Mistake) -> Message:
        values: dict[str, Value] = {"file": str(self.path), "line": mistake.line, "what": mistake.said}
        return Message("{file}, line {line}: {what}" if mistake.line else "{file}: {what}", values)


def load(path: Path, shape: type[S]) -> S:
    """Read a file; where there is none the defaults hold.

    Raises
    ------
    SettingsError
        With every mistake: not TOML, unknown keys, values of the wrong kind.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return shape()
    except UnicodeDecodeError as error:
        raise SettingsError(path, (Mistake(0, Message("this is not text in UTF-8.")),)) from error
    except OSError as error:
        raise SettingsError(
            path, (Mistake(0, Message("cannot be read: {why}.", {"why": str(error.strerror)})),)
        ) from error
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = int(place.group(1)) if place else len(text.splitlines())
        raise SettingsError(
            path, (Mistake(line, Message("this is not TOML: {why}.", {"why": str(error)})),), text
        ) from error
    wrong, lines = list(_mistakes(found, shape, ())), key_lines(text)
    if wrong:
        mistakes = tuple(Mistake(_line_of(lines, trail), what) for trail, what in wrong)
        bad = {trail[0] for trail, _ in wrong}
        raise SettingsError(path, mistakes, text, {key: found[key] for key in found if key not in bad})
    return msgspec.convert(found, shape)


def key_lines(text: str) -> dict[Trail, int]:
    """Give the line of every key and table, from 1. Keys within inline tables are not looked for."""
    found: dict[Trail, int] = {}
    table: Trail = ()
    for number, line in enumerate(text.splitlines(), start=1):
        head = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        key = re.match(r"\s*([\w.\"' -]+?)\s*=", line)
        if head:
            table = _names(head.group(1))
            found.setdefault(table, number)
        elif key:
            found.setdefault((*table, *_names(key.group(1))), number)
    return found


def _names(dotted: str) -> Trail:
    return tuple(name.strip().strip("\"'") for name in dotted.split("."))


def _line_of(lines: Mapping[Trail, int], trail: Trail) -> int:
    """Give the line of a value, or of the table in which it stands; of a dotted key, its first."""
    for length in range(len(trail), 0, -1):
        if trail[:length] in lines:
            return lines[trail[:length]]
        below = [line for key, line in lines.items() if key[:length] == trail[:length]]
        if below:
            return min(below)
    return 0


def _mistakes(
    found: Mapping[str, Any], shape: type[msgspec.Struct], trail: Trail
) -> Iterator[tuple[Trail, Message]]:
    """Give everything that is wrong with a table, and with the tables within it."""
    kinds = get_type_hints(shape, include_extras=True)
    names = zip(shape.__struct_encode_fields__, shape.__struct_fields__, strict=True)
    known = {key: kinds[name] for key, name in names}
    for key, value in found.items():
        here = (*trail, key)
        if key not in known:
            yield here, _unknown(key, known, trail)
            continue
        inner = table_of(known[key])
        if inner is not None and isinstance(value, Mapping):
            wrong = list(_mistakes(value, inner, here))
            yield from wrong
            if wrong:
                continue
        try:
            msgspec.convert(value, known[key])
        except msgspec.ValidationError as error:
            why = _in_words(str(error), known[key])
            yield here, Message("{key}: {why}", {"key": ".".join(here), "why": why})


def table_of(kind: Any) -> type[msgspec.Struct] | None:
    """Give the struct that a value of this type is read into, also where it may be left out."""
    if get_origin(kind) in (Union, UnionType):
        kind = next((each for each in get_args(kind) if table_of(each)), None)
    return kind if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else None


def _unknown(key: str, known: Mapping[str, Any], trail: Trail) -> Message:
    values: dict[str, Value] = {"key": repr(key), "table": f"[{'.'.join(trail)}]"}
    there = Message("there is no key {key} in {table}." if trail else "there is no key {key}.", values)
    keys = Message("The keys are {keys}.", {"keys": Series(tuple(known))})
    near = get_close_matches(key, known, n=1, cutoff=0.5)
    if near:
        return together(there, Message("Did you mean {key}?", {"key": repr(near[0])}), keys)
    return together(there, keys)


def _in_words(message: str, kind: Any) -> Message:
    """Say in words what msgspec has against a value."""
    message = re.sub(r" - at `\$.*`$", "", message)
    choices = [choice for part in _parts(kind) if get_origin(part) is Literal for choice in get_args(part)]
    if choices and "Invalid enum value" in message:
        return Message("it is one of {choices}.", {"choices": Series(tuple(map(repr, choices)))})
    if "matching regex" in message or " of length " in message:
        metas = [each.extra for each in _parts(kind) if isinstance(each, msgspec.Meta) and each.extra]
        if metas:
            return Message("this must be {wanted}.", {"wanted": Written(metas[0]["wanted"])})
    wrong = re.fullmatch(r"Expected `([^`]+)`, got `(\w+)`", message)
    if wrong:
        wanted = Listing(tuple(_kind(name.strip()) for name in wrong.group(1).split("|")))
        values: dict[str, Value] = {"wanted": wanted, "given": _kind(wrong.group(2))}
        return Message("this must be {wanted}, not {given}.", values)
    bound = re.fullmatch(r"Expected `\w+` (<=|>=|<|>) (\S+)", message)
    if bound:
        return Message(BOUNDS[bound.group(1)], {"n": bound.group(2)})
    return Message("{why}.", {"why": message})


def _kind(name: str) -> Written:
    return Written(marked(KINDS.get(name, name)))


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    if get_origin(kind) is not Literal:
        for part in get_args(kind):
            yield from _parts(part)
