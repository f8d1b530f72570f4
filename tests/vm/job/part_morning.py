"""Second start, after the power was cut in the middle of writing: all is there, and the evening goes on."""

from __future__ import annotations

import json
from typing import Final

from case import TableCase
from installed import TOLD_BEFORE, shown_by_systemd

from bench.service.kills import on_the_table

LAID: Final = 4
"""The moment of the evening at which it was broken off."""


class Morning(TableCase):
    """The service after a cut of power."""

    def test_1_all_that_was_shown_before_the_cut_is_there(self) -> None:
        self.assertEqual(shown_by_systemd("NRestarts"), "0")
        self.assertEqual(self.service.lost(), [])
        place = on_the_table(self.service)
        assert place is not None
        shown = [seq for game, seq, _ in json.loads(TOLD_BEFORE.read_text()) if game == place[0]]
        self.assertLessEqual(max(shown), place[1])
        print(f"\n    {len(self.service.shown)} events shown before the cut", end=" ")

    def test_2_the_filmed_game_goes_on_with_a_camera_that_comes_after_the_start(self) -> None:
        first_game = json.loads(TOLD_BEFORE.read_text())[0][0]
        self.take_up(first_game)
        self.assertEqual(self.service.line(), self.film.happened(LAID))
        self.film.show(LAID)
        self.wait_for("still")
        for number in range(LAID + 1, len(self.film.moments)):
            self.play(number)
        self.assertEqual(self.service.lost(), [])
