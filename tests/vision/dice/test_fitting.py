"""How sure a reading is, fitted to examples: made-up ones, of which it is known how sure one can be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from dice_readings import SHAPE, reading

from vision.dice import DiceReader
from vision.dice.confidence import FITTED
from vision.training.calibrate import Examples, Photograph, drawn, fit, report, told
from vision.training.scenes import Props


def photograph(rng: np.random.Generator) -> Photograph:
    """Three dice of value 3 in a row, seen clearly or not, and something that is none."""
    shares = [*rng.uniform(0.7, 0.9999, 3), rng.uniform(0.15, 0.5)]
    readings = [reading(share, x_px=100.0 + 100 * nth) for nth, share in enumerate(shares)]
    labels = [{"value": 3, "box": [80.0 + 100 * nth, 80.0, 40.0, 40.0]} for nth in range(3)]
    return Photograph(readings, [True] * 4, labels, SHAPE)


def examples(name: str, seed: int) -> Examples:
    rng = np.random.default_rng(seed)
    return Examples(name, [photograph(rng) for _ in range(30)])


def test_the_weights_of_a_known_rule_are_found_but_pulled_to_zero() -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(20_000, 2))
    p = 1 / (1 + np.exp(-(0.5 + rows @ (2.0, -1.0))))
    _, one, other = fit([(rows, (rng.random(len(p)) < p).astype(float))])
    assert one / other == pytest.approx(-2.0, abs=0.15)
    assert 1.5 < one < 2.0


def test_what_was_drawn_has_a_say_and_no_more_than_a_set() -> None:
    """A measure of 1 that is a die on photographs, and none on drawn tables."""
    rows = np.array([[1.0], [1.0], [0.0], [0.0]])
    photographed, drawn = (rows, np.array([1.0, 1.0, 0.0, 0.0])), (rows, np.zeros(4))
    alone, with_drawn, outweighed = (
        fit([photographed] * count, *more).sum() for count, more in ((1, ()), (1, (drawn,)), (9, (drawn,)))
    )
    assert with_drawn < outweighed < alone


@pytest.mark.slow
def test_drawn_tables_teach_what_is_a_die_and_what_is_none(props: Props) -> None:
    rows, dice = drawn(DiceReader(), props, 3)
    assert rows.shape == (len(dice), len(FITTED.die) - 1)
    assert np.isfinite(rows).all()
    assert 5 < dice.sum() < len(dice)
    surer = np.average(rows[:, 0], weights=dice) - np.average(rows[:, 0], weights=1 - dice)
    assert surer > 2


@pytest.mark.parametrize("sets", [[], [(np.zeros((0, 2)), np.zeros(0))]], ids=["no set", "an empty set"])
def test_nothing_cannot_be_fitted_to(sets: list[tuple[np.ndarray, np.ndarray]]) -> None:
    with pytest.raises(ValueError, match="one set or more"):
        fit(sets)


def test_drawn_tables_on_which_nothing_was_read_cannot_be_fitted_to() -> None:
    with pytest.raises(ValueError, match="one set or more"):
        fit([(np.eye(2), np.array([0.0, 1.0]))], (np.zeros((0, 2)), np.zeros(0)))


def test_what_is_told_of_a_set_was_learned_from_the_others() -> None:
    sets = [examples(name, seed) for seed, name in enumerate(("one", "two", "three"))]
    unlike = Examples("unlike", [photo._replace(labels=[]) for photo in sets[0].photographs])
    assert told([unlike, *sets[1:]], unlike).confidence == pytest.approx(told(sets, sets[0]).confidence)
    assert not told([unlike, *sets[1:]], unlike).die.any()


def test_dice_are_told_and_what_is_none_is_not() -> None:
    sets = [examples(name, seed) for seed, name in enumerate(("one", "two", "three"))]
    seen = told(sets, sets[0])
    assert seen.die.sum() == 90
    assert seen.right[seen.die].all()
    assert (seen.confidence[seen.die].mean() > seen.confidence[~seen.die]).all()


def test_what_the_edge_cuts_off_teaches_nothing_and_is_not_counted() -> None:
    sets = [examples(name, seed) for seed, name in enumerate(("one", "two"))]
    cut = Examples("cut", [photo._replace(whole=[True, True, False, True]) for photo in sets[0].photographs])
    assert len(cut.dice()[0]) == len(sets[0].dice()[0]) - 30
    assert told([cut, sets[1]], cut).die.sum() == 60


def test_what_is_too_small_is_told_but_never_accepted() -> None:
    sets = [examples(name, seed) for seed, name in enumerate(("one", "two"))]
    small = [replace(each, size_px=8.0) for each in sets[0].photographs[0].readings]
    tiny = Examples("tiny", [sets[0].photographs[0]._replace(readings=small)])
    seen = told([tiny, sets[1]], tiny)
    assert len(seen.confidence) >= 3
    assert not seen.confidence.any()


def test_the_report_names_the_constants_and_every_set(capsys: pytest.CaptureFixture[str]) -> None:
    report([examples(name, seed) for seed, name in enumerate(("one", "two", "three"))])
    said = capsys.readouterr().out
    names = [line.replace("=", " ").split()[0] for line in said.splitlines()]
    assert names[:5] == ["die", "value", "one", "two", "three"]
    assert "accept from 0.97" in said
