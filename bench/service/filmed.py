"""An evening that a camera in the network shows: bots play before it, and the table follows."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from itertools import count
from typing import Final

import cv2

from bench.service.kills import on_the_table
from bench.service.net_camera import NetCamera
from bench.service.served import UNANSWERED, Served
from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.rules.game import Action
from companion.rules.record import parse_record
from companion.simulation.evening import Evening, Moment

SEATS: Final = 2
FORM: Final = {"seats": SEATS, "name-1": "Anna", "name-2": "Ben", "chance": "camera", "camera": "on"}
PATIENCE_S: Final = 10.0
"""What the table has not read by then is tapped, as people do."""

FIRST_S: Final = 3.0
"""The table as it is laid out is looked at for so long."""

POLL_S: Final = 0.2
QUALITY: Final = 90


class Filmed:
    """Plays game after game, each move as soon as the table has the one before, until it is told to stop.

    Parameters
    ----------
    service
        The running table; it looks through ``camera``.
    camera
        Shows the pictures.
    slug
        The game. What a phone would photograph is tapped.
    """

    def __init__(self, service: Served, camera: NetCamera, slug: str) -> None:
        self.games = self.read = self.tapped = 0
        self._service, self._camera, self._slug = service, camera, slug
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play, name="filmed")

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Play no more."""
        self._over.set()
        self._thread.join()

    def _play(self) -> None:
        layout, game = load_layout(self._slug).for_seats(SEATS), load_game(self._slug)
        for seed in count():
            with suppress(*UNANSWERED):
                self._begin()
                for moment in Evening(layout, game.new(SEATS, {}), seed).play():
                    if self._over.is_set():
                        return
                    if not self._follow(moment):
                        break  # the table read something else: the next game

    def _begin(self) -> None:
        on = on_the_table(self._service)
        self._service.post(f"/new/{self._slug}", aside=on[0] if on else "", **FORM)
        self.games += 1
        self._over.wait(FIRST_S)

    def _follow(self, moment: Moment) -> bool:
        """Show a moment, and wait until the record has what happened; say whether it can."""
        had = self._kept()
        if not moment.photo:
            done, jpeg = cv2.imencode(".jpg", moment.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            self._camera.jpeg = jpeg.tobytes() if done else self._camera.jpeg
        ends_s = time.monotonic() + (0 if moment.photo or moment.told else PATIENCE_S)
        while time.monotonic() < ends_s and self._kept() - had < len(moment.actions):
            if self._over.wait(POLL_S):
                return True
        read = min(self._kept() - had, len(moment.actions))
        self.read += read
        # What is refused was read while it was tapped, or something else was.
        return all(map(self._tap, moment.actions[read:])) or self._kept() - had == len(moment.actions)

    def _tap(self, action: Action) -> bool:
        on = on_the_table(self._service)
        seq = on[1] if on else 0
        answer = self._service.post("/play/act", seq=seq, by=action.by, text=action)
        self.tapped += 1
        return answer.status == 303

    def _kept(self) -> int:
        """Number of actions in the record."""
        return len(parse_record(self._service.get("/record").text).actions)
