"""Errors as a page for people and as one shape for scripts: ``{"ok": false, "code", "sentence"}``."""

from __future__ import annotations

import logging
from typing import Any, Final

from flask import Flask, flash, g, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.record.errors import BadCorrection
from companion.rules.errors import GameError, IllegalAction
from companion.rules.phrases import marked
from webui.another_game import BeingPlayed
from webui.pages.rules import rule_address
from webui.request.forms import ASIDE
from webui.request.host import HostOnly
from webui.request.language import say
from webui.request.on_table import hub
from webui.request.refusal import PageError, wants_json

_log = logging.getLogger(__name__)

STATUS: Final = {
    "not-your-seat": 403,
    "stale-action": 409,
    "cannot-undo": 409,
    "illegal-action": 409,
    "bad-draw": 409,
    "unknown-game": 404,
    "unknown-session": 404,
    "store-busy": 503,
    "store-full": 507,
    "store-unwritable": 507,
    "store-failed": 500,
    "store-failing": 507,
    "store-read-only": 507,
    "store-damaged": 503,
}
"""HTTP status by code; every other error is a 400."""

SENTENCES: Final = {
    404: ("no-page", marked("There is no such page.")),
    405: ("wrong-method", marked("That cannot be done with this page.")),
    413: ("image-too-large", marked("That file is too large. A photograph of up to 30 MB will do.")),
}


def answer(
    status: int, code: str, sentence: Any, more: str = "", called: str = marked("The rule")
) -> ResponseReturnValue:
    """Tell of an error in the way that was asked for; ``more`` is where more is told of it, ``called`` so."""
    sentence, called = say(sentence), say(called)
    if wants_json():
        found = {"more": more, "called": called} if more else {}
        return jsonify(ok=False, code=code, sentence=sentence, **found), status
    if code == "stale-action":
        flash(sentence, "wrong")
        return redirect(url_for("play.page"), 303)
    shown = {"more": more, "called": called} if code == HostOnly.code else {}
    return render_template("error.html", status=status, code=code, sentence=sentence, **shown), status


def register(app: Flask) -> None:
    """Have every error told."""
    app.register_error_handler(PageError, _page_error)
    app.register_error_handler(GameError, _game_error)
    app.register_error_handler(BeingPlayed, _ask_first)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failure)


def _page_error(error: PageError) -> ResponseReturnValue:
    return answer(error.status, error.code, error.said)


def _game_error(error: GameError) -> ResponseReturnValue:
    if isinstance(error, HostOnly):
        return answer(403, error.code, error.said, url_for("host.page"), marked("How to become the host"))
    session = hub().session
    rule = error.rule if isinstance(error, IllegalAction | BadCorrection) else ""
    more = rule_address(session.game, rule) if session is not None and rule else ""
    return answer(STATUS.get(error.code, 400), error.code, error.said, more)


def _ask_first(error: BeingPlayed) -> ResponseReturnValue:
    """Ask whether the game may be put aside; the answer sends what was sent once more, and says so."""
    g.session_on = session = error.session
    if wants_json():
        return answer(409, error.code, error.said)
    sent = [(key, value) for key, value in request.form.items(multi=True) if key != ASIDE]
    shown = {"session": session, "sentence": say(error.said), "sent": sent, "field": ASIDE}
    return render_template("aside.html", **shown), 409


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if status < 400:
        return error
    code, sentence = SENTENCES.get(status, ("bad-request", marked("That could not be understood.")))
    return answer(status, code, sentence)


def _failure(error: Exception) -> ResponseReturnValue:
    _log.exception("A page failed: %s %s", request.method, request.path, exc_info=error)
    return answer(500, "page-failed", marked("Something went wrong inside. The game is kept; try again."))
