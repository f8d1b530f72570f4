"""What the pages are given: the store, the table that is laid, and what reads pictures.

The pages import neither cameras nor readers nor the simulation; whoever puts the parts together
hands them in here. `Live` and `Simulation` say how much of them the pages use.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from companion.play.session import Session
from companion.play.setup import SetUp
from companion.play.status import Figures, LiveStatus, Reading
from companion.play.store import Store
from companion.sighting import Sighting
from webui.feed import Feed

Image: TypeAlias = Any
"""A picture: (H, W, 3) uint8, blue, green, red."""

KEPT: Final = 6
"""Photographs and unfinished set-ups that are remembered, the oldest make way."""


class Live(Protocol):
    """What the pages use of `companion.play.live.LiveTable`."""

    frame: Any
    view: Any

    @property
    def status(self) -> LiveStatus:
        """How things stand."""
        ...

    @property
    def readings(self) -> Sequence[Reading]:
        """What the last readings led to, the latest last."""
        ...

    @property
    def figures(self) -> Figures:
        """How often the table was read without help."""
        ...

    @property
    def camera_on(self) -> bool:
        """Whether there is a camera and the table wants it."""
        ...

    def start(self) -> None:
        """Begin to watch."""
        ...

    def stop(self) -> None:
        """Stop watching."""
        ...

    def subscribe(self, subscriber: Callable[[LiveStatus], None]) -> Callable[[], None]:
        """Have every new status told; give the way to end that."""
        ...

    def answer(self, question: int, choice: int) -> None:
        """Answer the open question."""
        ...

    def record_is_right(self) -> None:
        """The table is as the record has it."""
        ...

    def retry(self) -> None:
        """Look again, now."""
        ...

    def cancel_countdown(self) -> None:
        """Do not pass the turn on."""
        ...

    def set_camera(self, *, on: bool) -> None:
        """Use the camera, or play by tapping."""
        ...

    def crop(self, where: str) -> bytes | None:
        """The surroundings of a cell in the last reading, as JPEG."""
        ...


class Piece(NamedTuple):
    """A piece on the simulated table: its centre in mm of the sheet it lies on, and its turn."""

    id: str
    kind: str
    sheet: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


class Simulation(Protocol):
    """What the pages use of a simulated table."""

    def pieces(self) -> Sequence[Any]:
        """Everything that lies there, each with the fields of `Piece`, the undermost first."""
        ...

    def move_mm(self, piece: str, sheet: str, x_mm: float, y_mm: float) -> None:
        """Put a piece somewhere. Raises KeyError for an unknown piece or sheet."""
        ...

    def remove(self, piece: str) -> None:
        """Take a piece off the table. Raises KeyError."""
        ...

    def flip(self, piece: str) -> None:
        """Turn a piece over, or on to the next face. Raises KeyError."""
        ...

    def roll(self) -> None:
        """Throw the dice that the game asks for."""
        ...

    def tidy(self) -> None:
        """Lay everything as the game says."""
        ...

    def switches(self) -> Mapping[str, bool]:
        """The ways in which the table can misbehave, and which do now; ``hand`` is one of them."""
        ...

    def set_switch(self, name: str, *, on: bool) -> None:
        """Misbehave, or behave again. Raises KeyError."""
        ...

    @property
    def bots(self) -> bool:
        """Whether bots play all seats."""
        ...

    def set_bots(self, *, on: bool) -> None:
        """Let bots play all seats, or leave the table to people."""
        ...


class Table(NamedTuple):
    """What watches one game: both parts may be missing."""

    live: Live | None = None
    simulation: Simulation | None = None


class Photo(NamedTuple):
    """A photograph that somebody sent, as read: the picture with what was seen drawn over it (JPEG)."""

    jpeg: bytes
    sighting: Sighting


class Draft(NamedTuple):
    """A game that is being set up."""

    set_up: SetUp
    names: tuple[str, ...]
    chance: str


def _no_table(_: Session) -> Table:
    return Table()


@dataclass
class Hub:
    """Everything the pages stand on.

    Attributes
    ----------
    store
        All games.
    lay
        Makes the table (live and simulated) of a game that is taken up; without it everything is
        tapped. `Hub.open` starts the live table and stops the one before.
    annotate
        Draws a sighting over its picture.
    read_photo
        Reads the bytes of a photograph into the picture and its sighting. Its errors have a
        ``code`` and a ``sentence``.
    lay_has_camera
        Whether the tables that `lay` makes are watched by a camera.
    address
        Where phones find this table, as ``http://host:port``; empty: as the page was asked for.
    secret
        What seat cookies are signed with; empty: a fresh one, and seats are chosen anew.
    """

    store: Store
    lay: Callable[[Session], Table] = _no_table
    annotate: Callable[[Image, Sighting], Image] | None = None
    read_photo: Callable[[bytes], tuple[Image, Sighting]] | None = None
    lay_has_camera: bool = False
    address: str = ""
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    feed: Feed = field(default_factory=Feed)
    session: Session | None = None
    table: Table = field(default_factory=Table)
    photos: OrderedDict[str, Photo] = field(default_factory=OrderedDict, repr=False)
    drafts: OrderedDict[str, Draft] = field(default_factory=OrderedDict, repr=False)
    token: str = field(default_factory=lambda: secrets.token_hex(4))
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _ends: list[Callable[[], None]] = field(default_factory=list, repr=False)

    @property
    def live(self) -> Live | None:
        """The running table, if there is one."""
        return self.table.live

    @property
    def simulation(self) -> Simulation | None:
        """The simulated table, if there is one."""
        return self.table.simulation

    def open(self, session: Session) -> None:
        """Take up a game: its events and its table's status go to the pages from now on."""
        with self._lock:
            if self.session is session:
                return
            self.close()
            self.session, self.table = session, self.lay(session)
            self._ends = [session.subscribe(self.feed.game)]
            live = self.table.live
            if live is not None:
                self._ends.append(live.subscribe(lambda _: self.feed.tell("live")))
                live.start()
            self.token = secrets.token_hex(4)
            self.feed.tell("reset")

    def close(self) -> None:
        """Leave the game as it is and let its table go."""
        with self._lock:
            for end in self._ends:
                end()
            self._ends = []
            if self.table.simulation is not None:
                self.table.simulation.set_bots(on=False)
            if self.table.live is not None:
                self.table.live.stop()
            self.session, self.table = None, Table()

    def keep_photo(self, photo: Photo) -> str:
        """Remember a photograph for a while; give its name."""
        return _keep(self.photos, photo)

    def keep_draft(self, draft: Draft) -> str:
        """Remember a game that is being set up; give its name."""
        return _keep(self.drafts, draft)


def _keep(shelf: OrderedDict[str, Any], value: object) -> str:
    name = secrets.token_hex(8)
    shelf[name] = value
    while len(shelf) > KEPT:
        shelf.popitem(last=False)
    return name
