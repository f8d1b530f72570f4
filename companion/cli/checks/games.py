"""The games: whether the store is in order, what its last repair could not save, and who may read it."""

from __future__ import annotations

import sqlite3
from typing import Final

from companion.cli.checks.finding import Finding, Place, named
from companion.cli.toml.settings import STORE_FILE
from companion.repair.report import last_repair
from companion.repair.soundness import check_file, last_numbers
from companion.rules.message import Message
from companion.rules.phrases import Series, Value
from companion.storage.failures import of_sqlite
from companion.storage.files import is_there

REPAIR: Final = "start the table: it saves what can be read or is backed up, and says what is gone"


def games(place: Place) -> Finding:
    """Whether all games can be read, checked in full."""
    store = place.data / STORE_FILE
    try:
        if not is_there(store):
            return Finding("games", "ok", Message("none yet in {folder}", {"folder": str(place.data)}))
        if not check_file(store, full=True):
            return Finding("games", "fault", Message("{file} is damaged", {"file": str(store)}), REPAIR)
        count = Message("{n} game", {"n": len(last_numbers(store))}, many="{n} games")
    except OSError as error:
        remedy = Message("see who may read {folder}", {"folder": str(place.data)})
        return Finding("games", "fault", named(f"{store}: {error.strerror}"), remedy)
    except sqlite3.Error as error:
        remedy = Message(
            "see who may read {folder}, and whether the disk is full", {"folder": str(place.data)}
        )
        return Finding("games", "fault", of_sqlite(error, store).said, remedy)
    repair = last_repair(store)
    if repair is None:
        return Finding("games", "ok", Message("{count}, all in order", {"count": count}))
    if repair.gone:
        remedy = Message(
            "the damaged file is kept in {folder}; if all is well, delete {file}",
            {"folder": str(place.data), "file": f"{store.name}.repairs"},
        )
        values: dict[str, Value] = {"count": count, "at": repair.at, "gone": Series(repair.losses, " ")}
        return Finding("games", "warning", Message("{count}; repaired {at}: {gone}", values), remedy)
    found = Message("{count}; repaired {at}, nothing is gone", {"count": count, "at": repair.at})
    return Finding("games", "ok", found)
