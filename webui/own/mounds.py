"""Mound cards of one's own: typed in once, checked by the rules, kept, and chosen for a new game."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
from flask import Blueprint, Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.play.errors import StoreError
from companion.play.mound_shelf import LARGEST_BYTES, SLUG, MoundShelf
from companion.rules.errors import BadData
from companion.rules.games.it_happens.mounds import MOUNDS, SHIPPED, MoundSet, load_mounds
from webui.context import hub, refuse, small_number
from webui.faults import STATUS

pages = Blueprint("mounds", __name__)

PAGE: Final = "mounds.page"

PLAIN: Final = "-"
BETWEEN: Final = "|"
"""How a space without a picture is typed, and what stands between two columns."""

NUMBERS: Final = ("worm_number", "queen_vp", "general_vp")
CARDS: Final = range(1, MOUNDS + 1)


def _shelf() -> MoundShelf:
    return MoundShelf(hub().store.path.parent)


@pages.get(f"/new/{SLUG}/mounds")
def page() -> ResponseReturnValue:
    """The sets there are, and a form: empty, or with the set that is to be changed."""
    name = request.args.get("change", "")
    if not name:
        return _form(_first_values(), "")
    values = in_the_form(_own(name))
    if values is None:
        refuse(400, "bad-request", f"{name} came as a file, and holds more than the form. Change the file.")
    return _form(values | {"instead_of": name}, "")


def _form(values: dict[str, str], sentence: str, status: int = 200) -> ResponseReturnValue:
    own = [(each.data_set, in_the_form(each) is not None) for each in _shelf().sets() if each is not SHIPPED]
    shown = render_template("mounds.html", values=values, sentence=sentence, cards=CARDS, own=own)
    return shown, status


def _own(name: str) -> MoundSet:
    """Give an owner's set that no kept game needs; leaves the page with a reason otherwise."""
    found = next((each for each in _shelf().sets() if each.data_set == name and each is not SHIPPED), None)
    if found is None:
        refuse(404, "no-mounds", "There is no such set of mound cards here.")
    games = [game for game in hub().store.sessions() if game.game == SLUG]
    players = next((game.names for game in games if game.options.get("mound_data") == name), None)
    if players is not None:
        sentence = f"{name} stays as it is: the game of {' and '.join(players)} is kept, and played with it."
        refuse(409, "mounds-in-use", sentence)
    return found


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
def keep() -> ResponseReturnValue:
    """Keep a set that was typed in, or one that came as a file."""
    values = {key: text.strip() for key, text in request.form.items()}
    sent = request.files.get("file")
    instead_of = values.get("instead_of", "")
    if instead_of:
        _own(instead_of)
    try:
        data = (
            sent.read(LARGEST_BYTES + 1)
            if sent and sent.filename
            else json.dumps(typed(values), indent=1).encode()
        )
        added = _shelf().keep(data, instead_of)
    except BadData as error:
        return _form(_first_values() | values, error.sentence, 400)
    except StoreError as error:
        return _form(
            _first_values() | values, f"{error.sentence} [{error.code}]", STATUS.get(error.code, 400)
        )
    flash(f"{added.data_set} is kept. Choose it under “Mound cards”.")
    return redirect(url_for("home.new", slug=SLUG), 303)


@pages.post(f"/new/{SLUG}/mounds/<data_set>/remove")
def remove(data_set: str) -> ResponseReturnValue:
    """Keep a set no longer."""
    _own(data_set)
    try:
        _shelf().remove(data_set)
    except StoreError as error:
        refuse(STATUS.get(error.code, 400), error.code, error.sentence)
    flash(f"{data_set} is removed.")
    return redirect(url_for("mounds.page"), 303)


@pages.get(f"/new/{SLUG}/mounds/<data_set>.json")
def export(data_set: str) -> ResponseReturnValue:
    """A set as a file."""
    data = _shelf().exported(data_set)
    if data is None:
        refuse(404, "no-mounds", "There is no such set of mound cards here.")
    headers = {"Content-Disposition": f'attachment; filename="{data_set}.json"'}
    return Response(data, mimetype="application/json", headers=headers)


def typed(values: dict[str, str]) -> dict[str, Any]:
    """Put the form into the words of the rules' data file; what is wrong with it the rules say.

    Raises
    ------
    BadData
        For a number that is none.
    """
    items = [each.rpartition(" ") for each in values.get("items", "").lower().split(",") if each.strip()]
    return {
        "game": SLUG,
        "schema_version": 1,
        "data_set": values.get("data_set", ""),
        "item_types": [
            {"type": name.strip(), "count": _number(count, f"items of {name}")} for name, _, count in items
        ],
        "worm_tiles": _number(values.get("worm_tiles", ""), "worm tiles"),
        "start_worms_per_player": _number(values.get("start_worms", ""), "worm tiles at the start"),
        "mounds": [_card(values, card) for card in CARDS],
    }


def in_the_form(mounds: MoundSet) -> dict[str, str] | None:
    """Give what to type for a set; None if it says more than the form has room for."""
    values = {
        "data_set": mounds.data_set,
        "prefix": mounds.mounds[0].id[:-2],
        "items": ", ".join(f"{each.type} {each.count}" for each in mounds.item_types),
        "worm_tiles": str(mounds.worm_tiles),
        "start_worms": str(mounds.start_worms_per_player),
    }
    for card, mound in enumerate(mounds.mounds, 1):
        columns = [" ".join(space or PLAIN for space in column) for column in mound.columns]
        values |= {f"columns-{card}": f" {BETWEEN} ".join(columns), f"name-{card}": mound.name}
        values |= {f"{key}-{card}": str(getattr(mound, key)) for key in NUMBERS}
    try:
        again = load_mounds(json.dumps(typed(values)).encode())
    except BadData:
        return None
    return values if msgspec.to_builtins(again) == msgspec.to_builtins(mounds) else None


def _card(values: dict[str, str], card: int) -> dict[str, Any]:
    columns = [
        [None if space == PLAIN else space for space in column.split()]
        for column in values.get(f"columns-{card}", "").lower().split(BETWEEN)
    ]
    numbers = {
        key: _number(values.get(f"{key}-{card}", ""), f"card {card}, {key.replace('_', ' ')}")
        for key in NUMBERS
    }
    name = values.get(f"name-{card}", "")
    return {"id": f"{values.get('prefix', '')}{card:02}", "name": name, "columns": columns, **numbers}


def _number(text: str, what: str) -> int:
    number = small_number(text)
    if number is None:
        raise BadData(f"Give a number: {what}.")
    return number
