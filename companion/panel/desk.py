"""Joins a panel to the game on the table. Without any devices it is a panel all the same, on a page."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec

from companion.errors import CompanionError
from companion.frames.ports import PanelBoard
from companion.layouts import layout_of
from companion.live.running_table import RunningTable
from companion.live.turnover import passing
from companion.panel.view import DARK, PanelView, look
from companion.record.errors import CannotUndo, NotYourSeat, StaleAction
from companion.record.names import as_said
from companion.rules.game import CHANCE, Seat
from companion.rules.message import Message
from companion.rules.phrases import Words
from companion.sessions.session import Session

_log = logging.getLogger(__name__)


class Seated(NamedTuple):
    """The game that the panel is for, its running table if it has one, and its trays."""

    session: Session
    live: RunningTable | None
    trays: frozenset[str]


class Presser(NamedTuple):
    """Who presses: for which seats that counts, and what they had seen; None: all that there is.

    ``seq`` is the number of the game's last event, ``question`` that of the open question, 0 for none.
    """

    speaks_for: Callable[[Seat], bool] = lambda _: True
    seq: int | None = None
    question: int | None = None


CALL_S: Final = 2.0
"""So long the game must have stood before a button at the table calls for a roll."""

AT_THE_TABLE: Final = Presser()
"""Everybody sees who presses a button of the table itself."""


class PanelDesk:
    """The panel of one table, whatever game lies on it.

    Parameters
    ----------
    board
        The devices; None where there are none.
    shut_down
        Shuts the machine down; raises an error with a ``sentence`` where it cannot.
    troubles
        What keeps the devices from working, by device.

    Attributes
    ----------
    view : PanelView
        How it looks now.
    """

    def __init__(
        self,
        board: PanelBoard | None = None,
        shut_down: Callable[[], None] | None = None,
        troubles: Mapping[str, Words] | None = None,
    ) -> None:
        self.view = PanelView()
        self._board, self._shut_down = board, shut_down
        self._troubles = dict(troubles or {})
        self._game: Seated | None = None
        self._leaving = False
        self._lock = threading.RLock()
        self._subscribers: list[Callable[[], None]] = []
        self._seq, self._since_s = 0, time.monotonic()
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        if board is not None:
            board.listen(self._heard)

    @property
    def pins(self) -> Mapping[str, int]:
        """Device -> GPIO number, of all that are wired."""
        return self._board.pins if self._board is not None else {}

    @property
    def troubles(self) -> Mapping[str, Words]:
        """Device -> what is wrong with it."""
        return {**self._troubles, **(self._board.troubles if self._board is not None else {})}

    @property
    def may_shut_down(self) -> bool:
        """Whether the machine can be shut down from here."""
        return self._shut_down is not None

    def start(self) -> None:
        """From now on nobody waits for the panel: it works in a thread of its own."""
        self._thread = threading.Thread(target=self._work, name="panel", daemon=True)
        self._thread.start()

    def subscribe(self, subscriber: Callable[[], None]) -> None:
        """Notify listeners that the panel changed."""
        self._subscribers.append(subscriber)

    def attach(self, session: Session, live: RunningTable | None) -> Callable[[], None]:
        """Go along with a game; give the way to end that."""
        zones = layout_of(session.game).zones()
        trays = frozenset(zone.id for _, zone in zones if zone.form == "tray")
        self._game = Seated(session, live, trays)
        ends = [session.subscribe(lambda _: self._later(self._refresh))]
        if live is not None:
            ends.append(live.subscribe(lambda _: self._later(self._refresh)))
        self._later(self._refresh)

        def detach() -> None:
            for end in ends:
                end()
            self._game = None
            self._later(self._refresh)

        return detach

    def light_ring(self, *, on: bool) -> None:
        """Switch the ring light; for the one who reads the table."""
        if self._board is not None:
            self._board.light_ring(on=on)

    def press(self, word: str, by: Presser = AT_THE_TABLE) -> None:
        """Do what a button does.

        Parameters
        ----------
        word
            confirm, undo, next, shut_down, left, right or dice.
        by
            Who presses, where that is not a button at the table.

        Raises
        ------
        GameError
            With a sentence, when it cannot be done now.
        """
        self._do(word, self._game, by)

    def _do(self, word: str, meant: Seated | None, by: Presser) -> None:
        """Do what a button does to the game for which it was pressed, if that still lies on the table."""
        with self._lock:
            game = self._game
            if word == "shut_down":
                self._say_goodbye()
            elif game is None or meant is None:
                return
            elif game.session is not meant.session:
                raise StaleAction("Another game is on the table now. Look at it, then press again.")
            else:
                self._do_in(game, word, by)

    def _do_in(self, game: Seated, word: str, by: Presser) -> None:
        match word:
            case "confirm":
                self._confirm(game, by)
            case "undo":
                self._undo(game, by)
            case "next":
                self._pass_on(game, by)
            case "left" | "right":
                self._turn(1 if word == "right" else -1)
            case "dice" if game.live is not None:
                game.live.retry()

    # The buttons

    def _confirm(self, game: Seated, by: Presser) -> None:
        """Take the chosen answer; agree to an undo for all who press; pass the turn on; call for a roll."""
        self._not_when_stale(game, by)
        status = game.live.status if game.live is not None else DARK
        if self.view.question is not None and game.live is not None:
            game.live.answer(self.view.question.id, self.view.chosen)
        elif game.session.timeline.request is not None:
            self._agree(game, by)
        elif status.countdown is not None and not status.countdown.stopped:
            self._pass_on(game, by)
        elif status.state in ("still", "off") and self._calls(game, by):
            game.session.draw(expect_seq=by.seq)
        elif game.live is not None:
            game.live.retry()

    def _calls(self, game: Seated, by: Presser) -> bool:
        """Whether somebody calls for the roll that waits, and does not press twice for a turn's end.

        A page tells what it has seen; of a button nobody knows what it was pressed at.
        """
        if not game.session.call or not any(map(by.speaks_for, filter(None, game.session.state.actors))):
            return False
        return by.seq is not None or time.monotonic() - self._since_s >= CALL_S

    def _agree(self, game: Seated, by: Presser) -> None:
        self._not_when_hidden(game)
        session, expect_seq = game.session, by.seq
        request = session.timeline.request
        waiting = [seat for seat in session.names if request and seat not in request.agreed]
        voices = [seat for seat in waiting if by.speaks_for(seat)]
        if not voices:
            raise CannotUndo("Nobody is waiting for that answer.")
        for seat in voices:
            if session.timeline.request is not None:
                expect_seq = session.agree(seat, expect_seq=expect_seq)[-1].seq

    def _undo(self, game: Seated, by: Presser) -> None:
        """Take back the last choice of those who press; or refuse the undo that was asked for."""
        self._not_when_hidden(game)
        self._not_when_stale(game, by)
        session = game.session
        if (request := session.timeline.request) is not None:
            voices = [seat for seat in (request.by, *session.names) if by.speaks_for(seat)]
            session.refuse(voices[0], expect_seq=by.seq)
            return
        chosen = (entry.by for entry in reversed(session.line) if entry.by != CHANCE)
        last = next((seat for seat in chosen if by.speaks_for(seat)), None)
        if last is None:
            raise CannotUndo("There is nothing to take back.")
        session.undo(last, expect_seq=by.seq)

    def _pass_on(self, game: Seated, by: Presser) -> None:
        self._not_when_hidden(game)
        self._not_when_stale(game, by)
        session = game.session
        found = passing(session.state, game.trays)
        if found is None:
            raise StaleAction("There is something left to do before the turn is passed on.")
        action = found[0]
        if not by.speaks_for(action.by):
            raise NotYourSeat(
                Message("Only {name} may do that.", {"name": as_said(session.names[action.by])})
            )
        session.act(action, "tap", expect_seq=by.seq)

    def _turn(self, by: int) -> None:
        question = self.view.question
        if question is not None:
            chosen = (self.view.chosen + by) % len(question.choices)
            self._show(lambda view: msgspec.structs.replace(view, chosen=chosen))

    def _not_when_hidden(self, game: Seated) -> None:
        """A panel belongs to the whole table: where hands are hidden it acts for nobody."""
        if game.session.game.info.hidden:
            raise NotYourSeat("In this game everybody plays and takes back on the own phone.")

    def _not_when_stale(self, game: Seated, by: Presser) -> None:
        """A second tap on the same page does nothing: its first may have changed what the button means."""
        question = self.view.question.id if self.view.question is not None else 0
        if by.seq not in (None, game.session.seq) or by.question not in (None, question):
            raise StaleAction("Somebody was faster. Look at the panel and press again.")

    def _say_goodbye(self) -> None:
        if self._shut_down is None:
            raise StaleAction("This table cannot shut the machine down. Use the system's own way.")
        if self._leaving:
            return
        self._shut_down()
        self._leaving = True
        self._play("bye")

    # Inside

    def _heard(self, word: str) -> None:
        """A device was pressed; it is seen to when what came before it is done, perhaps in a later game."""
        game = self._game
        self._later(lambda: self._pressed(word, game))

    def _pressed(self, word: str, game: Seated | None) -> None:
        """See to a device that was pressed for a game: what cannot be done is heard, not seen."""
        try:
            self._do(word, game, AT_THE_TABLE)
        except CompanionError as error:
            _log.info("The panel's %s: %s", word, error)
            self._play("no")

    def _play(self, tune: str) -> None:
        self._show(lambda view: msgspec.structs.replace(view, tune=tune, tunes=view.tunes + 1))

    def _refresh(self) -> None:
        seq = self._game.session.seq if self._game is not None else 0
        if seq != self._seq:
            self._seq, self._since_s = seq, time.monotonic()
        self._show(self._now)

    def _now(self, before: PanelView) -> PanelView:
        """How it is to look by what is the matter now."""
        game = self._game
        if game is None:
            return PanelView(tune=before.tune, tunes=before.tunes)
        status = game.live.status if game.live is not None else DARK
        return look(before, game.session.state, status)

    def _show(self, after: Callable[[PanelView], PanelView]) -> None:
        """Look as this says; nobody presses a button meanwhile, and what one has done is not undone."""
        with self._lock:
            before = self.view
            view = self.view = after(before)
        if view == before:
            return
        if self._board is not None:
            self._board.show(view.status, view.seats)
            if view.tunes != before.tunes:
                self._board.sound(view.tune)
        for subscriber in tuple(self._subscribers):
            subscriber()

    def _later(self, job: Callable[[], None]) -> None:
        if self._thread is None:
            job()
        else:
            self._jobs.put(job)

    def _work(self) -> None:
        while True:
            try:
                self._jobs.get()()
            except Exception:  # noqa: BLE001 - whatever a button leads to, the next one is heard
                _log.exception("The panel failed")
