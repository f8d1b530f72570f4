"""Exposure: settled, locked, and let go only when the light has really changed."""

from __future__ import annotations

import numpy as np

from hw.exposure import CHANGE_S, REGRETS, SETTLE_S, ExposureKeeper, brightness

STEP_S = 0.1


class Room:
    """A camera in a room: frames at a steady pace."""

    def __init__(self) -> None:
        self.keeper, self.now_s = ExposureKeeper(), 0.0

    def watch(self, seconds: float, light: float, *values: float, ready: bool = True) -> list[str]:
        """What was wished while nothing changed for so long."""
        wishes = []
        for _ in range(round(seconds / STEP_S)):
            self.now_s += STEP_S
            wish = self.keeper.look(light, self.now_s, values, ready=ready)
            wishes += [wish] if wish else []
        return wishes


def test_a_camera_that_has_settled_is_locked_once() -> None:
    room = Room()
    assert room.watch(1, 100, 5000, 1.5) == ["lock"]
    assert room.keeper.locked
    assert room.watch(60, 100, 5000, 1.5) == []


def test_it_is_not_locked_while_it_still_adjusts() -> None:
    room = Room()
    for step in range(20):
        assert room.watch(STEP_S, 100, 5000 * 1.05**step) == []
    assert room.watch(1, 100, 20000) == ["lock"]


def test_a_lamp_that_flickers_does_not_keep_it_from_being_locked_for_ever() -> None:
    room, wishes = Room(), []
    for step in range(round(SETTLE_S / STEP_S) + 2):
        wishes += room.watch(STEP_S, 100 + 30 * (step % 2), 5000)
    assert wishes == ["lock"]


def test_focus_is_waited_for_but_not_for_ever() -> None:
    room = Room()
    assert room.watch(SETTLE_S - 1, 100, 5000, ready=False) == []
    assert room.watch(2, 100, 5000, ready=False) == ["lock"]


def test_it_settles_anew_when_the_light_changes_for_longer_than_a_shadow() -> None:
    room = Room()
    room.watch(10, 100)
    assert room.watch(CHANGE_S - 0.3, 60) == [], "a shadow"
    assert room.watch(5, 95) == []
    assert room.watch(CHANGE_S + 1, 60) == ["unlock", "lock"]
    assert room.watch(30, 60) == [], "the new light holds"


def test_in_the_dark_a_little_light_is_no_change() -> None:
    room = Room()
    room.watch(10, 1.0)
    assert room.watch(10, 2.0) == []


def test_a_lock_that_spoils_the_picture_itself_is_given_up() -> None:
    room, locks = Room(), 0
    for _ in range(200):
        wishes = room.watch(STEP_S, 60.0 if room.keeper.locked else 100.0)
        locks += wishes.count("lock")
    assert locks == REGRETS
    assert not room.keeper.locked


def test_a_hand_does_not_change_the_brightness() -> None:
    table = np.full((240, 320), 150, np.uint8)
    table[:, :130] = 20
    assert brightness(table) == 150
