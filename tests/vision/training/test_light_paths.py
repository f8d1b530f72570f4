"""Light that is followed over a table: as much comes back as physics says, and from where."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training.bodies import Bodies, nearest
from vision.training.light_paths import Camera, picture
from vision.training.rooms import Room
from vision.training.surfaces import MOST_PIPS, PAINT, colour_of, marks

RNG_SEED = 3
SIDE_PX = 12
DULL = np.array([0.0, 0.5])


def _bodies(*middles: tuple[float, float, float], **paint: object) -> Bodies:
    """Give dice whose side is 1: white with a black pip on the 1, which is up."""
    told = (
        dict.fromkeys(PAINT, 0.0) | {"body": 1.0, "edged": 1.0, "pip_power": 2.0, "plate_power": 2.0} | paint
    )
    one = np.concatenate([np.full(PAINT[name], value) for name, value in told.items()])
    count, many = np.zeros((len(middles), 6), np.int64), len(middles)
    count[:, 0] = 1
    return Bodies(
        np.array(middles, float),
        np.stack([np.eye(3)] * many),
        np.full((many, 3), 0.5),
        np.full(many, 0.05),
        np.full(many, 9.0),
        np.zeros(many),
        np.stack([one] * many),
        np.zeros((many, 6, MOST_PIPS, 2)),
        count,
        np.full((many, 6), 0.1),
    )


def _room(sky: float, lamp: tuple[float, float, float], shine: float = 0.0, scatters: float = 0.5) -> Room:
    """Give a grey table under an even sky and one small round lamp."""
    across = np.linalg.svd(np.array([lamp]))[2][1:]
    return Room(
        np.full((4, 4, 3), scatters),
        20.0,
        DULL,
        np.full(3, sky),
        np.full(3, sky),
        np.array([lamp]) / np.linalg.norm(lamp),
        0.05 * across[None],
        np.ones(1),
        np.full((1, 3), shine),
    )


def _seen(bodies: Bodies, room: Room, paths: int = 4, sides: float = 4.0) -> np.ndarray:
    """Look from straight above at ``sides`` sides of the table."""
    basis = np.array([[1.0, 0, 0], [0, -1.0, 0], [0, 0, -1.0]])
    camera = Camera(np.array([0, 0, 40.0]), basis, SIDE_PX * 40 / sides, np.zeros(2))
    return picture(bodies, room, camera, SIDE_PX, paths, np.random.default_rng(RNG_SEED))


FAR_OFF = _bodies((50.0, 50.0, 0.5))


def test_a_bare_table_gives_back_its_share_of_an_even_sky() -> None:
    light = _seen(FAR_OFF, _room(1.0, (0, 0, 1.0)))
    assert light == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("high_deg", [90, 40])
def test_a_lamp_lights_a_table_by_how_high_it_stands(high_deg: float) -> None:
    high = np.deg2rad(high_deg)
    light = _seen(FAR_OFF, _room(0.0, (np.cos(high), 0, np.sin(high)), shine=100.0), paths=9)
    wide = np.pi * 0.05**2
    assert light.mean() == pytest.approx(0.5 / np.pi * 100 * wide * np.sin(high), rel=0.03)


def test_a_die_throws_its_shadow_away_from_the_lamp() -> None:
    light = _seen(_bodies((0, 0, 0.5)), _room(0.05, (1.0, 0, 1.0), shine=100.0), sides=6.0)[..., 1]
    middle = light[SIDE_PX // 2 - 1 : SIDE_PX // 2 + 1]
    assert middle[:, 3].mean() < 0.5 * middle[:, -3].mean()  # one side left of the die, and right of it


def test_what_lies_on_another_is_met_first() -> None:
    pile = _bodies((0, 0, 0.5), (0.1, 0, 1.5))
    far, which = nearest(pile, (0.0, 0.0, 10.0), (0.0, 0.0, -1.0), -1)
    assert (which, far) == (1, pytest.approx(8.0, abs=0.01))
    assert nearest(pile, (0.0, 0.0, 10.0), (0.0, 0.0, -1.0), 1)[1] == 0
    assert nearest(pile, (3.0, 0.0, 10.0), (0.0, 0.0, -1.0), -1)[1] == -1


@pytest.mark.parametrize(
    ("round_", "rounding", "corner_is_met"), [(0.0, 0.05, True), (1.0, 0.05, False), (0.0, 0.5, False)]
)
def test_boxes_cylinders_and_balls_reach_as_far_as_they_should(
    round_: float, rounding: float, corner_is_met: bool
) -> None:
    body = _bodies((0, 0, 0.5))._replace(round=np.array([round_]), rounding=np.array([rounding]))
    met = [
        nearest(body, (x, y, 9.0), (0.0, 0.0, -1.0), -1)[1] == 0
        for x, y in ((0.45, 0.45), (0.3, 0.0), (0.6, 0.0))
    ]
    assert met == [corner_is_met, True, False]


def test_a_pip_is_where_it_should_be_and_on_its_face_alone() -> None:
    die = _bodies((0, 0, 0.5), special=0.25)
    at_top = [
        marks(die, 0, own)[0]
        for own in ((0.0, 0.0, 0.5), (0.09, 0.0, 0.5), (0.12, 0.0, 0.5), (0.5, 0.0, 0.0))
    ]
    assert at_top == [True, True, False, False]
    assert colour_of(die, 0, (0.0, 0.0, 0.5), True, False, 0)[0] == 0.25


def test_a_clear_die_lets_light_through_to_the_table() -> None:
    opaque, clear = (
        _seen(_bodies((0, 0, 0.5), body=0.9, clear=clear), _room(1.0, (0, 0, 1.0), scatters=0.05), sides=1.5)
        for clear in (0.0, 1.0)
    )
    corner = (slice(3, 5), slice(3, 5))  # of the top face, beside the pip
    assert clear[corner].mean() < 0.6 * opaque[corner].mean()  # the dark table is seen through it


def test_what_mirrors_shows_the_lamp() -> None:
    shiny = _bodies((0, 0, 0.5), body=0.2, mirrors=0.05, rough=0.01)
    dull = _bodies((0, 0, 0.5), body=0.2)
    room = _room(0.2, (0, 0, 1.0), shine=100.0)
    assert _seen(shiny, room, sides=1.0).max() > 1.5 * _seen(dull, room, sides=1.0).max()


def test_the_same_chance_gives_the_same_picture() -> None:
    room = _room(0.5, (1.0, 0.5, 1.0), shine=50.0)
    one, other = (_seen(_bodies((0, 0, 0.5)), room, paths=1) for _ in range(2))
    assert (one == other).all()
