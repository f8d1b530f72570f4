"""Read a game in progress, and subscribe to its events."""

from __future__ import annotations

from collections.abc import Callable

from companion.record import undo
from companion.record.events import Logged, Resolver, Settings
from companion.record.eyes import Eyes
from companion.record.timeline import Entry, Timeline
from companion.rules.game import Game, Seat, State
from companion.rules.record import format_record
from companion.sessions.dealing import call_at, resolver_at
from companion.sessions.journal import Journal, Moment, Subscriber
from companion.sessions.recording import record_of


class Standing:
    """What can be read of a game in progress. A reader never waits for a writer.

    Two properties may belong to two moments. `moment` gives all of them at one moment.
    """

    def __init__(self, game: Game, journal: Journal) -> None:
        self.id = journal.session
        self.game = game
        self._journal = journal

    @property
    def moment(self) -> Moment:
        """Log, timeline and positions of one and the same moment."""
        return self._journal.now

    @property
    def state(self) -> State:
        """The position now."""
        return self.moment.states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """The positions after 0, 1, 2 ... of the actions in force."""
        return self.moment.states

    @property
    def events(self) -> tuple[Logged, ...]:
        """Everything that happened, in order."""
        return self.moment.log

    @property
    def timeline(self) -> Timeline:
        """The log folded: what is in force, and what is pending."""
        return self.moment.timeline

    @property
    def line(self) -> tuple[Entry, ...]:
        """The actions in force."""
        return self.timeline.line

    @property
    def seq(self) -> int:
        """Number of the last event."""
        return self.timeline.seq

    @property
    def names(self) -> dict[Seat, str]:
        """Who sits where."""
        return dict(enumerate(self.timeline.started.names, 1))

    @property
    def settings(self) -> Settings:
        """How this table plays."""
        return self.timeline.settings

    @property
    def resolver(self) -> Resolver | None:
        """Who finds out what chance decides now; None when chance is not to act."""
        return resolver_at(self.moment)

    @property
    def call(self) -> str:
        """The kind of draw that waits for a player to call for it (`Session.draw`); "" for none."""
        return call_at(self.moment)

    @property
    def held_up(self) -> str:
        """Why the program's next draw could not be saved yet; "" when none waits for that."""
        return self._journal.held_up

    def eyes(self, seat: Seat | None) -> Eyes:
        """Give the eyes of a seat for this game; None is a spectator."""
        return Eyes(self.game, seat, self.state.outcome is not None)

    def record(self) -> str:
        """Give the record of the game: text that replays anywhere, with the proof of its draws."""
        return format_record(record_of(self.moment, self.game, self._journal.secrets()))

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call the subscriber with the events of every commit, in order, once they are on the disk.

        The thread that acted makes the call, so a subscriber must not wait for another thread. The returned
        function ends the subscription.
        """
        return self._journal.subscribe(subscriber)

    def may_undo(self, seat: Seat) -> undo.Undo | None:
        """Give what a seat may take back and who must agree; None when it has done nothing yet."""
        return undo.offer(self.line, seat, self.state.seats)
