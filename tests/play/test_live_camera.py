"""The running table and its camera: lost, switched off, lit by a lamp; what goes wrong ends nothing."""

from __future__ import annotations

import io

from live_house import House, NoPicture, until
from PIL import Image

from companion.play.live import LAMP_S


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


def test_a_crop_shows_the_surroundings_of_a_cell(house):
    image = Image.open(io.BytesIO(house.live.crop("tray/1")))
    assert image.format == "JPEG"
    assert house.live.crop("nowhere/X1") is None
