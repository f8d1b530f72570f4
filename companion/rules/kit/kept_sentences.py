"""Sentences as the database keeps them: templates with values, which each reader gets in the own language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from companion.errors import Saying
from companion.rules.message import Message
from companion.rules.phrases import Article, Count, Listing, Phrase, Series, Term, Value


class _Sentence(msgspec.Struct, frozen=True, tag="sentence", omit_defaults=True):
    text: str
    values: dict[str, _Kept] = {}
    many: str = ""


class _Word(msgspec.Struct, frozen=True, tag="word", omit_defaults=True):
    word: str
    article: Article = ""


class _Number(msgspec.Struct, frozen=True, tag="count", omit_defaults=True):
    number: int
    one: str
    many: str = ""
    none: str = ""


class _List(msgspec.Struct, frozen=True, tag="list", omit_defaults=True):
    items: list[_Kept]
    last: str = ""
    between: str = ""


_Kept: TypeAlias = str | int | _Sentence | _Word | _Number | _List


def to_text(phrase: Phrase) -> str:
    """Write a phrase as JSON; one of a kind that is not kept is its English text from here on."""
    return msgspec.json.encode(_kept(phrase)).decode()


def from_text(text: str) -> Value:
    """Read a phrase; a text that holds none is given as it is."""
    try:
        return _value(msgspec.json.decode(text, type=_Kept))
    except msgspec.MsgspecError:
        return text


def names_in(text: str) -> Iterator[str]:
    """Give every text that fills in a sentence, as names do; the sentence itself is none."""
    try:
        yield from _texts(msgspec.json.decode(text, type=_Kept))
    except msgspec.MsgspecError:
        yield text


def _kept(value: Value) -> _Kept:
    match value:
        case str() | int():
            return value
        case Message():
            return _Sentence(value.text, _all_kept(value.values), value.many)
        case Saying():
            return _Sentence(value.text, _all_kept(value.values), value.many)
        case Term():
            return _Word(value.word, value.article)
        case Count():
            return _Number(value.number, value.one, value.many, value.none)
        case Listing():
            return _List([_kept(each) for each in value.items], last=value.last)
        case Series():
            return _List([_kept(each) for each in value.items], between=value.between)
    return str(value)


def _all_kept(values: Mapping[str, Value]) -> dict[str, _Kept]:
    return {key: _kept(each) for key, each in values.items()}


def _value(kept: _Kept) -> Value:
    match kept:
        case _Sentence():
            return Message(
                kept.text, {key: _value(each) for key, each in kept.values.items()}, many=kept.many
            )
        case _Word():
            return Term(kept.word, kept.article)
        case _Number():
            return Count(kept.number, kept.one, kept.many, kept.none)
        case _List():
            items = tuple(map(_value, kept.items))
            return Listing(items, kept.last) if kept.last else Series(items, kept.between)
    return kept


def _texts(kept: _Kept) -> Iterator[str]:
    match kept:
        case str():
            yield kept
        case _Sentence():
            for each in kept.values.values():
                yield from _texts(each)
        case _List():
            for each in kept.items:
                yield from _texts(each)
