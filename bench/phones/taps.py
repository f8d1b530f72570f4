"""Taps on the play pages of a table without a camera: whole games played by bots, by the pages' own forms.

A tap on a space, a card, a verb or a word counts, and so does the button that does it; what is folded away
takes one more. A turn is what one player does in a row, with all that chance brings meanwhile.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from flask.testing import FlaskClient

from bench.phones.tapped_pages import Button, draw_buttons, page_at, way_to
from companion.record.events import Settings
from companion.record.setup import begin_set_up
from companion.rules.catalogue import GAMES, load_game
from companion.rules.game import CHANCE, Action, Actor, Seat
from companion.sessions.session import Session
from companion.sessions.store import Store
from companion.simulation.bots import bots, to_act
from webui import Hub, create_app

NAMES: Final = ("Anna", "Ben")
SEED: Final = 54
DRAWN_FROM: Final = ("first", "second", "third")
"""Seeds of the program's draws: a game each, so that every run plays the same three."""

MOST_ACTIONS: Final = 60
"""Of a game: a few rounds tell what all of them cost."""


def run() -> dict[str, Any]:
    """Play each game twice: people draw and tap it in, and the program draws wherever that is offered."""
    return {slug: {**taps_of_a_game(slug, draws=False), **taps_of_a_game(slug, draws=True)} for slug in GAMES}


def taps_of_a_game(slug: str, *, draws: bool) -> dict[str, Any]:
    """Count the taps of choices, of what chance decides, and of whole turns."""
    counted = _Counts()
    for seed in DRAWN_FROM if draws else DRAWN_FROM[:1]:
        with TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
            hub = Hub(store, own_browser_is_host=True)
            set_up = begin_set_up(load_game(slug), seed=seed)
            session = store.new_session(slug, NAMES, {}, Settings(otherwise="tap"), set_up)
            hub.open(session)
            _Evening(hub, session, counted, draws=draws).play()
            hub.close()
    return counted.told("the program draws" if draws else "people draw")


class _Counts:
    """The taps of choices, of what chance decides, and of turns, of all games of a kind."""

    def __init__(self) -> None:
        self.choices: list[int] = []
        self.chances: list[int] = []
        self.turns: list[int] = []
        self.missed = 0

    def told(self, who: str) -> dict[str, Any]:
        """Give the figures."""
        return {
            **_told(f"{who}: taps a choice", self.choices),
            **_told(f"{who}: taps for what chance decides", self.chances),
            **_told(f"{who}: taps a turn", self.turns),
            f"{who}: actions to which no taps led": self.missed,
        }


class _Evening:
    """Two phones, at which bots play one game."""

    def __init__(self, hub: Hub, session: Session, counted: _Counts, *, draws: bool) -> None:
        self._session, self._counted, self._draws = session, counted, draws
        app = create_app(hub)
        self._phones = {seat: _phone(app.test_client(), hub, seat) for seat in session.names}
        self._players = bots(len(session.names), SEED)
        self._rng = random.Random(SEED)
        self._turn_of: Actor = CHANCE

    def play(self) -> None:
        """Play until the game is over, or has told enough."""
        for _ in range(MOST_ACTIONS):
            actors = self._session.state.actors
            if not actors:
                return
            seat = to_act(self._session.state)
            if seat is None:
                self._chance()
            else:
                self._choose(seat)

    def _choose(self, seat: Seat) -> None:
        if seat != self._turn_of:
            self._counted.turns.append(0)
            self._turn_of = seat
        action = self._players[seat].choose(self._session.state)
        self._count(self._counted.choices, self._take(seat, action))

    def _chance(self) -> None:
        phone = self._phones[self._turn_of or 1]
        offered = list(draw_buttons(page_at(phone, "/play"))) if self._draws else []
        if offered:
            self._send(phone, offered[-1])
            self._count(self._counted.chances, offered[-1].taps)
            return
        outcomes, weights = zip(*self._session.state.odds(), strict=True)
        self._count(
            self._counted.chances, self._take(self._turn_of or 1, self._rng.choices(outcomes, weights)[0])
        )

    def _take(self, seat: Seat, action: Action) -> int:
        """Take an action by the forms of a phone; one to which no taps lead is taken without them."""
        found = way_to(self._phones[seat], self._session.game, self._session.state, action)
        if found is None:
            self._counted.missed += 1
            self._session.act(action)
            return 0
        self._send(self._phones[seat], found.button)
        return found.taps

    def _send(self, phone: FlaskClient, button: Button) -> None:
        before = self._session.seq
        answer = phone.post(button.address, data=button.sent)
        assert self._session.seq > before, answer.get_data(as_text=True)

    def _count(self, counts: list[int], taps: int) -> None:
        counts.append(taps)
        if self._turn_of:
            self._counted.turns[-1] += taps


def _phone(phone: FlaskClient, hub: Hub, seat: Seat) -> FlaskClient:
    phone.post(f"/j/{hub.token}", data={"seat": seat})
    return phone


def _told(what: str, counts: Sequence[int]) -> dict[str, float]:
    if not counts:
        return {}
    return {
        f"{what}, median": statistics.median(counts),
        f"{what}, mean": statistics.mean(counts),
        f"{what}, most": max(counts),
    }
