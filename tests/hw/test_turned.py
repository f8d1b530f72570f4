"""Cameras whose pictures come turned or mirrored: whoever looks sees them upright."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hw.camera import CameraError, Frame
from hw.turned import AS_IT_COMES, Turn, TurnedCamera

PICTURE = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
TURNS = [Turn(degrees, mirrored) for degrees, mirrored in product((0, 90, 180, 270), (False, True))]


@pytest.mark.parametrize(
    ("turn", "rows"),
    [
        (Turn(), [[1, 2, 3], [4, 5, 6]]),
        (Turn(90), [[4, 1], [5, 2], [6, 3]]),
        (Turn(180), [[6, 5, 4], [3, 2, 1]]),
        (Turn(270), [[3, 6], [2, 5], [1, 4]]),
        (Turn(0, mirrored=True), [[3, 2, 1], [6, 5, 4]]),
        (Turn(90, mirrored=True), [[6, 3], [5, 2], [4, 1]]),
    ],
)
def test_pictures_are_mirrored_and_then_turned_clockwise(turn: Turn, rows: list[list[int]]) -> None:
    assert turn(np.array([[1, 2, 3], [4, 5, 6]], np.uint8)).tolist() == rows


@pytest.mark.parametrize("turn", TURNS)
def test_what_is_done_on_the_page_is_done_to_the_picture_as_it_is_seen(turn: Turn) -> None:
    seen = turn(PICTURE)
    assert np.array_equal(turn.turned_on()(PICTURE), np.rot90(seen, -1))
    assert np.array_equal(turn.mirrored_anew()(PICTURE), seen[:, ::-1])


class Inner:
    """A camera that counts how often a large picture is taken out of its memory."""

    name = "made-up camera"

    def __init__(self) -> None:
        self.spec, self.opened, self.taken = "auto", 0, 0

    def open(self) -> None:
        self.opened += 1
        self.spec = "v4l2:3"

    def read(self, timeout_s: float = 2.0) -> Frame:
        outer = self

        class Lazy(Frame):
            def __init__(self) -> None:
                self.t_s, self.number, self.small = 5.0, 7, PICTURE[..., 0]

            @property
            def image(self) -> np.ndarray:
                outer.taken += 1
                return PICTURE

        return Lazy()

    def close(self) -> None:
        self.opened -= 1


def test_frames_are_upright_and_a_large_picture_is_taken_when_it_is_asked_for() -> None:
    inner, asked = Inner(), []

    def turn_of(spec: str) -> Turn:
        asked.append(spec)
        return Turn(90, mirrored=True)

    camera = TurnedCamera(inner, turn_of)
    camera.open()
    assert asked == ["v4l2:3"], "when it is known which camera the best one is"
    frame = camera.read()
    assert (frame.t_s, frame.number, inner.taken) == (5.0, 7, 0)
    assert np.array_equal(frame.small, Turn(90, mirrored=True)(PICTURE[..., 0]))
    for _ in range(2):
        assert np.array_equal(frame.image, Turn(90, mirrored=True)(PICTURE))
    assert inner.taken == 1
    camera.close()
    assert (camera.name, camera.spec, inner.opened) == ("made-up camera", "v4l2:3", 0)


def test_a_camera_that_hangs_upright_costs_nothing() -> None:
    camera = TurnedCamera(Inner(), lambda _: AS_IT_COMES)
    camera.open()
    assert type(camera.read()).__name__ == "Lazy"


def test_a_frame_without_a_small_picture_and_one_that_has_gone() -> None:
    inner = Inner()
    camera = TurnedCamera(inner, lambda _: Turn(180))
    camera.open()

    class Gone(Frame):
        def __init__(self) -> None:
            self.t_s, self.number, self.small = 0.0, 1, None

        @property
        def image(self) -> np.ndarray:
            raise CameraError("camera-slow", "That picture has gone already.")

    inner.read = lambda timeout_s=2.0: Gone()
    frame = camera.read()
    assert frame.small is None
    with pytest.raises(CameraError, match="gone already"):
        _ = frame.image
