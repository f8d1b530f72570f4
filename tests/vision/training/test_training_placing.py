"""How dice lie on synthesised tables: rows stand side to side, and balls that lie beside are lit as balls."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.training import balls, bank, decoys, pieces, placing, scenes
from vision.training.bank import FROM_ABOVE, Bank

pytestmark = pytest.mark.slow  # what the networks learn from is drawn, again and again

UP = np.array([0.0, -1.0])


@pytest.fixture(scope="module")
def sprites(tmp_path_factory: pytest.TempPathFactory) -> Bank:
    folder = tmp_path_factory.mktemp("bank")
    bank.build(folder, seed=3, count=120)
    return Bank([folder])


def rows(sprites: Bank, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[placing.Placed]:
    monkeypatch.setattr(placing, "IN_ROWS", 1.0)
    rng = np.random.default_rng(seed)
    return placing.place_dice(rng, sprites, 400, 30.0, sprites.draw(rng).steep, UP)


def test_the_edges_of_a_top_face_span_it(sprites: Bank) -> None:
    for sprite in (sprites[nth] for nth in range(len(sprites))):
        first, second = sprite.edges
        assert abs(np.linalg.det(sprite.edges)) == pytest.approx(sprite.size_px**2, rel=0.12)
        if sprite.steep < FROM_ABOVE and sprite.kind != "cocked":  # what leans is seen from aside
            assert abs(first @ second) < 0.1 * sprite.size_px**2
            assert np.hypot(*first) == pytest.approx(sprite.size_px, rel=0.06)


def test_dice_in_rows_touch_and_none_is_in_another(sprites: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [rows(sprites, seed, monkeypatch) for seed in range(30)]
    several = [placed for placed in tables if len(placed) > 1]
    assert len(several) > 25
    for placed in several:
        flush = 0.93 if placed[0].sprite.steep < FROM_ABOVE else 0.8
        for die in placed:
            edges = die.size_px / die.sprite.size_px * die.sprite.edges @ placing.bend(die.turn).T
            apart = [np.linalg.solve(edges.T, other.at - die.at) for other in placed if other is not die]
            nearest = min(np.abs(each).max() for each in apart)
            assert flush < nearest < 2.8  # two places beside it may be left out, in loose rows


def test_dice_of_a_row_are_turned_alike(sprites: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "LOOSE", placing.FLUSH)  # in loose rows some are crooked
    for placed in filter(None, (rows(sprites, seed, monkeypatch) for seed in range(120))):
        ways = [placing.bend(die.turn) @ die.sprite.edges[0] for die in placed]
        slants = np.array([np.rad2deg(placing._way(way)) % 90 for way in ways])
        off = (slants - slants[0] + 45) % 90 - 45
        assert np.abs(off).max() < 14  # by perspective, and as far as rows are crooked


def test_a_table_with_rows_tells_the_values_that_it_shows(
    sprites: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placing, "IN_ROWS", 1.0)
    seen = {
        truth.label
        for seed in range(20)
        for truth in scenes.scene(np.random.default_rng(seed), scenes.Props(sprites), 160, (20, 30)).truth
    }
    assert {1, 2, 3, 4, 5, 6} <= seen


def test_a_ball_is_round_and_lit_from_where_its_lamp_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balls, "_lamp", lambda *_: np.array([-0.6, -0.6, 0.53]))
    monkeypatch.setattr(balls, "_up", lambda _: balls.VIEW)
    brighter = []
    for seed in range(40):
        clear = (1, 2, 3)  # no ball is of quite this colour throughout
        canvas = np.full((121, 121, 3), clear, np.uint8)
        balls.draw_ball(np.random.default_rng(seed), canvas, 80.0)
        rows, columns = np.nonzero((canvas != clear).any(axis=2))
        radius = np.sqrt(len(rows) / np.pi)
        assert 22 < radius < 51
        assert np.hypot(rows - 60, columns - 60).max() == pytest.approx(radius, abs=1)
        grey = canvas.mean(axis=2)[rows, columns]
        towards = rows + columns < 120
        brighter.append(grey[towards].mean() > grey[~towards].mean())
    assert np.mean(brighter) > 0.8


def test_a_ball_is_darker_where_it_is_turned_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a camera sees it that looks slantingly, with up in the picture upwards."""
    monkeypatch.setattr(balls, "_lamp", lambda _, up: up)
    monkeypatch.setattr(balls, "_up", lambda _: np.array([0.0, -0.7, 0.7]))
    brighter = []
    for seed in range(40):
        canvas = np.zeros((121, 121, 3), np.uint8)
        balls.draw_ball(np.random.default_rng(seed), canvas, 80.0)
        brighter.append(canvas[:60].mean() > canvas[61:].mean())
    assert np.mean(brighter) > 0.85


def test_a_polished_ball_mirrors_a_lamp_in_a_spot_as_bright_as_a_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balls, "_painted", lambda _, normals: np.full((len(normals), 3), 40.0))
    spots = []
    for seed in range(60):
        canvas = np.zeros((121, 121, 3), np.uint8)
        balls.draw_ball(np.random.default_rng(seed), canvas, 80.0)
        ball, bright = (canvas > 0).any(axis=2).sum(), (canvas > 240).all(axis=2).sum()
        spots.append(bright / ball)
    assert 0.2 < np.mean(np.array(spots) > 0.002) < 0.9
    assert np.median([spot for spot in spots if spot]) < 0.1


def test_a_ball_is_a_decoy_and_stays_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoys, "BALLS", 1000)
    patch, faces = decoys.decoy(np.random.default_rng(1), 40.0)
    rows, columns = np.nonzero(patch[..., 3] > 0.5)
    assert np.ptp(rows) == pytest.approx(np.ptp(columns), abs=1)
    assert faces == [(0.0, 0.0, 40.0)]


@pytest.fixture
def printed() -> tuple[list[np.ndarray], list[np.ndarray]]:
    """A red piece, half of it clear, and a blue mat."""
    token = np.zeros((40, 40, 4), np.uint8)
    token[:, :20] = (0, 0, 255, 255)
    return [token], [np.full((60, 90, 3), (255, 0, 0), np.uint8)]


def test_a_board_is_among_the_decoys_as_large_as_is_told_and_bears_pieces(printed) -> None:
    tokens, mats = printed
    bearing = 0
    for seed in range(60):
        patch, faces = pieces.board(np.random.default_rng(seed), 60.0, tokens, mats)
        ((x, y, size),) = faces
        assert size == 60.0
        solid = patch[..., 3] > 0.5
        reach_px = np.hypot(*(np.argwhere(solid) - (np.array(solid.shape) - 1) / 2).T).max()
        shortest, longest = (size * sides for sides in pieces.BOARD_SIDES)
        assert shortest / 2 - 2 <= reach_px <= longest / np.sqrt(2) + 2
        assert solid[round(patch.shape[0] / 2 + y), round(patch.shape[1] / 2 + x)]
        red = (patch[..., 2] > 200) & (patch[..., 1] < 40) & (patch[..., 0] < 40)
        bearing += bool(red.any())
    assert bearing > 30


def test_boards_and_pieces_are_drawn_where_there_are_pictures_of_them(printed, monkeypatch) -> None:
    drawn = []
    monkeypatch.setattr(decoys, "TOKENS", 2)
    monkeypatch.setattr(decoys, "BOARDS", 6)
    monkeypatch.setattr(pieces, "board", lambda *_: (drawn.append("board"), []))
    monkeypatch.setattr(pieces, "token", lambda *_: drawn.append("token"))
    for seed in range(100):
        decoys.decoy(np.random.default_rng(seed), 30.0)
    assert not drawn
    for seed in range(400):
        decoys.decoy(np.random.default_rng(seed), 30.0, *printed)
    assert drawn.count("board") / drawn.count("token") == pytest.approx(3, rel=0.35)
    others = 400 - len(drawn)
    assert others > len(drawn)


def test_dice_that_were_traced_by_another_version_are_refused(tmp_path: Path) -> None:
    bank.build(tmp_path, seed=1, count=2)
    rows = np.load(tmp_path / "sprites.npz")["rows"]
    assert rows.shape == (2, bank.TOLD)
    np.savez(tmp_path / "sprites.npz", rows=rows[:, :-2])
    with pytest.raises(ValueError, match=f"{tmp_path.name} do not tell what is asked"):
        Bank([tmp_path])


def test_a_long_thin_piece_is_laid_on_a_board_too(printed: tuple[list[np.ndarray], list[np.ndarray]]) -> None:
    stick = np.full((4, 200, 4), 255, np.uint8)
    for seed in range(20):
        assert pieces.board(np.random.default_rng(seed), 16.0, [stick], printed[1])[0].any()
