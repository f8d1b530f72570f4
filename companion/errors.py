"""The one family of errors that people read: a stable code and a sentence. Every room may import it."""

from __future__ import annotations

from typing import Any


class Saying:
    """A sentence with named texts, for rooms that know no messages: each reader gets it in the own language.

    Parameters
    ----------
    text
        The template, in English; catalogues have it.
    many
        The template where the value ``n`` is a number other than one.
    named
        Its values. A text stands as it is, as names do that people chose; a phrase or the sentence of an
        error is said in the reader's language.

    Examples
    --------
    >>> str(Saying("The {camera} is not connected.", camera=Saying("Pi camera")))
    'The Pi camera is not connected.'
    """

    def __init__(self, text: str, many: str = "", /, **named: object) -> None:
        self._text, self._many = text, many
        self._named = {name: _value(each) for name, each in named.items()}

    @property
    def text(self) -> str:
        """The template, in English."""
        return self._text

    @property
    def many(self) -> str:
        """The template for several; empty where there is none."""
        return self._many

    @property
    def values(self) -> dict[str, Any]:
        """What fills in the template."""
        return self._named

    def say(self, audience: Any, form: str = "") -> str:
        """Say it to an audience (`companion.rules.phrases`)."""
        del form
        said: str = audience.say(
            self._text,
            self._many,
            **{
                name: value if isinstance(value, str | int) else value.say(audience)
                for name, value in self._named.items()
            },
        )
        return said

    def __str__(self) -> str:
        text = self._many if self._many and self._named.get("n") != 1 else self._text
        return text.format_map(self._named) if self._named else text

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Saying) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


def _value(value: object) -> Any:
    """Give what fills in a template: a phrase, a number, or how a path or what the system says reads."""
    if isinstance(value, CompanionError):
        return value.said
    return value if hasattr(value, "say") or type(value) is int else str(value)


class CompanionError(Exception):
    """Something went wrong that a person is told of.

    Parameters
    ----------
    code
        Stable identifier, listed in ``docs/errors.md``; never reworded.
    sentence
        What happened and what to do, in words of whoever reads it: a text, or a `Saying` or message
        (`companion.rules.message`) with values, which every reader gets in the own language.
    values
        What fills in a text.

    Attributes
    ----------
    sentence
        The sentence in English.
    said
        The sentence as a phrase, to be told in another language.
    """

    code: str

    def __init__(self, code: str, sentence: Any, **values: object) -> None:
        self.said: Any = sentence if hasattr(sentence, "say") else Saying(sentence, **values)
        self.code, self.sentence = code, str(self.said)
        super().__init__(self.sentence)
