"""Bots at single seats: each acts a little after its turn has come, sees what its seat may see, and taps."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from typing import Final

from companion.live.running_table import RunningTable
from companion.rules.errors import GameError
from companion.rules.game import CHANCE, Seat, State
from companion.sessions.journal import Moment
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
                while not stop.is_set() and self._due(session.id, now := session.moment) is not None:
                    stop.wait(self.pause_s)
                    if not stop.is_set() and session.moment is now:
                        self.act(session)
            except Exception:  # noqa: BLE001 - a bot that stumbles must not end the evening
                _log.exception("a bot stumbled")

    def act(self, session: Session) -> bool:
        """Do one thing for a bot; say whether there was any."""
        now = session.moment
        bot, seq = self._due(session.id, now), now.timeline.seq
        if bot is None:
            return False
        try:
            if now.timeline.request is not None:
                session.agree(bot.seat, expect_seq=seq)  # to whatever is to be taken back
                return True
            choice = bot.choose(now.states[-1].seen_by(bot.seat))
            if self._holders.has_bot(session.id, bot.seat):  # a person may have sat down there meanwhile
                session.act(choice, "bot", expect_seq=seq)
        except GameError as error:  # somebody has acted meanwhile
            _log.info("A bot looks again: %s", error)
        return True

    def _due(self, game: str, now: Moment) -> Bot | None:
        """Give a bot that is to answer or to act, the same as long as nothing happens."""
        state, request = now.states[-1], now.timeline.request
        for seat in self._holders.bots(game):
            bot = Bot(seat, random.Random(f"{game}-{now.timeline.seq}-{seat}"))
            if request is not None:
                if seat not in request.agreed:
                    return bot
            elif seat in state.actors and (_must_act(state, seat) or bot.wants_to_act()):
                return bot
        return None


def _must_act(state: State, seat: Seat) -> bool:
    """Whether nothing goes on without this seat; what it only may do, it mostly lets be."""
    return (state.prompts()[seat].kind == "act" and CHANCE not in state.actors) or state.actors == (seat,)
