"""The table's place at a hub: joining by what the hub shows, and leaving again."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from webui.ports import HubMember
from webui.request.host import host_only
from webui.request.language import say
from webui.request.on_table import hub
from webui.request.refusal import refuse, refusing
from webui.request.uploads import read_sent

pages = Blueprint("many_tables", __name__)


def _member() -> HubMember:
    """Give the table's place at a hub. Raises `PageError` ``hub-none``."""
    return hub().member or refuse(404, "hub-none", "This table was started without a way to a hub.")


def _back() -> ResponseReturnValue:
    return redirect(url_for("host.page", _anchor="hub"), 303)


@pages.post("/host/hub")
@host_only("joins a hub")
def join() -> ResponseReturnValue:
    """Join the hub of a link that was pasted, or of a code that was photographed."""
    member, link = _member(), request.form.get("link", "")
    if "photo" in request.files:
        read_sent(member.join_by_photograph)
    else:
        with refusing(400):
            member.join(link)
    flash(say("This table is {table} at its hub now.", table=member.table))
    return _back()


@pages.post("/host/hub/leave")
@host_only("leaves the hub")
def leave() -> ResponseReturnValue:
    """Leave the hub; the games stay at the table."""
    with refusing(409):
        _member().leave()
    flash(say("This table is alone again. Its games stay here, and what the hub has stays there."))
    return _back()
