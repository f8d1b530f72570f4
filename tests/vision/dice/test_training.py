"""The synthesised dice, tables and targets from which the networks learn: what is told of them is true."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.crops import CLOSE_TOP_PX, CROP_PX, WIDE_TOP_PX, Pyramid
from vision.dice.networks import Peak
from vision.training import (
    bank,
    batches,
    camera,
    decoys,
    labels,
    photos,
    recipes,
    samples,
    scenes,
    shapes,
    solid,
    store,
)
from vision.training.looks import Look
from vision.training.scenes import IGNORED, Props, Truth

ROOT = Path(__file__).resolve().parents[3]
RECORDS = sorted([*ROOT.glob("vision/dice/*.json"), *ROOT.glob("bench/dice_unseen/*/*.json")])


@pytest.fixture(scope="module")
def props(tmp_path_factory: pytest.TempPathFactory) -> Props:
    folder = tmp_path_factory.mktemp("bank")
    bank.build(folder, seed=3, count=48)
    return Props(bank.Bank([folder]))


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
    for seed in range(300):
        patch, faces = decoys.decoy(np.random.default_rng(seed), 60.0)
        if len(faces) < 2:
            assert faces == [(0.0, 0.0, 60.0)]
            continue
        rows, columns = np.nonzero(patch[..., 3] > 0.5)
        middle = np.array([columns.min() + columns.max(), rows.min() + rows.max()]) / 2
        meant = np.mean(faces, axis=0)[:2] + (patch.shape[0] - 1) / 2
        assert np.abs(middle - meant).max() < 3
        found += 1
    assert found > 10


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
    for seed in range(12):
        drawn = scenes.scene(np.random.default_rng(seed), props, 160, (30, 50))
        assert len(drawn.decoys) % 2 == 0
        for (x, y, size), (other_x, other_y, _) in zip(
            drawn.decoys[::2], drawn.decoys[1::2], strict=True
        ):  # the middles of two halves are a side apart, less so where the domino leans away
            assert 0.5 * size < np.hypot(x - other_x, y - other_y) < 1.3 * size
            assert all(0.3 * size <= at <= 159 - 0.3 * size + 1 for at in (x, y, other_x, other_y))
            assert all(np.hypot(die.x_px - x, die.y_px - y) > 0.4 * size for die in drawn.truth)
            found += 1
    assert found > 3


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
        ((_, x, y, size),) = drawn.truth
        rows, columns = np.nonzero(drawn.picture[..., 0] > 127)
        if rows.size and 10 < x < 150 and 10 < y < 150:
            assert (columns.mean(), rows.mean()) == pytest.approx((x, y), abs=1)
        moved += size > 40
    assert 3 < moved < 20


def test_a_part_of_a_photograph_keeps_its_dice_where_they_are_seen() -> None:
    image = np.full((900, 1200, 3), 90, np.uint8)
    cv2.circle(image, (600, 450), 90, (255, 255, 255), -1)
    photo = photos.Photo(image, (Truth(1, 600.0, 450.0, 300.0),))
    seen = 0
    for seed in range(30):
        part = photos.part(np.random.default_rng(seed), photo)
        for _, x, y, size in part.truth:
            white = (part.picture.min(axis=2) > 200).astype(np.uint8)
            _, _, stats, middles = cv2.connectedComponentsWithStats(white)
            whole = [
                middle
                for (left, top, width, height, _), middle in zip(stats[1:], middles[1:], strict=True)
                if min(left, top) > 1 and max(left + width, top + height) < 158
            ]
            if whole and size < 60 and 0.5 * size < min(x, y) < max(x, y) < 159 - 0.5 * size:
                assert min(np.hypot(*(middle - (x, y))) for middle in whole) < 2
                seen += 1
    assert seen > 10


class Taken:
    """A finder that takes some places of a picture of 768 px for dice."""

    def __init__(self, *peaks: tuple[float, float, float, float]) -> None:
        self._peaks = [Peak(x, y, size, seen, np.full(6, 1 / 6)) for x, y, size, seen in peaks]

    def look(self, image: np.ndarray, scale: float) -> list[Peak]:
        return self._peaks if max(image.shape) == 768 else []


def test_what_a_finder_takes_for_a_die_beside_the_labelled_ones_is_mined() -> None:
    die, token = (300.0, 200.0, 40.0), (500.0, 300.0, 30.0)
    side, cut_off, faint = (300.0, 230.0, 30.0), (4.0, 200.0, 30.0), (100.0, 400.0, 30.0)
    finder = Taken(*((*each, 0.8) for each in (die, token, side, cut_off)), (*faint, 0.25))
    photo = photos.Photo(np.zeros((576, 768, 3), np.uint8), (Truth(4, *die),))
    (mined,) = photos.mine([photo], finder)
    assert mined.decoys == (token,)
    assert mined.truth == photo.truth


def test_what_is_mined_keeps_its_place_in_a_part_of_the_photograph() -> None:
    image = np.full((900, 1200, 3), 90, np.uint8)
    cv2.circle(image, (600, 450), 40, (255, 255, 255), -1)
    photo = photos.Photo(image, (), ((600.0, 450.0, 120.0),))
    seen = 0
    for seed in range(60):
        part = photos.part(np.random.default_rng(seed), photo)
        for x, y, size in part.decoys:
            if 0.5 * size < min(x, y) < max(x, y) < 159 - 0.5 * size:
                rows, columns = np.nonzero(part.picture.min(axis=2) > 200)
                about = np.hypot(columns - x, rows - y) < 0.6 * size
                assert (columns[about].mean(), rows[about].mean()) == pytest.approx((x, y), abs=2)
                seen += 1
    assert seen > 10


def test_photographs_whose_dice_bear_no_labels_are_left_out(tmp_path: Path) -> None:
    told = [{"file": name, "dice": []} for name in ("dice_1_jpg.jpg", "dice_59_jpg.jpg")]
    for name in ("roboflow_table", "n3_grey"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "labels.json").write_text(json.dumps({"images": told}))
    assert [each["file"] for each in labels.entries(tmp_path, "roboflow_table")] == ["dice_1_jpg.jpg"]
    assert labels.entries(tmp_path, "n3_grey") == told


def test_the_finders_target_has_its_peak_where_the_die_is() -> None:
    target = samples.finder_target([Truth(4, 83.0, 40.0, 32.0)])
    row, column = np.unravel_index(target[0].argmax(), target[0].shape)
    assert target[2, row, column] == 4
    assert 8 * (column + target[4, row, column] + 0.5) - 0.5 == pytest.approx(83)
    assert 8 * (row + target[5, row, column] + 0.5) - 0.5 == pytest.approx(40)
    assert target[3, row, column] == pytest.approx(0)


@pytest.mark.parametrize(("label", "size"), [(4, 68.0), (4, 11.0), (IGNORED, 30.0)])
def test_a_die_of_unlearned_size_teaches_nothing(label: int, size: float) -> None:
    target = samples.finder_target([Truth(label, 83.5, 43.5, size)])
    assert target[0].max() == 0
    assert target[1].min() == 0


@pytest.mark.parametrize("size", [6.0, 120.0])
def test_a_die_far_from_the_learned_sizes_is_background_to_the_finder(size: float) -> None:
    target = samples.finder_target([Truth(1, 83.0, 40.0, size)])
    assert target[0].max() == 0
    assert target[1].min() == 1


@pytest.mark.parametrize("size", [6.0, 120.0])
def test_a_size_that_is_guessed_from_a_label_makes_no_die_background(size: float) -> None:
    target = samples.finder_target([Truth(1, 83.5, 43.5, size)], sound=False)
    assert target[0].max() == 0
    assert target[1].min() == 0


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


def test_the_batches_of_a_training_are_the_same_whoever_draws_them(props: Props, tmp_path: Path) -> None:
    store.fill(tmp_path / "000", props, seed=9, count=6)
    kept, recipe = store.Store(tmp_path), recipes.Recipe("face", steps=4, batch=4, rate=1e-3, real=0, seed=5)
    alone = list(batches.every_nth(recipe, kept, [], 0, 1))
    shared = [list(batches.every_nth(recipe, kept, [], nth, 2)) for nth in range(2)]
    assert len(alone) == 4
    for nth, (pictures, targets) in enumerate(alone):
        others, others_targets = shared[nth % 2][nth // 2]
        assert np.array_equal(pictures, others)
        assert np.array_equal(targets, others_targets, equal_nan=True)
    assert not np.array_equal(alone[0][0], alone[1][0])


@pytest.mark.parametrize("top_px", [CLOSE_TOP_PX, WIDE_TOP_PX])
def test_cuts_say_where_their_top_face_lies(top_px: float) -> None:
    class Fixed:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            picture = np.zeros((160, 160, 3), np.uint8)
            cv2.circle(picture, (70, 90), 2, (255, 255, 255), -1)
            return scenes.Scene(picture, [Truth(1, 70.0, 90.0, 40.0)])

    rng = np.random.default_rng(1)
    cuts = [sample for _ in range(20) for sample in samples.face_samples(rng, Fixed(), 2, top_px)]
    dice = [(cut, target) for cut, target in cuts if target[0] == 1]
    assert dice
    for cut, target in dice:
        grey = cut.astype(int).sum(axis=2)
        if grey.max() - np.median(grey) < 150:
            continue
        y, x = np.unravel_index(np.abs(grey - np.median(grey)).argmax(), grey.shape)
        at = (CROP_PX - 1) / 2 + top_px * target[1:3]
        assert np.hypot(*(at - (x, y))) < 6


@pytest.mark.parametrize("size_px", [20.0, 34.0, 150.0])
def test_a_cut_shows_the_die_in_the_middle_at_its_size(size_px: float) -> None:
    picture = np.zeros((600, 600, 3), np.uint8)
    half = int(size_px / 2)
    cv2.rectangle(picture, (300 - half, 280 - half), (300 + half, 280 + half), (255, 255, 255), -1)
    rows, columns = np.nonzero(Pyramid(picture).cut(300, 280, size_px)[..., 0] > 127)
    assert columns.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert rows.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert np.ptp(rows) == pytest.approx(CLOSE_TOP_PX, abs=3)


def test_what_a_glossy_face_mirrors_is_light_and_hides_a_part_of_it() -> None:
    rng, cut = np.random.default_rng(7), np.full((CROP_PX, CROP_PX, 3), (60, 70, 80), np.uint8)
    face = slice(round((CROP_PX - CLOSE_TOP_PX) / 2), round((CROP_PX + CLOSE_TOP_PX) / 2))
    hidden, on_face = [], []
    for _ in range(200):
        lit = camera.glint(rng, cut, CLOSE_TOP_PX)
        assert (lit >= cut).all()
        hidden.append((lit[face, face].max(axis=2) > 150).mean())
        on_face.append((lit > cut)[face, face].sum() / (lit > cut).sum())
    assert 0.02 < np.mean(hidden) < 0.25
    assert max(hidden) < 0.6
    assert np.mean(on_face) > 0.7


def test_marbled_dice_are_of_two_colours_now_and_then_and_their_pips_show_on_both() -> None:
    rng = np.random.default_rng(5)
    makes = [look for look in (Look.random(rng) for _ in range(600)) if look.marble and not look.glow]
    apart = np.array([np.abs(look.second - look.body).mean() for look in makes])
    two = [look for look, far in zip(makes, apart, strict=True) if far > 70]
    assert 0.1 < len(two) / len(makes) < 0.5
    assert min(np.abs(look.pip - look.second).mean() for look in two) > 20


def test_a_record_tells_every_stage_of_the_training(tmp_path: Path) -> None:
    first, second = (recipes.Recipe("face", steps, 8, 1e-3, 0.5, 1) for steps in (3, 5))
    (tmp_path / "face.json").write_text(json.dumps(recipes.record_of(first, 20, [], None)))
    stages = recipes.record_of(second, 30, ["casino_crops"], tmp_path / "face.pt", mined=True)["stages"]
    assert [tuple(each[what] for what in ("steps", "scenes", "photographs", "mined")) for each in stages] == [
        (3, 20, [], False),
        (5, 30, ["casino_crops"], True),
    ]
    assert [stage.get("labels") for stage in stages] == [None, "mended"]


def test_the_record_of_a_mean_tells_all_stages_of_its_parts(tmp_path: Path) -> None:
    parts = {tmp_path / "a" / "face.onnx": 1.0, tmp_path / "b" / "face.onnx": 3.0}
    for path, steps in zip(parts, (3, 5), strict=True):
        path.parent.mkdir()
        record = recipes.record_of(recipes.Recipe("face", steps, 8, 0.1, 0.0, 1), 20, [], None)
        path.with_suffix(".json").write_text(json.dumps(record))
    told = recipes.record_of_mean(parts)
    assert [(part["share"], part["stages"][0]["steps"]) for part in told["stages"][0]["mean_of"]] == [
        (1.0, 3),
        (3.0, 5),
    ]
    assert [stage["steps"] for stage in stages_of(told)] == [3, 5]
    assert told["stages"][0]["network"] == "face"


def stages_of(record: dict) -> list[dict]:
    """The stages of a training, and those of all parts of a mean."""
    found: list[dict] = []
    for stage in record["stages"]:
        parts = stage.get("mean_of")
        found += [stage] if parts is None else [each for part in parts for each in stages_of(part)]
    return found


@pytest.mark.parametrize("path", RECORDS)
def test_the_records_beside_the_weights_tell_all_stages(path: Path) -> None:
    stages = stages_of(json.loads(path.read_text()))
    assert {stage["network"] for stage in stages} == {path.stem}
    assert stages[0]["photographs"] == []
    known = [asdict(recipe) for recipe in recipes.RECIPES.values()]
    assert all({key: stage[key] for key in known[0]} in known for stage in stages)
    labels = {stage["labels"] for stage in stages if stage["photographs"]}
    assert labels <= {"mended", "as published"}
    assert path.with_suffix(".onnx").is_file()


@pytest.mark.parametrize(
    ("fold", "unseen"),
    [
        ("without_byler_n3", {"byler_tray", "n3_grey"}),
        ("without_roboflow_casino", {"roboflow_table", "casino_crops"}),
        ("no_photographs", set(photos.SETS)),
    ],
)
def test_the_networks_for_sets_never_seen_have_not_seen_them(fold: str, unseen: set[str]) -> None:
    for path in (ROOT / "bench/dice_unseen" / fold).glob("*.json"):
        seen = {name for stage in stages_of(json.loads(path.read_text())) for name in stage["photographs"]}
        assert not seen & unseen


@pytest.mark.parametrize("name", recipes.RECIPES)
def test_every_recipe_draws_batches_of_its_size(name: str) -> None:
    class Table:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            return scenes.Scene(np.full((160, 160, 3), 90, np.uint8), [Truth(3, 80.0, 80.0, 30.0)])

    recipe = recipes.RECIPES[name]
    pictures, targets = batches.batch_of(recipe, np.random.default_rng(1), Table(), [Table()])
    assert len(pictures) == len(targets) == recipe.batch
    side = 160 if recipe.network == "finder" else CROP_PX
    assert next(batches.shown(recipe, Table(), [])).shape == (recipe.batch, side, side, 3)
