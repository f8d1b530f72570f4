"""Tables and screens: adding them by a code, letting a name go, and what the hub has to tell."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlalchemy import select

from companion.hub.broker.users import add_table, remove_table
from companion.hub.errors import HubError
from companion.hub.intake import TABLE
from companion.hub.room import natural
from companion.hub.store import accounts, members, notices, schema
from companion.hub.store.keys import end_key, key_role, new_key
from companion.hub.web.access import SCREEN_FOR, needs, parts, told_next, who
from companion.hub.web.forms import text_in
from companion.hub.web.guessing import checked_address, guesses
from webui.request.language import say

_log = logging.getLogger(__name__)
pages = Blueprint("tables", __name__)

JOIN_FOR: Final = timedelta(minutes=15)
JOINS: Final = "join"


@pages.get("/tables")
@needs("host")
def page() -> ResponseReturnValue:
    """List tables, accounts and notices."""
    return _page()


def _page(code: str = "", about: str = "") -> ResponseReturnValue:
    with parts().database.reading() as connection:
        rows: Sequence[Any] = connection.execute(select(schema.tables)).all()
        told = notices.latest(connection)
        people = connection.execute(select(schema.accounts.c.name, schema.accounts.c.role)).all()
    found = sorted(rows, key=lambda row: natural(row.name))
    return render_template(
        "tables.html",
        tables=found,
        notices=told,
        accounts=people,
        code=code,
        qr=_drawn(code),
        about=about,
        for_table=f"/{JOINS}/" in code,
    )


def _drawn(address: str) -> Markup:
    if not address:
        return Markup()
    drawn = BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", scale=6, xmldecl=False, svgns=True, nl=False)
    return Markup(drawn.getvalue().decode())  # noqa: S704 - segno draws paths alone


def _address(path: str) -> str:
    """Give the whole address of a path: by the settings, else as this page was asked for."""
    return f"{(parts().settings.address or request.root_url).rstrip('/')}{path}"


@pages.post("/tables")
@needs("host")
def add() -> ResponseReturnValue:
    """Show a code with which a table of that name joins; it serves once, for a quarter of an hour."""
    name = text_in("table").lower()
    if not TABLE.fullmatch(name):
        sentence = "The name of a table has small letters, figures, - and _, 40 at most."
        raise HubError("hub-bad-table", sentence)
    word = new_key(parts().database, JOINS, name, JOIN_FOR)
    code = _address(url_for("tables.join", word=word).removeprefix(request.script_root))
    return _page(code, say("The table {name} joins by this code, once, within 15 minutes.", name=name))


@pages.post("/screens")
@needs("host")
def add_screen() -> ResponseReturnValue:
    """Show a link with which a big screen, or a program, reads along."""
    word = new_key(parts().database, "screen", text_in("name", 60), SCREEN_FOR)
    code = _address(url_for("sign_in.by_key", word=word).removeprefix(request.script_root))
    about = say("A screen opens this link. A program sends its last part as a bearer token.")
    return _page(code, about)


@pages.get("/join/<word>")
@needs("")
def how_to_join(word: str) -> ResponseReturnValue:
    """Say to a phone that has scanned the code what to do with it; the code itself is not used up."""
    link = _address(url_for("tables.join", word=word).removeprefix(request.script_root))
    return render_template("join.html", link=link)


@pages.post("/join/<word>")
@needs("")
def join(word: str) -> ResponseReturnValue:
    """Hand out to a table what it needs, once: name, broker, password, authority."""
    address = checked_address()
    database, settings = parts().database, parts().settings
    found = key_role(database, word)
    if found is None or found[0] != JOINS or not end_key(database, word):
        guesses.note_wrong(address)
        raise HubError("hub-link-over", "That code is over. Have the hub show another one.", 403)
    table = found[1]
    password = add_table(settings.line(), table)
    _log.info("The table %s has joined from %s", table, address)
    authority = Path(settings.ca_file).read_text(encoding="utf-8") if settings.ca_file else ""
    return jsonify(table=table, broker=_broker(), password=password, ca=authority)


def _broker() -> str:
    """Give the broker as tables reach it: a broker on the hub's own machine by the name of the hub."""
    settings = parts().settings
    if settings.broker_for_tables:
        return settings.broker_for_tables
    line = settings.line()
    own = line.host in ("localhost", "127.0.0.1", "::1")
    name = (urlsplit(f"//{request.host}").hostname or line.host) if own else line.host
    shown = f"[{name}]" if ":" in name else name
    return f"{'mqtts' if line.tls else 'mqtt'}://{shown}:{line.port}"


@pages.post("/tables/<name>/release")
@needs("host")
def release(name: str) -> ResponseReturnValue:
    """Let another machine be this table."""
    members.release(parts().database, name)
    page = redirect(url_for("tables.page"), 303)
    return told_next(page, say("The next machine that comes as {name} is that table.", name=name))  # type: ignore[arg-type]


@pages.post("/tables/<name>/remove")
@needs("host")
def remove(name: str) -> ResponseReturnValue:
    """Let a table no longer in; its games stay."""
    remove_table(parts().settings.line(), name)
    members.release(parts().database, name)
    parts().room.forget(name)
    page = redirect(url_for("tables.page"), 303)
    return told_next(page, say("The table {name} is let in no more. Its games stay.", name=name))  # type: ignore[arg-type]


@pages.post("/accounts")
@needs("admin")
def add_account() -> ResponseReturnValue:
    """Make an account, or give it another password and role."""
    accounts.set_account(parts().database, text_in("name"), text_in("role"), text_in("password"))
    return redirect(url_for("tables.page"), 303)


@pages.post("/accounts/remove")
@needs("admin")
def remove_account() -> ResponseReturnValue:
    """Take an account away."""
    name = text_in("name")
    accounts.remove_account(parts().database, name)
    _log.info("%s has removed the account %s", who().about, name)
    return redirect(url_for("tables.page"), 303)
