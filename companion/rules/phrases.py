"""Words inside sentences, kept apart from any language: nouns with their article, counts and lists.

A template names its values; a value that is a word is one of these, so that each language can give it the
form that its own sentence needs. In English they read as they are written here. `companion.language` says
them in other languages; docs/translate.md tells how.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

Article: TypeAlias = Literal["", "a", "the"]

AS_ASKED: Final = "*"
"""In a fragment, the form of a value that is the form in which the whole fragment is asked for."""


class Speech(Protocol):
    """A language: how templates, nouns, counts and lists read in it."""

    def template(self, text: str, many: str = "", number: int = 1) -> str:
        """Give the template in this language; with ``many``, the one that this number needs."""
        ...

    def term(self, word: str, article: Article, form: str) -> str:
        """Give a noun, or another word, in a form: a case, or what a language needs besides."""
        ...

    def count(self, number: int, one: str, many: str, none: str, form: str) -> str:
        """Say how many there are of something; ``none`` is the word for zero, or empty."""
        ...

    def listed(self, words: Sequence[str], last: str) -> str:
        """Join words, the last two by *and* or *or*."""
        ...

    def fails(self, text: str, error: Exception) -> None:
        """Hear that a template could not be filled in, and was said in English."""
        ...


class English:
    """English: what the code says, as it is."""

    def template(self, text: str, many: str = "", number: int = 1) -> str:
        """Give the text itself, or that for several."""
        return many if many and number != 1 else text

    def term(self, word: str, article: Article, form: str) -> str:
        """Give the word with its article, as ``a flower``, ``an oyster`` or ``the board``."""
        del form
        if article == "a":
            return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"
        return f"the {word}" if article else word

    def count(self, number: int, one: str, many: str, none: str, form: str) -> str:
        """Give the number with its noun, as ``1 tile`` or ``3 tiles``."""
        del form
        return f"{number or none or number} {one if number == 1 else many}"

    def listed(self, words: Sequence[str], last: str) -> str:
        """Join words as in ``F3, G4 or H3``."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    def fails(self, text: str, error: Exception) -> None:
        """Raise the error: a sentence of the code itself is wrong."""
        del text
        raise error


ENGLISH: Final = English()


class Audience(Mapping[int, str]):
    """To whom sentences are said: the names at the table, seat by seat, and the language."""

    def __init__(self, names: Mapping[int, str], speech: Speech = ENGLISH) -> None:
        self._names, self.speech = names, speech

    @classmethod
    def of(cls, names: Mapping[int, str]) -> Audience:
        """Give the audience itself; plain names hear English."""
        return names if isinstance(names, Audience) else cls(names)

    def __getitem__(self, seat: int) -> str:
        return self._names[seat]

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def called(self, seat: int) -> str:
        """Give the name of a seat, or ``Player 3`` in this language where it has none."""
        return self._names.get(seat) or self.say("Player {n}", n=seat)

    def say(self, text: str, many: str = "", /, **values: Value) -> str:
        """Say a template; ``many`` is the one for a value ``n`` that is a number other than one."""
        number = values.get("n", 1)
        number = number if isinstance(number, int) else 1
        template = self.speech.template(text, many, number)
        if not values:
            return template
        try:
            return filled(template, values, self)
        except (LookupError, ValueError, AttributeError) as error:
            self.speech.fails(text, error)
            return filled(ENGLISH.template(text, many, number), values, self)


NOBODY: Final = Audience({})


class Phrase(Protocol):
    """Part of a sentence that each language says in its own way."""

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the form that the sentence asks for."""
        ...


Value: TypeAlias = str | int | Phrase
"""What fills in a template: a name or symbol as it is printed, a number, or a phrase."""

Words: TypeAlias = str | Phrase
"""What a reader is told: a text, or a phrase that each language says in its own way."""


class Term(msgspec.Struct, frozen=True):
    """A word of the game, as ``flower``: its catalogue entry has the context ``term``.

    Examples
    --------
    >>> f"{Term('oyster', 'a')}, {Term('board', 'the')}, {Term('red')}"
    'an oyster, the board, red'
    """

    word: str
    article: Article = ""

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the form that the sentence asks for."""
        return audience.speech.term(self.word, self.article, form)

    def __str__(self) -> str:
        return self.say(NOBODY)


class Count(msgspec.Struct, frozen=True):
    """How many there are of something, as ``1 tile``, ``3 tiles`` or, with ``none``, ``no tiles``.

    Examples
    --------
    >>> f"{Count(1, 'tile')}, {Count(2, 'butterfly', 'butterflies')}, {Count(0, 'tile', none='no')}"
    '1 tile, 2 butterflies, no tiles'
    """

    number: int
    one: str
    many: str = ""
    none: str = ""

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the form that the sentence asks for."""
        many = self.many or f"{self.one}s"
        return audience.speech.count(self.number, self.one, many, self.none, form)

    def __str__(self) -> str:
        return self.say(NOBODY)


class Listing(msgspec.Struct, frozen=True):
    """Several values, the last two joined by ``and`` or ``or``.

    Examples
    --------
    >>> str(Listing(("F3", "G4", Term("oyster", "a"))))
    'F3, G4 or an oyster'
    """

    items: tuple[str | int | Phrase, ...]
    last: str = "or"

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the form that the sentence asks for."""
        return audience.speech.listed([spoken(each, audience, form) for each in self.items], self.last)

    def __bool__(self) -> bool:
        return bool(self.items)

    def __str__(self) -> str:
        return self.say(NOBODY)


class Series(msgspec.Struct, frozen=True):
    """Several values one after the other, with a mark between them that every language writes alike."""

    items: tuple[str | int | Phrase, ...]
    between: str = ", "

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the form that the sentence asks for."""
        return self.between.join(spoken(each, audience, form) for each in self.items)

    def __str__(self) -> str:
        return self.say(NOBODY)


class Quoted(msgspec.Struct, frozen=True):
    """Words in quotation marks, as what somebody says on a card."""

    words: str

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the language of an audience."""
        del form
        return audience.say(marked("“{words}”"), words=self.words)

    def __str__(self) -> str:
        return self.say(NOBODY)


class Written(msgspec.Struct, frozen=True):
    """A sentence that is kept in English; another language says it where a catalogue has just that one."""

    text: str

    def say(self, audience: Audience, form: str = "") -> str:
        """Say it in the language of an audience."""
        del form
        return audience.speech.template(self.text)

    def __str__(self) -> str:
        return self.text


def quoted(text: str) -> Value:
    """Give a text for a sentence: one in English quotation marks gets those of the reader's language."""
    return Quoted(text[1:-1]) if text.startswith("“") and text.endswith("”") else text


def marked(text: str) -> str:
    """Mark a text for translators that no sentence's own call names, and give it as it is."""
    return text


def spoken(value: Value, audience: Audience, form: str = "") -> str:
    """Say a value in a form; ``Cap`` among the forms, divided by dots, begins it with a capital letter."""
    forms = form.split(".")
    case = ".".join(each for each in forms if each != "Cap")
    said = str(value) if isinstance(value, str | int) else value.say(audience, case)
    return said[:1].upper() + said[1:] if "Cap" in forms else said


class Filler:
    """A value that a template formats: what stands behind its colon is the form in which it is said."""

    def __init__(self, value: Value, audience: Audience, asked: str) -> None:
        self._value, self._audience, self._asked = value, audience, asked

    def __format__(self, form: str) -> str:
        return spoken(self._value, self._audience, form.replace(AS_ASKED, self._asked))


def filled(template: str, values: Mapping[str, Value], audience: Audience, asked: str = "") -> str:
    """Fill in a template. Raises KeyError, ValueError or IndexError where the template is broken."""
    fillers = {key: Filler(value, audience, asked) for key, value in values.items()}
    return template.format_map(fillers)
