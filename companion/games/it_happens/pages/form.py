"""The form for mound cards: what is typed as the rules' data file has it, and what is wrong, by the field."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from companion.games.it_happens import GAME
from companion.games.it_happens.rules.data.mounds import (
    MOUNDS,
    Mound,
    MoundSet,
    load_mounds,
    no_such_items,
    wrong_parts,
)
from companion.rules.errors import BadData
from companion.rules.message import Message, together
from webui.request.forms import small_number

SLUG: Final = GAME.slug

PLAIN: Final = "-"
BETWEEN: Final = "|"
"""How a space without a picture is typed, and what stands between two columns."""

NUMBERS: Final = ("queen_vp", "general_vp", "worm_number")
CARDS: Final = range(1, MOUNDS + 1)

FIELDS: Final = {
    "data_set": "data_set",
    "item_types": "items",
    "worm_tiles": "worm_tiles",
    "start_worms_per_player": "start_worms",
}
"""A part of the data -> the field in which it is typed."""


def faults(values: dict[str, str]) -> dict[str, Message]:
    """Say what is wrong with what was typed, by the field in which it stands.

    What shows only in all cards together, or beside other sets, is told when they are to be kept.
    """
    data = typed(values)
    wrong = wrong_parts(data, MoundSet)
    found = {field: wrong[part] for part, field in FIELDS.items() if part in wrong}
    if not data["item_types"]:
        found["items"] = Message("nothing stands there")
    types = [each["type"] for each in data["item_types"]]
    for card, mound in zip(CARDS, data["mounds"], strict=True):
        of_card = wrong_parts(mound, Mound)
        if "id" in of_card:
            found["prefix"] = of_card.pop("id")
        if "items" not in found:
            pictures = (space for column in mound["columns"] for space in column if space)
            strange = list(no_such_items(pictures, types))
            if strange:
                of_card.setdefault("columns", together(*strange))
        found |= {f"{part}-{card}": said for part, said in of_card.items()}
    return {field: _sentence(said) for field, said in found.items()}


def _sentence(said: Message) -> Message:
    return Message("{said:Cap}.", {"said": said.without_stop()})


def typed(values: dict[str, str]) -> dict[str, Any]:
    """Put the form into the words of the rules' data file; what is wrong with it the rules say."""
    items = [each.split() for each in values.get("items", "").lower().split(",") if each.strip()]
    return {
        "game": SLUG,
        "schema_version": 1,
        "data_set": values.get("data_set", ""),
        "item_types": [_item(words) for words in items],
        "worm_tiles": _number(values.get("worm_tiles", "")),
        "start_worms_per_player": _number(values.get("start_worms", "")),
        "mounds": [_card(values, card) for card in CARDS],
    }


def _item(words: list[str]) -> dict[str, Any]:
    """Give an item with its number; a word alone is the item, of which the number has been forgotten."""
    *name, count = words if len(words) > 1 else [*words, ""]
    return {"type": " ".join(name), "count": _number(count)}


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
    numbers = {key: _number(values.get(f"{key}-{card}", "")) for key in NUMBERS}
    name = values.get(f"name-{card}", "")
    return {"id": f"{values.get('prefix', '')}{card:02}", "name": name, "columns": columns, **numbers}


def _number(text: str) -> int | str:
    """Give a number; what is none stays as it is, for the rules to say so."""
    number = small_number(text)
    return text if number is None else number
