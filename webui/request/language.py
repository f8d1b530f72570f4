"""In which language a page speaks to this phone, and how its sentences are said.

A phone's own choice comes first, then what its browser asks for, then the table's default. `say` is for
sentences of the pages' code, `heard_by` for messages of the game, and ``_`` for templates; docs/translate.md
tells how they are written so that translators find them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

from flask import current_app, g, has_request_context, request
from flask import session as cookie
from markupsafe import Markup, escape

from companion.language import pseudo
from companion.language.languages import ENGLISH_TAG, LANGUAGES, Language, described
from companion.record.names import as_said, unnamed
from companion.rules.catalogue import GAMES, load_game
from companion.rules.labels import Label
from companion.rules.phrases import Audience, Filler, Speech, Value, spoken

CHOSEN: Final = "language"
"""Where a phone's cookie keeps its language."""

HOME: Final = "/"

MARKS: Final = re.compile(r"&lt;(/?(?:b|code))&gt;|&amp;(nbsp;)")
"""What sentences of templates have for marks, as it is when it has been escaped."""


def language_tag() -> str:
    """Give the language of this request: the phone's choice, what its browser asks for, or the default.

    Without a request it is that of `speaking`, else English.
    """
    if aside := _SPOKEN.get():
        return aside
    if not has_request_context():
        return ENGLISH_TAG
    if "language_tag" not in g:
        default: str = current_app.config.get("LANGUAGE", "")
        browser = [tag for tag, _ in request.accept_languages]
        g.language_tag = (
            LANGUAGES.best_of([cookie.get(CHOSEN, "")])
            or LANGUAGES.best_of(browser)
            or LANGUAGES.best_of([default])
            or ENGLISH_TAG
        )
    tag: str = g.language_tag
    return tag


_SPOKEN: Final[ContextVar[str]] = ContextVar("the language of what is written without a request", default="")


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Have everything said in a language, for somebody who listens to a stream."""
    token = _SPOKEN.set(tag)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def answer_in(wanted: str) -> None:
    """Answer this request in a language, or the nearest to it; nothing changes where there is none."""
    if tag := LANGUAGES.best_of([wanted]):
        g.language_tag = tag


def speak_as_the_table() -> None:
    """Let this page, which nobody holds in their hands, speak the table's own language, if there is one."""
    default: str = LANGUAGES.best_of([current_app.config.get("LANGUAGE", "")])
    if default and CHOSEN not in cookie:
        g.language_tag = default


def own_page(path: str) -> str:
    """Give the page to go back to; what leads elsewhere, or anywhere but to a page, leads home."""
    own = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if own else HOME


def locale_name() -> str:
    """Give the locale by which dates and numbers are written."""
    tag = language_tag()
    return ENGLISH_TAG if tag in pseudo.DIRECTIONS else tag.replace("-", "_")


def spoken_language() -> Language:
    """Describe the language in which this request is answered: its tag, name and direction."""
    return described(language_tag())


def speech() -> Speech:
    """Speak the language of this request."""
    return LANGUAGES.speech(language_tag())


def heard_by(names: Mapping[int, str]) -> Audience:
    """Give the names at the table with the language of this request: messages are rendered for both.

    Who has given no name is called so in that language.
    """
    spoken = speech()
    nameless = Audience({}, spoken)
    called = {seat: nameless.called(seat) if name == unnamed(seat) else name for seat, name in names.items()}
    return Audience(called, spoken)


def say(text: Any, many: str = "", /, **values: Value) -> str:
    """Say a sentence of the pages, or any phrase, in the language of this request.

    Parameters
    ----------
    text
        A template in English, or a phrase or message.
    many
        The template where the value ``n`` is a number other than one.
    values
        What fills in the template.
    """
    audience = heard_by({})
    return audience.say(text, many, **values) if isinstance(text, str) else spoken(text, audience)


def say_value(value: Value) -> str:
    """Say a word of the game, or give a name as it is printed."""
    return spoken(value, heard_by({}))


def say_in_markup(text: str, many: str = "", /, **values: Any) -> Markup:
    """Say a sentence in a template, as ``_``: its own `MARKS` stay, all else is escaped.

    A text may be one that an owner wrote, as the name of a box is among the choices of an option.
    """
    audience = heard_by({})
    template = audience.speech.template(text, many, _number(values))
    marked = MARKS.sub(_mark, html.escape(template, quote=False).replace('"', "&#34;"))
    if not values:
        return Markup(marked)  # noqa: S704 - it is escaped
    escaped = {key: _Escaped(each, audience) for key, each in values.items()}
    return Markup(marked.format_map(escaped))  # noqa: S704


def say_label(label: str) -> str:
    """Say what a layout calls a sheet, a space or a piece; a sheet may be called as its game is."""
    return label if label in _titles() else say(Label(label))


def capital(text: str) -> str:
    """Begin a text with a capital letter, as a line of its own does."""
    return text[:1].upper() + text[1:]


def named(name: str) -> str:
    """Give a name as it is; who has given none is called so in this language."""
    return say_value(as_said(name))


def called(seat: int, names: Mapping[int, str]) -> str:
    """Give the name of a seat."""
    return heard_by(names).called(seat)


def in_sentence(label: str) -> str:
    """Say a label within a sentence: English begins it with a small letter there."""
    return label.lower() if language_tag() == ENGLISH_TAG else say(label)


@cache
def _titles() -> frozenset[str]:
    """Give what games are called, in every language alike."""
    return frozenset(load_game(slug).info.name for slug in GAMES)


def _mark(found: re.Match[str]) -> str:
    tag, sign = found.groups()
    return f"<{tag}>" if tag else f"&{sign}"


class _Escaped:
    """A value that goes into a page: what is no markup is escaped."""

    def __init__(self, value: Any, audience: Audience) -> None:
        self._value, self._audience = value, audience

    def __format__(self, form: str) -> str:
        if hasattr(self._value, "__html__"):
            return str(escape(self._value))
        return str(escape(format(Filler(self._value, self._audience, ""), form)))


def _number(values: Mapping[str, Any]) -> int:
    number = values.get("n", 1)
    return number if isinstance(number, int) else 1
