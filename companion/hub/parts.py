"""A hub put together: database, intake, room and league, and what the pages are given."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from companion.hub.intake import Intake
from companion.hub.league.counter import Counter
from companion.hub.ops.metrics import Metrics
from companion.hub.room import Room
from companion.hub.settings import HubSettings
from companion.hub.store import members
from companion.hub.store.database import Database, address_of
from companion.hub.store.migrate import migrate_when_there

_log = logging.getLogger(__name__)

KEPT_S: Final = 5.0
"""How long it is taken for granted which machine is which table."""

TICK_S: Final = 1.0


class Owners:
    """Which machine is which table, asked of the database now and then; of one that is away, as it was."""

    def __init__(self, database: Database) -> None:
        self._database, self._at_s = database, -KEPT_S
        self._found: Mapping[str, str] = {}

    def __call__(self) -> Mapping[str, str]:
        """Give which machine is which table."""
        now_s = time.monotonic()
        if now_s - self._at_s >= KEPT_S:
            self._at_s = now_s
            try:
                self._found = members.owners(self._database)
            except SQLAlchemyError as error:
                _log.debug("The owners of the tables are as they were: %s", error)
        return self._found


@dataclass
class Parts:
    """Everything a hub consists of.

    Attributes
    ----------
    settings
        As its file has them.
    folder
        Where a hub with SQLite keeps its database, and every hub its backups.
    """

    settings: HubSettings
    folder: Path
    database: Database = field(init=False)
    metrics: Metrics = field(default_factory=Metrics)
    room: Room = field(init=False)
    intake: Intake = field(init=False)
    counter: Counter = field(init=False)
    _stop: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        """Make the parts; nothing is connected yet."""
        self.database = Database(address_of(self.settings.database, self.folder))
        self.room = Room(Owners(self.database))
        self.counter = Counter(self.database, self.metrics)
        self.intake = Intake(self.settings.line(), self.database, self.metrics, self.counter.wake)

    def start(self) -> None:
        """Bring the database up to date, and take what comes. Raises `HubError`."""
        migrate_when_there(self.database)
        self.counter.start()
        self.intake.start()
        self.room.connect(self.settings.line())
        threading.Thread(target=self._tick, name="room", daemon=True).start()

    def stop(self) -> None:
        """Store what is in hand, and let go of everything."""
        self._stop.set()
        self.intake.stop()
        self.room.stop()
        self.counter.stop()
        self.database.close()

    def help_for(self, table: str) -> str:
        """Say why somebody should go to a table; empty where nobody need."""
        place = self.room.place(table)
        return place.needs_help(self.room.now_s(), self.settings.help_after_s) if place else ""

    def _tick(self) -> None:
        """Have screens told of a table that needs help only because nobody has come for so long."""
        told: dict[str, str] = {}
        while not self._stop.wait(TICK_S):
            for place in self.room.places():
                said = self.help_for(place.table)
                if told.get(place.table, "") != said:
                    told[place.table] = said
                    self.room.announce(place.table)
