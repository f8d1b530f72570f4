"""A made-up table under a live table: frames, rest and readings as a test says, and a clock."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from gardens import LAYOUT
from msgspec.structs import replace
from views import Table
from watched import played

from companion.errors import CompanionError
from companion.live.live import LiveTable
from companion.record.setup import begin_set_up
from companion.referee.referee import Referee
from companion.rules.catalogue import load_game
from companion.sighting import Stillness


class Frame(NamedTuple):
    image: object
    t_s: float
    number: int
    small: object = None


class NoPicture(CompanionError):
    sentence = "The webcam gives no pictures any more."

    def __init__(self) -> None:
        super().__init__("camera-lost", self.sentence)


class House:
    """A session, a made-up table, and the live table over it. Time passes frame by frame."""

    name = "made-up camera"

    def __init__(self, store, layout=LAYOUT, opening=("0 first 1",), seed=None, **live):
        set_up = begin_set_up(load_game(layout.game), seed=seed) if seed else None
        self.session = store.new_session(layout.game, ["Anna", "Ben"], set_up=set_up)
        self.table = Table(layout)
        self.now_s, self.number, self.rested_s = 100.0, 0, 0.0
        self.hand = self.unplugged = self.opened = False
        self.reads = 0
        self.taught = []
        self.wrong = {}
        self.fail_with = None
        self.live = LiveTable(
            self.session,
            layout,
            Referee(layout),
            self,
            self,
            self,
            camera_errors=(NoPicture,),
            clock=lambda: self.now_s,
            **live,
        )
        self.statuses = []
        self.live.subscribe(self.statuses.append)
        for line in opening:
            by, _, text = line.partition(" ")
            self.session.act(self.session.game.parse(int(by), text))
        self.lay()
        if layout.has_dice:
            self.table.roll(6)
        self.rest(2)

    # The camera, the watch and the reader

    def open(self):
        if self.unplugged:
            raise NoPicture
        self.opened = True

    def close(self):
        self.opened = False

    def read(self, *args, stillness=None, frame=0, timeout_s=2.0):
        return self.look(stillness, frame) if args and not isinstance(args[0], float) else self.shoot()

    def shoot(self):
        if self.unplugged:
            raise NoPicture
        self.number += 1
        return Frame(np.zeros((240, 240, 3), np.uint8), self.now_s, self.number)

    def update(self, image, t_s):
        still = self.rested_s > 0.25 and not self.hand
        return Stillness(still, self.rested_s if still else 0.0, self.hand)

    def look(self, stillness, frame):
        self.reads += 1
        if self.fail_with:
            raise self.fail_with
        return replace(self.table.look(wrong=self.wrong), stillness=stillness, frame=frame)

    def teach(self, zone, name, kind):
        self.taught.append((zone, name, kind))

    # What happens

    def lay(self, state=None):
        self.table.lay((state or self.session.state).lying())

    def pass_time(self, seconds, step_s=0.1):
        for _ in range(round(seconds / step_s)):
            self.now_s += step_s
            self.rested_s += step_s
            self.live.step()

    def rest(self, seconds=1.0):
        """A movement, then rest."""
        self.rested_s = -0.1
        self.pass_time(seconds)

    def play(self, *moves):
        """Do something on the table, and rest."""
        state = played(self.session.game, self.session.state, *moves)
        for move in moves:
            if " roll " in f" {move}":
                self.table.roll(*map(int, move.split()[2:]))
        self.lay(state)
        self.rest()
        return state

    @property
    def line(self):
        return [f"{entry.by} {entry.text}" for entry in self.session.line]


def until(condition, seconds=30.0):
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        if condition():
            return True
        time.sleep(0.02)
    return False
