"""Bots at single seats: each acts a little after its turn has come, sees what its seat may see, and taps."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from typing import Final

from companion.live.running_table import RunningTable
from companion.rules.errors import GameError
from companion.rules.game import CHANCE, Action, Seat, State
from companion.sessions.session import Session
from companion.simulation.bots import Bot
from webui.access.holders import Holders

_log = logging.getLogger(__name__)

PAUSE_S: Final = 2.0
"""So long a bot waits before it acts: people see what was done before it."""


class SeatBots:
    """The bots of the game on the table.

    Parameters
    ----------
    holders
        Who has which seat; bots have theirs by it, so they are there again after a restart.
    pause_s
        Seconds before each action.
    """

    def __init__(self, holders: Holders, pause_s: float = PAUSE_S) -> None:
        self._holders, self.pause_s = holders, pause_s
        self._wake = threading.Event()

    def attach(self, session: Session, _: RunningTable | None) -> Callable[[], None]:
        """Play in a game from now on; give what ends that."""
        stop, self._wake = threading.Event(), threading.Event()
        wake = self._wake
        thread = threading.Thread(target=self._run, args=(session, stop, wake), name="seat-bots", daemon=True)
        forget = session.subscribe(lambda *_: wake.set())
        wake.set()
        thread.start()

        def end() -> None:
            forget()
            stop.set()
            wake.set()

        return end

    def look_again(self) -> None:
        """Notice that a bot has sat down, or has gone."""
        self._wake.set()

    def _run(self, session: Session, stop: threading.Event, wake: threading.Event) -> None:
        while not stop.is_set():
            wake.wait()
            wake.clear()
            try:
                while not stop.is_set() and self._waits(session):
                    seq = session.seq
                    stop.wait(self.pause_s)
                    if not stop.is_set() and session.seq == seq:
                        self.act(session)
            except Exception:  # noqa: BLE001 - a bot that stumbles must not end the evening
                _log.exception("a bot stumbled")

    def _waits(self, session: Session) -> bool:
        """Whether a bot has something to answer or to do."""
        return self._to_agree(session) is not None or self._choice(session) is not None

    def act(self, session: Session) -> bool:
        """Do one thing for a bot; say whether there was any."""
        seq = session.seq
        try:
            if (seat := self._to_agree(session)) is not None:
                session.agree(seat, expect_seq=seq)
            elif (action := self._choice(session)) is not None:
                session.act(action, "bot", expect_seq=seq)
            else:
                return False
        except GameError as error:  # somebody has acted meanwhile
            _log.info("A bot looks again: %s", error)
        return True

    def _to_agree(self, session: Session) -> Seat | None:
        """Give a bot that is asked whether something may be taken back: it always agrees."""
        request = session.timeline.request
        waiting = [seat for seat in self._holders.bots(session.id) if request and seat not in request.agreed]
        return waiting[0] if waiting else None

    def _choice(self, session: Session) -> Action | None:
        """Choose what a bot does now, the same as long as nothing happens; None while others are to act."""
        state = session.state
        if session.timeline.request is not None:
            return None
        for seat in self._holders.bots(session.id):
            if seat not in state.actors:
                continue
            bot = Bot(seat, random.Random(f"{session.id}-{session.seq}-{seat}"))
            if _must_act(state, seat) or bot.wants_to_act():
                return _chosen(bot, state.seen_by(seat))
        return None


def _must_act(state: State, seat: Seat) -> bool:
    """Whether nothing goes on without this seat; what it only may do, it mostly lets be."""
    return (state.prompts()[seat].kind == "act" and CHANCE not in state.actors) or state.actors == (seat,)


def _chosen(bot: Bot, view: State) -> Action:
    """Choose by what the seat sees; where a hidden card keeps that from being weighed, anything legal."""
    try:
        return bot.choose(view)
    except LookupError:
        legal = list(view.legal(bot.seat))
        return random.Random(len(legal)).choice(legal)
