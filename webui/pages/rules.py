"""The rules of a game in players' words; a number that is named elsewhere leads to its rule."""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.booklet import booklet_of
from companion.rules.game import Game
from webui.request.laid_out import playable
from webui.request.language import spoken_language
from webui.request.on_table import hub
from webui.request.refusal import refuse
from webui.views.options import in_labels

pages = Blueprint("rules", __name__)

_NAMED: Final = re.compile(r"\(([A-Z]*-?[A-Z]?\d[\d.]*)\)")
"""A number of a rule as sentences name it: ``(CF-31)``, ``(R28)``, ``(10.2.2)``."""


@pages.get("/rules/<slug>")
def page(slug: str) -> ResponseReturnValue:
    """All rules of a game."""
    game = playable(slug)
    booklet = booklet_of(game, spoken_language().tag) or refuse(
        404, "no-rules", "The rules of this game are not told here."
    )
    session = hub().session
    chosen: tuple[str, ...] = ()
    if session is not None and session.game.info.slug == slug:
        chosen = in_labels(game, session.timeline.started.options)
    return render_template("rules.html", game=game, booklet=booklet, chosen=chosen)


def rule_address(game: Game, rule: str) -> str:
    """Give the address of a rule; "" where it is not told."""
    booklet = booklet_of(game)
    if booklet is None or rule not in booklet.rules:
        return ""
    return url_for("rules.page", slug=game.info.slug, _anchor=anchor(rule))


def anchor(rule: str) -> str:
    """Name the place of a rule on its page."""
    return f"rule-{rule}"


def with_rules(sentence: str, game: Game) -> Markup:
    """Have the numbers of rules in a sentence lead to them."""
    parts = []
    end = 0
    for found in _NAMED.finditer(sentence):
        address = rule_address(game, found[1])
        if address:
            link = Markup('<a href="{}">{}</a>').format(address, found[1])
            parts += [escape(sentence[end : found.start(1)]), link]
            end = found.end(1)
    return Markup("").join([*parts, escape(sentence[end:])])
