"""What the pages are given: the store, the table that is laid, and what reads pictures.

The pages import neither cameras nor readers nor the simulation; whoever puts the parts together
hands them in here; `webui.ports` says how much of them the pages use.
"""

from __future__ import annotations

import hmac
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from companion.album.album import Album
from companion.album.workshop import FilmWorkshop
from companion.finals.finished_table import FinishedTable
from companion.finals.photograph import TablePhotograph
from companion.layout import Layout
from companion.layouts import layout_of
from companion.live.running_table import RunningTable
from companion.panel.desk import PanelDesk
from companion.rules.game import Seat
from companion.sessions.history import Summary
from companion.sessions.players import Players
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.sighting import ShownPieces, Sighting
from webui.access.guesses import Guesses
from webui.access.holders import Holders
from webui.access.host_role import HostRole
from webui.access.seat_news import SeatNews
from webui.access.seat_requests import SeatRequests
from webui.access.secret import kept_secret
from webui.another_game import ask_before_another, is_untouched, same_people
from webui.game_facts import KnownFacts
from webui.http.feed import Feed
from webui.http.proxies import Proxies
from webui.laid import Table
from webui.ports import Address, Cameras, HubMember, SafeMode, Simulation, Teaching
from webui.practice import PracticeRounds
from webui.remembered import Draft, Photo, Remembered
from webui.seat_bots import SeatBots

_log = logging.getLogger(__name__)

Image: TypeAlias = Any
"""A picture: (H, W, 3) uint8, blue, green, red."""

Companion: TypeAlias = Callable[[Session, RunningTable | None], Callable[[], None]]

TOKEN_LENGTH: Final = 10
"""Hexadecimal digits of an invitation: short enough to type."""


def _no_table(_: Session) -> Table:
    return Table()


def _no_artwork(_: Layout) -> None:
    """Leave every drawing to the first page that asks for it."""


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
        Reads the bytes of a photograph into the picture, its sighting, and the picture with that
        drawn over it. Its errors have a ``code`` and a ``sentence``.
    try_camera
        Looks through the camera of the next game while none is on the table; gives what ``read_photo`` does.
    read_shown
        Reads a photograph of pieces that somebody holds up to a phone.
    teaching
        Looks at the photographs of boxes that are being taught.
    read_final
        Reads a photograph of a finished table that nobody followed.
    lay_has_camera
        Whether the tables that `lay` makes are watched by a camera.
    addresses
        Gives where phones find this table now, the likeliest first; none: as the page was asked for.
    hosts
        Names of this table in the network besides those of the machine.
    proxies
        The reverse proxies that are trusted.
    secret
        What seat cookies and invitations are signed with; empty: the one kept beside the store.
    cameras
        Among what cameras one may choose; None: there is no choice.
    panel
        The panel at the table; one without devices is played on its page.
    photos, drafts, finals
        Photographs that were sent, games that are being set up, and finished tables that are scored, each by
        its name.
    agreed_corrections
        Corrections that a phone was told of and lets stand: the game, the event's number, its seat.
    shown
        What each seat showed to its phone last, in memory alone, for that seat's own page.
    holders
        Which phone has which seat; None: as it is kept beside the store. So are the others of these.
    album, films
        The pictures and films of the games, and what makes the films.
    players
        What histories call people.
    game_facts
        Rolls and times of past games.
    seat_bots
        The bots at single seats.
    seat_news
        What became of seats.
    seat_requests
        Who asks for the seat of another phone.
    practice
        Practice rounds.
    draw_ahead
        Has the artwork of a layout drawn before anybody asks for it; it must not wait for that.
    companions
        What else goes along with every game: each is told of it, and gives the way to end that.
    house
        How the line to the broker of the house is: ``off``, ``ok``, ``connecting`` or a code, and a sentence.
    member
        The table's place at a hub, where many tables come together.
    role
        Who is the host; None: as it is kept beside the store.
    guesses
        Who has guessed at the host's code.
    own_browser_is_host
        Whether whoever opens a page on this machine itself is the host, as on a laptop.
    safe_mode
        Why the table was started without its camera, if it was.
    """

    store: Store
    lay: Callable[[Session], Table] = _no_table
    annotate: Callable[[Image, Sighting], Image] | None = None
    read_photo: Callable[[bytes], tuple[Image, Sighting, Image]] | None = None
    try_camera: Callable[[], tuple[Image, Sighting, Image]] | None = None
    read_shown: Callable[[bytes], ShownPieces] | None = None
    read_final: Callable[[bytes, FinishedTable, Seat], TablePhotograph] | None = None
    teaching: Teaching | None = None
    lay_has_camera: bool = False
    addresses: Callable[[], Sequence[Address]] = tuple
    hosts: tuple[str, ...] = ()
    proxies: Proxies = field(default_factory=Proxies)
    secret: bytes = field(default=b"", repr=False)
    safe_mode: SafeMode | None = None
    cameras: Cameras | None = None
    panel: PanelDesk = field(default_factory=PanelDesk)
    draw_ahead: Callable[[Layout], None] = _no_artwork
    companions: list[Companion] = field(default_factory=list, repr=False)
    house: Callable[[], tuple[str, str]] = lambda: ("off", "")
    member: HubMember | None = None
    feed: Feed = field(default_factory=Feed)
    session: Session | None = None
    table: Table = field(default_factory=Table)
    photos: Remembered[Photo] = field(default_factory=Remembered, repr=False)
    agreed_corrections: set[tuple[str, int, Seat | None]] = field(default_factory=set, repr=False)
    drafts: Remembered[Draft] = field(default_factory=Remembered, repr=False)
    finals: Remembered[FinishedTable] = field(default_factory=Remembered, repr=False)
    shown: dict[Seat, tuple[str, ...]] = field(default_factory=dict, repr=False)
    role: HostRole = field(default=None, repr=False)  # type: ignore[assignment]
    guesses: Guesses = field(default_factory=Guesses, repr=False)
    own_browser_is_host: bool = False
    holders: Holders = field(default=None, repr=False)  # type: ignore[assignment]
    album: Album = field(default=None, repr=False)  # type: ignore[assignment]
    films: FilmWorkshop = field(default=None, repr=False)  # type: ignore[assignment]
    players: Players = field(default=None, repr=False)  # type: ignore[assignment]
    game_facts: KnownFacts = field(default_factory=KnownFacts, repr=False)
    seat_bots: SeatBots = field(default=None, repr=False)  # type: ignore[assignment]
    seat_news: SeatNews = field(default=None, repr=False)  # type: ignore[assignment]
    seat_requests: SeatRequests = field(default_factory=SeatRequests, repr=False)
    practice: PracticeRounds = field(default_factory=PracticeRounds, repr=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _ends: list[Callable[[], None]] = field(default_factory=list, repr=False)
    _begun: tuple[object, str] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.secret = self.secret or kept_secret(self.store.path)
        self.role = self.role or HostRole.beside(self.store.path)
        self.holders = self.holders or Holders.beside(self.store.path)
        self.album = self.album or Album(self.store.path.parent)
        self.films = self.films or FilmWorkshop(self.album, lambda: self.feed.tell("live"))
        self.players = self.players or Players.beside(self.store.path)
        self.seat_news = self.seat_news or SeatNews.beside(self.store.path)
        self.panel.subscribe(lambda: self.feed.tell("live"))
        self.seat_bots = self.seat_bots or SeatBots(self.holders)
        self.companions += [self.panel.attach, self.seat_bots.attach]

    @property
    def token(self) -> str:
        """What invites to the game on the table; the same again after a restart."""
        game = self.session.id if self.session else ""
        return hmac.new(self.secret, game.encode(), "sha256").hexdigest()[:TOKEN_LENGTH]

    @property
    def live(self) -> RunningTable | None:
        """The running table, if there is one."""
        return self.table.live

    @property
    def simulation(self) -> Simulation | None:
        """The simulated table, if there is one."""
        return self.table.simulation

    def open(self, session: Session) -> None:
        """Take up a game: its events and its table's status go to the pages from now on.

        Raises
        ------
        UnknownGame
            When the game cannot be laid out; the game before stays on the table.
        """
        with self._lock:
            if self.session is not session:
                self._lay(session)

    def take_up(self, session: Session, aside: str = "") -> None:
        """Go on with a kept game, as `open` does.

        Parameters
        ----------
        session
            The kept game.
        aside
            The game that may be put aside for it.

        Raises
        ------
        BeingPlayed
            When another game is being played; it stays on the table.
        """
        with self._lock:
            if self.session is not session:
                ask_before_another(self.session, aside)
            self.open(session)

    def begin(self, form: object, make: Callable[[], Session], aside: str = "") -> None:
        """Make a game and take it up; a form that is sent twice, as by two taps, makes one.

        Parameters
        ----------
        form
            What was sent; None: not known. The same once more, where nobody has acted in its game yet,
            makes no other.
        make
            Makes the game. What it raises is raised, and nothing has begun.
        aside
            The game that may be put aside for it.

        Raises
        ------
        BeingPlayed
            When another game is being played; it stays on the table.
        """
        with self._lock:
            session = self.session
            known = form is not None and session is not None and self._begun == (form, session.id)
            if known and session is not None and is_untouched(session):
                return
            ask_before_another(self.session, aside)
            fresh = make()
            self._lay(fresh, after=session)
            self._begun = (form, fresh.id)

    def begin_again(self, played: Session, make: Callable[[], Session], aside: str = "") -> None:
        """Make a game that follows another, if that is still on the table, and take it up.

        Raises
        ------
        BeingPlayed
            When that one is still being played, and is not the game that may be put ``aside``.
        """
        with self._lock:
            if self.session is played:
                ask_before_another(self.session, aside)
                fresh = make()
                self._lay(fresh, after=played)

    @contextmanager
    def while_none_begins(self) -> Iterator[None]:
        """Keep every phone from beginning a game, or taking one up, until this is done."""
        with self._lock:
            yield

    def known_games(self) -> list[Summary]:
        """Give every game, with everybody called as histories call them."""
        return self.players.known(self.store.sessions())

    def close(self) -> None:
        """Leave the game as it is and let its table go."""
        self.films.stop()
        with self._lock:
            self._stop()
            self._put(None, Table())
        self.practice.close()

    def end_practice(self) -> None:
        """Take a practice round off the table."""
        with self._lock:
            session = self.session
            if session is not None and self.practice.has(session):
                self._stop()
                self._put(None, Table())
                self.album.forget(session.id)
        self.feed.tell("reset")

    def _lay(self, session: Session, after: Session | None = None) -> None:
        """Put a game on the table; until all of it is there the pages find the one before, to be tapped.

        Whoever has a seat by then of the game that it comes ``after`` has that of the same name.
        """
        layout_of(session.game)
        self._stop()
        try:
            table = self.lay(session)
        except Exception:
            self._put(None, Table())
            raise
        if after is not None:
            self.holders.follow(after.id, session.id, same_people(after, session))
        self._put(session, table)
        try:
            self._watch(session, table)
        except Exception:
            self.close()
            raise
        self.feed.tell("reset")

    def _watch(self, session: Session, table: Table) -> None:
        """Have everybody hear of the game from now on."""
        self._ends = [session.subscribe(self.feed.game)]
        if table.live is not None:
            self._ends.append(table.live.subscribe(lambda _: self.feed.tell("live")))
            table.live.start()
        for companion in self.companions:
            self._ends.append(companion(session, table.live))

    def _stop(self) -> None:
        """Let nothing watch the game any more, nor play in it by itself; it may still be tapped."""
        ends, self._ends = self._ends, []
        # First: nobody would hear what bots do after the pages have stopped listening.
        ends.insert(0, self.table.leave)
        if self.table.live is not None:
            ends.append(self.table.live.stop)
        for end in ends:
            try:
                end()
            except Exception:  # noqa: BLE001 - whatever does not end, another game can be laid
                _log.exception("Something of the game that is left did not end")
        self.table = Table()  # there is not memory for two that are watched

    def _put(self, session: Session | None, table: Table) -> None:
        """Have the pages find this; hands that were shown are those of the game that lay there before."""
        shown = self.shown if session is self.session else {}
        self.session, self.table, self.shown = session, table, shown

    def lay_again(self) -> None:
        """Make the table of the game anew, with what watches it now."""
        with self._lock:
            if self.session is not None:
                self._lay(self.session)
