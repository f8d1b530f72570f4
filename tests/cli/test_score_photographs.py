"""`companion score` with photographs: the score, the questions, and why a photograph is of no use."""

from __future__ import annotations

import cv2
import msgspec
import pytest
from commands import run
from finished import ended, picture_of


@pytest.fixture(scope="module")
def filled():
    """A full board of Filler, and its photograph."""
    state = ended("filler-tiles")
    return state, picture_of("filler-tiles", state)


@pytest.mark.whole
def test_the_command_scores_a_photograph(filled, tmp_path) -> None:
    state, picture = filled
    cv2.imwrite(str(tmp_path / "end.jpg"), picture)
    result = run("score", "filler-tiles", "--photo", tmp_path / "end.jpg", "--seats", "Ann,Ben", "--json")
    assert result.exit_code == 0, result.stderr
    said = msgspec.json.decode(result.stdout)
    assert {int(seat): n for seat, n in said["totals"].items()} == state.sheet().totals()
    assert "wins" in said["result"]


@pytest.mark.whole
def test_the_command_lists_what_it_must_be_told_and_takes_answers(tmp_path) -> None:
    state = ended("caterpillar-filler")
    cv2.imwrite(str(tmp_path / "end.jpg"), picture_of("caterpillar-filler", state))
    first = run("score", "caterpillar-filler", "--photo", tmp_path / "end.jpg")
    assert first.exit_code == 1
    assert "--answer held-2=" in first.stderr
    again = run("score", "caterpillar-filler", "--photo", tmp_path / "end.jpg", "--answer", "held-2=3")
    assert again.exit_code == 0, again.stderr
    assert again.stdout.startswith(f"Player 1: {state.sheet().totals()[1]}\n")


@pytest.mark.whole
def test_the_command_says_why_a_photograph_is_of_no_use(filled, tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "other.jpg"), filled[1])
    result = run("score", "papillon", "--photo", tmp_path / "other.jpg")
    assert result.exit_code == 1
    assert "not Papillon" in result.stderr
    assert "[photo-other-game]" in result.stderr
    (tmp_path / "no.jpg").write_text("no picture")
    assert run("score", "papillon", "--photo", tmp_path / "no.jpg").exit_code == 1
