"""The one family of errors that people read: a stable code and a sentence. Every room may import it."""

from __future__ import annotations

from typing import Any


class Saying:
    """A sentence with named texts, for rooms that know no messages: each reader gets it in the own language.

    Parameters
    ----------
    text
        The template, in English; catalogues have it.
    named
        Its values; a name that catalogues have is translated, too.

    Examples
    --------
    >>> str(Saying("The {camera} is not connected.", camera="Pi camera"))
    'The Pi camera is not connected.'
    """

    def __init__(self, text: str, /, **named: str) -> None:
        self._text, self._named = text, named

    def say(self, audience: Any, form: str = "") -> str:
        """Say it to an audience (`companion.rules.phrases`)."""
        del form
        said: str = audience.say(
            self._text, **{name: audience.say(value) for name, value in self._named.items()}
        )
        return said

    def __str__(self) -> str:
        return self._text.format_map(self._named)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Saying) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


class CompanionError(Exception):
    """Something went wrong that a person is told of.

    Parameters
    ----------
    code
        Stable identifier, listed in ``docs/errors.md``; never reworded.
    sentence
        What happened and what to do, in words of whoever reads it: a text, or a `Saying` or message
        (`companion.rules.message`) with values, which every reader gets in the own language.

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
