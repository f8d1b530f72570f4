"""Tables without dice: what lies there, and that no more keyboards are drawn than wanted."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training import decoys, without_dice
from vision.training.scenes import Props
from vision.training.shadows import Lamp
from vision.training.without_dice import SIDE_PX, keyboard, things


@pytest.mark.parametrize("draw", [things, keyboard])
def test_a_table_is_drawn_alike_from_the_same_seed_and_otherwise_from_another(draw) -> None:
    one, again, other = (draw(np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert one.shape == (SIDE_PX, SIDE_PX, 3)
    assert one.dtype == np.uint8
    assert (one == again).all()
    assert (one != other).any()


def keyboards_among(count: int, share: float, monkeypatch: pytest.MonkeyPatch) -> int:
    drawn = []
    monkeypatch.setattr(decoys, "as_seen", lambda rng, draw, size: drawn.append(draw))
    for seed in range(count):
        decoys.decoy(np.random.default_rng(seed), 30.0, keyboards=share)
    assert len(drawn) == count
    return drawn.count(decoys.keyboard)


def test_only_a_share_of_the_keyboards_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    all_, some, none = (keyboards_among(600, share, monkeypatch) for share in (1.0, 0.25, 0.0))
    assert none == 0
    assert 0 < some < all_ / 2


@pytest.mark.whole
@pytest.mark.parametrize("balls", [False, True])
def test_on_a_bare_table_everything_throws_its_shadow(
    props: Props, balls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shaded: list[float] = []
    monkeypatch.setattr(Lamp, "shade_solid", lambda *told: shaded.append(told[-1]))
    for seed in range(6):
        without_dice.bare(np.random.default_rng(seed), props, 5, balls=balls)
    assert 18 < len(shaded) <= 30
