"""What is wrong with a file of JSON, said to whoever wrote it: where, and what may stand there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from companion.rules.errors import BadData
from companion.rules.message import Message
from companion.rules.phrases import Listing, Phrase, Quoted, Series, Value, Written, marked

T = TypeVar("T")

_MEANINGS: Final[tuple[tuple[str, str], ...]] = (
    (r"Expected `str` matching regex .*", marked("{there} is not allowed here")),
    (r"Expected `(?P<kinds>[a-z |]+)`, got `[^`]+`", marked("it is {kinds}")),
    (r"Expected `\w+` >= (?P<least>\S+)", marked("it is {least} or more")),
    (r"Expected `\w+` <= (?P<most>\S+)", marked("it is {most} or less")),
    (r"Expected `str` of length <= (?P<most>\d+)", marked("it has {most} signs at most")),
    (r"Expected `array` of length (?P<n>\d+).*", marked("it is a list of {n}")),
    (r"Object missing required field `(?P<name>[^`]+)`", marked("“{name}” is missing")),
    (r"Object contains unknown field `(?P<name>[^`]+)`", marked("there is no “{name}”")),
    (r"Invalid enum value '?(?P<name>[^']*)'?", marked("“{name}” is not allowed here")),
    (r"Number out of range", marked("it is too large")),
    (r"Input data was truncated", marked("the file ends too early")),
    (r".*codec can't decode.*|Invalid UTF-8.*", marked("the file is not UTF-8 text")),
    (r".*Exceeds the limit.*", marked("a number has too many digits")),
)
"""What the reader of data finds, and how that is said."""

_KINDS: Final = {
    "int": marked("a whole number"),
    "float": marked("a number"),
    "str": marked("a text, in quotation marks"),
    "bool": marked("true or false"),
    "array": marked("a list, in square brackets"),
    "object": marked("a group of names and values, in curly brackets"),
    "null": "null",
}

_LINE: Final = re.compile(r"JSON is malformed: (.*) \(byte (\d+)\)")


def read_json(data: bytes, kind: type[T], called: Phrase) -> T:
    """Read a file; ``called`` says what it is. Raises `BadData`."""
    try:
        data.decode()  # of what is passed over the reader does not see that it is no text
        return msgspec.json.decode(data, type=kind)
    except RecursionError as error:
        raise BadData(unreadable(called, Message("the file is nested too deeply"))) from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(unreadable(called, in_words(str(error), data))) from error


def unreadable(called: Phrase, why: Phrase) -> Message:
    """Say that a file cannot be read; ``called`` says what it is."""
    return Message("{what:Cap} cannot be read: {why}.", {"what": called, "why": why})


def in_words(problem: str, data: bytes = b"") -> Message:
    """Say what the reader of data found, and where: by the names in the file, or by the line."""
    broken = _LINE.fullmatch(problem)
    if broken:
        line = data[: int(broken[2])].count(b"\n") + 1
        return Message("line {line} is not written as JSON is ({error})", {"line": line, "error": broken[1]})
    what, _, path = problem.partition(" - at `")
    if path.startswith("key"):
        path = path.partition("`$")[2]
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    places = [name or Message("number {n}", {"n": int(index) + 1}) for name, index in steps]
    said = found_in_words(what, _standing_at(steps, data))
    return said_of(places, said)


def said_of(places: Sequence[Value], said: Message) -> Message:
    """Say where something is wrong, and what."""
    return Message("{places}: {what}", {"places": Series(tuple(places)), "what": said}) if places else said


def found_in_words(what: str, there: Phrase) -> Message:
    """Say what the reader of data found; ``there`` is what stands at the place."""
    for sign, template in _MEANINGS:
        if found := re.search(sign, what):
            values: dict[str, Value] = {**found.groupdict(), "there": there}
            if "kinds" in values:
                values["kinds"] = _kinds(found["kinds"])
            return Message(template, values)
    return Message("{what}", {"what": what})


def _kinds(names: str) -> Listing:
    return Listing(tuple(Written(_KINDS.get(name, name)) for name in names.split(" | ")))


def _standing_at(steps: Sequence[tuple[str, str]], data: bytes) -> Phrase:
    """Give the text that stands at a place of a file, in quotation marks."""
    try:
        found = msgspec.json.decode(data)
        for name, index in steps:
            found = found[name] if name else found[int(index)]
    except (ValueError, LookupError, TypeError, RecursionError):
        return SOMETHING
    return Quoted(found) if isinstance(found, str) else SOMETHING


SOMETHING: Final = Message("what stands there")
