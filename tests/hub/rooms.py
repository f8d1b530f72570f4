"""A hub, its broker and its tables, for tests: everything real, on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench.hub.servers import until
from companion.house.hub_line import HubLine
from companion.house.hub_wishes import HubWishes
from companion.house.outbox import Outbox, membership
from companion.hub.parts import Parts
from companion.hub.settings import HubSettings
from companion.sessions.session import Session
from companion.sessions.store import Store

__all__ = ["FarTable", "parts_of", "until"]


class FarTable:
    """A table of the room: a real store, and the line to the hub."""

    def __init__(self, folder: Path, name: str, broker: str, password: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.name, self.folder = name, folder
        self.store = Store(folder / "games.db")
        self._wishes = HubWishes(broker=broker, table=name, password=password)
        self.line: HubLine | None = None
        self.detach: Callable[[], None] | None = None

    def connect(self) -> None:
        member = membership(self.folder, self.store)
        self.outbox = Outbox(self.store, member)
        self.line = HubLine(self._wishes, self.outbox, member.installation)
        self.line.start()

    def play(self, session: Session) -> None:
        if self.line is not None:
            self.detach = self.line.attach(session, None)

    def cut(self) -> None:
        if self.line is not None:
            self.line.stop()
            self.line = None

    def close(self) -> None:
        self.cut()
        self.store.close()


def parts_of(folder: Path, broker: str, **more: object) -> Parts:
    folder.mkdir(parents=True, exist_ok=True)
    return Parts(HubSettings(broker=broker, **more), folder)  # type: ignore[arg-type]
