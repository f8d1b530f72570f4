"""The service as it is installed and run by systemd, asked as phones ask it."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from bench.service.kills import FORM, GAME, Shown, kept_events, on_the_table, told
from bench.service.served import UNANSWERED, Answer, Served
from companion.rules.record import parse_record, replay

UNIT: Final = "companion.service"
DATA: Final = Path("/var/lib/companion")
PORT: Final = 8080
TAKEN: Final = 303
PAUSE_S: Final = 3.0
PATIENCE_S: Final = 900.0
"""An emulated processor on a busy machine: nothing here is a claim about time."""

TOLD_BEFORE: Final = Path("shown.json")
"""What was shown before the machine was started this time, as it reached the world outside."""


class Aloud(Shown):
    """What was shown, told to the world outside as well: it is to survive this machine."""

    def add(self, game: str, seq: int, action: str = "") -> None:
        """Somebody was shown this event."""
        super().add(game, seq, action)
        # In one piece: two threads tell.
        sys.stdout.write(f"SHOWN {json.dumps([game, seq, action])}\n")


class Installed(Served):
    """The service under systemd, which starts it again by itself."""

    def __init__(self) -> None:
        super().__init__(DATA, patience_s=PATIENCE_S)
        self.port = PORT
        self.shown: Shown = Aloud()
        for place in json.loads(TOLD_BEFORE.read_text()):
            Shown.add(self.shown, *place)

    def start(self) -> None:
        """Do nothing: systemd does."""

    def kill(self) -> None:
        """Kill every process of the service at once."""
        run("systemctl", "kill", "--signal=KILL", UNIT)

    def kill_worker(self) -> None:
        """Kill the process that holds the game alone."""
        own = main_pid()
        worker, *_ = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        os.kill(int(worker), signal.SIGKILL)

    def health(self) -> dict[str, Any]:
        """How the parts are."""
        answer: dict[str, Any] = json.loads(self.get("/health").text)
        return answer

    def line(self) -> list[str]:
        """The actions of the game on the table, as ``actor text``."""
        return [f"{action.by} {action}" for action in parse_record(self.get("/record").text).actions]

    def look(self) -> None:
        """Look at the page and at the whole stream of its events."""
        place = on_the_table(self)
        if place is not None:
            for seq in told(self, *place):
                self.shown.add(place[0], seq)

    def lost(self) -> list[tuple[str, int]]:
        """What was shown, ever, and is not there any more."""
        self.look()
        return sorted(self.shown.lost(kept_events(DATA)))

    def tap(self, action: str) -> Answer:
        """Tap an action, ``actor text``; 303 is the answer to one that is taken."""
        by, _, text = action.partition(" ")
        place = on_the_table(self)
        assert place is not None
        answer = self.post("/play/act", seq=place[1], by=by, text=text)
        if answer.status == TAKEN:
            self.shown.add(place[0], place[1] + 1, action)
        return answer

    def tap_any(self) -> Answer:
        """Tap the first action that is allowed now; begin another game where none is."""
        state = replay(parse_record(self.get("/record").text))
        if not state.actors:
            return self.post(f"/new/{GAME}", **FORM)
        seat = state.actors[0]
        return self.tap(f"{seat} {next(iter(state.legal(seat)))}")

    def instead(self, path: str, **form: object) -> Answer:
        """Put another game on the table; the one that is played there may be put aside."""
        place = on_the_table(self)
        return self.post(path, aside=place[0] if place else "", **form)

    def switch_camera_off(self, chance: object) -> None:
        """Have the table not read any more, and chance decided this way."""
        place = on_the_table(self)
        assert place is not None
        self.post("/play/settings", seq=place[1], chance=chance)

    def eventually(self, holds: Callable[[], object], what: str) -> None:
        """Wait for something that the service is to do; meanwhile it may be away.

        Raises
        ------
        TimeoutError
            After `PATIENCE_S`, with how the service is then.
        """
        ends_s = time.monotonic() + PATIENCE_S
        while True:
            with suppress(*UNANSWERED, ValueError):
                if holds():
                    return
            if time.monotonic() > ends_s:
                raise TimeoutError(f"{what}: {self.health()}")
            time.sleep(PAUSE_S)


def run(*words: str) -> str:
    """Run a command that must succeed; give what it prints."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def shown_by_systemd(what: str, unit: str = UNIT) -> str:
    """One property of a unit."""
    return run("systemctl", "show", "-P", what, unit)


def main_pid(unit: str = UNIT) -> int:
    """The first process of a service; 0 while there is none."""
    return int(shown_by_systemd("MainPID", unit))


def sources_of(action: str) -> set[str]:
    """Who said that actions with this text happened: camera, tap, software."""
    by, _, text = action.partition(" ")
    with closing(sqlite3.connect(f"file:{DATA}/games.db?mode=ro", uri=True)) as connection:
        bodies = connection.execute("SELECT body FROM event WHERE kind = 'action'").fetchall()
    events = [json.loads(body) for (body,) in bodies]
    return {event["source"] for event in events if [str(event["by"]), event["text"]] == [by, text]}
