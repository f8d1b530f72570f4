"""The language of whoever uses the command: that of the locale. JSON, records and files stay English."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import CompanionError
from companion.language.languages import ENGLISH_TAG, LANGUAGES, tag_of_locale
from companion.record.names import unnamed
from companion.rules.phrases import Audience, Phrase, Value, spoken


def heard_by(names: Mapping[int, str]) -> Audience:
    """Give the names at the table with the language of the locale; who has no name is called so in it."""
    nameless = Audience({}, LANGUAGES.speech(tag_of_locale()))
    called = {seat: nameless.called(seat) if name == unnamed(seat) else name for seat, name in names.items()}
    return Audience(called, nameless.speech)


def say(text: str | Phrase, many: str = "", /, **values: Value) -> str:
    """Say a sentence of the command, or a phrase; ``many`` is the one for a value ``n`` other than one."""
    audience = heard_by({})
    return audience.say(text, many, **values) if isinstance(text, str) else spoken(text, audience)


def in_english() -> bool:
    """Tell whether the command speaks English here."""
    return tag_of_locale() == ENGLISH_TAG


def told(error: CompanionError) -> str:
    """Say the sentence of an error."""
    return say(error.said)
