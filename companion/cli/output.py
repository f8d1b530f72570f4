"""What the command says: JSON on standard output, everything else on standard error."""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec


def emit(value: Any) -> None:
    """Write one JSON value on a line of its own to standard output."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """Tell a person something without disturbing what a program reads."""
    click.echo(text, err=True)


def sentence_of(error: Exception) -> tuple[str, str] | None:
    """Give code and sentence of an error that is meant for people; None for a defect of ours."""
    code, sentence = getattr(error, "code", None), getattr(error, "sentence", None)
    if isinstance(code, str) and isinstance(sentence, str):
        return code, sentence
    return None


class SentenceError(click.ClickException):
    """An error told in a sentence with its stable code; exit code 1."""

    exit_code = 1

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

    def format_message(self) -> str:
        """Give the sentence with the code that docs/errors.md explains."""
        return f"{self.message} [{self.code}]"


class InputError(Exception):
    """A file named on the command line cannot be used."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
