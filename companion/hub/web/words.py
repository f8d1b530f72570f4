"""What templates of the hub say, and how they write names, moments and numbers, in any language."""

from __future__ import annotations

from flask import Flask

from companion.hub.store.results import FORGOTTEN
from companion.rules.kit.words import number
from companion.rules.phrases import marked
from webui.request.language import named, say, say_in_markup, say_value
from webui.request.written import decimal, moment, plain_number

SOMEBODY = marked("Somebody")
"""How a person is called who was forgotten."""

MINUTE = "%Y-%m-%d %H:%M"
DAY = "%Y-%m-%d"


def register(app: Flask) -> None:
    """Let all templates of an app speak."""
    app.add_template_global(say_in_markup, "_")
    app.add_template_filter(say_value, "spoken")
    app.add_template_filter(called)
    app.add_template_filter(number)
    app.add_template_filter(decimal)
    app.add_template_filter(plain_number)
    app.add_template_filter(lambda at: moment(at, MINUTE), "minute")
    app.add_template_filter(lambda at: moment(at, DAY), "day")


def called(name: str) -> str:
    """Give a name as it is; who has none, or none any more, is called so in the reader's language."""
    return say(SOMEBODY) if name == FORGOTTEN else named(name)
