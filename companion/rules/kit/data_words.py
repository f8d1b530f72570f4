"""What is wrong with a file of JSON, said to whoever wrote it: where, and what may stand there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import msgspec

from companion.rules.errors import BadData

T = TypeVar("T")

_MEANINGS: Final[tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]] = (
    (r"Expected `str` matching regex .*", "{there} is none that can be"),
    (r"Expected `([a-z |]+)`, got `[^`]+`", lambda found: f"it is {_kinds(found[1])}"),
    (r"Expected `\w+` >= (\S+)", r"it is \1 or more"),
    (r"Expected `\w+` <= (\S+)", r"it is \1 or less"),
    (r"Expected `str` of length <= (\d+)", r"it has \1 signs at most"),
    (r"Expected `array` of length (\d+).*", r"it is a list of \1"),
    (r"Object missing required field `([^`]+)`", r"“\1” is missing"),
    (r"Object contains unknown field `([^`]+)`", r"there is no “\1”"),
    (r"Invalid enum value '?([^']*)'?", r"“\1” is none that can be"),
    (r"Number out of range", "it is too large"),
    (r"Input data was truncated", "the file ends too early"),
    (r".*codec can't decode.*|Invalid UTF-8.*", "the file is not UTF-8 text"),
    (r".*Exceeds the limit.*", "a number has too many digits"),
)
"""What the reader of data finds, and how that is said."""

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text, in quotation marks",
    "bool": "true or false",
    "array": "a list, in square brackets",
    "object": "a group of names and values, in curly brackets",
    "null": "null",
}

_LINE: Final = re.compile(r"JSON is malformed: (.*) \(byte (\d+)\)")


def read_json(data: bytes, kind: type[T], called: str) -> T:
    """Read a file; ``called`` says what it is, as a sentence begins. Raises `BadData`."""
    try:
        data.decode()  # of what is passed over the reader does not see that it is no text
        return msgspec.json.decode(data, type=kind)
    except RecursionError as error:
        raise BadData(f"{called} cannot be read: the file is nested too deeply.") from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"{called} cannot be read: {in_words(str(error), data)}.") from error


def in_words(problem: str, data: bytes = b"") -> str:
    """Say what the reader of data found, and where: by the names in the file, or by the line."""
    broken = _LINE.fullmatch(problem)
    if broken:
        line = data[: int(broken[2])].count(b"\n") + 1
        return f"line {line} is not written as JSON is ({broken[1]})"
    what, _, path = problem.partition(" - at `")
    if path.startswith("key"):
        path = path.partition("`$")[2]
    for sign, meaning in _MEANINGS:
        what = re.sub(sign, meaning, what)
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    places = [name or f"number {int(index) + 1}" for name, index in steps]
    if "{there}" in what:
        what = what.replace("{there}", _standing_at(steps, data))
    return f"{', '.join(places)}: {what}" if places else what


def _kinds(names: str) -> str:
    return " or ".join(_KINDS.get(name, name) for name in names.split(" | "))


def _standing_at(steps: Sequence[tuple[str, str]], data: bytes) -> str:
    """Give the text that stands at a place of a file, in quotation marks."""
    try:
        found = msgspec.json.decode(data)
        for name, index in steps:
            found = found[name] if name else found[int(index)]
    except (ValueError, LookupError, TypeError, RecursionError):
        return "what stands there"
    return f"“{found}”" if isinstance(found, str) else "what stands there"
