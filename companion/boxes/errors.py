"""What can go wrong with a teach file or a taught box: a stable code and a sentence each."""

from __future__ import annotations


class BoxError(Exception):
    """A teach file, a picture for teaching or a taught box cannot be used.

    Attributes
    ----------
    code : str
        Stable identifier, listed in ``docs/errors.md``.
    sentence : str
        What is wrong and what to do, in words an owner of the box understands.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
