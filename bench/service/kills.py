"""Kills of the running service: whether everything that a phone was shown is there afterwards.

A player taps over HTTP and a page listens to the stream until the service is killed. What was
answered, or told on the stream, has been shown. When the service is up again its stream must tell
every event that was shown of the game that goes on, and every action must stand in its place in the
log on the disk.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from bench.__main__ import show
from bench.service.served import UNANSWERED, Served
from companion.cli.toml.settings import STORE_FILE
from companion.rules.game import State
from companion.rules.record import parse_record, replay

GAME: Final = "caterpillar-filler"
FORM: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben", "chance": "software", "option-turn_limit": 3}
"""The program's draws follow a tap in commits of their own; games are short, so that their ends and
the beginnings of the next ones are cut off too."""

What: TypeAlias = Literal["all", "worker", "start"]
"""What is killed: the whole service, the process that holds the game alone, or a service that has
not even come up after a kill."""

ROUNDS: Final[tuple[What, ...]] = ("all", "worker", "all", "all", "start", "all")

MOST_TAPS: Final = 12
LATEST_S: Final = 0.006
"""A kill comes after so many answered taps at most, and so much later at most."""

WITHIN_TAPS: Final = 0.7
"""Share of the kills that wait for a tap to be under way, as most of the time none is."""

STARTING_S: Final = 1.5
"""A start is cut off within this time."""

Place: TypeAlias = tuple[str, int]
"""A game, and the number of an event in it."""


class Kill(NamedTuple):
    """One kill: how many taps had been answered since the one before, and what is lost.

    ``asked`` says whether a stream was asked, or should have been there: not where every game was over.
    """

    what: What
    taps: int
    cut_tap: bool
    shown: int
    lost: tuple[Place, ...]
    asked: bool


class Shown:
    """Every event that anybody was shown, by its place; with the action, where that was shown too."""

    def __init__(self) -> None:
        self._events: dict[Place, str] = {}

    def __len__(self) -> int:
        """Number of events."""
        return len(self._events)

    def add(self, game: str, seq: int, action: str = "") -> None:
        """Somebody was shown this event."""
        self._events[game, seq] = action or self._events.get((game, seq), "")

    def lost(self, kept: Mapping[Place, str]) -> tuple[Place, ...]:
        """What is not kept, or is another action now."""
        return tuple(
            place
            for place, action in self._events.items()
            if place not in kept or action not in ("", kept[place])
        )

    def untold(self, game: str, told: set[int]) -> tuple[Place, ...]:
        """What the stream of that game does not tell any more."""
        return tuple(place for place in self._events if place[0] == game and place[1] not in told)


class Player:
    """Taps until the service goes away, while a page listens to the stream."""

    def __init__(self, service: Served, shown: Shown, chooser: random.Random) -> None:
        self._service, self._shown, self._chooser = service, shown, chooser
        self._over = threading.Event()
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._listen, self._play)]
        self.answered = 0
        self.tapping = threading.Event()
        """A tap is under way; still so in the end when the service went away within it."""
        self.refused = ""
        """What was said of a tap that should have been taken."""

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for thread in self._threads:
            thread.join(self._service.patience_s)

    def stop(self) -> None:
        """The tap that is under way is the last."""
        self._over.set()

    def _play(self) -> None:
        with suppress(*UNANSWERED):
            while not self._over.is_set() and not self.refused:
                place = on_the_table(self._service)
                record = self._service.get("/record")
                if place is not None and record.status == 200:
                    self._shown.add(*place)
                    self._tap(*place, replay(parse_record(record.text)))
                else:
                    begin(self._service)

    def _tap(self, game: str, seq: int, state: State) -> None:
        if not state.actors:
            begin(self._service)
            return
        seat = state.actors[0]
        action = self._chooser.choice(list(islice(state.legal(seat), 20)))
        self.tapping.set()
        answer = self._service.post("/play/act", seq=seq, by=seat, text=action)
        self.tapping.clear()
        if answer.status != 303:
            self.refused = answer.text
            return
        self._shown.add(game, seq + 1, f"{seat} {action}")
        self.answered += 1

    def _listen(self) -> None:
        with suppress(*UNANSWERED):
            while not self._over.is_set():
                place = on_the_table(self._service)
                game = place[0] if place else ""
                for seq in told(self._service, game):
                    self._shown.add(game, seq)


def on_the_table(service: Served) -> Place | None:
    """The game on the table and its last event, as the page says; None where there is none."""
    found = re.search(r'data-game="(\w+)"\s+data-seq="(\d+)"', service.get("/play").text)
    return (found[1], int(found[2])) if found else None


def begin(service: Served) -> None:
    """Begin a game."""
    service.post(f"/new/{GAME}", **FORM)


def told(service: Served, game: str, until: int | None = None) -> Iterator[int]:
    """Give the numbers of a game's events as its stream tells them, from the first.

    It ends with the stream and with another game; where ``until`` is given, also after that number
    and when there is nothing more to tell for now.
    """
    for line in service.stream(f"/events?game={game}&since=0"):
        number = int(line.removeprefix("id: ")) if line.startswith("id: ") else 0
        if number:
            yield number
        if line == "event: reset" or (until is not None and (number == until or line.startswith(":"))):
            return


def kept_events(folder: Path) -> dict[Place, str]:
    """Every event that is on the disk, by its place; of an action also who did what."""
    with closing(sqlite3.connect(f"file:{folder / STORE_FILE}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT session, seq, kind, body FROM event").fetchall()
    return {(game, seq): _action(body) if kind == "action" else "" for game, seq, kind, body in rows}


def unfinished(folder: Path) -> set[str]:
    """The games that are begun and not over, as the disk has it."""
    with closing(sqlite3.connect(f"file:{folder / STORE_FILE}?mode=ro", uri=True)) as connection:
        rows = connection.execute(
            "SELECT session, kind FROM event WHERE kind IN ('started', 'finished', 'resumed') ORDER BY seq"
        ).fetchall()
    last = dict(rows)
    return {game for game, kind in last.items() if kind != "finished"}


def _action(body: str) -> str:
    event = json.loads(body)
    return f"{event['by']} {event['text']}"


def kill_loop(folder: Path, kills: int, seed: int = 0) -> Iterator[Kill]:
    """Play on one data folder and kill the service again and again.

    Raises
    ------
    TimeoutError
        When the service does not come up again, or takes no taps any more.
    """
    chooser, shown = random.Random(seed), Shown()
    with Served(folder / "data") as service:
        service.wait()
        for what in islice(cycle(ROUNDS), kills):
            player = play_until_killed(service, shown, chooser, what)
            service.wait()
            telling = streams(service)
            untold = {place for game in telling for place in shown.untold(game, telling[game])}
            lost = {*shown.lost(kept_events(service.data)), *untold}
            cut = player.tapping.is_set()
            yield Kill(what, player.answered, cut, len(shown), tuple(sorted(lost)), bool(telling))


def streams(service: Served) -> dict[str, set[int]]:
    """What a page that comes now is told: of the game on the table, and of one that should lie there.

    A game that is not over, and does not lie there, tells nothing.
    """
    place = on_the_table(service)
    telling: dict[str, set[int]] = {game: set() for game in unfinished(service.data)}
    if place is not None:
        telling[place[0]] = set(told(service, *place))
    return telling


def play_until_killed(service: Served, shown: Shown, chooser: random.Random, what: What) -> Player:
    """Play for a random while, kill, and start again what does not start by itself."""
    with Player(service, shown, chooser) as player:
        taps = chooser.randint(1, MOST_TAPS)
        service.until(lambda: player.answered >= taps or player.refused, "the taps were not answered")
        if chooser.random() < WITHIN_TAPS:
            player.tapping.wait(service.patience_s)
        time.sleep(chooser.uniform(0, LATEST_S))
        player.stop()
        service.kill_worker() if what == "worker" else service.kill()
    if player.refused:
        raise TimeoutError(f"A tap was refused: {player.refused}")
    if what == "start":
        service.start()
        time.sleep(chooser.uniform(0, STARTING_S))
        service.kill()
    if what != "worker":
        service.start()
    return player


def figures(folder: Path, kills: int) -> dict[str, int]:
    """Count what a loop of kills did."""
    done = list(kill_loop(folder, kills))
    return {
        "kills of the running service": len(done),
        "of them within a tap": sum(kill.cut_tap for kill in done),
        "events shown before": done[-1].shown,
        "of them lost": len({place for kill in done for place in kill.lost}),
        "kills that left no game whose stream could be asked": sum(not kill.asked for kill in done),
    }


def main() -> None:
    """Print the figures of a loop of kills: ``python -m bench.service.kills [KILLS]``."""
    with TemporaryDirectory() as name:
        show(figures(Path(name), int(sys.argv[1]) if len(sys.argv) > 1 else 200))


if __name__ == "__main__":
    main()
