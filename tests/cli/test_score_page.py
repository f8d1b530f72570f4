"""docs/score.md: every position that it shows is scored, and prints what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import run

from companion.rules.catalogue import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "score.md").read_text("utf-8")
EXAMPLES = re.findall(
    r"```json\n(.+?)```\n\n`companion score (\S+) FILE` prints:\n\n```\n(.+?)```", PAGE, re.DOTALL
)


@pytest.mark.parametrize(("position", "slug", "printed"), EXAMPLES, ids=[slug for _, slug, _ in EXAMPLES])
def test_an_example_prints_what_the_page_says(position: str, slug: str, printed: str, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(position)
    result = run("score", slug, tmp_path / "position.json")
    assert (result.exit_code, result.stdout) == (0, printed), result.stderr


def test_the_page_shows_every_game() -> None:
    missing = set(GAMES) - {slug for _, slug, _ in EXAMPLES}
    assert not missing, f"docs/score.md has no example of {missing}, written as those of the other games are"


def test_a_position_that_cannot_be_read_names_the_page(tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text('{"gardens": []}')
    result = run("score", "octopus-garden", tmp_path / "position.json")
    assert result.exit_code == 1
    assert "docs/score.md" in result.stderr
