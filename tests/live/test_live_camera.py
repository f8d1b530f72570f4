"""The running table and its camera: lost, switched off, lit by a lamp; what goes wrong ends nothing."""

from __future__ import annotations

import io
import threading

import cv2
import numpy as np
import pytest
from gardens import LAYOUT
from live_house import House, NoPicture, until
from msgspec.structs import replace
from PIL import Image

from companion.errors import Saying
from companion.frames import steady_camera
from companion.language.languages import LANGUAGES
from companion.language.pseudo import OPENS, TAG
from companion.live.live import LiveTable
from companion.live.loop import LAMP_S
from companion.live.status_board import failure
from companion.referee.referee import Referee
from companion.rules.phrases import Audience
from hw.camera import CameraError
from hw.recordings import FolderCamera


def test_a_lost_camera_is_told_tried_again_and_the_game_goes_on_by_tapping(house):
    house.unplugged = True
    house.pass_time(1)
    status = house.live.status
    assert (status.state, status.code) == ("lost", "camera-lost")
    assert status.message.render({}) == NoPicture.sentence
    house.session.act(house.session.game.parse(0, "roll 4"))
    house.unplugged = False
    house.pass_time(40)
    assert house.live.status.state == "still"
    assert house.line[-1] == "0 roll 4"


def test_the_camera_can_be_switched_off_and_on(house):
    house.live.set_camera(on=False)
    house.pass_time(1)
    assert house.live.status.state == "off"
    assert not house.opened
    assert house.session.resolver == "tap"
    house.live.set_camera(on=True)
    house.rest(2)
    assert house.live.status.state == "still"


def test_a_game_that_begins_with_the_camera_off_says_what_to_do(house):
    session = house.session
    session.change_settings(replace(session.settings, camera=False))
    begun = LiveTable(session, LAYOUT, Referee(LAYOUT), house, house, house)
    assert (begun.status.state, begun.status.message.render({})) == (
        "off",
        "The camera is off. Tap what happens.",
    )


def test_pieces_without_markers_are_not_looked_at_until_the_camera_is_switched_on(house):
    session = house.session
    session.change_settings(replace(session.settings, unmarked=True))
    house.pass_time(1)
    begun = LiveTable(session, LAYOUT, Referee(LAYOUT), house, house, house)
    for status in (house.live.status, begun.status):
        assert status.state == "off"
        assert "bear no markers" in status.message.render({})
    assert not house.opened
    assert session.resolver == "tap"
    house.live.set_camera(on=True)
    house.rest(2)
    assert house.live.status.state == "still"
    house.live.set_camera(on=False)
    house.pass_time(1)
    assert house.live.status.message.render({}) == "The camera is off. Tap what happens."


def test_why_the_camera_is_not_used_is_told_as_it_is_by_now(house):
    session = house.session
    said = {}
    for camera, unmarked in ((True, True), (False, False), (True, True), (False, True)):
        session.change_settings(replace(session.settings, camera=camera, unmarked=unmarked))
        house.pass_time(0.1)
        said[camera, unmarked] = house.live.status.message.render({})
    assert "bear no markers" in said[True, True]
    assert said[False, False] == said[False, True] == "The camera is off. Tap what happens."
    session.change_settings(replace(session.settings, camera=True, unmarked=True))
    without = LiveTable(session, LAYOUT, Referee(LAYOUT), None, house, house)
    assert without.status.message.render({}) == "The camera is off. Tap what happens."


def test_a_failure_inside_is_told_and_does_not_end_the_loop(house):
    house.fail_with = ZeroDivisionError("oops")
    house.live.start()
    house.rested_s = 5.0
    house.live.retry()
    assert until(lambda: house.live.status.code == "live-failed")
    house.fail_with = None
    assert until(lambda: house.live.status.state == "still")
    house.live.stop()
    assert any(reading.what == "error" for reading in house.live.readings)


def test_a_failure_that_lasts_stays_told(house):
    house.fail_with = ZeroDivisionError("oops")
    house.live.start()
    house.rested_s = 5.0
    house.live.retry()
    assert until(lambda: house.live.status.code == "live-failed")
    house.statuses.clear()
    reads = house.reads
    assert until(lambda: house.reads >= reads + 2)
    house.live.stop()
    assert house.statuses == []


def test_the_lamp_is_on_only_while_the_table_is_read(store):
    seen, lamp = [], []

    class LampLit(House):
        def shoot(self):
            self.now_s += 0.05
            return super().shoot()

        def update(self, image, t_s):
            seen.append(lamp[-1:] == [True])
            return super().update(image, t_s)

        def look(self, stillness, frame):
            assert lamp[-1:] == [False], "the light goes out as soon as the picture is taken"
            assert self.live.frame.t_s >= self.switched_s + LAMP_S
            return super().look(stillness, frame)

        def switch(self, *, on):
            lamp.append(on)
            if on:
                self.switched_s = self.now_s

    house = LampLit.__new__(LampLit)
    house.__init__(store, countdown=False, lamp=lambda *, on: house.switch(on=on))
    house.play("0 roll 4")
    assert house.line[-1] == "0 roll 4"
    assert lamp == [True, False] * house.reads
    assert True not in seen, "who watches for rest never sees the lamp"


def test_the_lamp_goes_out_when_the_camera_is_lost_under_it(store):
    lamp = []
    house = House.__new__(House)

    def switch(*, on):
        lamp.append(on)
        house.unplugged = on

    reads = []
    house.__init__(store, countdown=False, lamp=switch)
    reads.append(house.reads)
    house.rest()
    assert lamp[-2:] == [True, False]
    assert house.reads == reads[0]


def test_nobody_waits_for_a_driver_that_hangs_under_the_lamp(store, monkeypatch):
    monkeypatch.setattr(steady_camera, "CLOSE_S", 0.05)
    free, begun, lit = threading.Event(), threading.Event(), threading.Event()
    free.set()

    class Hanging(House):
        def shoot(self):
            self.now_s += 0.05
            assert free.wait(60)
            return super().shoot()

        def switch(self, *, on):
            if on and begun.is_set() and not lit.is_set():
                free.clear()
                lit.set()

    house = Hanging.__new__(Hanging)
    house.__init__(store, countdown=False, lamp=lambda *, on: house.switch(on=on))
    reads, house.rested_s = house.reads, 5.0
    house.live.retry()
    begun.set()
    house.live.start()
    assert lit.wait(30)
    tapped = threading.Thread(target=house.live.cancel_countdown, daemon=True)
    tapped.start()
    tapped.join(30)
    assert not tapped.is_alive(), "it takes effect at once"
    assert house.reads == reads
    free.set()
    assert until(lambda: house.reads > reads), "and the table is read when the driver answers"
    house.live.stop()


def test_a_crop_shows_the_surroundings_of_a_cell(house):
    image = Image.open(io.BytesIO(house.live.crop("tray/1")))
    assert image.format == "JPEG"
    assert house.live.crop("nowhere/X1") is None


def test_while_a_driver_hangs_the_table_says_so_is_watched_and_stops_at_once(house, monkeypatch):
    monkeypatch.setattr(steady_camera, "SILENT_S", 0.05)
    monkeypatch.setattr(steady_camera, "CLOSE_S", 0.05)
    free, shoot = threading.Event(), house.shoot
    house.shoot = lambda: free.wait(60) and shoot()
    house.live.start()
    assert until(lambda: house.live.status.code == "camera-silent")
    assert house.live.status.state == "lost"
    assert house.live.asked_at_s is not None
    house.session.act(house.session.game.parse(0, "roll 4"))
    house.live.set_camera(on=False)
    assert until(lambda: house.live.status.state == "off")
    assert house.live.asked_at_s is None, "nobody wants it: it is no reason to begin anew"
    house.live.set_camera(on=True)
    assert until(lambda: house.live.status.code == "camera-silent")
    free.set()
    assert until(lambda: house.live.status.state != "lost")
    free.clear()
    assert until(lambda: house.live.status.code == "camera-silent")
    house.live.stop()
    assert house.opened, "it lets its camera go when it answers"
    free.set()
    assert until(lambda: not house.opened)


def test_a_torn_picture_of_a_folder_is_passed_over_told_of_once_and_nothing_is_read_twice(house, tmp_path):
    for number in range(6):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((8, 8, 3), 10 * number, np.uint8))
    (tmp_path / "3.png").write_bytes(b"torn")
    live = LiveTable(
        house.session,
        LAYOUT,
        Referee(LAYOUT),
        FolderCamera(tmp_path),
        house,
        house,
        camera_errors=(CameraError,),
    )
    statuses, seen = [], []
    live.subscribe(statuses.append)
    while live.step():
        seen.append(int(live.frame.image[0, 0, 0]))
    assert seen == [0, 10, 20, 40, 50]
    assert [str(each.text) for each in live.readings if each.what == "error"] == [
        "The picture 3.png cannot be read."
    ]
    assert live.status.code == "camera-ended"
    assert [each.code for each in statuses if each.state == "lost"] == ["camera-ended"]
    live.stop()


def tapped_without_camera(store, *moves):
    """A house whose camera was lost while a 1 was tapped, and these moves after it."""
    house = House(store, opening=("0 first 1",), countdown=False)
    house.unplugged = True
    house.pass_time(30)
    for line in ("0 roll 1", *moves):
        by, _, text = line.partition(" ")
        house.session.act(house.session.game.parse(int(by), text))
    return house


def plug_in(house):
    """All that was tapped has been laid; the camera is back."""
    house.lay()
    house.unplugged = False
    house.pass_time(30)


@pytest.mark.parametrize("moves", [("1 A14-B14",), ("1 A14-B14", "1 end")])
def test_a_roll_that_was_tapped_while_the_camera_was_lost_is_not_the_next_players(store, moves):
    """The die still shows it when the camera is back, and everything lies as the game says."""
    house = tapped_without_camera(store, *moves)
    house.table.roll(1)
    plug_in(house)
    assert house.line[1:] == ["0 roll 1", *moves]
    assert house.live.status.state == "still"


def test_the_next_player_rolls_when_the_camera_is_back(store):
    house = tapped_without_camera(store, "1 A14-B14", "1 end")
    house.table.roll(1)
    plug_in(house)
    house.table.roll(4)
    house.rest(10)
    assert house.line[-1] == "0 roll 4"


def test_another_value_than_the_tapped_one_is_a_roll(store):
    house = tapped_without_camera(store, "1 A14-B14", "1 end")
    house.table.roll(5)
    plug_in(house)
    assert house.line[-1] == "0 roll 5"


def test_a_real_roll_of_the_same_value_counts_once_the_tapped_one_was_seen(store):
    """Ben's 4 is thrown while Anna's piece is still to be laid: her own die has been seen before."""
    house = House(store, opening=("0 first 1",), countdown=False)
    for by, text in ((0, "roll 4"), (1, "A14-B14-C14-D14-E14")):
        house.session.act(house.session.game.parse(by, text))
    house.table.roll(4)
    house.rest(5)
    assert house.live.status.code == "half-done"
    house.session.act(house.session.game.parse(1, "end"))
    house.pass_time(5)
    house.table.roll(4)
    house.rest(5)
    house.lay()
    house.rest(5)
    assert house.line[-2:] == ["1 end", "0 roll 4"]


def test_a_die_that_is_hardly_read_is_asked_about_though_it_may_show_what_was_tapped(store):
    house = tapped_without_camera(store, "1 A14-B14", "1 end")
    house.table.roll(1)
    die = house.table.dice[0]
    house.table.dice = [replace(die, odds={5: 0.8, 1: 0.16, 2: 0.04}, accepted=False)]
    plug_in(house)
    assert house.line[-1] == "1 end"
    assert house.live.status.question is not None


def test_what_a_camera_says_is_said_in_each_language() -> None:
    said = failure(Saying("The {camera} is there, but {other} holds it.", camera="webcam 0", other="vlc"))
    unknown = failure("The lens fell off.")
    german, pseudo = (Audience({}, LANGUAGES.speech(tag)) for tag in ("de", TAG))
    assert str(said) == "The webcam 0 is there, but vlc holds it."
    assert said.render(german) == "Die Kamera ist da (webcam 0), wird aber von vlc benutzt."
    assert said.render(pseudo).startswith(OPENS)
    assert unknown.render(german) == "The lens fell off."
    named = failure(Saying("The {camera} is not connected.", camera=Saying("Pi camera")))
    assert named.render(german) == "Die Kamera ist nicht angeschlossen (Pi-Kamera)."
