"""The synthesised dice and tables from which the networks learn: what is told of them is true."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.cuts.contrast import BRIGHTNESS, TINT_WAYS
from vision.training import (
    decoys,
    looks,
    samples,
    scenes,
    shapes,
    solid,
    store,
)
from vision.training.looks import OTHER_TINT, Look
from vision.training.scenes import Props, Truth

pytestmark = pytest.mark.slow  # what the networks learn from is drawn, again and again


def blobs(layer: np.ndarray) -> int:
    count, _, stats, _ = cv2.connectedComponentsWithStats((layer > 128).astype(np.uint8))
    return sum(int(stats[nth, cv2.CC_STAT_AREA]) > 8 for nth in range(1, count))


@pytest.mark.parametrize("seed", range(12))
def test_the_top_face_of_a_traced_die_shows_its_value(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    make = shapes.Shape.random
    plain = {"drilled": 0.0, "ring": 0.0, "prints": {}}  # a pip's own shade would cut it in two
    monkeypatch.setattr(
        shapes.Shape, "random", lambda rng, numeral: replace(make(rng, numeral=numeral), **plain)
    )
    die = solid.render(np.random.default_rng(seed), 90)
    up_facing = die.layers[..., solid.LAYERS.index("sky")] > 245  # the sides look at the sky less
    assert blobs(die.layers[..., solid.LAYERS.index("pip")] * up_facing) == die.value


def test_every_value_is_traced_as_often_as_the_others(props: Props) -> None:
    rng = np.random.default_rng(1)
    values = [props.bank.draw(rng).value for _ in range(60)]
    assert set(values) >= {1, 2, 3, 4, 5, 6}


def test_a_painted_sprite_keeps_within_its_outline(props: Props) -> None:
    rng = np.random.default_rng(2)
    sprite = props.bank.draw(rng)
    painted = Look.random(rng).paint(rng, sprite)
    assert painted.shape == (*sprite.layers.shape[:2], 4)
    assert (painted[..., :3].max(axis=2) <= 255 * painted[..., 3] + 0.5).all()


def test_a_scene_repeats_with_its_seed_and_differs_with_another(props: Props) -> None:
    first, again, other = (
        scenes.scene(np.random.default_rng(seed), props, 160, (12, 60)) for seed in (5, 5, 6)
    )
    assert np.array_equal(first.picture, again.picture)
    assert first.truth == again.truth
    assert not np.array_equal(first.picture, other.picture)


def test_scenes_are_kept_on_disk_as_they_were_drawn(props: Props, tmp_path: Path) -> None:
    store.fill(tmp_path / "000", props, seed=9, count=3)
    kept = store.Store(tmp_path)
    assert len(kept) == 3
    drawn = store.draw_scene(np.random.default_rng(9 * store.SEEDS_APART), props)
    pictures = [kept.draw(np.random.default_rng(seed)) for seed in range(12)]
    same = [scene for scene in pictures if np.array_equal(scene.picture, drawn.picture)]
    assert same
    assert np.allclose(same[0].truth, drawn.truth)


def test_casinos_dice_show_their_pips_level_and_large(props: Props) -> None:
    rng = np.random.default_rng(4)
    for _ in range(200):
        shape = shapes.Shape.casino(rng)
        assert shape.drilled == 0
        assert shape.rounding <= 0.05
        outermost = np.abs(shape.pips(6)).max() + shape.pip_radius
        assert outermost < 0.5
    sprite = props.bank.draw(rng, "casino")
    assert sprite.kind == "casino"
    assert 1 <= sprite.value <= 6


@pytest.mark.parametrize("seed", range(6))
def test_a_domino_bears_the_pips_of_both_its_halves(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    make, halves = shapes.Shape.domino, ((0, 3), (6, 1), (5, 5), (2, 0), (4, 6), (3, 2))[seed]
    plain = {"drilled": 0.0, "ring": 0.0, "halves": halves}
    monkeypatch.setattr(shapes.Shape, "domino", lambda rng: replace(make(rng), **plain))
    domino = solid.render(np.random.default_rng(seed), 90, "domino")
    assert domino.value == 0
    pips = domino.layers[..., solid.LAYERS.index("pip")]
    assert blobs(pips) == sum(halves)
    rows, columns = np.nonzero(pips > 128)
    beyond = (np.column_stack([columns, rows]) - (domino.x_px, domino.y_px)) @ domino.along > 0
    assert beyond.any() == bool(halves[1])
    assert beyond.all() == (not halves[0])


def test_the_pips_of_a_plated_die_stand_on_its_plate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "PLATED", 1.0)
    makes = [shapes.Shape.random(np.random.default_rng(seed)) for seed in range(60)]
    assert {make.power for make in makes} == {2.0, 7.0}
    around = np.exp(1j * np.linspace(0, 2 * np.pi, 64))
    for make in makes:
        edges = make.pips(6)[:, None] + make.pip_radius * np.stack([around.real, around.imag], 1)
        assert ((np.abs(edges) ** make.power).sum(axis=2) <= make.plate**make.power + 1e-9).all()


def test_a_domino_bears_pips_of_a_usual_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "PLATED", 1.0)
    makes = [shapes.Shape.domino(np.random.default_rng(seed)) for seed in range(20)]
    assert min(make.pip_radius for make in makes) >= 0.06
    assert min(make.spread for make in makes) >= 0.2


def test_a_pillowed_face_bends_the_light_and_moves_no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    make, flat_and_bent = shapes.Shape.random, []
    for pillow in (0.0, 0.5):
        plain = {"drilled": 0.0, "pillow": pillow}
        monkeypatch.setattr(shapes.Shape, "random", partial(_with, make, plain))
        flat_and_bent.append(solid.render(np.random.default_rng(2), 90).layers)
    flat, bent = flat_and_bent
    pip, sky = (solid.LAYERS.index(name) for name in ("pip", "sky"))
    assert np.array_equal(flat[..., pip], bent[..., pip])
    assert (flat[..., sky] >= 254).sum() > 2 * (bent[..., sky] >= 254).sum() > 0


def test_the_halves_of_a_drawn_domino_are_where_they_are_seen() -> None:
    found = 0
    for seed in range(80):
        patch, faces = decoys.decoy(np.random.default_rng(seed), 60.0)
        if len(faces) < 2:
            assert faces == [(0.0, 0.0, 60.0)]
            continue
        rows, columns = np.nonzero(patch[..., 3] > 0.5)
        middle = np.array([columns.min() + columns.max(), rows.min() + rows.max()]) / 2
        meant = np.mean(faces, axis=0)[:2] + (patch.shape[0] - 1) / 2
        assert np.abs(middle - meant).max() < 3
        found += 1
    assert found > 3


def test_the_keys_of_a_drawn_keyboard_are_where_they_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoys, "BALLS", 0)
    found = 0
    for seed in range(120):
        patch, faces = decoys.decoy(np.random.default_rng(seed), 60.0)
        if len(faces) < 4:
            continue
        found += 1
        places = np.array([face[:2] for face in faces]) + (patch.shape[0] - 1) / 2
        at = places.round().astype(int)
        assert (patch[at[:, 1], at[:, 0], 3] > 0.95).all()
        gap = places.mean(axis=0).round().astype(int)  # where the corners of all four are
        assert patch[gap[1], gap[0], 3] < 0.5
        assert len({size for *_, size in faces}) == 1
        assert 0.75 * 60 < faces[0][2] < 1.05 * 60
    assert found > 4


def test_nothing_shows_through_what_is_printed_on_a_decoy() -> None:
    """It lies on a disc whose edge alone is soft."""

    def disc_with_a_dot(rng: np.random.Generator, canvas: np.ndarray, size: float) -> None:
        at = (canvas.shape[1] // 2, canvas.shape[0] // 2)
        cv2.circle(canvas, at, int(size / 2), (80.0, 90.0, 100.0), -1, cv2.LINE_AA)
        cv2.circle(canvas, at, int(size / 5), (10.0, 10.0, 10.0), -1, cv2.LINE_AA)

    drawn, _ = decoys._on_both(disc_with_a_dot, np.random.default_rng(1), 100, 60.0)
    far = np.hypot(*(np.indices((100, 100)) - 50))
    assert (drawn[far < 28, 3] == 255).all()
    assert (drawn[far > 32, 3] == 0).all()
    assert (drawn[far < 10, 0] == 10).all()
    soft = drawn[(drawn[..., 3] > 0) & (drawn[..., 3] < 255)]
    assert len(soft) > 20
    assert soft[:, 2] == pytest.approx(soft[:, 3] / 255 * 100, abs=3)


def test_a_cube_shows_no_pips_by_colour_or_by_shade() -> None:
    for seed in range(6):
        cube = solid.render(np.random.default_rng(seed), 60, "cube")
        assert cube.value == 0
        assert not cube.layers[..., solid.LAYERS.index("pip")].any()
        sky = cube.layers[..., solid.LAYERS.index("sky")]
        assert np.ptp(sky[sky > 250]) <= 5
        assert (sky > 250).sum() > 300


def test_what_looks_like_a_die_on_a_domino_are_its_halves(
    props: Props, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "DOMINOES", 1.0)
    found = 0
    for seed in range(24):
        drawn = scenes.scene(np.random.default_rng(seed), props, 160, (30, 50))
        assert len(drawn.decoys) % 2 == 0
        for (x, y, size), (other_x, other_y, _) in zip(
            drawn.decoys[::2], drawn.decoys[1::2], strict=True
        ):  # the middles of two halves are a side apart, less so where the domino leans away
            assert 0.5 * size < np.hypot(x - other_x, y - other_y) < 1.3 * size
            assert all(0.3 * size <= at <= 159 - 0.3 * size + 1 for at in (x, y, other_x, other_y))
            assert all(np.hypot(die.x_px - x, die.y_px - y) > 0.4 * size for die in drawn.truth)
            found += 1
    assert found > 6


def test_a_stretched_scene_keeps_its_dice_where_they_are_seen() -> None:
    class Spot:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            picture = np.zeros((160, 160, 3), np.uint8)
            cv2.circle(picture, (80, 90), 5, (255, 255, 255), -1)
            return scenes.Scene(picture, [Truth(1, 80.0, 90.0, 40.0)])

    moved = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        drawn = samples.stretched(rng, Spot().draw(rng))
        ((_, x, y, size, *_),) = drawn.truth
        rows, columns = np.nonzero(drawn.picture[..., 0] > 127)
        if rows.size and 10 < x < 150 and 10 < y < 150:
            assert (columns.mean(), rows.mean()) == pytest.approx((x, y), abs=1)
        moved += size > 40
    assert 3 < moved < 20


def test_some_scenes_hold_dice_that_are_too_small_or_too_large_to_be_learned(props: Props) -> None:
    drawn = [store.draw_scene(np.random.default_rng(seed), props) for seed in range(60)]
    sizes = [die.size_px for each in drawn for die in each.truth]
    tiny, large = sum(size < 9 for size in sizes), sum(size > 75 for size in sizes)
    assert 0 < tiny < len(sizes) / 3
    assert 0 < large < len(sizes) / 4


def _with(make, changes: dict, rng: np.random.Generator, *, numeral: bool) -> shapes.Shape:
    return replace(make(rng, numeral=numeral), **changes)


def test_pips_may_be_squares_or_diamonds(monkeypatch: pytest.MonkeyPatch) -> None:
    make, filled = shapes.Shape.random, {}
    for power in (1.0, 2.0, 8.0):
        plain = {"drilled": 0.0, "ring": 0.0, "prints": {}, "one": 1.0, "plate": 0.0, "pip_power": power}
        monkeypatch.setattr(shapes.Shape, "random", partial(_with, make, plain))
        die = solid.render(np.random.default_rng(2), 90)
        filled[power] = (die.layers[..., solid.LAYERS.index("pip")] > 128).sum()
    assert filled[1.0] < 0.8 * filled[2.0] < filled[2.0] < 0.9 * filled[8.0]


def test_marbled_dice_are_of_two_colours_now_and_then_and_their_pips_show_on_both() -> None:
    rng = np.random.default_rng(5)
    makes = [look for look in (Look.random(rng) for _ in range(600)) if look.marble and not look.glow]
    apart = np.array([np.abs(look.second - look.body).mean() for look in makes])
    two = [look for look, far in zip(makes, apart, strict=True) if far > 70]
    assert 0.1 < len(two) / len(makes) < 0.5
    assert min(np.abs(look.pip - look.second).mean() for look in two) > 20


def test_the_pips_of_the_top_face_show_and_more_than_those_seen_through_the_die() -> None:
    rng = np.random.default_rng(8)
    for _ in range(3000):
        look = Look.random(rng, casino=True)
        own = np.abs(look.pip - look.body).mean()
        assert own >= looks.LEAST_CONTRAST - 0.01
        assert np.abs(look.special - look.body).mean() >= looks.LEAST_CONTRAST - 0.01
        assert np.abs(look.far_pip - look.body).mean() <= 0.9 * own + 0.01


def test_marble_is_never_of_the_colour_of_the_pips() -> None:
    rng = np.random.default_rng(9)
    for look in (Look.random(rng) for _ in range(3000)):
        if look.marble and not np.array_equal(look.second, np.clip(look.body, 0, 255)):
            assert np.abs(look.second - look.pip).mean() > looks.LEAST_CONTRAST - 5  # cut to 0 to 255 since


def test_some_marbled_dice_are_striped_with_edges(props: Props) -> None:
    rng = np.random.default_rng(6)
    marbled = [look for look in (Look.random(rng) for _ in range(900)) if look.marble]
    assert np.mean([look.edged > 1 for look in marbled]) == pytest.approx(looks.EDGED, abs=0.1)
    sprite, between = props.bank.draw(rng), []
    swirl, pip = (sprite.layers[..., solid.LAYERS.index(name)] / 255 for name in ("swirl", "pip"))
    black, white = np.zeros(3, np.float32), np.full(3, 200, np.float32)
    bare = (sprite.layers[..., 0] == 255) & (pip == 0)
    for edged in (1.0, 12.0):
        even = {"ambient": 1.0, "lamp": 0.0, "gloss": 0.0, "glow": 0.0, "grain": 0.0, "far": 0.0}
        plain = {"body": black, "second": white, "plate": black, "ink": black}
        look = replace(marbled[0], marble=1.0, edged=edged, **even, **plain)
        shown = look.paint(rng, sprite)[..., 0][bare & (swirl > 0)]
        lit = shown / shown.max()
        between.append(((lit > 0.25) & (lit < 0.75)).mean())
    assert between[1] < 0.5 * between[0]


@pytest.mark.parametrize("kind", ["die", "casino", "numeral", "cocked"])
def test_a_die_points_up_unless_it_leans(kind: str) -> None:
    off = []
    for seed in range(6):
        die = solid.render(np.random.default_rng(seed), 40, kind)
        off.append(float(np.hypot(*(die.axis - die.up))) / die.size_px)
    assert (min(off) > 0.15) if kind == "cocked" else (max(off) < 0.1)


def test_dice_point_where_they_do_in_scenes_that_are_stretched_too() -> None:
    class Pointing:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            return scenes.Scene(np.zeros((160, 160, 3), np.uint8), [Truth(1, 80.0, 90.0, 40.0, 0.2, -0.5)])

    seen = set()
    for seed in range(40):
        rng = np.random.default_rng(seed)
        (die,) = samples.stretched(rng, Pointing().draw(rng)).truth
        across, up = die.rise_x * die.size_px / 8, die.rise_y * die.size_px / -20  # as before, or longer
        seen.add((round(across, 3) > 1, round(up, 3) > 1))
        assert min(across, up) == pytest.approx(1)
    assert seen == {(False, False), (True, False), (False, True)}


def test_a_share_of_dice_lies_in_even_light(props: Props) -> None:
    looks = [Look.random(np.random.default_rng(seed)) for seed in range(600)]
    even = [look for look in looks if look.gloss == 0 and look.lamp == 0]
    assert 0.04 < len(even) / len(looks) < 0.11
    assert min(look.ambient for look in even) >= 0.8


def test_pips_of_another_tint_are_about_as_bright_as_the_die() -> None:
    made = [Look.tinted(np.random.default_rng(seed)) for seed in range(60)]
    brighter = [float((look.pip - look.body) @ BRIGHTNESS) for look in made]
    tints = [float(np.hypot(*(TINT_WAYS @ (look.pip - look.body)))) for look in made]
    assert np.median(np.abs(brighter)) < 25
    assert min(tints) >= OTHER_TINT[0]


def test_tinted_dice_lie_on_tables_that_ask_for_them(props: Props) -> None:
    plain, none, all_of_them = (
        scenes.scene(np.random.default_rng(3), given, 160, (30.0, 40.0))
        for given in (props, replace(props, tinted=0.0), replace(props, tinted=1.0))
    )
    assert (plain.picture == none.picture).all()
    assert (plain.picture != all_of_them.picture).any()
