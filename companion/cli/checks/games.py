"""The games: whether the store is in order, what its last repair could not save, and who may read it."""

from __future__ import annotations

import sqlite3
from typing import Final

from companion.cli.checks.finding import Finding, Place
from companion.cli.toml.settings import STORE_FILE
from companion.repair.report import counted, last_repair
from companion.repair.soundness import check_file, last_numbers
from companion.storage.failures import of_sqlite
from companion.storage.files import is_there

REPAIR: Final = "start the table: it saves what can be read or is backed up, and says what is gone"


def games(place: Place) -> Finding:
    """Whether all games can be read, checked in full."""
    store = place.data / STORE_FILE
    try:
        if not is_there(store):
            return Finding("games", "ok", f"none yet in {place.data}")
        if not check_file(store, full=True):
            return Finding("games", "fault", f"{store} is damaged", REPAIR)
        count = counted(len(last_numbers(store)), "game")
    except OSError as error:
        return Finding("games", "fault", f"{store}: {error.strerror}", f"see who may read {place.data}")
    except sqlite3.Error as error:
        remedy = f"see who may read {place.data}, and whether the disk is full"
        return Finding("games", "fault", of_sqlite(error, store).sentence, remedy)
    repair = last_repair(store)
    if repair is None:
        return Finding("games", "ok", f"{count}, all in order")
    if repair.gone:
        remedy = f"the damaged file is kept in {place.data}; if all is well, delete {store.name}.repairs"
        return Finding("games", "warning", f"{count}; repaired {repair.at}: {' '.join(repair.gone)}", remedy)
    return Finding("games", "ok", f"{count}; repaired {repair.at}, nothing is gone")
