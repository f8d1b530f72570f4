"""The one family of errors that people read: a stable code and a sentence. Every room may import it."""

from __future__ import annotations


class CompanionError(Exception):
    """Something went wrong that a person is told of.

    Parameters
    ----------
    code
        Stable identifier, listed in ``docs/errors.md``; never reworded.
    sentence
        What happened and what to do, in words of whoever reads it.
    """

    code: str

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence
