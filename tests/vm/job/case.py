"""What every start of the machine has: the service that the boot has started, and the filmed evening."""

from __future__ import annotations

import re
import time
import unittest
from pathlib import Path
from typing import Final

from film import Film
from installed import TAKEN, Installed, sources_of

from bench.service.kills import GAME

FILMED: Final = "filler-tiles"
NAMES: Final = {"seats": 2, "name-1": "Anna", "name-2": "Ben"}


class TableCase(unittest.TestCase):
    """The installed service and its camera. The tests go on from one another, in the order of their names."""

    service: Installed
    film: Film

    @classmethod
    def setUpClass(cls) -> None:
        cls.service, cls.film = Installed(), Film(Path("film"))
        cls.service.wait()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.film.unplug()

    def wait_for(self, state: str) -> None:
        """Wait until the table says that this is how it stands."""
        self.service.eventually(lambda: self.service.health()["table"] == state, f"the table is not {state}")

    def play(self, number: int, *, show: bool = True) -> None:
        """Let a moment of the evening happen, and be found out; ``show`` it, where it is not shown yet."""
        moment, truth = self.film.moments[number], self.film.happened(number)
        begun_s = time.monotonic()
        if show:
            self.film.show(number)
        if not moment["seen"]:
            for action in moment["happened"]:
                self.assertEqual(self.service.tap(action).status, TAKEN)
        self.service.eventually(
            lambda: self.service.line()[: len(truth)] == truth, f"{truth[-1]} was not read"
        )
        if moment["seen"]:
            self.assertEqual(sources_of(truth[-1]), {"camera"})
        self.service.look()
        print(f"\n    {truth[-1]} [{time.monotonic() - begun_s:.0f} s]", end=" ")

    def put_aside(self, **form: object) -> str:
        """Begin a game that is only tapped; give the game that was on the table."""
        found = re.search(r'data-game="(\w+)"', self.service.get("/play").text)
        self.film.unplug()
        begun = self.service.instead(f"/new/{GAME}", **form)
        self.assertEqual(begun.status, TAKEN, begun.text)
        self.service.switch_camera_off(form["chance"])
        self.wait_for("off")
        return found[1] if found else ""

    def take_up(self, game: str) -> None:
        """Put a game on the table again."""
        self.service.instead(f"/open/{game}", go="on")
