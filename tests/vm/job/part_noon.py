"""Third start, after the machine was restarted in mid-game: all is there. What the service uses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from case import TableCase
from figures import HELLO, HELLO_PORT, answers_after_s, idle, report
from installed import PORT, UNIT, main_pid, run, shown_by_systemd

HELLO_UNIT: Final = "hello.service"
MINUTES: Final = 4.0


class Noon(TableCase):
    """The service after a restart of the machine."""

    def test_1_the_game_is_on_the_table_with_all_that_was_shown(self) -> None:
        self.assertEqual(shown_by_systemd("NRestarts"), "0")
        self.assertEqual(self.service.line(), self.film.happened(len(self.film.moments) - 1))
        self.assertEqual(self.service.lost(), [])

    def test_2_what_it_uses(self) -> None:
        boot_s = int(shown_by_systemd("ActiveEnterTimestampMonotonic")) / 1e6
        print(f"\nFIGURES from the kernel's start until the game can be played on: {boot_s:.1f} s")
        hello_s = answers_after_s(self._hello, HELLO_PORT)
        run("systemctl", "stop", UNIT)
        table_s = answers_after_s(lambda: run("systemctl", "start", UNIT), PORT, "/play")
        self.film.show(len(self.film.moments) - 1)
        self.wait_for("still")
        watched = idle({"table": main_pid(), "hello": main_pid(HELLO_UNIT)}, MINUTES)
        report("the table, a camera of 5 pictures a second", table_s, watched["table"])
        self.service.switch_camera_off("tap")
        off = idle({"table": main_pid()}, MINUTES)
        report("the table, camera off", table_s, off["table"])
        report("hello", hello_s, watched["hello"])

    def _hello(self) -> None:
        wishes = ("--property=User=companion", f"--property=WorkingDirectory={Path.cwd()}")
        run("systemd-run", f"--unit={HELLO_UNIT}", *wishes, sys.executable, *HELLO)
