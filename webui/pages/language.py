"""The language of this phone: one tap changes it, and its cookie keeps it."""

from __future__ import annotations

import json

from flask import Blueprint, Response, g, redirect, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue

from companion.language.languages import LANGUAGES
from webui.http.squeezed import FOR_EVER, digest
from webui.request.host import open_to_all
from webui.request.language import CHOSEN, own_page, say
from webui.request.refusal import refuse

pages = Blueprint("language", __name__)


@pages.post("/language")
@open_to_all
def choose() -> ResponseReturnValue:
    """Speak another language on this phone, and go back to its page."""
    tag = LANGUAGES.best_of([request.form.get("language", "")])
    if not tag:
        refuse(400, "unknown-language", say("Nobody has translated that language yet."))
    cookie[CHOSEN] = tag
    g.pop("language_tag", None)
    return redirect(request.script_root + own_page(request.form.get("back", "")), 303)


@pages.get("/words/<tag>.js")
def words(tag: str) -> ResponseReturnValue:
    """Give what the scripts say in a language."""
    script = words_script(tag)
    response = Response(script, mimetype="text/javascript")
    if request.args.get("v") == digest(script.encode()):
        response.headers["Cache-Control"] = FOR_EVER
    return response


def words_script(tag: str) -> str:
    """Write the words of a language as a script."""
    spoken = json.dumps(LANGUAGES.scripts(tag), ensure_ascii=False, sort_keys=True)
    return f"window.WORDS = {spoken};\n"


def words_address(tag: str) -> str:
    """Give the address of the words of a language, which changes with them."""
    return url_for("language.words", tag=tag, v=digest(words_script(tag).encode()))
