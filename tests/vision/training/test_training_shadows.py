"""Shadows of synthesised tables lie where one lamp throws them, and everything throws one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.classes import STACKED
from vision.training import decoys, samples, scenes, shadows
from vision.training.placing import Placed
from vision.training.scenes import IGNORED, Props, Truth
from vision.training.shadows import Lamp

pytestmark = pytest.mark.slow  # what the networks learn from is drawn, again and again

SQUARE = np.array([(40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0)])


def darkened(lamp: Lamp, height: float) -> np.ndarray:
    picture = np.full((120, 120, 3), 200, np.float32)
    lamp.shade(np.random.default_rng(1), picture, SQUARE, 20.0, height)
    assert picture[..., 0] == pytest.approx(picture[..., 2])
    return 200 - picture[..., 0]


@pytest.mark.parametrize("height", [0.2, 1.0])
def test_a_shadow_falls_from_the_foot_as_far_as_the_thing_is_high(height: float) -> None:
    dark = darkened(Lamp(np.array([1.5, 0.0]), soft=0.01, depth=0.9), height)
    rows, columns = np.nonzero(dark > 100)
    assert columns.min() == pytest.approx(40, abs=1)
    assert columns.max() == pytest.approx(60 + 30 * height, abs=1)
    assert (rows.min(), rows.max()) == pytest.approx((40, 60), abs=1)
    assert dark[:, :30].max() < 1  # nothing on the lamp's side


def test_in_light_from_everywhere_things_darken_the_table_only_where_they_touch_it() -> None:
    dark = darkened(Lamp(np.array([1.5, 0.0]), soft=0.05, depth=0.0), 1.0)
    assert dark[50, 50] > 15
    assert dark[50, 75] < 5


def test_no_shadow_is_longer_than_it_may_be() -> None:
    rng = np.random.default_rng(2)
    falls = [Lamp.random(rng, rng.normal(0, 3, 2)) for _ in range(300)]
    assert max(np.hypot(*lamp.fall) for lamp in falls) <= shadows.LONGEST + 1e-9
    assert np.mean([lamp.depth == 0 for lamp in falls]) == pytest.approx(
        shadows.LIT_FROM_EVERYWHERE, abs=0.08
    )


def test_what_lies_flat_stands_on_all_that_is_seen_of_it() -> None:
    patch = np.zeros((31, 41, 4), np.float32)
    patch[10:21, 5:36, 3] = 1
    points = shadows.outline(patch, 100.0, 50.0)
    assert points.min(axis=0) == pytest.approx((85, 45))
    assert points.max(axis=0) == pytest.approx((115, 55))
    assert len(shadows.outline(np.zeros((5, 5, 4), np.float32), 3.0, 4.0)) == 1


def test_a_die_stands_below_its_top_face_and_its_shadow_begins_there(props: Props) -> None:
    rng, seen = np.random.default_rng(3), 0
    for nth in range(len(props.bank)):
        sprite = props.bank[nth]
        if sprite.kind != "die" or sprite.steep < 0.5:
            continue
        die = Placed(sprite, scenes.Look.random(rng), np.array([100.0, 100.0]), 30.0, 0.0)
        painted = scenes._Painted.of(rng, die)
        shown = np.full((200, 200, 3), 200, np.float32)
        lamp = Lamp(30 * -sprite.up / np.hypot(*sprite.up) / 30, soft=0.01, depth=0.9)  # towards the camera
        painted.shade(rng, shown, lamp)
        rows, columns = np.nonzero(shown[..., 0] < 100)
        way = sprite.up / np.hypot(*sprite.up)
        high = ((columns - 100) * way[0] + (rows - 100) * way[1]) / 30
        # Its farthest corners are no farther up than half a diagonal above the middle of its foot.
        assert high.max() < 0.75 - sprite.steep + 0.1
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("kind", ["cube", "domino", "drawn"])
def test_what_is_no_die_throws_a_shadow_as_dice_do(
    props: Props, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is even, and darker where the shadow lies, beyond what the thing itself covers."""
    monkeypatch.setattr(scenes, "DOMINOES", float(kind == "domino"))
    monkeypatch.setattr(scenes, "CUBES", float(kind == "cube"))
    monkeypatch.setattr(decoys, "BALLS", 100)
    dark = []
    for seed in range(12):
        lit = []
        for depth in (0.0, 0.7):
            rng, picture = np.random.default_rng(seed), np.full((160, 160, 3), 200, np.float32)
            lamp = Lamp(np.array([1.0, 0.6]), soft=0.02, depth=depth)
            things = scenes._lay_decoys(rng, props, picture, 30.0, 0.3, np.array([0.0, -1.0]), lamp)
            lit.append(picture)
        if things:
            dark.append((lit[0] - lit[1] > 60).any(axis=2).sum())
    assert len(dark) > 4
    assert np.mean(np.array(dark) > 30) > 0.7


def test_a_die_that_another_may_hide_teaches_nothing() -> None:
    upper = Placed(None, None, np.array([50.0, 50.0]), 20.0, 0.0)
    hidden, clear = Truth(3, 50.0, 36.0, 20.0), Truth(3, 50.0, 30.0, 20.0)
    assert scenes._under(hidden, upper).label == IGNORED
    assert scenes._under(clear, upper) == clear
    assert scenes._under(hidden._replace(label=STACKED), upper).label == STACKED


def test_the_finder_learns_a_die_that_lies_on_one_that_teaches_nothing() -> None:
    upper, lower = Truth(STACKED, 80.0, 60.0, 30.0), Truth(IGNORED, 80.0, 75.0, 30.0)
    for order in ([upper, lower], [lower, upper]):
        heat, care = samples.finder_target(order)[:2]
        assert care[heat > 0.99].all()
        assert (heat > 0.99).any()
        assert (care == 0).any()


def test_what_is_shown_as_no_die_lies_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    class Table:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            picture = np.zeros((160, 160, 3), np.uint8)
            return scenes.Scene(
                picture, [Truth(3, 150.0, 80.0, 30.0)], [(158.0, 80.0, 40.0), (200.0, 80.0, 40.0)]
            )

    places = []
    monkeypatch.setattr(
        samples.Pyramid,
        "cut",
        lambda _, x, y, *a, **k: (places.append((x, y)), np.zeros((64, 64, 3), np.uint8))[1],
    )
    monkeypatch.setattr(samples, "NONE_SHARE", 1.0)
    monkeypatch.setattr(samples, "STRETCHED", 1.0)
    samples.face_samples(np.random.default_rng(1), Table(), 400, samples.Cut(34.0))
    assert len(places) == 400
    assert all(0 <= each <= 159 for place in places for each in place)
