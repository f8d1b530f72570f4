"""Dice that lie on others: where they lie, what light they take, and what is learned of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.dice.classes import COCKED, STACKED
from vision.training import bank, piles, placing, scenes, tracing
from vision.training.bank import Bank
from vision.training.lean_samples import lean_samples
from vision.training.samples import Cut
from vision.training.scenes import Props

pytestmark = pytest.mark.slow  # what the networks learn from is drawn, again and again

SEEDS = range(24)
LAMP, SKY, GLOSS = (tracing.LAYERS.index(name) for name in ("lamp", "sky", "gloss"))


@pytest.fixture(scope="module")
def piled(props: Props, tmp_path_factory: pytest.TempPathFactory) -> Props:
    """Tables on which most dice lean or lie on others."""
    folders = [tmp_path_factory.mktemp(name) for name in ("dice", "piles")]
    bank.build(folders[0], seed=5, count=60)
    bank.build_piles(folders[1], seed=5, count=40)
    return Props(Bank(folders), leaning=0.9)


@pytest.fixture(scope="module")
def traced() -> list[piles.Pile]:
    return [piles.render(np.random.default_rng(seed), 40.0) for seed in range(40)]


def test_a_die_on_another_stands_one_side_above_the_table(traced: list[piles.Pile]) -> None:
    for upper, below in traced:
        assert upper.feet[:, 2].min() == pytest.approx(1.0, abs=0.1)
        for each in below:
            assert each.feet[:, 2].min() == pytest.approx(0.0, abs=0.1)
            assert each.feet[:, 2].max() == pytest.approx(1.0, abs=0.1)


def test_a_die_on_another_is_turned_as_that_one_or_otherwise(traced: list[piles.Pile]) -> None:
    alike = []
    for upper, (first, *_) in traced:
        ways = [np.rad2deg(np.arctan2(*sprite.edges[0][::-1])) for sprite in (upper, first)]
        alike.append(abs((ways[0] - ways[1] + 45) % 90 - 45) < 8)
    assert 0.2 < np.mean(alike) < 0.8


def test_what_bears_a_die_lies_below_its_middle(traced: list[piles.Pile]) -> None:
    """Or on both sides of it, where it lies across two."""
    across = 0
    for upper, below in traced:
        middle = upper.feet[:, :2].mean(axis=0)
        under = [each.along + each.feet[:, :2].mean(axis=0) - middle for each in below]
        assert min(np.hypot(*off) for off in under) < 1.1 * upper.size_px
        if len(under) == 2:
            across += 1
            assert under[0] @ under[1] < 0
    assert across


def test_a_die_takes_light_from_what_it_lies_on_and_gives_it_none(
    traced: list[piles.Pile], monkeypatch: pytest.MonkeyPatch
) -> None:
    darker = 0
    for seed in SEEDS:
        shaded = traced[seed]
        with monkeypatch.context() as patch:
            patch.setattr(tracing, "hidden_from", _nothing_hidden)
            bare = piles.render(np.random.default_rng(seed), 40.0)
        assert (shaded.upper.layers == bare.upper.layers).all()
        first, same = shaded.below[0].layers.astype(int), bare.below[0].layers.astype(int)
        assert (first[..., [LAMP, SKY]] <= same[..., [LAMP, SKY]]).all()
        darker += int(first[..., SKY].sum() < 0.97 * same[..., SKY].sum())
    assert darker > 0.8 * len(SEEDS)


def _nothing_hidden(rng, points, up, mirror, view, other):
    """Hide nothing, and draw what would be drawn."""
    rng.uniform()
    for _ in range(tracing.SHADOW_RAYS):
        rng.normal(0, 1, 3)
    rng.normal(0, 1, (tracing.SKY_RAYS, 3))
    return (np.zeros(len(points)),) * 3


def test_piles_are_kept_as_they_were_traced(piled: Props, tmp_path: Path) -> None:
    bank.build_piles(tmp_path, seed=8, count=1)
    rng = np.random.default_rng((8, 0, 1))
    traced = piles.render(rng, float(rng.uniform(*bank.SIZES_PX)))
    upper, below = Bank([tmp_path]).draw_pile(np.random.default_rng(1), near=0.3)
    assert len(below) == len(traced.below)
    for kept, made in zip((upper, *below), (traced.upper, *traced.below), strict=True):
        assert kept.along == pytest.approx(made.along)
        assert kept.feet == pytest.approx(made.feet)
        assert kept.layers.sum() == made.layers.sum()
    assert piled.bank.draw_pile(np.random.default_rng(1), near=0.3)


def test_no_pile_is_laid_where_none_was_traced(props: Props) -> None:
    assert props.bank.draw_pile(np.random.default_rng(1), near=0.3) is None
    tables = [
        scenes.scene(np.random.default_rng(seed), replace(props, leaning=1.0), 160, (20, 40))
        for seed in range(12)
    ]
    labels = [die.label for table in tables for die in table.truth]
    assert STACKED not in labels
    assert labels.count(COCKED) > 5


def test_the_dice_below_lie_on_the_table_beneath_the_upper_one(piled: Props) -> None:
    seen = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        up = np.array([0.0, -1.0])
        placed = placing.place_dice(rng, piled.bank, 400, 30.0, piled.bank.draw(rng).steep, up, leaning=0.9)
        for die in placed:
            *below, upper = die.parts()
            assert upper.at == pytest.approx(die.at)
            assert len(below) == len(die.below)
            foot = die.at - die.way(die.sprite.up)  # one side lower
            for each in below:
                seen += 1
                assert np.hypot(*(each.at - foot)) < 1.2 * die.size_px
    assert seen > 20


def test_what_a_pile_shows_is_told(piled: Props) -> None:
    stacked = leaning = 0
    for seed in range(20):
        truth = scenes.scene(np.random.default_rng(seed), piled, 160, (20, 40)).truth
        leaning += sum(die.label == COCKED for die in truth)
        for die in truth:
            if die.label == STACKED:
                stacked += 1
                near = [each for each in truth if each.apart_px(die.x_px, die.y_px) < 3 * die.size_px]
                assert scenes.IGNORED in [each.label for each in near]
    assert min(stacked, leaning) > 10


def test_the_look_at_how_dice_lie_is_shown_all_ways_to_lie(piled: Props) -> None:
    class Tables:
        sound = True

        def draw(self, rng: np.random.Generator) -> scenes.Scene:
            return scenes.scene(rng, piled, 160, (20, 40))

    rng, shown = np.random.default_rng(3), Cut(22.0, apart=0.0)
    drawn = [each for _ in range(60) for each in lean_samples(rng, Tables(), 4, shown)]
    assert all(cut.shape == (64, 64, 3) for cut, _ in drawn)
    labels = [int(target[0]) for _, target in drawn]
    shares = [np.mean([low <= label <= high for label in labels]) for low, high in ((1, 6), (7, 7), (8, 8))]
    assert sum(shares) == 1
    assert min(shares) > 0.12
    assert all(np.isfinite(target).all() for _, target in drawn)
