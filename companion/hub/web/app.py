"""The Flask app of a hub: its pages, and what holds for every one of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Flask, Response, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from companion import __version__
from companion.hub.errors import HubError
from companion.hub.parts import Parts
from companion.hub.settings import OUR_TABLES
from companion.hub.store.database import trouble_of
from companion.hub.web import access, words
from companion.hub.web.cards import card
from companion.hub.web.pages import PAGES, WAYS, language
from companion.hub.web.stream import Screens
from companion.language.languages import LANGUAGES
from companion.rules.errors import GameError
from companion.rules.phrases import Phrase, Written, marked
from webui.http.proxies import Proxies, answer_behind
from webui.request.language import say, spoken_language

LARGEST_FORM = 1_000_000
JSON = "application/json"
"""What a program asks for; a refusal of this kind is English."""

SENTENCES = {
    404: marked("There is no such page."),
    405: marked("That cannot be done with this page."),
    413: marked("That is too large."),
    500: marked("Something went wrong inside the hub. Its log says what."),
}
"""What is told of a request by the status of its answer."""

UNCLEAR = marked("That could not be understood.")


class _ForTheServer(NamedTuple):
    """What the server's loop closes when it stops (`companion.cli.server.worker`)."""

    feed: Screens


class HubApp(Flask):
    """Flask, behind the reverse proxies that the settings name."""

    def wsgi_app(self, environ: Any, start_response: Any) -> Any:
        """Answer a request."""
        return answer_behind(self.extensions["proxies"], super().wsgi_app, environ, start_response)


def create_app(parts: Parts) -> Flask:
    """Make the app over a hub, which may be started or not."""
    app = HubApp(__name__)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_FORM, SEND_FILE_MAX_AGE_DEFAULT=0)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    screens = Screens(
        parts.room, lambda table, tag: card(app.jinja_env, parts, table, tag), parts.metrics.screens.set
    )
    app.extensions |= {
        "parts": parts,
        "screens": screens,
        "hub": _ForTheServer(screens),
        "signed in": {},
        "proxies": Proxies.of(parts.settings.proxies, parts.settings.address),
    }
    for pages in PAGES:
        app.register_blueprint(pages)
    app.before_request(language.speak_as_chosen)
    app.before_request(access.guard)
    app.after_request(access.strict_headers)
    app.context_processor(_shared)
    words.register(app)
    app.register_error_handler(GameError, _told)
    app.register_error_handler(SQLAlchemyError, lambda error: _told(trouble_of(error)))
    app.register_error_handler(HTTPException, _not_found)
    return app


def _shared() -> dict[str, Any]:
    return {
        "who": access.who(),
        "csrf": access.csrf_word(),
        "room_name": _room_name(),
        "version": __version__,
        "ways": WAYS,
        "role_words": access.ROLE_WORDS,
        "get_told": access.told,
        "language": spoken_language(),
        "languages": LANGUAGES.all,
    }


def _room_name() -> str:
    """Give the room's name; one that nobody has named is called so in the reader's language."""
    name = access.parts().settings.name
    return say(OUR_TABLES) if name == OUR_TABLES else name


def _told(error: GameError) -> ResponseReturnValue:
    status = error.status if isinstance(error, HubError) else 400
    return _answer(error.code, error.said, status)


def _not_found(error: HTTPException) -> ResponseReturnValue:
    code = "hub-no-page" if error.code == 404 else "hub-bad-request"
    status = error.code or 500
    return _answer(code, Written(SENTENCES.get(status, UNCLEAR)), status)


def _answer(code: str, sentence: Phrase, status: int) -> ResponseReturnValue:
    if request.path.startswith("/api/") or request.accept_mimetypes.best == JSON:
        told: Response = jsonify(code=code, sentence=str(sentence))
        return told, status
    page = render_template("error.html", code=code, sentence=say(sentence), sign_in=status == 401)
    return page, status
