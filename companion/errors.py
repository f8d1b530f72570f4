"""The one family of errors that people read: a stable code and a sentence. Every room may import it."""

from __future__ import annotations

from typing import Any


class CompanionError(Exception):
    """Something went wrong that a person is told of.

    Parameters
    ----------
    code
        Stable identifier, listed in ``docs/errors.md``; never reworded.
    sentence
        What happened and what to do, in words of whoever reads it: a text, or a message with values, which
        every reader gets in the own language (`companion.rules.message`).

    Attributes
    ----------
    sentence
        The sentence in English.
    said
        The sentence as it was given, to be told in another language.
    """

    code: str

    def __init__(self, code: str, sentence: Any) -> None:
        super().__init__(str(sentence))
        self.code, self.sentence, self.said = code, str(sentence), sentence
