"""Mound cards of one's own: typed in once, checked by the rules, kept, and chosen for a new game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.it_happens.pages.form import CARDS, SLUG, faults, in_the_form, typed
from companion.games.it_happens.rules.data.mounds import SHIPPED, MoundSet
from companion.games.it_happens.rules.game import ItHappens
from companion.record.errors import StoreError
from companion.rules.errors import BadData
from companion.rules.message import Message
from companion.sessions.box_shelf import LARGEST_BYTES, BoxShelf
from webui.own import shelves
from webui.pages.faults import STATUS
from webui.request.host import host_only
from webui.request.language import say
from webui.request.refusal import refuse

pages = Blueprint("mounds", __name__, template_folder="templates")

PAGE: Final = "mounds.page"


def _shelf() -> BoxShelf:
    return shelves.shelf_of(SLUG)


def _sets() -> tuple[MoundSet, ...]:
    """Give all sets that can be played with, the printed one first."""
    return cast("ItHappens", cast("Any", _shelf().game)).known


@pages.get(f"/new/{SLUG}/mounds")
def page() -> ResponseReturnValue:
    """The sets there are, and a form: empty, or with the set that is to be changed."""
    name = request.args.get("change", "")
    if not name:
        return _form(_first_values(), "")
    values = in_the_form(_to_change(name))
    if values is None:
        text = "{name} came as a file, and holds more than the form. Change the file."
        refuse(400, "bad-request", Message(text, {"name": name}))
    return _form(values | {"instead_of": name}, "")


def _form(
    values: dict[str, str], sentence: str, status: int = 200, wrong: Mapping[str, Message] | None = None
) -> ResponseReturnValue:
    own = [(each.data_set, in_the_form(each) is not None) for each in _sets() if each is not SHIPPED]
    shown = render_template(
        "mounds.html", values=values, sentence=sentence, wrong=wrong or {}, cards=CARDS, own=own
    )
    return shown, status


def _to_change(name: str) -> MoundSet:
    """Give an owner's set that no kept game needs; leaves the page with a reason otherwise."""
    shelves.check_not_needed(_shelf(), name)
    return next(each for each in _sets() if each.data_set == name)


def _first_values() -> dict[str, str]:
    items = ", ".join(f"{each.type} {each.count}" for each in SHIPPED.item_types)
    return {
        "data_set": "",
        "prefix": "B",
        "items": items,
        "worm_tiles": str(SHIPPED.worm_tiles),
        "start_worms": str(SHIPPED.start_worms_per_player),
    }


@pages.post(f"/new/{SLUG}/mounds")
@host_only(shelves.KEEPS)
def keep() -> ResponseReturnValue:
    """Keep a set that was typed in, or one that came as a file."""
    values = {key: text.strip() for key, text in request.form.items()}
    sent = request.files.get("file")
    if sent and sent.filename:
        data = sent.read(LARGEST_BYTES + 1)
    elif wrong := faults(values):
        return _form(_first_values() | values, _to_put_right(len(wrong)), 400, wrong)
    else:
        data = json.dumps(typed(values), indent=1).encode()
    try:
        added = shelves.keep(_shelf(), data, instead_of=values.get("instead_of", ""))
    except BadData as error:
        return _form(_first_values() | values, say(error.said), 400)
    except StoreError as error:
        return _form(
            _first_values() | values, f"{say(error.said)} [{error.code}]", STATUS.get(error.code, 400)
        )
    return shelves.choose(SLUG, added, "Mound cards")


def _to_put_right(count: int) -> str:
    return say(
        "Not kept yet. {n} field is to be put right: see there what is wrong.",
        "Not kept yet. {n} fields are to be put right: see there what is wrong.",
        n=count,
    )


@pages.post(f"/new/{SLUG}/mounds/<data_set>/remove")
@host_only(shelves.KEEPS)
def remove(data_set: str) -> ResponseReturnValue:
    """Keep a set no longer."""
    try:
        shelves.remove(_shelf(), data_set)
    except StoreError as error:
        refuse(STATUS.get(error.code, 400), error.code, error.said)
    flash(say("{name} is removed.", name=data_set))
    return redirect(url_for("mounds.page"), 303)


@pages.get(f"/new/{SLUG}/mounds/printed")
def example() -> ResponseReturnValue:
    """The printed cards as a file to begin with."""
    return shelves.sent_as(_shelf().game.example_box, f"{SLUG}-example.json")


@pages.get(f"/new/{SLUG}/mounds/<data_set>.json")
def export(data_set: str) -> ResponseReturnValue:
    """A set as a file."""
    return shelves.as_file(_shelf(), data_set)
