"""What the command says: to programs on standard output, to people there or on standard error.

No text fails for want of a letter in the terminal's encoding: people get a replacement, programs get UTF-8,
or JSON whose letters are escaped.
"""

from __future__ import annotations

import codecs
import json
import sys
from typing import IO, Any, TextIO

import click
import msgspec

from companion.errors import CompanionError


def emit(value: Any) -> None:
    """Write one JSON value on a line of its own to standard output."""
    text = json_of(value)
    sys.stdout.write((text if _takes_utf8(sys.stdout) else _escaped(json.loads(text))) + "\n")
    sys.stdout.flush()


def json_of(value: Any) -> str:
    """Give a value as JSON; the name of a file, which may hold bytes that are no text, with those escaped."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return _escaped(msgspec.to_builtins(value))


def _escaped(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def pour(text: str) -> None:
    """Write a text that programs read to standard output, in UTF-8 unless a terminal has another encoding."""
    if _takes_utf8(sys.stdout) or sys.stdout.isatty():
        show(text, nl=False)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()


def show(text: object = "", *, nl: bool = True) -> None:
    """Tell a person something on standard output."""
    click.echo(text, file=sys.stdout, nl=nl)  # named: click would write UTF-8 to a terminal of ASCII


def note(text: str) -> None:
    """Tell a person something without disturbing what a program reads."""
    click.echo(text, file=sys.stderr)


def can_show(text: str) -> bool:
    """Tell whether standard output has every sign of a text."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _takes_utf8(stream: TextIO) -> bool:
    return codecs.lookup(stream.encoding).name == "utf-8"


def sentence_of(error: Exception) -> tuple[str, str] | None:
    """Give code and sentence of an error that is meant for people; None for a defect of ours."""
    return (error.code, error.sentence) if isinstance(error, CompanionError) else None


class SentenceError(click.ClickException):
    """An error told in a sentence with its stable code; exit code 1."""

    exit_code = 1

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

    def format_message(self) -> str:
        """Give the sentence with the code that docs/errors.md explains."""
        return f"{self.message} [{self.code}]"

    def show(self, file: IO[Any] | None = None) -> None:
        """Tell it on standard error, in the terminal's encoding."""
        super().show(file or sys.stderr)


class UsageError(click.UsageError):
    """Wrong usage; exit code 2."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Tell it on standard error, in the terminal's encoding."""
        super().show(file or sys.stderr)


class InputError(CompanionError):
    """A file named on the command line cannot be used."""
