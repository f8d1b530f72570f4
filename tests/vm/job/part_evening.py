"""First start: a game read through a real video device, a panel of real lines, and what may befall a table.

The tests go on from one another, in the order of their names.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Final

from case import FILMED, NAMES, TableCase
from gpio_sim import lit, press
from installed import DATA, TAKEN, UNIT, main_pid, run, shown_by_systemd

from bench.service.kills import FORM, Player, play_until_killed
from bench.service.served import Answer

CONFIRM, UNDO, NEXT = 17, 27, 22
RED, GREEN, BLUE = 5, 6, 13
SEATS: Final = {1: 19, 2: 26}

READ: Final = 2
"""The moment up to which the filmed game is read before the panel is tried."""

FIRST_TURN: Final = ("0 first 2", "0 roll 5", "2 P3-P4-O4-N4-N3-N2")
REVEALED: Final = "0 roll 3"
"""Of a game with turns to pass on and chance to be revealed; all of it is tapped."""

MOST_EXPOSED: Final = 1.5
FILLING: Final = DATA.parent / "filling"
MOST_TAPS: Final = 400
"""Before a full disk is noticed: the log may have room left in blocks that it owns."""


class Evening(TableCase):
    """The installed service on its first evening."""

    def test_1_the_boot_has_started_the_service_within_its_walls(self) -> None:
        self.assertEqual(shown_by_systemd("ActiveState"), "active")
        self.assertEqual(shown_by_systemd("NRestarts"), "0")
        status = Path(f"/proc/{main_pid()}/status").read_text()
        for wall in (
            "CapEff:\t0000000000000000",
            "CapBnd:\t0000000000000000",
            "NoNewPrivs:\t1",
            "Seccomp:\t2",
        ):
            self.assertIn(wall, status)
        self.assertNotIn("Uid:\t0", status)
        self.assertTrue(self.service.health()["ok"])
        told = exposure()
        print("   ", told, end=" ")
        self.assertLessEqual(float(told.split("companion.service: ")[1].split()[0]), MOST_EXPOSED)

    def test_2_a_game_is_read_through_a_real_video_device(self) -> None:
        begun = self.service.instead(f"/new/{FILMED}", chance="camera", **NAMES)
        self.assertEqual(begun.status, TAKEN, begun.text)
        self.film.show(0)
        self.wait_for("still")
        for number in range(1, READ + 1):
            self.play(number)
        self.assertTrue(lit(GREEN), "all is well")
        self.assertEqual(self.service.lost(), [])

    def test_3_buttons_act_and_lights_show_whose_turn_it_is(self) -> None:
        filmed = self.put_aside(chance="tap", **NAMES)
        self.assertFalse(lit(RED) or lit(GREEN) or lit(BLUE), "without a camera the light is off")
        self._tap(*FIRST_TURN)
        before = self.service.line()
        self.assertEqual((lit(SEATS[1]), lit(SEATS[2])), (False, True))
        press(NEXT)
        self._until_last("2 end")
        self.assertEqual((lit(SEATS[1]), lit(SEATS[2])), (True, False))
        press(UNDO)
        self._until_last(FIRST_TURN[-1])
        self.assertEqual(self.service.line(), before)
        press(NEXT)
        self._until_last("2 end")
        self._tap(REVEALED)
        # A roll has been seen since the last choice: everybody has to agree.
        press(UNDO)
        self.service.eventually(lambda: "/play/agree" in self.service.get("/play").text, "undo asks nobody")
        self.assertEqual(self.service.line()[-1], REVEALED)
        press(CONFIRM)
        self._until_last(FIRST_TURN[-1])
        self.assertEqual(self.service.lost(), [])
        self.take_up(filmed)

    def _tap(self, *actions: str) -> None:
        for action in actions:
            answer = self.service.tap(action)
            self.assertEqual(answer.status, TAKEN, answer.text)

    def _until_last(self, action: str) -> None:
        self.service.eventually(lambda: self.service.line()[-1] == action, f"no {action}")

    def test_4_a_camera_that_is_taken_away_comes_back(self) -> None:
        self.film.show(READ)
        self.wait_for("still")
        self.film.unplug()
        self.wait_for("lost")
        self.assertTrue(lit(RED) and lit(BLUE), "violet: no picture")
        self.assertEqual(self.service.line(), self.film.happened(READ))
        self._tap(*self.film.moments[READ + 1]["happened"])
        self.film.show(READ + 1)
        self.wait_for("still")
        self.play(READ + 2)
        self.assertEqual(self.service.lost(), [])

    def test_5_everything_is_there_after_kill_9(self) -> None:
        before = self.service.line()
        filmed = self.put_aside(**FORM)
        for what in ("worker", "all"):
            player = play_until_killed(self.service, self.service.shown, random.Random(what), what)
            self.service.wait()
            self.assertGreater(player.answered, 0)
            self.assertEqual(self.service.lost(), [])
            print(f"    {what}: {player.answered} taps, {len(self.service.shown)} shown", end=" ")
        self.take_up(filmed)
        self.assertEqual(self.service.line(), before)

    def test_6_a_full_disk_is_told_and_nothing_is_lost(self) -> None:
        self.put_aside(**FORM)
        self._fill()
        try:
            self.assertIn("store-full", self._tap_until_refused().text)
            self.assertTrue(self.service.health()["ok"])
            self.assertEqual(self.service.lost(), [])
        finally:
            FILLING.unlink()
        self.assertEqual(self.service.tap_any().status, TAKEN)
        self.assertEqual(self.service.lost(), [])
        self.assertEqual(shown_by_systemd("ActiveState"), "active")

    def test_7_people_play_when_the_power_is_cut(self) -> None:
        self.assertEqual(self.service.lost(), [])
        print("\nPLAYING ON")
        with Player(self.service, self.service.shown, random.Random(8)):
            """Until the machine is gone; whoever watches it from outside cuts its power."""
        self.fail("nobody has cut the power")

    def _fill(self) -> None:
        """Leave no room for anybody but root, who has some blocks of his own."""
        free = os.statvfs(DATA)
        run("fallocate", "--length", str(free.f_bavail * free.f_frsize), str(FILLING))

    def _tap_until_refused(self) -> Answer:
        for _ in range(MOST_TAPS):
            answer = self.service.tap_any()
            if answer.status != TAKEN:
                return answer
        raise AssertionError("a full disk took everything")


def exposure() -> str:
    """What systemd says of how exposed the unit is."""
    return run("systemd-analyze", "security", "--no-pager", UNIT).splitlines()[-1]
